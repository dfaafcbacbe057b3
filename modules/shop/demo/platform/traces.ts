import { sql } from 'kysely'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { setAuthor, withoutHistory } from '../../../../server/core/history/author.ts'
import type { AdminRow, AdminRuleRow } from '../../../../server/core/rows.generated.ts'
import { controllerOf } from '../../../../src/schemas/language/page.ts'
import { day, hour, minute } from '../clock.ts'
import { insert } from '../goods/goods.ts'
import { type Random, randomFrom } from '../random.ts'

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

/** Who did something to a record, where, and how long ago (seconds). */
interface Deed {
  by: string
  action: string
  ago: number
  table: string
}

/** An edit: the value that the newest row had before; it ends with the one it has. */
const edits: readonly (Deed & { field: string; was: unknown })[] = [
  {
    by: 'manager',
    action: 'shop/goods/goods/edit',
    ago: 9 * day,
    table: 'shop_goods',
    field: 'subtitle',
    was: '买二送一，售完即止',
  },
  { by: 'manager', action: 'shop/goods/goods/edit', ago: 6 * day, table: 'shop_goods', field: 'virtual_sales', was: 0 },
  { by: 'manager', action: 'shop/coupon/coupon/edit', ago: 5 * day, table: 'shop_coupon', field: 'per_limit', was: 5 },
  { by: 'manager', action: 'shop/coupon/coupon/edit', ago: 4 * day, table: 'shop_coupon', field: 'title', was: '新人专享券' },
  { by: 'service', action: 'user/user/edit', ago: 3 * day, table: 'user', field: 'mobile', was: '13800139999' },
  { by: 'admin', action: 'auth/admin/edit', ago: 2 * day, table: 'admin', field: 'nickname', was: '前同事' },
  { by: 'admin', action: 'auth/admin/edit', ago: 2 * day - hour, table: 'admin', field: 'mobile', was: '13900000000' },
]

/** A deletion: the row that was there for a time. */
const deletions: readonly (Deed & { row: Record<string, unknown> })[] = [
  {
    by: 'manager',
    action: 'shop/goods/classify/del',
    ago: 12 * day,
    table: 'shop_goods_classify',
    row: { pid: 0, name: '双十一专区', name_en: 'Singles Day', weigh: 0, status: 0 },
  },
  {
    by: 'admin',
    action: 'user/group/del',
    ago: 8 * day,
    table: 'user_group',
    row: { name: '内测会员', rules: [], status: 1 },
  },
  {
    by: 'admin',
    action: 'auth/group/del',
    ago: 1 * day,
    table: 'admin_group',
    row: { pid: 1, name: '实习生', rules: [], data_scope: 'own', status: 1 },
  },
]

async function seedChanges(trx: Writer, staff: ReadonlyMap<string, Staff>, now: number) {
  const seen = (deed: Deed, work: () => Promise<unknown>) => noted(trx, { deed, at: now - deed.ago, staff }, work)
  for (const { field, was, ...deed } of edits) {
    const { table } = deed
    const newest = await trx
      .selectFrom(table)
      .select(['id', field])
      .where(sql<boolean>`to_jsonb(${sql.table(table)}) ->> 'delete_time' is null`)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const put = (value: unknown) =>
      trx
        .updateTable(table)
        .set({ [field]: value })
        .where('id', '=', newest.id)
        .execute()
    await put(was)
    await seen(deed, () => put(newest[field]))
  }
  for (const { row, ...deed } of deletions) {
    const times = { create_time: now - 40 * day, update_time: now - 40 * day }
    const { id } = await trx
      .insertInto(deed.table)
      .values({ ...row, ...times })
      .returning('id')
      .executeTakeFirstOrThrow()
    await seen(deed, () => trx.deleteFrom(deed.table).where('id', '=', id).execute())
  }
}

/** Does something as one of the staff, so that the database notes it, and dates what it noted. */
async function noted(
  trx: Writer,
  { deed, at, staff }: { deed: Deed; at: number; staff: ReadonlyMap<string, Staff> },
  work: () => Promise<unknown>,
) {
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
