import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import multipart from '@fastify/multipart'
import { type FastifyInstance, type FastifyRequest, fastify, LogController } from 'fastify'
import { HttpRefused } from '../refuse.ts'
import { isListed } from './addresses.ts'
import { bodyCaps } from './body.ts'
import { corsHeaders, isCorsOrigin, preflightHeaders } from './cors.ts'
import { answerError, dispatch, type Front } from './dispatch.ts'
import { type Headers, strictTransport } from './headers.ts'
import type { Hosts } from './hosts.ts'
import { headerOf, ipOf } from './makeContext.ts'
import { watchPace } from './request/slowRequests.ts'

/** Times (ms) and numbers that keep slow or many peers from holding the server (controls C34). */
export const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
  maxConnections: 2_000,
} as const

export interface HttpOptions extends Front {
  hosts: Hosts
  headers: Headers
  log: (line: string) => void
}

/** The HTTP server with its one dispatcher. It does not listen yet. */
export function makeHttp(options: HttpOptions): FastifyInstance {
  const { core, headers } = options
  const app = fastify({
    logger: loggerOptions(options.log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    childLoggerFactory: (logger) => logger, // `logOf` makes one where something is logged
    bodyLimit: bodyCaps.bytes,
    requestTimeout: 0, // watchPace below
    keepAliveTimeout: limits.keepAliveTimeout,
    forceCloseConnections: 'idle',
    http: { headersTimeout: limits.headersTimeout, connectionsCheckingInterval: limits.connectionsCheckingInterval },
    routerOptions: { querystringParser: () => ({}) },
    frameworkErrors: (error, request, reply) => void answerError(core, error, request, reply.headers(headers.plain)),
    clientErrorHandler: (error, socket) => refuseRaw(socket, error.code),
    trustProxy: false,
  })
  app.server.maxConnections = limits.maxConnections
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // Forms with files: only handlers that say so take them, with limits of their own.
  app.register(multipart, { throwFileSizeLimit: false, limits: { headerPairs: 32 } })
  app.addHook('onRequest', async (request, reply) => {
    watchPace(request.raw, () => refuseRaw(request.raw.socket, 'ERR_HTTP_REQUEST_TIMEOUT'))
    reply.headers(headers.plain)
    if (headerOf(request, 'x-forwarded-proto') === 'https') reply.header('strict-transport-security', strictTransport)
    const site = await core.services.site.config()
    if (isListed(ipOf(request), site.no_access_ip)) throw new HttpRefused(403)
    const { origin } = request.headers
    const isCors = isCorsOrigin(origin, site.cors_domains)
    if (isCors) reply.headers(corsHeaders(origin))
    refuseStrangers(options.hosts, request, isCors)
    if (isCors && request.method === 'OPTIONS') return reply.code(204).headers(preflightHeaders(origin)).send()
    return undefined
  })
  app.setErrorHandler((error, request, reply) => answerError(core, error, request, reply))
  app.setNotFoundHandler((request, reply) => answerError(core, new HttpRefused(404), request, reply))
  app.route({
    method: ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'],
    url: '/*',
    handler: (request, reply) => dispatch(options, request, reply),
  })
  return app
}

/** Requests under a name that is not ours, and writes from a page that is neither ours nor allowed (`isCors`), go no further. */
function refuseStrangers(hosts: Hosts, request: FastifyRequest, isCors: boolean): void {
  const host = request.headers.host
  if (!hosts.allowed(host) || request.raw.rawHeaders.filter(isHostName).length !== 1) throw new HttpRefused(403)
  if (headerOf(request, 'content-encoding') !== '') throw new HttpRefused(415) // nothing is unpacked, so no bomb is
  if (isCors || request.method === 'GET' || request.method === 'HEAD') return
  const origin = request.headers.origin
  if (origin !== undefined && !hosts.ownOrigin(origin, host)) throw new HttpRefused(403)
  if (headerOf(request, 'sec-fetch-site') === 'cross-site') throw new HttpRefused(403)
}

/** Names and values alternate; a value that reads `host` only makes the request one too many. */
const isHostName = (text: string): boolean => text.length === 4 && text.toLowerCase() === 'host'

function loggerOptions(log: (line: string) => void) {
  return {
    level: 'warn',
    stream: { write: (line: string) => log(line.trimEnd()) },
    redact: {
      paths: [
        'headers',
        '*.headers',
        'password',
        '*.password',
        'refreshToken',
        '*.refreshToken',
        'token',
        '*.token',
        'batoken',
        '*.batoken',
        'authorization',
        '*.authorization',
      ],
      censor: '***',
    },
    serializers: { err: describeError },
  }
}

/** What of an error is logged: not the values of a row that a database error may carry. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const code = 'code' in error ? String(error.code) : undefined
  return { type: error.name, message: error.message, code, stack: error.stack ?? '' }
}

/** Answers a peer that speaks no proper HTTP, in the socket itself. */
function refuseRaw(socket: Socket, code: string | undefined): void {
  if (!socket.writable || socket.destroyed || code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status = rawStatus[code ?? ''] ?? '400 Bad Request'
  const lines = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Length: 0',
    'X-Content-Type-Options: nosniff',
    "Content-Security-Policy: default-src 'none'",
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n`, () => socket.destroy()) // a peer that goes on sending is not listened to
}

const rawStatus: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}
