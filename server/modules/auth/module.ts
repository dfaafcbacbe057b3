import { defineModule } from '../module.ts'
import { accountActions } from './account.ts'
import { authHandlers } from './handlers.ts'
import { memberHandlers } from './memberHandlers.ts'
import { authOptionSources } from './optionSources.ts'
import { sessionActions } from './ownSessions.ts'
import { purgeSecondFactors } from './purge.ts'
import { adminActions } from './rights/admin.ts'
import { authScreenHooks } from './screenHooks.ts'
import { secondFactorHandlers } from './secondFactor/handlers.ts'
import { nameRuleSeeds } from './seed/nameRuleSeeds.ts'
import type { DemoStaff } from './seed/seedGroups.ts'
import { purgeVisits } from './visits.ts'

declare module '../module.ts' {
  interface ServerModule {
    /** Groups and administrators of the module's demo; of several modules the first one's. */
    readonly demoStaff?: DemoStaff
  }
}

/** Signing in, second factors, administrators, groups, menu rules and sessions. */
export const auth = defineModule({
  name: 'auth',
  requires: ['captcha', 'codes'],
  handlers: [...authHandlers, ...memberHandlers, ...secondFactorHandlers],
  rowActions: { ...adminActions, ...accountActions, ...sessionActions },
  screenHooks: authScreenHooks,
  optionSources: authOptionSources,
  purges: {
    visits: ({ database }) => purgeVisits(database),
    secondFactors: ({ database }) => purgeSecondFactors(database),
  },
  conversions: [nameRuleSeeds],
})
