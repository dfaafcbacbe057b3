import { type Kysely, sql, type Transaction } from 'kysely'
import type { Area } from '../../../src/schemas/language/area/area.ts'
import { dbNow } from '../clock.ts'
import type { Actor } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { AdminSessionRow } from '../rows.generated.ts'
import type { AccountKey } from '../transaction/transaction.ts'
import { accessChanged, loadRights } from './access.ts'
import { accountKeyOf, accountTypes } from './accountTypes.ts'
import { firstPair, newSessionId, secret, type TokenPair, tokenHash } from './tokens.ts'

/** Who an access token belongs to: `expired` means a refresh may bring a new one, `unknown` that one must sign in. */
export type Resolved = Actor | 'expired' | 'unknown'

/** The live sessions as this node knows them. */
export interface Sessions {
  /** Whose access token of an area it is. Answers from memory where it may; asks the database otherwise. */
  resolve(token: string, area?: Area): Promise<Resolved>
  /** The administrator a session belongs to, whatever its access token is now; undefined when it ended. Always asks the database. */
  ofSession(sessionId: string): Promise<Actor | undefined>
  /** Drops the cached data of an account, or of all, and notifies the listeners. */
  changed(who: AccountKey): void
  onChange(listener: (who: AccountKey) => void): void
  /** Whether changes by other nodes are being received; while not, the cache is not used. */
  setListening(listening: boolean): void
}

interface Entry {
  actor: Actor
  /** When the token ends, on this process's own clock (`performance.now()`), which no one can set. */
  until: number
}

const entriesAtMost = 5000

/** Keeps actors by token in memory. A stale answer never allows more: a change forgets first, and a load that a change overtook is not kept. */
export function makeSessions(db: Kysely<Db>): Sessions {
  const entries = new Map<string, Entry>()
  const listeners: ((who: AccountKey) => void)[] = []
  let generation = 0
  let listening = false
  return {
    async resolve(token, area = 'admin') {
      if (token === '' || token.length > 200) return 'unknown'
      const hash = tokenHash(token)
      const place = `${area}:${hash}`
      const known = entries.get(place)
      if (known && known.until > performance.now()) return known.actor
      const started = generation
      const loaded = await load(db, area, hash)
      if (typeof loaded === 'string') return loaded
      if (listening && started === generation) {
        if (entries.size >= entriesAtMost) entries.clear()
        entries.set(place, loaded)
      }
      return loaded.actor
    },
    async ofSession(sessionId) {
      const { rows } = await sql<Pick<AdminSessionRow, 'admin_id'>>`
        SELECT admin_id FROM admin_session WHERE id = ${sessionId} AND expires_time > extract(epoch from clock_timestamp())`.execute(
        db,
      )
      const rights = rows[0] && (await loadRights(db, 'admin', rows[0].admin_id))
      return rights && { ...rights, sessionId }
    },
    changed(who) {
      generation++
      for (const [place, { actor }] of entries) {
        if (who === '*' || accountKeyOf(actor.area, actor.id) === who) entries.delete(place)
      }
      for (const listener of listeners) listener(who)
    },
    onChange: (listener) => void listeners.push(listener),
    setListening(value) {
      listening = value
      generation++
      entries.clear()
    },
  }
}

async function load(db: Kysely<Db>, area: Area, hash: string): Promise<Entry | 'expired' | 'unknown'> {
  const { sessions, accountType } = accountTypes[area]
  const { rows } = await sql<Pick<AdminSessionRow, 'id'> & { holder: number; current: boolean; left: number }>`
    SELECT id, ${sql.ref(accountType)} AS holder, access_hash = ${hash} AS current,
      (access_time - extract(epoch from clock_timestamp()))::float8 AS left
    FROM ${sql.table(sessions)}
    WHERE (access_hash = ${hash} OR previous_access_hash = ${hash}) AND expires_time > extract(epoch from clock_timestamp())`.execute(
    db,
  )
  const row = rows[0]
  if (!row) return 'unknown'
  if (!row.current || row.left <= 0) return 'expired'
  const until = performance.now() + row.left * 1000
  const rights = await loadRights(db, area, row.holder)
  return rights ? { actor: { ...rights, sessionId: row.id }, until } : 'unknown'
}

/** Seconds that tokens live. A session without refresh token ends with its access token. */
export interface Lifetimes {
  access: number
  refresh: number
}

/** How sessions of an area start, by the site's settings. */
export interface SessionRules {
  lifetimes: Lifetimes
  /** A new session ends the account's others. */
  alone: boolean
}

export interface Issued extends TokenPair {
  sessionId: string
}

/**
 * Starts a session of an account and returns its tokens; only their hashes are stored. `keep` false: no refresh token (an empty text).
 * With single sign-on the account's other sessions end, on all nodes.
 */
export async function issueTokens(
  trx: Transaction<Db>,
  { area, id }: { area: Area; id: number },
  { keep, lifetimes, alone }: { keep: boolean } & SessionRules,
  from: { ip: string; userAgent: string },
): Promise<Issued> {
  const sessionId = newSessionId()
  const pair = firstPair(sessionId)
  await trx
    .insertInto(accountTypes[area].sessions)
    .values({
      id: sessionId,
      [accountTypes[area].accountType]: id,
      access_hash: tokenHash(pair.access),
      access_time: sql`${dbNow} + ${lifetimes.access}::bigint`,
      previous_access_hash: '',
      refresh_hash: keep ? tokenHash(pair.refresh) : '',
      previous_hash: '',
      salt: secret(),
      sequence: 0,
      refreshed_time: null,
      expires_time: sql`${dbNow} + ${keep ? Math.max(lifetimes.refresh, lifetimes.access) : lifetimes.access}::bigint`,
      ip: from.ip,
      user_agent: from.userAgent,
      create_time: dbNow,
      update_time: dbNow,
    })
    .execute()
  if (alone) await endOtherSessions(trx, id, sessionId, area)
  return { sessionId, access: pair.access, refresh: keep ? pair.refresh : '' }
}

/** Ends every session of an account, on all nodes; open sockets close. Returns how many there were. */
export async function endSessions(trx: Transaction<Db>, id: number, area: Area = 'admin'): Promise<number> {
  const { sessions, accountType } = accountTypes[area]
  const { rows } = await sql`DELETE FROM ${sql.table(sessions)} WHERE ${sql.ref(accountType)} = ${id} RETURNING 1 AS one`.execute(
    trx,
  )
  await accessChanged(trx, accountKeyOf(area, id))
  return rows.length
}

/** Ends every session of an account but one. Returns how many. */
export async function endOtherSessions(trx: Transaction<Db>, id: number, kept: string, area: Area = 'admin'): Promise<number> {
  const { sessions, accountType } = accountTypes[area]
  const { rows } = await sql`
    DELETE FROM ${sql.table(sessions)} WHERE ${sql.ref(accountType)} = ${id} AND id <> ${kept} RETURNING 1 AS one`.execute(trx)
  await accessChanged(trx, accountKeyOf(area, id))
  return rows.length
}

/** Ends one session. */
export async function endSession(trx: Transaction<Db>, sessionId: string, area: Area = 'admin'): Promise<void> {
  const { sessions, accountType } = accountTypes[area]
  const { rows } = await sql<{ holder: number }>`
    DELETE FROM ${sql.table(sessions)} WHERE id = ${sessionId} RETURNING ${sql.ref(accountType)} AS holder`.execute(trx)
  for (const row of rows) await accessChanged(trx, accountKeyOf(area, row.holder))
}

declare module '../services.ts' {
  interface Services {
    sessions: Sessions
  }
}
