import { actorColumns, adminIdOf, stepEnv } from '../../../../server/core/command.ts'
import type { SaveInput, ScreenHooks } from '../../../../server/crud/domain.ts'
import { usualAddress } from '../order/actions.ts'
import { type Delivery, finishDelivery, planDelivery } from '../order/deliver.ts'

/** A parcel that is added ships everything that is open of its order: by the form, and line by line from a file. */
export const parcelHooks: ScreenHooks = {
  beforeSave: async (input) => {
    const { trx, values, ctx } = input
    values.address_id ??= await usualAddress(trx)
    const { shipped, units, company } = await planDelivery(trx, deliveryOf(input))
    const { actor } = stepEnv(ctx)
    Object.assign(values, {
      company_name: company?.name ?? '',
      quantity: units,
      lines: shipped,
      admin_id: adminIdOf(actor),
      admin_name: actorColumns(actor).name,
    })
  },
  afterSave: async ({ key, ...input }) => {
    const plan = await planDelivery(input.trx, deliveryOf(input))
    await finishDelivery(input.trx, plan, { ...deliveryOf(input), parcelId: Number(key) }, stepEnv(input.ctx))
  },
}

function deliveryOf({ values }: SaveInput): Delivery {
  return {
    orderId: Number(values.order_id),
    mode: 'all',
    addressId: Number(values.address_id),
    companyId: Number(values.company_id),
    trackingNo: String(values.tracking_no ?? '').trim(),
    lines: [],
    notifyUser: values.notify_user === 1,
  }
}
