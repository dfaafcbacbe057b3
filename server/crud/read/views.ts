import { type SqlBool, sql } from 'kysely'
import { idOf } from '../../../src/schemas/kinds/define.ts'
import type { SavedView } from '../../../src/schemas/language/wire/envelope.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Writer } from '../../core/db/connect.ts'
import { insertRow, type Key, updateRow } from '../../core/db/rows.ts'
import { Refused } from '../../core/refuse.ts'
import type { SavedViewRow } from '../../core/rows.generated.ts'
import type { Screen, Sql } from '../screen/screen.ts'
import { entityOf } from '../tables.ts'

/** Views that one person may keep of one screen. */
const maxViews = 50
const maxColumns = 200

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
    where screen = ${screen.page.id} and admin_id in (0, ${actor.id}::bigint) order by admin_id = 0 desc, weigh desc, id asc`.execute(
    ctx.read,
  )
  return {
    list: found.rows.map((row) => ({
      id: Number(row.id),
      name: row.name,
      query: row.query,
      columns: columnsOf(row.columns),
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
  const values = { admin_id: owner, screen: screen.page.id, name, query, columns: columnsOf(body.columns) }
  // One at a time per person and screen: the count below stays true.
  await sql`select pg_advisory_xact_lock(hashtext(${`view ${owner} ${screen.page.id}`}))`.execute(trx)
  const mine = await sql<
    Pick<SavedViewRow, 'id'> & { same: boolean }
  >`select id, lower(name) = lower(${name}::text) as same from saved_view
    where admin_id = ${owner}::bigint and screen = ${screen.page.id}`.execute(trx)
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

/** Which columns are shown or hidden, by name; whatever else was sent is left out. */
function columnsOf(value: unknown): Record<string, boolean> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return {}
  const parts = Object.entries(value).filter((part): part is [string, boolean] => typeof part[1] === 'boolean')
  return Object.fromEntries(parts.slice(0, maxColumns).filter(([name]) => name.length <= 100))
}
