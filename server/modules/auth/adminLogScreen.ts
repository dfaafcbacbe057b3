import { sql } from 'kysely'
import { actorOf } from '../../core/context.ts'
import type { ScreenHooks } from '../../crud/domain.ts'

/** auth/adminLog: super administrators see every record, others their own. */
export const adminLogHooks: ScreenHooks = {
  rowScope(ctx) {
    const actor = actorOf(ctx)
    return actor.super ? null : sql<boolean>`t.admin_id = ${actor.id}`
  },
}

/** routine/ownLog: the current user's own records, whoever it is. */
export const ownLogHooks: ScreenHooks = {
  rowScope: (ctx) => sql<boolean>`t.admin_id = ${actorOf(ctx).id}`,
}
