import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import type { Writer } from '../../core/db/connect.ts'
import { type Key, keysSql } from '../../core/db/rowKey.ts'
import { Refused } from '../../core/refuse.ts'
import type { Row } from '../domain.ts'
import { decodeKey, lockRows, requireWritable } from '../rows/key.ts'
import { scopeSql, whereSql } from '../rows/rows.ts'
import type { Screen } from '../screen/screen.ts'

/** One row among those it is sorted with, larger weights first. */
export interface Weighed {
  key: Key
  weigh: number
}

/**
 * POST sortable {move, target, order, direction}: the moved row takes the target's place, below it when it was dragged down and above it
 * when it was dragged up. Only among rows with the same parent, and only where the list is sorted by its weight.
 */
export async function sortRows(screen: Screen, ctx: Context, trx: Writer): Promise<void> {
  requireWritable(screen, ctx)
  const { entity } = screen
  const weigh = entity.weigh
  if (!weigh || !entity.key) throw new Refused('crud.sortNeedsWeigh')
  const isRising = risingOrder(ctx.body.order, weigh)
  const [move, target] = [ctx.body.move, ctx.body.target].map((raw) => decodeKey(entity, raw))
  const direction = ctx.body.direction
  if (direction !== 'up' && direction !== 'down') throw new Refused('crud.parameter', { name: 'direction' })
  if (move === undefined || target === undefined || String(move) === String(target)) throw new Refused('crud.notFound')
  await sql`select pg_advisory_xact_lock(hashtext(${`kontor.sort.${entity.table}`}))`.execute(trx)
  const rows = await lockRows(screen, ctx, trx, { keys: [move, target], purpose: 'edit' })
  const [moved, aim] = [move, target].map((key) => rows.find((row) => String(row[entity.key ?? '']) === String(key)))
  if (!moved || !aim) throw new Refused('crud.notFound')
  if (entity.tree && parentOf(screen, moved) !== parentOf(screen, aim)) throw new Refused('crud.sortOtherParent')
  const siblings = await siblingsOf(screen, ctx, trx, moved)
  // On a list with the smallest weight on top, "down" is toward larger weights.
  const below = (direction === 'down') !== isRising
  await writeWeights(screen, trx, ctx.now, moveRow(siblings, move, target, below))
}

/** `weigh,desc` (or nothing): largest on top; `weigh,asc`: smallest on top; any other order cannot be sorted by hand. */
function risingOrder(order: unknown, weigh: string): boolean {
  if (order === undefined || order === null || order === '') return false
  const [field, direction = 'desc'] = typeof order === 'string' ? order.split(',').map((part) => part.trim()) : []
  if (field !== weigh || !['asc', 'desc'].includes(direction.toLowerCase())) throw new Refused('crud.sortNeedsWeigh')
  return direction.toLowerCase() === 'asc'
}

function parentOf(screen: Screen, row: Row): string {
  return String(row[screen.entity.tree?.parent ?? ''] ?? 0)
}

async function siblingsOf(screen: Screen, ctx: Context, trx: Writer, row: Row): Promise<Weighed[]> {
  const { entity } = screen
  const key = sql.ref(`t.${entity.key ?? 'id'}`)
  const weigh = sql.ref(`t.${entity.weigh ?? 'weigh'}`)
  const parts = await scopeSql(screen, ctx, trx, 'edit')
  if (entity.tree) {
    const parent = sql.ref(`t.${entity.tree.parent}`)
    parts.push(sql<SqlBool>`coalesce(${parent}, 0) = ${Number(row[entity.tree.parent] ?? 0)}::bigint`)
  }
  const keyFirst = entity.sort.find(([name]) => name === entity.key)?.[1] ?? 'desc'
  const found = await sql<{
    key: Key
    weigh: unknown
  }>`select ${key} as key, ${weigh} as weigh from ${sql.table(entity.table)} as t${whereSql(parts)}
    order by ${weigh} desc nulls last, ${key} ${sql.raw(keyFirst)} for no key update of t`.execute(trx)
  return found.rows.map((each) => ({ key: each.key, weigh: Number(each.weigh ?? 0) }))
}

/**
 * The rows whose weight changes when one is moved next to another. Distinct weights rotate among the rows in between; when weights are
 * equal all rows are renumbered. `rows` are in descending order.
 */
export function moveRow(rows: readonly Weighed[], move: Key, target: Key, below: boolean): Weighed[] {
  const moved = rows.find((row) => String(row.key) === String(move))
  if (!moved) return []
  const rest = rows.filter((row) => row !== moved)
  const at = rest.findIndex((row) => String(row.key) === String(target))
  if (at < 0) return []
  const next = rest.toSpliced(below ? at + 1 : at, 0, moved)
  const distinct = rows.every((row, i) => i === 0 || row.weigh < (rows[i - 1]?.weigh ?? Infinity))
  const weights = rows.map((row, i) => (distinct ? row.weigh : rows.length - i))
  return next.flatMap((row, i) => (row.weigh === weights[i] ? [] : [{ key: row.key, weigh: weights[i] ?? 0 }]))
}

async function writeWeights(screen: Screen, trx: Writer, now: number, changed: readonly Weighed[]): Promise<void> {
  const { entity } = screen
  if (changed.length === 0) return
  const stamp = entity.fields.update_time && !entity.external ? sql`, update_time = ${now}::bigint` : sql``
  const keys = keysSql(
    entity,
    changed.map((row) => row.key),
  )
  await sql`update ${sql.table(entity.table)} as t set ${sql.ref(entity.weigh ?? 'weigh')} = v.weigh${stamp}
    from unnest(${keys}, ${changed.map((row) => row.weigh)}::bigint[]) as v(key, weigh) where ${sql.ref(`t.${entity.key ?? 'id'}`)} = v.key`.execute(
    trx,
  )
}
