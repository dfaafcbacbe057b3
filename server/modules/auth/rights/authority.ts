import { sql } from 'kysely'
import type { Actor } from '../../../core/context.ts'
import type { Reader, Writer } from '../../../core/db/connect.ts'
import type { DecorateInput } from '../../../crud/domain.ts'

/** How far the rows of a group reach, narrowest first: a sub-group never reaches further than the one who makes it. */
const scopes = ['own', 'children', 'all']

export interface Group {
  id: number
  pid: number
  name: string
  /** Ids of rules as text, or only '*'. */
  rules: readonly string[]
  scope: number
  enabled: boolean
}

export interface Rule {
  id: string
  pid: string
  type: string
  title: string
  titleEn: string
  name: string
}

/** What one administrator may do and pass on, as currently stored. */
export interface Authority {
  adminId: number
  enabled: boolean
  super: boolean
  /** Ids of existing rules held through enabled groups; of a super administrator all of them. */
  held: ReadonlySet<string>
  /** Widest data scope of the enabled groups, as a place in `scopes`. */
  scope: number
  /** Every group the administrator is in, enabled or not. */
  own: ReadonlySet<number>
  groups: ReadonlyMap<number, Group>
  /** In the order of the menu: weigh desc, id asc. */
  rules: ReadonlyMap<string, Rule>
}

