import { type Kysely, sql, type Transaction } from 'kysely'
import type { Area } from '../../../src/schemas/language/area/area.ts'
import type { Actor } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { AdminGroupRow, AdminRow, AdminRuleRow, UserRow } from '../rows.generated.ts'
import { type AccountKey, pendingOf } from '../transaction/transaction.ts'
import { accountTypes } from './accountTypes.ts'

/** Channel that announces whose rights or sessions changed; the payload is `*`, an administrator's id, or a member's as `user:<id>`. */
export const accessChannel = 'kontor_access'

/**
 * Call it after changing administrators, members, groups, rules or sessions, inside the transaction: on commit every node drops what it
 * cached about this account (or all) and checks its open sockets again.
 */
export async function accessChanged(trx: Transaction<Db>, who: AccountKey): Promise<void> {
  pendingOf(trx)?.changed.add(who)
  await sql`select pg_notify(${accessChannel}, ${String(who)})`.execute(trx)
}

type Rights = Omit<Actor, 'sessionId'>

/** What an account may do now. Undefined when there is none with this id, or a disabled one. */
export function loadRights(db: Kysely<Db>, area: Area, id: number): Promise<Rights | undefined> {
  return area === 'admin' ? adminRights(db, id) : memberRights(db, id)
}

/** A member has what the rules of their group allow; while the member centre is closed, nothing is answered (makeContext.ts). */
async function memberRights(db: Kysely<Db>, id: number): Promise<Rights | undefined> {
  const { rows } = await sql<
    Pick<UserRow, 'username' | 'nickname'> & { group_id: number | null; nodes: string[]; closed: boolean }
  >`
    SELECT a.username, a.nickname, g.id AS group_id,
      EXISTS (SELECT FROM config c WHERE c.name = 'open_member_center' AND c.value IS DISTINCT FROM '1') AS closed,
      coalesce(array_agg(lower(r.name)) FILTER (WHERE r.name <> ''), '{}')::text[] AS nodes
    FROM "user" a
    LEFT JOIN user_group g ON g.id = a.group_id AND g.status = 1
    LEFT JOIN user_rule r ON r.status = 1 AND ('*' = ANY(g.rules) OR r.id::text = ANY(g.rules))
    WHERE a.id = ${id} AND ${accountTypes.user.enabled}
    GROUP BY a.username, a.nickname, g.id`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const { username, nickname, group_id: group, closed } = row
  const groups = group === null ? [] : [group]
  return { area: 'user', id, username, nickname, super: false, nodes: new Set(row.nodes), groups, closed }
}

/** What the enabled groups of an enabled administrator allow. */
async function adminRights(db: Kysely<Db>, adminId: number): Promise<Rights | undefined> {
  const { rows } = await sql<Pick<AdminRow, 'username' | 'nickname'> & { groups: number[]; rules: string[] }>`
    SELECT a.username, a.nickname,
      coalesce(array_agg(DISTINCT g.id) FILTER (WHERE g.id IS NOT NULL), '{}')::int[] AS groups,
      coalesce(array_agg(DISTINCT r.rule) FILTER (WHERE r.rule IS NOT NULL), '{}')::text[] AS rules
    FROM admin a
    LEFT JOIN admin_group_access x ON x.uid = a.id
    LEFT JOIN admin_group g ON g.id = x.group_id AND g.status = 1
    LEFT JOIN LATERAL unnest(g.rules) AS r(rule) ON true
    WHERE a.id = ${adminId} AND a.status = 1
    GROUP BY a.id, a.username, a.nickname`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const all = row.rules.includes('*')
  const nodes = all ? [] : await nodesOf(db, row.rules)
  return {
    area: 'admin',
    id: adminId,
    username: row.username,
    nickname: row.nickname,
    super: all,
    nodes: new Set(nodes),
    groups: row.groups,
  }
}

/**
 * Rights of a user with this group only, by the same rule as for an administrator. A disabled group allows nothing. Undefined when there
 * is no such group.
 */
export async function loadRoleRights(db: Kysely<Db>, groupId: number): Promise<Omit<Actor, 'sessionId'> | undefined> {
  const { rows } = await sql<Pick<AdminGroupRow, 'name' | 'status' | 'rules'>>`
    SELECT name, status, rules FROM admin_group WHERE id = ${groupId}::bigint`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const rules = row.status === 1 ? row.rules : []
  const all = rules.includes('*')
  const nodes = new Set(all ? [] : await nodesOf(db, rules))
  const groups = row.status === 1 ? [groupId] : []
  return { area: 'admin', id: -1, username: '', nickname: row.name, super: all, nodes, groups, role: groupId }
}

/** Names of the enabled rules among these ids, in lower case. */
async function nodesOf(db: Kysely<Db>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<Pick<AdminRuleRow, 'name'>>`
    SELECT lower(name) AS name FROM admin_rule WHERE status = 1 AND name <> '' AND id::text = ANY(${ids}::text[])`.execute(db)
  return rows.map((row) => row.name)
}
