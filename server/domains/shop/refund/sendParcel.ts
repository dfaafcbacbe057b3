import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { Refused } from '../../../app/refuse.ts'
import type { Writer } from '../../../db/connect.ts'
import { notify } from '../notify.ts'
import type { StepEnv } from '../step.ts'
import { lockRefund, moveRefund, requireState } from './row.ts'

/** E2 send the parcel: the member has sent the goods, 2/1/0 → 2/1/1. Tells the order desk. */
export async function sendReturn(
  trx: Writer,
  input: { refundId: number; companyId: number | null; trackingNo: string; images: readonly string[] },
  env: StepEnv,
): Promise<void> {
  const { refund, order } = await lockRefund(trx, input.refundId)
  requireState(refund, [2, 1, 0])
  if (input.trackingNo === '') throw new Refused('shop.noTrackingNo')
  const { companyId, trackingNo, images } = input
  const parcel = { company_id: companyId, tracking_no: trackingNo, ship_images: images, user_ship_time: env.now }
  const set = { ...parcel, deadline: null }
  await moveRefund(trx, refund, [2, 1, 1], set, { action: 'send', note: input.trackingNo }, env)
  await notify(
    trx,
    {
      type: 'refund_ship',
      data: { order_no: order.order_no, amount: formatFen(refund.amount) },
      userId: order.user_id,
      key: refund.refund_no,
    },
    env,
  )
}
