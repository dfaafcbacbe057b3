import type { Readable } from 'node:stream'
import type { Envelope, EnvelopeCode, Refusal } from '../../../src/schemas/language/wire/envelope.ts'
import type { Context } from '../context.ts'
import type { Refused } from '../refuse.ts'

/** An answer that was given before and is given again byte for byte. */
export class StoredAnswer {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** An answer without an envelope: a picture for an <img>, a file. */
export class RawAnswer {
  readonly type: string
  readonly body: string | Buffer | Readable
  readonly headers: Readonly<Record<string, string>>
  constructor(type: string, body: string | Buffer | Readable, headers: Readonly<Record<string, string>>) {
    this.type = type
    this.body = body
    this.headers = headers
  }
}

/** The envelope of a call that worked. */
export function successEnvelope(ctx: Context, data: unknown): Envelope {
  const { successMessage, page = null } = ctx.handler
  const msg = successMessage ? ctx.schema.words.text(ctx.lang, page, successMessage) : ''
  return { code: 1, msg, time: ctx.now, data: data ?? null }
}

/** The envelope of a refused call; `say` translates a word to the person's language. */
export function refusalEnvelope(
  refused: Refused,
  now: number,
  say: (key: string, params?: Refused['params']) => string,
): Envelope {
  const { envelope = 0, field, errors, type, told } = refused.options
  const msg = say(`errors.${refused.code}`, refused.params)
  return {
    code: envelope,
    msg,
    time: now,
    data: refusalData(envelope, errors ?? (field === undefined ? undefined : { [field]: msg }), type, told),
  }
}

/** What BuildAdmin's client expects beside each code: a type with 303, an empty list with 401 and 409, null with a plain refusal. */
function refusalData(
  code: EnvelopeCode,
  errors?: Record<string, string>,
  type?: string,
  told: Pick<Refusal, 'changes' | 'rows'> = {},
): unknown {
  if (code === 303) return { type: type ?? 'need login' }
  if (code === 401 || code === 409) return []
  if (!errors && !type) return null
  return { ...(errors ? { errors } : {}), ...(type ? { type } : {}), ...told }
}
