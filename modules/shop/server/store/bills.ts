import { sql } from 'kysely'
import { rowOf } from '../../../../server/core/command.ts'
import { actorOf, type Context } from '../../../../server/core/context.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import type { Handler } from '../../../../server/core/handler.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { type Bill, type BillKind, isBillKind } from '../../contract/bills.ts'
import { ShopOrderStatus, ShopRechargeOrderStatus, ShopTeamJoinStatus } from '../options.generated.ts'
import { unpaidSeconds } from '../recharge/end.ts'
import type {
  ShopCompetitionRow,
  ShopOrderRow,
  ShopRechargeOrderRow,
  ShopRechargePlanRow,
  ShopTeamJoinRow,
} from '../rows.generated.ts'
import { keyOf } from './call.ts'

type ReadBill = (db: Reader, id: number, userId: number) => Promise<Bill | undefined>

const readers: Readonly<Record<BillKind, ReadBill>> = { order: orderBill, topUp: topUpBill, registration: registrationBill }

/** What members pay: `GET /api/shop.Bill/info?of=<kind>&id=<key>`. Somebody else's is none. */
export const billHandlers: readonly Handler[] = [
  { app: 'api', controller: 'shop.Bill', action: 'info', method: 'GET', access: { type: 'login' }, run: readBill },
]

async function readBill(ctx: Context): Promise<{ row: Bill }> {
  const { of, id } = ctx.query
  const row = isBillKind(of) ? await readers[of](ctx.read, keyOf(id), actorOf(ctx).id) : undefined
  if (!row) throw new Refused('store.noBill')
  return { row }
}

async function orderBill(db: Reader, id: number, userId: number): Promise<Bill | undefined> {
  const order = await rowOf(
    db,
    sql<
      Pick<ShopOrderRow, 'order_no' | 'pay_amount' | 'status' | 'pay_status' | 'auto_close_time' | 'cancel_reason'>
    >`select order_no, pay_amount, status, pay_status, auto_close_time, cancel_reason from shop_order
      where id = ${id} and user_id = ${userId}`,
  )
  if (!order) return undefined
  const isOver = order.pay_status === 0 || order.status === ShopOrderStatus.cancelled
  return {
    id,
    number: order.order_no,
    title: '',
    amount: formatFen(order.pay_amount),
    state: order.status === ShopOrderStatus.toPay ? 'toPay' : isOver ? 'closed' : 'paid',
    until: order.auto_close_time,
    reason: order.cancel_reason,
  }
}

async function topUpBill(db: Reader, id: number, userId: number): Promise<Bill | undefined> {
  const order = await rowOf(
    db,
    sql<
      Pick<ShopRechargeOrderRow, 'order_no' | 'amount' | 'status' | 'create_time'> & Pick<ShopRechargePlanRow, 'title'>
    >`select o.order_no, o.amount, o.status, o.create_time, p.title from shop_recharge_order o
      join shop_recharge_plan p on p.id = o.plan_id where o.id = ${id} and o.user_id = ${userId}`,
  )
  if (!order) return undefined
  const { toPay, cancelled } = ShopRechargeOrderStatus
  return {
    id,
    number: order.order_no,
    title: order.title,
    amount: formatFen(order.amount),
    state: order.status === toPay ? 'toPay' : order.status === cancelled ? 'closed' : 'paid',
    until: (order.create_time ?? 0) + unpaidSeconds,
    reason: '',
  }
}

async function registrationBill(db: Reader, id: number, userId: number): Promise<Bill | undefined> {
  const join = await rowOf(
    db,
    sql<
      Pick<ShopTeamJoinRow, 'join_no' | 'fee' | 'status' | 'expire_time' | 'cancel_reason'> & Pick<ShopCompetitionRow, 'title'>
    >`select j.join_no, j.fee, j.status, j.expire_time, j.cancel_reason, c.title from shop_team_join j
      join shop_competition c on c.id = j.competition_id where j.id = ${id} and j.user_id = ${userId}`,
  )
  if (!join) return undefined
  const { toPay, refused, cancelled } = ShopTeamJoinStatus
  const isOver = join.status === refused || join.status === cancelled
  return {
    id,
    number: join.join_no,
    title: join.title,
    amount: formatFen(join.fee),
    state: join.status === toPay ? 'toPay' : isOver ? 'closed' : 'paid',
    until: join.expire_time,
    reason: join.cancel_reason,
  }
}
