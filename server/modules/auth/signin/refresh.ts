import { sql, type Transaction } from 'kysely'
import type { Area } from '../../../../src/schemas/language/area/area.ts'
import { dbNow } from '../../../core/clock.ts'
import type { Db, Reader } from '../../../core/db/connect.ts'
import { accessChanged } from '../../../core/session/access.ts'
import { accountKeyOf, accountTypes } from '../../../core/session/accountTypes.ts'
import { endSession, type Lifetimes } from '../../../core/session/sessions.ts'
import { nextPair, sessionOf, type TokenPair, tokenHash } from '../../../core/session/tokens.ts'

/** Seconds in which the token used last may be used again, for an answer that got lost; it gets the same successor. */
const grace = 10

export type RefreshOutcome =
  /** `refresh` is '' when the token did not change. */
  | ({ type: 'renewed'; id: number } & TokenPair)
  | { type: 'refused' }
  /** A token that had been replaced came back: somebody else has it, so the session was ended. */
  | { type: 'reused'; id: number; sessionId: string }

interface Session {
  area: Area
  id: string
  holder: number
  access_hash: string
  previous_access_hash: string
  refresh_hash: string
  previous_hash: string
  salt: string
  sequence: number
  /** Seconds since the last refresh; null before the first. */
  age: number | null
}

/** What a call to refresh carries. */
export interface RefreshCall {
  area: Area
  /** The refresh token. */
  token: string
  /** The access token beside it, expired or not. */
  access: string
  /** Replace the refresh token too (decision 1). */
  rotate: boolean
}

/**
 * Renews the access token of a session. The caller proves it by both tokens: the access token must be the session's own, the current one or
 * the one before it (whose successor got lost); otherwise nothing changes. The row is locked, so parallel calls with one token make one
 * successor. Must be committed whatever the outcome is: a refresh token that was replaced before ends its session, whatever access token
 * came with it.
 */
export async function refreshSession(
  trx: Transaction<Db>,
  { area, token, access, rotate }: RefreshCall,
  lifetimes: Lifetimes,
): Promise<RefreshOutcome> {
  const sessionId = sessionOf(token)
  const session = sessionId ? await lockSession(trx, area, sessionId) : undefined
  if (!session || session.refresh_hash === '') return { type: 'refused' }
  const hash = tokenHash(token)
  const recent = session.age !== null && session.age <= grace
  const isCurrent = hash === session.refresh_hash
  const isOwn = access !== '' && [session.access_hash, session.previous_access_hash].includes(tokenHash(access))
  if (!isOwn && (isCurrent || (hash === session.previous_hash && recent))) return { type: 'refused' }
  if (isCurrent) {
    const again = rotate ? undefined : nextPair(session.id, session.salt, token, session.sequence)
    const repeated = recent && again !== undefined && tokenHash(again.access) === session.access_hash
    return repeated ? renewed(session, { access: again.access, refresh: '' }) : renew(trx, session, token, { rotate, lifetimes })
  }
  if (hash === session.previous_hash && recent) {
    const successor = nextPair(session.id, session.salt, token, session.sequence)
    if (tokenHash(successor.refresh) === session.refresh_hash) return renewed(session, successor)
  }
  await endSession(trx, session.id, area)
  return { type: 'reused', id: session.holder, sessionId: session.id }
}

/** The area of the session that a refresh token names; undefined when there is none. */
export async function areaOfRefresh(db: Reader, refreshToken: string): Promise<Area | undefined> {
  const id = sessionOf(refreshToken)
  if (id === undefined) return undefined
  const { rows } = await sql<{ area: Area }>`
    SELECT 'admin' AS area FROM admin_session WHERE id = ${id} UNION ALL SELECT 'user' FROM user_session WHERE id = ${id}`.execute(
    db,
  )
  return rows[0]?.area
}

async function lockSession(trx: Transaction<Db>, area: Area, id: string): Promise<Session | undefined> {
  const { sessions, accountType, accounts, enabled } = accountTypes[area]
  const { rows } = await sql<Session>`
    SELECT ${area} AS area, s.id, ${sql.ref(`s.${accountType}`)} AS holder, s.access_hash, s.previous_access_hash, s.refresh_hash, s.previous_hash, s.salt, s.sequence,
      (extract(epoch from now()) - s.refreshed_time)::float8 AS age
    FROM ${sql.table(sessions)} s JOIN ${sql.table(accounts)} a ON a.id = ${sql.ref(`s.${accountType}`)} AND ${enabled}
    WHERE s.id = ${id} AND s.expires_time > extract(epoch from now()) FOR UPDATE OF s`.execute(trx)
  return rows[0]
}

async function renew(
  trx: Transaction<Db>,
  session: Session,
  token: string,
  { rotate, lifetimes }: { rotate: boolean; lifetimes: Lifetimes },
): Promise<RefreshOutcome> {
  const sequence = session.sequence + 1
  const next = nextPair(session.id, session.salt, token, sequence)
  const replaced = rotate ? sql`, previous_hash = refresh_hash, refresh_hash = ${tokenHash(next.refresh)}` : sql``
  await sql`
    UPDATE ${sql.table(accountTypes[session.area].sessions)} SET sequence = ${sequence}, previous_access_hash = access_hash, access_hash = ${tokenHash(next.access)},
      access_time = least(expires_time, ${dbNow} + ${lifetimes.access}::bigint),
      refreshed_time = ${dbNow}, update_time = ${dbNow}${replaced}
    WHERE id = ${session.id}`.execute(trx)
  await accessChanged(trx, accountKeyOf(session.area, session.holder)) // the old access token is in the memory of nodes
  return renewed(session, { access: next.access, refresh: rotate ? next.refresh : '' })
}

function renewed(session: Session, pair: TokenPair): RefreshOutcome {
  return { type: 'renewed', id: session.holder, ...pair }
}
