import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { notify } from '../notices/notify.ts'
import { lockRefund, refundMachine } from './row.ts'

/** The parcel in which a member sent goods back. */
export interface ReturnParcel {
  refundId: number
  companyId: number | null
  trackingNo: string
  images: readonly string[]
}

/** E2 send the parcel: the member has sent the goods, 2/1/0 → 2/1/1. Tells the order desk. */
export async function sendReturn(trx: Writer, input: ReturnParcel, env: CommandContext): Promise<void> {
  const { refund, order } = await lockRefund(trx, input.refundId)
  refundMachine.require(refund, 'send')
  const set = { ...parcelSet(input), user_ship_time: env.now, deadline: null }
  await refundMachine.move(trx, refund, { action: 'send', set, note: input.trackingNo }, env)
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

/** E2 change tracking, 2/1/1 → 2/1/1: the member mends what they said of the parcel, until it was received. */
export async function changeReturn(trx: Writer, input: ReturnParcel, env: CommandContext): Promise<void> {
  const { refund } = await lockRefund(trx, input.refundId)
  refundMachine.require(refund, 'tracking')
  await refundMachine.move(trx, refund, { action: 'tracking', set: parcelSet(input), note: input.trackingNo }, env)
}

function parcelSet({ companyId, trackingNo, images }: ReturnParcel) {
  if (trackingNo === '') throw new Refused('shop.noTrackingNo')
  return { company_id: companyId, tracking_no: trackingNo, ship_images: [...images] }
}
