import { sql } from 'kysely'
import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Field } from '../../../src/schemas/field.ts'
import { kindOf } from '../../../src/schemas/kinds/index.ts'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import { storedFields } from '../../core/db/columns.ts'
import type { Reader } from '../../core/db/connect.ts'

/** The fields of all tables that may contain file addresses. */
export function fileFields(schema: Schema): { entity: Entity; field: Field }[] {
  return [...schema.entities.values()].flatMap((entity) =>
    storedFields(entity)
      .filter((field) => kindOf(field).uploads || kindOf(field).markup)
      .map((field) => ({ entity, field })),
  )
}

/**
 * How many rows of all tables name each of these addresses in a field that holds files, or show it in rich text. Addresses nobody names are
 * not in the map.
 */
export async function references(db: Reader, schema: Schema, urls: readonly string[]): Promise<Map<string, number>> {
  const list = [...urls]
  const parts = fileFields(schema).map(({ entity, field }) => {
    const column = sql.ref(`t.${field.name}`)
    const table = sql.table(entity.table)
    // No index serves a part of a text; few tables hold rich text or documents with files in them.
    if (kindOf(field).markup || field.store?.type === 'jsonb')
      return sql`select u.url from ${table} as t, unnest(${list}::text[]) as u(url) where strpos(${column}::text, u.url) > 0`
    return field.store?.type === 'text[]'
      ? sql`select u.url from ${table} as t, unnest(${column}) as u(url) where ${column} && ${list}::text[] and u.url = any(${list}::text[])`
      : sql`select ${column}::text as url from ${table} as t where ${column} = any(${list}::text[])`
  })
  if (parts.length === 0 || list.length === 0) return new Map()
  const found = await sql<{ url: string; count: string }>`
    select url, count(*) as count from (${sql.join(parts, sql` union all `)}) as used group by url`.execute(db)
  return new Map(found.rows.map((row) => [row.url, Number(row.count)]))
}
