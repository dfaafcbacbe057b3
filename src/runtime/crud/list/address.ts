import type { Crud, CrudContext } from '../crud.ts'
import type { List } from './list.ts'
import { fromSearchParams, initialList, type ListState, toSearchParams } from './query.ts'

/** What changes the query of a list, and its form as an address. */
export type Address = Pick<
  Crud,
  'setPage' | 'setLimit' | 'setSort' | 'setSearch' | 'quickSearch' | 'reset' | 'showDeleted' | 'address' | 'readAddress'
>

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
