import { sql } from 'kysely'
import type { Reader } from '../../../core/db/connect.ts'
import type { Key } from '../../../core/db/rowKey.ts'
import type { RecordChangeRow } from '../../../core/rows.generated.ts'
import type { Screen } from '../../../crud/screen/screen.ts'

/** One change of one row, as the trigger noted it. */
export type Change = RecordChangeRow & { create_time: number }

/** Changes of a record and of its parts below `before`, the latest first. */
export async function readChanges(
  db: Reader,
  { entity }: Screen,
  key: Key,
  { before, most }: { before: number; most: number },
): Promise<Change[]> {
  const { table } = entity
  const below = sql`id < ${before}::bigint order by id desc limit ${most}`
  const { rows } = await sql<Change>`
    (select * from record_change where table_name = ${table} and row_key = ${String(key)} and ${below})
    union all (select * from record_change where part_of = ${table} and part_key = ${String(key)} and ${below})
    order by id desc limit ${most}`.execute(db)
  return rows
}

/** Changes of the record itself from one on, the earliest first. */
export async function changesSince(db: Reader, { entity }: Screen, key: Key, change: number): Promise<Change[]> {
  const { rows } = await sql<Change>`select * from record_change
    where table_name = ${entity.table} and row_key = ${String(key)} and id >= ${change}::bigint order by id limit 10000`.execute(
    db,
  )
  return rows
}

/** Changes that one transaction made, in the order they are in. */
export function byTransaction(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (last?.[0]?.transaction_id === change.transaction_id) last.push(change)
    else groups.push([change])
  }
  return groups
}
