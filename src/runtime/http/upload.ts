import { proxy } from 'valtio/vanilla'
import { checkUpload } from '../../schemas/api/upload.ts'
import { CallError } from '../callError.ts'
import type { Dialect } from '../dialect.ts'
import type { Upload } from '../stores/siteConfig.ts'
import type { HttpClient } from './client.ts'

/** An uploaded file as the server describes it; `url` is what a record stores. */
export interface UploadedFile {
  id: number
  url: string
  name: string
  size: number
  mimetype: string
  suffix: string
}

/** State of one upload, observable through valtio. */
export interface UploadState {
  name: string
  size: number
  status: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled'
  /** Share that has been sent, 0 to 1. */
  sent: number
  /** Why it failed, for the person. */
  message: string
  /** Sending it once more may help: the server was not reached. */
  mayRetry: boolean
}

/** One file being uploaded. */
export interface UploadTask {
  id: number
  file: File
  state: UploadState
  cancel(): void
  /** The stored file; undefined when it failed or was cancelled. Never rejects. */
  done: Promise<UploadedFile | undefined>
}

/** What a field takes, beyond what the site allows. */
export interface FieldRules {
  accept?: string | undefined
  maxSize?: number | undefined
  /** Where it is sent; the address for fields of forms when absent. */
  address?: string | undefined
}

export interface ExistingQuery {
  page: number
  limit: number
  search: string
  accept: string
  signal?: AbortSignal
}

/** The way of files to the server, and to those that are there. */
export interface Uploads {
  /** Checks a file and sends it; at most three are sent at once, the others wait. */
  start(file: File, rules?: FieldRules): UploadTask
  /** One page of uploaded files to choose from, newest first; absent where a person only uploads. Rejects with a CallError. */
  existing?: ((query: ExistingQuery) => Promise<{ list: UploadedFile[]; total: number }>) | undefined
}

export interface UploadsOptions {
  http: HttpClient
  /** In which words files are asked for that are there; absent where nobody may choose among them. */
  dialect?: Dialect
  /** Where files of forms are sent, when not to where administrators send theirs. */
  address?: string
  limits: () => Upload
  text: (key: string) => string
}

/** Files that are sent at the same time. */
const atOnce = 3

const queues = new WeakMap<UploadsOptions, Uploads>()

/** The queue of uploads of one session; one for each. */
export function uploadsOf(options: UploadsOptions): Uploads {
  const queue = queues.get(options) ?? new Queue(options)
  queues.set(options, queue)
  return queue
}

class Queue implements Uploads {
  readonly #options: UploadsOptions
  readonly #waiting: (() => void)[] = []
  readonly existing: Uploads['existing']
  #running = 0
  #count = 0

  constructor(options: UploadsOptions) {
    this.#options = options
    this.existing = options.dialect && existingOf(options.http, options.dialect)
  }

  start = (file: File, rules: FieldRules = {}): UploadTask => {
    const state = proxy<UploadState>({
      name: file.name,
      size: file.size,
      status: 'waiting',
      sent: 0,
      message: '',
      mayRetry: false,
    })
    const abort = new AbortController()
    const fault = checkUpload(file, this.#options.limits(), rules)
    if (fault) Object.assign(state, { status: 'failed', message: this.#options.text(`validate.${fault}`) })
    return {
      id: ++this.#count,
      file,
      state,
      cancel: () => abort.abort(),
      done: fault ? Promise.resolve(undefined) : this.#send(file, state, abort.signal, rules.address),
    }
  }

  async #send(
    file: File,
    state: UploadState,
    signal: AbortSignal,
    address = this.#options.address ?? '/admin/ajax/upload',
  ): Promise<UploadedFile | undefined> {
    await this.#turn(signal)
    try {
      if (signal.aborted) return this.#end(state, 'cancelled')
      state.status = 'sending'
      const form = new FormData()
      form.append('file', file, file.name)
      const quiet = { showError: false, showCodeMessage: false, signal }
      const onProgress = (share: number) => {
        state.sent = share
      }
      const { data } = await this.#options.http.upload<{ file: UploadedFile }>(address, form, {
        ...quiet,
        onProgress,
      })
      Object.assign(state, { status: 'done', sent: 1 })
      return data.file
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.failure === 'cancelled') return this.#end(state, 'cancelled')
      state.mayRetry = error.failure !== 'refused'
      return this.#end(state, 'failed', error.message)
    } finally {
      this.#next()
    }
  }

  #end(state: UploadState, status: 'failed' | 'cancelled', message = ''): undefined {
    Object.assign(state, { status, message })
  }

  /** Waits for a free upload slot. A cancelled upload stops waiting, but still takes its slot and releases it. */
  async #turn(signal: AbortSignal): Promise<void> {
    if (this.#running < atOnce) {
      this.#running++
      return
    }
    await new Promise<void>((resolve) => {
      const go = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1)
        this.#running++
        resolve()
      }
      this.#waiting.push(go)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  /** Each finished upload passes its slot on. */
  #next() {
    const next = this.#running > atOnce ? undefined : this.#waiting.shift()
    if (next) next()
    else this.#running--
  }
}

/** The way to what is there. */
function existingOf(http: HttpClient, dialect: Dialect): NonNullable<Uploads['existing']> {
  return async ({ page, limit, search, accept, signal }) => {
    const own = { cancelDuplicate: false, showError: false, showCodeMessage: false, ...(signal ? { signal } : {}) }
    const { path, params } = dialect.attachments({ page, limit, search, accept })
    const { data } = await http.get<Found>(path, params, own)
    return { list: data.list, total: data.total }
  }
}

interface Found {
  list: UploadedFile[]
  total: number
}
