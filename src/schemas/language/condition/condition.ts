import type { Comparison, Condition, Operand, Scalar } from '../../condition.ts'
import { type Issue, suggest } from '../issue.ts'
import { type Path, type Place, refuse, within } from '../place.ts'

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

/** The frames of a reference, from the record to its row, out of the frames from the record to the nearest row. */
export function framesTo<T>({ out }: Reference, frames: readonly T[]): readonly T[] {
  return frames.slice(0, out === 'root' ? 1 : frames.length - out)
}

/** Where a part of a condition is read, and the row it is about. */
interface ConditionPlace extends Place {
  scope: ConditionScope
}

/**
 * Parses a condition written in a page: members are AND-ed; `any: [...]`, `all: [...]`, `not: {...}`; a bare value means `eq`; rows inside are read by
 * `some` and `every` only (decision 29).
 * Findings are pushed to `issues` under `path`; the returned tree is usable only when there are none.
 */
export function parseCondition(json: unknown, scope: ConditionScope, path: Path, issues: Issue[]): Condition {
  return parsePart(json, { scope, at: path, issues })
}

function parsePart(json: unknown, place: ConditionPlace): Condition {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) {
    refuse(place, 'a condition must be an object like { "status": 2 }')
    return { op: 'all', of: [] }
  }
  const parts: Condition[] = []
  for (const [key, value] of Object.entries(json)) {
    const inner = within(place, key)
    if (key === 'any' || key === 'all') parts.push({ op: key, of: parseList(value, inner) })
    else if (key === 'not') parts.push({ op: 'not', of: parsePart(value, inner) })
    else if (isKnown(key, inner)) parts.push(...parseField(key, value, inner))
  }
  if (parts.length === 0 && Object.keys(json).length === 0) refuse(place, 'an empty condition is always true', 'remove it')
  const only = parts[0]
  return parts.length === 1 && only ? only : { op: 'all', of: parts }
}

/** The scope that a reference leads to; undefined where there is no row so far out. */
function scopeOf(text: string, scope: ConditionScope): ConditionScope | undefined {
  const frames = [scope]
  for (let outer = scope.parent; outer; outer = outer.parent) frames.unshift(outer)
  return framesTo(readReference(text), frames).at(-1)
}

/** Whether there is a field, or a list of rows, of this name; reports what is wrong with it. */
function isKnown(text: string, place: ConditionPlace): boolean {
  const { out, name } = readReference(text)
  const target = scopeOf(text, place.scope)
  if (target && (target.has(name) || target.inside(name))) return true
  if (!target) refuse(place, 'there is no row around this one', `write "${name}"`)
  else if (text.startsWith('$') && out === 0) refuse(place, `no such scope "${text}"`, 'allowed: $parent.<field>, $root.<field>')
  else {
    const prefix = text.slice(0, text.length - name.length)
    const names = target.names.map((each) => prefix + each)
    refuse(place, 'no such field', outward(name, out, target.parent) || suggest(text, names))
  }
  return false
}

/** The path to a name in a row further out than `out`. */
function outward(name: string, out: Reference['out'], parent: ConditionScope | undefined): string {
  if (!parent) return ''
  const prefix = out === 0 ? '$parent' : '$root'
  return parent.has(name) ? `did you mean "${prefix}.${name}"?` : outward(name, 1, parent.parent)
}

function parseList(json: unknown, place: ConditionPlace): Condition[] {
  if (!Array.isArray(json) || json.length === 0) {
    refuse(place, `"${place.at.at(-1)}" takes a list of conditions`)
    return []
  }
  return json.map((part, i) => parsePart(part, within(place, i)))
}

function parseField(name: string, json: unknown, place: ConditionPlace): Condition[] {
  const target = scopeOf(name, place.scope)
  const isRows = target?.inside(readReference(name).name) !== undefined
  if (isRows && (json === null || typeof json !== 'object' || Array.isArray(json) || isOperandObject(json))) {
    refuse(place, 'rows are not compared with a value', 'write { "some": {…} }, { "every": {…} } or { "empty": true }')
    return []
  }
  if (json === null || typeof json !== 'object' || isOperandObject(json))
    return comparison({ op: 'eq', field: name }, json, place)
  if (Array.isArray(json)) {
    refuse(place, 'a list is not a value', 'write { "in": [...] }')
    return []
  }
  return Object.entries(json).flatMap(([op, value]) => parseOp({ op, field: name }, value, within(place, op)))
}

