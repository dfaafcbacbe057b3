import { defineModule } from '../module.ts'
import { configHooks } from './config.ts'
import { mailActions } from './mail.ts'

/** The site's configuration and its mail. */
export const routine = defineModule({
  name: 'routine',
  rowActions: mailActions,
  screenHooks: { 'routine/config': configHooks },
})
