import { sql } from 'kysely'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { setAuthor, withoutHistory } from '../../../../server/core/history/author.ts'
import type { AdminRow, AdminRuleRow } from '../../../../server/core/rows.generated.ts'
import { controllerOf } from '../../../../src/schemas/language/page.ts'
import { day, hour, minute } from '../clock.ts'
import { insert } from '../goods/goods.ts'
import { type Random, randomFrom } from '../random.ts'
import { type Deed, type Deletion, deeds, type Edit } from './deeds.ts'

/** A seed of their own: the rest of the demo shop is the same with and without traces. */
const seed = 0x54524143
const days = 30
const useragent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** What each of the staff does on a day, and how often. */
const habits: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  manager: [
    ['shop/goods/goods/edit', 8],
    ['shop/goods/goods/stock', 4],
    ['shop/goods/goods/price', 3],
    ['shop/coupon/coupon/add', 1],
    ['shop/adverts/banner/edit', 1],
    ['shop/order/order/order-adjust', 2],
  ],
  packer: [
    ['shop/order/order/order-delivery', 12],
    ['shop/order/refund/refund-receive', 1],
  ],
  service: [
    ['shop/order/order/order-remark', 5],
    ['shop/order/refund/refund-audit', 3],
    ['shop/order/evaluate/reply', 4],
  ],
  finance: [
    ['shop/recharge/order/pay', 2],
    ['shop/order/order/order-pay', 1],
  ],
}

interface Staff {
  id: number
  ip: string
}

/**
 * What the staff of the demo shop left behind in thirty days: rows of the administrators' log, changes in the history of records, deleted
 * rows in the recycle bin and sensitive changes. Nothing else of the shop differs from what it was.
 */
export async function seedTraces(trx: Writer, now: number): Promise<void> {
  const random = randomFrom(seed)
  const { rows } = await sql<Pick<AdminRow, 'id' | 'username'>>`select id, username from admin`.execute(trx)
  const staff = new Map(rows.map(({ id, username }) => [username, { id, ip: `192.168.1.${10 + id}` }]))
  await seedLog(trx, staff, { random, now })
  await seedChanges(trx, staff, now)
}

async function seedLog(trx: Writer, staff: ReadonlyMap<string, Staff>, { random, now }: { random: Random; now: number }) {
  const titles = await titlesOf(trx)
  const midnight = now - ((now + 8 * hour) % day) // in Shanghai
  const rows = [...staff].flatMap(([username, { id, ip }]) =>
    Array.from({ length: days }, (_, ago) => midnight - ago * day).flatMap((at) => {
      const habit = habits[username] ?? []
      if (habit.length === 0 || random.chance(12)) return [] // a day off
      const began = at + random.between(8 * 60, 10 * 60) * minute
      const calls = ['Index/login', ...Array.from({ length: random.between(2, 7) }, () => random.weighted(habit))]
      return calls.map((call, step) => ({
        admin_id: id,
        username,
        title: titles.get(call) ?? '登录',
        url: addressOf(call),
        method: 'POST',
        data: '{}',
        result_code: step > 0 && random.chance(3) ? 0 : 1,
        duration_ms: random.between(6, 90),
        ip,
        useragent,
        create_time: began + step * random.between(9, 40) * minute,
      }))
    }),
  )
  const past = rows.filter(({ create_time }) => create_time < now).sort((a, b) => a.create_time - b.create_time)
  await insert(
    trx,
    'admin_log',
    past.map((row) => ({ ...row, update_time: row.create_time })),
  )
}

/** By node, what the log calls it: the titles of its rule and of the rule above. */
async function titlesOf(trx: Writer): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<Pick<AdminRuleRow, 'name' | 'title'>>`select r.name, p.title || ' - ' || r.title as title
    from admin_rule r join admin_rule p on p.id = r.pid`.execute(trx)
  return new Map(rows.map(({ name, title }) => [name, title]))
}

/** `shop/order/order/order-delivery` → `/admin/shop.order.Order/delivery`. */
function addressOf(node: string): string {
  const at = node.lastIndexOf('/')
  return `/admin/${controllerOf(node.slice(0, at))}/${node.slice(at + 1).replace(/^(?:order|refund)-/, '')}`
}

async function seedChanges(trx: Writer, staff: ReadonlyMap<string, Staff>, now: number) {
  for (const deed of deeds) {
    const moment = { deed, at: now - deed.ago, staff }
    await ('field' in deed ? playEdit(trx, deed, moment) : playDeletion(trx, deed, moment))
  }
}

async function playEdit(trx: Writer, { table, field, was, nth, undone }: Edit, moment: Moment): Promise<void> {
  const record = await recordOf(trx, table, nth)
  const put = (value: unknown) =>
    trx
      .updateTable(table)
      .set({ [field]: value })
      .where('id', '=', record.id)
      .execute()
  if (undone) {
    await noted(trx, moment, () => put(was))
    await mark(trx, 'security_sensitive_data_log', 'is_rollback')
    return noted(trx, { ...moment, at: moment.at + 10 * minute }, () => put(record[field]))
  }
  await put(was)
  return noted(trx, moment, () => put(record[field]))
}

async function playDeletion(trx: Writer, { row, table, nth }: Deletion, moment: Moment): Promise<void> {
  const since = moment.at - 40 * day
  const record = row
    ? await trx
        .insertInto(table)
        .values({ ...row, create_time: since, update_time: since })
        .returningAll()
        .executeTakeFirstOrThrow()
    : await recordOf(trx, table, nth)
  await noted(trx, moment, () => trx.deleteFrom(table).where('id', '=', record.id).execute())
  if (row) return
  await mark(trx, 'security_data_recycle_log', 'is_restore')
  await sql`insert into ${sql.table(table)} overriding system value
    select (jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(record)}::jsonb)).*`.execute(trx)
}

/** The living record of a table that so many newer ones follow. */
async function recordOf(trx: Writer, table: string, nth = 0): Promise<Record<string, unknown>> {
  return trx
    .selectFrom(table)
    .selectAll()
    .where(sql<boolean>`to_jsonb(${sql.table(table)}) ->> 'delete_time' is null`)
    .orderBy('id', 'desc')
    .offset(nth)
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** Says of the newest row of a log that what it tells was taken back. */
async function mark(trx: Writer, log: string, field: string): Promise<void> {
  await trx
    .updateTable(log)
    .set({ [field]: 1 })
    .where('id', '=', await lastOf(trx, log))
    .execute()
}

interface Moment {
  deed: Deed
  at: number
  staff: ReadonlyMap<string, Staff>
}

/** Does something as one of the staff, so that the database notes it, and dates what it noted. */
async function noted(trx: Writer, { deed, at, staff }: Moment, work: () => Promise<unknown>): Promise<void> {
  const { id = 0, ip = '' } = staff.get(deed.by) ?? {}
  const logs = ['record_change', 'security_data_recycle_log', 'security_sensitive_data_log']
  const last = new Map<string, unknown>()
  for (const log of logs) last.set(log, await lastOf(trx, log))
  await setAuthor(trx, { admin_id: id, username: deed.by, action: deed.action, ip, useragent })
  await sql`select set_config('kontor.history', 'on', true)`.execute(trx)
  await sql`set constraints kontor_recycle immediate`.execute(trx)
  await work()
  await sql`set constraints kontor_recycle deferred`.execute(trx)
  await withoutHistory(trx)
  for (const log of logs)
    await trx.updateTable(log).set({ create_time: at, update_time: at }).where('id', '>', last.get(log)).execute()
}

async function lastOf(trx: Writer, table: string): Promise<unknown> {
  const row = await trx.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}