/** A comparison while it is read: its operator, and the field or list of rows as the page names it. */
interface Compared<Op extends string = string> {
  op: Op
  field: string
}

function parseOp({ op, field }: Compared, json: unknown, place: ConditionPlace): Condition[] {
  const target = scopeOf(field, place.scope)
  const rows = target?.inside(readReference(field).name)
  if (op === 'some' || op === 'every') {
    if (rows) return [{ op, rows: field, of: parsePart(json, { ...place, scope: { ...rows, parent: target ?? place.scope } }) }]
    refuse(place, `"${field}" has no rows inside`, `allowed: ${fieldOps.join(', ')}`)
    return []
  }
  if (rows && op !== 'empty') {
    refuse(place, `rows are not compared with "${op}"`, 'allowed: some, every, empty')
    return []
  }
  if (op === 'in' || op === 'notIn') return inList({ op, field }, json, place)
  if (op === 'empty') {
    if (typeof json !== 'boolean') refuse(place, '"empty" takes true or false')
    return [{ op, field, value: json === true }]
  }
  if (isComparisonOp(op)) return comparison({ op, field }, json, place)
  refuse(place, `no such comparison "${op}"`, suggest(op, fieldOps))
  return []
}

function isComparisonOp(op: string): op is Comparison['op'] {
  return comparisonOps.some((each) => each === op)
}

function inList({ op, field }: Compared<'in' | 'notIn'>, json: unknown, place: ConditionPlace): Condition[] {
  if (!Array.isArray(json) || json.length === 0) {
    refuse(place, `"${op}" takes a list of values`)
    return []
  }
  const values: Scalar[] = []
  for (const [i, item] of json.entries()) {
    const read = valueIn(field, item, place.scope)
    if ('wrong' in read) refuse(within(place, i), read.wrong)
    else values.push(read.value)
  }
  return [{ op, field, values }]
}

function comparison({ op, field }: Compared<Comparison['op']>, json: unknown, place: ConditionPlace): Condition[] {
  const operand = parseOperand(field, json, place)
  return operand ? [{ op, field, operand }] : []
}

function isOperandObject(json: object): boolean {
  const keys = Object.keys(json)
  return keys.length > 0 && keys.every((k) => k.startsWith('$'))
}

/** Rows inside are no value that another could be compared with. */
function isComparable(text: string, place: ConditionPlace): boolean {
  if (!isKnown(text, place)) return false
  const { name } = readReference(text)
  const target = scopeOf(text, place.scope)
  if (target?.has(name) && !target.inside(name)) return true
  refuse(place, `"${text}" is a list of rows and no value`)
  return false
}

function valueIn(text: string, json: unknown, scope: ConditionScope) {
  return scopeOf(text, scope)?.value(readReference(text).name, json) ?? { wrong: 'no such field' }
}

function parseOperand(name: string, json: unknown, place: ConditionPlace): Operand | undefined {
  if (json !== null && typeof json === 'object') {
    const entries = Object.entries(json)
    const [key, value] = entries[0] ?? ['', null]
    if (entries.length === 1 && key === '$self' && value === 'id') return { self: 'id' }
    if (entries.length === 1 && key === '$now' && typeof value === 'number') return { now: value }
    if (entries.length === 1 && key === '$field' && typeof value === 'string') {
      return isComparable(value, within(place, '$field')) ? { field: value } : undefined
    }
    refuse(place, 'not an operand', 'allowed: a value, { "$self": "id" }, { "$now": seconds }, { "$field": "name" }')
    return undefined
  }
  const read = valueIn(name, json, place.scope)
  if ('wrong' in read) {
    refuse(place, read.wrong)
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
