export type Scalar = string | number | boolean | null

/**
 * What a field is compared with: a value, the acting admin, the clock (unix seconds plus an offset), or another field. Fields are named
 * as in the page: `status` in the nearest row, `$parent.status` one row out, `$root.status` in the record.
 */
export type Operand = { value: Scalar } | { self: 'id' } | { now: number } | { field: string }

/** The parsed condition: one tree that the predicate, the words, the SQL guard and the checker read. */
export type Condition =
  | { op: 'all' | 'any'; of: readonly Condition[] }
  | { op: 'not'; of: Condition }
  | { op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'; field: string; operand: Operand }
  | { op: 'in' | 'notIn'; field: string; values: readonly Scalar[] }
  | { op: 'empty'; field: string; value: boolean }
  | Quantified

/** A condition on the rows inside: of a subtable, or of a relation of many. `every` holds where there are none. */
export type Quantified = { op: 'some' | 'every'; rows: string; of: Condition }

/** A condition on one value. */
export type Leaf = Extract<Condition, { field: string }>
export type Comparison = Extract<Condition, { operand: Operand }>
