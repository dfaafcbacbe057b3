import type { ScreenHooks } from '../../crud/domain.ts'
import { ledgerHooks, profileHooks } from './account.ts'
import { memberGroupHooks } from './group.ts'
import { moneyLogHooks, scoreLogHooks } from './moneyLog.ts'
import { memberRuleHooks } from './rule.ts'
import { userHooks } from './user.ts'

/** Hooks of the screens about members, by page id. */
export const userScreenHooks: Readonly<Record<string, ScreenHooks>> = {
  'user/user': userHooks,
  'user/group': memberGroupHooks,
  'user/rule': memberRuleHooks,
  'user/moneyLog': moneyLogHooks,
  'user/scoreLog': scoreLogHooks,
  'account/profile': profileHooks,
  'account/balance': ledgerHooks('money'),
  'account/integral': ledgerHooks('score'),
}
