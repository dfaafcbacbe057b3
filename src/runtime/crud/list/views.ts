import type { Page } from '../../../schemas/language/page.ts'
import type { ListViews, SavedView } from '../../../schemas/language/wire/envelope.ts'
import { CallError } from '../../callError.ts'
import { setViews } from '../../stores/columns.ts'
import type { CrudContext } from '../context.ts'
import { fromSearchParams, type ListState, toSearchParams } from '../query.ts'

/** What of a view is changed; absent members stay. `shows`: it shows from now on what the list shows. */
export interface ViewChange extends Partial<Pick<SavedView, 'name' | 'shared' | 'columns'>> {
  shows?: boolean
}

/** Saved views of a list. What the person has of them is in the store `columns`. */
export interface Views {
  /** Reads the saved views of the list again; null when they could not be read. */
  views(): Promise<ListViews | null>
  /** Keeps what the list shows under a name; its id, or null when it was refused. */
  saveView(view: Pick<SavedView, 'name' | 'columns' | 'shared'>): Promise<number | null>
  changeView(id: number, change: ViewChange): Promise<boolean>
  deleteView(id: number): Promise<boolean>
  /** The order of the views, and which of them the list opens with (null: none). */
  arrangeViews(arrangement: { order?: readonly number[]; start?: number | null }): Promise<boolean>
}

/** What a view keeps of a list: filters, quick search and order. Where one was in the list, and how long its pages are, is no part of it. */
export function viewQuery({ view: _, deleted: _deleted, ...state }: ListState, page: Page): string {
  return toSearchParams({ ...state, page: 1, limit: page.table.pageSize }, page).toString()
}

/** Does the list show something else than the view does? */
export function isChangedView(view: SavedView, state: ListState, page: Page): boolean {
  return viewQuery(fromSearchParams(new URLSearchParams(view.query), page).state, page) !== viewQuery(state, page)
}

/** Makes the saved views of a screen. They live on the server, so that a person has them on every device. */
export function createViews({ http, url, page, state, arranged }: CrudContext): Views {
  async function answered<Data>(call: Promise<{ data: Data }>): Promise<{ data: Data } | null> {
    try {
      return await call
    } catch (error) {
      if (error instanceof CallError) return null
      throw error
    }
  }
  async function read(): Promise<ListViews | null> {
    const options = { showError: false, showCodeMessage: false }
    const answer = await answered(http.get<ListViews>(url('views'), {}, options))
    if (answer) setViews(arranged, { ...arranged.views, [page.id]: answer.data })
    return answer?.data ?? null
  }
  /** Sends a change; what the person has afterwards is read again. */
  async function written<Data>(call: Promise<{ data: Data }>): Promise<{ data: Data } | null> {
    const answer = await answered(call)
    if (answer) await read()
    return answer
  }
  return {
    views: read,
    async saveView(view) {
      const body = { ...view, query: viewQuery(state.query, page) }
      const answer = await written(http.post<{ id: number }>(url('saveView'), body, { showSuccess: true }))
      return answer?.data.id ?? null
    },
    async changeView(id, { shows, ...change }) {
      const body = { id, ...change, ...(shows ? { query: viewQuery(state.query, page) } : {}) }
      return (await written(http.post(url('saveView'), body, { showSuccess: true }))) !== null
    },
    async deleteView(id) {
      return (await written(http.delete(url('delView'), { id }, { showSuccess: true }))) !== null
    },
    async arrangeViews(arrangement) {
      return (await written(http.post(url('arrangeViews'), arrangement))) !== null
    },
  }
}
