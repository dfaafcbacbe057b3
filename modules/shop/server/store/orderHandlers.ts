import * as z from 'zod/mini'
import type { CommandContext } from '../../../../server/core/command.ts'
import { memberEnv } from '../../../../server/core/command.ts'
import { actorOf, type Context } from '../../../../server/core/context.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { Handler } from '../../../../server/core/handler.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { applyCancel, withdrawCancel } from '../order/applyCancel.ts'
import { cancelUnpaid } from '../order/cancel.ts'
import { payOrder } from '../order/pay.ts'
import { receiveOrder } from '../order/receive.ts'
import { lockOrder } from '../order/row.ts'
import { startPayment } from '../payment/intent.ts'
import { payThrough } from '../payment/open.ts'
import { keyOf, memberStep, readInput } from './call.ts'
import { orderInput, placeOrder, previewOrder, requireOwnOrder } from './order.ts'
import { readOrder, readOrders } from './orderReads.ts'
import { provePayer, requireWay } from './payRules.ts'

const base = { app: 'api', controller: 'shop.Order', access: { type: 'login' } } as const
const reason = z.object({ reason: z._default(z.string().check(z.trim(), z.maxLength(500)), '') })
const given = z.object({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)) })
const payType = z.object({ type: z.enum(['balance', 'wechat', 'alipay']) })

/** What members do with their orders: E1, as the member. An order of somebody else is none. */
export const orderHandlers: readonly Handler[] = [
  { ...base, action: 'index', method: 'GET', run: readOrders },
  { ...base, action: 'info', method: 'GET', run: readOrder },
  {
    ...base,
    action: 'preview',
    method: 'POST',
    run: (ctx) => previewOrder(ctx, readInput(orderInput, ctx.body)),
  },
  {
    ...base,
    action: 'create',
    method: 'POST',
    run: memberStep(async (trx, userId, env, { body }) => {
      const { id, orderNo, payAmount } = await placeOrder(trx, userId, readInput(orderInput, body), env)
      return { id, order_no: orderNo, pay_amount: formatFen(payAmount) }
    }),
  },
  { ...base, action: 'pay', method: 'POST', run: pay },
  ownStep('cancel', (trx, orderId, env, { body }) => cancelUnpaid(trx, { orderId, ...readInput(reason, body) }, env)),
  ownStep('applyCancel', (trx, orderId, env, { body }) => applyCancel(trx, { orderId, ...readInput(given, body) }, env)),
  ownStep('withdrawCancel', (trx, orderId, env) => withdrawCancel(trx, { orderId }, env)),
  ownStep('receive', (trx, orderId, env) => receiveOrder(trx, { orderId }, env)),
]

/** A step on the caller's own order, which the call names as `id`. */
function ownStep(
  action: string,
  step: (trx: Writer, orderId: number, env: CommandContext, ctx: Context) => Promise<void>,
): Handler {
  const run = memberStep(async (trx, userId, env, ctx) => {
    const orderId = await requireOwnOrder(trx, userId, keyOf(ctx.body.id))
    await step(trx, orderId, env, ctx)
    return { id: orderId, status: (await lockOrder(trx, orderId)).status }
  })
  return { ...base, action, method: 'POST', run }
}

/** Pays from the balance at once; through a provider it gives the address at which the member pays, and the provider tells the rest. */
async function pay(ctx: Context): Promise<unknown> {
  const { type } = readInput(payType, ctx.body)
  await requireWay(ctx, type)
  if (type !== 'balance')
    return payThrough(ctx, type, async (trx) => {
      const orderId = await requireOwnOrder(trx, actorOf(ctx).id, keyOf(ctx.body.id))
      return startPayment(trx, { orderId, channel: type }, memberEnv(ctx))
    })
  await provePayer(ctx)
  return memberStep(async (trx, userId, env) => {
    const orderId = await requireOwnOrder(trx, userId, keyOf(ctx.body.id))
    const order = await lockOrder(trx, orderId)
    await payOrder(trx, { orderId, amount: order.pay_amount, payType: 'balance', tradeNo: '' }, env)
    return { id: orderId, paid: true }
  })(ctx)
}
