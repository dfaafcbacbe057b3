import { type SqlBool, sql } from 'kysely'
import type { Condition } from '../../../src/schemas/condition.ts'
import type { Field } from '../../../src/schemas/field.ts'
import { kindOf } from '../../../src/schemas/kinds/index.ts'
import type { SummaryItem } from '../../../src/schemas/language/list/table.ts'
import type { SummaryAnswer } from '../../../src/schemas/language/wire/envelope.ts'
import type { ListQuery } from '../../../src/schemas/language/wire/query.ts'
import { actorOf, type Context, can } from '../../core/context.ts'
import { conditionSql } from '../../core/db/condition.ts'
import { fromDb, hasDecimalWire } from '../../core/db/values.ts'
import { fromFor, whereSql } from '../rows/rows.ts'
import type { Screen, Sql } from '../screen/screen.ts'
import { listConditions } from '../search/conditions.ts'
import { parseListQuery } from '../search/listQuery.ts'
import { namedSql } from '../search/search.ts'
import { inTime } from '../search/tooWide.ts'

/** GET summary: the figures of the page over everything that the list's filters find, and how many rows each tab would show. */
export async function summaryHandler(screen: Screen, ctx: Context): Promise<SummaryAnswer> {
  const query = parseListQuery(ctx.query, screen)
  return inTime(screen, ctx, query, async () => ({
    summary: await figures(screen, ctx, query),
    tabs: await tabCounts(screen, ctx, query),
  }))
}

interface Figure {
  field: Field
  column: Sql
}

async function figures(screen: Screen, ctx: Context, query: ListQuery): Promise<SummaryAnswer['summary']> {
  const items = screen.page.table.summary.flatMap((item) => {
    const figure = figureOf(item, screen, query)
    const isShown = item.right === null || can(actorOf(ctx), item.right)
    return figure && isShown ? [{ item, ...figure }] : []
  })
  if (items.length === 0) return {}
  const conditions = await listConditions(screen, ctx, query)
  const columns = items.map((each, i) => sql`${figureSql(each, screen, ctx)} as ${sql.ref(`f${i}`)}`)
  const from = fromFor(screen, [...columns, ...conditions], ctx.read)
  const found = await sql<Record<string, string | null>>`select ${sql.join(columns)} from ${from}${whereSql(conditions)}`.execute(
    ctx.read,
  )
  const row = found.rows[0] ?? {}
  return Object.fromEntries(items.map(({ item, field }, i) => [item.name, wireOf(row[`f${i}`] ?? null, item, field)]))
}

/** What a figure is made of; undefined where the list is not narrowed to the one record that it is about. */
function figureOf({ as, field: path }: SummaryItem, { page, joined }: Screen, { search }: ListQuery): Figure | undefined {
  if (as !== 'one') {
    const field = page.fields[path]
    return field && { field, column: sql.ref(`t.${path}`) }
  }
  const [relation, name = ''] = path.split('.')
  const other = joined.find((each) => each.relation.name === relation)
  const field = other?.entity.fields[name]
  const isNarrowed = search.some((term) => term.field === other?.relation.key && term.operator === 'eq')
  return other && field && isNarrowed ? { field, column: sql`${sql.raw(other.alias)}.${sql.ref(name)}` } : undefined
}

const aggregates: Readonly<Record<SummaryItem['as'], Sql>> = {
  sum: sql`sum`,
  avg: sql`avg`,
  min: sql`min`,
  max: sql`max`,
  count: sql`count`,
  // All rows that were found are of this record.
  one: sql`min`,
}

/** As text, so that nothing is lost on the way: sums of whole numbers and of amounts are exact. */
function figureSql({ item: { as, when }, field, column }: Figure & { item: SummaryItem }, screen: Screen, ctx: Context): Sql {
  const of = sql`${aggregates[as]}(${column})`
  const only = when ? sql`${of} filter (where ${holds(when, screen, ctx)})` : of
  if (as !== 'avg') return sql`(${only})::text`
  // The average of amounts is a whole number of fen.
  const isWhole = hasDecimalWire(field) && field.store?.type !== 'numeric'
  return sql`round((${only})::numeric, ${sql.raw(isWhole ? '0' : '2')})::text`
}

/** null when there is nothing to sum up, or when the figure is larger than the wire's numbers can say exactly. */
function wireOf(text: string | null, { as }: SummaryItem, field: Field): string | number | null {
  if (text === null) return as === 'sum' ? wireOf('0', { as: 'max' } as SummaryItem, field) : null
  const number = Number(text)
  if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number))) return null
  if (as === 'count' || !hasDecimalWire(field)) return number
  const model = field.store?.type === 'numeric' ? fromDb(text, field) : number
  return kindOf(field).toWire(model, field) as string
}

function holds(condition: Condition, screen: Screen, ctx: Context): Sql<SqlBool> {
  return conditionSql(condition, screen.entity, { selfId: actorOf(ctx).id, now: ctx.now, alias: 't' })
}

/** By option or filter, and `all`: what the list would find with the same filters but this tab in the place of the present one. */
async function tabCounts(screen: Screen, ctx: Context, query: ListQuery): Promise<SummaryAnswer['tabs']> {
  const { tabs, filters } = screen.page.table
  if (!tabs) return {}
  const names = 'field' in tabs ? [tabs.field] : tabs.filters
  const rest = { ...query, search: query.search.filter((term) => !names.includes(term.field)) }
  const conditions = await listConditions(screen, ctx, rest)
  const where = whereSql(conditions)
  if ('field' in tabs) {
    const value = sql.ref(`t.${tabs.field}`)
    const found = await sql<{
      value: unknown
      n: unknown
    }>`select ${value} as value, count(*) as n from ${fromFor(screen, conditions, ctx.read)}${where} group by 1`.execute(ctx.read)
    const counts = Object.fromEntries(found.rows.map((row) => [String(row.value), Number(row.n)]))
    return { ...counts, all: found.rows.reduce((sum, row) => sum + Number(row.n), 0) }
  }
  const columns = tabs.filters.map((name, i) => {
    const condition = filters[name]
    return sql`count(*) filter (where ${condition ? namedSql(condition, screen, ctx) : sql`true`}) as ${sql.ref(`f${i}`)}`
  })
  const from = fromFor(screen, [...columns, ...conditions], ctx.read)
  const found = await sql<
    Record<string, unknown>
  >`select ${sql.join([...columns, sql`count(*) as "all"`])} from ${from}${where}`.execute(ctx.read)
  const row = found.rows[0] ?? {}
  return { ...Object.fromEntries(tabs.filters.map((name, i) => [name, Number(row[`f${i}`] ?? 0)])), all: Number(row.all ?? 0) }
}
