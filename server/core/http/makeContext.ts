import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Schema } from '../../../codegen/schema/schema.ts'
import { defaultLocale, type Locale, locales } from '../../../src/schemas/language/words.ts'
import type { Actor, Context, Logger } from '../context.ts'
import { mayCall } from '../context.ts'
import { buildAdminDialect, kontorDialect } from '../dialect.ts'
import type { Handler } from '../handler.ts'
import { authorOf } from '../history/author.ts'
import { insertAdminLog, isLogged, noteLogged } from '../log/adminLog.ts'
import { auditOfCall } from '../log/audit.ts'
import { parseQuery } from '../query.ts'
import { Refused } from '../refuse.ts'
import type { Services } from '../services.ts'
import { accountTypes } from '../session/accountTypes.ts'
import { isInUse } from '../session/idle.ts'
import type { Resolved } from '../session/sessions.ts'
import { inTransaction } from '../transaction/transaction.ts'
import { parseBody } from './body.ts'

/** The part of a request that decides whose rights apply: its `lens` header ('' without), and its audit entry. */
export interface Look {
  lens: string
  ip: string
  requestId: string
}

/** Whose rights apply to a call, when not those of its own session. Throws `Refused`. */
export type LookThrough = (services: Services, look: Look, handler: Handler, resolved: Resolved) => Promise<Resolved>

/** Dependencies of contexts. */
export interface Core {
  /** That of a request, or of the revision that is served now. */
  readonly schema: Schema
  services: Services
  /** Absent: every call uses the rights of its own session. */
  lookThrough?: LookThrough | undefined
}

/** Makes the context of a request that a handler will answer, after checking that its caller may. Throws `Refused`. */
export async function makeContext(core: Core, request: FastifyRequest, handler: Handler): Promise<Context> {
  const area = handler.app === 'api' ? 'user' : 'admin'
  const tokens = { admin: headerOf(request, accountTypes.admin.header), user: headerOf(request, accountTypes.user.header) }
  const token = tokens[area]
  const resolved = await inUse(core, request, token ? await core.services.sessions.resolve(token, area) : 'unknown')
  const look = { lens: headerOf(request, 'lens'), ip: ipOf(request), requestId: request.id }
  const actor = authorize(handler, (await core.lookThrough?.(core.services, look, handler, resolved)) ?? resolved)
  const url = request.raw.url ?? ''
  const cut = url.indexOf('?')
  const lang = langOf(request, core.services.site.last().default_lang)
  const ctx: Context = {
    handler,
    token,
    tokens,
    actor,
    lang,
    now: Math.floor(Date.now() / 1000),
    began: performance.now(),
    query: parseQuery(cut < 0 ? '' : url.slice(cut + 1)),
    body: Buffer.isBuffer(request.body) ? parseBody(request.body) : {},
    multipart:
      handler.multipart && request.isMultipart()
        ? { length: Number(headerOf(request, 'content-length')) || 0, parts: (limits) => request.parts({ limits }) }
        : null,
    raw: handler.raw
      ? {
          path: cut < 0 ? url : url.slice(0, cut),
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          header: (name) => headerOf(request, name),
        }
      : null,
    dialect: headerOf(request, 'x-kontor-strict') === '1' ? kontorDialect : buildAdminDialect(core.services.settings),
    ip: look.ip,
    userAgent: headerOf(request, 'user-agent').slice(0, 255),
    read: core.services.database.read,
    write: (fn) => write(core, ctx, fn),
    text: (key, params) => core.schema.words.text(lang, null, key, params),
    schema: core.schema,
    services: core.services,
    requestId: request.id,
    log: new RequestLog(request),
  }
  return ctx
}

/** Nobody, where the administrator's session was left alone for too long. The browser says which requests the person did not make. */
async function inUse({ services }: Core, request: FastifyRequest, resolved: Resolved): Promise<Resolved> {
  if (typeof resolved === 'string' || resolved.area !== 'admin') return resolved
  const counts = headerOf(request, 'x-kontor-idle') !== '1'
  return (await isInUse(services, { sessionId: resolved.sessionId, counts })) ? resolved : 'unknown'
}

/** Who may call the handler: expired tokens first (the client refreshes and comes back), then sign-in, the open member centre, the node. */
function authorize(handler: Handler, resolved: Resolved): Actor | null {
  const { access } = handler
  const actor = typeof resolved === 'string' ? null : resolved
  if (access.type === 'public') return actor
  if (resolved === 'expired') throw new Refused('auth.expired', {}, { envelope: 409 })
  if (!actor) throw new Refused('auth.needLogin', {}, { envelope: 303 })
  if (actor.closed) throw new Refused('member.closed')
  if (!mayCall(access, actor)) throw new Refused('auth.noRight', {}, { envelope: 401 })
  return actor
}

/** The first write of a request carries its rows in the administrators' log and in the audit; rights that changed are forgotten before the answer goes out. */
function write<T>(core: Core, ctx: Context, fn: Parameters<typeof inTransaction<T>>[1]): Promise<T> {
  if (ctx.handler.method === 'GET') throw new Error(`GET ${ctx.handler.controller}/${ctx.handler.action} must not write`)
  return inTransaction(core.services.database, fn, {
    author: authorOf(ctx),
    beforeCommit: async (trx, pending) => {
      if (isLogged(ctx)) return
      await insertAdminLog(trx, ctx, pending)
      if (ctx.actor && pending.audits.every(({ beside }) => beside)) pending.audits.push(auditOfCall(ctx))
    },
    afterCommit: (pending) => {
      noteLogged(ctx)
      for (const who of pending.changed) core.services.sessions.changed(who)
    },
  })
}

/** Language of the answer: the one asked for, else the site's. */
export function langOf(request: FastifyRequest, usual: string): Locale {
  const known = (name: string) => locales.find((locale) => locale === name)
  return known(headerOf(request, 'think-lang')) ?? known(usual) ?? defaultLocale
}

/** The log of a request, whose lines have its id. Nearly no request logs anything, and a log of its own is dear. */
export function logOf(request: FastifyRequest): FastifyBaseLogger {
  return request.log.child({ reqId: request.id })
}

/**
 * The same, made when something is logged. Its getters are the class's: with a getter of its own, each object gets a layout (V8's map) that
 * lives until the next full collection, and the getter keeps the whole request with it.
 */
class RequestLog implements Logger {
  readonly #request: FastifyRequest

  constructor(request: FastifyRequest) {
    this.#request = request
  }

  get info(): Logger['info'] {
    const log = logOf(this.#request)
    return log.info.bind(log)
  }

  get warn(): Logger['warn'] {
    const log = logOf(this.#request)
    return log.warn.bind(log)
  }

  get error(): Logger['error'] {
    const log = logOf(this.#request)
    return log.error.bind(log)
  }
}

/** Address of the peer; what headers claim is not believed. */
export function ipOf(request: FastifyRequest): string {
  return (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
}

export function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}
