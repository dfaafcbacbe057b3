import { type SqlBool, sql } from 'kysely'
import { idOf } from '../../../src/schemas/kinds/define.ts'
import { type ColumnLayout, readColumnLayout } from '../../../src/schemas/language/wire/columnLayout.ts'
import type { SavedView } from '../../../src/schemas/language/wire/envelope.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Reader, Writer } from '../../core/db/connect.ts'
import { insertRow, type Key, updateRow } from '../../core/db/rows.ts'
import { Refused } from '../../core/refuse.ts'
import type { SavedViewRow } from '../../core/rows.generated.ts'
import type { Screen, Sql } from '../screen/screen.ts'
import { entityOf } from '../tables.ts'

/** Views that one person may keep of one screen. */
const maxViews = 50

/**
 * The view without a name is how a person has arranged the columns of a screen, whatever they look for. Names of views that are saved are
 * never empty.
 */
const ownColumns = ''

interface Stored {
  id: Key
  admin_id: number | string
  name: string
  query: string
  columns: unknown
}

/** GET views: the saved views of this screen, those for everybody first. */
export async function viewsHandler(screen: Screen, ctx: Context): Promise<{ list: SavedView[] }> {
  const actor = actorOf(ctx)
  const found = await sql<Stored>`select id, admin_id, name, query, columns from saved_view
    where screen = ${screen.page.id} and admin_id in (0, ${actor.id}::bigint) and name <> ${ownColumns} order by admin_id = 0 desc, weigh desc, id asc`.execute(
    ctx.read,
  )
  return {
    list: found.rows.map((row) => ({
      id: Number(row.id),
      name: row.name,
      query: row.query,
      columns: readColumnLayout(row.columns),
      all: Number(row.admin_id) === 0,
      own: Number(row.admin_id) === actor.id || actor.super,
    })),
  }
}

/**
 * POST saveView { name, query, columns, all? }: keeps what a list shows under a name. The same name again replaces it. Only a super
 * administrator saves for everybody.
 */
export async function saveView(screen: Screen, ctx: Context, trx: Writer): Promise<{ id: number }> {
  const { body } = ctx
  const actor = actorOf(ctx)
  const name = typeof body.name === 'string' ? body.name.trim() : ''
  if (name === '' || name.length > 50) throw new Refused('views.name', { max: 50 })
  const query = typeof body.query === 'string' && body.query.length <= 2000 ? body.query : undefined
  if (query === undefined) throw new Refused('crud.parameter', { name: 'query' })
  if (body.all === true && !actor.super) throw new Refused('views.all')
  const owner = body.all === true ? 0 : actor.id
  const entity = entityOf(screen.schema, 'saved_view')
  const values = { admin_id: owner, screen: screen.page.id, name, query, columns: readColumnLayout(body.columns) }
  // One at a time per person and screen: the count below stays true.
  await sql`select pg_advisory_xact_lock(hashtext(${`view ${owner} ${screen.page.id}`}))`.execute(trx)
  const mine = await sql<
    Pick<SavedViewRow, 'id'> & { same: boolean }
  >`select id, lower(name) = lower(${name}::text) as same from saved_view
    where admin_id = ${owner}::bigint and screen = ${screen.page.id} and name <> ${ownColumns}`.execute(trx)
  const known = mine.rows.find((row) => row.same)
  if (known) await updateRow(trx, { entity, key: known.id }, values, ctx.now)
  else if (mine.rows.length >= maxViews) throw new Refused('views.tooMany', { max: maxViews })
  return { id: Number(known ? known.id : await insertRow(trx, entity, values, ctx.now)) }
}

/** DELETE delView?id=: takes one's own view away; a super administrator also those for everybody. */
export async function deleteView(screen: Screen, ctx: Context, trx: Writer): Promise<null> {
  const id = idOf(ctx.query.id)
  if (id === undefined) throw new Refused('crud.parameter', { name: 'id' })
  const gone =
    await sql`delete from saved_view where id = ${id}::bigint and screen = ${screen.page.id} and ${mineSql(ctx)}`.execute(trx)
  if (gone.numAffectedRows === 0n) throw new Refused('crud.notFound')
  return null
}

function mineSql(ctx: Context): Sql<SqlBool> {
  const { id, super: isSuper } = actorOf(ctx)
  return isSuper ? sql<SqlBool>`admin_id in (0, ${id}::bigint)` : sql<SqlBool>`admin_id = ${id}::bigint`
}

/** POST saveColumns { columns }: keeps how the person has arranged the columns of this screen; nothing takes them back to the page's. */
export async function saveColumns(screen: Screen, ctx: Context, trx: Writer): Promise<null> {
  const { id } = actorOf(ctx)
  const columns = readColumnLayout(ctx.body.columns)
  const place = { admin_id: id, screen: screen.page.id, name: ownColumns }
  await sql`select pg_advisory_xact_lock(hashtext(${`columns ${id} ${screen.page.id}`}))`.execute(trx)
  await trx
    .deleteFrom('saved_view')
    .where('admin_id', '=', id)
    .where('screen', '=', place.screen)
    .where('name', '=', ownColumns)
    .execute()
  if (Object.keys(columns).length > 0)
    await insertRow(trx, entityOf(screen.schema, 'saved_view'), { ...place, query: '', columns }, ctx.now)
  return null
}

/** How an administrator has arranged the columns of lists, by screen. */
export async function columnLayoutsOf(db: Reader, adminId: number): Promise<Record<string, ColumnLayout>> {
  const rows = await db
    .selectFrom('saved_view')
    .select(['screen', 'columns'])
    .where('admin_id', '=', adminId)
    .where('name', '=', ownColumns)
    .execute()
  return Object.fromEntries(rows.map(({ screen, columns }) => [screen, readColumnLayout(columns)]))
}
