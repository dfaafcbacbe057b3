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

/** Inserts the row; the database assigns its place in the chain. Must be the last statement of a transaction. */
export async function insertAudit(db: Kysely<Db>, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit')
    .values({
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
    })
    .execute()
}

/** Long details are cut: the chain proves what happened, it is no archive of bodies. */
function detailText(detail: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(detail)
  return text.length <= 16_000 ? text : JSON.stringify({ cut: text.slice(0, 15_000) })
}
