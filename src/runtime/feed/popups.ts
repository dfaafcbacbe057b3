import { proxy } from 'valtio/vanilla'
import type { FeedMessage } from './messages.ts'

/** Milliseconds between two popups when one is showing already. */
export const popupGap = 3_000

/** Notifications shown bottom right. Those in `showing` stay until dismissed; the others queue. */
export interface Popups {
  state: { showing: FeedMessage[]; waiting: FeedMessage[] }
  push(message: FeedMessage): void
  dismiss(id: number): void
  clear(): void
}

/** Makes an empty queue. */
export function createPopups(): Popups {
  const state = proxy<Popups['state']>({ showing: [], waiting: [] })
  let timer: ReturnType<typeof setTimeout> | undefined

  function next() {
    timer = undefined
    const message = state.waiting.shift()
    if (!message) return
    state.showing.push(message)
    timer = setTimeout(next, popupGap)
  }

  return {
    state,
    push(message) {
      const known = [...state.showing, ...state.waiting].some(({ id }) => id === message.id)
      if (known) return
      state.waiting.push(message)
      if (timer === undefined) next()
    },
    dismiss(id) {
      state.showing = state.showing.filter((message) => message.id !== id)
    },
    clear() {
      clearTimeout(timer)
      timer = undefined
      Object.assign(state, { showing: [], waiting: [] })
    },
  }
}
