import { sql } from 'kysely'
import type { Writer } from '../../core/db/connect.ts'
import { Refused } from '../../core/refuse.ts'
import { type FailedWrite, readableError } from '../validate/refusal.ts'

/** Runs the work of one row so that a refusal undoes that row alone; returns the refusal. Other errors end the transaction. */
export async function within(write: FailedWrite, trx: Writer, work: () => Promise<unknown>): Promise<Refused | undefined> {
  await sql`savepoint kontor_row`.execute(trx)
  try {
    await work()
    await sql`release savepoint kontor_row`.execute(trx)
    return undefined
  } catch (error) {
    const known = await readableError(error, write)
    if (!(known instanceof Refused)) throw error
    await sql`rollback to savepoint kontor_row`.execute(trx)
    return known
  }
}
