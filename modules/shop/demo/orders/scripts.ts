import { sql } from 'kysely'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { UserRow } from '../../../../server/core/rows.generated.ts'
import { postMoney } from '../../../../server/modules/user/ledger.ts'
import { applyCancel, withdrawCancel } from '../../server/order/applyCancel.ts'
import { cancelUnpaid, handleCancel } from '../../server/order/cancel.ts'
import { closeOrder } from '../../server/order/close.ts'
import { createOrder } from '../../server/order/create.ts'
import { deliverOrder } from '../../server/order/deliver.ts'
import { finishOrder } from '../../server/order/finish.ts'
import { payOrder } from '../../server/order/pay.ts'
import { receiveOrder } from '../../server/order/receive.ts'
import { startPayment, takePayment } from '../../server/payment/intent.ts'
import { refundMoneyResult } from '../../server/refund/money.ts'
import type { ShopOrderGoodsRow, ShopOrderRow } from '../../server/rows.generated.ts'
import { day, hour, minute, officeTime } from '../clock.ts'
import { companies } from '../goods/catalogue.ts'
import { receiverOf } from '../members/addresses.ts'
import { buyerRemarks, cancelReasons, place, sellerRemarks } from '../members/people.ts'
import type { World } from '../world.ts'
import type { OrderPlan } from './orders.ts'

/** Steps of an order with who takes them; each plans what happens and gives when. */
export interface Acts {
  create(): number
  pay(time: number): number
  deliver(time: number, part?: boolean): number
  receive(time: number, by: 'member' | 'shop'): number
  finish(time: number): number
  applyCancel(time: number): number
  withdrawCancel(time: number): number
  answerCancel(time: number, result: 'agree' | 'refuse'): number
  cancelUnpaid(time: number, by: 'member' | 'shop'): number
  close(time: number): number
  remark(time: number): number
}

/** The acts of one order. */
export function actsOf(world: World, plan: OrderPlan): Acts {
  const { random } = world
  const then = (time: number, run: (trx: Writer) => Promise<unknown>): number => {
    world.at(time, run)
    return time
  }
  return {
    create: () => then(plan.time, (trx) => create(world, plan, trx)),
    pay: (time) => then(time, (trx) => pay(world, plan, time, trx)),
    deliver: (time, part) => then(time, (trx) => deliver(world, plan, { time, part: part ?? false }, trx)),
    receive: (time, by) =>
      then(time, (trx) =>
        receiveOrder(trx, { orderId: plan.id }, by === 'member' ? world.asMember(time, plan.member) : world.asShop(time)),
      ),
    finish: (time) => then(time, (trx) => finishOrder(trx, { orderId: plan.id }, world.asShop(time))),
    applyCancel: (time) => {
      const reason = random.pick(cancelReasons)
      return then(time, (trx) => applyCancel(trx, { orderId: plan.id, reason }, world.asMember(time, plan.member)))
    },
    withdrawCancel: (time) => then(time, (trx) => withdrawCancel(trx, { orderId: plan.id }, world.asMember(time, plan.member))),
    answerCancel: (time, result) => {
      const reason = result === 'refuse' ? '包裹已交给快递，请拒收或收货后退货' : ''
      then(Math.min(time + 5 * minute, world.now), (trx) => settle(plan, world, time + 5 * minute, trx))
      return then(time, (trx) => handleCancel(trx, { orderId: plan.id, result, reason }, world.asStaff(time, 'service')))
    },
    cancelUnpaid: (time, by) => {
      const reason = by === 'member' ? random.pick(cancelReasons) : ''
      const env = by === 'member' ? world.asMember(time, plan.member) : world.asShop(time)
      return then(time, (trx) => cancelUnpaid(trx, { orderId: plan.id, reason }, env))
    },
    close: (time) => {
      const reason = random.pick(['out_of_stock', 'member_request', 'duplicate', 'risk', 'other'] as const)
      then(Math.min(time + 5 * minute, world.now), (trx) => settle(plan, world, time + 5 * minute, trx))
      return then(time, (trx) =>
        closeOrder(
          trx,
          { orderId: plan.id, reason, note: reason === 'other' ? '会员来电要求取消' : '' },
          world.asStaff(time, 'finance'),
        ),
      )
    },
    remark: (time) => {
      const [text, flag] = [random.pick(sellerRemarks), random.pick(['#e5484d', '#f5a524', '#30a46c', ''])]
      const { actor } = world.asStaff(time, 'service')
      const values = { admin_remark: text, flag }
      world.press({ page: 'shop/order/order', action: 'remark', keys: () => [plan.id], now: time, by: actor, values })
      return time
    },
  }
}

