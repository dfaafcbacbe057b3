import axios, { type AxiosInstance, type AxiosRequestConfig } from 'axios'
import type { Envelope } from '../../schemas/language/wire/envelope.ts'
import { CallError, isEnvelope } from '../callError.ts'
import type { Dialect } from '../dialect.ts'
import type { WordKey } from '../i18n/keys.ts'
import { type Area, type Navigation, onSignIn } from '../navigation/navigation.ts'
import type { Notices } from '../notices.ts'
import type { Platform } from '../platform.ts'
import { areaOfCall, resolveAddress } from './address.ts'
import type { Duplicates } from './duplicates.ts'
import { statusMessage } from './messages.ts'
import type { Overlay } from './overlay.ts'
import { asksSignIn, redirect } from './redirect.ts'
import { type Retry, withRetries } from './retry.ts'
import type { Session, Tokens } from './session.ts'

/** What a caller may choose for one call. */
export interface CallOptions {
  /** Identical calls: a read cancels the older one, a write joins it. Default true. */
  cancelDuplicate?: boolean
  /** Raise the loading overlay while the call is under way. Default false. */
  loading?: boolean
  /** Report HTTP and network errors to the person. Default true. */
  showError?: boolean
  /** Show the server's message when it refuses (code other than 1). Default true. */
  showCodeMessage?: boolean
  /** Report success to the person, or decide by the answer's data. Default false. */
  showSuccess?: boolean | ((data: unknown) => boolean)
  /** Send this token instead of the area's; it is never refreshed. */
  token?: string
  /** Milliseconds; 0 waits for ever. Default 10 000. */
  timeout?: number
  /** Aborts the call. */
  signal?: AbortSignal
  /** How often a read is tried again when the server cannot be reached. Default 2. */
  retries?: number
  /** Whose token goes along. Default: what the path says. */
  area?: Area
  /** Send as the signed-in user even in a lens. Default false. */
  asSelf?: boolean
  /** Receives the share of an upload (0 to 1) sent so far. */
  onProgress?: (share: number) => void
}

/**
 * The one way to call the server. Every method resolves with the envelope of a call that was answered 1 and rejects with a
 * CallError otherwise; what went wrong has then been said to the person, unless the options forbid it.
 */
export interface HttpClient {
  get<T = unknown>(path: string, params?: object, options?: CallOptions): Promise<Envelope<T>>
  post<T = unknown>(path: string, body?: object, options?: CallOptions): Promise<Envelope<T>>
  delete<T = unknown>(path: string, params?: object, options?: CallOptions): Promise<Envelope<T>>
  /** Multipart, no time limit, never joined or cancelled. */
  upload<T = unknown>(path: string, form: FormData, options?: CallOptions): Promise<Envelope<T>>
  /** Requests a new access token with the expired one. For the session; returns the envelope whatever its code. */
  refreshTokens(area: Area, tokens: Tokens): Promise<Envelope>
  /** Seconds since 1970 by the server's clock. */
  now(): number
}

export interface ClientOptions {
  /** Origin of the server; '' is the page's own. */
  baseUrl: string
  /** Entry of the back office. */
  entry: string
  dialect: Dialect
  lang: () => string
  text: (key: WordKey, params?: Record<string, string>) => string
  session: () => Session
  platform: Platform
  notices: Notices
  navigation: Navigation
  duplicates: Duplicates
  overlay: Overlay
  /** Whom the administrator looks through; '' nobody. Absent: nobody ever. */
  lens?: () => string
  /** Pauses between the tries of a read; replaced in tests. */
  retry?: Partial<Retry>
  /** Does the browser call by itself, while the person does nothing? Absent: nobody asks. */
  isIdle?: () => boolean
  /** Called when a write was done. */
  written?: () => void
}

export const defaultTimeout = 10_000

interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Whose token goes along. */
  area: Area
  params?: object
  body?: object
}

/** Makes the client: one axios instance for all calls. */
export function createClient(options: ClientOptions): HttpClient {
  return new AxiosClient(options)
}

class AxiosClient implements HttpClient {
  readonly #options: ClientOptions
  readonly #axios: AxiosInstance
  /** Seconds the server's clock is ahead. */
  #clockOffset = 0

