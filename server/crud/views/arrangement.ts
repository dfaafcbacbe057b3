import { sql } from 'kysely'
import { idOf } from '../../../src/schemas/kinds/define.ts'
import { type ColumnLayout, readColumnLayout } from '../../../src/schemas/language/wire/columnLayout.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Reader, Writer } from '../../core/db/connect.ts'
import type { Key } from '../../core/db/rowKey.ts'
import { insertRow, updateRow } from '../../core/db/rows.ts'
import { Refused } from '../../core/refuse.ts'
import type { SavedViewRow } from '../../core/rows.generated.ts'
import type { Screen } from '../screen/screen.ts'
import { entityOf } from '../tables.ts'

/**
 * The view without a name is how a person has arranged a list, whatever they look for: its columns, the order of its views, and the one
 * that it opens with. Names of views that are saved are never empty.
 */
export const ownArrangement = ''

/** How a person has arranged a list. */
interface Arrangement {
  columns?: ColumnLayout
  /** The view that the list opens with. */
  start?: number | null
  /** Ids of views; others come behind them. */
  order?: readonly number[]
}

/** Ids that an order holds at most. */
const maxOrder = 200

/** Writes that concern a person's views of a screen happen one at a time, so that what they read of them stays true. */
export async function lockViews(trx: Writer, adminId: Key, screen: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`view ${adminId} ${screen}`}))`.execute(trx)
}

/** How an administrator has arranged lists, by screen. */
export async function arrangementsOf(db: Reader, adminId: number): Promise<Record<string, Arrangement>> {
  const rows = await db
    .selectFrom('saved_view')
    .select(['screen', 'columns', 'start_view', 'view_order'])
    .where('admin_id', '=', adminId)
    .where('name', '=', ownArrangement)
    .execute()
  return Object.fromEntries(
    rows.map(({ screen, columns, start_view, view_order }) => [
      screen,
      { columns: readColumnLayout(columns), start: start_view === null ? null : Number(start_view), order: idsOf(view_order) },
    ]),
  )
}

/** The columns of those lists whose columns the person has arranged. */
export async function columnLayoutsOf(db: Reader, adminId: number): Promise<Record<string, ColumnLayout>> {
  const all = Object.entries(await arrangementsOf(db, adminId))
  return Object.fromEntries(
    all.flatMap(([screen, { columns = {} }]) => (Object.keys(columns).length > 0 ? [[screen, columns]] : [])),
  )
}

function idsOf(value: unknown): number[] {
  return Array.isArray(value) ? [...new Set(value.flatMap((each) => idOf(each) ?? []))].slice(0, maxOrder) : []
}

/** POST saveColumns { columns }: keeps how the person has arranged the columns of this screen; nothing takes them back to the page's. */
export async function saveColumns(screen: Screen, ctx: Context, trx: Writer): Promise<null> {
  return keep(screen, ctx, trx, { columns: readColumnLayout(ctx.body.columns) })
}

/** POST arrangeViews { order?, start? }: keeps the order of the views and which one the list opens with (null: none), for the person. */
export async function arrangeViews(screen: Screen, ctx: Context, trx: Writer): Promise<null> {
  const { order, start } = ctx.body
  const id = start === undefined || start === null ? start : idOf(start)
  if (start !== undefined && id === undefined) throw new Refused('crud.parameter', { name: 'start' })
  return keep(screen, ctx, trx, {
    ...(id === undefined ? {} : { start: id }),
    ...(order === undefined ? {} : { order: idsOf(order) }),
  })
}

/** Changes parts of the person's arrangement; one that says nothing is not kept. */
async function keep(screen: Screen, ctx: Context, trx: Writer, change: Arrangement): Promise<null> {
  const { id: adminId } = actorOf(ctx)
  const place = { admin_id: adminId, screen: screen.page.id, name: ownArrangement }
  const entity = entityOf(screen.schema, 'saved_view')
  await lockViews(trx, adminId, place.screen)
  const kept = await sql<Pick<SavedViewRow, 'id'>>`select id from saved_view
    where admin_id = ${adminId}::bigint and screen = ${place.screen} and name = ${ownArrangement}`.execute(trx)
  const [before] = kept.rows
  const arranged: Arrangement = { ...(await arrangementsOf(trx, adminId))[place.screen], ...change }
  const { columns = {}, start = null, order = [] } = arranged
  const values = { columns, start_view: start, view_order: order }
  const isEmpty = Object.keys(columns).length === 0 && start === null && order.length === 0
  if (before && isEmpty) await trx.deleteFrom('saved_view').where('id', '=', before.id).execute()
  else if (before) await updateRow(trx, { entity, key: before.id }, values, ctx.now)
  else if (!isEmpty) await insertRow(trx, entity, { ...place, query: '', ...values }, ctx.now)
  return null
}
