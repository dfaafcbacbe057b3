import { sql } from 'kysely'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { ShopRefundType } from '../../server/options.generated.ts'
import { applyRefund } from '../../server/refund/apply.ts'
import { auditRefund } from '../../server/refund/audit.ts'
import { refundMoneyResult } from '../../server/refund/money.ts'
import { receiveReturn } from '../../server/refund/receive.ts'
import { sendReturn } from '../../server/refund/sendParcel.ts'
import { withdrawRefund } from '../../server/refund/withdraw.ts'
import type { ShopOrderGoodsRow, ShopRefundRow } from '../../server/rows.generated.ts'
import { day, hour, minute, officeTime } from '../clock.ts'
import { refundWords, refuseWords } from '../members/people.ts'
import type { World } from '../world.ts'
import type { OrderPlan, Outcome } from './orders.ts'

export interface Played {
  plan: OrderPlan
  shipped: number
  received: number
}

/** What a member asks for. */
interface Wish {
  type: 1 | 2
  /** All lines with all their units and the delivery fee; one line with its units; a part of one line's money, goods kept. */
  what: 'everything' | 'line' | 'compensation'
}

type End = 'waiting' | 'paid' | 'failed' | 'waitingParcel' | 'waitingReceipt' | 'rejected' | 'refused' | 'withdrawn'

/** How many refunds of orders with which outcome go how far: 80 in all (screen catalogue, chapter H). */
const table: readonly (readonly [Outcome, count: number, wish: Wish, End])[] = [
  ['refundedUnshipped', 8, { type: 1, what: 'everything' }, 'paid'],
  ['refundedReturned', 6, { type: 2, what: 'everything' }, 'paid'],
  ['complete', 15, { type: 1, what: 'compensation' }, 'paid'],
  ['complete', 1, { type: 1, what: 'compensation' }, 'failed'],
  ['complete', 12, { type: 2, what: 'line' }, 'paid'],
  ['complete', 2, { type: 2, what: 'line' }, 'rejected'],
  ['complete', 6, { type: 1, what: 'compensation' }, 'refused'],
  ['complete', 3, { type: 2, what: 'line' }, 'withdrawn'],
  ['toEvaluate', 1, { type: 2, what: 'line' }, 'refused'],
  ['toShip', 2, { type: 1, what: 'line' }, 'waiting'],
  ['toReceive', 5, { type: 1, what: 'compensation' }, 'waiting'],
  ['toEvaluate', 5, { type: 2, what: 'line' }, 'waiting'],
  ['toReceive', 3, { type: 2, what: 'line' }, 'waitingParcel'],
  ['toEvaluate', 3, { type: 2, what: 'line' }, 'waitingParcel'],
  ['toReceive', 3, { type: 2, what: 'line' }, 'waitingReceipt'],
  ['toEvaluate', 5, { type: 2, what: 'line' }, 'waitingReceipt'],
]

/** Plans the refunds of the demo shop, each of another order. */
export function planRefunds(world: World, played: readonly Played[]): void {
  const pool = world.random.shuffled(played)
  const usual = (row: Row) => (row[3] === 'waiting' && row[0] === 'toShip' ? 6 * hour : 6 * day)
  // At some hours few orders are that old: then those whose story is short take younger ones.
  const least = (row: Row) => (row[3] === 'waiting' ? (row[0] === 'toShip' ? 6 * hour : day) : 5 * day)
  const chosen = chooseOrders(pool, world.now, usual) ?? chooseOrders(pool, world.now, least)
  if (!chosen) throw new Error('the demo shop has too few orders for its refunds')
  for (const [[, , wish, end], orders] of chosen) for (const order of orders) playRefund(world, order, wish, end)
}

type Row = (typeof table)[number]

/** An order for each refund, in the order of the table; undefined when there are too few. `age`: seconds that the last step lies back at least. */
function chooseOrders(pool: readonly Played[], now: number, age: (row: Row) => number): [Row, Played[]][] | undefined {
  const used = new Set<Played>()
  const chosen = new Map<Row, Played[]>()
  const strictest = [...table].sort((a, b) => age(b) - age(a))
  for (const row of strictest) {
    const [outcome, count, wish, end] = row
    const orders: Played[] = []
    for (const each of pool) {
      if (orders.length === count) break
      if (!used.has(each) && each.plan.outcome === outcome && fits(each, { wish, end }, { before: now - age(row), now }))
        orders.push(each)
    }
    if (orders.length < count) return undefined
    for (const order of orders) used.add(order)
    chosen.set(row, orders)
  }
  return table.map((row) => [row, chosen.get(row) ?? []])
}

/** Orders old enough for the whole story, and with a second line where only one is refunded (else the order would end with it). */
function fits(
  { plan, shipped, received }: Played,
  { wish, end }: { wish: Wish; end: End },
  { before, now }: { before: number; now: number },
): boolean {
  if (end === 'failed' && plan.payType !== 'wechat' && plan.payType !== 'alipay') return false // only a gateway can fail
  if (wish.what === 'line' && plan.lines.length < 2) return false
  if (plan.outcome === 'complete') return received < now - 16 * day
  if (plan.outcome === 'toReceive') return shipped < before
  if (plan.outcome === 'toShip') return plan.time < before
  return plan.outcome !== 'toEvaluate' || received < before
}

