import { accessChanged } from '../../core/session/access.ts'
import type { ScreenHooks } from '../../crud/domain.ts'
import {
  completeRule,
  componentHooks,
  nextRule,
  requireNoChildren,
  validateFrame,
  validateRule,
} from '../auth/rights/ruleTree.ts'
import { readMemberRules } from './group.ts'

/** Rules that a menu opens in a tab only: a plain route has no menu entry of its own. */
const alwaysTab = ['route', 'menu_dir']
/** Only these may be open to people who are not signed in. */
const mayBeOpen = ['route', 'nav', 'button']

/** user/rule: menus and pages of the member centre. */
export const memberRuleHooks: ScreenHooks = {
  ...componentHooks('user'),
  async validate({ trx, before, values }) {
    const next = nextRule(before, values)
    const found = validateRule(await readMemberRules(trx), next, before === null ? null : String(before.id))
    return { ...found, ...(await validateFrame(trx, next)) }
  },
  async beforeSave({ before, values }) {
    const next = nextRule(before, values)
    completeRule(next, values, 'tab')
    if (alwaysTab.includes(String(next.type))) values.menu_type = 'tab'
    if (!mayBeOpen.includes(String(next.type))) values.no_login_valid = 0
  },
  afterSave: ({ trx }) => accessChanged(trx, '*'),
  afterDelete: ({ trx }) => accessChanged(trx, '*'),
  afterRestore: ({ trx }) => accessChanged(trx, '*'),
  async beforeDelete({ trx, rows }) {
    await requireNoChildren(trx, rows, { table: 'user_rule', title: 'title', code: 'authority.ruleChildren' })
  },
}
