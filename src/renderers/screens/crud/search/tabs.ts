import { type Filter, isActive, type ListState } from '../../../../runtime/crud/query.ts'
import type { Page } from '../../../../schemas/language/page.ts'

/** What each tab of a list asks for besides the other filters. */
export interface TabFilter {
  /** Key of its count. */
  id: string
  filter: Filter
}

/** The tabs of a page, in order. */
export function tabFilters({ table, fields }: Page): TabFilter[] {
  const { tabs } = table
  if (!tabs) return []
  if (!('field' in tabs)) return tabs.filters.map((name) => ({ id: name, filter: { field: name, operator: 'eq', value: '1' } }))
  const operator = table.search.find((search) => search.field === tabs.field)?.operator === 'IN' ? 'IN' : 'eq'
  return (fields[tabs.field]?.options ?? []).map(({ value }) => {
    const id = String(value)
    return { id, filter: { field: tabs.field, operator, value: operator === 'IN' ? [id] : id } }
  })
}

/** The filters in force that tabs ask for. */
export function filtersOfTabs(page: Page, filters: readonly Filter[]): Filter[] {
  const own = new Set(tabFilters(page).map(({ filter }) => filter.field))
  return filters.filter((filter) => own.has(filter.field) && isActive(filter))
}

/** The filter that the pressed tab says, so that no chip has to; none in a saved view, where the view's tab is pressed. */
export function saidByTab(page: Page, { filters, view }: ListState): Filter | undefined {
  const [only, ...more] = view === undefined ? filtersOfTabs(page, filters) : []
  return only && more.length === 0 && tabFilters(page).some(({ filter }) => isSame(only, filter)) ? only : undefined
}

/** Do both ask for just the one value? */
export function isSame(a: Filter, b: Filter): boolean {
  const plain = ({ operator }: Filter) => operator === 'eq' || operator === 'IN'
  return a.field === b.field && plain(a) && plain(b) && String([a.value].flat()) === String([b.value].flat())
}
