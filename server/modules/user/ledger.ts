import type { Writer } from '../../core/db/connect.ts'
import { mostMoney, mostScore } from './limits.ts'

/** What a change of a member's balance or points did. */
export interface Booked {
  before: number
  after: number
}

/** The most there may be of each. */
export const mostOf = { money: mostMoney, score: mostScore } as const

/**
 * Adds `change` (fen or points, may be negative) to a member's balance or points and gives both figures. The member's row is locked until
 * the transaction ends, so that bookings of one member stand in a line. Null: no such member. Nothing is changed where the result would lie
 * below zero or above what a member may have; the caller refuses then, else writes the ledger's row.
 */
export async function book(
  trx: Writer,
  column: 'money' | 'score',
  userId: number,
  change: number,
  now: number,
): Promise<Booked | null> {
  const row = await trx
    .selectFrom('user')
    .select(column)
    .where('id', '=', userId)
    .where('delete_time', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return null
  const before = Number(row[column])
  const after = before + change
  if (after >= 0 && after <= mostOf[column])
    await trx
      .updateTable('user')
      .set({ [column]: after, update_time: now })
      .where('id', '=', userId)
      .execute()
  return { before, after }
}
