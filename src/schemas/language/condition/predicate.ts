import type { Comparison, Condition, Leaf, Operand } from '../../condition.ts'
import { isObject } from '../../isObject.ts'
import { framesTo, readReference } from './condition.ts'

export type Values = Readonly<Record<string, unknown>>

/** What a condition is evaluated against: model values by field name, who acts, and what time it is (unix seconds). */
export interface ConditionEnvironment {
  /** Of the row the condition is about. Rows inside (subtables, relations of many) are lists of such values. */
  values: Values
  /** The rows around that row, the record first; absent when it is the record itself. */
  around?: readonly Values[]
  selfId: number
  now: number
}

/** True when the row fulfils the condition. NULL (null, undefined) fails every comparison but `empty` (decision 28). */
export function holds(condition: Condition, env: ConditionEnvironment): boolean {
  return isFulfilled(condition, framesOf(env), env)
}

/** The smallest parts of the condition that are not fulfilled: what a tooltip says. Empty when the condition holds. */
export function failures(condition: Condition, env: ConditionEnvironment): Condition[] {
  return failing(condition, framesOf(env), env)
}

/** Rows from the record to the nearest. */
type Frames = readonly Values[]
/** Who acts and when. */
type Actor = Pick<ConditionEnvironment, 'selfId' | 'now'>

function framesOf({ around = [], values }: ConditionEnvironment): Frames {
  return [...around, values]
}

function failing(condition: Condition, frames: Frames, actor: Actor): Condition[] {
  if (condition.op === 'all') return condition.of.flatMap((part) => failing(part, frames, actor))
  return isFulfilled(condition, frames, actor) ? [] : [condition]
}

function isFulfilled(condition: Condition, frames: Frames, actor: Actor): boolean {
  switch (condition.op) {
    case 'all':
      return condition.of.every((part) => isFulfilled(part, frames, actor))
    case 'any':
      return condition.of.some((part) => isFulfilled(part, frames, actor))
    case 'not':
      return !isFulfilled(condition.of, frames, actor)
    case 'some':
    case 'every': {
      const around = framesTo(readReference(condition.rows), frames)
      const fits = (row: unknown) => isFulfilled(condition.of, [...around, asValues(row)], actor)
      const rows = rowsIn(readValue(condition.rows, frames))
      return condition.op === 'some' ? rows.some(fits) : rows.every(fits)
    }
    default:
      return leafHolds(condition, frames, actor)
  }
}

/** The value of a name, as a condition in the same place would read it. */
export function valueNamed(text: string, env: ConditionEnvironment): unknown {
  return readValue(text, framesOf(env))
}

/** The value of a name in a condition. */
function readValue(text: string, frames: Frames): unknown {
  const reference = readReference(text)
  return framesTo(reference, frames).at(-1)?.[reference.name]
}

/** The rows a value holds: none where it is no list. */
export function rowsIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A row as values by name; whatever is no row has none. */
export function asValues(row: unknown): Values {
  return isObject(row) ? row : {}
}

function leafHolds(condition: Leaf, frames: Frames, actor: Actor): boolean {
  const left = readValue(condition.field, frames)
  if (condition.op === 'empty') return isEmpty(left) === condition.value
  if (left === null || left === undefined) return false
  if ('values' in condition) return condition.values.some((v) => v !== null && same(left, v)) === (condition.op === 'in')
  const right = operandValue(condition.operand, frames, actor)
  if (right === null || right === undefined) return false
  return compare(condition.op, left, right)
}

function operandValue(operand: Operand, frames: Frames, actor: Actor): unknown {
  if ('value' in operand) return operand.value
  if ('self' in operand) return actor.selfId
  if ('now' in operand) return actor.now + operand.now
  return readValue(operand.field, frames)
}

/** Empty is what SQL's `IS NULL OR = ''` says, and an empty list. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Equality of model values. Lists and data are equal to nothing, not even to themselves: the database has no value of them to compare. */
function same(a: unknown, b: unknown): boolean {
  return a === b && typeof a !== 'object'
}

function compare(op: Comparison['op'], a: unknown, b: unknown): boolean {
  if (op === 'eq') return same(a, b)
  if (op === 'ne') return !same(a, b)
  const order = orderOf(a, b)
  if (order === undefined) return false
  if (op === 'gt') return order > 0
  if (op === 'gte') return order >= 0
  if (op === 'lt') return order < 0
  return order <= 0
}

/** Below 0, 0 or above it; undefined for what has no order. */
function orderOf(a: unknown, b: unknown): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return typeof a === 'string' && typeof b === 'string' ? compareTexts(a, b) : undefined
}

/** Texts in the order of their code points, as the database has them; JavaScript's own goes by UTF-16 units. */
export function compareTexts(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let i = 0; i < shorter; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    // The first differing unit decides; halves of surrogate pairs sort above all single units.
    if (x !== y) return isHalf(x) === isHalf(y) ? x - y : isHalf(x) ? 1 : -1
  }
  return a.length - b.length
}

function isHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}
