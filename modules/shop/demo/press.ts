import { type SqlBool, sql } from 'kysely'
import type { Schema } from '../../../codegen/schema/schema.ts'
import type { StepActor } from '../../../server/core/command.ts'
import { conditionSql } from '../../../server/core/db/condition.ts'
import type { Writer } from '../../../server/core/db/connect.ts'
import type { Key } from '../../../server/core/db/rowKey.ts'
import { fromDb } from '../../../server/core/db/values.ts'
import { writeEffects } from '../../../server/crud/action/effects.ts'
import type { Row } from '../../../server/crud/domain.ts'
import { isWriting } from '../../../src/schemas/language/action/action.ts'

/** What staff press in the demo shop, on which rows, and when (unix seconds). */
export interface Press {
  page: string
  action: string
  /** Keys of the rows, as they are known when it happens. */
  keys: () => readonly Key[]
  now: number
  /** Who presses it; of actions that note it. */
  by?: StepActor
  /** What is entered in its form: model values. */
  values?: Row
}

/**
 * An action that its page states as data, done to rows: its `when` guards them, its `set` and `log` are written, as if somebody had pressed it.
 * Throws when the page has no such action, or a row is in another state: a fault of the demo's plan.
 */
export async function press(
  trx: Writer,
  schema: Schema,
  { page: id, action: name, keys, now, by, values = {} }: Press,
): Promise<void> {
  const page = schema.pages.get(id)
  const action = page?.actions[name]
  if (!page || !action || !isWriting(action) || !action.set) throw new Error(`${id}: no action "${name}" that sets something`)
  const { entity } = page
  const env = { selfId: 0, now, entityOf: (table: string) => schema.entities.get(table) }
  const when = action.when ? conditionSql(action.when, entity, env) : sql<SqlBool>`true`
  const key = sql.ref(`t.${entity.key ?? 'id'}`)
  const { rows } = await sql<Row>`select t.* from ${sql.table(entity.table)} as t
    where ${key} in (${sql.join(keys())}) and ${when} order by ${key} for no key update of t`.execute(trx)
  if (rows.length < keys().length) throw new Error(`${id}: "${name}" is not possible on all of ${keys().join(', ')}`)
  const actor = by?.type === 'admin' ? by : { id: 0, name: '' }
  for (const row of rows) await writeEffects(trx, { entity, schema }, { action, row: modelRow(row), values, now, by: actor })

  function modelRow(row: Row): Row {
    return Object.fromEntries(
      Object.entries(row).map(([column, value]) => {
        const field = entity.fields[column]
        return [column, field ? fromDb(value, field) : value]
      }),
    )
  }
}
