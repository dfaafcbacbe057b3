import { isDeepStrictEqual } from 'node:util'
import { type SqlBool, sql } from 'kysely'
import type { Schema } from '../../../codegen/schema/schema.ts'
import { idOf } from '../../../src/schemas/kinds/define.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { readColumnLayout } from '../../../src/schemas/language/wire/columnLayout.ts'
import type { ListViews, SavedView } from '../../../src/schemas/language/wire/envelope.ts'
import { type Actor, actorOf, type Context, can } from '../../core/context.ts'
import type { Reader, Writer } from '../../core/db/connect.ts'
import { insertRow, updateRow } from '../../core/db/rows.ts'
import { readNumber } from '../../core/db/scalar.ts'
import { Refused } from '../../core/refuse.ts'
import type { SavedViewRow } from '../../core/rows.generated.ts'
import type { Screen, Sql } from '../screen/screen.ts'
import { entityOf } from '../tables.ts'
import { arrangementsOf, lockViews, ownArrangement } from './arrangement.ts'

/** Views that one person may keep of one screen, and that everybody on it has together. */
const atMost = { own: 50, shared: 100 }

interface Stored extends Pick<SavedViewRow, 'id' | 'admin_id' | 'screen' | 'name' | 'query' | 'columns' | 'shared'> {
  by: string
}

/** GET views: the saved views of this screen that the person has, in their order. */
export async function viewsHandler(screen: Screen, ctx: Context): Promise<ListViews> {
  const { id } = screen.page
  const views = await listViews(ctx.read, ctx, id)
  return views[id] ?? { list: [], start: null, mayShare: mayShare(actorOf(ctx), screen.page) }
}

/** The saved views of all lists that the person may see, by screen; screens without views are left out. */
export async function listViews(
  db: Reader,
  ctx: Pick<Context, 'actor' | 'schema'>,
  screen?: string,
): Promise<Record<string, ListViews>> {
  const { actor, schema } = ctx
  if (!actor) return {}
  const found =
    await sql<Stored>`select v.id, v.admin_id, v.screen, v.name, v.query, v.columns, v.shared, coalesce(a.nickname, '') as by
    from saved_view v left join admin a on a.id = v.admin_id
    where v.name <> ${ownArrangement} and (v.admin_id = ${actor.id}::bigint or ${isSharedSql})
    ${screen === undefined ? sql`` : sql`and v.screen = ${screen}`} order by v.id`.execute(db)
  const arranged = await arrangementsOf(db, actor.id)
  const screens = [...new Set(found.rows.map((row) => row.screen))]
  return Object.fromEntries(
    screens.flatMap((id): [string, ListViews][] => {
      const page = listOf(schema, id)
      if (!page || !can(actor, `${id}/index`)) return []
      const list = found.rows.filter((row) => row.screen === id).map((row) => viewOf(row, actor))
      const { start = null, order = [] } = arranged[id] ?? {}
      const inOrder = [...order.flatMap((each) => list.filter((view) => view.id === each)), ...list]
      const isThere = list.some((view) => view.id === start)
      return [[id, { list: [...new Set(inOrder)], start: isThere ? start : null, mayShare: mayShare(actor, page) }]]
    }),
  )
}

function listOf(schema: Schema, id: string): Page | undefined {
  const page = schema.pages.get(id)
  return page?.kind === 'crud' ? page : undefined
}

function viewOf(row: Stored, actor: Actor): SavedView {
  const isMine = Number(row.admin_id) === actor.id
  return {
    id: Number(row.id),
    name: row.name,
    query: row.query,
    columns: readColumnLayout(row.columns),
    shared: Number(row.shared) === 1 || Number(row.admin_id) === 0,
    own: isMine || actor.super,
    by: isMine ? '' : row.by,
  }
}

/** Views without a person are of a time when only super administrators shared them. */
const isSharedSql: Sql<SqlBool> = sql<SqlBool>`(v.shared = 1 or v.admin_id = 0)`

/** Types of actions that only read. */
const reading: readonly string[] = ['detail', 'history', 'reveal', 'export', 'answer', 'print', 'tool']

/** Whoever may change something in a list may share views of it (decision 115). */
function mayShare(actor: Actor, page: Page): boolean {
  const nodes = Object.values(page.actions).flatMap(({ type, node }) => (reading.includes(type) ? [] : [node]))
  return actor.super || nodes.some((node) => can(actor, `${page.id}/${node}`))
}

/** What of a view was posted; members that were not stay as they are. */
type Posted = Partial<Pick<SavedView, 'name' | 'query' | 'columns' | 'shared'>>

/**
 * POST saveView { id?, name, query, columns, shared }: keeps what a list shows under a name; with `id` it changes what is posted of a view
 * of one's own. Saving the same again changes nothing; another view of the name is refused.
 */
