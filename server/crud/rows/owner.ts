import { type SqlBool, sql } from 'kysely'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Sql } from '../screen/screen.ts'

/**
 * Which rows of a table with an owner an administrator meets (null: every row): their own; with the data scope `children` of one of their
 * groups also those of administrators in groups below it; with `all` everybody's. Of several groups the widest counts (decision 31). Members
 * meet their own rows.
 */
export function ownerSql(entity: Entity, ctx: Context): Sql<SqlBool> | null {
  const actor = actorOf(ctx)
  if (!entity.owner || actor.super) return null
  const owner = sql.ref(`t.${entity.owner}`)
  if (actor.area === 'user') return sql<SqlBool>`${owner} = ${actor.id}::bigint`
  const mine =
    actor.role === undefined
      ? sql`select g.id, g.data_scope from admin_group g join admin_group_access x on x.group_id = g.id
    where x.uid = ${actor.id}::bigint and g.status = 1`
      : sql`select g.id, g.data_scope from admin_group g where g.id = ${actor.role}::bigint and g.status = 1`
  const below = sql`with recursive mine as (${mine}), below(id) as (
      select c.id from admin_group c join mine on c.pid = mine.id where mine.data_scope = 'children'
      union select c.id from admin_group c join below on c.pid = below.id
    ) select x.uid from admin_group_access x join below on below.id = x.group_id`
  return sql<SqlBool>`(${owner} = ${actor.id}::bigint
    or exists (select 1 from (${mine}) m where m.data_scope = 'all')
    or ${owner} in (${below}))`
}
