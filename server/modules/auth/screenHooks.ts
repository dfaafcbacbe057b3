import type { ScreenHooks } from '../../crud/domain.ts'
import { accountHooks } from './account.ts'
import { adminLogHooks, ownLogHooks } from './adminLogScreen.ts'
import { sessionHooks } from './ownSessions.ts'
import { adminHooks } from './rights/admin.ts'
import { groupHooks } from './rights/group.ts'
import { ruleHooks } from './rights/rule.ts'

/** Hooks of the screens about administrators and their rights, by page id. */
export const authScreenHooks: Readonly<Record<string, ScreenHooks>> = {
  'auth/admin': adminHooks,
  'auth/adminLog': adminLogHooks,
  'auth/group': groupHooks,
  'auth/rule': ruleHooks,
  'routine/adminInfo': accountHooks,
  'routine/ownLog': ownLogHooks,
  'routine/session': sessionHooks,
}
