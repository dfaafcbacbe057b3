import type { Comparison, Condition, Operand, Scalar } from '../../condition.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'

export const comparisonOps = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const
export const quantifiers = ['some', 'every'] as const
const fieldOps = [...comparisonOps, 'in', 'notIn', 'empty'] as const

/** What the parser needs to know of the row a condition is about. */
export interface ConditionScope {
  /** Names that may be used, for suggestions. */
  names: readonly string[]
  has(name: string): boolean
  /** Model value of a value written in JSON for this field, or the reason why it is none. */
  value(name: string, json: unknown): { value: Scalar } | { wrong: string }
  /** The scope of the rows inside a field or relation; undefined where there are none. */
  inside(name: string): ConditionScope | undefined
  /** The row around this one, and the record; absent for the record itself. */
  parent?: ConditionScope
}

/** Where a name leads: how many rows out (`root`: to the record), and the field there. */
export interface Reference {
  out: 0 | 1 | 'root'
  name: string
}

/** `status`, `$parent.status` and `$root.status` taken apart. */
export function readReference(text: string): Reference {
  const outer = /^\$(parent|root)\.(.*)$/.exec(text)
  return outer ? { out: outer[1] === 'parent' ? 1 : 'root', name: outer[2] ?? '' } : { out: 0, name: text }
}

/** The frames around what a reference names, from the record to the row it stands in, of frames from the record to the nearest row. */
export function framesTo<T>({ out }: Reference, frames: readonly T[]): readonly T[] {
  return frames.slice(0, out === 'root' ? 1 : frames.length - out)
}

/**
 * Parses a condition written in a page: members are AND-ed; `any: [...]`, `all: [...]`, `not: {...}`; a bare value means `eq`; rows inside are read by
 * `some` and `every` only (decision 29).
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
    if (key === 'any' || key === 'all') parts.push({ op: key, of: parseList(value, scope, at, issues) })
    else if (key === 'not') parts.push({ op: 'not', of: parseCondition(value, scope, at, issues) })
    else if (isKnown(key, scope, at, issues)) parts.push(...parseField(key, value, scope, at, issues))
  }
  if (parts.length === 0 && Object.keys(json).length === 0)
    issues.push(issueAt(path, 'an empty condition is always true', 'remove it'))
  const only = parts[0]
  return parts.length === 1 && only ? only : { op: 'all', of: parts }
}

/** The scope that a reference leads to; undefined where there is no row so far out. */
function scopeOf(text: string, scope: ConditionScope): ConditionScope | undefined {
  const frames = [scope]
  for (let outer = scope.parent; outer; outer = outer.parent) frames.unshift(outer)
  return framesTo(readReference(text), frames).at(-1)
}

/** Is there a field, or a list of rows, of this name? What is wrong with it is told. */
function isKnown(text: string, scope: ConditionScope, path: readonly (string | number)[], issues: Issue[]): boolean {
  const { out, name } = readReference(text)
  const target = scopeOf(text, scope)
  if (target && (target.has(name) || target.inside(name))) return true
  if (!target) issues.push(issueAt(path, 'there is no row around this one', `write "${name}"`))
  else if (text.startsWith('$') && out === 0)
    issues.push(issueAt(path, `no such scope "${text}"`, 'allowed: $parent.<field>, $root.<field>'))
  else {
    const prefix = text.slice(0, text.length - name.length)
    const names = target.names.map((each) => prefix + each)
    issues.push(issueAt(path, 'no such field', outward(name, out, target.parent) || suggest(text, names)))
  }
  return false
}

/** The way to a name that stands in a row further out than `out`. */
function outward(name: string, out: Reference['out'], parent: ConditionScope | undefined): string {
  if (!parent) return ''
  const prefix = out === 0 ? '$parent' : '$root'
  return parent.has(name) ? `did you mean "${prefix}.${name}"?` : outward(name, 1, parent.parent)
}

