import { isObject } from '../../src/schemas/isObject.ts'

/** The server cannot be compared with: it does not answer, or does not let the person in. */
export class NoServer extends Error {}

/** What a call came to; `code` is that of the envelope, undefined where the answer has none. */
export interface Reply {
  status: number
  code: number | undefined
  msg: string
  data: unknown
}

/** A server of the protocol, signed in. */
export interface Client {
  get(path: string): Promise<Reply>
}

/** Milliseconds after which a server that says nothing is given up. */
const patience = 20_000

/** Signs an administrator in, at a Kontor or a BuildAdmin server. Throws `NoServer` with what to do. */
export async function signIn(url: string, username: string, password: string): Promise<Client> {
  const base = url.replace(/\/+$/, '')
  const asked = await send(base, '/admin/Index/login', { method: 'GET' })
  if (asked.code === undefined)
    throw new NoServer(`${base} answers /admin/Index/login without an envelope: is it the address of the server?`)
  if (isObject(asked.data) && asked.data.captcha === true)
    throw new NoServer('The server asks for a captcha when administrators sign in: switch it off while you compare.')
  const body = JSON.stringify({ username, password, keep: false })
  const answer = await send(base, '/admin/Index/login', { method: 'POST', body })
  const user = isObject(answer.data) ? answer.data.userInfo : undefined
  const token = isObject(user) ? user.token : undefined
  if (isObject(answer.data) && answer.data.type === 'secondFactor')
    throw new NoServer(`"${username}" signs in with a second factor: take an account without one.`)
  if (typeof token !== 'string') throw new NoServer(`The server refuses "${username}": ${answer.msg}`)
  return { get: (path) => send(base, path, { method: 'GET', headers: { batoken: token } }) }
}

/** Kontor delivers its own columns to clients that say they are strict; BuildAdmin takes no notice. */
async function send(
  base: string,
  path: string,
  init: { method: string; body?: string; headers?: Record<string, string> },
): Promise<Reply> {
  const headers = { accept: 'application/json', server: 'true', 'think-lang': 'en', 'x-kontor-strict': '1', ...init.headers }
  const sent = {
    ...init,
    headers: init.body === undefined ? headers : { ...headers, origin: base, 'content-type': 'application/json' },
  }
  try {
    const answer = await fetch(base + path, { ...sent, redirect: 'manual', signal: AbortSignal.timeout(patience) })
    const text = await answer.text()
    return replyOf(answer.status, text)
  } catch (cause) {
    throw new NoServer(`${base} does not answer.`, { cause })
  }
}

function replyOf(status: number, text: string): Reply {
  try {
    const json: unknown = JSON.parse(text)
    if (isObject(json) && typeof json.code === 'number')
      return { status, code: json.code, msg: String(json.msg ?? ''), data: json.data ?? null }
  } catch {
    // What is no JSON is no answer of the protocol.
  }
  return { status, code: undefined, msg: '', data: null }
}
