import { callAddress } from '../../../schemas/language/area/area.ts'
import type { Page } from '../../../schemas/language/page.ts'
import type { Envelope } from '../../../schemas/language/wire/envelope.ts'
import { CallError } from '../../callError.ts'
import type { CallOptions, HttpClient } from '../../http/client.ts'
import type { LoadedPage } from '../../page.ts'
import type { Row } from '../../rows.ts'
import { withPlainTexts } from './texts.ts'

/** What a call of ours is at that server. */
export type Call = (given: Row, options: CallOptions | undefined) => Promise<Envelope>

/** The calls of a screen that go elsewhere or say something else there, by their last part (`index`, `edit`); the rest go as they are. */
export interface Calls {
  get?: Readonly<Record<string, Call>>
  post?: Readonly<Record<string, Call>>
}

/** What the calls of a screen are made with. `http` answers with plain texts. */
export interface Maker {
  http: HttpClient
  t: LoadedPage['t']
  /** Address of a call of the screen. */
  at(call: string): string
}

/** What a client is for. */
export interface ClientScreen {
  page: Page
  /** Members of answers whose texts stay as they came. */
  raw: ReadonlySet<string>
  t: LoadedPage['t']
}

/** A client for one screen: its calls as `make` says; texts of all answers as people wrote them, but for members named in `raw`. */
export function screenClient(http: HttpClient, { page, raw, t }: ClientScreen, make: (maker: Maker) => Calls): HttpClient {
  const at = (call: string) => callAddress(page, call)
  const plain: HttpClient = {
    ...http,
    async get<T>(path: string, params?: object, options?: CallOptions) {
      const answer = await http.get<T>(path, params, options)
      return { ...answer, data: withPlainTexts(answer.data, raw) as T }
    },
  }
  const calls = make({ http: plain, t, at })
  const find = (own: Readonly<Record<string, Call>> | undefined, path: string) =>
    Object.entries(own ?? {}).find(([call]) => at(call) === path)?.[1]
  return {
    ...plain,
    get<T>(path: string, params: object = {}, options?: CallOptions) {
      return (find(calls.get, path)?.(params as Row, options) ?? plain.get(path, params, options)) as Promise<Envelope<T>>
    },
    post<T>(path: string, body: object = {}, options?: CallOptions) {
      return (find(calls.post, path)?.(body as Row, options) ?? http.post(path, body, options)) as Promise<Envelope<T>>
    },
  }
}

/** An answer with other data. */
export function answerWith(answer: Envelope, data: unknown): Envelope {
  return { ...answer, data }
}

/** An answer that no server was asked for. */
export function answerOf(http: HttpClient, data: unknown): Envelope {
  return { code: 1, msg: '', time: Math.floor(http.now()), data }
}

/** Refuses what that server would take without looking: two entries of a new password that differ. */
export function requireEqual(maker: Maker, values: Row, name: string, confirmation: string): void {
  if (values[name] === values[confirmation]) return
  const msg = maker.t('ui.wire.notEqual')
  const data = { errors: { [confirmation]: msg } }
  throw new CallError('refused', msg, { envelope: { code: 0, msg, time: Math.floor(maker.http.now()), data } })
}
