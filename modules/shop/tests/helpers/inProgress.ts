import { familyOf, madeKey, makeCompetition, registerFor } from '../teams/teamHelpers.ts'
import { makePlan } from './factories.ts'
import { done, linesOf, orderUrl, refundUrl } from './helpers.ts'
import { atCashier, type MultiServer, type Ordered, type Person, paidThrough, reaches, turn } from './multiServer.ts'

/** A member asks for half of the money of one unit; gives the refund and the amount. */
async function askBack(multiServer: MultiServer, { id, member }: Ordered, type: 1 | 2) {
  const [line] = await linesOf(multiServer, id)
  const [share] = await multiServer.query<{ half: string }>(
    'select (pay_share / 200.0)::numeric(12, 2)::text as half from shop_order_goods where id = $1',
    [line?.id],
  )
  const lines = [{ id: line?.id, quantity: 1, amount: share?.half }]
  const asked = { order_id: id, type, reason: 'other', lines }
  const refund = done(await turn(member.at, 0).post<{ id: number }>('/api/shop.Refund/apply', asked))
  return { refund: refund.id, amount: share?.half ?? '' }
}
/** That the shop agrees to so much. */
export const agreed = (agree_amount: string) => ({ result: 'agree', agree_amount, include_delivery: 0, audit_note: '' })

/** A refund that a member has asked for and nobody has answered, of an order that is paid through the provider or from the balance. */
export async function openRefund(
  multiServer: MultiServer,
  n: number,
  paid: (multiServer: MultiServer, n: number) => Promise<Ordered> = paidThrough,
): Promise<{ id: number; amount: string }> {
  const { refund, amount } = await askBack(multiServer, await paid(multiServer, n), 1)
  return { id: refund, amount }
}

/** A refund whose goods are on their way back. */
export async function sentBack(multiServer: MultiServer, n: number): Promise<{ id: number }> {
  const order = await paidThrough(multiServer, n)
  const owner = turn(multiServer.owners, n)
  done(await owner.post(`${orderUrl}/delivery`, { id: order.id, mode: 'none', address_id: 1, notify_user: 0 }))
  const { refund: id, amount } = await askBack(multiServer, order, 2)
  const [address] = await multiServer.query<{ id: number }>(
    `select id from shop_delivery_address where status = 1 and 'return' = any(types) order by id limit 1`,
  )
  done(await owner.post(`${refundUrl}/audit`, { id, ...agreed(amount), address_id: address?.id }))
  done(await turn(order.member.at, n).post('/api/shop.Refund/send', { id, tracking_no: 'YT7700000000001' }))
  return { id }
}

/** The shop gives a yuan of a paid order back by itself. */
export async function shopRefund(multiServer: MultiServer, id: number) {
  const [line] = await linesOf(multiServer, id)
  const lines = [{ id: line?.id, quantity: 0, amount: '1.00' }]
  return { reason: 'other', include_delivery: 0, note: '补偿', lines }
}

/** A recharge that a member has ordered. */
export interface Recharge {
  id: number
  order_no: string
  member: Person
}

/** A member orders a recharge of 100 yuan. */
export async function recharge(multiServer: MultiServer, n: number): Promise<Recharge> {
  const member = turn(multiServer.members, n)
  const plan = await makePlan(turn(multiServer.owners, n))
  const made = await turn(member.at, n).post<Recharge>('/api/shop.Recharge/create', { plan_id: plan })
  return { ...done(made), member }
}

/** Opens the cashier of a recharge. */
export const rechargeCashier = (multiServer: MultiServer, n: number, { order_no, member }: Recharge) =>
  atCashier(multiServer, turn(member.at, n), 'shop.Recharge/pay', { order_no })

/** A recharge that is paid through the provider. */
export async function paidRecharge(multiServer: MultiServer, n: number): Promise<Recharge & { trade: string }> {
  const made = await recharge(multiServer, n)
  const trade = await (await rechargeCashier(multiServer, n, made)).pay()
  await reaches(multiServer, 'select status from shop_recharge_order where id = $1', made.id, 2)
  return { ...made, trade }
}

/** A registration of a family, for a competition of its own that takes 100 yuan of two people. */
export async function registered(multiServer: MultiServer, n: number, paid: 0 | 1): Promise<{ id: number; userId: number }> {
  const owner = turn(multiServer.owners, n)
  const { userId, contestants } = await familyOf(multiServer, n % 40)
  const competition = await makeCompetition(owner)
  return { id: madeKey(await registerFor(owner, competition, userId, contestants.slice(0, 2), { paid })), userId }
}