  constructor(options: ClientOptions) {
    this.#options = options
    this.#axios = createInstance(options)
  }

  get = <T>(path: string, params?: object, own?: CallOptions) => this.#start<T>({ method: 'GET', path, params }, own)

  post = <T>(path: string, body: object = {}, own?: CallOptions) => this.#start<T>({ method: 'POST', path, body }, own)

  delete = <T>(path: string, params?: object, own?: CallOptions) => this.#start<T>({ method: 'DELETE', path, params }, own)

  upload = <T>(path: string, form: FormData, own?: CallOptions) =>
    this.#start<T>({ method: 'POST', path, body: form }, { timeout: 0, ...own, cancelDuplicate: false })

  refreshTokens = (area: Area, tokens: Tokens) => {
    const body = { refreshToken: tokens.refresh_token, ...(this.#options.dialect.rotatesTokens ? { rotate: true } : {}) }
    return this.#exchange({ method: 'POST', path: '/api/common/refreshToken', area, body }, tokens.token, {}, undefined)
  }

  now = () => this.#options.platform.now() / 1000 + this.#clockOffset

  #start<T>(asked: Omit<Call, 'area'>, own: CallOptions = {}): Promise<Envelope<T>> {
    const { entry, text, duplicates } = this.#options
    const call = { ...asked, area: own.area ?? areaOfCall(asked.path) }
    if (resolveAddress(call.path, entry) === undefined) {
      const error = new CallError('address', text('ui.http.address', { url: call.path }))
      this.#tell(error, own, call, false)
      return Promise.reject(error)
    }
    if (this.#lensOf(call) !== '' && call.method !== 'GET') {
      const error = new CallError('refused', text('ui.http.lens'))
      this.#tell(error, own, call, false)
      return Promise.reject(error)
    }
    const run = (superseded?: AbortSignal) => this.#run(call, own, superseded)
    // The type of `data` is the caller's knowledge of the address it names.
    return (own.cancelDuplicate === false ? run() : duplicates.run(call, run)) as Promise<Envelope<T>>
  }

  /** The user or role whose rights apply to back-office calls, when it is not the signed-in user. */
  #lensOf(call: Call, own: CallOptions = {}): string {
    return call.area === 'admin' && !own.asSelf ? (this.#options.lens?.() ?? '') : ''
  }

  async #run(call: Call, own: CallOptions, superseded?: AbortSignal): Promise<Envelope> {
    const { overlay, notices, text } = this.#options
    const close = own.loading ? overlay.open() : undefined
    const signals = [own.signal, superseded].filter((signal) => signal !== undefined)
    try {
      const envelope = await this.#attempt(call, own, signals.length > 1 ? AbortSignal.any(signals) : signals[0])
      if (call.method !== 'GET') this.#options.written?.()
      const shown = typeof own.showSuccess === 'function' ? own.showSuccess(envelope.data) : own.showSuccess
      if (shown) notices.push('success', envelope.msg || text('ui.http.success'))
      return envelope
    } catch (error) {
      if (error instanceof CallError) this.#tell(error, own, call, superseded?.aborted === true)
      throw error
    } finally {
      close?.()
    }
  }

