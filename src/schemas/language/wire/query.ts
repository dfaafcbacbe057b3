import { type Operator, operators } from '../../operators.ts'

const aliases: Record<string, Operator> = { '=': 'eq', '<>': 'ne', '>': 'gt', '>=': 'egt', '<': 'lt', '<=': 'elt' }

/** The canonical operator for what a client sent (any case, symbol or word), or undefined when there is no such operator. */
export function parseOperator(text: string): Operator | undefined {
  const upper = text.trim().replace(/\s+/g, ' ')
  return aliases[upper] ?? operators.find((o) => o.toLowerCase() === upper.toLowerCase())
}

/** One row of `search[n]`. `val` is text, a list, or 'a,b' for ranges; `render: 'datetime'` marks date texts. */
export interface SearchTerm {
  field: string
  operator: Operator
  val: string | string[]
  render?: string
}

/** A list request after parsing, before the page's whitelist is applied. */
export interface ListQuery {
  page: number
  limit: number
  order?: { field: string; direction: 'asc' | 'desc' }
  quickSearch: string
  search: SearchTerm[]
  /** Remote selects and links: rows whose `initKey` is one of these. */
  initKey?: string
  initValue?: string[]
  /** Key of the row that the page begins behind, in the list's order; `page` serves where there is none such. */
  after?: string
  /** Columns of the list that are shown: rows carry these, and what else the screen needs of a row. Absent: everything. */
  columns?: readonly string[]
  select: boolean
  isTree: boolean
}

export const listLimits = { default: 10, max: 200, initValues: 200, tree: 5000, exactTotal: 10_000 } as const
