import { defineModule } from '../module.ts'
import { lensHandlers } from './handlers.ts'
import { lookThrough } from './request.ts'

/** The permission lens: what a role or a person may do. */
export const lens = defineModule({
  name: 'lens',
  requires: ['auth'],
  lookThrough,
  handlersOver: ({ schema, domains }, handlers) =>
    lensHandlers(
      schema,
      domains,
      handlers.filter(({ app }) => app === 'admin'),
    ),
})
