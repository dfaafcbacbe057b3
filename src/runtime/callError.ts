import type { Envelope, Refusal } from '../schemas/language/wire/envelope.ts'

/**
 * Why a call gave nothing:
 * refused – the server answered with a code other than 1 (see `envelope`);
 * status – an HTTP status that is no answer of a handler (see `status`), or an answer that is no envelope;
 * timeout, network (the server cannot be reached), offline (the machine has no network);
 * cancelled – by the caller or because the same read was asked again;
 * address – the address is not one of this site and was never called.
 */
export type CallFailure = 'refused' | 'status' | 'timeout' | 'network' | 'offline' | 'cancelled' | 'address'

/** The error every failed call rejects with. `message` is in the language of the person. */
export class CallError extends Error {
  readonly failure: CallFailure
  readonly status: number | undefined
  readonly envelope: Envelope | undefined
  /** The person learns of it in another way: no message is shown. */
  readonly silent: boolean

  constructor(
    failure: CallFailure,
    message: string,
    more: { status?: number; envelope?: Envelope; cause?: unknown; silent?: boolean } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'CallError'
    this.failure = failure
    this.status = more.status
    this.envelope = more.envelope
    this.silent = more.silent === true
  }

  /** Messages by field, when the server named any. */
  get fieldErrors(): Readonly<Record<string, string>> {
    return refusalOf(this.envelope).errors ?? {}
  }

  /** The record was changed by somebody else meanwhile, or the same action is still under way. */
  get conflict(): boolean {
    return refusalOf(this.envelope).type === 'conflict'
  }

  /** The sign-in goes on with a code of the second factor: none was sent, or a wrong one. */
  get asksCode(): boolean {
    return refusalOf(this.envelope).type === 'secondFactor'
  }

  /** True when the server may have done what was asked although no answer came. */
  get uncertain(): boolean {
    return this.failure === 'timeout' || this.failure === 'network' || (this.failure === 'status' && (this.status ?? 0) >= 500)
  }
}

/** What a refusal says beside its message. */
export function refusalOf(envelope: Envelope | undefined): Refusal {
  const data = envelope?.data
  return data !== null && typeof data === 'object' && !Array.isArray(data) ? (data as Refusal) : {}
}

/** True for anything that has the shape of an answer of the wire. */
export function isEnvelope(value: unknown): value is Envelope {
  return value !== null && typeof value === 'object' && 'code' in value && typeof value.code === 'number' && 'msg' in value
}
