import { defineModule } from '../module.ts'
import { configHooks } from './config.ts'
import { itemGroups } from './itemGroups.ts'
import { mailActions } from './mail.ts'
import { routineOptionSources } from './timeZones.ts'

/** The site's configuration and its mail. */
export const routine = defineModule({
  name: 'routine',
  rowActions: mailActions,
  optionSources: { ...routineOptionSources, itemGroups },
  screenHooks: { 'routine/config': configHooks },
})
