import { type CompiledQuery, type SqlBool, sql } from 'kysely'
import type { ListAnswer } from '../../../src/schemas/language/wire/envelope.ts'
import type { ListQuery } from '../../../src/schemas/language/wire/query.ts'
import type { Context } from '../../core/context.ts'
import type { Row } from '../domain.ts'
import { extraMembers, listShape } from '../present/presenterOf.ts'
import { finishRows, isFixed } from '../rows/rows.ts'
import type { Screen, Sql } from '../screen/screen.ts'
import type { Shape } from '../screen/shape.ts'
import { listConditions } from '../search/conditions.ts'
import { parseListQuery } from '../search/listQuery.ts'
import { isStart, pageSql, plannedFor } from '../search/paging.ts'
import { inTime, refuseTooWide } from '../search/tooWide.ts'
import { boundedCount, guessOf, totalOf } from './count.ts'
import { selectOptions, treeAnswer } from './tree.ts'

/** GET index: one page of the list, the whole tree, or (select=true) what BuildAdmin's remote selects want. */
export async function listHandler(screen: Screen, ctx: Context): Promise<unknown> {
  const query = parseListQuery(ctx.query, screen)
  if (query.select) {
    const own = await screen.hooks.select?.(ctx, ctx.read)
    if (own) return own
  }
  const extra = await extraMembers(screen, ctx)
  const remark = remarkOf(screen, ctx)
  if (screen.entity.tree) {
    const list = await inTime(screen, ctx, query, () => treeAnswer(screen, ctx, query))
    return query.select ? selectOptions(screen, list) : { list, ...extra, remark }
  }
  await refuseTooWide(screen, ctx, query)
  return { ...(await inTime(screen, ctx, query, () => pageAnswer(screen, ctx, query))), ...extra, remark }
}

/** What the page says above its list; '' when it has no such word. */
function remarkOf(screen: Screen, ctx: Context): string {
  const text = ctx.schema.words.text(ctx.lang, screen.page.id, 'remark')
  return text === 'remark' ? '' : text
}

async function pageAnswer(
  screen: Screen,
  ctx: Context,
  query: ListQuery,
): Promise<Pick<ListAnswer, 'list' | 'total' | 'total_is'>> {
  const conditions = await listConditions(screen, ctx, query)
  const counted = { screen, ctx, query, conditions }
  const shape = listShape(screen, ctx, query)
  const guess = await guessOf(counted)
  const found = await ctx.read.executeQuery(await pageStatement({ ...counted, shape, isCounted: guess === undefined }))
  const total = await totalOf(counted, found.rows, guess)
  const list = await finishRows(screen, ctx, ctx.read, {
    raw: found.rows,
    shape,
    purpose: query.select ? 'select' : 'list',
  })
  return { list, ...total }
}

interface PageInput {
  screen: Screen
  ctx: Context
  query: ListQuery
  shape: Shape
  conditions: readonly Sql<SqlBool>[]
  isCounted: boolean
}

/** First pages of a shape, by their order and size. */
const firstPages = new WeakMap<Shape, Map<string, CompiledQuery<Row>>>()
const mostFirstPages = 50

/** The statement of one page. First pages of which nothing is searched are what nearly everybody asks for: theirs are compiled once. */
async function pageStatement(input: PageInput): Promise<CompiledQuery<Row>> {
  const { screen, ctx, query, shape, conditions } = input
  if (!isStart(query) || !conditions.every(isFixed)) return compilePage(input)
  const known = firstPages.get(shape) ?? new Map<string, CompiledQuery<Row>>()
  firstPages.set(shape, known)
  const name = [ctx.lang, screen.living, query.limit, query.order?.field, query.order?.direction].join()
  const compiled = known.get(name)
  if (compiled) return compiled
  const statement = await compilePage(input)
  if (known.size >= mostFirstPages) known.clear()
  known.set(name, statement)
  return statement
}

async function compilePage({ screen, ctx, query, shape, conditions, isCounted }: PageInput): Promise<CompiledQuery<Row>> {
  const count = isCounted ? boundedCount(screen, conditions, ctx.read) : sql`null::bigint`
  const rows = rowsSql(screen, shape.columns(ctx.lang), count)
  const page = await pageSql(screen, ctx, query, conditions)
  return sql<Row>`${plannedFor(query)}${rows}${page}`.compile(ctx.read)
}

/** The rows of a list with their count, without what chooses among them. */
export function rowsSql({ from }: Pick<Screen, 'from'>, columns: Sql, count: Sql): Sql {
  return sql`select ${columns}, ${count} as "_total" from ${from}`
}
