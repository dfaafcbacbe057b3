import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { feedMessage, recipients, unreadCount } from '../domains/shop/notify.ts'
import type { FeedSource } from './feed.ts'

/** Channel that wakes the feeds; the payload is the id of an inbox row. */
export const notifyChannel = 'kontor_notify'

/** The shop's inbox as source of the feed. */
export function inboxSource(db: Kysely<Db>): FeedSource {
  return {
    recipients: (id) => recipients(db, id),
    message: (id, lang) => feedMessage(db, id, lang),
    unread: (adminId) => unreadCount(db, adminId),
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
