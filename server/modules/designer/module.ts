import type { Context } from '../../core/context.ts'
import type { Services } from '../../core/services.ts'
import { defineActions } from '../../crud/defineActions.ts'
import { defineModule } from '../module.ts'
import { designerHandlers, tableHandlers } from './handlers.ts'
import { restore } from './save.ts'

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
    'crud/log.putBack': {
      async run({ ctx, trx, row }) {
        await restore(ctx, ctx.services.engine, trx, row)
      },
    },
  }),
})