async function create(world: World, plan: OrderPlan, trx: Writer): Promise<void> {
  const { random } = world
  const receiver = await receiverOf(world, plan, trx, {
    name: random.chance(85) ? plan.member.name : `${plan.member.name.slice(0, 1)}女士`,
    mobile: plan.member.mobile,
    ...place(random),
  })
  const source = random.weighted([
    ['mini', 50],
    ['h5', 28],
    ['web', 20],
    ['admin', 2],
  ] as const)
  const score = random.chance(12) && !plan.coupon ? await scoreToSpend(plan, trx) : 0
  const remark = random.chance(14) ? random.pick(buyerRemarks) : ''
  const order = {
    userId: plan.member.id,
    lines: plan.lines,
    receiver,
    source,
    score,
    remark,
    ...(plan.coupon ? { receiptId: plan.coupon.id } : {}),
  }
  const made = await createOrder(trx, order, world.asMember(plan.time, plan.member))
  plan.id = made.id
  plan.orderNo = made.orderNo
}

/** Whole hundreds of points, as many as there are and as the rules allow. */
async function scoreToSpend(plan: OrderPlan, trx: Writer): Promise<number> {
  const { rows } = await sql<Pick<UserRow, 'score'>>`select score from "user" where id = ${plan.member.id}`.execute(trx)
  return Math.floor(Math.min(rows[0]?.score ?? 0, plan.goods * 0.3) / 100) * 100
}

async function pay(world: World, plan: OrderPlan, time: number, trx: Writer): Promise<void> {
  const { random } = world
  const { payType } = plan
  const { rows } = await sql<
    Pick<ShopOrderRow, 'pay_amount'> & Pick<UserRow, 'money'>
  >`select o.pay_amount, u.money from shop_order o join "user" u on u.id = o.user_id
    where o.id = ${plan.id}`.execute(trx)
  const amount = rows[0]?.pay_amount ?? 0
  if (payType === 'balance') await topUp(world, plan, { missing: amount - (rows[0]?.money ?? 0), time }, trx)
  const digits = () => String(random.int(1_000_000_000)).padStart(9, '0')
  const tradeNo =
    payType === 'balance'
      ? ''
      : payType === 'offline'
        ? `对公${digits()}`
        : `${payType === 'wechat' ? '4200' : '2026'}${digits()}${digits()}`
  if (payType === 'wechat' || payType === 'alipay') {
    const env = { ...world.asMember(time, plan.member), random: world.payments.int }
    const { payNo } = await startPayment(trx, { orderId: plan.id, channel: payType }, env)
    await takePayment(trx, { payNo, channel: payType, tradeNo, amount }, world.asShop(time))
    return
  }
  const env = payType === 'offline' ? world.asStaff(time, 'finance') : world.asMember(time, plan.member)
  await payOrder(trx, { orderId: plan.id, amount, payType, tradeNo }, env)
}

/** Somebody whose balance is too low brings a round amount to the counter first, which finance books by hand. */
async function topUp(
  world: World,
  plan: OrderPlan,
  { missing, time }: { missing: number; time: number },
  trx: Writer,
): Promise<void> {
  if (missing <= 0) return
  const fen =
    [10_000, 30_000, 50_000, 100_000, 200_000, 500_000].find((each) => each >= missing) ?? Math.ceil(missing / 100_000) * 100_000
  const env = world.asStaff(time, 'finance')
  await postMoney(trx, { userId: plan.member.id, fen, source: 'manual', refNo: `CZ${plan.orderNo}`, memo: '门店现金充值' }, env)
}

