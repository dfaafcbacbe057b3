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
  /** Takes back what the message says was done; the message waits longer then. */
  undo?: () => unknown
  /** What it is about: a newer message about the same takes its place. */
  about?: string
}

export type NoticeOptions = Pick<Notice, 'stays' | 'undo' | 'about'>

/** The queue of messages the shell shows as toasts; it calls `dismiss` when one has been read. */
export interface Notices {
  state: { queue: Notice[] }
  push(type: NoticeType, text: string, options?: NoticeOptions): void
  dismiss(id: number): void
  clear(): void
}

const longest = 20

/** Messages of what went well that stand at once: more would cover what the person is working on. */
const mostPassing = 4

const isPassing = ({ type, stays }: Notice) => (type === 'success' || type === 'info') && !stays

/**
 * Makes an empty queue. The same text of the same type is not queued twice: a storm of equal failures is one message. Of what went well the
 * newest messages stand; what went wrong waits to be read.
 */
export function createNotices(): Notices {
  const state = proxy<Notices['state']>({ queue: [] })
  let count = 0
  return {
    state,
    push(type, text, options = {}) {
      const { about, undo } = options
      // What an older message would take back is not what a newer one would.
      if (about !== undefined || undo)
        state.queue = state.queue.filter((notice) => (about === undefined || notice.about !== about) && notice.text !== text)
      const standing = state.queue.find((notice) => notice.type === type && notice.text === text)
      if (standing) {
        standing.times++
        return
      }
      state.queue.push({ id: ++count, type, text, times: 1, ...options })
      const passing = state.queue.filter(isPassing)
      const oldest = passing.length > mostPassing ? passing[0] : state.queue.length > longest ? state.queue[0] : undefined
      if (oldest) state.queue = state.queue.filter(({ id }) => id !== oldest.id)
    },
    dismiss(id) {
      state.queue = state.queue.filter((notice) => notice.id !== id)
    },
    clear() {
      state.queue = []
    },
  }
}
