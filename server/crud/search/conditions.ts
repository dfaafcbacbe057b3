import { type SqlBool, sql } from 'kysely'
import type { ListQuery } from '../../../src/schemas/language/wire/query.ts'
import type { Context } from '../../core/context.ts'
import { orderOf, sortWithKey } from '../../core/db/columns.ts'
import { scopeSql } from '../rows/rows.ts'
import type { Screen, Sql } from '../screen/screen.ts'
import { quickCondition } from './quickSearch.ts'
import { termSql } from './search.ts'
import { admitProbes } from './searchPolicy.ts'
import { unknownField } from './unknownField.ts'

/** Everything a list request asks of a row. What it asks of masked values is counted. */
export async function listConditions(screen: Screen, ctx: Context, query: ListQuery): Promise<Sql<SqlBool>[]> {
  const parts = await rowConditions(screen, ctx, query)
  await admitProbes(screen, ctx, query) // what is refused above is none
  return parts
}

/** The same of a question that was counted before. */
export async function rowConditions(screen: Screen, ctx: Context, query: ListQuery): Promise<Sql<SqlBool>[]> {
  const parts = await scopeSql(screen, ctx, ctx.read, query.select ? 'options' : 'read')
  for (const term of query.search) {
    const part = termSql(term, screen, ctx)
    if (part) parts.push(part)
  }
  const quick = await quickCondition(screen, ctx, query.quickSearch)
  if (quick) parts.push(quick)
  if (query.initValue && query.initKey !== undefined) {
    const part = termSql({ field: query.initKey, operator: 'IN', val: query.initValue }, screen, ctx)
    if (part) parts.push(part)
  }
  return parts
}

/**
 * The requested order, else the entity's, and always the key last, in the same direction, so that paging is stable and one index serves
 * both directions.
 */
export function orderSql(screen: Screen, query: ListQuery): Sql {
  const { entity } = screen
  const wanted = sortWithKey(entity, query.order ? [[query.order.field, query.order.direction]] : entity.sort)
  const parts = wanted.map(([name, direction]) => {
    const column = screen.sortable.get(name)
    if (!column) throw unknownField(name)
    return sql`${column}${sql.raw(orderOf(name, direction, entity))}`
  })
  if (!entity.key) parts.push(entity.readOnly === 'view' ? sql`t::text` : sql`t.ctid`) // rows of a view have no place
  return sql` order by ${sql.join(parts)}`
}
