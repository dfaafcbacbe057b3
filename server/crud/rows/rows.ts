import { type SqlBool, sql } from 'kysely'
import { actorOf, type Context } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import type { DecorateInput, Row, ScopePurpose } from '../domain.ts'
import { addLabels, hasLabels } from '../optionSources.ts'
import { presenterOf } from '../present/presenterOf.ts'
import type { Screen, Sql } from '../screen/screen.ts'
import type { Shape } from '../screen/shape.ts'
import { ownerSql } from './owner.ts'
import { addComputes } from './virtual.ts'

const living = sql<SqlBool>`t.delete_time is null`
const deleted = sql<SqlBool>`t.delete_time is not null`

/** Is a condition the same for everybody and at any time? */
export function isFixed(condition: Sql<SqlBool>): boolean {
  return condition === living || condition === deleted
}

/** What holds for every row the actor may meet: not soft-deleted (in the list of deleted rows: deleted), and in the screen's scope (else in that of its owner). */
export async function scopeSql(
  screen: Pick<Screen, 'entity' | 'hooks'> & { living?: boolean },
  ctx: Context,
  db: Reader,
  purpose: ScopePurpose,
): Promise<Sql<SqlBool>[]> {
  const parts: Sql<SqlBool>[] = screen.entity.softDelete ? [screen.living === false ? deleted : living] : []
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

/** A column of a joined table, as statements name it (server/crud/screen/screen.ts). */
const joinedColumn = /\br\d+"?\./

/**
 * What a statement reads from that counts or picks rows: the table alone where no part of the statement names a joined one. The left join
 * of a relation of one neither adds nor drops rows, and PostgreSQL 18 removes it by itself, but still fetches its key from the table, where an
 * index-only scan would do.
 */
export function fromFor(screen: Pick<Screen, 'from' | 'table'>, parts: readonly Sql[], db: Reader): Sql {
  const namesJoined = parts.length > 0 && joinedColumn.test(sql.join(parts).compile(db).sql)
  return namesJoined ? screen.from : screen.table
}

/** Rows that are to be sent, all of one shape: model rows, or rows of a statement, of which model rows are made only where somebody reads them. */
export type RowsInput = { shape: Shape; purpose: DecorateInput['purpose'] } & ({ rows: Row[] } | { raw: readonly Row[] })

/** What hooks finish. The getter is the class's, not each object's own: see `RequestLog` (server/core/http/makeContext.ts). */
class Answer implements DecorateInput {
  readonly ctx: DecorateInput['ctx']
  readonly db: DecorateInput['db']
  readonly page: DecorateInput['page']
  readonly purpose: DecorateInput['purpose']
  readonly wire: DecorateInput['wire']
  readonly #read: () => Row[]

  constructor({ ctx, db, page, purpose, wire }: Omit<DecorateInput, 'rows'>, read: () => Row[]) {
    this.ctx = ctx
    this.db = db
    this.page = page
    this.purpose = purpose
    this.wire = wire
    this.#read = read
  }

  /** Model rows are made only where somebody reads them. */
  get rows(): readonly Row[] {
    return this.#read()
  }
}

/**
 * Completes rows with computed values, encodes them, and lets the screen's hook and then the client's presenter finish them. One call for all rows of an answer.
 */
export async function finishRows(screen: Screen, ctx: Context, db: Reader, input: RowsInput): Promise<Row[]> {
  const { shape, purpose } = input
  const { fields } = screen.page
  const raw = 'raw' in input ? input.raw : []
  let models = 'rows' in input ? input.rows : undefined
  const read = () => (models ??= raw.map(shape.model))
  if (shape.computed.length > 0) await addComputes({ screen, ctx, db }, read(), shape.computed)
  const wire = models ? models.map(shape.wire) : shape.wireRaw(raw)
  if (hasLabels(fields)) await addLabels(ctx, fields, read(), wire)
  for (const [name, shown] of Object.entries(screen.hooks.inLanguage?.[ctx.lang] ?? {}))
    for (const row of wire) if (Object.hasOwn(row, name)) row[name] = row[shown]
  if (wire.length === 0) return wire
  const answer = new Answer({ ctx, db, page: screen.page, purpose, wire }, read)
  await screen.hooks.decorate?.(answer)
  await presenterOf(ctx).rows(screen, answer)
  return wire
}
