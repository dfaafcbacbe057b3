import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { equal } from '../../runtime/form/values.ts'
import { findKind, kindNames } from '../../schemas/kinds/index.ts'
import { formSchema } from '../../schemas/language/form/formSchema.ts'
import type { FormContext } from '../define.ts'
import type { AfterPointerUp } from './afterPointerUp.ts'
import type { FormError } from './check.ts'
import { askToClear, clearingOf } from './clearing.ts'
import { createFormChecks, createHandle, type Drawn, type FormChecks } from './formChecks.ts'
import type { FormView } from './formView.ts'
import { type FormValues, KontorField, type RjsfContext } from './KontorField.tsx'
import { messageText } from './messageText.ts'
import { FieldTemplate, ObjectFieldTemplate } from './templates.tsx'
import { createValidator } from './validator.ts'

/** What of a form outlives its values: how its ids begin, its tabs, and the id of what had the focus when it started over. */
export interface Place {
  prefix: string
  view: FormView
  focus: string
}

/** A kind that only a newer server knows. */
const unknown = 'unknown'
/** Each kind is a field of rjsf, which draws the control of the kind. */
const fields = Object.fromEntries([...kindNames, unknown].map((kind) => [kind, KontorField]))
const templates = { FieldTemplate, ObjectFieldTemplate }
/** Values and defaults are the form model's business, not rjsf's. */
const noDefaults = { emptyObjectFields: 'skipDefaults', arrayMinItems: { populate: 'never' } } as const

/** Everything rjsf gets once, with the form's checks and calls. */
export function createParts(face: FormContext, { prefix, view }: Place, settled: AfterPointerUp, drawn: Drawn) {
  const checks = createFormChecks(face, view)
  const message = (error: FormError) => messageText(face, error)
  const schema = schemaOf(face)
  const byName = new Map(face.model.fields.map((field) => [field.name, field]))
  const context: RjsfContext = { face, fields: byName, view, settled, put: createPut(face, checks, settled) }
  return {
    checks,
    message,
    view,
    handle: createHandle(face, view, checks, drawn),
    rjsf: {
      idPrefix: prefix,
      schema,
      uiSchema: uiSchemaOf(face),
      formContext: context,
      validator: createValidator(schema, { check: checks.check, message, shown: checks.isShown }),
      fields,
      templates,
      experimental_defaultFormStateBehavior: noDefaults,
    },
  }
}

/** Enters what a control says; what would empty other fields waits until the person has agreed. */
function createPut(face: FormContext, checks: FormChecks, settled: AfterPointerUp): RjsfContext['put'] {
  const { model } = face
  return (field, value) => {
    const { values } = model.state
    if (equal(value, values[field])) return
    const clearing = clearingOf(model, { ...values, [field]: value })
    if (clearing) return void askToClear(face, clearing)
    checks.show(field)
    model.set(field, value)
    settled(checks.renew)
  }
}

function schemaOf({ model, word, wordsAt }: FormContext): RJSFSchema {
  const schema = formSchema(model.fields, () => false)
  const properties = Object.fromEntries(
    // rjsf does not render a schema without any keyword; the title is one.
    Object.entries(schema.properties ?? {}).map(([name, part]) => [
      name,
      { ...part, title: word(`${wordsAt(name)}.label`) ?? name },
    ]),
  )
  return { ...schema, properties } as RJSFSchema
}

/** The order of the fields, and what draws each. */
function uiSchemaOf({ model }: FormContext): UiSchema<FormValues, RJSFSchema, RjsfContext> {
  const drawn = model.fields.map(({ name, kind }) => [name, { 'ui:field': findKind(kind) ? kind : unknown }])
  return { ...Object.fromEntries(drawn), 'ui:order': model.fields.map(({ name }) => name) }
}
