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
export function createListBulk(options: BulkOptions): ListBulk {
  return new FollowedBulk(options)
}

class FollowedBulk implements ListBulk {
  readonly state = proxy<ListBulk['state']>({ work: null, busy: false, gone: false })
  readonly #options: BulkOptions
  /** The one that is followed; 0: none. */
  #current = 0

  constructor(options: BulkOptions) {
    this.#options = options
  }

  start = ({ id }: Pick<BulkReview, 'id'>) => this.#once(() => this.#begin('start', id))

  undo = () => this.#once(() => this.#begin('takeBack', this.#current))

  follow = async (id: number): Promise<void> => {
    this.#current = id
    try {
      await this.#look(id)
    } catch (error) {
      ignored(error)
      if (id === this.#current) this.state.gone = true
      return
    }
    void this.#watch(id)
  }

  stop = async (): Promise<void> => {
    const id = this.#current
    await this.#once(async () => {
      await this.#options.http.post(`${base}/stop`, { id })
      await this.#look(id)
    })
  }

  address = async (): Promise<string | null> => {
    let url: string | null = null
    await this.#once(async () => {
      const { data } = await this.#options.http.post<{ url: string }>(`${base}/fetch`, { id: this.#current })
      url = data.url
    })
    return url
  }

  close = () => {
    this.#current = 0
  }

  #look = async (id: number): Promise<void> => {
    const { data } = await this.#options.http.get<BulkNews>(`${base}/mine`, { id }, quiet)
    if (id === this.#current) this.state.work = data
  }

  /** Until it has ended; a server that cannot be reached is asked again. */
  #watch = async (id: number): Promise<void> => {
    while (id === this.#current && this.state.work && isBulkOpen(this.state.work)) {
      await nextWord(this.#options.feed, { kind: 'bulk', id })
      if (id === this.#current) await this.#look(id).catch(ignored)
    }
  }

  #begin = async (call: string, id: number): Promise<void> => {
    const { http, storage, page } = this.#options
    const { data } = await http.post<{ id: number }>(`${base}/${call}`, { id })
    keepBulk(storage, page, data.id)
    await this.follow(data.id)
  }

  /** Does something once at a time; false when it was refused, which was reported. */
  #once = async (work: () => Promise<void>): Promise<boolean> => {
    if (this.state.busy) return false
    this.state.busy = true
    try {
      await work()
      return true
    } catch (error) {
      ignored(error)
      return false
    } finally {
      this.state.busy = false
    }
  }
}

function ignored(error: unknown): void {
  if (!(error instanceof CallError)) throw error
}

/** Has it come to an end, well or not? */
export function isEnded({ status }: Pick<BulkNews, 'status'>): boolean {
  return status > bulkStatus.running
}
