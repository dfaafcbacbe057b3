/** The fifteen operators of the list query language (protocol 1.6), in their canonical spelling. */
export const operators = [
  'eq',
  'ne',
  'gt',
  'egt',
  'lt',
  'elt',
  'LIKE',
  'NOT LIKE',
  'IN',
  'NOT IN',
  'FIND_IN_SET',
  'RANGE',
  'NOT RANGE',
  'NULL',
  'NOT NULL',
] as const

export type Operator = (typeof operators)[number]
