import { sql } from 'kysely'
import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { isStored, keyArrayType } from '../../core/db/columns.ts'
import type { Reader } from '../../core/db/connect.ts'
import { fromDb } from '../../core/db/values.ts'
import type { Row } from '../domain.ts'
import { entityOf } from '../tables.ts'
import { shownRow } from '../wire.ts'
import { readRelations } from './shown.ts'

/** The rows of a relation of many that conditions of the page read: they travel with every row, with what is read of them. */
export interface Inside {
  relation: string
  /** Model rows for each of these rows, in their order. */
  read(db: Reader, rows: readonly Row[]): Promise<Row[][]>
  wire(row: Row): Row
}

/** What conditions of a page read of its relations of many; nothing for nearly all pages. */
export function insidesOf(page: Page, schema: Schema): Inside[] {
  return [...readRelations(page)].flatMap(([name, names]): Inside[] => {
    const relation = page.entity.relations[name]
    const { key } = page.entity
    if (relation?.type !== 'many' || key === null) return []
    const entity = entityOf(schema, relation.table)
    const fields = [...names].flatMap((each) => entity.fields[each] ?? []).filter((field) => isStored(field) && !field.secret)
    const columns = [relation.foreignKey, ...fields.map((field) => field.name).filter((each) => each !== relation.foreignKey)]
    const living = entity.softDelete ? sql` and m.delete_time is null` : sql``
    const own = sql.ref(`m.${relation.foreignKey}`)
    // Cast the keys, never the column: `order_id::text = any(…)` cannot use the index of order_id and scans the table for every list.
    const type = sql.raw(keyArrayType(entity.fields[relation.foreignKey]?.store?.type))
    return [
      {
        relation: name,
        wire: (row) => shownRow(Object.fromEntries(fields.map((field) => [field.name, field])), row),
        async read(db, rows) {
          if (rows.length === 0) return []
          const keys = rows.map((row) => String(row[key]))
          const found = await sql<Row>`select ${sql.join(columns.map((column) => sql.ref(`m.${column}`)))}
            from ${sql.table(entity.table)} as m where ${own} = any(${keys}::${type})${living}`.execute(db)
          const byKey = new Map<string, Row[]>()
          for (const raw of found.rows) {
            const owner = String(raw[relation.foreignKey])
            byKey.set(owner, [...(byKey.get(owner) ?? []), raw])
          }
          const model = (raw: Row) => Object.fromEntries(fields.map((field) => [field.name, fromDb(raw[field.name], field)]))
          return keys.map((each) => (byKey.get(each) ?? []).map(model))
        },
      },
    ]
  })
}
