import type { ListQuery } from '../../../src/schemas/language/wire/query.ts'
import type { Operator } from '../../../src/schemas/operators.ts'
import type { Context } from '../../core/context.ts'
import { servedBy } from '../../core/db/served.ts'
import { estimatedRows } from '../../core/db/size.ts'
import { Refused } from '../../core/refuse.ts'
import type { Screen, Target } from '../screen/screen.ts'
import { labelOf } from '../words.ts'

/** Rows of a table beyond which nothing is sorted or searched without an index: reading it takes longer than a statement may. */
const wide = 2_000_000
/** Fields that a refusal names at most. */
const named = 8

/** Operators for which an index finds the rows. */
const finding: readonly Operator[] = ['eq', 'IN', 'RANGE', 'gt', 'egt', 'lt', 'elt', 'FIND_IN_SET']

type Asked = Pick<ListQuery, 'search' | 'quickSearch' | 'order' | 'initValue'>

/**
 * Refuses a list that would read the whole of a large table: sorted by a column, or searched by a part of a text, that has no index, while
 * no other filter has one. Small tables are sorted and searched by anything.
 */
export async function refuseTooWide(screen: Screen, ctx: Context, query: Asked): Promise<void> {
  const { entity } = screen
  const sort = query.order?.field
  const unsorted = sort !== undefined && !isSorted(screen, sort)
  const parts = query.search.filter(({ operator }) => operator === 'LIKE').map(({ field }) => field)
  const unsearched = parts.find((name) => screen.targets.get(name)?.hasTextIndex === false)
  const isQuickBlind = query.quickSearch !== '' && screen.quickSearch.some((target) => !isQuick(target))
  if (!unsorted && unsearched === undefined && !isQuickBlind) return
  if (query.initValue || query.search.some((term) => isFound(screen, term.field, term.operator))) return
  if ((await estimatedRows(ctx.read, entity.table)) <= wide) return
  if (unsearched === undefined && unsorted)
    throw new Refused('crud.sortTooWide', { label: label(screen, ctx, sort), indexed: sortedLabels(screen, ctx) })
  const what = unsearched === undefined ? ctx.text('errors.crud.quickSearch') : label(screen, ctx, unsearched)
  throw new Refused('crud.searchTooWide', { label: what, indexed: foundLabels(screen, ctx) })
}

/**
 * Does the work of a list. A search or sort that the database ended because it took too long is refused with what would be quick: to try
 * it again would not help. Without either the database is busy, and that is said elsewhere.
 */
export async function inTime<T>(screen: Screen, ctx: Context, query: Asked, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isAsked = query.search.length > 0 || query.quickSearch !== '' || query.order !== undefined
    if (!isAsked || !isTimeout(error)) throw error
    throw new Refused('crud.tooWide', { found: foundLabels(screen, ctx), sorted: sortedLabels(screen, ctx) })
  }
}

/** The database ended the statement at its time limit. */
function isTimeout(error: unknown): boolean {
  return error !== null && typeof error === 'object' && 'code' in error && error.code === '57014'
}

function isSorted({ entity, page }: Screen, name: string): boolean {
  return Object.hasOwn(page.fields, name) ? servedBy(entity).sorted.has(name) : name === entity.key
}

/** Masked fields are compared as a whole, and so is the key. */
function isQuick({ field, hasTextIndex }: Target): boolean {
  return hasTextIndex || field.mask !== undefined
}

function isFound({ entity, targets }: Screen, name: string, operator: Operator): boolean {
  const target = targets.get(name)
  if (!target || target.field.link) return false
  if (operator === 'LIKE') return target.hasTextIndex
  return finding.includes(operator) && !name.includes('.') && servedBy(entity).found.has(name)
}

function label({ page }: Screen, ctx: Context, name: string): string {
  return labelOf(ctx, { page, prefix: 'fields' }, name)
}

function foundLabels(screen: Screen, ctx: Context): string {
  const { search } = screen.page.table
  const names = search.filter((each) => isFound(screen, each.field, each.operator)).map(({ field }) => field)
  return joined(screen, ctx, names)
}

function sortedLabels(screen: Screen, ctx: Context): string {
  const columns = screen.page.table.columns.filter((column) => column.sortable && isSorted(screen, column.field))
  return joined(
    screen,
    ctx,
    columns.map(({ field }) => field),
  )
}

function joined(screen: Screen, ctx: Context, names: readonly string[]): string {
  const labels = [...new Set(names)].slice(0, named).map((name) => label(screen, ctx, name))
  return labels.length > 0 ? labels.join(ctx.lang === 'en' ? ', ' : '、') : '-'
}
