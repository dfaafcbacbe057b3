import { memberEnv } from '../../../../server/core/command.ts'
import { payPath } from '../../contract/bills.ts'
import { defineActions } from '../actions.ts'
import { receivePointsOrder } from '../points/steps.ts'
import { cancelOwnJoin } from '../team/cancel.ts'
import { certificateAddress, certifiedOf } from '../team/certificate.ts'
import { registerAgain } from '../team/register.ts'

/** What members do with what they exchanged for points, and with their registrations. */
export const memberClubActions = defineActions({
  'shop/account/pointsOrder.receive': {
    run: async ({ ctx, trx, row }) => {
      await receivePointsOrder(trx, { orderId: row.id, userId: row.user_id }, memberEnv(ctx))
    },
  },
  'shop/account/registration.pay': { run: async ({ row }) => ({ path: payPath('registration', row.id) }) },
  'shop/account/registration.again': {
    run: async ({ ctx, trx, row }) => {
      const made = await registerAgain(trx, { joinId: row.id, userId: row.user_id, payLater: true }, memberEnv(ctx))
      return made.fee > 0 ? { path: payPath('registration', made.id) } : {}
    },
  },
  'shop/account/registration.certificate': {
    refuse: { noResult: async ({ trx, row }) => (await certifiedOf(trx, row.id, row.user_id)).length === 0 },
    run: async ({ ctx, trx, row }) => certificateAddress(ctx, 'user', await certifiedOf(trx, row.id, row.user_id)),
  },
  'shop/account/registration.cancel': {
    run: ({ ctx, trx, row }) => cancelOwnJoin(trx, { joinId: row.id, userId: row.user_id }, memberEnv(ctx)),
  },
})
