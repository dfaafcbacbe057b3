import { sql } from 'kysely'
import { commentLimits, type PeopleAnswer } from '../../../src/schemas/api/comments.ts'
import { rowsOf } from '../../core/command.ts'
import { type Actor, type Context, can } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import { isRow, type Key } from '../../core/db/rowKey.ts'
import type { AdminRow } from '../../core/rows.generated.ts'
import { loadRights } from '../../core/session/access.ts'
import { scopeSql, whereSql } from '../../crud/rows/rows.ts'
import type { Screen } from '../../crud/screen/screen.ts'

type Person = Pick<AdminRow, 'id' | 'username' | 'nickname' | 'avatar'>

/** Administrators whose name fits that are looked at before the search ends. */
const asked = 60

/** The node of those who may read a record of the screen. */
export function readingNode({ page }: Screen): string {
  return `${page.id}/${page.actions.detail?.node ?? 'index'}`
}

/** May this administrator read the record? By their own groups: the node of the screen, and the scope of its rows. */
export async function maySee(screen: Screen, ctx: Context, key: Key, adminId: number): Promise<boolean> {
  const rights = await loadRights(ctx.read, 'admin', adminId)
  if (!rights) return false
  const actor: Actor = { ...rights, sessionId: '' }
  if (!can(actor, readingNode(screen)) || !can(actor, `${screen.page.id}/index`)) return false
  const { entity } = screen
  const where = whereSql([isRow(entity, key), ...(await scopeSql(screen, { ...ctx, actor }, ctx.read, 'read'))])
  const { rows } = await sql`select 1 from ${sql.table(entity.table)} as t${where}`.execute(ctx.read)
  return rows.length > 0
}

/** What an administrator is called in a comment. */
export function nameOf({ nickname, username }: Pick<Person, 'nickname' | 'username'>): string {
  return nickname || username
}

/** Enabled administrators whose name has the text, those who begin with it first, as far as they may read the record. */
export async function peopleFor(screen: Screen, ctx: Context, key: Key, text: string): Promise<PeopleAnswer> {
  const found = await rowsOf(
    ctx.read,
    sql<Person>`select id, username, nickname, avatar from admin
      where status = 1 and (${text} = '' or strpos(lower(nickname), lower(${text})) > 0 or strpos(lower(username), lower(${text})) > 0)
      order by strpos(lower(nickname), lower(${text})) <> 1 and strpos(lower(username), lower(${text})) <> 1, nickname, id limit ${asked}::bigint`,
  )
  const list: Person[] = []
  for (const person of found) {
    if (list.length === commentLimits.people) break
    if (await maySee(screen, ctx, key, person.id)) list.push(person)
  }
  return { list: list.map((each) => ({ id: each.id, name: nameOf(each), username: each.username, avatar: each.avatar })) }
}

/** Enabled administrators with these ids. */
export function personsOf(db: Reader, ids: readonly number[]): Promise<Person[]> {
  return rowsOf(
    db,
    sql<Person>`select id, username, nickname, avatar from admin where status = 1 and id = any(${ids}::int[]) order by id`,
  )
}
