import { proxy } from 'valtio/vanilla'

export type NoticeType = 'success' | 'info' | 'warning' | 'error'

/** A short message to the person. `times` counts the same text said again while it was still standing. */
export interface Notice {
  id: number
  type: NoticeType
  text: string
  times: number
  /** It is shown until it is closed or cleared. */
  stays?: boolean
}

/** The queue of messages the shell shows as toasts; it calls `dismiss` when one has been read. */
export interface Notices {
  state: { queue: Notice[] }
  push(type: NoticeType, text: string, options?: { stays?: boolean }): void
  dismiss(id: number): void
  clear(): void
}

const longest = 20

/** Makes an empty queue. The same text of the same type is not queued twice: a storm of equal failures is one message. */
export function createNotices(): Notices {
  const state = proxy<Notices['state']>({ queue: [] })
  let count = 0
  return {
    state,
    push(type, text, options = {}) {
      const standing = state.queue.find((notice) => notice.type === type && notice.text === text)
      if (standing) {
        standing.times++
        return
      }
      state.queue.push({ id: ++count, type, text, times: 1, ...options })
      if (state.queue.length > longest) state.queue.shift()
    },
    dismiss(id) {
      state.queue = state.queue.filter((notice) => notice.id !== id)
    },
    clear() {
      state.queue = []
    },
  }
}
