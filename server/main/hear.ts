import { Listener } from '../core/db/listen.ts'
import { type LiveSite, siteChannel } from '../core/http/liveSite.ts'
import { jobChannel } from '../core/jobs/queue.ts'
import { accessChannel } from '../core/session/access.ts'
import { readAccountKey } from '../core/session/accountTypes.ts'
import type { Sessions } from '../core/session/sessions.ts'
import type { ModuleServices } from '../modules/module.ts'
import { revisionChannel } from './live/store.ts'

interface Heard {
  sessions: Sessions
  site: LiveSite
  /** Makes further revisions. */
  live: { heard(): unknown } | undefined
  /** There is work. */
  wake(): void
  failed(error: unknown): void
}

/** Passes on what other nodes, and this one, say through the database. */
export function hear(url: string, parts: readonly ModuleServices[], { sessions, site, live, wake, failed }: Heard): Listener {
  const channels: Record<string, (payload: string) => unknown> = {
    [accessChannel](payload) {
      const who = readAccountKey(payload)
      if (who !== undefined) sessions.changed(who)
    },
    [jobChannel]: wake,
    [siteChannel]: site.changed,
    ...(live ? { [revisionChannel]: live.heard } : {}),
    ...Object.assign({}, ...parts.map((part) => part.channels)),
  }
  const run = async (work: () => unknown) => {
    try {
      await work()
    } catch (error) {
      failed(error)
    }
  }
  return new Listener({
    url,
    channels: Object.keys(channels),
    onMessage: (channel, payload) => void run(() => channels[channel]?.(payload)),
    onState(listening) {
      sessions.setListening(listening)
      site.setListening(listening)
      if (!listening) return
      sessions.changed('*') // closes the sockets of those who lost their rights meanwhile
      for (const part of parts) void run(() => part.heard?.())
      void run(() => live?.heard())
      wake()
    },
    log: failed,
  })
}