/** The one lock for everything that changes rights: such changes are rare and checked one at a time. Held until the end of `trx`. */
export async function lockAuthority(trx: Writer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('kontor.authority'))`.execute(trx)
}

/** Whose rights: an administrator's, or (through the lens) those of a user with just this group. */
export type Whose = Pick<Actor, 'id' | 'role'>

/** Reads the rights of one administrator. Three small statements, uncached because they validate a change of rights. */
export async function readAuthority(db: Reader, whose: Whose): Promise<Authority> {
  const rules = await readRules(db)
  const groups = await readGroups(db)
  const mine = await membership(db, whose)
  const own = groupIds(mine)
  const active = [...own].flatMap((id) => groups.get(id) ?? []).filter((group) => group.enabled)
  const isSuper = active.some((group) => group.rules.includes('*'))
  const held = isSuper ? new Set(rules.keys()) : new Set(active.flatMap((group) => group.rules).filter((id) => rules.has(id)))
  return {
    adminId: whose.id,
    enabled: Number(mine[0]?.status ?? 0) === 1,
    super: isSuper,
    held,
    scope: isSuper ? scopes.length - 1 : Math.max(0, ...active.map((group) => group.scope)),
    own,
    groups,
    rules,
  }
}

/** Ids of the groups of an administrator, disabled ones too. */
export async function ownGroups(db: Reader, whose: Whose): Promise<Set<number>> {
  return groupIds(await membership(db, whose))
}

function groupIds(rows: readonly { group_id: unknown }[]): Set<number> {
  return new Set(rows.flatMap((row) => (row.group_id === null ? [] : [Number(row.group_id)])))
}

async function membership(db: Reader, { id, role }: Whose): Promise<{ status: unknown; group_id: unknown }[]> {
  if (role !== undefined) return [{ status: 1, group_id: role }]
  return db
    .selectFrom('admin as a')
    .leftJoin('admin_group_access as x', 'x.uid', 'a.id')
    .select(['a.status as status', 'x.group_id as group_id'])
    .where('a.id', '=', id)
    .execute()
}

/** Every menu rule, in the order of the menu. */
export async function readRules(db: Reader): Promise<Map<string, Rule>> {
  const rows = await db
    .selectFrom('admin_rule')
    .select(['id', 'pid', 'type', 'title', 'title_en', 'name'])
    .orderBy('weigh', 'desc')
    .orderBy('id', 'asc')
    .execute()
  return new Map(
    rows.map((row) => [
      String(row.id),
      {
        id: String(row.id),
        pid: String(row.pid ?? 0),
        type: String(row.type),
        title: String(row.title),
        titleEn: String(row.title_en ?? ''),
        name: String(row.name),
      },
    ]),
  )
}

async function readGroups(db: Reader): Promise<Map<number, Group>> {
  const rows = await db.selectFrom('admin_group').select(['id', 'pid', 'name', 'rules', 'data_scope', 'status']).execute()
  return new Map(
    rows.map((row) => [
      Number(row.id),
      {
        id: Number(row.id),
        pid: Number(row.pid ?? 0),
        name: String(row.name),
        rules: ruleList(row.rules),
        scope: scopeRank(row.data_scope),
        enabled: Number(row.status) === 1,
      },
    ]),
  )
}

/** Rule ids of a column or a model value. */
export function ruleList(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

/** BuildAdmin's client knows `*` in a form; Kontor's has the rules themselves, so that its tree of boxes has one form of value. */
export function showAllRights({ rows, wire, purpose }: DecorateInput): void {
  if (purpose === 'list' || purpose === 'select') return
  for (const [i, row] of wire.entries()) if (ruleList(rows[i]?.rules).includes('*')) row.rules = ['*']
}

/** Place of a data scope from narrow to wide; what is not known counts as the narrowest. */
export function scopeRank(value: unknown): number {
  return Math.max(0, scopes.indexOf(String(value)))
}

/** Are these rights a real part of what the administrator holds? Nobody passes on all of it, and nobody what they lack. */
export function isPartOfHeld(authority: Authority, rules: Iterable<string>): boolean {
  const wanted = existing(authority, rules)
  return wanted.size < authority.held.size && [...wanted].every((id) => authority.held.has(id))
}

/** Rules that exist, of a list that may hold ids of deleted ones; '*' means every rule. */
export function existing(authority: Pick<Authority, 'rules'>, rules: Iterable<string>): Set<string> {
  const list = [...rules]
  if (list.includes('*')) return new Set(authority.rules.keys())
  return new Set(list.filter((id) => authority.rules.has(id)))
}

/** May the administrator manage this group: change it, and put administrators into it? Own groups are never manageable. */
export function managesGroup(authority: Authority, group: Group): boolean {
  if (authority.own.has(group.id)) return false
  if (authority.super) return true
  return !group.rules.includes('*') && group.scope <= authority.scope && isPartOfHeld(authority, group.rules)
}

/** Ids of the groups the administrator manages. A super administrator assigns every group, their own too. */
export function assignableGroups(authority: Authority): number[] {
  return [...authority.groups.values()]
    .filter((group) => authority.super || managesGroup(authority, group))
    .map((group) => group.id)
}

/** May the administrator manage someone who is in these groups (disabled ones count: they could be enabled again)? */
export function managesMember(authority: Authority, groupIds: readonly number[]): boolean {
  if (authority.super) return true
  const groups = groupIds.flatMap((id) => authority.groups.get(id) ?? [])
  if (groups.length === 0 || groups.length < groupIds.length) return false
  return (
    groups.every((group) => managesGroup(authority, group)) &&
    isPartOfHeld(
      authority,
      groups.flatMap((group) => group.rules),
    )
  )
}

/** Ids of the groups an administrator is in. */
export async function groupsOf(db: Reader, adminId: number): Promise<number[]> {
  const rows = await db.selectFrom('admin_group_access').select('group_id').where('uid', '=', adminId).execute()
  return rows.map((row) => Number(row.group_id))
}

/** How many enabled administrators are in an enabled group with all rights. */
export async function countSupers(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('admin as a')
    .innerJoin('admin_group_access as x', 'x.uid', 'a.id')
    .innerJoin('admin_group as g', 'g.id', 'x.group_id')
    .select(sql<number>`count(distinct a.id)::int`.as('count'))
    .where('a.status', '=', 1)
    .where('g.status', '=', 1)
    .where(sql<boolean>`'*' = any(g.rules)`)
    .executeTakeFirst()
  return row?.count ?? 0
}
