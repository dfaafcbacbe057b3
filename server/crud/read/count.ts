import { type SqlBool, sql } from 'kysely'
import type { ListAnswer } from '../../../src/schemas/language/wire/envelope.ts'
import { type ListQuery, listLimits } from '../../../src/schemas/language/wire/query.ts'
import type { Operator } from '../../../src/schemas/operators.ts'
import type { Context } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import { readNumber } from '../../core/db/scalar.ts'
import type { Row } from '../domain.ts'
import { fromFor, isFixed, whereSql } from '../rows/rows.ts'
import type { Screen, Sql } from '../screen/screen.ts'

/** What is counted: the rows of a list that its conditions choose. */
interface Counted {
  screen: Screen
  ctx: Context
  query: ListQuery
  conditions: readonly Sql<SqlBool>[]
}

/** What asks for members of a list, by values of which the planner knows how often each was met. */
const ofMembers: readonly Operator[] = ['eq', 'IN', 'FIND_IN_SET']

/** A guess this many times the bound is believed without counting. */
const farAbove = 2

/** How many rows there are, up to a bound. */
export function boundedCount(screen: Screen, conditions: readonly Sql<SqlBool>[], db: Reader): Sql {
  const counted = countedSql(screen, conditions, db)
  return sql`(select count(*) from (select 1${counted} limit ${listLimits.exactTotal + 1}::bigint) c)`
}

function countedSql(screen: Screen, conditions: readonly Sql<SqlBool>[], db: Reader): Sql {
  return sql` from ${fromFor(screen, conditions, db)}${whereSql(conditions)}`
}

/**
 * The planner's guess of the rows, where counting them is dear and it lies far above the bound: an index of the members of lists hands over
 * every row with a member before the first is counted, so that the bound saves little. Only where one such filter is all that is asked: the
 * guess then rests on how often this very member was met when the table was last analyzed.
 */
export async function guessOf(counted: Counted): Promise<number | undefined> {
  const { screen, ctx, conditions } = counted
  if (!asksForMembers(counted)) return undefined
  const guess = await plannedRows(ctx, countedSql(screen, conditions, ctx.read))
  return guess > farAbove * listLimits.exactTotal ? guess : undefined
}

/** Is a filter by members of a list all that is asked? Branches of a tree are none: their members come from a statement. */
function asksForMembers({ screen, query, conditions }: Counted): boolean {
  const [term, ...others] = query.search
  const isAlone = others.length === 0 && conditions.filter((each) => !isFixed(each)).length === 1
  if (!term || !isAlone || !ofMembers.includes(term.operator)) return false
  const type = screen.entity.fields[term.field]?.store?.type ?? ''
  const isOfTree = screen.page.table.search.some(({ field, below }) => field === term.field && below)
  return type.endsWith('[]') && type !== 'any[]' && !isOfTree
}

/** The total of a list of which these rows were read, their count in `_total` of each unless there is a guess. */
export async function totalOf(
  counted: Counted,
  rows: readonly Row[],
  guess: number | undefined,
): Promise<Pick<ListAnswer, 'total' | 'total_is'>> {
  const { screen, ctx, query, conditions } = counted
  const offset = (query.page - 1) * query.limit
  if (guess !== undefined) {
    const isEnd = rows.length < query.limit && (rows.length > 0 || offset === 0)
    return isEnd ? { total: offset + rows.length, total_is: 'exact' } : { total: guess, total_is: 'estimate' }
  }
  const total = await countOf(ctx, rows[0], offset, () => boundedCount(screen, conditions, ctx.read))
  if (total <= listLimits.exactTotal) return { total, total_is: 'exact' }
  const planned = await plannedRows(ctx, countedSql(screen, conditions, ctx.read))
  return { total: Math.max(listLimits.exactTotal + 1, planned), total_is: 'estimate' }
}

/** The count comes with the rows; a page behind the end has none to carry it. */
async function countOf(ctx: Context, first: Row | undefined, offset: number, bounded: () => Sql): Promise<number> {
  if (first) return Number(first._total)
  if (offset === 0) return 0
  return readNumber(ctx.read, sql`select ${bounded()}`)
}

/** How many rows the planner expects. */
async function plannedRows(ctx: Context, counted: Sql): Promise<number> {
  const plan = await sql<{
    'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }]
  }>`explain (format json) select 1${counted}`.execute(ctx.read)
  return plan.rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}
