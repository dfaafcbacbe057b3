import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Actor, Context, Lang, Logger } from '../context.ts'
import type { Database, Db } from '../db/connect.ts'
import { buildAdminDialect } from '../dialect.ts'
import type { Handler } from '../handler.ts'
import { authorOf } from '../history/author.ts'
import type { Core } from '../http/makeContext.ts'
import { inTransaction } from '../transaction/transaction.ts'

export interface JobContextOptions {
  core: Core
  /** The rights that the person has now, whatever they were when they asked. */
  actor: Omit<Actor, 'sessionId'>
  lang: Lang
  /** Address that the log and the audit name. */
  controller: string
  action: string
  database: Database
  read: Kysely<Db>
  log: Logger
}

/** What lists and saving need to know of a request, for work that goes on without one. */
export function jobContext({
  core: { schema, services },
  actor,
  lang,
  controller,
  action,
  database,
  read,
  log,
}: JobContextOptions): Context {
  const handler: Handler = { app: 'admin', controller, action, method: 'POST', access: { type: 'login' }, run: async () => null }
  const ctx: Context = {
    handler,
    token: '',
    tokens: { admin: '', user: '' },
    actor: { ...actor, sessionId: '' },
    lang,
    now: Math.floor(Date.now() / 1000),
    began: performance.now(),
    query: {},
    body: {},
    multipart: null,
    raw: null,
    dialect: buildAdminDialect(services.settings),
    ip: '',
    userAgent: '',
    read,
    write: (fn) => inTransaction(database, fn, { author: authorOf(ctx) }),
    text: (key, params) => schema.words.text(lang, null, key, params),
    schema,
    services,
    requestId: randomUUID(),
    log,
  }
  return ctx
}
