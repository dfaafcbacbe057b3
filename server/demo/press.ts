import { type SqlBool, sql } from 'kysely'
import type { Schema } from '../../codegen/pages.ts'
import { kindOf } from '../../src/schemas/kinds/index.ts'
import { conditionSql } from '../db/condition.ts'
import type { Writer } from '../db/connect.ts'
import { type Key, updateRow } from '../db/rows.ts'

/** What staff press in the demo shop, on which rows, and when (unix seconds). */
export interface Press {
  page: string
  action: string
  keys: readonly Key[]
  now: number
}

/**
 * An action that its page states as data, done to rows: its `when` guards them, its `set` says what they become, as if somebody had pressed it.
 * Throws when the page has no such action, or a row is in another state: a fault of the demo's plan.
 */
export async function press(trx: Writer, schema: Schema, { page: id, action: name, keys, now }: Press): Promise<void> {
  const page = schema.pages.get(id)
  const action = page?.actions[name]
  if (!page || !action?.set) throw new Error(`${id}: no action "${name}" that sets something`)
  const { entity } = page
  const env = { selfId: 0, now, entityOf: (table: string) => schema.entities.get(table) }
  const when = action.when ? conditionSql(action.when, entity, env) : sql<SqlBool>`true`
  const key = sql.ref(`t.${entity.key ?? 'id'}`)
  const { rows } = await sql`select ${key} from ${sql.table(entity.table)} as t
    where ${key} in (${sql.join(keys)}) and ${when} for no key update of t`.execute(trx)
  if (rows.length < keys.length) throw new Error(`${id}: "${name}" is not possible on all of ${keys.join(', ')}`)
  const values = Object.entries(action.set).map(([field, value]) => {
    const own = entity.fields[field]
    if (!own || (typeof value === 'object' && value !== null)) throw new Error(`${id}: "${name}" sets what only a person can`)
    return [field, value === null ? null : kindOf(own).fromWire(value, own)]
  })
  for (const each of keys) await updateRow(trx, entity, each, Object.fromEntries(values), now)
}
