import { picture } from '../harness/uploads.ts'
import { type Exchange, exchanges } from './exchanges.ts'
import { compareShapes, type Finding } from './shape.ts'

/** What became of one recorded request. */
export interface Replayed {
  exchange: Exchange
  status: number
  body: unknown
  findings: Finding[]
}

/** Recorded tokens and what this server gave in their place. */
type Tokens = Map<string, string>

/** Sends the recorded requests in order to the server at `url`, but for those that `skip` names, and compares each answer. */
export async function replay(url: string, skip: (exchange: Exchange) => boolean): Promise<Replayed[]> {
  const tokens: Tokens = new Map()
  const results: Replayed[] = []
  for (const exchange of exchanges) {
    if (skip(exchange)) continue
    const { status, body } = await send(url, exchange, tokens)
    learnTokens(exchange.response, body, tokens)
    results.push({ exchange, status, body, findings: compare(exchange, status, body) })
  }
  return results
}

/** Sends one recorded request; tokens in headers and body are replaced by this server's own. */
export async function send(
  url: string,
  exchange: Exchange,
  tokens: Tokens = new Map(),
): Promise<{ status: number; body: unknown }> {
  const isUpload = /\/ajax\/upload/i.test(exchange.path)
  const { batoken, ...recorded } = exchange.headers
  const headers = isUpload ? without(recorded, 'content-type') : recorded
  const answer = await fetch(url + exchange.path, {
    method: exchange.method,
    headers: {
      accept: 'application/json, text/plain, */*',
      // A browser sends it with every request that writes; the recording was taken above that.
      ...(exchange.method === 'GET' ? {} : { origin: url }),
      ...headers,
      ...(batoken ? { batoken: tokens.get(batoken) ?? batoken } : {}),
    },
    ...(isUpload
      ? { body: await form() }
      : exchange.body === null || exchange.body === undefined
        ? {}
        : { body: JSON.stringify(mapped(exchange.body, tokens)) }),
  })
  const text = await answer.text()
  try {
    return { status: answer.status, body: JSON.parse(text) }
  } catch {
    return { status: answer.status, body: text }
  }
}

/** The recording does not hold the file that was sent, only its name and measures. */
async function form(): Promise<FormData> {
  const body = new FormData()
  body.append('file', new Blob([await picture(1)], { type: 'image/png' }), 'test.png')
  return body
}

function without(headers: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))
}

function mapped(body: unknown, tokens: Tokens): unknown {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, typeof value === 'string' ? (tokens.get(value) ?? value) : value]),
  )
}

function learnTokens(recorded: unknown, actual: unknown, tokens: Tokens): void {
  const ofAnswer = (answer: unknown) => {
    const data = (
      answer as { data?: { token?: string; refresh_token?: string; userInfo?: { token: string; refresh_token: string } } } | null
    )?.data
    return data?.userInfo ?? data
  }
  const [was, is] = [ofAnswer(recorded), ofAnswer(actual)]
  for (const key of ['token', 'refresh_token'] as const) {
    const [old, own] = [was?.[key], is?.[key]]
    if (typeof old === 'string' && typeof own === 'string' && old && own) tokens.set(old, own)
  }
}

function compare(exchange: Exchange, status: number, body: unknown): Finding[] {
  const found: Finding[] = []
  if (status !== exchange.status) found.push({ path: '', what: `HTTP ${status} instead of ${exchange.status}` })
  const [was, is] = [codeOf(exchange.response), codeOf(body)]
  if (was !== undefined && was !== is) found.push({ path: 'code', what: `${is} instead of ${was}` })
  return [...found, ...compareShapes(exchange.response, body)]
}

function codeOf(answer: unknown): number | undefined {
  return (answer as { code?: number } | null)?.code
}
