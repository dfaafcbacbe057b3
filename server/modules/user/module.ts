import { defineModule } from '../module.ts'
import { memberActions } from './account.ts'
import { accountHandlers } from './accountHandlers.ts'
import { usualLimits } from './moneyLog.ts'
import { userScreenHooks } from './screenHooks.ts'
import { seedMemberGroups } from './seed.ts'

/** Members: accounts, groups, rules, balances and points. */
export const user = defineModule({
  name: 'user',
  requires: ['auth', 'codes', 'dashboard', 'files'],
  services({ modules }) {
    const own = modules.find((module) => module.bookingLimits)?.bookingLimits
    return { offers: { bookingLimits: own ?? (async () => usualLimits) } }
  },
  handlers: ({ schema, domains }) => accountHandlers(schema, domains),
  rowActions: memberActions,
  screenHooks: userScreenHooks,
  seed: (trx, { demo, now }) => seedMemberGroups(trx, demo, now),
})
