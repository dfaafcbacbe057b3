import { type Kysely, sql } from 'kysely'
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
 * Inserts the rows; the database assigns their places in the chain, one after the other. Must be the last statements of a transaction: the
 * chain is a queue of all writers, so the rows travel as one value, which takes the least time.
 */
export async function insertAudits(db: Kysely<Db>, entries: readonly AuditEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += atOnce) {
    const rows = JSON.stringify(entries.slice(from, from + atOnce).map(rowOf))
    // The number is given by the trigger.
    await sql`insert into audit (id, admin_id, username, action, table_name, row_key, detail, ip, request_id, previous_hash, hash,
        create_time, update_time)
      select 0, admin_id, username, action, table_name, row_key, detail, ip, request_id, '', '', ${dbClock}, ${dbClock}
      from json_to_recordset(${rows}::json) as r(admin_id integer, username text, action text, table_name text, row_key text, detail text,
        ip text, request_id text)`.execute(db)
  }
}

function rowOf(entry: AuditEntry) {
  return {
    admin_id: entry.adminId,
    username: cut(entry.username, 50),
    action: cut(entry.action, 100),
    table_name: entry.table ?? '',
    row_key: cut(String(entry.key ?? ''), 255),
    detail: detailText(entry.detail ?? {}),
    ip: entry.ip ?? '',
    request_id: entry.requestId ?? '',
  }
}

/** Half of a character, which is no text to the database, becomes a sign of its own. */
function cut(text: string, length: number): string {
  return Buffer.from(text.slice(0, length)).toString()
}

/** Long details are cut: the chain proves what happened, it is no archive of bodies. */
function detailText(detail: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(detail)
  return text.length <= 16_000 ? text : JSON.stringify({ cut: text.slice(0, 15_000) })
}
