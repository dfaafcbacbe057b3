import type { Refusal } from '../../src/schemas/language/wire/envelope.ts'

/** Values put into the placeholders of a word. */
export type Params = Readonly<Record<string, string | number>>

/** Fields of a record that somebody changed, or rows that somebody brought into another state (the field that says which). */
export type Meanwhile =
  | { key: string | number; fields: readonly string[] }
  | { field: string; rows: readonly { key: string | number; state: string }[] }

export interface RefusedOptions {
  /** Messages by field, already in the language of the person. */
  errors?: Record<string, string>
  /** The one field that the refusal is about: its message is shown at that field too (rows of a subtable as `lines.0.quantity`). */
  field?: string
  /**
   * conflict: a record changed meanwhile, or the same action is in flight; never sent as envelope 409 (that means: refresh your token).
   * secondFactor: signing in goes on with the code of the second factor. The other two belong to envelope 303.
   */
  type?: 'conflict' | 'secondFactor' | 'need login' | 'logged in'
  /** What the record holds that its reader has not seen: told with who did it, once that is known. */
  meanwhile?: Meanwhile
  /** The same as it is told. */
  told?: Pick<Refusal, 'changes' | 'rows'>
  /** Code of the envelope: 0 refused (default), 303 need login, 401 no right, 409 access token expired. */
  envelope?: 0 | 303 | 401 | 409
}

/**
 * Thrown when a request cannot be fulfilled for a reason the person may know. The dispatcher answers HTTP 200 with an envelope in the
 * person's language; the enclosing transaction is rolled back. `code` is a word below `errors.`.
 */
export class Refused extends Error {
  readonly code: string
  readonly params: Params
  readonly options: RefusedOptions
  constructor(code: string, params: Params = {}, options: RefusedOptions = {}) {
    super(code)
    this.name = 'Refused'
    this.code = code
    this.params = params
    this.options = options
  }
}

/** Statuses of HTTP that the server uses where no handler speaks (decision 3). */
export type HttpStatus = 400 | 403 | 404 | 413 | 415 | 429 | 500 | 503

/** Thrown where no handler speaks: answered with that HTTP status and the word `errors.http.<status>` as message. */
export class HttpRefused extends Error {
  readonly status: HttpStatus
  /** Seconds after which to try again; sent as Retry-After. */
  readonly retryAfter: number | undefined
  constructor(status: HttpStatus, retryAfter?: number) {
    super(`HTTP ${status}`)
    this.name = 'HttpRefused'
    this.status = status
    this.retryAfter = retryAfter
  }
}
