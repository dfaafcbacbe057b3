import { sql } from 'kysely'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import type { Writer } from '../../core/db/connect.ts'
import { type Key, keySql } from '../../core/db/rowKey.ts'
import { readNumber } from '../../core/db/scalar.ts'
import type { FieldMessage } from '../domain.ts'

/**
 * May the row move under this parent? Not under itself or a descendant, and no deeper than the tree allows (for its deepest descendant).
 * Concurrent changes of a tree's shape wait until the end of the transaction. `key` is null for a new row.
 */
export async function validateParent(
  trx: Writer,
  entity: Entity,
  key: Key | null,
  parent: Key,
): Promise<FieldMessage | undefined> {
  if (!entity.tree || !entity.key) return undefined
  await sql`select pg_advisory_xact_lock(hashtext(${`kontor.tree.${entity.table}`}))`.execute(trx)
  const table = sql.table(entity.table)
  const keyColumn = sql.ref(`p.${entity.key}`)
  const parentColumn = sql.ref(`p.${entity.tree.parent}`)
  const bound = entity.tree.maxDepth + 1
  const above = await sql<{ key: Key; level: number }>`with recursive up(key, parent, level) as (
      select ${keyColumn}, ${parentColumn}, 1 from ${table} as p where ${keyColumn} = ${keySql(entity, parent)}
      union all select ${keyColumn}, ${parentColumn}, up.level + 1 from up join ${table} as p on ${keyColumn} = up.parent where up.level < ${bound}::int
    ) select key, level from up`.execute(trx)
  if (key !== null && above.rows.some((row) => String(row.key) === String(key))) return { code: 'treeBelow' }
  const depth = above.rows.length + (key === null ? 1 : await heightOf(trx, entity, key, bound))
  return depth > entity.tree.maxDepth ? { code: 'treeDepth', params: { max: entity.tree.maxDepth } } : undefined
}

/** Levels of the row and what is below it. */
async function heightOf(trx: Writer, entity: Entity, key: Key, bound: number): Promise<number> {
  const table = sql.table(entity.table)
  const keyColumn = sql.ref(`p.${entity.key ?? 'id'}`)
  const parentColumn = sql.ref(`p.${entity.tree?.parent ?? 'pid'}`)
  const height = await readNumber(
    trx,
    sql`with recursive down(key, level) as (
      select ${keyColumn}, 1 from ${table} as p where ${keyColumn} = ${keySql(entity, key)}
      union all select ${keyColumn}, down.level + 1 from down join ${table} as p on ${parentColumn} = down.key where down.level < ${bound}::int
    ) select max(level) from down`,
  )
  return Math.max(1, height)
}