export async function saveView(screen: Screen, ctx: Context, trx: Writer): Promise<{ id: number }> {
  const posted = readPosted(ctx.body)
  const id = ctx.body.id === undefined ? undefined : idOf(ctx.body.id)
  if (id !== undefined) return changeView(screen, ctx, trx, { id, posted })
  const { name = '', query = '', columns = {}, shared = false } = posted
  if (name === '') throw new Refused('views.name', { max: 50 })
  const actor = actorOf(ctx)
  const values = { admin_id: actor.id, screen: screen.page.id, name, query, columns, shared: Number(shared) }
  await lockViews(trx, actor.id, screen.page.id)
  const { rows: mine } = await sql<
    Pick<SavedViewRow, 'id' | 'name' | 'query' | 'columns' | 'shared'>
  >`select id, name, query, columns, shared from saved_view
    where admin_id = ${actor.id}::bigint and screen = ${screen.page.id} and name <> ${ownArrangement}`.execute(trx)
  const same = mine.find((row) => row.name.toLowerCase() === name.toLowerCase())
  if (same) {
    const kept = { name: same.name, query: same.query, columns: readColumnLayout(same.columns), shared: Number(same.shared) }
    if (!isDeepStrictEqual(kept, { name, query, columns, shared: values.shared }))
      throw new Refused('views.taken', { name }, { field: 'name' })
    return { id: Number(same.id) }
  }
  if (mine.length >= atMost.own) throw new Refused('views.tooMany', { max: atMost.own })
  if (shared) await requireShare(screen, ctx, trx)
  return { id: Number(await insertRow(trx, entityOf(screen.schema, 'saved_view'), values, ctx.now)) }
}

function readPosted({ name, query, columns, shared }: Readonly<Record<string, unknown>>): Posted {
  const text = typeof name === 'string' ? name.trim() : undefined
  if ((name !== undefined && !text) || (text?.length ?? 0) > 50) throw new Refused('views.name', { max: 50 })
  if (query !== undefined && (typeof query !== 'string' || query.length > 2000))
    throw new Refused('crud.parameter', { name: 'query' })
  return {
    ...(text === undefined ? {} : { name: text }),
    ...(typeof query === 'string' ? { query } : {}),
    ...(columns === undefined ? {} : { columns: readColumnLayout(columns) }),
    ...(typeof shared === 'boolean' ? { shared } : {}),
  }
}

async function changeView(
  screen: Screen,
  ctx: Context,
  trx: Writer,
  { id, posted }: { id: number; posted: Posted },
): Promise<{ id: number }> {
  const found = await sql<
    Pick<SavedViewRow, 'id' | 'admin_id' | 'name' | 'shared'>
  >`select v.id, v.admin_id, v.name, v.shared from saved_view v
    where v.id = ${id}::bigint and v.screen = ${screen.page.id} and ${mineSql(ctx)} for update`.execute(trx)
  const [row] = found.rows
  if (!row) throw new Refused('crud.notFound')
  const wasShared = Number(row.shared) === 1 || Number(row.admin_id) === 0
  // What others see is changed by those who may share; to withdraw it is always the author's.
  if (posted.shared ?? wasShared) await requireShare(screen, ctx, trx, wasShared)
  const { name, shared } = posted
  if (name !== undefined && name.toLowerCase() !== row.name.toLowerCase()) {
    await lockViews(trx, row.admin_id, screen.page.id)
    const taken = await sql`select 1 from saved_view where admin_id = ${row.admin_id}::bigint and screen = ${screen.page.id}
      and lower(name) = lower(${name}::text)`.execute(trx)
    if (taken.rows.length > 0) throw new Refused('views.taken', { name }, { field: 'name' })
  }
  const values = { ...posted, ...(shared === undefined ? {} : { shared: Number(shared) }) }
  await updateRow(trx, { entity: entityOf(screen.schema, 'saved_view'), key: id }, values, ctx.now)
  return { id }
}

/** Refuses to share views to those who may not; and one more where there are very many. */
async function requireShare(screen: Screen, ctx: Context, trx: Writer, wasShared = false): Promise<void> {
  if (!mayShare(actorOf(ctx), screen.page)) throw new Refused('views.share')
  if (wasShared) return
  const count = await readNumber(
    trx,
    sql`select count(*) from saved_view v where v.screen = ${screen.page.id} and v.name <> ${ownArrangement} and ${isSharedSql}`,
  )
  if (count >= atMost.shared) throw new Refused('views.tooManyShared', { max: atMost.shared })
}

/** DELETE delView?id=: takes one's own view away; a super administrator also those of others that are shared. */
export async function deleteView(screen: Screen, ctx: Context, trx: Writer): Promise<null> {
  const id = idOf(ctx.query.id)
  if (id === undefined) throw new Refused('crud.parameter', { name: 'id' })
  const gone =
    await sql`delete from saved_view v where v.id = ${id}::bigint and v.screen = ${screen.page.id} and ${mineSql(ctx)}`.execute(
      trx,
    )
  if (gone.numAffectedRows === 0n) throw new Refused('crud.notFound')
  return null
}

/** Views that the person may change: their own, and a super administrator all that are shared. */
function mineSql(ctx: Context): Sql<SqlBool> {
  const { id, super: isSuper } = actorOf(ctx)
  const shared = isSuper ? sql`or ${isSharedSql}` : sql``
  return sql<SqlBool>`(v.name <> ${ownArrangement} and (v.admin_id = ${id}::bigint ${shared}))`
}
