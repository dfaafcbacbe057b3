import { sql } from 'kysely'
import type { Reader } from '../../core/db/connect.ts'
import { Refused } from '../../core/refuse.ts'
import { accessChanged } from '../../core/session/access.ts'
import { computesOf } from '../../crud/computes.ts'
import type { DecorateInput, FieldMessage, ScreenHooks } from '../../crud/domain.ts'
import { ruleList, showAllRights } from '../auth/rights/authority.ts'
import { leavesOf, type TreeRule, withAncestors } from '../auth/rights/ruleTree.ts'
import { rulesSummary } from '../auth/rights/summary.ts'

/** The group that new members come into. */
const signUpGroup = 1

/** user/group: what members may see in their centre. Rights of members have nothing to do with those of administrators. */
export const memberGroupHooks: ScreenHooks = {
  async validate({ trx, values }): Promise<Record<string, FieldMessage>> {
    if (values.rules === undefined) return {}
    const given = ruleList(values.rules)
    if (given.length === 0) return { rules: { code: 'required' } }
    const rules = await readMemberRules(trx)
    return given.some((id) => id !== '*' && !rules.has(id)) ? { rules: { code: 'authority.noSuchRule' } } : {}
  },
  async beforeSave({ trx, values, before }) {
    if (before !== null && Number(before.id) === signUpGroup && values.status === 0) throw new Refused('authority.defaultGroup')
    if (values.rules === undefined) return
    const given = ruleList(values.rules)
    const rules = await readMemberRules(trx)
    const wanted = withAncestors(rules, given)
    values.rules = given.includes('*') || wanted.length === rules.size ? ['*'] : wanted
  },
  afterSave: ({ trx }) => accessChanged(trx, '*'),
  afterDelete: ({ trx }) => accessChanged(trx, '*'),
  afterRestore: ({ trx }) => accessChanged(trx, '*'),
  async beforeDelete({ trx, rows }) {
    if (rows.some((row) => Number(row.id) === signUpGroup)) throw new Refused('authority.defaultGroup')
    const counts = await memberCounts(trx, rows)
    const used = rows.findIndex((_row, i) => Number(counts[i]) > 0)
    if (used >= 0)
      throw new Refused('authority.memberGroupInUse', { name: String(rows[used]?.name), count: Number(counts[used]) })
  },
  decorate,
  rowReads: ['rules'],
  buildAdmin: { rows: showAllRights },
  computes: computesOf('user/group', { memberCount: ({ db, rows }) => memberCounts(db, rows) }),
}

interface MemberRule extends TreeRule {
  title: string
  titleEn: string
}

/** Rules of the member centre, in the order of its menu. */
export async function readMemberRules(db: Reader): Promise<Map<string, MemberRule>> {
  const rows = await db
    .selectFrom('user_rule')
    .select(['id', 'pid', 'type', 'title', 'title_en'])
    .orderBy('weigh', 'desc')
    .orderBy('id')
    .execute()
  return new Map(
    rows.map(({ id, pid, type, title, title_en }) => [
      String(id),
      { id: String(id), pid: String(pid ?? 0), type: String(type), title: String(title), titleEn: String(title_en ?? '') },
    ]),
  )
}

/** Lists show rights in a few words; forms get the boxes that are ticked themselves. */
async function decorate({ ctx, db, rows, wire, purpose }: DecorateInput): Promise<void> {
  const rules = await readMemberRules(db)
  for (const [i, row] of wire.entries()) {
    const held = ruleList(rows[i]?.rules)
    if (purpose !== 'edit') row.rules = rulesSummary(ctx, rules, held, 'authority.allOfMembers')
    else row.rules = leavesOf(rules, held.includes('*') ? [...rules.keys()] : held)
  }
}

async function memberCounts(db: Reader, rows: readonly { readonly id?: unknown }[]): Promise<number[]> {
  const ids = rows.map((row) => Number(row.id))
  if (ids.length === 0) return []
  const counts = await db
    .selectFrom('user')
    .select(['group_id', sql<number>`count(*)::int`.as('count')])
    .where('group_id', 'in', ids)
    .where('delete_time', 'is', null)
    .groupBy('group_id')
    .execute()
  return ids.map((id) => counts.find((row) => Number(row.group_id) === id)?.count ?? 0)
}