function parseList(json: unknown, scope: ConditionScope, path: readonly (string | number)[], issues: Issue[]): Condition[] {
  if (!Array.isArray(json) || json.length === 0) {
    issues.push(issueAt(path, `"${path.at(-1)}" takes a list of conditions`))
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
  const isRows = scopeOf(name, scope)?.inside(readReference(name).name) !== undefined
  if (isRows && (json === null || typeof json !== 'object' || Array.isArray(json) || isOperandObject(json))) {
    issues.push(
      issueAt(path, 'rows are not compared with a value', 'write { "some": {…} }, { "every": {…} } or { "empty": true }'),
    )
    return []
  }
  if (json === null || typeof json !== 'object' || isOperandObject(json)) return comparison('eq', name, json, scope, path, issues)
  if (Array.isArray(json)) {
    issues.push(issueAt(path, 'a list is not a value', 'write { "in": [...] }'))
    return []
  }
  const parts: Condition[] = []
  const { name: own } = readReference(name)
  const target = scopeOf(name, scope)
  const rows = target?.inside(own)
  for (const [op, value] of Object.entries(json)) {
    const at = [...path, op]
    if (op === 'some' || op === 'every') {
      if (rows) parts.push({ op, rows: name, of: parseCondition(value, { ...rows, parent: target ?? scope }, at, issues) })
      else issues.push(issueAt(at, `"${name}" has no rows inside`, `allowed: ${fieldOps.join(', ')}`))
    } else if (rows && op !== 'empty') {
      issues.push(issueAt(at, `rows are not compared with "${op}"`, 'allowed: some, every, empty'))
    } else if (op === 'in' || op === 'notIn') parts.push(...inList(op, name, value, scope, at, issues))
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
    const read = valueIn(name, item, scope)
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

/** Rows inside are no value that another could be compared with. */
function isComparable(text: string, scope: ConditionScope, path: readonly (string | number)[], issues: Issue[]): boolean {
  if (!isKnown(text, scope, path, issues)) return false
  const { name } = readReference(text)
  const target = scopeOf(text, scope)
  if (target?.has(name) && !target.inside(name)) return true
  issues.push(issueAt(path, `"${text}" is a list of rows and no value`))
  return false
}

function valueIn(text: string, json: unknown, scope: ConditionScope) {
  return scopeOf(text, scope)?.value(readReference(text).name, json) ?? { wrong: 'no such field' }
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
      return isComparable(value, scope, [...path, '$field'], issues) ? { field: value } : undefined
    }
    issues.push(issueAt(path, 'not an operand', 'allowed: a value, { "$self": "id" }, { "$now": seconds }, { "$field": "name" }'))
    return undefined
  }
  const read = valueIn(name, json, scope)
  if ('wrong' in read) {
    issues.push(issueAt(path, read.wrong))
    return undefined
  }
  return { value: read.value }
}

/** A field, or a list of rows, that a condition reads: its name, and the lists that lead to its row from the record. */
export interface Read {
  path: readonly string[]
  name: string
}

/** Everything a condition reads, in its order, each place once. `at`: the lists that lead to the row the condition is about. */
export function conditionReads(condition: Condition, at: readonly string[] = []): Read[] {
  const found = new Map(readsOf(condition, at).map((read) => [[...read.path, read.name].join('.'), read]))
  return [...found.values()]
}

function readsOf(condition: Condition, at: readonly string[]): Read[] {
  const read = (text: string): Read => {
    const { out, name } = readReference(text)
    return { path: out === 'root' ? [] : at.slice(0, at.length - out), name }
  }
  switch (condition.op) {
    case 'all':
    case 'any':
      return condition.of.flatMap((part) => readsOf(part, at))
    case 'not':
      return readsOf(condition.of, at)
    case 'some':
    case 'every': {
      const list = read(condition.rows)
      return [list, ...readsOf(condition.of, [...list.path, list.name])]
    }
    default:
      return [condition.field, ...('operand' in condition && 'field' in condition.operand ? [condition.operand.field] : [])].map(
        read,
      )
  }
}

/** Names of the fields and lists of the record that a condition on the record reads; the dependency of whatever it governs. */
export function conditionFields(condition: Condition): string[] {
  return conditionReads(condition).flatMap(({ path, name }) => (path.length === 0 ? [name] : []))
}
