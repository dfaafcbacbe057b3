import { sql } from 'kysely'
import { actorOf, type Context } from '../../../core/context.ts'
import type { Reader } from '../../../core/db/connect.ts'
import { Refused } from '../../../core/refuse.ts'
import { accessChanged } from '../../../core/session/access.ts'
import { computesOf } from '../../../crud/computes.ts'
import type { DecorateInput, DeleteInput, FieldMessage, Row, SaveInput, ScopePurpose, ScreenHooks } from '../../../crud/domain.ts'
import {
  type Authority,
  assignableGroups,
  existing,
  isPartOfHeld,
  managesGroup,
  ownGroups,
  readAuthority,
  ruleList,
  scopeRank,
  showAllRights,
} from './authority.ts'
import { actingAuthority, requireSuper } from './guard.ts'
import { isUnder, leavesOf, requireNoChildren, withAncestors } from './ruleTree.ts'
import { rulesSummary } from './summary.ts'

/** auth/group: one sees one's own groups and those below, and changes those below: what is granted is a real part of what is held. */
export const groupHooks: ScreenHooks = {
  rowScope,
  validate: validate,
  async beforeSave(input) {
    const authority = await actingAuthority(input.ctx, input.trx)
    if (input.values.rules !== undefined) input.values.rules = storedRules(authority, ruleList(input.values.rules))
  },
  async afterSave({ trx }) {
    await accessChanged(trx, '*')
    await requireSuper(trx)
  },
  beforeDelete: refuseDelete,
  afterRestore: ({ trx }) => accessChanged(trx, '*'),
  async afterDelete({ trx }) {
    await accessChanged(trx, '*')
    await requireSuper(trx)
  },
  decorate,
  rowReads: ['rules'],
  denied,
  buildAdmin: { rows: showAllRights },
  computes: computesOf('auth/group', { memberCount: ({ db, rows }) => memberCounts(db, rows) }),
  async listExtra(ctx, db) {
    const authority = await readAuthority(db, actorOf(ctx))
    return { group: [...authority.own].filter((id) => authority.groups.get(id)?.enabled) }
  },
}

async function rowScope(ctx: Context, purpose: ScopePurpose, db: Reader) {
  const authority = await readAuthority(db, actorOf(ctx))
  const assigning = ctx.query.absoluteAuth === '1' || (purpose === 'options' && ctx.query.field === 'group_arr')
  // The label of a value that is chosen already is shown even when it could not be chosen again.
  const naming = ctx.query.initValue !== undefined
  if (authority.super) return null
  const below = assignableGroups(authority)
  const seen = assigning && !naming ? below : [...below, ...authority.own]
  return sql<boolean>`t.id = any(${seen}::int[])`
}

/** Everything a group's record could widen, validated against the current rights. */
async function validate({ ctx, trx, before, values }: SaveInput): Promise<Record<string, FieldMessage>> {
  const authority = await actingAuthority(ctx, trx)
  if (before !== null) requireManaged(authority, Number(before.id))
  const found: Record<string, FieldMessage> = {}
  const pid = Number(values.pid ?? before?.pid ?? 0)
  const id = before === null ? null : Number(before.id)
  if (id !== null && values.pid !== undefined && under(authority, pid, id)) found.pid = { code: 'authority.under' }
  else if (values.pid !== undefined && !mayStandUnder(authority, pid, before)) found.pid = { code: 'authority.parentGroup' }
  if (values.data_scope !== undefined && scopeRank(values.data_scope) > authority.scope)
    found.data_scope = { code: 'authority.scope' }
  return values.rules === undefined ? found : { ...found, ...validateRules(ctx, authority, ruleList(values.rules)) }
}

function requireManaged(authority: Authority, id: number): void {
  if (authority.own.has(id)) throw new Refused('authority.ownGroup', {}, { envelope: 401 })
  const group = authority.groups.get(id)
  if (!group || !managesGroup(authority, group)) throw new Refused('authority.groupScope', {}, { envelope: 401 })
}

