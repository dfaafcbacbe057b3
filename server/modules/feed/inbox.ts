import { type Kysely, sql } from 'kysely'
import { feedNotices, inboxOf, missedNotices } from '../../../modules/shop/server/inbox.ts'
import type { Db } from '../../core/db/connect.ts'
import type { FeedSource } from './feed.ts'

/** Channel that wakes the feeds; the payload is the id of an inbox row. */
export const notifyChannel = 'kontor_notify'

/** Channel that says that an administrator has read or thrown away notices; the payload is their id. */
export const readChannel = 'kontor_notify_read'

/** The shop's inbox as source of the feed. */
export function inboxSource(db: Kysely<Db>): FeedSource {
  return {
    notices: (ids) => feedNotices(db, ids),
    inbox: (adminId) => inboxOf(db, adminId),
    missed: (adminId, since) => missedNotices(db, adminId, since),
    since: async (last) => {
      const { rows } = await sql<{ id: number }>`SELECT id FROM shop_notify WHERE id > ${last} ORDER BY id LIMIT 500`.execute(db)
      return rows.map((row) => row.id)
    },
    newest: async () => {
      const { rows } = await sql<{ id: number | null }>`SELECT max(id) AS id FROM shop_notify`.execute(db)
      return rows[0]?.id ?? 0
    },
  }
}
