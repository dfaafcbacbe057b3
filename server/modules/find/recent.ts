import { sql } from 'kysely'
import { findLimits, type RecentRecord } from '../../../src/schemas/api/find.ts'
import { rowsOf } from '../../core/command.ts'
import { actorOf, type Context } from '../../core/context.ts'
import { Refused } from '../../core/refuse.ts'
import type { RecentRecordRow } from '../../core/rows.generated.ts'
import type { Screen } from '../../crud/screen/screen.ts'
import { listed, titleOf } from './find.ts'
import { openTo } from './pages.ts'

/** Screens whose records can be looked at, by page. */
export type Screens = ReadonlyMap<string, Screen>

/**
 * POST visit {page, key}: the person has looked at a record. Its key alone is kept: what it is called, and whether the person may still see
 * it, is asked when it is shown. No write of the record, so neither logged nor audited.
 */
export async function visit(screens: Screens, ctx: Context): Promise<null> {
  const { page, key } = ctx.body
  const { id } = actorOf(ctx)
  if (typeof page !== 'string' || !screens.has(page)) throw new Refused('crud.parameter', { name: 'page' })
  if ((typeof key !== 'string' && typeof key !== 'number') || String(key).length > 255)
    throw new Refused('crud.parameter', { name: 'key' })
  await ctx.write(async (trx) => {
    await sql`delete from recent_record where admin_id = ${id} and page = ${page}
      and lower(row_key) = lower(${String(key)})`.execute(trx)
    await sql`insert into recent_record (admin_id, page, row_key, create_time, update_time)
      values (${id}, ${page}, ${String(key)}, ${ctx.now}::bigint, ${ctx.now}::bigint)
      on conflict do nothing`.execute(trx)
    await sql`delete from recent_record where admin_id = ${id} and id not in (
      select id from recent_record where admin_id = ${id} order by id desc limit ${findLimits.recent})`.execute(trx)
  })
  return null
}

/** GET recent: the records that the person has looked at, the latest first, as far as they may still see them. */
export async function recent(screens: Screens, ctx: Context): Promise<RecentRecord[]> {
  const rows = await rowsOf(
    ctx.read,
    sql<Pick<RecentRecordRow, 'page' | 'row_key'>>`select page, row_key from recent_record
      where admin_id = ${actorOf(ctx).id} order by id desc limit ${findLimits.recent}`,
  )
  const titles = new Map<string, string>()
  const pages = [...new Set(rows.map(({ page }) => page))].flatMap((id) => screens.get(id)?.page ?? [])
  const read = openTo(actorOf(ctx), pages).map(async (page) => {
    const screen = screens.get(page.id)
    const keys = rows.filter((row) => row.page === page.id).map(({ row_key }) => row_key)
    if (!screen) return
    const { key = 'id' } = page.entity
    for (const row of await listed(screen, ctx, { initKey: key ?? 'id', initValue: keys }))
      titles.set(`${page.id} ${String(row[key ?? 'id'])}`, titleOf(screen, row))
  })
  await Promise.all(read)
  return rows.flatMap(({ page, row_key: key }) => {
    const title = titles.get(`${page} ${key}`)
    return title === undefined ? [] : [{ page, key, title }]
  })
}
