import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { Condition } from '../../src/schemas/language/condition.ts'
import type { Field } from '../../src/schemas/language/field.ts'
import { fieldSchema, messageOf, missing } from '../../src/schemas/language/formSchema.ts'
import { holds } from '../../src/schemas/language/predicate.ts'
import { isBlank, type RuleEnv, ruleFindings } from '../../src/schemas/language/valueRules.ts'
import type { FieldMessage, Row } from './domain.ts'
import { areKnown } from './names.ts'

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
  const env: RuleEnv = { now, known: areKnown, rowStates: (field, row) => rowStates(field, row, { selfId, now }) }
  const is = (condition: Condition | undefined) => condition !== undefined && holds(condition, { values: record, selfId, now })
  for (const field of fields) {
    const isHidden = field.when.visible !== undefined && !is(field.when.visible)
    const required = !isHidden && (field.required || is(field.when.required))
    const value = record[field.name]
    if (!isBlank(value)) judgeValue(field, value, required, env, found)
    else if (required) found[field.name] = missing(field)
  }
  return found
}

/** How the fields of a row of a subtable stand: a bare name in their conditions is a field of the same row (decision 29). */
function rowStates({ fields = {} }: Field, values: Row, actor: { selfId: number; now: number }) {
  return Object.fromEntries(
    Object.values(fields).map((field) => {
      const is = (condition: Condition | undefined) => condition !== undefined && holds(condition, { values, ...actor })
      const visible = field.when.visible === undefined || is(field.when.visible)
      return [field.name, { visible, required: visible && (field.required || is(field.when.required)) }]
    }),
  )
}

function judgeValue(field: Field, value: unknown, required: boolean, env: RuleEnv, found: Findings): void {
  const validate = validatorOf(field, required)
  if (!validate(value)) {
    for (const error of validate.errors ?? []) addError(field, value, error, found)
  }
  if (found[field.name]) return
  for (const { path, error } of ruleFindings(field, value, env)) found[[field.name, ...path].join('.')] ??= error
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
