import { sql, type Transaction } from 'kysely'
import { dbNow } from '../app/clock.ts'
import type { Context } from '../app/context.ts'
import { type Pending, pendingOf } from '../app/transaction.ts'
import type { Db } from '../db/connect.ts'
import { masked, maskedNames } from './masked.ts'

/**
 * Gives the request's row in the administrators' log its title. The row itself is written by `ctx.write` for every POST and DELETE, in
 * the same transaction; without a title it takes those of the menu rules.
 */
export async function adminLog(trx: Transaction<Db>, _ctx: Context, title: string): Promise<void> {
  const pending = pendingOf(trx)
  if (pending) pending.title = title
}

/**
 * Writes the request's row; without a title it gets the titles of the rule of the action and its parent, else the address. Calls of
 * nobody have no row: else anyone could fill the table. Nor have those of members, who are no administrators.
 */
export async function insertAdminLog(
  trx: Transaction<Db>,
  ctx: Context,
  { title, actor = ctx.actor ?? undefined }: Pending,
): Promise<void> {
  if (!actor || ctx.handler.app !== 'admin') return
  const { handler } = ctx
  const node = `${handler.controller.replaceAll('.', '/')}/${handler.action}`
  const url = `/${handler.app}/${handler.controller}/${handler.action}`
  const ofRules = sql`(SELECT concat_ws(' - ', p.title, r.title) FROM admin_rule r LEFT JOIN admin_rule p ON p.id = r.pid
    WHERE lower(r.name) = ${node.toLowerCase()} LIMIT 1)`
  await trx
    .insertInto('admin_log')
    .values({
      admin_id: actor.id,
      username: actor.username,
      url,
      title: title ? title.slice(0, 100) : sql`left(coalesce(${ofRules}, ${url}), 100)`,
      data: JSON.stringify(masked({ ...ctx.query, ...ctx.body }, maskedNames(ctx))).slice(0, 60_000),
      ip: ctx.ip,
      useragent: ctx.userAgent,
      create_time: dbNow,
      update_time: dbNow,
    })
    .execute()
}
