import { type SqlBool, sql } from 'kysely'
import { actorOf, type Context } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import type { DecorateInput, Row, ScopePurpose } from '../domain.ts'
import { addLabels } from '../optionSources.ts'
import { presenterOf } from '../present/presenterOf.ts'
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
 * Completes rows with computed values, encodes them, and lets the screen's hook and then the client's presenter finish them. One call for all rows of an answer.
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
  for (const [name, shown] of Object.entries(screen.hooks.inLanguage?.[ctx.lang] ?? {}))
    for (const row of wire) if (Object.hasOwn(row, name)) row[name] = row[shown]
  if (rows.length === 0) return wire
  const answer = { ctx, db, page: screen.page, purpose, rows, wire }
  await screen.hooks.decorate?.(answer)
  await presenterOf(ctx).rows(screen, answer)
  return wire
}
