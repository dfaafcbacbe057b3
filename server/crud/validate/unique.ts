import { type SqlBool, sql } from 'kysely'
import { codeOf, textOf } from '../../../src/schemas/errors.ts'
import type { Field } from '../../../src/schemas/field.ts'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import { wrong } from '../../../src/schemas/language/form/formSchema.ts'
import { checksOf } from '../../core/db/checks.ts'
import { indexesOf, isStored } from '../../core/db/columns.ts'
import type { Writer } from '../../core/db/connect.ts'
import { isRow, type Key } from '../../core/db/rowKey.ts'
import { toDb } from '../../core/db/values.ts'
import type { Row } from '../domain.ts'
import { operatorSql } from '../operators.ts'
import type { Screen } from '../screen/screen.ts'
import type { ValidationErrors } from './validate.ts'

/** The sets of fields of which no two rows may have the same values. Secret fields are never among them (control C14). */
function uniqueSets(entity: Entity): Field[][] {
  const single = Object.values(entity.fields)
    .filter((field) => field.unique && field.name !== entity.key)
    .map((field) => [field.name])
  const sets = [...single, ...entity.unique, ...(entity.keyGiven && entity.key ? [[entity.key]] : [])]
  return sets
    .map((names) => names.flatMap((name) => entity.fields[name] ?? []))
    .filter((set) => set.length > 0 && set.every((field) => isStored(field) && !field.secret))
}

/**
 * Asks whether other rows have the values already, so that this is reported together with everything else. The index has the last word. Sets
 * with a masked field are asked only if `masked` says so.
 */
export async function validateUnique(
  trx: Writer,
  screen: Screen,
  key: Key | null,
  { values, record, masked }: { values: Readonly<Row>; record: Readonly<Row>; masked: boolean },
): Promise<ValidationErrors> {
  const { entity } = screen
  const found: ValidationErrors = {}
  for (const set of uniqueSets(entity)) {
    const touched = set.find((field) => values[field.name] !== undefined)
    const isFilled = set.every(
      (field) => record[field.name] !== null && record[field.name] !== undefined && record[field.name] !== '',
    )
    if (!touched || !isFilled || (!masked && set.some((field) => field.mask))) continue
    const parts = set.map((field) =>
      operatorSql(field, sql.ref(`t.${field.name}`), 'eq', { text: '', list: [toDb(record[field.name], field)] }),
    )
    if (entity.softDelete) parts.push(sql<SqlBool>`t.delete_time is null`)
    if (key !== null) parts.push(sql<SqlBool>`not (${isRow(entity, key)})`)
    const other = await sql`select 1 from ${sql.table(entity.table)} as t where ${sql.join(parts, sql` and `)} limit 1`.execute(
      trx,
    )
    if (other.rows.length > 0) found[fieldToBlame(set, values)] = { code: 'unique' }
  }
  return found
}

/** The last field of a set that was written: of "parent, name" the name. */
function fieldToBlame(set: readonly Field[], values: Readonly<Row>): string {
  const written = set.filter((field) => values[field.name] !== undefined)
  return (written.at(-1) ?? set.at(-1))?.name ?? ''
}

/** What a rule that Kontor made refused of a write, at the field it concerns; nothing for the rules of others, which refusal.ts reads. */
export function databaseErrors(error: unknown, screen: Screen, values: Readonly<Row>): ValidationErrors {
  const code = codeOf(error)
  const constraint = textOf(error, 'constraint')
  const { fields, key, table, external } = screen.entity
  if (code === '23514') return ruleErrors(constraint, screen)
  if (external || code !== '23505' || typeof constraint !== 'string') return {}
  if (constraint === `${table}_pkey` && key) return { [key]: { code: 'unique' } }
  // The table's own entity made the index; a page that uses it may have narrowed its fields.
  const index = indexesOf(screen.schema.entities.get(table) ?? screen.entity).find((each) => each.name === constraint)
  const set = index?.columns.flatMap((each) => fields[each.name] ?? [])
  return set ? { [fieldToBlame(set, values)]: { code: 'unique' } } : {}
}

/** A value that a rule of the table refuses: one that was written, or one that was there before the rule. */
function ruleErrors(constraint: unknown, screen: Screen): ValidationErrors {
  const check = checksOf(screen.schema.entities.get(screen.entity.table) ?? screen.entity).find(
    (each) => each.name === constraint,
  )
  const field = check && screen.entity.fields[check.field]
  return field ? { [field.name]: wrong(field) } : {}
}
