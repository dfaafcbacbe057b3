import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { kindOf } from '../../src/schemas/kinds/index.ts'
import type { Condition } from '../../src/schemas/language/condition.ts'
import type { Field } from '../../src/schemas/language/field.ts'
import { fieldSchema, messageOf } from '../../src/schemas/language/formSchema.ts'
import { holds } from '../../src/schemas/language/predicate.ts'
import type { FieldMessage, Row } from './domain.ts'

/** Findings by field; of rows inside a field as `lines.0.quantity`. */
export type Findings = Record<string, FieldMessage>

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

export interface Judged {
  /** The fields to judge: those that were posted; all of the form when adding. */
  fields: readonly Field[]
  /** The record as it would be, for conditions. */
  record: Readonly<Row>
  selfId: number
  now: number
}

/** What is wrong with single values: the schema of the form, the kind's own rule, and `when.required` as it stands now. */
export function judgeFields({ fields, record, selfId, now }: Judged): Findings {
  const found: Findings = {}
  const is = (condition: Condition | undefined) => condition !== undefined && holds(condition, { values: record, selfId, now })
  for (const field of fields) {
    const isHidden = field.when.visible !== undefined && !is(field.when.visible)
    const required = !isHidden && (field.required || is(field.when.required))
    judgeField(field, record[field.name], required, isHidden, found)
  }
  return found
}

function judgeField(field: Field, value: unknown, required: boolean, isHidden: boolean, found: Findings): void {
  if (isHidden && isEmpty(value)) return
  if (isEmpty(value)) {
    if (required) found[field.name] = { code: 'required' }
    return
  }
  const validate = validatorOf(field, required)
  if (!validate(value)) {
    for (const error of validate.errors ?? []) addError(field, value, error, found)
  }
  const own = found[field.name] ? undefined : kindOf(field).check?.(value, field)
  if (own) found[field.name] = { code: own }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The message of one ajv error, at the field or, for rows inside it, at the field of the row. */
function addError(field: Field, value: unknown, error: ErrorObject, found: Findings): void {
  const [, row, name] = error.instancePath.split('/')
  const missing =
    error.keyword === 'required' ? String((error.params as { missingProperty?: unknown }).missingProperty) : undefined
  const inner = row === undefined ? undefined : field.fields?.[missing ?? name ?? '']
  if (row !== undefined && inner) {
    const cell = Array.isArray(value) ? (value[Number(row)] as Row | undefined)?.[inner.name] : undefined
    found[`${field.name}.${row}.${inner.name}`] ??= messageOf(inner, error.keyword, cell)
  } else found[field.name] ??= messageOf(field, error.keyword, value)
}