function playRefund(world: World, { plan, received }: Played, wish: Wish, end: End): void {
  const { random, now } = world
  const refund = { id: 0, no: '' }
  const asked = askedAt(world, plan, received, end)
  const reason =
    wish.what === 'compensation'
      ? random.pick(['quality', 'damaged', 'other'] as const)
      : random.pick(['no_need', 'quality', 'wrong'] as const)
  const words = plan.outcome === 'refundedUnshipped' ? '超过承诺时间还没发货' : random.pick(refundWords[reason] ?? [''])
  world.at(asked, async (trx) => {
    const lines = await wishedLines(trx, plan.id, wish, random.between(10, 40))
    const request = {
      orderId: plan.id,
      type: wish.type,
      reason,
      description: words,
      images: [],
      lines,
      includeDelivery: wish.what === 'everything',
    }
    const made = await applyRefund(trx, request, world.asMember(asked, plan.member))
    Object.assign(refund, { id: made.id, no: made.refundNo })
  })
  if (end === 'waiting') return
  if (end === 'withdrawn') {
    world.at(asked + 3 * hour, (trx) =>
      withdrawRefund(trx, { refundId: refund.id }, world.asMember(asked + 3 * hour, plan.member)),
    )
    return
  }
  const judged = Math.min(officeTime(random, asked + random.between(hour, 10 * hour)), now - 20 * hour)
  world.at(judged, (trx) => audit(world, trx, { refundId: refund.id, refuse: end === 'refused', time: judged }))
  if (end === 'refused' || end === 'waitingParcel') return
  if (wish.type === ShopRefundType.money) planMoney(world, refund, judged, end)
  else planReturn(world, { member: plan.member, refund }, judged, end)
}

/** Finished stories began soon after receipt; those that still wait began in the last days. */
function askedAt({ random, now }: World, plan: OrderPlan, received: number, end: End): number {
  if (end === 'waiting') return now - random.between(hour, 5 * hour)
  if (plan.outcome === 'refundedUnshipped') return plan.time + random.between(day, 3 * day)
  if (plan.outcome === 'complete' || plan.outcome === 'refundedReturned') return received + random.between(2 * hour, 2 * day)
  return now - random.between(70 * hour, 100 * hour)
}

async function wishedLines(
  trx: Writer,
  orderId: number,
  wish: Wish,
  percent: number,
): Promise<{ id: number; quantity: number; amount: number }[]> {
  const { rows } = await sql<
    Pick<ShopOrderGoodsRow, 'id' | 'pay_share'> & { open: number; shipped: number }
  >`select id, quantity - shipped - refunded_quantity as open,
      shipped - returned as shipped, pay_share from shop_order_goods where order_id = ${orderId} order by id`.execute(trx)
  const units = (row: (typeof rows)[number]) => (wish.type === ShopRefundType.goods ? row.shipped : row.open)
  if (wish.what === 'compensation') {
    return rows
      .slice(0, 1)
      .map((row) => ({ id: row.id, quantity: 0, amount: Math.max(100, Math.floor((row.pay_share * percent) / 10_000) * 100) }))
  }
  const chosen = wish.what === 'line' ? rows.slice(0, 1) : rows
  return chosen.map((row) => ({ id: row.id, quantity: units(row), amount: row.pay_share }))
}

async function audit(
  world: World,
  trx: Writer,
  { refundId, refuse, time }: { refundId: number; refuse: boolean; time: number },
): Promise<void> {
  const env = world.asStaff(time, 'service')
  const { rows } = await sql<
    Pick<ShopRefundRow, 'amount' | 'type'>
  >`select amount, type from shop_refund where id = ${refundId}`.execute(trx)
  const asked = {
    refundId,
    agreeAmount: rows[0]?.amount ?? 0,
    addressId: rows[0]?.type === ShopRefundType.goods ? 2 : null,
  }
  if (refuse) await auditRefund(trx, { ...asked, result: 'refuse', note: world.random.pick(refuseWords) }, env)
  else await auditRefund(trx, { ...asked, result: 'agree', note: '' }, env)
}

/** The gateway's word on the money, a few minutes later. Money to a balance has arrived by then, and this changes nothing. */
function planMoney(world: World, refund: { no: string }, sent: number, end: End): void {
  const time = sent + world.random.between(2 * minute, 30 * minute)
  const error = end === 'failed' ? '银行卡已注销，退款失败' : undefined
  world.at(time, (trx) => refundMoneyResult(trx, { backNo: refund.no, ...(error ? { error } : {}) }, world.asShop(time)))
}

function planReturn(
  world: World,
  { member, refund }: { member: OrderPlan['member']; refund: { id: number; no: string } },
  judged: number,
  end: End,
): void {
  const { random } = world
  const sent = judged + random.between(2 * hour, 18 * hour)
  const trackingNo = `SF${String(random.int(1_000_000)).padStart(6, '0')}${String(random.int(1_000_000)).padStart(6, '0')}`
  world.at(sent, (trx) =>
    sendReturn(trx, { refundId: refund.id, companyId: 1, trackingNo, images: [] }, world.asMember(sent, member)),
  )
  if (end === 'waitingReceipt') return
  const arrived = officeTime(random, sent + random.between(2 * day, 4 * day))
  const receipt =
    end === 'rejected' ? { result: 'reject' as const, note: '吊牌已拆，有明显使用痕迹' } : { result: 'accept' as const, note: '' }
  world.at(arrived, (trx) => receiveReturn(trx, { refundId: refund.id, ...receipt }, world.asStaff(arrived, 'packer')))
  if (end !== 'rejected') planMoney(world, refund, arrived, end)
}
