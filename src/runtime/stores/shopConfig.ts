import type { KeyValue } from '../platform.ts'
import { type Persisted, persisted, sameShape } from './persist.ts'

/** Settings of the live feed. */
export interface ShopConfig {
  /** Sounds are off at every start-up, whatever was chosen last. */
  playAudio: boolean
  unreadCount: number
  /** The server sends notices to this administrator. */
  notify: boolean
  /** Port of the socket on http pages; the server names it. Not kept. */
  feedPort: number
}

export const defaultFeedPort = 2828

const initial = (): ShopConfig => ({ playAudio: false, unreadCount: 0, notify: false, feedPort: defaultFeedPort })

/** Kept under `shopConfig`: playAudio, unreadCount, notify. */
export function createShopConfig(storage: KeyValue): Persisted<ShopConfig> {
  return persisted(storage, {
    key: 'shopConfig',
    initial,
    save: ({ playAudio, unreadCount, notify }) => ({ playAudio, unreadCount, notify }),
    load: (stored, first) => ({ ...sameShape(stored, first), playAudio: false, feedPort: first.feedPort }),
  })
}
