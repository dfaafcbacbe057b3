import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { logRefusedCall } from '../log/adminLog.ts'
import { HttpRefused, type HttpStatus, Refused } from '../refuse.ts'
import { parseAddress, parsePageFile } from './address.ts'
import { compressAnswer } from './compression.ts'
import { RawAnswer, refusalEnvelope, StoredAnswer, successEnvelope } from './envelope.ts'
import { isAborted, isRefusedValue, isUnavailable } from './failures.ts'
import { type Core, headerOf, langOf, logOf, makeContext } from './makeContext.ts'
import { discardBody } from './request/discardBody.ts'
import type { Revisions } from './revision.ts'
import type { Site } from './site/site.ts'

/** What requests are answered from. */
export interface Front {
  core: Core
  revisions: Revisions
  site: Site
}

/** Answers one request: a registered handler if the address and method are one's, else a page or file of the front end, else 404. */
export async function dispatch(front: Front, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { site } = front
  const path = pathOf(request)
  const entrance = await front.core.services.site.entrance()
  // Taken once: the request ends on the screens it began with.
  const { schema, registry } = front.revisions.current()
  const core = { ...front.core, schema }
  const address = parseAddress(path, entrance) ?? parsePageFile(path, (page) => schema.pages.get(page)?.area)
  const handler = address && registry.find(address, request.method)
  if (request.isMultipart() && !handler?.multipart) return answerError(core, new HttpRefused(415), request, reply)
  if (!handler) {
    // `/admin/auth/group` has the form of a call, and is the address of a page.
    const isCall = address !== undefined && !core.schema.pages.has(path.slice(path.indexOf('/', 1) + 1))
    const served = await serveSite(site, { request, isCall }, reply)
    return served ? reply : answerError(core, new HttpRefused(404), request, reply)
  }
  let ctx: Context | undefined
  try {
    ctx = await makeContext(core, request, handler)
    const data = await handler.run(ctx)
    if (data instanceof RawAnswer) return reply.headers(data.headers).header('content-type', data.type).send(data.body)
    const text = data instanceof StoredAnswer ? data.text : JSON.stringify(successEnvelope(ctx, data))
    const { body, encoding } = await compressAnswer(Buffer.from(text), headerOf(request, 'accept-encoding'))
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return sendJson(reply, 200, body)
  } catch (error) {
    if (request.isMultipart() && !(await discardBody(request.raw))) reply.header('connection', 'close')
    if (ctx && error instanceof Refused) await logRefusedCall(ctx, error)
    return answerError(core, error, request, reply)
  }
}

/** Sends the file or page of the front end at the request's address. False: there is none, and nothing was sent. */
async function serveSite(site: Site, { request, isCall }: Asked, reply: FastifyReply): Promise<boolean> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = pathOf(request)
  if (await site.file(path, request, reply)) return true
  const isPage = !isCall && (ofAreas.test(path) || site.publicPage(path) !== undefined)
  return wantsPage(request, isPage) && (await site.page(path, reply))
}

interface Asked {
  request: FastifyRequest
  /** Has the address the form of a call? */
  isCall: boolean
}

const ofAreas = /^\/(?:user|admin)(?:\/|$)/

/** Browsers ask for pages. A client that accepts anything (curl) gets one too, where the address is known as a page's. */
function wantsPage(request: FastifyRequest, isPage: boolean): boolean {
  const accept = headerOf(request, 'accept')
  if (headerOf(request, 'server') !== '') return false
  return accept.includes('text/html') || (isPage && (accept === '' || accept === '*/*'))
}

/** Turns whatever was thrown into an answer. What was not meant for people is logged with an id, and only the id is sent. */
export function answerError(core: Core, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const now = Math.floor(Date.now() / 1000)
  const say = (key: string, params?: Refused['params']) =>
    core.schema.words.text(langOf(request, core.services.site.last().default_lang), null, key, params)
  if (error instanceof Refused) return sendJson(reply, 200, JSON.stringify(refusalEnvelope(error, now, say)))
  const gone = isAborted(request.raw)
  if (gone) logOf(request).info({ method: request.method, path: pathOf(request) }, 'the caller went away')
  else if (request.method !== 'GET' && isRefusedValue(error)) {
    logOf(request).warn({ err: error, method: request.method, path: pathOf(request) }, 'the database refused a value')
    return sendJson(reply, 200, JSON.stringify(refusalEnvelope(new Refused('common.value'), now, say)))
  }
  const known = gone ? new HttpRefused(400) : httpRefusalOf(error)
  if (known) {
    if (known.retryAfter !== undefined) reply.header('retry-after', String(known.retryAfter))
    if (known.status === 503) logOf(request).warn({ err: error, path: pathOf(request) }, 'the database cannot serve')
    return sendJson(
      reply,
      known.status,
      JSON.stringify({ code: 0, msg: say(`errors.http.${known.status}`), time: now, data: null }),
    )
  }
  const id = randomUUID()
  logOf(request).error({ err: error, id, method: request.method, path: pathOf(request) }, 'unexpected error')
  return sendJson(reply, 500, JSON.stringify({ code: 0, msg: say('errors.http.500', { id }), time: now, data: { id } }))
}

/** Refusals of the HTTP layer by fastify's codes, and of the database. */
function httpRefusalOf(error: unknown): HttpRefused | undefined {
  if (error instanceof HttpRefused) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const status = fastifyRefusals[code]
  if (status) return new HttpRefused(status)
  return isUnavailable(error) ? new HttpRefused(503, 1) : undefined
}

const fastifyRefusals: Readonly<Record<string, HttpStatus>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 413,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 415,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 400,
  FST_ERR_BAD_URL: 404,
  FST_ERR_NOT_FOUND: 404,
}

/** Path without its query: what is logged never holds parameters. */
export function pathOf(request: FastifyRequest): string {
  const url = request.raw.url ?? ''
  const cut = url.indexOf('?')
  return cut < 0 ? url : url.slice(0, cut)
}

/** As bytes: a text is measured, copied behind the headers and encoded by the socket. */
function sendJson(reply: FastifyReply, status: number, text: string | Buffer): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(typeof text === 'string' ? Buffer.from(text) : text)
}
