import type { Kysely } from 'kysely'
import { dbClock } from '../clock.ts'
import type { Db } from '../db/connect.ts'

/** One fact that must stay provable: who did what to which row. `detail` holds no secrets. */
export interface AuditEntry {
  /** 0 and '' when nobody was signed in. */
  adminId: number
  username: string
  /** Such as `login.failed`, or the permission node of the action. */
  action: string
  table?: string
  key?: string | number
  detail?: Readonly<Record<string, unknown>>
  ip?: string
  requestId?: string
  /** It says what followed from a call, which is said beside it. */
  beside?: true
}

/** Rows that are inserted by one statement. */
const atOnce = 500

/**
 * Inserts the rows; the database assigns their places in the chain, one after the other. Must be the last statements of a transaction.
 */
export async function insertAudits(db: Kysely<Db>, entries: readonly AuditEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += atOnce)
    await db
      .insertInto('audit')
      .values(entries.slice(from, from + atOnce).map(rowOf))
      .execute()
}

function rowOf(entry: AuditEntry) {
  return {
    id: 0, // given by the trigger
    admin_id: entry.adminId,
    username: entry.username.slice(0, 50),
    action: entry.action.slice(0, 100),
    table_name: entry.table ?? '',
    row_key: String(entry.key ?? '').slice(0, 255),
    detail: detailText(entry.detail ?? {}),
    ip: entry.ip ?? '',
    request_id: entry.requestId ?? '',
    previous_hash: '',
    hash: '',
    create_time: dbClock,
    update_time: dbClock,
  }
}

/** Long details are cut: the chain proves what happened, it is no archive of bodies. */
function detailText(detail: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(detail)
  return text.length <= 16_000 ? text : JSON.stringify({ cut: text.slice(0, 15_000) })
}
