import { type SqlBool, sql } from 'kysely'
import { buildAdminIcon } from '../../../src/schemas/buildadmin/icons.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import { speaksBuildAdmin } from '../../core/dialect.ts'
import type { DecorateInput, Row, ScopePurpose } from '../domain.ts'
import { addLabels } from '../optionSources.ts'
import type { Screen, Sql } from '../screen/screen.ts'
import type { Shape } from '../screen/shape.ts'
import { ownerSql } from './owner.ts'
import { addComputes } from './virtual.ts'

/** What holds for every row the actor may meet: not soft-deleted (in the list of deleted rows: deleted), and in the screen's scope (else in that of its owner). */
export async function scopeSql(
  screen: Pick<Screen, 'entity' | 'hooks'> & { living?: boolean },
  ctx: Context,
  db: Reader,
  purpose: ScopePurpose,
): Promise<Sql<SqlBool>[]> {
  const parts: Sql<SqlBool>[] = screen.entity.softDelete
    ? [screen.living === false ? sql<SqlBool>`t.delete_time is not null` : sql<SqlBool>`t.delete_time is null`]
    : []
  const { rowScope } = screen.hooks
  const own = ownerSql(screen.entity, ctx)
  const scope = rowScope ? await rowScope(ctx, purpose, db, own) : own
  // A screen of members may narrow further what is theirs, never widen it.
  const both = actorOf(ctx).area === 'user' && own !== scope ? [own, scope] : [scope]
  return [...parts, ...both.flatMap((part) => part ?? [])]
}

export function whereSql(parts: readonly Sql<SqlBool>[]): Sql {
  return parts.length === 0 ? sql`` : sql` where ${sql.join(parts, sql` and `)}`
}

/**
 * Completes rows with computed values, encodes them, and lets the screen's hook have the last word. One call for all rows of an answer.
 */
export async function finishRows(
  screen: Screen,
  ctx: Context,
  db: Reader,
  input: { rows: Row[]; shape: Shape; purpose: DecorateInput['purpose'] },
): Promise<Row[]> {
  const { rows, shape, purpose } = input
  await addComputes({ screen, ctx, db }, rows, shape.virtual)
  const wire = rows.map(shape.wire)
  await addLabels(ctx, screen.page.fields, rows, wire)
  for (const { relation, wire: encode, read } of screen.nestedRelations) {
    const lists = await read(db, rows)
    for (const [i, row] of rows.entries()) {
      const list = lists[i] ?? []
      row[relation] = list
      Object.assign(wire[i] ?? {}, { [relation]: list.map(encode) })
    }
  }
  for (const [name, shown] of Object.entries(screen.hooks.inLanguage?.[ctx.lang] ?? {}))
    for (const row of wire) if (Object.hasOwn(row, name)) row[name] = row[shown]
  if (speaksBuildAdmin(ctx)) for (const row of wire) nameIcons(screen.page.fields, row)
  if (rows.length > 0) await screen.hooks.decorate?.({ ctx, db, page: screen.page, purpose, rows, wire })
  return wire
}

/** Icons by the names that BuildAdmin's client draws. Kind by kind, so that no screen forgets it. */
export function nameIcons(fields: Page['fields'], wire: Row): void {
  for (const { kind, name } of Object.values(fields))
    if (kind === 'icon' && typeof wire[name] === 'string') wire[name] = buildAdminIcon(wire[name])
}
