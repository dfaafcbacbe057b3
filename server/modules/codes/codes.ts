import { randomInt } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Channel } from '../../../src/schemas/codeEvents.ts'
import { dbClock } from '../../core/clock.ts'
import type { Context } from '../../core/context.ts'
import type { Database, Db } from '../../core/db/connect.ts'
import { Refused } from '../../core/refuse.ts'
import type { VerificationCodeRow } from '../../core/rows.generated.ts'
import { hashPassword, verifyNothing, verifyPassword } from '../../core/session/password.ts'
import { addressName } from '../../core/session/throttle.ts'
import { secret, tokenHash } from '../../core/session/tokens.ts'
import { inTransaction } from '../../core/transaction/transaction.ts'

/** Seconds a code, and the proof that one was right, can be used (protocol 1.4), unless the way it goes says otherwise. */
const lifetime = 600

/** How a code is made. */
export interface CodeShape {
  /** Characters, 4 to 8. */
  length: number
  /** Letters besides digits; none that is mistaken for another. */
  letters: boolean
  /** Seconds it can be used. */
  lifetime: number
}

/** Codes by mail, and by whatever says nothing else. */
export const usualShape: CodeShape = { length: 6, letters: false, lifetime }

const digits = '0123456789'
const lettersToo = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function draw({ length, letters }: CodeShape): string {
  const signs = letters ? lettersToo : digits
  return Array.from({ length }, () => signs[randomInt(signs.length)]).join('')
}

/** Tries of one code, the right one among them; then it is void. */
const tries = 5
/** Seconds between two codes for one address and event. */
const pause = 60
/** Codes in an hour: for one address, asked for from one place, and in all (controls C33). */
const perTarget = 5
const perPlace = 30
const inAll = 200
const hour = 3600

/** What a code is for: it is of no use for anything else. */
export interface Purpose {
  channel: Channel
  /** The address as `addressKey` writes it. */
  target: string
  event: string
}

/** One way to write an address: mail is delivered without regard to case. */
export const addressKey = (address: string): string => address.trim().toLowerCase()

/** The database holds no addresses, and no hash that numbers could be tried against: those who ask need not be members. */
const targetOf = ({ services }: Context, { channel, target }: Purpose): Promise<string> =>
  services.secretBox.mac('verification code', `${channel}:${addressKey(target)}`)

/**
 * Makes a code and keeps its hash; the one before it is void. Counted and made one after the other on all nodes, whether
 * somebody has the address or not. `also` is done in the same transaction. Throws Refused when it is too soon or there were too many.
 */
