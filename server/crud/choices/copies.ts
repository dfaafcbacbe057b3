import { sql } from 'kysely'
import type { Writer } from '../../core/db/connect.ts'
import { isRow } from '../../core/db/rowKey.ts'
import { fromDb } from '../../core/db/values.ts'
import type { Row } from '../domain.ts'
import { decodeKey } from '../rows/key.ts'
import type { Screen } from '../screen/screen.ts'
import { entityOf } from '../tables.ts'

/**
 * Sets the values that the record copies from selected rows (`form.lookup` with `copies`). The choices themselves are validated
 * elsewhere; a missing row copies nothing.
 */
export async function copyFromLookups({ page, schema }: Screen, trx: Writer, values: Row): Promise<void> {
  for (const { key: name, table, copies, shown } of Object.values(page.form.lookup)) {
    const taken = Object.entries(copies)
    if (taken.length === 0 || !Object.hasOwn(values, name)) continue
    const entity = entityOf(schema, table)
    const key = decodeKey(entity, values[name])
    const columns = sql.join(taken.map(([from]) => sql.ref(from)))
    const found =
      key === undefined || !entity.key
        ? undefined
        : await sql<Row>`select ${columns} from ${sql.table(table)} where ${isRow(entity, key, '')}`.execute(trx)
    const row = found?.rows[0]
    for (const [from, own] of taken) {
      const field = shown[from]
      values[own] = row && field ? fromDb(row[from], field) : null
    }
  }
}
