import type { Comparison, Condition, Operand, Scalar } from './condition.ts'

/** What a condition is evaluated against: model values by field name, who acts, and what time it is (unix seconds). */
export interface ConditionEnvironment {
  values: Readonly<Record<string, unknown>>
  selfId: number
  now: number
}

/** True when the row fulfils the condition. NULL (null, undefined) fails every comparison but `empty` (decision 28). */
export function holds(condition: Condition, env: ConditionEnvironment): boolean {
  return failures(condition, env).length === 0
}

/** The smallest parts of the condition that are not fulfilled: what a tooltip says. Empty when the condition holds. */
export function failures(condition: Condition, env: ConditionEnvironment): Condition[] {
  switch (condition.op) {
    case 'all':
      return condition.of.flatMap((part) => failures(part, env))
    case 'any':
      return condition.of.some((part) => holds(part, env)) ? [] : [condition]
    case 'not':
      return holds(condition.of, env) ? [condition] : []
    default:
      return leafHolds(condition, env) ? [] : [condition]
  }
}

function leafHolds(condition: Exclude<Condition, { op: 'all' | 'any' | 'not' }>, env: ConditionEnvironment): boolean {
  const left = env.values[condition.field]
  if (condition.op === 'empty') return isEmpty(left) === condition.value
  if (left === null || left === undefined) return false
  if ('values' in condition) return condition.values.some((v) => v !== null && same(left, v)) === (condition.op === 'in')
  const right = operandValue(condition.operand, env)
  if (right === null || right === undefined) return false
  return compare(condition.op, left, right)
}

function operandValue(operand: Operand, env: ConditionEnvironment): unknown {
  if ('value' in operand) return operand.value
  if ('self' in operand) return env.selfId
  if ('now' in operand) return env.now + operand.now
  return env.values[operand.field]
}

/** Empty is what SQL's `IS NULL OR = ''` says, and an empty list. */
function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Equality of model values; a list field is equal to a value it contains nothing of, so lists are never equal to a scalar. */
function same(a: unknown, b: unknown): boolean {
  return a === b
}

function compare(op: Comparison['op'], a: unknown, b: unknown): boolean {
  if (op === 'eq') return same(a, b)
  if (op === 'ne') return !same(a, b)
  if (typeof a !== typeof b || (typeof a !== 'number' && typeof a !== 'string')) return false
  const x = a as Scalar & (string | number)
  const y = b as Scalar & (string | number)
  if (op === 'gt') return x > y
  if (op === 'gte') return x >= y
  if (op === 'lt') return x < y
  return x <= y
}
