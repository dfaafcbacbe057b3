import { proxy } from 'valtio/vanilla'
import type { FeedMessage } from './messages.ts'
import type { NotificationSource } from './source.ts'

/** What came in since each list was last read: lists say "3 new – show" instead of changing under the person's hand. */
export interface News {
  /** Ids of notices by path of the list they are about. */
  state: { byPath: Readonly<Record<string, readonly number[]>> }
  push(message: FeedMessage): void
  /** The list at this path was reloaded. */
  seen(path: string): void
  clear(): void
}

/** Makes an empty count. A notice counts once, for the list it leads to and for the list of notices. */
export function createNews(source: NotificationSource | undefined): News {
  const state = proxy<News['state']>({ byPath: {} })
  return {
    state,
    push(message) {
      const lists = source ? [source.target(message), ...(source.list === undefined ? [] : [source.list])] : []
      for (const path of new Set(lists.map(pathOf))) {
        const known = state.byPath[path] ?? []
        if (!known.includes(message.id)) state.byPath = { ...state.byPath, [path]: [...known, message.id] }
      }
    },
    seen(path) {
      if (!state.byPath[path]) return
      const { [path]: _read, ...others } = state.byPath
      state.byPath = others
    },
    clear() {
      state.byPath = {}
    },
  }
}

function pathOf(address: string): string {
  return address.split('?')[0] ?? address
}
