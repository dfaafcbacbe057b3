import { type Issue, issueAt, suggest } from './issue.ts'

export type Scalar = string | number | boolean | null

/** What a field is compared with: a value, the acting admin, the clock (unix seconds plus an offset), or another field of the same row. */
export type Operand = { value: Scalar } | { self: 'id' } | { now: number } | { field: string }

/** The parsed condition: one tree that the predicate, the words, the SQL guard and the checker read. */
export type Condition =
  | { op: 'all' | 'any'; of: readonly Condition[] }
  | { op: 'not'; of: Condition }
  | { op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'; field: string; operand: Operand }
  | { op: 'in' | 'notIn'; field: string; values: readonly Scalar[] }
  | { op: 'empty'; field: string; value: boolean }

export type Comparison = Extract<Condition, { operand: Operand }>

export const comparisonOps = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const
const fieldOps = [...comparisonOps, 'in', 'notIn', 'empty'] as const

/** What the parser needs to know of a field: may it be named here, and how a value written in the page becomes a model value. */
export interface ConditionScope {
  /** Names that may be used, for suggestions. */
  names: readonly string[]
  has(name: string): boolean
  /** Model value of a value written in JSON for this field, or the reason why it is none. */
  value(name: string, json: unknown): { value: Scalar } | { wrong: string }
}

/**
 * Parses a condition written in a page: members are AND-ed; `any: [...]`, `not: {...}`; a bare value means `eq`.
 * Findings are pushed to `issues` under `path`; the returned tree is usable only when there are none.
 */
export function parseCondition(
  json: unknown,
  scope: ConditionScope,
  path: readonly (string | number)[],
  issues: Issue[],
): Condition {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) {
    issues.push(issueAt(path, 'a condition must be an object like { "status": 2 }'))
    return { op: 'all', of: [] }
  }
  const parts: Condition[] = []
  for (const [key, value] of Object.entries(json)) {
    const at = [...path, key]
    if (key === 'any') parts.push({ op: 'any', of: parseList(value, scope, at, issues) })
    else if (key === 'not') parts.push({ op: 'not', of: parseCondition(value, scope, at, issues) })
    else if (scope.has(key)) parts.push(...parseField(key, value, scope, at, issues))
    else issues.push(issueAt(at, 'no such field', suggest(key, scope.names)))
  }
  if (parts.length === 0 && Object.keys(json).length === 0)
    issues.push(issueAt(path, 'an empty condition is always true', 'remove it'))
  const only = parts[0]
  return parts.length === 1 && only ? only : { op: 'all', of: parts }
}

function parseList(json: unknown, scope: ConditionScope, path: readonly (string | number)[], issues: Issue[]): Condition[] {
  if (!Array.isArray(json) || json.length === 0) {
    issues.push(issueAt(path, '"any" takes a list of conditions'))
    return []
  }
  return json.map((part, i) => parseCondition(part, scope, [...path, i], issues))
}

function parseField(
  name: string,
  json: unknown,
  scope: ConditionScope,
  path: readonly (string | number)[],
  issues: Issue[],
): Condition[] {
  if (json === null || typeof json !== 'object' || isOperandObject(json)) return comparison('eq', name, json, scope, path, issues)
  if (Array.isArray(json)) {
    issues.push(issueAt(path, 'a list is not a value', 'write { "in": [...] }'))
    return []
  }
  const parts: Condition[] = []
  for (const [op, value] of Object.entries(json)) {
    const at = [...path, op]
    if (op === 'in' || op === 'notIn') parts.push(...inList(op, name, value, scope, at, issues))
    else if (op === 'empty') {
      if (typeof value !== 'boolean') issues.push(issueAt(at, '"empty" takes true or false'))
      parts.push({ op: 'empty', field: name, value: value === true })
    } else if ((comparisonOps as readonly string[]).includes(op)) {
      parts.push(...comparison(op as Comparison['op'], name, value, scope, at, issues))
    } else issues.push(issueAt(at, `no such comparison "${op}"`, suggest(op, fieldOps)))
  }
  return parts
}

function inList(
  op: 'in' | 'notIn',
  name: string,
  json: unknown,
  scope: ConditionScope,
  path: readonly (string | number)[],
  issues: Issue[],
) {
  if (!Array.isArray(json) || json.length === 0) {
    issues.push(issueAt(path, `"${op}" takes a list of values`))
    return []
  }
  const values: Scalar[] = []
  for (const [i, item] of json.entries()) {
    const read = scope.value(name, item)
    if ('wrong' in read) issues.push(issueAt([...path, i], read.wrong))
    else values.push(read.value)
  }
  return [{ op, field: name, values } satisfies Condition]
}

function comparison(
  op: Comparison['op'],
  name: string,
  json: unknown,
  scope: ConditionScope,
  path: readonly (string | number)[],
  issues: Issue[],
): Condition[] {
  const operand = parseOperand(name, json, scope, path, issues)
  return operand ? [{ op, field: name, operand }] : []
}

function isOperandObject(json: object): boolean {
  const keys = Object.keys(json)
  return keys.length > 0 && keys.every((k) => k.startsWith('$'))
}

function parseOperand(
  name: string,
  json: unknown,
  scope: ConditionScope,
  path: readonly (string | number)[],
  issues: Issue[],
): Operand | undefined {
  if (json !== null && typeof json === 'object') {
    const entries = Object.entries(json)
    const [key, value] = entries[0] ?? ['', null]
    if (entries.length === 1 && key === '$self' && value === 'id') return { self: 'id' }
    if (entries.length === 1 && key === '$now' && typeof value === 'number') return { now: value }
    if (entries.length === 1 && key === '$field' && typeof value === 'string') {
      if (scope.has(value)) return { field: value }
      issues.push(issueAt([...path, '$field'], `no such field "${value}"`, suggest(value, scope.names)))
      return undefined
    }
    issues.push(issueAt(path, 'not an operand', 'allowed: a value, { "$self": "id" }, { "$now": seconds }, { "$field": "name" }'))
    return undefined
  }
  const read = scope.value(name, json)
  if ('wrong' in read) {
    issues.push(issueAt(path, read.wrong))
    return undefined
  }
  return { value: read.value }
}

/** Every field name a condition reads; the dependency of whatever it governs. */
export function conditionFields(condition: Condition): string[] {
  if (condition.op === 'not') return conditionFields(condition.of)
  if ('of' in condition) return [...new Set(condition.of.flatMap(conditionFields))]
  const other = 'operand' in condition && 'field' in condition.operand ? [condition.operand.field] : []
  return [condition.field, ...other]
}
