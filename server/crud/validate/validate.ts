import type { Field } from '../../../src/schemas/field.ts'
import { fieldState, isWithheld } from '../../../src/schemas/language/form/fieldState.ts'
import { missing } from '../../../src/schemas/language/form/formSchema.ts'
import { valueFindings } from '../../../src/schemas/language/form/valueFindings.ts'
import { isBlank } from '../../../src/schemas/language/form/valueRules.ts'
import type { FieldMessage, Row } from '../domain.ts'
import { areKnown } from '../names.ts'

/** Findings by field; of rows inside a field as `lines.0.quantity`. */
export type ValidationErrors = Record<string, FieldMessage>

export interface ValidationInput {
  /** The fields to validate: the posted ones; all of the form when adding. */
  fields: readonly Field[]
  /** The record as it would be, for conditions. */
  record: Readonly<Row>
  /** The rows around it: the record that an action's form is about. */
  around?: readonly Readonly<Row>[]
  /** The record as it was: an option chosen before may stay. */
  before?: Readonly<Row> | null
  selfId: number
  now: number
}

/** Errors of single values: the schema of the form, the kind's own rule, and the field's conditions as they are now. */
export function validateFields({ fields, record, before, ...env }: ValidationInput): ValidationErrors {
  const found: ValidationErrors = {}
  const conditionContext = { ...env, values: record }
  for (const field of fields) {
    const state = fieldState(field, conditionContext)
    const value = record[field.name]
    if (!isBlank(value)) {
      for (const { path, error } of valueFindings(field, value, state.required, { sight: conditionContext, known: areKnown }))
        found[placeOf(field, path)] ??= error
      if (state.visible && isWithheld(state, value, before?.[field.name])) found[field.name] ??= { code: 'option' }
    } else if (state.required) found[field.name] = missing(field)
  }
  return found
}

/** The field, for an item of a list as well; of rows in it the field of the row: `lines.0.quantity`. */
function placeOf({ name }: Field, path: readonly (string | number)[]): string {
  return path.length === 1 && typeof path[0] === 'number' ? name : [name, ...path].join('.')
}
