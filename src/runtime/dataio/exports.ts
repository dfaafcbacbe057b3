import { proxy } from 'valtio/vanilla'
import { type ExportFormat, exportStatus } from '../../schemas/api/exporting.ts'
import type { WorkNews } from '../../schemas/api/works.ts'
import type { Page } from '../../schemas/language/page.ts'
import { CallError } from '../callError.ts'
import { type ListState, toRequest } from '../crud/query.ts'
import type { Feed } from '../feed/feed.ts'
import { nextWord } from '../feed/works.ts'
import type { HttpClient } from '../http/client.ts'

/** An export that was asked for: what the server said of it last. */
export interface ExportState extends WorkNews {
  name: string
  error: string
  size: number
}

export interface ExportOptions {
  http: HttpClient
  feed: Pick<Feed, 'works'>
  page: Page
}

/** What is asked for: which rows, in which order, which columns, and how they are written. */
export interface ExportRequest {
  query: ListState
  /** The server adds a number to one that is taken. */
  name: string
  /** What a line of the file is; '' where the page knows one thing only. */
  scope: string
  format: ExportFormat
  columns: readonly string[]
  /** The middle of mobile numbers and the like is hidden. */
  mask: boolean
  /** Time zone that times are written in. */
  zone: string
}

/** One export from the request to the file. It is followed by the live feed, and by asking once a second where that is silent. */
export interface ListExport {
  /** null until the server has taken the request. */
  state: { work: ExportState | null; asking: boolean }
  ask(request: ExportRequest): Promise<boolean>
  /** Settles when it has ended, however. */
  ended: Promise<ExportState>
  cancel(): Promise<void>
  /** A one-time address of the file; null on failure (already reported). */
  address(): Promise<string | null>
}

const quiet = { showError: false, showCodeMessage: false, cancelDuplicate: false }

/** Makes an export that has not been asked for yet. */
export function createListExport({ http, feed, page }: ExportOptions): ListExport {
  const state = proxy<ListExport['state']>({ work: null, asking: false })
  let settle: (work: ExportState) => void = () => {}
  const ended = new Promise<ExportState>((resolve) => {
    settle = resolve
  })
  const idOf = () => state.work?.id ?? 0

  async function look(): Promise<void> {
    const { data } = await http.get<ExportState>('/admin/dataio.Export/mine', { id: idOf() }, quiet)
    state.work = data
  }

  /** Until it has ended; a server that cannot be reached is asked again. */
  async function follow(): Promise<void> {
    while (state.work === null || isOpen(state.work)) {
      await nextWord(feed, { kind: 'export', id: idOf() })
      await look().catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error
      })
    }
    settle({ ...state.work })
  }

  return {
    state,
    ended,
    async ask({ query, ...request }) {
      state.asking = true
      try {
        const { page: _page, limit: _limit, ...list } = toRequest(query, page)
        const address = `/admin/${page.controller}/export`
        const { data } = await http.post<Pick<ExportState, 'id' | 'name'>>(address, { ...request, query: list })
        state.work = { kind: 'export', ...data, status: 0, progress: 0, done: 0, total: 0, error: '', size: 0 }
        void follow()
        return true
      } catch (error) {
        if (error instanceof CallError) return false
        throw error
      } finally {
        state.asking = false
      }
    },
    async cancel() {
      await http.post('/admin/dataio.Export/stop', { id: idOf() }).then(look, () => undefined)
    },
    async address() {
      try {
        const { data } = await http.post<{ url: string }>('/admin/dataio.Export/fetch', { id: idOf() })
        return data.url
      } catch (error) {
        if (error instanceof CallError) return null
        throw error
      }
    },
  }
}

/** Does it wait or run? */
export function isOpen({ status }: Pick<WorkNews, 'status'>): boolean {
  return status === exportStatus.waiting || status === exportStatus.running
}
