import { sql } from 'kysely'
import type { CommandContext } from '../../../../server/core/command.ts'
import { type Database, openDatabase, type Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { inTransaction } from '../../../../server/core/transaction/transaction.ts'
import { checkInvariants } from '../../demo/invariants.ts'
import type { Random } from '../../demo/random.ts'
import { readShopSettings, type ShopSettings } from '../../server/settings/settings.ts'

export interface HistoryOrder {
  id: number
  user_id: number
  status: number
  pay_status: number
  pay_amount: number
  /** Money of its cancelling or closing could not be sent. */
  failed: boolean
}
export interface HistoryRefund {
  id: number
  user_id: number
  type: number
  amount: number
  state: string
  money_status: number
}

export interface HistoryRecharge {
  id: number
  user_id: number
  order_no: string
  amount: number
  status: number
}
export interface HistoryPointsOrder {
  id: number
  user_id: number
  status: number
}

/** What the actors of a batch see of the shop before they act, all at once. */
export interface Scene {
  orders: readonly HistoryOrder[]
  refunds: readonly HistoryRefund[]
  payments: readonly { pay_no: string; channel: 'wechat' | 'alipay'; amount: number; status: number }[]
  backs: readonly { back_no: string }[]
  receipts: readonly { id: number; user_id: number }[]
  /** Receipts in any state. */
  held: readonly { id: number; status: number; valid_end: number }[]
  /** Exchange codes in any state. */
  codes: readonly { code: string; status: number }[]
  recharges: readonly HistoryRecharge[]
  pointsOrders: readonly HistoryPointsOrder[]
}

/** A shop in which few members quarrel about few goods, with a clock of its own. */
export interface HistoryWorld {
  random: Random
  /** Unix seconds; moved between batches. */
  now: number
  members: readonly number[]
  skus: readonly number[]
  /** Points goods, of which there are few. */
  prizes: readonly number[]
  plans: readonly number[]
  /** Coupons that can be sent, and one that is given for codes. */
  coupons: readonly number[]
  codeCoupon: number
  /** The rules of trade, some of which change between batches. */
  settings: ShopSettings
  database: Database
  env(actor: CommandContext['actor']): CommandContext
  look(): Promise<Scene>
  faults(): Promise<string[]>
  close(): Promise<void>
}

/** Members with money and points, and SKUs of which there are few. */
export async function makeHistoryWorld(url: string, random: Random, now: number, parallel: number): Promise<HistoryWorld> {
  const database = openDatabase(url, { connections: parallel, statementTimeout: 60_000, lockTimeout: 30_000 })
  const members = await ids(
    database,
    sql`select id from "user" u where status = 'enable' and delete_time is null
    order by (select count(*) from shop_refund r where r.user_id = u.id and r.status = 1) desc, money desc, id limit 8`,
  )
  const skus = await ids(
    database,
    sql`select s.id from shop_goods_sku s join shop_goods g on g.id = s.goods_id where g.status = 1
    and g.delete_time is null and s.status = 1 and g.per_limit = 0 and g.min_buy = 1 and s.stock >= 10 and s.price < 100000 order by s.stock, s.id limit 5`,
  )
  const prizes = await ids(
    database,
    sql`select id from points_goods where delete_time is null and status = 1 and per_limit = 0 and cardinality(level_ids) = 0
      and coalesce(start_time, 0) <= ${now} and (end_time is null or end_time > ${now}) order by score, id limit 5`,
  )
  const plans = await ids(
    database,
    sql`select id from shop_recharge_plan where delete_time is null and status = 1 order by id limit 6`,
  )
  const coupons = await ids(
    database,
    sql`select id from shop_coupon where delete_time is null and status = 1 and code_mode <> 'code' and valid_type = 2 and remaining > 100 order by id limit 3`,
  )
  const [codeCoupon = 0] = await ids(
    database,
    sql`select id from shop_coupon where delete_time is null and status = 1 and code_mode = 'code' and remaining > 20 order by remaining desc limit 1`,
  )
  const world: HistoryWorld = {
    random,
    now,
    members,
    skus,
    prizes,
    plans,
    coupons,
    codeCoupon,
    settings: await readShopSettings(database.read),
    database,
    env: (actor) => ({ now: world.now, actor, random: random.int, settings: world.settings, silent: true }),
    look: () => look(database, members),
    faults: () => checkInvariants(database.read),
    close: () => database.close(),
  }
  return world
}

async function ids({ read }: Database, statement: ReturnType<typeof sql>): Promise<number[]> {
  return ((await statement.execute(read)).rows as { id: number }[]).map((row) => row.id)
}

async function look({ read }: Database, members: readonly number[]): Promise<Scene> {
  const rows = async <T>(statement: ReturnType<typeof sql<T>>) => (await statement.execute(read)).rows
  const own = sql`user_id = any(${members}::int[])`
  return {
    orders: await rows(
      sql<HistoryOrder>`select id, user_id, status, pay_status, pay_amount, exists (select 1 from shop_money_back b
        where b.order_id = shop_order.id and b.status = 3 and b.refund_id is null) as failed from shop_order where ${own} order by id desc limit 40`,
    ),
    refunds:
      await rows(sql<HistoryRefund>`select id, user_id, type, amount, money_status, concat_ws('/', audit_status, status, user_ship_status) as state
      from shop_refund where ${own} order by id desc limit 30`),
    payments: await rows(
      sql<Scene['payments'][number]>`select pay_no, channel, amount, status from shop_payment order by id desc limit 15`,
    ),
    backs: await rows(sql<{ back_no: string }>`select back_no from shop_money_back order by status <> 1, id desc limit 12`),
    receipts: await rows(
      sql<{ id: number; user_id: number }>`select id, user_id from shop_coupon_receive where ${own} and status = 1 limit 20`,
    ),
    held: await rows(
      sql<Scene['held'][number]>`select id, status, valid_end from shop_coupon_receive where ${own} order by id desc limit 20`,
    ),
    codes: await rows(sql<Scene['codes'][number]>`select code, status from shop_coupon_code order by id desc limit 12`),
    recharges: await rows(
      sql<HistoryRecharge>`select id, user_id, order_no, amount, status from shop_recharge_order where ${own} order by id desc limit 20`,
    ),
    pointsOrders: await rows(
      sql<HistoryPointsOrder>`select id, user_id, status from points_order where ${own} order by id desc limit 20`,
    ),
  }
}

/** Takes a step in a transaction of its own. Gives what came of it: `done`, or the code of a refusal; anything else is a fault of the shop. */
export async function attempt(world: HistoryWorld, name: string, step: (trx: Writer) => Promise<unknown>): Promise<string> {
  try {
    await inTransaction(world.database, step)
    return 'done'
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw new Error(`${name}: ${String(error)}`, { cause: error })
  }
}
