import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, sep } from 'node:path'
import { makeHeaders, ownOnly } from '../../server/core/http/headers.ts'
import { type Exchange, exchanges, withoutMarks } from './exchanges.ts'
import { makeStandIn, type StandIn } from './standIn.ts'
import type { Row } from './standInTables.ts'

export interface ReplayServer {
  /** `http://127.0.0.1:<port>` */
  url: string
  /**
   * Every call of the wire so far, with the place of the recording that answered it (null: nothing was recorded for it; 'rules': the
   * stand-in did, or it refused a column that is not there), and in which
   * parameters and members (`name=value`) the call says more and less than the recorded one.
   */
  calls: { method: string; path: string; body: unknown; answeredBy: number | 'rules' | null; more: string[]; less: string[] }[]
  close(): Promise<void>
}

/**
 * Answers as the recorded BuildAdmin did: the recording with the same method and address whose parameters or body fit best, and of
 * several equal ones the next in order. Without a token it asks to sign in. With `dist`, it also serves a built front end at `/`,
 * told that the server is a BuildAdmin, and under Kontor's content security policy. A query of a column that is not there is HTTP 500, as
 * it is there. With `standIn`, what was never recorded is answered by the rules of that server's source.
 */
export async function startReplayServer(options: { dist?: string; standIn?: boolean } = {}): Promise<ReplayServer> {
  const calls: ReplayServer['calls'] = []
  const used = new Map<number, number>()
  const standIn = makeStandIn({ strictOnly: !options.standIn })
  const server = createServer((request, response) => {
    void handle(request, response, { dist: options.dist, calls, used, standIn }).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Serving {
  dist: string | undefined
  calls: ReplayServer['calls']
  used: Map<number, number>
  standIn: StandIn
}

async function handle(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  const { dist, calls, used, standIn } = serving
  const url = new URL(request.url ?? '/', 'http://replay')
  if (url.pathname.startsWith('/storage/') || url.pathname.endsWith('/ajax/buildSuffixSvg'))
    return void response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(picture)
  const isCall = request.headers.server !== undefined || request.method !== 'GET'
  if (!isCall && dist !== undefined) return sendFile(response, dist, url.pathname)
  const text = await textOf(request)
  const body: unknown = text === '' ? null : JSON.parse(text)
  const method = request.method ?? 'GET'
  const path = url.pathname.replace(/^\/[\w-]+\.php\//, '/admin/')
  const said = needsLogin(path, request)
    ? undefined
    : standIn.answer({ method, path, query: url.searchParams, body: (body ?? {}) as Row, member: memberOf(request) })
  if (said !== undefined) {
    calls.push({ method, path: decodeURIComponent(path + url.search), body, answeredBy: 'rules', more: [], less: [] })
    if (typeof said === 'object') return sendJson(response, 200, { ...said, time: now() })
    return void response
      .writeHead(said, { 'content-type': 'text/html; charset=utf-8' })
      .end('<!DOCTYPE html><title>error</title>')
  }
  const answer = needsLogin(path, request) ? 'login' : bestAnswer(method, path, url.searchParams, body, used)
  const found = typeof answer === 'object' ? answer : undefined
  const asked = significant([...url.searchParams], body)
  const known = found ? significant([...queryOf(found)], found.body) : new Set<string>()
  calls.push({
    method,
    path: decodeURIComponent(path + url.search),
    body,
    answeredBy: found?.index ?? null,
    more: [...asked].filter((each) => !known.has(each)),
    less: [...known].filter((each) => !asked.has(each)),
  })
  if (answer === 'login')
    return sendJson(response, 200, { code: 303, msg: '请先登录！', time: now(), data: { type: 'need login' } })
  if (!answer)
    return void response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end('<!DOCTYPE html><title>404</title>')
  // One answer of the recording was lost with the page that asked for it.
  const recorded =
    typeof answer.response === 'string' && answer.status === 200 ? { code: 1, msg: '', time: now(), data: null } : answer.response
  if (typeof recorded === 'string')
    return void response.writeHead(answer.status, { 'content-type': 'text/html; charset=utf-8' }).end(recorded)
  // It named itself in addresses of files.
  const own = JSON.stringify(withoutMarks(recorded)).replaceAll('127.0.0.1:8100', String(request.headers.host))
  sendJson(response, answer.status, { ...(JSON.parse(own) as object), time: now() })
}

const memberOf = (request: IncomingMessage) => String(request.headers['ba-user-token'] ?? '')

/** In the place of every file and file type. */
const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#6aa"/></svg>'

function needsLogin(path: string, request: IncomingMessage): boolean {
  return path.startsWith('/admin/') && !/^\/admin\/Index\/log(in|out)$/i.test(path) && !request.headers.batoken
}

/** The recorded exchange that fits best; of equally good ones the one that was used least, then the first. */
function bestAnswer(
  method: string,
  path: string,
  query: URLSearchParams,
  body: unknown,
  used: Map<number, number>,
): Exchange | undefined {
  const asked = significant([...query], body)
  const candidates = exchanges
    // What fails there fails by the rules of the stand-in.
    .filter((exchange) => exchange.method === method && exchange.status !== 500)
    .filter((exchange) => pathOf(exchange).toLowerCase() === path.toLowerCase())
    .map((exchange) => ({ exchange, distance: distance(asked, significant([...queryOf(exchange)], exchange.body)) }))
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        (used.get(a.exchange.index) ?? 0) - (used.get(b.exchange.index) ?? 0) ||
        a.exchange.index - b.exchange.index,
    )
  const best = candidates[0]?.exchange
  if (best) used.set(best.index, (used.get(best.index) ?? 0) + 1)
  return best
}

/**
 * Parameters and body as a set of `name=value`, without what says nothing: empty values, identifiers of controls, captchas, tokens,
 * wishes. A number is the same as its text, and the members of a list are the same in any order, as they are to BuildAdmin.
 */
function significant(query: readonly (readonly [string, string])[], body: unknown): Set<string> {
  const ignored = /^(uuid|captchaId|captchaInfo|refreshToken|rotate|keep|idempotency_key|_version|page=1)$/
  const pairs = query.map(([name, value]): [string, string] => [name, value])
  const members =
    body !== null && typeof body === 'object' ? Object.entries(body).map(([k, v]): [string, string] => [k, plain(v)]) : []
  return new Set(
    [...pairs, ...members]
      .filter(([name, value]) => !ignored.test(name) && !ignored.test(`${name}=${value}`) && value !== '' && value !== 'null')
      .map(([name, value]) => `${name}=${value}`),
  )
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).sort().join(',')
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** In how many parameters two requests differ. */
function distance(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((each) => !b.has(each)).length + [...b].filter((each) => !a.has(each)).length
}

const pathOf = (exchange: Exchange) => exchange.path.split('?')[0] ?? ''
const queryOf = (exchange: Exchange) => new URLSearchParams(exchange.path.split('?')[1] ?? '')
const now = () => Math.floor(Date.now() / 1000)

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

const headers = makeHeaders({ names: [], allowed: () => true, ownOrigin: () => true }, () => 0)

/** A file of the front end, or its page for every address that cannot be one. */
function sendFile(response: ServerResponse, dist: string, path: string): void {
  const wanted = normalize(join(dist, decodeURIComponent(path)))
  const inside = wanted.startsWith(normalize(dist + sep)) && existsSync(wanted) && statSync(wanted).isFile()
  const type = types[extname(wanted)]
  if (inside) {
    response.writeHead(200, { ...headers.plain, 'content-type': type ?? 'application/octet-stream' })
    createReadStream(wanted).pipe(response)
  } else if (type) {
    response.writeHead(404).end()
  } else {
    const nonce = randomBytes(16).toString('base64')
    response.writeHead(200, { ...headers.page(nonce, false, ownOnly), 'content-type': 'text/html; charset=utf-8' })
    response.end(pageFor('buildadmin', nonce, readFileSync(join(dist, 'index.html'), 'utf8')))
  }
}

/** The page as whoever serves it fills it in. Throws when it has no place for the dialect: it is older than this test. */
function pageFor(dialect: string, nonce: string, html: string): string {
  const place = /(<meta name="kontor-dialect" content=")[^"]*/
  if (!place.test(html)) throw new Error('index.html has no <meta name="kontor-dialect">: build the front end')
  return html.replace(place, `$1${dialect}`).replace(/(<meta name="csp-nonce" content=")[^"]*/, `$1${nonce}`)
}
