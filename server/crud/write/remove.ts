import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { deleteColumn } from '../../core/db/columns.ts'
import type { Writer } from '../../core/db/connect.ts'
import { isOneOf, type Key, keysSql } from '../../core/db/rowKey.ts'
import { Refused } from '../../core/refuse.ts'
import type { DeleteInput, Row } from '../domain.ts'
import { lockGuarded, refuseByRule } from '../rows/guard.ts'
import { requestKeys, requireWritable } from '../rows/key.ts'
import type { Screen } from '../screen/screen.ts'
import { dropLinks } from './links.ts'

/** DELETE del?ids[]=…: all rows or none. Rows with children are refused unless those are deleted too. Returns the number deleted. */
export async function remove(screen: Screen, ctx: Context, trx: Writer): Promise<number> {
  requireWritable(screen, ctx)
  const { entity } = screen
  const keys = requestKeys(screen, ctx.query.ids ?? ctx.body.ids)
  if (keys.length === 0) throw new Refused('crud.noneDeleted')
  const action = screen.page.actions.delete
  const rows = await lockGuarded(screen, ctx, trx, { keys, purpose: 'delete', forDelete: true, action })
  const own = screen.rowActions[`${screen.page.id}.del`]
  if (action) for (const row of rows) await refuseByRule(own, { ctx, trx, page: screen.page, action, row, values: {} })
  if (entity.tree) await refuseChildren(screen, trx, keys)
  const input: DeleteInput = { ctx, trx, page: screen.page, rows: childrenFirst(screen, rows) }
  await screen.hooks.beforeDelete?.(input)
  const these = isOneOf(entity, keys, '')
  const table = sql.table(entity.table)
  if (entity.softDelete) {
    await sql`update ${table} set ${sql.ref(deleteColumn)} = ${ctx.now}::bigint where ${these}`.execute(trx)
  } else {
    for (const { link } of screen.links) if (link) await dropLinks(trx, link, keys)
    await sql`delete from ${table} where ${these}`.execute(trx)
  }
  await screen.hooks.afterDelete?.(input)
  return rows.length
}

async function refuseChildren(screen: Screen, trx: Writer, keys: readonly Key[]): Promise<void> {
  const { entity } = screen
  const parent = sql.ref(`t.${entity.tree?.parent ?? 'pid'}`)
  const key = sql.ref(`t.${entity.key ?? 'id'}`)
  const living = entity.softDelete ? sql` and t.delete_time is null` : sql``
  const list = keysSql(entity, keys)
  const found = await sql`select 1 from ${sql.table(entity.table)} as t
    where ${parent} = any(${list}) and not (${key} = any(${list}))${living} limit 1`.execute(trx)
  if (found.rows.length > 0) throw new Refused('crud.hasChildren')
}

/** Deepest rows first, so that a hook that looks at a parent no longer meets its children. */
function childrenFirst(screen: Screen, rows: readonly Row[]): Row[] {
  const { tree, key } = screen.entity
  if (!tree || !key) return [...rows]
  const byKey = new Map(rows.map((row) => [String(row[key]), row]))
  const depth = (row: Row, seen: ReadonlySet<Row>): number => {
    const parent = byKey.get(String(row[tree.parent]))
    return !parent || seen.has(parent) ? 0 : 1 + depth(parent, new Set([...seen, parent]))
  }
  return [...rows].sort((a, b) => depth(b, new Set([b])) - depth(a, new Set([a])))
}
