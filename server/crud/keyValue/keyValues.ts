import { sql } from 'kysely'
import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Field } from '../../../src/schemas/field.ts'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { decodeRow, encodeRow } from '../../../src/schemas/language/wire/codec.ts'
import { columnDefault } from '../../core/db/columns.ts'
import type { Reader, Writer } from '../../core/db/connect.ts'
import { insertRow, updateRow } from '../../core/db/rows.ts'
import type { Row } from '../domain.ts'
import { entityOf } from '../tables.ts'

/** A record of names and values: model values, and the fields whose kept value is none of their kind. */
export interface KeyValues {
  values: Row
  /** Names of fields that show their default in the place of what is kept. */
  unread: readonly string[]
}

/**
 * The record of a form whose fields are rows of a table (`"store": "keyValue"`), as model values; a field without a row has its default.
 * Throws for a page of another kind.
 */
export async function readKeyValues(db: Reader, schema: Schema, page: Page): Promise<KeyValues> {
  const { entity, value } = storeOf(schema, page)
  const names = Object.keys(page.fields)
  const found = await sql<Row>`select ${sql.ref(entity.key ?? '')} as name, ${sql.ref(value.name)} as value
    from ${sql.table(entity.table)} where ${sql.ref(entity.key ?? '')} = any(${names}::text[])`.execute(db)
  const kept = found.rows.flatMap((row) => {
    const field = page.fields[String(row.name)]
    return field ? [[field.name, unpacked(row.value, field, value)] as const] : []
  })
  const broken = kept.flatMap(([name, wire]) => (wire === unreadable ? [name] : []))
  const { values, errors } = decodeRow(page.fields, Object.fromEntries(kept.filter(([, wire]) => wire !== unreadable)))
  // A value stored under an older declaration that is no longer valid counts as unset, and the form reports it.
  return {
    values: Object.fromEntries(
      Object.values(page.fields).map((field) => [field.name, values[field.name] ?? columnDefault(field)]),
    ),
    unread: [...new Set([...broken, ...Object.keys(errors).map((place) => place.split('.')[0] ?? place)])],
  }
}

/** Writes fields of the form as rows: those named in `values` only. */
export async function writeKeyValues(
  trx: Writer,
  { schema, page }: { schema: Schema; page: Page },
  values: Readonly<Row>,
  now: number,
): Promise<void> {
  const { entity, value } = storeOf(schema, page)
  const fields = Object.fromEntries(Object.entries(page.fields).filter(([name]) => Object.hasOwn(values, name)))
  // A secret has no wire form; it is kept as it is.
  const wire = { ...encodeRow(fields, values), ...secretsOf(fields, values) }
  for (const [name, kept] of Object.entries(wire)) {
    const row = { [value.name]: packed(kept, value) }
    if (!(await updateRow(trx, { entity, key: name }, row, now)))
      await insertRow(trx, entity, { [entity.key ?? '']: name, ...row }, now)
  }
}

/** Is a value of this name kept? */
export async function hasKeyValue(db: Reader, schema: Schema, page: Page, name: string): Promise<boolean> {
  const { entity } = storeOf(schema, page)
  const found = await sql`select 1 from ${sql.table(entity.table)} where ${sql.ref(entity.key ?? '')} = ${name}::text`.execute(db)
  return found.rows.length > 0
}

/** Forgets the value of this name. */
export async function dropKeyValue(trx: Writer, schema: Schema, page: Page, name: string): Promise<void> {
  const { entity } = storeOf(schema, page)
  await sql`delete from ${sql.table(entity.table)} where ${sql.ref(entity.key ?? '')} = ${name}::text`.execute(trx)
}

/** Keeps others from writing the same form until the end of the transaction. */
export async function lockKeyValues(trx: Writer, page: Page): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`form ${page.id}`}, 0))`.execute(trx)
}

function secretsOf(fields: Readonly<Record<string, Field>>, values: Readonly<Row>): Row {
  return Object.fromEntries(Object.values(fields).flatMap((field) => (field.secret ? [[field.name, values[field.name]]] : [])))
}

function storeOf(schema: Schema, page: Page): { entity: Entity; value: Field } {
  if (page.source?.store !== 'keyValue') throw new Error(`${page.id} keeps no rows of names and values`)
  const entity = entityOf(schema, page.source.table)
  const value = entity.fields[page.source.value]
  if (!value) throw new Error(`the table ${entity.table} has no column ${page.source.value}`)
  return { entity, value }
}

const isJson = (field: Field): boolean => field.store?.type === 'jsonb' || field.store?.type === 'json'

/** Wire values are JSON in a JSON column; in a text column a text is stored as it is, nothing as an empty one, anything else as JSON. */
function packed(kept: unknown, value: Field): unknown {
  if (kept === null && !isJson(value)) return ''
  return isJson(value) || typeof kept === 'string' ? kept : JSON.stringify(kept)
}

/** A text that was kept for a list or for data, and is no JSON. */
const unreadable = Symbol('unreadable')

/** The wire value of what is kept. Lists and data are JSON in a column of text. */
function unpacked(kept: unknown, field: Field, value: Field): unknown {
  const isList = field.store?.type.endsWith('[]') || field.store?.type === 'jsonb' || field.store?.type === 'json'
  if (isJson(value) || typeof kept !== 'string' || !isList || kept === '') return kept
  try {
    return JSON.parse(kept)
  } catch {
    return unreadable
  }
}
