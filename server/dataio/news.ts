import { sql, type Transaction } from 'kysely'
import type { Db } from '../db/connect.ts'

/** Channel that tells every node how somebody's work is getting on, for the live feed. */
export const newsChannel = 'kontor_work'

/** How a job of a person stands. */
export interface WorkNews {
  kind: 'export' | 'import'
  id: number
  status: number
  /** Percent. */
  progress: number
  /** Rows done, and rows in all as far as that is known. */
  done: number
  total: number
}

/** Tells the person's open screens, when the transaction commits. */
export async function tellWork(trx: Transaction<Db>, adminId: number, news: WorkNews): Promise<void> {
  await sql`select pg_notify(${newsChannel}, ${JSON.stringify({ adminId, news })})`.execute(trx)
}

/** Reads what `tellWork` sent. */
export function readWork(payload: string): { adminId: number; news: WorkNews } {
  return JSON.parse(payload) as { adminId: number; news: WorkNews }
}
