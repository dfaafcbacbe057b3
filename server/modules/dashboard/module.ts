import { defineModule } from '../module.ts'
import { dashboardHandler } from './handler.ts'

/** Pages with figures and charts. */
export const dashboard = defineModule({
  name: 'dashboard',
  pageKinds: { dashboard: (page, schema, domains) => [dashboardHandler(page, schema, domains)] },
})
