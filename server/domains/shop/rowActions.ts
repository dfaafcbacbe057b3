import { actorOf } from '../../app/context.ts'
import type { RowAction } from '../../crud/domain.ts'
import { markRead } from './notify.ts'
import { orderActions } from './order/actions.ts'
import { companyActions } from './screens/company.ts'

/** Actions of the shop's screens, by `<page id>.<call>`. */
export const shopRowActions: Readonly<Record<string, RowAction>> = {
  ...orderActions,
  ...companyActions,
  'shop/notify/notify.markRead': {
    run: async ({ ctx, trx, row }) => ({ unread_count: await markRead(trx, actorOf(ctx).id, [Number(row.id)], ctx.now) }),
  },
}
