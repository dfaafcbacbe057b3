import type { BusboyConfig } from '@fastify/busboy'
import type { Multipart } from '@fastify/multipart'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../codegen/schema/schema.ts'
import type { Area } from '../../src/schemas/language/area/area.ts'
import type { Locale } from '../../src/schemas/language/words.ts'
import type { Db } from './db/connect.ts'
import type { Dialect } from './dialect.ts'
import type { Query } from './query.ts'
import { Refused } from './refuse.ts'
import type { Access, Route } from './route.ts'
import type { Services } from './services.ts'

/** Languages of the server's texts. */
export type Lang = Locale

/** Who acts, an administrator or a member, with what their enabled groups allow. */
export interface Actor {
  /** Whose id it is: the ids of administrators and of members have nothing to do with each other. */
  area: Area
  id: number
  username: string
  nickname: string
  /** A group of administrators with the rules `*`: every node is allowed, every row is met. Never a member. */
  super: boolean
  /** Full node paths in lower case. Ask through `can`, not directly: a super administrator's set may be smaller. */
  nodes: ReadonlySet<string>
  /** Ids of the enabled groups. */
  groups: readonly number[]
  /** A group seen through the lens: a user with this group and no other. No such administrator exists; `id` is -1. */
  role?: number
  /** A member while the member centre is closed: nothing that needs a sign-in is answered. */
  closed?: boolean
  sessionId: string
}

/** Everything a handler may use for one request. */
export interface Context {
  /** The address that was called. */
  handler: Route
  /** The access token of the handler's area that came along, '' when none did. */
  token: string
  /** The access tokens of both areas: a browser may be signed in to both. */
  tokens: Readonly<Record<Area, string>>
  actor: Actor | null
  lang: Lang
  /** The clock of this action, unix seconds. Expiries compare with the database's clock instead. */
  now: number
  /** When it came, by `performance.now()`: how long it took is logged. */
  began: number
  /** Parameters of the address, brackets understood. */
  query: Query
  /** The JSON object that was posted; {} when there was none. */
  body: Record<string, unknown>
  /** The parts of a form with files, read as they come; null where the request is none, or its handler takes none. */
  multipart: { length: number; parts(limits: NonNullable<BusboyConfig['limits']>): AsyncIterable<Multipart> } | null
  /** The path and the body as they came, and headers by their name in lower case, for handlers that ask for them; null for the others. */
  raw: { path: string; body: Buffer; header(name: string): string } | null
  /** Whose client calls: Kontor's front end sends the header x-kontor-strict. */
  dialect: Dialect
  ip: string
  userAgent: string
  /** Sessions that cannot write. */
  read: Kysely<Db>
  /**
   * One transaction; rolled back when `fn` throws. Run again (up to twice) after a serialization failure or a deadlock, so `fn` must
   * not act outside the database. The log row of the request is written in it. Throws in GET handlers.
   */
  write<T>(fn: (trx: Transaction<Db>) => Promise<T>): Promise<T>
  /** A word in the language of the person: key below the shared words, such as `errors.auth.login`. */
  text(key: string, params?: Readonly<Record<string, string | number>>): string
  schema: Schema
  services: Services
  requestId: string
  /** Its lines have the request's id. */
  log: Logger
}

/** Where a request or a job writes what its operator should know. */
export type Logger = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/** The actor of a handler that needs login. */
export function actorOf(ctx: Context): Actor {
  if (!ctx.actor) throw new Refused('auth.needLogin', {}, { envelope: 303 })
  return ctx.actor
}

/** The one question every call is asked: may this actor (null: nobody signed in) call what has this access? */
export function mayCall(access: Access, actor: Actor | null): boolean {
  if (access.type === 'public') return true
  if (!actor) return false
  if (access.type === 'node') return can(actor, access.node)
  if (access.type === 'anyNode') return access.nodes.some((node) => can(actor, node))
  return access.type === 'login' || actor.super
}

/** Whether the actor holds the node (full path, any case). */
export function can(actor: Actor, node: string): boolean {
  return actor.super || actor.nodes.has(node.toLowerCase())
}
