import { proxy } from 'valtio/vanilla'
import { type BulkNews, type BulkReview, bulkStatus, isBulkOpen } from '../../schemas/api/bulk.ts'
import type { Page } from '../../schemas/language/page.ts'
import { CallError } from '../callError.ts'
import { keepBulk } from '../crud/lastBulk.ts'
import type { Feed } from '../feed/feed.ts'
import { nextWord } from '../feed/works.ts'
import type { HttpClient } from '../http/client.ts'
import type { KeyValue } from '../platform.ts'

export interface BulkOptions {
  http: HttpClient
  feed: Pick<Feed, 'works'>
  page: Pick<Page, 'id'>
  storage: KeyValue
}

/** One bulk change of a list from its start to its end, and the one that takes it back. Followed by the live feed, and by asking once a second. */
export interface ListBulk {
  /** `work` is null until there is one, or while its state is not known yet; `gone`: it cannot be asked for any more. */
  state: { work: BulkNews | null; busy: boolean; gone: boolean }
  /** Starts what was reviewed. True when it waits or runs. */
  start(review: Pick<BulkReview, 'id'>): Promise<boolean>
  /** Shows one that was started before. Settles when its state is known. */
  follow(id: number): Promise<void>
  stop(): Promise<void>
  /** Takes back what it did, and follows that. */
  undo(): Promise<boolean>
  /** A one-time address of the results; null on failure (already reported). */
  address(): Promise<string | null>
  /** Nothing asks any more. */
  close(): void
}

const base = '/admin/dataio.Bulk'
const quiet = { showError: false, showCodeMessage: false, cancelDuplicate: false }

/** Makes a bulk change that has not been started yet. */
export function createListBulk({ http, feed, page, storage }: BulkOptions): ListBulk {
  const state = proxy<ListBulk['state']>({ work: null, busy: false, gone: false })
  let current = 0

  async function look(id: number): Promise<void> {
    const { data } = await http.get<BulkNews>(`${base}/mine`, { id }, quiet)
    if (id === current) state.work = data
  }

  /** Until it has ended; a server that cannot be reached is asked again. */
  async function watch(id: number): Promise<void> {
    while (id === current && state.work && isBulkOpen(state.work)) {
      await nextWord(feed, { kind: 'bulk', id })
      if (id === current) await look(id).catch(ignored)
    }
  }

  async function follow(id: number): Promise<void> {
    current = id
    try {
      await look(id)
    } catch (error) {
      ignored(error)
      if (id === current) state.gone = true
      return
    }
    void watch(id)
  }

  /** Does something once at a time; false when it was refused, which was reported. */
  async function once(work: () => Promise<void>): Promise<boolean> {
    if (state.busy) return false
    state.busy = true
    try {
      await work()
      return true
    } catch (error) {
      ignored(error)
      return false
    } finally {
      state.busy = false
    }
  }

  async function begin(call: string, id: number): Promise<void> {
    const { data } = await http.post<{ id: number }>(`${base}/${call}`, { id })
    keepBulk(storage, page, data.id)
    await follow(data.id)
  }

  return {
    state,
    follow,
    start: ({ id }) => once(() => begin('start', id)),
    undo: () => once(() => begin('takeBack', current)),
    async stop() {
      const id = current
      await once(async () => {
        await http.post(`${base}/stop`, { id })
        await look(id)
      })
    },
    async address() {
      let url: string | null = null
      await once(async () => {
        const { data } = await http.post<{ url: string }>(`${base}/fetch`, { id: current })
        url = data.url
      })
      return url
    },
    close() {
      current = 0
    },
  }
}

function ignored(error: unknown): void {
  if (!(error instanceof CallError)) throw error
}

/** Has it come to an end, well or not? */
export function isEnded({ status }: Pick<BulkNews, 'status'>): boolean {
  return status > bulkStatus.running
}
