import type { KeyValue } from '../platform.ts'
import { type Persisted, persisted, sameShape } from './persist.ts'

/** What this administrator's live feed is set to. */
export interface LiveFeed {
  /** Sounds are off at every start-up, whatever was chosen last. */
  playAudio: boolean
  /** Desktop notifications while no tab is visible; opt-in. */
  desktop: boolean
  unreadCount: number
  /** The server sends notices to this administrator. */
  notify: boolean
  /** Port of the socket on http pages; the server names it. Not kept. */
  feedPort: number
}

export const defaultFeedPort = 2828

const initial = (): LiveFeed => ({
  playAudio: false,
  desktop: false,
  unreadCount: 0,
  notify: false,
  feedPort: defaultFeedPort,
})

/** Keeps playAudio, desktop, unreadCount and notify under `key`. */
export function createLiveFeed(storage: KeyValue, key: string): Persisted<LiveFeed> {
  return persisted(storage, {
    key,
    initial,
    save: ({ playAudio, desktop, unreadCount, notify }) => ({ playAudio, desktop, unreadCount, notify }),
    load: (stored, first, current) => ({
      ...sameShape(stored, first),
      unreadCount: countOf(stored.unreadCount),
      // Chosen for a tab, and said to it by the server: another tab that writes changes neither.
      playAudio: current?.playAudio ?? false,
      feedPort: current?.feedPort ?? first.feedPort,
    }),
  })
}

/** A number of notices; 0 for what is none. */
function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}
