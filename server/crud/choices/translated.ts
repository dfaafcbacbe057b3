import { sql } from 'kysely'
import type { Field } from '../../../src/schemas/field.ts'
import type { Sql } from '../screen/screen.ts'

/**
 * The text of a field of the table `alias` in this language: of its translating field, unless that is empty. A masked text is never
 * replaced by another field.
 */
export function translatedSql(field: Field, alias: string, lang: string): Sql {
  const own = sql.ref(`${alias}.${field.name}`)
  const other = field.mask ? undefined : field.translated?.[lang]
  return other === undefined ? own : sql`coalesce(nullif(${sql.ref(`${alias}.${other}`)}, ''), ${own})`
}