  async #attempt(call: Call, own: CallOptions, signal: AbortSignal | undefined): Promise<Envelope> {
    const { text, navigation, platform } = this.#options
    const session = this.#options.session()
    const token = own.token ?? session.token(call.area)
    let used = token
    let envelope = await this.#send(call, used, own, signal)
    const renewed = own.token === undefined ? await this.#tokenAfter(envelope, call.area, token) : undefined
    if (renewed !== undefined) {
      // Each call is sent again at most once: a second 409 is final (controls D8).
      used = renewed
      if (signal?.aborted) throw new CallError('cancelled', text('ui.http.cancelled'))
      envelope = await this.#send(call, used, own, signal)
    }
    if (envelope.code === 1) return envelope
    redirect(envelope, call.area, used, { session, navigation, signingIn: onSignIn(platform.location().path, call.area) })
    throw new CallError('refused', envelope.msg || text(envelope.code === 401 ? 'ui.http.noPermission' : 'ui.http.other'), {
      envelope,
      silent: asksSignIn(envelope), // the sign-in itself says what there is to say
    })
  }

  /** The token to retry a refused call with; undefined when the refusal is final. */
  async #tokenAfter(envelope: Envelope, area: Area, failed: string): Promise<string | undefined> {
    const session = this.#options.session()
    if (envelope.code === 409) return session.renew(area, failed)
    return asksSignIn(envelope) ? session.again(area, failed) : undefined
  }

  #send(call: Call, token: string, own: CallOptions, signal: AbortSignal | undefined): Promise<Envelope> {
    const once = () => this.#exchange(call, token, own, signal)
    return call.method === 'GET' ? withRetries(once, own.retries ?? 2, signal, this.#options.retry) : once()
  }

  /**
   * One exchange with the server; returns the envelope whatever its code. It is under way when this returns: an interceptor of axios would
   * have it wait for its turn, in which what was clicked is drawn first.
   */
  async #exchange(call: Call, token: string, own: CallOptions, signal: AbortSignal | undefined): Promise<Envelope> {
    const config: AxiosRequestConfig = {
      method: call.method,
      url: resolveAddress(call.path, this.#options.entry),
      params: call.params,
      data: call.body,
      headers: headersOf(this.#options, call.area, token, call.method === 'GET' ? this.#lensOf(call, own) : ''),
      timeout: own.timeout ?? defaultTimeout,
      ...(signal ? { signal } : {}),
      ...(own.onProgress ? { onUploadProgress: ({ progress }) => own.onProgress?.(progress ?? 0) } : {}),
    }
    try {
      const { data, status } = await this.#axios.request<unknown>(config)
      if (!isEnvelope(data)) throw new CallError('status', this.#options.text('ui.http.other'), { status })
      if (data.time > 0) this.#clockOffset = data.time - this.#options.platform.now() / 1000
      return data
    } catch (cause) {
      throw cause instanceof CallError ? cause : explain(cause, call.path, this.#options)
    }
  }

  #tell(error: CallError, own: CallOptions, call: Call, duplicate: boolean) {
    const { platform, text, notices } = this.#options
    if (error.silent) return
    if (error.failure === 'cancelled') {
      if (duplicate) platform.log.warn(text('ui.http.duplicate'), call.method, call.path)
    } else if ((error.failure === 'refused' ? own.showCodeMessage : own.showError) ?? true) {
      notices.push('error', error.message)
    }
  }
}

function createInstance(options: ClientOptions): AxiosInstance {
  return axios.create({
    baseURL: options.baseUrl,
    allowAbsoluteUrls: false,
    responseType: 'json',
    withXSRFToken: false,
  })
}

const tokenHeaders: Readonly<Record<Area, string>> = { admin: 'batoken', user: 'ba-user-token' }

function headersOf(options: ClientOptions, area: Area, token: string, lens: string): Record<string, string> {
  return {
    'think-lang': options.lang(),
    server: 'true',
    ...options.dialect.headers,
    ...(token ? { [tokenHeaders[area]]: token } : {}),
    ...(area === 'admin' && options.isIdle?.() ? { 'x-kontor-idle': '1' } : {}),
    ...(lens ? { lens } : {}),
  }
}

/** The CallError for what axios threw (specification, section 8). */
function explain(cause: unknown, path: string, { text, platform }: ClientOptions): CallError {
  if (axios.isCancel(cause)) return new CallError('cancelled', text('ui.http.cancelled'), { cause })
  if (axios.isAxiosError(cause) && cause.response) {
    const { status, data } = cause.response
    const envelope = isEnvelope(data) ? data : undefined
    return new CallError('status', text(statusMessage(status), { url: path }), {
      status,
      cause,
      ...(envelope ? { envelope } : {}),
    })
  }
  const message = cause instanceof Error ? `${cause.message} ${axios.isAxiosError(cause) ? cause.code : ''}` : String(cause)
  if (/timeout|ETIMEDOUT|ECONNABORTED/.test(message)) return new CallError('timeout', text('ui.http.timeout'), { cause })
  return platform.online()
    ? new CallError('network', text('ui.http.server'), { cause })
    : new CallError('offline', text('ui.http.offline'), { cause })
}
