import { sql } from 'kysely'
import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { carrierOf } from './deliver.ts'
import { lockOrder, orderMachine } from './row.ts'
import { carriedParcels } from './rules.ts'

/** Another carrier or tracking number of a parcel. */
export interface ParcelChange {
  id: number
  companyId: number | null
  trackingNo: string
}

/** Corrects the parcels of a shipped order that was not received yet; its state stays. Parcels that stay as they are leave no trace. */
export async function changeParcels(
  trx: Writer,
  input: { orderId: number; parcels: readonly ParcelChange[] },
  env: CommandContext,
): Promise<void> {
  const order = await lockOrder(trx, input.orderId)
  orderMachine.require(order, 'parcel')
  const carried = await carriedParcels(trx, order.id)
  if (carried.length === 0) throw new Refused('shop.noParcels')
  const notes: string[] = []
  for (const [i, parcel] of input.parcels.entries()) {
    const before = carried.find(({ id }) => id === parcel.id)
    if (!before) throw new Refused('shop.noParcel')
    if (before.company_id === parcel.companyId && before.tracking_no === parcel.trackingNo) continue
    const company = await carrierOf(trx, parcel.companyId, parcel.trackingNo, `parcels.${i}.`)
    await sql`update shop_order_delivery set company_id = ${company.id}, company_name = ${company.name}, tracking_no = ${parcel.trackingNo},
      update_time = ${env.now} where id = ${parcel.id}`.execute(trx)
    notes.push(`${before.tracking_no} → ${company.name} ${parcel.trackingNo}`)
  }
  if (notes.length > 0) await orderMachine.move(trx, order, { action: 'parcel', note: notes.join('; ').slice(0, 500) }, env)
}
