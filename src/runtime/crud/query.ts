import type { SearchField } from '../../schemas/language/list/table.ts'
import type { Page } from '../../schemas/language/page.ts'
import { isPeriod } from '../../schemas/language/wire/periods.ts'
import { listLimits, type SearchTerm } from '../../schemas/language/wire/query.ts'
import type { Operator } from '../../schemas/operators.ts'
import { recordParam } from '../navigation/recordPath.ts'

/**
 * One condition of a list as the person set it: texts of the wire (money in yuan, times in unix seconds). A range is [from, to], where ''
 * leaves an end open, or the name of a period.
 */
export interface Filter {
  field: string
  operator: Operator
  value: string | readonly string[]
}

/** What a list shows: the one truth is the address. */
export interface ListState {
  page: number
  limit: number
  sort: { field: string; direction: 'asc' | 'desc' } | null
  quickSearch: string
  filters: readonly Filter[]
  /** The rows that were deleted, instead of the others. */
  deleted?: boolean
  /** Id of the saved view that it was opened with. What it shows is in the other members, as far as it was changed since. */
  view?: number
}

/** Sizes of a page that are offered. */
export const pageSizes = [10, 20, 50, 100] as const

/** The state of a list nobody has changed. */
export function initialList(page: Page): ListState {
  return { page: 1, limit: page.table.pageSize, sort: null, quickSearch: '', filters: presetOf(page) }
}

/** The filters of a list whose address says nothing. */
function presetOf(page: Page): Filter[] {
  return Object.entries(page.table.preset).flatMap(([name, value]) => {
    const search = searchFieldOf(page, name)
    return search ? [filterOf(search.field, search.operator, typeof value === 'string' ? value : joinList(value))] : []
  })
}

const listOperators: readonly Operator[] = ['IN', 'NOT IN', 'FIND_IN_SET']
const rangeOperators: readonly Operator[] = ['RANGE', 'NOT RANGE']
const nullOperators: readonly Operator[] = ['NULL', 'NOT NULL']

/** How an operator is written behind a field's name in the address (decision 33). */
const suffixes: Readonly<Record<Operator, string>> = {
  eq: 'eq',
  ne: 'ne',
  gt: 'gt',
  egt: 'gte',
  lt: 'lt',
  elt: 'lte',
  LIKE: 'like',
  'NOT LIKE': 'notLike',
  IN: 'in',
  'NOT IN': 'notIn',
  FIND_IN_SET: 'has',
  RANGE: 'range',
  'NOT RANGE': 'notRange',
  NULL: 'null',
  'NOT NULL': 'notNull',
}
const bySuffix = new Map(Object.entries(suffixes).map(([operator, suffix]) => [suffix, operator as Operator]))

/** Names in the address that are no fields. A field of such a name is written with its operator. `all=1`: not even the preset filters. */
const reserved = new Set(['page', 'limit', 'sort', 'q', 'all', 'deleted', 'view', recordParam])

/** True when the filter asks for anything. '0' and 'false' do; '' and empty lists do not. */
export function isActive({ operator, value }: Filter): boolean {
  if (nullOperators.includes(operator)) return true
  return typeof value === 'string' ? value !== '' : value.some((part) => part !== '')
}

/** The address's query for a list state; what is as in `initial` is left out, but for filters of a view: alone, it means what was saved. */
export function toSearchParams(state: ListState, page: Page): URLSearchParams {
  const params = new URLSearchParams()
  const filters = state.filters.filter(isActive)
  const preset = presetOf(page)
  if (state.view !== undefined) params.set('view', String(state.view))
  if (state.view !== undefined || !sameFilters(filters, preset)) {
    for (const filter of filters) params.append(nameOf(filter, page), textOf(filter))
    if (filters.length === 0) params.set('all', '1')
  }
  if (state.quickSearch !== '') params.set('q', state.quickSearch)
  if (state.sort) params.set('sort', `${state.sort.field},${state.sort.direction}`)
  if (state.page !== 1) params.set('page', String(state.page))
  if (state.limit !== page.table.pageSize) params.set('limit', String(state.limit))
  if (state.deleted) params.set('deleted', '1')
  return params
}

/**
 * The list state of an address. Names that are neither the key nor a search field are returned in `unknown`, so that the person can be
 * informed.
 */
export function fromSearchParams(params: URLSearchParams, page: Page): { state: ListState; unknown: string[] } {
  const state = initialList(page)
  const unknown: string[] = []
  const filters: Filter[] = []
  const view = whole(params.get('view'), 1, Number.MAX_SAFE_INTEGER)
  for (const [name, text] of params) {
    if (reserved.has(name)) continue
    const filter = readFilter(name, text, page)
    if (!filter) unknown.push(name)
    else if (isActive(filter)) filters.push(filter)
  }
  return {
    state: {
      page: whole(params.get('page'), 1, Number.MAX_SAFE_INTEGER) ?? 1,
      limit: whole(params.get('limit'), 1, listLimits.max) ?? state.limit,
      sort: readSort(params.get('sort')),
      quickSearch: params.get('q') ?? '',
      filters: filters.length > 0 || params.has('all') ? filters : state.filters,
      ...(params.get('deleted') === '1' && page.table.deleted.length > 0 ? { deleted: true } : {}),
      ...(view === undefined ? {} : { view }),
    },
    unknown,
  }
}