export async function makeCode(
  ctx: Context,
  purpose: Purpose,
  shape = usualShape,
  also: (trx: Transaction<Db>, code: string) => Promise<void> = async () => {},
): Promise<{ id: number; code: string }> {
  const code = draw(shape)
  const hash = await hashPassword(code)
  const target = await targetOf(ctx, purpose)
  const id = await inTransaction(ctx.services.database, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('kontor.code'))`.execute(trx)
    const place = addressName(ctx.ip)
    await admit(trx, target, purpose.event, place)
    await sql`UPDATE verification_code SET expires_time = 0 WHERE target = ${target} AND event = ${purpose.event}`.execute(trx)
    await also(trx, code)
    return insert(trx, { target, event: purpose.event, hash, place, seconds: shape.lifetime })
  })
  return { id, code }
}

async function admit(trx: Transaction<Db>, target: string, event: string, place: string): Promise<void> {
  const { rows } = await sql<{ wait: number; of_target: number; of_place: number; of_all: number }>`
    SELECT coalesce(max(create_time) FILTER (WHERE target = ${target} AND event = ${event}), 0) + ${pause}::int - ${dbClock} AS wait,
      count(*) FILTER (WHERE target = ${target})::int AS of_target, count(*) FILTER (WHERE ip = ${place})::int AS of_place,
      count(*)::int AS of_all
    FROM verification_code WHERE create_time > ${dbClock} - ${hour}::int AND event NOT LIKE ${proofEvent('%')}`.execute(trx)
  const { wait = 0, of_target = 0, of_place = 0, of_all = 0 } = rows[0] ?? {}
  if (wait > 0) throw new Refused('codes.wait', { seconds: Number(wait) })
  if (of_target >= perTarget || of_place >= perPlace || of_all >= inAll) throw new Refused('codes.tooMany')
}

async function insert(
  trx: Transaction<Db>,
  { target, event, hash, place, seconds }: { target: string; event: string; hash: string; place: string; seconds: number },
): Promise<number> {
  const { rows } = await sql<Pick<VerificationCodeRow, 'id'>>`
    INSERT INTO verification_code (target, event, code_hash, tries, ip, expires_time, create_time, update_time)
    SELECT ${target}, ${event}, ${hash}, 0, ${place}, n + ${seconds}::int, n, n FROM (SELECT ${dbClock} AS n) clock
    RETURNING id`.execute(trx)
  return Number(rows[0]?.id)
}

/** Forgets a code that never left the house: asking for another one need not wait. */
export async function dropCode(database: Database, id: number): Promise<void> {
  await sql`DELETE FROM verification_code WHERE id = ${id}`.execute(database.write)
}

/**
 * The code that somebody typed, if it is right: to be used up by `spendCode`. The try is counted, and that is committed, before the code is
 * looked at: parallel guesses share nothing. Whether there is a code takes the same time as whether it is right. Throws Refused beside
 * `field`.
 */
export async function checkCode(ctx: Context, purpose: Purpose, typed: unknown, field = 'captcha'): Promise<number> {
  const wrong = new Refused('codes.wrong', {}, { field })
  const code = typeof typed === 'string' ? typed.normalize('NFKC').trim().toUpperCase() : ''
  if (!/^[0-9A-Z]{4,8}$/.test(code)) throw wrong
  const target = await targetOf(ctx, purpose)
  const { rows } = await inTransaction(ctx.services.database, (trx) =>
    sql<Pick<VerificationCodeRow, 'id' | 'code_hash'>>`
      UPDATE verification_code SET tries = tries + 1 WHERE id = (
        SELECT id FROM verification_code WHERE target = ${target} AND event = ${purpose.event}
          AND expires_time > ${dbClock} AND tries < ${tries} ORDER BY id DESC LIMIT 1 FOR UPDATE) AND tries < ${tries}
      RETURNING id, code_hash`.execute(trx),
  )
  const row = rows[0]
  if (!row) await verifyNothing(code)
  if (!row || !(await verifyPassword(row.code_hash, code))) throw wrong
  return Number(row.id)
}

/** Uses a code up that was found right: of two at once one succeeds, and what it is for happens in the same transaction. */
export async function spendCode(trx: Transaction<Db>, id: number, field = 'captcha'): Promise<void> {
  const { rows } = await sql`
    UPDATE verification_code SET expires_time = 0 WHERE id = ${id} AND expires_time > ${dbClock} RETURNING 1 AS one`.execute(trx)
  if (rows.length === 0) throw new Refused('codes.wrong', {}, { field })
}

const proofEvent = (channel: string): string => `proof_${channel}`

/** A proof that this session's member reads what is sent to the address they have: a text that is of use once, in this session. */
export async function makeProof(trx: Transaction<Db>, channel: Channel, sessionId: string): Promise<string> {
  const token = secret()
  await insert(trx, {
    target: tokenHash(sessionId),
    event: proofEvent(channel),
    hash: tokenHash(token),
    place: '',
    seconds: lifetime,
  })
  return token
}

/** Uses a proof up. False for one that is none, is used, is another session's or channel's, or is too old. */
export async function spendProof(trx: Transaction<Db>, channel: Channel, sessionId: string, token: unknown): Promise<boolean> {
  if (typeof token !== 'string') return false
  const { rows } = await sql`
    DELETE FROM verification_code WHERE target = ${tokenHash(sessionId)} AND event = ${proofEvent(channel)}
      AND code_hash = ${tokenHash(token)} AND expires_time > ${dbClock} RETURNING 1 AS one`.execute(trx)
  return rows.length > 0
}

/** Deletes expired codes: rows are kept for an hour, which the limits need. */
export async function purgeCodes(database: Database): Promise<void> {
  await sql`DELETE FROM verification_code WHERE create_time < ${dbClock} - ${hour}::int`.execute(database.write)
}
