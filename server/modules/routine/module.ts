import { defineModule } from '../module.ts'
import { configHooks } from './config.ts'
import { routineFirstSteps } from './firstSteps.ts'
import { itemGroups } from './itemGroups.ts'
import { mailActions } from './mail.ts'
import { routineOptionSources } from './timeZones.ts'

/** The site's configuration and its mail. */
export const routine = defineModule({
  name: 'routine',
  requires: ['firstSteps'],
  firstSteps: routineFirstSteps,
  rowActions: mailActions,
  optionSources: { ...routineOptionSources, itemGroups },
  screenHooks: { 'routine/config': configHooks },
})
