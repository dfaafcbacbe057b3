import { sql } from 'kysely'
import { actorOf } from '../../../../server/core/context.ts'
import type { ScreenHooks } from '../../../../server/crud/domain.ts'
import { recountLater } from '../notices/inbox.ts'

/** Everybody sees their own inbox, in their own language. */
export const notifyHooks: ScreenHooks = {
  rowScope: (ctx) => sql<boolean>`t.admin_id = ${actorOf(ctx).id}`,
  inLanguage: { en: { message: 'message_en' } },
  afterDelete: ({ ctx, trx }) => recountLater(trx, actorOf(ctx).id),
}
