import { proxy } from 'valtio/vanilla'
import {
  type ImportDelimiter,
  type ImportDraft,
  type ImportForm,
  type ImportKept,
  type ImportMode,
  type ImportNews,
  importStatus,
} from '../../schemas/api/importing.ts'
import { CallError } from '../callError.ts'
import type { Feed } from '../feed/feed.ts'
import { nextWord } from '../feed/works.ts'
import type { HttpClient } from '../http/client.ts'

export interface ImportOptions {
  http: HttpClient
  feed: Pick<Feed, 'works'>
}

/** How a file is to be read. */
export interface ImportReading {
  encoding: string
  delimiter: ImportDelimiter
  /** Its first line holds the titles. */
  header: boolean
}

/** What the person says about a file. */
export interface ImportChoice {
  mapping: readonly string[]
  mode: ImportMode
  match: string
  onError: string
}

/** One import from the file to its rows. It is followed by the live feed, and by asking once a second where that is silent. */
export interface ListImport {
  state: {
    /** What the list accepts; null until the server has answered. */
    form: ImportForm | null
    /** What was read of the file that was sent; null before, and when another is to be sent. */
    draft: ImportDraft | null
    /** Progress of the check or the run; null before a check. */
    news: ImportNews | null
    busy: boolean
    /** Share (0 to 1) of a file that was sent so far; null when none is under way. */
    sent: number | null
  }
  /** Says for which list it is, by its controller: what that takes is asked for. */
  aim(controller: string): Promise<void>
  /** Resumes with a file sent earlier. Returns its report, or null on failure (already reported). */
  resume(id: number): Promise<ImportKept | null>
  send(file: File, reading: ImportReading): Promise<void>
  /** Sends no further, when a file is under way. */
  stopSending(): void
  /** A workbook to be filled in, in base64; null when it could not be had (which was said). */
  template(): Promise<string | null>
  check(choice: ImportChoice): Promise<void>
  run(): Promise<void>
  cancel(): Promise<void>
  /** Back to the beginning; what was sent is called off. */
  again(): Promise<void>
  /** Back to what the columns mean. */
  change(): void
  /** A one-time address of the file of faulty lines; null on failure (already reported). */
  report(): Promise<string | null>
}

const quiet = { showError: false, showCodeMessage: false, cancelDuplicate: false }
const at = '/admin/dataio.Import'

/** Makes an import for which no file was sent yet. `onSaved` is called once rows were saved. */
export function createListImport(options: ImportOptions, onSaved: () => void): ListImport {
  const { http } = options
  const state = proxy<ListImport['state']>({ form: null, draft: null, news: null, busy: false, sent: null })
  let address = ''
  let sending = new AbortController()
  const doing = (work: () => Promise<unknown>) => whileBusy(state, work)
  const got = <T>(work: () => Promise<T>) => valueRead(state, work)
  return {
    state,
    ...createRun(options, state, onSaved),
    aim: (controller) =>
      doing(async () => {
        state.form = null
        const asked = `/admin/${controller}/import`
        address = asked
        const { data } = await http.get<ImportForm>(asked)
        if (address === asked) state.form = data
      }),
    resume: (id) =>
      got(async () => {
        const { data } = await http.get<ImportKept>(`${at}/draft`, { id })
        state.draft = data
        return data
      }),
    template: () => got(async () => (await http.get<{ template: string }>(address, { template: 1 })).data.template),
    send: (file, reading) =>
      doing(async () => {
        sending = new AbortController()
        state.sent = 0
        const onProgress = (share: number) => {
          state.sent = share
        }
        const sent = http.upload<ImportDraft>(address, bodyOf(file, reading), { signal: sending.signal, onProgress })
        state.draft = (
          await sent.finally(() => {
            state.sent = null
          })
        ).data
      }),
    stopSending: () => sending.abort(),
    change() {
      state.news = null
    },
    async again() {
      const { draft, news } = state
      if (draft && (news?.status ?? 0) <= importStatus.running)
        await http.post(`${at}/stop`, { id: draft.id }, quiet).catch(passed)
      state.draft = null
      state.news = null
    },
    report: () => got(async () => (await http.post<{ url: string }>(`${at}/fetch`, { id: state.draft?.id ?? 0 })).data.url),
  }
}

/** The check and the run of the draft, each followed until it has ended. */
function createRun(
  { http, feed }: ImportOptions,
  state: ListImport['state'],
  onSaved: () => void,
): Pick<ListImport, 'check' | 'run' | 'cancel'> {
  const idOf = () => state.draft?.id ?? 0

  async function look(): Promise<void> {
    const { data } = await http.get<ImportNews>(`${at}/mine`, { id: idOf() }, quiet)
    state.news = data
  }

  /** Until the check or the run has ended; a server that cannot be reached is asked again. */
  async function follow(): Promise<void> {
    do {
      await look().catch(passed)
      if (state.news && !isUnderWay(state.news)) break
      await nextWord(feed, { kind: 'import', id: idOf() })
    } while (state.draft)
    if (state.news && state.news.inserted + state.news.updated > 0 && state.news.status > importStatus.running) onSaved()
  }

  const start = (call: string, body: object) =>
    whileBusy(state, async () => {
      await http.post(`${at}/${call}`, { id: idOf(), ...body })
      void follow()
      await look()
    })

  return {
    check: ({ onError, ...choice }) => start('check', { ...choice, on_error: onError }),
    run: () => start('start', {}),
    cancel: () => whileBusy(state, () => http.post(`${at}/stop`, { id: idOf() }).then(look)),
  }
}

function bodyOf(file: File, { encoding, delimiter, header }: ImportReading): FormData {
  const body = new FormData()
  // Before the file: the server reads what follows it too late.
  for (const [name, value] of Object.entries({ encoding, delimiter, has_header: header ? '1' : '0' })) body.append(name, value)
  body.append('file', file)
  return body
}

/** What was read; null when the server refused it, which the person saw. */
async function valueRead<T>(state: { busy: boolean }, work: () => Promise<T>): Promise<T | null> {
  let value: T | null = null
  await whileBusy(state, async () => {
    value = await work()
  })
  return value
}

/** Does something that the server may refuse, which was said then. */
async function whileBusy(state: { busy: boolean }, work: () => Promise<unknown>): Promise<void> {
  state.busy = true
  try {
    await work()
  } catch (error) {
    passed(error)
  } finally {
    state.busy = false
  }
}

function passed(error: unknown): void {
  if (!(error instanceof CallError)) throw error
}

/** Is it checked or run? */
export function isUnderWay({ status }: Pick<ImportNews, 'status'>): boolean {
  return status === importStatus.checking || status === importStatus.running
}
