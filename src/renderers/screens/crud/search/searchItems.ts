import type { Filter } from '../../../../runtime/crud/query.ts'
import type { Field } from '../../../../schemas/field.ts'
import { kindOf } from '../../../../schemas/kinds/index.ts'
import type { SearchInput } from '../../../../schemas/kinds/kind.ts'
import type { Page } from '../../../../schemas/language/page.ts'
import type { Operator } from '../../../../schemas/operators.ts'
import { wordsAt } from '../../../cells/words.ts'
import { fieldAt } from '../columns.ts'

/** Labels of the rows that a list is filtered by: by field and key; undefined while they are not known. */
export type FilterNames = (field: string, key: string) => string | undefined

/** One input of the search panel: what is asked for, and how. */
export interface SearchItem {
  name: string
  label: string
  operator: Operator
  field: Field | null
  /** `named`: a filter of the page with a name of its own, yes or no. */
  input: SearchInput | 'named'
  words: string
}

type Find = (key: string, params?: Readonly<Record<string, string>>) => string | undefined

/** The inputs of a page's search panel, in order. */
export function searchItems(page: Page, find: Find): SearchItem[] {
  const tabs = page.table.tabs && 'filters' in page.table.tabs ? page.table.tabs.filters : []
  // What has a tab needs no input.
  const named = Object.keys(page.table.filters).filter((name) => !tabs.includes(name))
  return [
    ...page.table.search.map(({ field: name, operator }) => itemOf(page, name, operator, find)),
    ...named.map((name) => itemOf(page, name, 'eq', find)),
  ]
}

/** The input for one field and operator; also for filters of the address that have none in the panel. */
export function itemOf(page: Page, name: string, operator: Operator, find: Find): SearchItem {
  if (Object.hasOwn(page.table.filters, name)) {
    const words = `filters.${name}`
    return { name, operator, field: null, words, input: 'named', label: find(words) ?? name }
  }
  const field = fieldAt(page, name)
  const label = labelOf(name, find)
  const isShared = page.table.search.some((other) => other.field !== name && labelOf(other.field, find) === label)
  // A list may ask for the row of another one (a member) and for a part of its name: both are called the same.
  const own = isShared && operator === 'LIKE' ? find('ui.filters.contains', { label }) : undefined
  return { name, operator, field, words: wordsAt(name), input: inputFor(field, operator), label: own ?? label }
}

const labelOf = (name: string, find: Find) => find(`${wordsAt(name)}.label`) ?? name

const byOperator: Partial<Record<Operator, SearchInput>> = {
  NULL: 'switch',
  'NOT NULL': 'switch',
  LIKE: 'text',
  'NOT LIKE': 'text',
}

/** The operator decides first: a range needs two ends, "is empty" only a yes; then the kind. */
function inputFor(field: Field | null, operator: Operator): SearchInput {
  const forced = byOperator[operator]
  if (forced) return forced
  if (!field) return operator === 'RANGE' || operator === 'NOT RANGE' ? 'range' : 'text'
  const own = field.source ? 'remote' : field.options ? 'options' : kindOf(field).input
  if (operator === 'RANGE' || operator === 'NOT RANGE') return own === 'dateRange' ? 'dateRange' : 'range'
  if (own === 'range') return 'number'
  return own === 'dateRange' || own === 'none' ? 'text' : own
}

/** May several values be asked for at once? */
export function isMany(operator: Operator): boolean {
  return operator === 'IN' || operator === 'NOT IN' || operator === 'FIND_IN_SET'
}

/** Does the value ask for nothing? */
export function isBlank(value: Filter['value']): boolean {
  return typeof value === 'string' ? value.trim() === '' : value.every((part) => part.trim() === '')
}

/** The codes of a region in a filter. */
export function codesOf(value: Filter['value']): number[] {
  return (typeof value === 'string' ? value.split(',') : [...value]).filter(Boolean).map(Number)
}
