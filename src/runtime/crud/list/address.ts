import type { SavedView } from '../../../schemas/language/wire/envelope.ts'
import { recordParam } from '../../navigation/recordPath.ts'
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
  /** Shows a saved view as it was saved. */
  openView(id: number): Promise<boolean>
  /** Leaves the view, for the list as nobody had changed it, or for these filters. */
  leaveView(filters?: readonly Filter[]): Promise<boolean>
  /** The state as the query of an address, without '?'. */
  address(): string
  /**
   * Takes the state from the query of an address (does not load): one that says nothing means the view that the list opens with. False
   * when it is the same already.
   */
  readAddress(query: string): boolean
}

/** The address of the list as nobody had changed it, where an empty one means a view. */
const noView = 'view=0'

/** Makes the setters of a list's query. Every change but that of the page goes to the first page, and each loads. */
export function createAddress(context: CrudContext, list: List): Address {
  const { page, state, platform } = context

  function show(query: ListState): Promise<boolean> {
    state.query = query
    state.selection = []
    return list.load()
  }

  function go(change: Partial<ListState>): Promise<boolean> {
    return show({ ...state.query, page: 1, ...change })
  }

  return {
    setPage: (number) => go({ page: number }),
    setLimit: (limit) => go({ limit }),
    setSort: (sort) => go({ sort }),
    setSearch: (filters) => go({ filters }),
    quickSearch: (text) => go({ quickSearch: text }),
    showDeleted: (deleted) => {
      const query = { ...initialList(page), limit: state.query.limit }
      return show(deleted ? { ...query, filters: [], deleted } : query)
    },
    openView: (id) => {
      const view = viewOf(context, id)
      return view ? show({ ...stateOf(context, view), limit: state.query.limit }) : Promise.resolve(false)
    },
    leaveView: (filters) => show({ ...initialList(page), limit: state.query.limit, ...(filters ? { filters } : {}) }),
    reset: () => go({ ...initialList(page), limit: state.query.limit }),
    address: () => {
      const query = toSearchParams(state.query, page).toString()
      return query === '' && startOf(context) ? noView : query
    },
    readAddress(query) {
      const read = readState(context, query)
      for (const name of read.unknown) {
        platform.log.warn(`${page.id}: the address names "${name}", which is no search field of this screen`)
      }
      const same = toSearchParams(read.state, page).toString() === toSearchParams(state.query, page).toString()
      if (!same) state.query = read.state
      return !same
    },
  }
}

type Ground = Pick<CrudContext, 'page' | 'arranged'>

function viewOf({ page, arranged }: Ground, id: number | null | undefined): SavedView | undefined {
  return arranged.views?.[page.id]?.list.find((view) => view.id === id)
}

/** The view that the list opens with. */
function startOf(ground: Ground): SavedView | undefined {
  return viewOf(ground, ground.arranged.views?.[ground.page.id]?.start)
}

/** What a view shows. */
function stateOf({ page }: Ground, { id, query }: SavedView): ListState {
  return { ...fromSearchParams(new URLSearchParams(query), page).state, page: 1, view: id }
}

/** An address of a view alone shows what was saved. A view that the person does not have is left out once that is known. */
function readState(ground: Ground, query: string): { state: ListState; unknown: string[] } {
  const params = new URLSearchParams(query)
  params.delete(recordParam)
  const read = fromSearchParams(params, ground.page)
  const asked = params.size === 0 ? startOf(ground) : viewOf(ground, read.state.view)
  if (asked && params.size === Number(params.has('view'))) return { state: stateOf(ground, asked), unknown: [] }
  if (read.state.view === undefined || asked || ground.arranged.views === null) return read
  const { view: _, ...state } = read.state
  return { ...read, state }
}
