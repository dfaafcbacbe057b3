import type { CrudContext } from '../context.ts'
import { type Filter, fromSearchParams, initialList, type ListState, toSearchParams } from '../query.ts'
import type { List } from './list.ts'

/** What changes the query of a list, and its form as an address. */
export interface Address {
  setPage(page: number): Promise<boolean>
  setLimit(limit: number): Promise<boolean>
  /** null is the screen's own order. */
  setSort(sort: ListState['sort']): Promise<boolean>
  /** Replaces all filters and goes to the first page. */
  setSearch(filters: readonly Filter[]): Promise<boolean>
  quickSearch(text: string): Promise<boolean>
  /** Filters, quick search and order as nobody had changed them. */
  reset(): Promise<boolean>
  /** Shows the rows that were deleted, or the others again; from the first page, without filters. */
  showDeleted(deleted: boolean): Promise<boolean>
  /** The state as the query of an address, without '?'. */
  address(): string
  /** Takes the state from the query of an address (does not load). False when it is the same already. */
  readAddress(query: string): boolean
}

/** Makes the setters of a list's query. Every change but that of the page goes to the first page, and each loads. */
export function createAddress(context: CrudContext, list: List): Address {
  const { page, state, platform } = context

  function go(change: Partial<ListState>): Promise<boolean> {
    state.query = { ...state.query, page: 1, ...change }
    state.selection = []
    return list.load()
  }

  return {
    setPage: (number) => go({ page: number }),
    setLimit: (limit) => go({ limit }),
    setSort: (sort) => go({ sort }),
    setSearch: (filters) => go({ filters }),
    quickSearch: (text) => go({ quickSearch: text }),
    showDeleted: (deleted) => {
      const { deleted: _, ...query } = initialList(page)
      state.query = deleted ? { ...query, filters: [], deleted } : query
      return go({ limit: state.query.limit })
    },
    reset: () => go({ ...initialList(page), limit: state.query.limit }),
    address: () => toSearchParams(state.query, page).toString(),
    readAddress(query) {
      const read = fromSearchParams(new URLSearchParams(query), page)
      for (const name of read.unknown) {
        platform.log.warn(`${page.id}: the address names "${name}", which is no search field of this screen`)
      }
      const same = toSearchParams(read.state, page).toString() === toSearchParams(state.query, page).toString()
      if (!same) state.query = read.state
      return !same
    },
  }
}
