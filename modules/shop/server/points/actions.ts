import { stepEnv } from '../../../../server/core/command.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { ActionInput, RowAction } from '../../../../server/crud/domain.ts'
import { lockGoods, moveGoods } from './row.ts'
import { cancelPointsOrder, deliverPointsOrder, receivePointsOrder } from './steps.ts'

const id = (input: ActionInput) => Number(input.row.id)
const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

const deliver = (input: ActionInput) => {
  const { company_id, tracking_no } = input.values
  const parcel = { orderId: id(input), companyId: Number(company_id), trackingNo: text(tracking_no) }
  return deliverPointsOrder(input.trx, parcel, stepEnv(input.ctx))
}

/** What the buttons of the points mall do: the steps of E8 as the administrator who pressed them. */
export const pointsActions: Readonly<Record<string, RowAction>> = {
  'points/order.delivery': { run: deliver },
  'points/order.deliveries': { run: deliver },
  'points/order.receive': { run: (input) => receivePointsOrder(input.trx, { orderId: id(input) }, stepEnv(input.ctx)) },
  'points/order.cancel': {
    run: (input) => cancelPointsOrder(input.trx, { orderId: id(input), reason: text(input.values.reason) }, stepEnv(input.ctx)),
  },
  'points/goods.stock': {
    run: async (input) => {
      const { delta, memo } = input.values
      if (Number(delta) === 0) throw new Refused('points.noChange', {}, { field: 'delta' })
      const goods = await lockGoods(input.trx, id(input))
      const move = { goodsId: goods.id, delta: Number(delta), sales: 0, reason: 'manual' as const, memo: text(memo) }
      await moveGoods(input.trx, move, stepEnv(input.ctx))
    },
  },
}