/** The query of an address whose list shows what these filters let through; every operator is written out, so no page has to be known. */
export function filtersQuery(filters: readonly Filter[]): string {
  const params = new URLSearchParams()
  for (const filter of filters.filter(isActive)) params.append(`${filter.field}.${suffixes[filter.operator]}`, textOf(filter))
  return params.toString()
}

function readFilter(name: string, text: string, page: Page): Filter | undefined {
  const declared = searchFieldOf(page, name)
  if (declared) return filterOf(declared.field, declared.operator, text)
  const dot = name.lastIndexOf('.')
  const operator = bySuffix.get(name.slice(dot + 1))
  const field = searchFieldOf(page, name.slice(0, Math.max(dot, 0)))
  return operator && field ? filterOf(field.field, operator, text) : undefined
}

function sameFilters(a: readonly Filter[], b: readonly Filter[]): boolean {
  return a.length === b.length && JSON.stringify(a) === JSON.stringify(b)
}

/** The search field of this name or alias; the key of the table, the field of its tabs and its named filters always are ones (decision 33). */
export function searchFieldOf(page: Page, name: string): SearchField | undefined {
  const { search, tabs, filters } = page.table
  const declared = search.find((each) => each.field === name) ?? search.find((each) => each.alias === name)
  if (declared || name === '') return declared
  const isOwn = name === page.entity.key || (tabs && 'field' in tabs && tabs.field === name) || Object.hasOwn(filters, name)
  return isOwn ? { field: name, operator: 'eq' } : undefined
}

/** Rows before a page from which on they are not counted off again: the server begins behind the row that was last. */
const far = 1000

/** Does one page of a list come right after another, far down? */
export function followedBy(before: ListState, next: ListState): boolean {
  const isSame =
    findsSame(before, next) && before.limit === next.limit && JSON.stringify(before.sort) === JSON.stringify(next.sort)
  return isSame && next.page === before.page + 1 && before.page * before.limit >= far
}

/** True when two list states find the same rows, whatever the page and the order. */
export function findsSame(a: ListState, b: ListState): boolean {
  return a.deleted === b.deleted && a.quickSearch === b.quickSearch && sameFilters(a.filters, b.filters)
}

function filterOf(field: string, operator: Operator, text: string): Filter {
  if (nullOperators.includes(operator)) return { field, operator, value: '1' }
  if (listOperators.includes(operator)) return { field, operator, value: splitList(text) }
  if (rangeOperators.includes(operator)) {
    if (isPeriod(text)) return { field, operator, value: text }
    const [from = '', to = ''] = splitList(text)
    return { field, operator, value: [from, to] }
  }
  return { field, operator, value: text }
}

/** The bare name means the page's own operator; other operators, and clashes, are written out. */
function nameOf({ field, operator }: Filter, page: Page): string {
  const bare = searchFieldOf(page, field)?.operator === operator && !nullOperators.includes(operator) && !reserved.has(field)
  return bare ? field : `${field}.${suffixes[operator]}`
}

function textOf({ operator, value }: Filter): string {
  if (nullOperators.includes(operator)) return '1'
  return typeof value === 'string' ? value : joinList(value)
}

/** Values are joined by commas; a comma or backslash inside a value is written with a backslash before it. */
function joinList(values: readonly string[]): string {
  return values.map((value) => value.replace(/[\\,]/g, '\\$&')).join(',')
}

function splitList(text: string): string[] {
  const parts: string[] = []
  let part = ''
  let escaped = false
  for (const char of text) {
    if (escaped || (char !== '\\' && char !== ',')) {
      part += char
      escaped = false
    } else if (char === '\\') escaped = true
    else {
      parts.push(part)
      part = ''
    }
  }
  return [...parts, part]
}

function readSort(text: string | null): ListState['sort'] {
  const [field = '', direction = ''] = (text ?? '').split(',')
  return field !== '' && (direction === 'asc' || direction === 'desc') ? { field, direction } : null
}

function whole(text: string | null, from: number, to: number): number | undefined {
  if (text === null || !/^\d{1,15}$/.test(text)) return undefined
  const number = Number(text)
  return number >= from && number <= to ? number : undefined
}

/** Parameters of a list request (protocol 1.6). */
export interface ListRequest {
  page?: number
  limit?: number
  order?: string
  quickSearch?: string
  search?: SearchTerm[]
}

/** What is asked of the server for a list state. Trees come whole: they have neither page nor limit. */
export function toRequest(state: ListState, page: Page): ListRequest {
  const search = state.filters.filter(isActive).map(termOf)
  return {
    ...(page.entity.tree ? {} : { page: state.page, limit: state.limit }),
    ...(state.sort ? { order: `${state.sort.field},${state.sort.direction}` } : {}),
    ...(state.quickSearch === '' ? {} : { quickSearch: state.quickSearch }),
    ...(search.length === 0 ? {} : { search }),
  }
}

function termOf({ field, operator, value }: Filter): SearchTerm {
  if (nullOperators.includes(operator)) return { field, operator, val: '1' }
  if (rangeOperators.includes(operator)) return { field, operator, val: typeof value === 'string' ? value : value.join(',') }
  return { field, operator, val: typeof value === 'string' ? value : value.filter((part) => part !== '') }
}
