import { type Kysely, sql } from 'kysely'
import type { LensSubject } from '../../../src/schemas/api/lens.ts'
import type { Actor } from '../../core/context.ts'
import type { Db } from '../../core/db/connect.ts'
import { Refused } from '../../core/refuse.ts'
import type { AdminRow } from '../../core/rows.generated.ts'
import { loadRights, loadRoleRights } from '../../core/session/access.ts'

/** Who is looked through. */
export interface Subject extends LensSubject {
  /** Every group whose rights could count, disabled ones too. */
  groups: readonly number[]
  /** What the sessions of such a person would have; null where there could be none (the account is disabled). */
  actor: Actor | null
}

/** Reads `group:3` or `admin:5`. Throws Refused for anything else, and for what is not there. */
export async function readSubject(db: Kysely<Db>, key: string, sessionId: string): Promise<Subject> {
  const [, kind, digits] = /^(group|admin):(\d{1,9})$/.exec(key) ?? []
  const id = Number(digits)
  const subject = kind === 'group' ? await roleOf(db, id, sessionId) : kind && (await personOf(db, id, sessionId))
  if (!subject) throw new Refused('lens.nobody', { key: key.slice(0, 40) })
  return { ...subject, key: `${subject.kind}:${id}` }
}

type Keyless = Omit<Subject, 'key'>

async function roleOf(db: Kysely<Db>, id: number, sessionId: string): Promise<Keyless | undefined> {
  const rights = await loadRoleRights(db, id)
  if (!rights) return undefined
  const enabled = rights.groups.length > 0
  return { kind: 'group', id, name: rights.nickname, enabled, groups: [id], actor: { ...rights, sessionId } }
}

async function personOf(db: Kysely<Db>, id: number, sessionId: string): Promise<Keyless | undefined> {
  const { rows } = await sql<Pick<AdminRow, 'username' | 'nickname' | 'status'> & { groups: number[] }>`
    SELECT a.username, a.nickname, a.status,
      coalesce(array_agg(x.group_id ORDER BY x.group_id) FILTER (WHERE x.group_id IS NOT NULL), '{}')::int[] AS groups
    FROM admin a LEFT JOIN admin_group_access x ON x.uid = a.id
    WHERE a.id = ${id}::bigint GROUP BY a.id, a.username, a.nickname, a.status`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const rights = await loadRights(db, 'admin', id)
  const name = row.nickname || row.username
  return {
    kind: 'admin',
    id,
    name,
    enabled: row.status === 1,
    groups: row.groups,
    actor: rights ? { ...rights, sessionId } : null,
  }
}
