import { type SqlBool, sql } from 'kysely'
import { kindOf } from '../../../src/schemas/kinds/index.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { actorOf, type Context, can } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import { keyColumn } from '../../core/db/rowKey.ts'
import type { ScreenHooks } from '../../crud/domain.ts'
import { scopeSql } from '../../crud/rows/rows.ts'
import type { Sql } from '../../crud/screen/screen.ts'
import { fileFields } from './references.ts'

/** A record that references a file: its screen and key, its title there, and the field with the address. */
export interface Place {
  page: string
  key: string | number
  title: string
  note: string
}

/** What the screens of other areas say of whom their rows are for. */
export type HooksOf = (pageId: string) => ScreenHooks

/** Most references listed for one file. */
const most = 50

/** The records that reference this address and are visible to the actor in some list; of all others only the number is reported. */
export async function placesOf(ctx: Context, db: Reader, url: string, hooksOf: HooksOf): Promise<Place[]> {
  if (url === '') return []
  const places: Place[] = []
  for (const { entity, field } of fileFields(ctx.schema)) {
    const page = listOf(ctx, entity.table)
    if (!page || entity.key === null || places.length >= most) continue
    const column = sql.ref(`t.${field.name}`)
    const names: Sql<SqlBool> =
      kindOf(field).markup || field.store?.type === 'jsonb'
        ? sql<SqlBool>`strpos(${column}::text, ${url}) > 0`
        : field.store?.type === 'text[]'
          ? sql<SqlBool>`${column} && ${[url]}::text[]`
          : sql<SqlBool>`${column} = ${url}`
    const parts = [names, ...(await scopeSql({ entity, hooks: hooksOf(page.id) }, ctx, db, 'read'))]
    const found = await sql<{
      key: string | number
    }>`select ${keyColumn(entity)} as key from ${sql.table(entity.table)} as t
      where ${sql.join(parts, sql` and `)} order by 1 limit ${most - places.length}`.execute(db)
    const word = (key: string) => ctx.schema.words.text(ctx.lang, page.id, key)
    for (const { key } of found.rows)
      places.push({ page: page.id, key, title: `${word('title')} #${key}`, note: word(`fields.${field.name}.label`) })
  }
  return places
}

/** The list of a table, if the actor may open it. */
function listOf(ctx: Context, table: string): Page | undefined {
  return [...ctx.schema.pages.values()].find(
    (page) => page.kind === 'crud' && page.entity.table === table && can(actorOf(ctx), `${page.id}/index`),
  )
}
