/**
 * A value that is computed when it is read, not stored. The kinds differ in what they compute from; all about one kind is in the file of
 * its name in language/entity/virtual/. Pages write no `type`: the key that a kind alone has says which it is.
 */
export type Virtual =
  | CountVirtual
  | SumVirtual
  | RangeVirtual
  | RatioVirtual
  | LabelsVirtual
  | LeftVirtual
  | AddressVirtual
  | ComputeVirtual

export type VirtualType = Virtual['type']

export type VirtualOf<T extends VirtualType> = Extract<Virtual, { type: T }>

/** What all kinds may have. The browser knows of a kind what is here, so that it loads no file of one. */
interface VirtualBase {
  /** A list whatever the field's kind: both ends of a range, which are values of that kind, or names, which are texts. */
  list?: 'ends' | 'names' | undefined
}

/** The number of rows of a relation of many. */
export interface CountVirtual extends VirtualBase {
  type: 'count'
  count: string
}

/** The sum of a column of a relation of many: `lines.quantity`. */
export interface SumVirtual extends VirtualBase {
  type: 'sum'
  sum: string
}

/** The smallest and the largest of a column of a relation of many. */
export interface RangeVirtual extends VirtualBase {
  type: 'range'
  list: 'ends'
  range: string
}

/** A percentage of two parts: each a field, a relation to count, or a column of one to sum. */
export interface RatioVirtual extends VirtualBase {
  type: 'ratio'
  ratio: readonly [string, string]
}

/** The names of the rows that a remote field holds. */
export interface LabelsVirtual extends VirtualBase {
  type: 'labels'
  list: 'names'
  labels: string
}

/** The first number of the row less the others. */
export interface LeftVirtual extends VirtualBase {
  type: 'left'
  left: readonly string[]
}

/**
 * An address (a field, also of a relation of one) with values of the row in its places; `fill`: the field for each `{place}`. Only http and
 * https; nothing where a value is missing or holds more than letters, digits and `.-_~`.
 */
export interface AddressVirtual extends VirtualBase {
  type: 'address'
  address: string
  fill: Readonly<Record<string, string>>
}

/** Computed by a named function of the server. */
export interface ComputeVirtual extends VirtualBase {
  type: 'compute'
  compute: string
  /** The stored fields of the row that the function gets, and no others. */
  reads?: readonly string[] | undefined
  /** It is an expression of the database, by which the list can be searched and sorted. */
  sql?: boolean | undefined
  /** The form sends it too, and the screen's hooks keep it. */
  write?: boolean | undefined
}
