import type { WorkNews } from '../../schemas/api/works.ts'
import type { ChannelLike, Platform } from '../platform.ts'
import type { Push } from './messages.ts'

/** Messages between the tabs of one browser. */
export type TabMessage =
  /** Received by the tab that holds the socket. */
  | { push: Push }
  /** Progress of a long job of this person, received by the tab that holds the socket. */
  | { work: WorkNews }
  /** The server serves other screens from now on, as the tab that holds the socket received. */
  | { revision: true }
  /** The person is here: the tab that holds the socket may try again. */
  | { here: true }
  /** The person opened this notification: the other tabs can close it. */
  | { opened: number }
  /** This tab, by its id, would sound for this notice. */
  | { claim: number; tab: string }

/** Milliseconds that tabs wait for each other's claim to play the sound. They receive a notification within a few of each other. */
export const claimTime = 200

export interface Tabs {
  tell(message: TabMessage): void
  /** Settles with true in one tab only of those that ask for the same notice at about the same time. */
  claim(id: number): Promise<boolean>
  close(): void
}

/** Joins the other tabs of this browser; `heard` receives their messages except claims. Works alone where tabs cannot communicate. */
export function joinTabs(platform: Platform, name: string, heard: (message: TabMessage) => void): Tabs {
  const own = platform.id()
  /** By notice: the first tab, in the order of their ids, that would sound for it. */
  const claims = new Map<number, string>()
  const channel: ChannelLike | undefined = platform.channel?.(name)

  function noteClaim(id: number, tab: string) {
    const first = claims.get(id)
    if (first === undefined || tab < first) claims.set(id, tab)
    const [oldest] = claims.keys()
    if (claims.size > 100 && oldest !== undefined) claims.delete(oldest)
  }

  if (channel)
    channel.onmessage = ({ data }) => {
      // Only tabs of this origin reach the channel, and they send what they made themselves.
      const message = data as TabMessage
      if ('claim' in message) noteClaim(message.claim, message.tab)
      else heard(message)
    }

  return {
    tell: (message) => channel?.postMessage(message),
    async claim(id) {
      if (!channel) return true
      noteClaim(id, own)
      channel.postMessage({ claim: id, tab: own })
      await new Promise((done) => setTimeout(done, claimTime))
      return claims.get(id) === own
    },
    close: () => channel?.close(),
  }
}
