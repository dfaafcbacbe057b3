import type { ErrorSchema, RJSFSchema, FieldProps as RjsfFieldProps } from '@rjsf/utils'
import { useMemo } from 'react'
import type { Field } from '../../schemas/field.ts'
import type { JsonSchema } from '../../schemas/jsonSchema.ts'
import type { FormContext } from '../define.ts'
import type { AfterPointerUp } from './afterPointerUp.ts'
import type { FormView } from './formView.ts'
import { useField } from './useField.ts'

export type FormValues = Record<string, unknown>
/** What rjsf carries to every template and field of a form. */
export interface RjsfContext {
  face: FormContext
  /** Its fields by name. */
  fields: ReadonlyMap<string, Field>
  view: FormView
  settled: AfterPointerUp
  /** Changes a field of the form. */
  put(field: string, value: unknown): void
}

/** The one rjsf field of Kontor: hands a value to the control of its kind. */
export function KontorField(props: RjsfFieldProps<FormValues, RJSFSchema, RjsfContext>) {
  const { face, fields, settled, put } = props.registry.formContext
  const { name } = props
  const field = fields.get(name)
  const { state, value } = useField(face.model, name)
  const partErrors = useMemo(() => partsOf(props.errorSchema), [props.errorSchema])
  if (!field) return null
  const id = props.fieldPathId.$id
  const words = face.wordsAt(name)
  const { Control } = face.control(field.kind)
  const invalid = (props.rawErrors?.length ?? 0) > 0
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
      value={value}
      onChange={(next) => put(name, next)}
      putField={put}
      onBlur={() => settled(() => props.onBlur(id, props.formData))}
      required={state.required}
      disabled={state.disabled && !field.readOnly}
      readOnly={field.readOnly}
      invalid={invalid}
      describedBy={described || undefined}
      offered={state.options}
      placeholder={placeholderOf(face, field, words)}
      partErrors={partErrors}
      autoFocus={false}
      form={face}
    />
  )
}

/** The page's own; of a secret that there is, that it stays. */
function placeholderOf(face: FormContext, field: Field, words: string): string | undefined {
  if (field.placeholder) return face.word(`${words}.placeholder`)
  return face.model.keepsSecret(field) ? face.t('ui.form.keptSecret') : undefined
}

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
