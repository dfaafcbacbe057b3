import { type SqlBool, sql } from 'kysely'
import type { ListQuery } from '../../../src/schemas/language/wire/query.ts'
import type { Context } from '../../core/context.ts'
import { isNeverEmpty, isStored, keyColumns, sortWithKey, typeText } from '../../core/db/columns.ts'
import { isFoundBy, isRow } from '../../core/db/rowKey.ts'
import { decodeKey } from '../rows/key.ts'
import { fromFor, whereSql } from '../rows/rows.ts'
import type { Screen, Sql } from '../screen/screen.ts'
import { orderSql } from './conditions.ts'

/**
 * Before a statement whose plan depends on what is searched or on how far the page is: it is planned for its values each time. One without
 * is prepared by its name, and after five runs the database takes a plan for any values (server/core/db/connect.ts names what begins with
 * `select`), which reads whole tables for a search that finds a handful.
 */
const planned = sql.raw('/* planned for its values */ ')

export function plannedFor(query: ListQuery): Sql {
  return isStart(query) ? sql`` : planned
}

/** Is it the first page of the list, with nothing searched? */
export function isStart({ search, quickSearch, initValue, page, after }: ListQuery): boolean {
  return search.length === 0 && quickSearch === '' && !initValue && page <= 1 && after === undefined
}

/**
 * What of a list one page has: conditions, order and slice, behind `from`. A page further down picks its keys first, so that what rows show
 * is worked out for its own only; where the row before it is named, the rows before are not counted off at all.
 */
export async function pageSql(screen: Screen, ctx: Context, query: ListQuery, conditions: readonly Sql<SqlBool>[]): Promise<Sql> {
  const order = orderSql(screen, query)
  // Inline LIMIT (an integer of at most 200): with a bound parameter the generic plan assumes a tenth of the table.
  const size = sql.raw(` limit ${Math.trunc(query.limit)}`)
  const offset = (query.page - 1) * query.limit
  if (offset === 0) return sql`${whereSql(conditions)}${order}${size}`
  const behind = await behindSql(screen, ctx, query)
  if (behind) return sql`${whereSql([...conditions, behind])}${order}${size}`
  const slice = sql`${whereSql(conditions)}${order}${size} offset ${offset}::bigint`
  if (!screen.entity.key) return slice
  const from = fromFor(screen, [...conditions, order], ctx.read)
  return sql` where ${isFoundBy(screen.entity, sql`${from}${slice}`)}${order}`
}

/**
 * Rows behind the one that the request names, when the list is in an order that can say it: own columns, all in one direction, without
 * empty values behind that row. Nothing where it cannot, or where that row is gone: the page's number says then which rows are meant.
 */
async function behindSql(screen: Screen, ctx: Context, query: ListQuery): Promise<Sql<SqlBool> | undefined> {
  const { entity } = screen
  const key = query.after === undefined ? undefined : decodeKey(entity, query.after)
  const order = sortWithKey(entity, query.order ? [[query.order.field, query.order.direction]] : entity.sort)
  const direction = order[0]?.[1]
  const parts = order.flatMap(([name, own]) => {
    const field = entity.fields[name]
    const column = screen.sortable.get(name)
    // The type of an enumerated column has a name of its own, which the page does not know.
    const isTyped = field?.store?.type !== 'enum'
    return field && isStored(field) && isTyped && column && own === direction ? [{ field, column, name }] : []
  })
  if (key === undefined || !entity.key || parts.length < order.length) return undefined
  const table = sql.table(entity.table)
  // Empty values are last in a falling order; no comparison finds them behind a value.
  const mayBeEmpty = parts.filter(
    ({ name }) => direction === 'desc' && !keyColumns(entity).includes(name) && !isNeverEmpty(name, entity),
  )
  const isEmpty = mayBeEmpty.map(({ name }) => sql`exists (select from ${table} as e where ${sql.ref(`e.${name}`)} is null)`)
  const columns = parts.map(({ column }, i) => sql`(${column})::text as ${sql.ref(`c${i}`)}`)
  const found = await sql<Record<string, unknown>>`select ${sql.join(columns)}, ${
    isEmpty.length > 0 ? sql.join(isEmpty, sql` or `) : sql`false`
  } as "empty" from ${table} as t where ${isRow(entity, key)}`.execute(ctx.read)
  const [row] = found.rows
  if (!row || row.empty === true || parts.some((_, i) => row[`c${i}`] === null)) return undefined
  const values = parts.map(
    ({ field }, i) => sql`${row[`c${i}`]}::${sql.raw(boundType(typeText(field.store ?? { type: 'text' })))}`,
  )
  const symbol = sql.raw(direction === 'asc' ? '>' : '<')
  return sql<SqlBool>`(${sql.join(parts.map(({ column }) => column))}) ${symbol} (${sql.join(values)})`
}

/** Texts of any length are compared as text. */
function boundType(type: string): string {
  return type.startsWith('character') ? 'text' : type
}