async function deliver(
  world: World,
  plan: OrderPlan,
  { time, part }: { time: number; part: boolean },
  trx: Writer,
): Promise<void> {
  const { random } = world
  const company = random.weighted([
    [0, 22],
    [1, 20],
    [2, 14],
    [3, 10],
    [4, 10],
    [5, 10],
    [6, 5],
    [7, 4],
    [8, 5],
  ])
  const trackingNo = (companies[company]?.form ?? '').replace(/#/g, () => String(random.int(10)))
  const lines = part ? await firstLine(plan, trx) : []
  const delivery = {
    orderId: plan.id,
    mode: part ? ('part' as const) : ('all' as const),
    addressId: 1,
    companyId: company + 1,
    trackingNo,
    lines,
    notifyUser: true,
  }
  await deliverOrder(trx, delivery, world.asStaff(time, 'packer'))
}

async function firstLine(plan: OrderPlan, trx: Writer): Promise<{ id: number; quantity: number }[]> {
  const { rows } = await sql<
    Pick<ShopOrderGoodsRow, 'id' | 'quantity'>
  >`select id, quantity from shop_order_goods where order_id = ${plan.id} order by id limit 1`.execute(trx)
  return rows
}

/** The gateway reports that the money of a cancelled or closed order has arrived. */
async function settle(plan: OrderPlan, world: World, time: number, trx: Writer): Promise<void> {
  await refundMoneyResult(trx, { backNo: `C${plan.orderNo}` }, world.asShop(Math.min(time, world.now)))
}

/** When an order was shipped and received, as far as it was, and when its member might write about it: then its end is still open. */
interface Course {
  shipped: number
  received: number
  writes?: number
}

/** What happens to an order on its way to its outcome, without refunds. */
export function playOrder(world: World, plan: OrderPlan): Course {
  const acts = actsOf(world, plan)
  const { random, now } = world
  acts.create()
  const age = now - plan.time
  const paid = () => acts.pay(plan.time + random.between(20, 20 * minute))
  const shipped = (from: number, latest: number) => {
    const wanted = officeTime(random, from + random.between(2 * hour, 30 * hour))
    return acts.deliver(Math.min(wanted, Math.max(from + minute, latest)))
  }
  const played: Course = { shipped: 0, received: 0 }
  const scripts: Record<OrderPlan['outcome'], () => void> = {
    toPay: () => {},
    toShip: () => void paid(),
    partlyShipped: () =>
      void acts.deliver(Math.min(officeTime(random, paid() + random.between(2 * hour, 20 * hour)), now - 20 * minute), true),
    applyCancel: () => void acts.applyCancel(paid() + random.between(20 * minute, Math.floor(age / 2))),
    toReceive: () => {
      const earliest = Math.max(paid() + hour, Math.ceil(now - 9.8 * day))
      played.shipped = acts.deliver(Math.min(officeTime(random, earliest + random.between(0, 40 * hour)), now - 15 * minute))
    },
    toEvaluate: () => {
      played.shipped = shipped(paid(), now - 3 * day)
      const earliest = Math.max(played.shipped + day, Math.ceil(now - 14.4 * day))
      const latest = Math.min(played.shipped + 7 * day, now - hour)
      played.received = acts.receive(earliest + random.int(Math.max(1, latest - earliest)), 'member')
    },
    complete: () => Object.assign(played, complete(world, plan, acts)),
    timedOut: () => void acts.cancelUnpaid(plan.time + day, 'shop'),
    memberCancelled: () => void acts.cancelUnpaid(plan.time + random.between(5 * minute, 2 * hour), 'member'),
    cancelAgreed: () => {
      const asked = acts.applyCancel(paid() + random.between(30 * minute, 10 * hour))
      acts.answerCancel(officeTime(random, asked + random.between(20 * minute, 14 * hour)), 'agree')
    },
    refundedUnshipped: () => void paid(),
    refundedReturned: () => {
      played.shipped = shipped(paid(), now)
      played.received = acts.receive(played.shipped + random.between(day, 4 * day), 'member')
    },
    closedUnpaid: () => void acts.close(plan.time + random.between(30 * minute, 20 * hour)),
    closedPaid: () => void acts.close(officeTime(random, paid() + random.between(hour, 30 * hour))),
  }
  scripts[plan.outcome]()
  if (random.chance(5) && age > 2 * day) acts.remark(plan.time + day)
  return played
}

/** A complete order: older ones often ran into the timers, of the others the member may write; a few had their cancel request refused or withdrawn first. */
function complete(world: World, plan: OrderPlan, acts: Acts): Course {
  const { random, now } = world
  const age = now - plan.time
  let ready = acts.pay(plan.time + random.between(20, 20 * minute))
  if (age > 30 * day && random.chance(2)) {
    const asked = acts.applyCancel(ready + random.between(hour, 6 * hour))
    ready = random.chance(60) ? acts.answerCancel(asked + 2 * hour, 'refuse') : acts.withdrawCancel(asked + hour)
  }
  const shipped = acts.deliver(officeTime(random, ready + random.between(2 * hour, 30 * hour)))
  const late = shipped + 10 * day
  const received =
    age > 40 * day && random.chance(35)
      ? acts.receive(late, 'shop')
      : acts.receive(shipped + random.between(30 * hour, 4 * day), 'member')
  const room = now - 10 * minute - received
  if (room > 16 * day && random.chance(55)) {
    acts.finish(received + 15 * day)
    return { shipped, received }
  }
  return { shipped, received, writes: received + Math.min(random.between(hour, 5 * day), room) }
}
