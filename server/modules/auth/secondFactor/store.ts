import { type Kysely, sql, type Transaction } from 'kysely'
import { dbNow } from '../../../core/clock.ts'
import type { Db, Reader } from '../../../core/db/connect.ts'
import { readNumber } from '../../../core/db/scalar.ts'
import type { AdminRow, AdminSecondFactorRow } from '../../../core/rows.generated.ts'
import type { Services } from '../../../core/services.ts'
import { newRecoveryCodes } from './recovery.ts'

/** What the keys of secrets are for; part of what they are derived from. */
const use = 'second factor'

/** The second factor of one administrator: on when `admin.second_factor` says so, else about to be set up. */
export interface Factor {
  /** In base32; undefined when the server's key does not open it. */
  secret: string | undefined
  /** As it is stored: names the very secret in guarded updates. */
  stored: string
  recoverySalt: string
}

/** Reads it; undefined when there is none. */
export async function readFactor(
  { secretBox }: Pick<Services, 'secretBox'>,
  db: Reader,
  adminId: number,
): Promise<Factor | undefined> {
  const { rows } = await sql<Pick<AdminSecondFactorRow, 'secret' | 'recovery_salt'>>`
    SELECT secret, recovery_salt FROM admin_second_factor WHERE admin_id = ${adminId}`.execute(db)
  const row = rows[0]
  return row && { secret: await secretBox.open(use, adminId, row.secret), stored: row.secret, recoverySalt: row.recovery_salt }
}

/** Keeps a new secret that is not in use yet, in the place of one that was not confirmed. */
export async function keepSecret(
  { secretBox }: Pick<Services, 'secretBox'>,
  trx: Transaction<Db>,
  adminId: number,
  secret: string,
): Promise<void> {
  const sealed = await secretBox.close(use, adminId, secret)
  await sql`
    INSERT INTO admin_second_factor (admin_id, secret, recovery_salt, last_step, create_time, update_time)
    VALUES (${adminId}, ${sealed}, '', 0, ${dbNow}, ${dbNow})
    ON CONFLICT (admin_id) DO UPDATE SET secret = excluded.secret, recovery_salt = '', last_step = 0, update_time = excluded.update_time`.execute(
    trx,
  )
}

/**
 * Uses up a step of time: each is good once, and none before one that was used. False when it was used already, by whichever server, or
 * when the secret is another by now.
 */
export async function takeStep(trx: Transaction<Db>, adminId: number, factor: Factor, step: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE admin_second_factor SET last_step = ${step}, update_time = ${dbNow}
    WHERE admin_id = ${adminId} AND secret = ${factor.stored} AND last_step < ${step}`.execute(trx)
  return numAffectedRows === 1n
}

/** Uses up a recovery code; false when there is none of this hash, or it was used already. */
export async function takeRecoveryCode(trx: Transaction<Db>, adminId: number, hash: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE admin_recovery_code SET used_time = ${dbNow}, update_time = ${dbNow}
    WHERE admin_id = ${adminId} AND code_hash = ${hash} AND used_time IS NULL`.execute(trx)
  return numAffectedRows === 1n
}

/** Creates new recovery codes that replace the old ones, and returns them: they cannot be read again. */
export async function renewRecoveryCodes(trx: Transaction<Db>, adminId: number): Promise<string[]> {
  const { codes, salt, hashes } = await newRecoveryCodes()
  await sql`DELETE FROM admin_recovery_code WHERE admin_id = ${adminId}`.execute(trx)
  await sql`
    INSERT INTO admin_recovery_code (admin_id, code_hash, create_time, update_time)
    SELECT ${adminId}, hash, ${dbNow}, ${dbNow} FROM unnest(${hashes}::text[]) AS hash`.execute(trx)
  await sql`UPDATE admin_second_factor SET recovery_salt = ${salt}, update_time = ${dbNow} WHERE admin_id = ${adminId}`.execute(
    trx,
  )
  return codes
}

/** How many recovery codes are left. */
export function countRecoveryCodes(db: Reader, adminId: number): Promise<number> {
  return readNumber(db, sql`SELECT count(*) FROM admin_recovery_code WHERE admin_id = ${adminId} AND used_time IS NULL`)
}

/** Whether it is on; `lock` holds the account's row until the transaction ends, so that it is turned on, off and used in turn. */
export async function isOn(db: Kysely<Db>, adminId: number, lock = false): Promise<boolean> {
  const { rows } = await sql<Pick<AdminRow, 'second_factor'>>`
    SELECT second_factor FROM admin WHERE id = ${adminId} ${lock ? sql`FOR UPDATE` : sql``}`.execute(db)
  return rows[0]?.second_factor === 1
}

/** Says in the account whether it is on. */
export async function setOn(trx: Transaction<Db>, adminId: number, on: boolean): Promise<void> {
  await sql`UPDATE admin SET second_factor = ${on ? 1 : 0}, update_time = ${dbNow} WHERE id = ${adminId}`.execute(trx)
}

/** Takes it away with everything that belongs to it. */
export async function removeFactor(trx: Transaction<Db>, adminId: number): Promise<void> {
  await sql`DELETE FROM admin_recovery_code WHERE admin_id = ${adminId}`.execute(trx)
  await sql`DELETE FROM admin_second_factor WHERE admin_id = ${adminId}`.execute(trx)
  await setOn(trx, adminId, false)
}
