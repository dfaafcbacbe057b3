import { sql } from 'kysely'
import { actorColumns, type CommandContext, rowOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { defineMachine } from '../machine.ts'
import { PointsOrderStatus } from '../options.generated.ts'
import type { PointsGoodsRow, PointsOrderLogRow, PointsOrderRow } from '../rows.generated.ts'

export type GoodsRow = PointsGoodsRow
export type OrderRow = PointsOrderRow

/** Reads goods and keeps them locked until the transaction ends: exchanges of one thing go one after another, and before members. */
export async function lockGoods(trx: Writer, id: number, deleted = false): Promise<GoodsRow> {
  const goods = await rowOf(
    trx,
    sql<GoodsRow>`select * from points_goods where id = ${id} ${deleted ? sql`` : sql`and delete_time is null`} for no key update`,
  )
  if (!goods) throw new Refused('points.noGoods')
  return goods
}

/** Reads an order and keeps it locked; every step after the exchange starts here. */
export async function lockPointsOrder(trx: Writer, id: number): Promise<OrderRow> {
  const order = await rowOf(trx, sql<OrderRow>`select * from points_order where id = ${id} for no key update`)
  if (!order) throw new Refused('points.noOrder')
  return order
}

/** The transitions of a points order, by what its log calls them. */
export const pointsOrderMachine = defineMachine<PointsOrderRow, 'status', PointsOrderLogRow['action'], OrderRow['status']>({
  table: 'points_order',
  log: { table: 'points_order_log', key: 'order_id' },
  state: { of: (order) => order.status, columns: (status) => ({ status }) },
  transitions: {
    create: [[null, PointsOrderStatus.toShip]],
    give: [[PointsOrderStatus.toShip, PointsOrderStatus.complete]],
    deliver: [[PointsOrderStatus.toShip, PointsOrderStatus.toReceive]],
    receive: [[PointsOrderStatus.toReceive, PointsOrderStatus.complete]],
    time_out: [[PointsOrderStatus.toReceive, PointsOrderStatus.complete]],
    cancel: [[PointsOrderStatus.toShip, PointsOrderStatus.cancelled]],
    remark: 'stays',
  },
  notPossible: (status) => new Refused(`points.notPossible.${status}`, {}, { type: 'conflict' }),
})

/** Why the stock of points goods changes. */
export interface StockMove {
  goodsId: number
  delta: number
  /** Units that count as exchanged, or no longer. */
  sales: number
  reason: 'manual' | 'exchange' | 'cancel'
  refNo?: string
  memo?: string
}

/** Changes the stock of goods that are locked and writes the row of its log, in one statement; never below zero. */
export async function moveGoods(trx: Writer, move: StockMove, env: CommandContext): Promise<void> {
  const { goodsId, delta, sales, reason, refNo = '', memo = '' } = move
  const actor = actorColumns(env.actor)
  const done = await rowOf(
    trx,
    sql<
      Pick<PointsGoodsRow, 'id'>
    >`with moved as (update points_goods set stock = stock + ${delta}::int, sales = sales + ${sales}::int, update_time = ${env.now}
        where id = ${goodsId} and stock + ${delta}::int >= 0 returning id, stock)
      insert into points_stock_log (goods_id, delta, before, after, reason, ref_no, memo, admin_name, create_time, update_time)
      select id, ${delta}::int, stock - ${delta}::int, stock, ${reason}, ${refNo}, ${memo}, ${actor.type === 'admin' ? actor.name : ''},
        ${env.now}::bigint, ${env.now}::bigint from moved returning id`,
  )
  if (!done) throw new Refused('points.outOfStock', {}, reason === 'manual' ? { field: 'delta' } : {})
}
