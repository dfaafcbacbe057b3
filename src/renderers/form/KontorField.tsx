import type { ErrorSchema, RJSFSchema, FieldProps as RjsfFieldProps } from '@rjsf/utils'
import { useMemo } from 'react'
import type { JsonSchema } from '../../schemas/jsonSchema.ts'
import type { FieldState } from '../../schemas/language/form/fieldState.ts'
import type { FormContext } from '../define.ts'
import { sameMembers, useValue } from '../useValue.ts'
import type { AfterPointerUp } from './afterPointerUp.ts'
import type { FormView } from './formView.ts'

export type FormValues = Record<string, unknown>
/** What rjsf carries to every template and field of a form. */
export interface RjsfContext {
  face: FormContext
  view: FormView
  settled: AfterPointerUp
  /** Changes a field of the form. */
  put(field: string, value: unknown): void
}

/** The one rjsf field of Kontor: hands a value to the control of its kind. */
export function KontorField(props: RjsfFieldProps<FormValues, RJSFSchema, RjsfContext>) {
  const { face, settled, put } = props.registry.formContext
  const { name } = props
  const field = face.model.fields.find((f) => f.name === name)
  const state = useValue(face.model.state, (s) => ({ ...(s.fields[name] ?? still) }), sameMembers)
  const serverError = useValue(face.model.state, (s) => s.errors[name])
  const serverParts = useValue(face.model.state, (s) => partsUnder(s.errors, name), sameMembers)
  const partErrors = useMemo(() => ({ ...partsOf(props.errorSchema), ...serverParts }), [props.errorSchema, serverParts])
  if (!field) return null
  const id = props.fieldPathId.$id
  const words = face.wordsAt(name)
  const { Control } = face.control(field.kind)
  const invalid = (props.rawErrors?.length ?? 0) > 0 || serverError !== undefined
  const described = [invalid ? `${id}-error` : '', field.help ? `${id}-help` : ''].filter(Boolean).join(' ')
  return (
    <Control
      id={id}
      name={name}
      label={face.word(`${words}.label`) ?? name}
      labelledBy={`${id}-label`}
      words={words}
      field={field}
      schema={props.schema as JsonSchema}
      value={props.formData}
      // rjsf types every field as an object; a value is whatever its kind says.
      onChange={(value) => props.onChange(value as FormValues, props.fieldPathId.path)}
      putField={put}
      onBlur={() => settled(() => props.onBlur(id, props.formData))}
      required={state.required}
      disabled={state.disabled && !field.readOnly}
      readOnly={field.readOnly}
      invalid={invalid}
      describedBy={described || undefined}
      offered={state.options}
      placeholder={field.placeholder ? face.word(`${words}.placeholder`) : undefined}
      partErrors={partErrors}
      autoFocus={false}
      form={face}
    />
  )
}

const still: FieldState = { visible: true, required: false, disabled: false }

/** Messages of the parts of a value: `{0: {quantity: {__errors}}}` → `{"0.quantity": message}`. */
function partsOf(errors: ErrorSchema<FormValues> | undefined, prefix = ''): Record<string, string> {
  const out: Record<string, string> = {}
  for (const [key, part] of Object.entries((errors ?? {}) as Record<string, ErrorSchema<FormValues>>)) {
    if (key === '__errors') continue
    const path = prefix ? `${prefix}.${key}` : key
    const message = part.__errors?.[0]
    if (message) out[path] = message
    Object.assign(out, partsOf(part, path))
  }
  return out
}

/** What the server said of the parts of a field: `{"lines.0.quantity": message}` → `{"0.quantity": message}`. */
export function partsUnder(errors: Readonly<Record<string, string>>, name: string): Record<string, string> {
  const under = Object.entries(errors).filter(([place]) => place.startsWith(`${name}.`))
  return Object.fromEntries(under.map(([place, message]) => [place.slice(name.length + 1), message]))
}
