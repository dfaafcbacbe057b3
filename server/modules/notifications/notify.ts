import { sql } from 'kysely'
import { notifyChannel } from '../../core/inbox.ts'
import { holdersSql } from '../../core/session/holders.ts'
import type { NotifyInput } from '../../crud/domain.ts'

/** Seconds within which the same notification about the same record is sent once. */
const merge = 60

/**
 * Puts the notification of a page's action, or of a mention, into the inbox of each recipient, in the transaction that caused it, and wakes
 * the live feeds when that commits.
 */
export const notifyAdmins: NotifyInput = async (trx, notice, { now }) => {
  const { page, action, key, value, node, groups, texts, admins } = notice
  const type = admins ? 'mention' : 'action'
  const subject = `${type} ${value} ${action} ${page}`.slice(0, 255)
  const audience = admins
    ? sql`select id from admin where status = 1 and id = any(${admins}::int[])`
    : holdersSql({ node, names: groups })
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${notifyChannel} ${subject}`}, 0))`.execute(trx)
  await sql`with sent as (
      select 1 from notification where object_key = ${subject} and create_time > ${now - merge}::bigint limit 1),
    audience as (${audience}),
    put as (insert into notification (admin_id, message_type, texts, message_data, object_key, status, create_time, update_time)
      select id, ${type}, ${JSON.stringify(texts)}::jsonb, ${JSON.stringify({ page, key, value, node })}::jsonb, ${subject}, 0,
        ${now}::bigint, ${now}::bigint
      from audience where not exists (select 1 from sent) order by id returning id)
    select pg_notify(${notifyChannel}, id::text) from put`.execute(trx)
}
