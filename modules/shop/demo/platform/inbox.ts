import { sql } from 'kysely'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { markRead } from '../../server/notices/inbox.ts'
import { minute } from '../clock.ts'

/** Messages in each inbox, and how many of them are unread (screens, chapter H). */
const kept = 60
const unread = 9

/**
 * Keeps the newest messages of each inbox, of every type one at least, and marks all but the first of these as read. `coming`: so many are
 * about to come to an administrator and will be unread; room is left for them.
 */
export async function settleInboxes(trx: Writer, coming: { adminId: number; count: number } | null = null): Promise<void> {
  const room = coming?.count ?? 0
  const whose = coming ? sql`where admin_id = ${coming.adminId}` : sql``
  const ranked = sql`ranked as (select id, row_number() over (partition by admin_id order by of_type = 1 desc, create_time desc, id desc) as n
    from (select *, row_number() over (partition by admin_id, message_type order by create_time desc, id desc) as of_type
      from shop_notify ${whose}) t)`
  await sql`with ${ranked} delete from shop_notify where id in (select id from ranked where n > ${kept - room})`.execute(trx)
  const { rows } = await sql<{ adminId: number; ids: number[]; last: number }>`with ${ranked}
    select m.admin_id as "adminId", array_agg(m.id) as ids, max(m.create_time)::float8 as last from shop_notify m join ranked r on r.id = m.id
    where m.status = 0 and r.n > ${unread - room} group by m.admin_id order by m.admin_id`.execute(trx)
  for (const { adminId, ids, last } of rows) await markRead(trx, adminId, { ids }, last + 5 * minute)
}
