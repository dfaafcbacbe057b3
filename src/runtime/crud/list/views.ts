import type { ColumnLayout } from '../../../schemas/language/wire/columnLayout.ts'
import type { SavedView } from '../../../schemas/language/wire/envelope.ts'
import { CallError } from '../../callError.ts'
import type { CrudContext } from '../context.ts'
import { toSearchParams } from '../query.ts'

/** Saved views of a list. */
export interface Views {
  /** The saved views of the list; null when they could not be read. */
  views(): Promise<readonly SavedView[] | null>
  /** Keeps what the list shows under a name, for oneself or (super administrators) for everybody. */
  saveView(view: { name: string; columns: ColumnLayout; all: boolean }): Promise<boolean>
  deleteView(id: number): Promise<boolean>
  /** Keeps how the person has arranged the columns. Of several changes the last one counts, in whichever order they arrive. */
  saveColumns(columns: ColumnLayout): Promise<boolean>
}

/** Makes the saved views of a screen. They live on the server, so that a person has them on every device. */
export function createViews({ http, url, page, state }: CrudContext): Views {
  const done = async (call: Promise<unknown>): Promise<boolean> => {
    try {
      await call
      return true
    } catch (error) {
      if (error instanceof CallError) return false
      throw error
    }
  }
  let lastSave: Promise<unknown> = Promise.resolve()
  return {
    async views() {
      try {
        const { data } = await http.get<{ list: SavedView[] }>(url('views'), {}, { showError: false, showCodeMessage: false })
        return data.list
      } catch (error) {
        if (error instanceof CallError) return null
        throw error
      }
    },
    saveView({ name, columns, all }) {
      // What a view says holds for the first page: where one was in the list is no part of it.
      const query = toSearchParams({ ...state.query, page: 1 }, page).toString()
      return done(http.post(url('saveView'), { name, query, columns, all }, { showSuccess: true }))
    },
    saveColumns(columns) {
      const saved = lastSave.then(() => done(http.post(url('saveColumns'), { columns })))
      lastSave = saved
      return saved
    },
    deleteView: (id) => done(http.delete(url('delView'), { id }, { showSuccess: true })),
  }
}
