import type { Context } from '../../core/context.ts'
import { Refused } from '../../core/refuse.ts'
import type { Services } from '../../core/services.ts'
import { defineActions } from '../../crud/defineActions.ts'
import { defineModule } from '../module.ts'
import { draftIn, draftOfRecord, requireOwn } from './drafts.ts'
import { designerHandlers, tableHandlers } from './handlers.ts'
import { requireSuper, restore } from './save.ts'

/** The revision that each server of this process serves, once there was a second one. */
const served = new WeakMap<Services, string>()

/** Screens that are designed in the browser: checked, planned, saved into the workspace, and put back. */
export const designer = defineModule({
  name: 'designer',
  handlers: ({ domains }) => [
    ...tableHandlers,
    ...designerHandlers(domains, ({ services }: Context) => served.get(services) ?? ''),
  ],
  revised: (services, { workspace }) => void served.set(services, workspace),
  rowActions: defineActions({
    // Both lead to the designer, where the person sees the draft or the plan; nothing is changed by them.
    'crud/log.design': {
      async run({ ctx, row }) {
        requireSuper(ctx)
        requireOwn(ctx, draftOfRecord(row).id)
        return { path: `/admin/crud/crud?record=${row.id}` }
      },
    },
    'crud/log.deleteCode': {
      async run({ ctx, row: { screen_id: id } }) {
        requireSuper(ctx)
        requireOwn(ctx, id)
        if (!draftIn(await ctx.services.workspace.read(ctx.read), id)) throw new Refused('designer.gone', { id })
        return { path: `/admin/crud/crud?remove=${encodeURIComponent(id)}` }
      },
    },
    'crud/log.putBack': {
      async run({ ctx, trx, row }) {
        await restore(ctx, ctx.services.engine, trx, row)
      },
    },
  }),
})
