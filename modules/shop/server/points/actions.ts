import { stepEnv } from '../../../../server/core/command.ts'
import { actorOf, type Context } from '../../../../server/core/context.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { type ActionInput, defineActions } from '../actions.ts'
import { lastCompany } from '../delivery/numberRule.ts'
import { lockGoods, moveGoods } from './row.ts'
import { cancelPointsOrder, deliverPointsOrder, receivePointsOrder } from './steps.ts'

const deliver = ({ ctx, trx, row, values }: ActionInput<'points/order.delivery' | 'points/order.deliveries'>) => {
  const parcel = { orderId: row.id, companyId: values.company_id, trackingNo: values.tracking_no.trim() }
  return deliverPointsOrder(trx, parcel, stepEnv(ctx))
}

const prepare = async ({ ctx, db }: { ctx: Context; db: Reader }) => ({ company_id: await lastCompany(db, actorOf(ctx).id) })

/** What the buttons of the points mall do: the steps of E8 as the administrator who pressed them. */
export const pointsActions = defineActions({
  'points/order.delivery': { prepare, run: deliver },
  'points/order.deliveries': { prepare, run: deliver },
  'points/order.receive': { run: ({ ctx, trx, row }) => receivePointsOrder(trx, { orderId: row.id }, stepEnv(ctx)) },
  'points/order.cancel': {
    run: ({ ctx, trx, row, values }) => cancelPointsOrder(trx, { orderId: row.id, reason: values.reason.trim() }, stepEnv(ctx)),
  },
  'points/goods.stock': {
    run: async ({ ctx, trx, row, values }) => {
      const { delta, memo } = values
      if (delta === 0) throw new Refused('points.noChange', {}, { field: 'delta' })
      const goods = await lockGoods(trx, row.id)
      const move = { goodsId: goods.id, delta, sales: 0, reason: 'manual' as const, memo: memo.trim() }
      await moveGoods(trx, move, stepEnv(ctx))
    },
  },
})
