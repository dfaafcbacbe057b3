import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { Field } from '../../../src/schemas/field.ts'
import { fieldState, isWithheld } from '../../../src/schemas/language/form/fieldState.ts'
import { fieldSchema, messageOf, missing } from '../../../src/schemas/language/form/formSchema.ts'
import { isBlank, type RuleEnv, ruleFindings } from '../../../src/schemas/language/form/valueRules.ts'
import type { FieldMessage, Row } from '../domain.ts'
import { areKnown } from '../names.ts'

/** Findings by field; of rows inside a field as `lines.0.quantity`. */
export type ValidationErrors = Record<string, FieldMessage>

// Only schemas of parsed pages are ever compiled, never one of a request (decision 18).
const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false, allowUnionTypes: true })
const compiled = new WeakMap<Field, Map<boolean, ValidateFunction>>()

function validatorOf(field: Field, required: boolean): ValidateFunction {
  const both = compiled.get(field) ?? new Map<boolean, ValidateFunction>()
  compiled.set(field, both)
  const known = both.get(required)
  if (known) return known
  const made = ajv.compile(fieldSchema(field, required))
  both.set(required, made)
  return made
}

export interface ValidationInput {
  /** The fields to judge: those that were posted; all of the form when adding. */
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

/** What is wrong with single values: the schema of the form, the kind's own rule, and the field's conditions as they stand now. */
export function validateFields({ fields, record, before, ...env }: ValidationInput): ValidationErrors {
  const found: ValidationErrors = {}
  const conditionContext = { ...env, values: record }
  for (const field of fields) {
    const state = fieldState(field, conditionContext)
    const value = record[field.name]
    if (!isBlank(value)) {
      validateValue(field, value, state.required, { sight: conditionContext, known: areKnown }, found)
      if (state.visible && isWithheld(state, value, before?.[field.name])) found[field.name] ??= { code: 'option' }
    } else if (state.required) found[field.name] = missing(field)
  }
  return found
}

function validateValue(field: Field, value: unknown, required: boolean, env: RuleEnv, found: ValidationErrors): void {
  const validate = validatorOf(field, required)
  if (!validate(value)) {
    for (const error of validate.errors ?? []) addError(field, value, error, found)
  }
  if (found[field.name]) return
  for (const { path, error } of ruleFindings(field, value, env)) found[[field.name, ...path].join('.')] ??= error
}

/** The message of one ajv error, at the field or, for rows inside it, at the field of the row. */
function addError(field: Field, value: unknown, error: ErrorObject, found: ValidationErrors): void {
  const [, row, name] = error.instancePath.split('/')
  const missing =
    error.keyword === 'required' ? String((error.params as { missingProperty?: unknown }).missingProperty) : undefined
  const inner = row === undefined ? undefined : field.fields?.[missing ?? name ?? '']
  if (row !== undefined && inner) {
    const cell = Array.isArray(value) ? (value[Number(row)] as Row | undefined)?.[inner.name] : undefined
    found[`${field.name}.${row}.${inner.name}`] ??= messageOf(inner, error.keyword, cell)
  } else found[field.name] ??= messageOf(field, error.keyword, value)
}
