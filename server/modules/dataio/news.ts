import { sql, type Transaction } from 'kysely'
import type { WorkNews } from '../../../src/schemas/api/works.ts'
import type { Db } from '../../core/db/connect.ts'

/** Channel that announces progress of someone's job to every node, for the live feed. */
export const newsChannel = 'kontor_work'

/** Notifies the person's open screens when the transaction commits. */
export async function notifyWork(trx: Transaction<Db>, adminId: number, news: WorkNews): Promise<void> {
  await sql`select pg_notify(${newsChannel}, ${JSON.stringify({ adminId, news })})`.execute(trx)
}

/** Reads what `tellWork` sent. */
export function readWork(payload: string): { adminId: number; news: WorkNews } {
  return JSON.parse(payload) as { adminId: number; news: WorkNews }
}
