import type { ScreenHooks } from '../../crud/domain.ts'
import { accountHooks } from './account.ts'
import { adminHooks } from './admin.ts'
import { adminLogHooks } from './adminLog.ts'
import { groupHooks } from './group.ts'
import { ruleHooks } from './rule.ts'
import { sessionHooks } from './session.ts'

/** Hooks of the screens about administrators and their rights, by page id. */
export const authScreenHooks: Readonly<Record<string, ScreenHooks>> = {
  'auth/admin': adminHooks,
  'auth/adminLog': adminLogHooks,
  'auth/group': groupHooks,
  'auth/rule': ruleHooks,
  'routine/adminInfo': accountHooks,
  'routine/session': sessionHooks,
}
