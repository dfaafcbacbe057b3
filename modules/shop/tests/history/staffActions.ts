import { disableCodes, makeCodes } from '../../server/coupon/codes.ts'
import { exchangeCode } from '../../server/coupon/grant.ts'
import { startSend } from '../../server/coupon/send.ts'
import { extendReceipt, revokeReceipt } from '../../server/coupon/steps.ts'
import { changeAddress } from '../../server/order/address.ts'
import { changeParcels } from '../../server/order/parcel.ts'
import { linesOf, openUnits } from '../../server/order/row.ts'
import { carriedParcels } from '../../server/order/rules.ts'
import { auditRefund } from '../../server/refund/audit.ts'
import { refundByShop } from '../../server/refund/byShop.ts'
import { refundLines } from '../../server/refund/row.ts'
import { type Act, desk, member, nothing, onOrder, onRefund, pick } from './historyActors.ts'

/** The shop gives money of one line or of all back, with units that are open or as a compensation. */
const giveMoney = onOrder([2, 3, 4, 5], desk, async (trx, order, env, chance) => {
  const all = await linesOf(trx, order.id)
  const lines = (chance < 60 ? all.slice(0, 1) : all).map((line) => ({
    id: line.id,
    quantity: chance % 2 === 0 ? openUnits(line) : 0,
    amount: Math.floor(((line.pay_share - line.refunded_amount) * (chance + 1)) / 100),
  }))
  const wish = { orderId: order.id, reason: 'other' as const, description: 'x', lines, includeDelivery: chance % 3 === 0 }
  return refundByShop(trx, wish, env)
})

/** Agrees to more than was asked for, to the delivery fee or without it, and keeps units out of stock. */
const auditOtherwise = onRefund(
  ({ state }) => state === '1/1/0',
  desk,
  async (trx, refund, env, chance) => {
    const agreed = chance % 2 === 0 ? refund.amount + chance : Math.max(1, refund.amount - chance)
    const lines = chance % 3 === 0 ? await refundLines(trx, refund.id) : []
    const more = { over: true, includeDelivery: chance < 50, noRestock: lines.map(({ id }) => id) }
    const audit = { refundId: refund.id, result: 'agree' as const, agreeAmount: agreed, addressId: 2, note: 'x', ...more }
    return auditRefund(trx, audit, env)
  },
)

const mendParcel = onOrder([3], desk, async (trx, order, env, chance) => {
  const trackingNo = `SF${String(order.id * 100 + chance).padStart(12, '0')}`
  const parcels = (await carriedParcels(trx, order.id)).map(({ id }) => ({ id, companyId: 1, trackingNo }))
  return changeParcels(trx, { orderId: order.id, parcels }, env)
})

const regions = [
  [110000, 110100, 110105],
  [440000, 440100, 440106],
  [650000, 650100, 650102],
  [540000, 540100, 540102],
]
const moveAway = onOrder([1, 2], desk, (trx, order, env, chance) => {
  const place = {
    name: '李雷',
    mobile: '13800131001',
    city: regions[chance % regions.length] ?? [],
    address: `和平路${chance}号`,
  }
  return changeAddress(trx, { orderId: order.id, newFee: chance < 70, ...place }, env)
})

const send: Act = (world) => {
  const { random } = world
  const [couponId, userIds] = [random.pick(world.coupons), random.shuffled(world.members).slice(0, 3)]
  return (trx) => startSend(trx, { couponId, target: 'users', userIds, quantity: 1 + (couponId % 2) }, desk(world))
}

const issue: Act = (world) => (trx) => makeCodes(trx, { couponId: world.codeCoupon, prefix: 'H', quantity: 2 }, desk(world))

const callIn: Act = (world) => (trx) => disableCodes(trx, world.codeCoupon, desk(world))

/** Two may hold the same code. */
const exchange: Act = (world, scene) => {
  const code = pick(world, scene.codes, ({ status }) => status === 1)
  const userId = world.random.pick(world.members)
  return code ? (trx) => exchangeCode(trx, { code: code.code, userId }, member(world, userId)) : nothing
}

const revoke: Act = (world, scene) => {
  const receipt = pick(world, scene.held, ({ status }) => status === 1)
  return receipt ? (trx) => revokeReceipt(trx, { receiptId: receipt.id, reason: 'x' }, desk(world)) : nothing
}

const extend: Act = (world, scene) => {
  const receipt = pick(world, scene.held, ({ status }) => status === 1 || status === 4)
  if (!receipt) return nothing
  const validEnd = Math.max(receipt.valid_end, world.now) + (1 + world.random.int(5)) * 86_400
  return (trx) => extendReceipt(trx, { receiptId: receipt.id, validEnd }, desk(world))
}

/** What the desk does with orders, refunds and coupons, and members with codes. */
export const deskActors: readonly (readonly [name: string, act: Act, weight: number])[] = [
  ['refund by the shop', giveMoney, 4],
  ['audit otherwise', auditOtherwise, 3],
  ['mend a parcel', mendParcel, 2],
  ['change the address', moveAway, 3],
  ['send coupons', send, 2],
  ['make codes', issue, 2],
  ['disable codes', callIn, 1],
  ['exchange a code', exchange, 4],
  ['revoke a coupon', revoke, 2],
  ['extend a coupon', extend, 2],
]
