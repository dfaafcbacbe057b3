import { sql } from 'kysely'
import type { FieldChange } from '../../../src/schemas/language/wire/envelope.ts'
import type { Context } from '../context.ts'
import type { Reader } from '../db/connect.ts'

/** Where the changes of one value are noted. */
export type ChangePlace =
  /** A column of a row; the whole row without `column`. */
  | { table: string; key: string; column: string | null }
  /** The rows of a table that belong to a row; of any table without `part`. */
  | { of: string; key: string; part: string | null }

/**
 * Who changed each of these values last, and when, for an administrator; members learn the time, and what they did themselves. A value
 * whose changes are not noted is left out.
 */
export async function latestChanges(
  db: Reader,
  { actor }: Pick<Context, 'actor'>,
  places: ReadonlyMap<string, ChangePlace>,
): Promise<Record<string, FieldChange>> {
  const wanted = [...places].map(([name, place]) => ({ name, ...place }))
  if (wanted.length === 0) return {}
  const { rows } = await sql<LatestRow>`
    select w.name, c.create_time::float8 as time, c.admin_id, c.user_id, coalesce(a.nickname, u.nickname, c.username, '') as who
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(name text, "table" text, key text, "column" text, "of" text, part text)
    cross join lateral (
      (select * from record_change r where r.table_name = w."table" and r.row_key = w.key
        and (w."column" is null or jsonb_exists(r.new_values, w."column")) order by r.id desc limit 1)
      union all
      (select * from record_change r where r.part_of = w."of" and r.part_key = w.key and r.table_name = coalesce(w.part, r.table_name)
        order by r.id desc limit 1)
    ) c
    left join admin a on c.admin_id > 0 and a.id = c.admin_id
    left join "user" u on c.user_id > 0 and u.id = c.user_id`.execute(db)
  const isMember = actor?.area === 'user'
  return Object.fromEntries(
    rows.map(({ name, who, time, admin_id, user_id }) => {
      const own = actor != null && actor.id === (isMember ? user_id : admin_id)
      return [name, { who: isMember && !own ? '' : who, time, own }]
    }),
  )
}

interface LatestRow {
  name: string
  time: number
  admin_id: number
  user_id: number
  who: string
}
