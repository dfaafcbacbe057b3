import { type SqlBool, sql } from 'kysely'
import { type BulkReview, bulkStatus } from '../../../../src/schemas/api/bulk.ts'
import { isObject } from '../../../../src/schemas/isObject.ts'
import { actionOf } from '../../../../src/schemas/language/action/actionOf.ts'
import { listParams, titleField, titleText } from '../../../../src/schemas/language/list/naming.ts'
import type { ListQuery } from '../../../../src/schemas/language/wire/query.ts'
import { actorOf, type Context } from '../../../core/context.ts'
import type { Writer } from '../../../core/db/connect.ts'
import type { Key } from '../../../core/db/rowKey.ts'
import { Refused } from '../../../core/refuse.ts'
import { validValues } from '../../../crud/action/call.ts'
import type { Row } from '../../../crud/domain.ts'
import { listShape } from '../../../crud/present/presenterOf.ts'
import { requireWritable } from '../../../crud/rows/key.ts'
import { finishRows, whereSql } from '../../../crud/rows/rows.ts'
import type { Screen, Sql } from '../../../crud/screen/screen.ts'
import { listConditions, orderSql } from '../../../crud/search/conditions.ts'
import { parseListQuery } from '../../../crud/search/listQuery.ts'
import { inTime, refuseTooWide } from '../../../crud/search/tooWide.ts'
import { asQuery } from '../query.ts'
import { type Bulk, inverseOf, requireAction, screenFor, titleOf } from './action.ts'
import { type Found, judge } from './judge.ts'
import { bulkLimits } from './limits.ts'
import { insertBulk } from './record.ts'

/**
 * POST <controller>/bulk { action, query: { search, quickSearch, order }, entered }: what the action would do to all records that the
 * list finds, without doing it. The records found now are noted; no others are changed when it is started.
 */
export async function reviewBulk(living: Screen, ctx: Context): Promise<BulkReview> {
  const { action, query: asked, entered } = ctx.body
  const actor = actorOf(ctx)
  const screen = screenFor(living, String(action))
  requireWritable(screen, ctx)
  const bulk: Bulk = { screen, ctx, action: String(action), entered: isObject(entered) ? entered : {} }
  requireAction(bulk, actor)
  const query = parseListQuery(asQuery(asked), screen)
  await refuseTooWide(screen, ctx, query)
  const found = await inTime(screen, ctx, query, () => foundRows(screen, ctx, query))
  await ctx.write((trx) => requireValues(bulk, trx))
  const filters = { search: query.search, quickSearch: query.quickSearch }
  const sort = query.order ? `${query.order.field},${query.order.direction}` : ''
  const judged = await judge(bulk, found, { filters, sort })
  const inverse = await inverseOf(bulk, actor, ctx.read)
  const id = await ctx.write(async (trx) => {
    const draft = { name: nameOf(bulk), target: screen.page.id, action: bulk.action, entered: bulk.entered as Row, filters, sort }
    const start = { status: bulkStatus.reviewed, total: found.length, inverse, undo_of: null, lang: ctx.lang, admin_id: actor.id }
    const key = await insertBulk(trx, { ...draft, ...start })
    await insertItems(trx, key, found)
    return key
  })
  return { id, total: found.length, ...judged, undo: inverse !== '' }
}

/** "Disable members". */
function nameOf({ ctx, screen: { page }, action }: Bulk): string {
  const words = ctx.schema.words.page.get(page.id)?.[ctx.lang] ?? {}
  return ctx.text('ui.list.ofList', listParams(titleOf(ctx, page, action), words.title ?? '', words.noun))
}

/** The records of a list with their names, as this person sees them, in its order. Refused where there are none, or too many. */
async function foundRows(screen: Screen, ctx: Context, query: ListQuery): Promise<Found[]> {
  const { page, entity } = screen
  const shape = listShape(screen, ctx, { select: false, columns: [titleField(page)] })
  const conditions: Sql<SqlBool>[] = await listConditions(screen, ctx, query)
  const limit = sql.raw(String(bulkLimits.rows + 1))
  const statement = sql<Row>`select ${shape.columns(ctx.lang)} from ${screen.from}${whereSql(conditions)}${orderSql(screen, query)} limit ${limit}`
  const { rows: raw } = await statement.execute(ctx.read)
  if (raw.length > bulkLimits.rows) throw new Refused('bulk.tooManyRows', { max: bulkLimits.rows.toLocaleString('en-US') })
  if (raw.length === 0) throw new Refused('bulk.none')
  const rows = raw.map(shape.model)
  const wire = await finishRows(screen, ctx, ctx.read, { rows, shape, purpose: 'list' })
  return rows.map((row, i) => ({
    key: row[entity.key ?? 'id'] as Key,
    name: (titleText(page, wire[i]) ?? '').slice(0, 255),
  }))
}

/** What is wrong with the values of the action's form is said at its fields, before anything is noted. */
async function requireValues({ screen, ctx, action: name, entered }: Bulk, trx: Writer): Promise<void> {
  const action = actionOf(screen.page, name, 'run')
  if (action && Object.keys(action.fields).length > 0)
    await validValues({ screen, action, ctx: { ...ctx, body: entered } }, trx, [{}])
}

/** Notes the records, in their order. */
export async function insertItems(trx: Writer, bulkId: number, found: readonly Found[]): Promise<void> {
  const keys = found.map(({ key }) => String(key))
  const names = found.map(({ name }) => name)
  await sql`insert into dataio_bulk_row (bulk_id, row_key, name, outcome, reason, create_time, update_time)
    select ${bulkId}::bigint, f.key, f.name, 0, '', 0, 0 from unnest(${keys}::text[], ${names}::text[]) with ordinality as f (key, name, n)
    order by f.n`.execute(trx)
}