function mayStandUnder(authority: Authority, pid: number, before: Row | null): boolean {
  if (before !== null && Number(before.pid ?? 0) === pid) return true
  if (pid === 0) return authority.super
  const parent = authority.groups.get(pid)
  return parent !== undefined && (authority.super || authority.own.has(pid) || managesGroup(authority, parent))
}

function under(authority: Authority, pid: number, id: number): boolean {
  const tree = new Map([...authority.groups.values()].map((g) => [String(g.id), { id: String(g.id), pid: String(g.pid) }]))
  return isUnder(tree, String(pid), String(id))
}

function validateRules(ctx: Context, authority: Authority, rules: readonly string[]): Record<string, FieldMessage> {
  if (rules.length === 0) return { rules: { code: 'required' } }
  if (rules.includes('*')) return authority.super && rules.length === 1 ? {} : { rules: { code: 'authority.everything' } }
  if (rules.some((id) => !authority.rules.has(id))) return { rules: { code: 'authority.noSuchRule' } }
  if (authority.super) return {}
  const wanted = withAncestors(authority.rules, rules)
  const missing = wanted.filter((id) => !authority.held.has(id)).map((id) => titleOf(ctx, authority, id))
  if (missing.length > 0) {
    return { rules: { code: 'authority.rights', params: { names: missing.slice(0, 5).join(ctx.lang === 'en' ? ', ' : '、') } } }
  }
  return isPartOfHeld(authority, wanted) ? {} : { rules: { code: 'authority.allRights' } }
}

/** What is kept: the ids with everything above them; every rule there is, granted by one who may, is `*` (as BuildAdmin has it). */
function storedRules(authority: Authority, rules: readonly string[]): string[] {
  if (rules.includes('*')) return ['*']
  const wanted = withAncestors(authority.rules, rules)
  return authority.super && wanted.length === authority.rules.size ? ['*'] : wanted
}

function titleOf(ctx: Context, authority: Authority, id: string): string {
  const rule = authority.rules.get(id)
  return (ctx.lang === 'en' ? rule?.titleEn : '') || rule?.title || ''
}

async function refuseDelete({ ctx, trx, rows }: DeleteInput): Promise<void> {
  const authority = await actingAuthority(ctx, trx)
  for (const row of rows) requireManaged(authority, Number(row.id))
  await requireNoChildren(trx, rows, { table: 'admin_group', title: 'name', code: 'authority.groupChildren' })
  const counts = await memberCounts(trx, rows)
  const used = rows.findIndex((_row, i) => Number(counts[i]) > 0)
  if (used >= 0) throw new Refused('authority.groupInUse', { name: String(rows[used]?.name), count: Number(counts[used]) })
}

/** Lists and records show rights in a few words; the form gets the boxes that are ticked themselves (half-ticked ones follow from them). */
async function decorate({ ctx, db, rows, wire, purpose }: DecorateInput): Promise<void> {
  const authority = await readAuthority(db, actorOf(ctx))
  for (const [i, row] of wire.entries()) {
    const rules = ruleList(rows[i]?.rules)
    if (purpose !== 'edit') row.rules = rulesSummary(ctx, authority.rules, rules)
    else row.rules = leavesOf(authority.rules, [...existing(authority, rules)])
  }
}

/** What validate() and refuseDelete() would refuse has no button; BuildAdmin's client compares with `group` of the list itself. */
async function denied({ ctx, db, rows, purpose }: DecorateInput): Promise<(Row | undefined)[]> {
  if (purpose !== 'list' && purpose !== 'info') return []
  const own = await ownGroups(db, actorOf(ctx))
  const why = ctx.text('errors.authority.ownGroup')
  return rows.map((row) => (own.has(Number(row.id)) ? { edit: why, delete: why } : undefined))
}

async function memberCounts(db: Reader, rows: readonly { readonly id?: unknown }[]): Promise<number[]> {
  const ids = rows.map((row) => Number(row.id))
  if (ids.length === 0) return []
  const counts = await db
    .selectFrom('admin_group_access')
    .select(['group_id', sql<number>`count(*)::int`.as('count')])
    .where('group_id', 'in', ids)
    .groupBy('group_id')
    .execute()
  return ids.map((id) => counts.find((row) => Number(row.group_id) === id)?.count ?? 0)
}
