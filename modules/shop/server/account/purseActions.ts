import { memberEnv } from '../../../../server/core/command.ts'
import { actorOf } from '../../../../server/core/context.ts'
import { payPath } from '../../contract/bills.ts'
import { defineActions } from '../actions.ts'
import { signIn } from '../points/sign.ts'
import { cancelRecharge } from '../recharge/end.ts'

/** What members do with their balance and points: top up, check in for the day, and go where points are spent. */
export const memberPurseActions = defineActions({
  'account/balance.topUp': { run: async () => ({ path: '/top-up' }) },
  'account/integral.signIn': { run: ({ ctx, trx }) => signIn(trx, actorOf(ctx).id, memberEnv(ctx)) },
  'account/integral.mall': { run: async () => ({ path: '/points' }) },
  'shop/account/recharge.topUp': { run: async () => ({ path: '/top-up' }) },
  'shop/account/recharge.pay': { run: async ({ row }) => ({ path: payPath('topUp', row.id) }) },
  'shop/account/recharge.cancel': {
    run: ({ ctx, trx, row }) => cancelRecharge(trx, { orderNo: row.order_no, userId: row.user_id }, memberEnv(ctx)),
  },
})
