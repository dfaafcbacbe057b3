import { memberEnv } from '../../../../server/core/command.ts'
import { type ActionInput, type ActionValues, defineActions } from '../actions.ts'
import { changeReturn, type ReturnParcel, sendReturn } from '../refund/sendParcel.ts'
import { withdrawRefund } from '../refund/withdraw.ts'

/** What members do with their own refunds (E2). */
export const memberRefundActions = defineActions({
  'shop/account/refund.withdraw': {
    run: ({ ctx, trx, row }) => withdrawRefund(trx, { refundId: row.id }, memberEnv(ctx)),
  },
  'shop/account/refund.send': {
    run: ({ ctx, trx, row, values }) => sendReturn(trx, parcelOf(row, values), memberEnv(ctx)),
  },
  'shop/account/refund.tracking': {
    prepare: async ({ row }) => ({
      company: row.company_id === null ? null : String(row.company_id),
      tracking_no: row.tracking_no,
      images: row.ship_images,
    }),
    run: ({ ctx, trx, row, values }) => changeReturn(trx, parcelOf(row, values), memberEnv(ctx)),
  },
})

function parcelOf(
  row: Pick<ActionInput<'shop/account/refund.send'>['row'], 'id'>,
  { company, tracking_no, images }: ActionValues<'shop/account/refund.send'>,
): ReturnParcel {
  return { refundId: row.id, companyId: Number(company), trackingNo: tracking_no.trim(), images }
}
