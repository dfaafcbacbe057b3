import { type SqlBool, sql } from 'kysely'
import type { Field } from '../../../src/schemas/field.ts'
import { idOf } from '../../../src/schemas/kinds/define.ts'
import type { StoreType } from '../../../src/schemas/kinds/kind.ts'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import { joinKey, madeKeyName, splitKey } from '../../../src/schemas/language/entity/madeKey.ts'
import type { Context } from '../../core/context.ts'
import type { Writer } from '../../core/db/connect.ts'
import { isOneOf, type Key, keyColumn, keyOrder } from '../../core/db/rowKey.ts'
import { rowFromDb } from '../../core/db/values.ts'
import { Refused } from '../../core/refuse.ts'
import type { Row, ScopePurpose } from '../domain.ts'
import type { Screen, Sql } from '../screen/screen.ts'
import { scopeSql } from './rows.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const whole = /^(?:0|-?[1-9]\d{0,18})$/

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** `2026-01-02 03:04:05.678901+00`. */
function isMoment(text: string): boolean {
  const time = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:[+-]\d\d(?::[0-5]\d)*)?$/
  return text[10] === ' ' && isDay(text.slice(0, 10)) && time.test(text.slice(11))
}

/** A key from a request in the form of the table's key; undefined when no row can have it. Keys beyond 2^53 stay text. */
export function decodeKey(entity: Entity, raw: unknown): Key | undefined {
  if ((typeof raw !== 'string' && typeof raw !== 'number') || !entity.key) return undefined
  if (entity.keyParts) return decodeParts(entity, entity.keyParts, String(raw))
  const type = entity.fields[entity.key]?.store?.type ?? 'integer'
  const text = String(raw)
  if (type === 'uuid') return uuid.test(text) ? text.toLowerCase() : undefined
  if (type === 'varchar' || type === 'text' || type === 'char') return text === '' ? undefined : text
  if (type === 'boolean') return /^(?:1|true)$/.test(text) ? 1 : /^(?:0|false)$/.test(text) ? 0 : undefined
  if (type === 'macaddr') return /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(text) ? text : undefined
  if (type === 'date') return isDay(text) ? text : undefined
  if (type === 'enum') return entity.fields[entity.key]?.options?.some(({ value }) => value === text) ? text : undefined
  if (type === 'numeric') return /^-?\d{1,1000}(?:\.\d{1,1000})?$/.test(text) ? text : undefined
  if (!whole.test(text)) return undefined
  return Number.isSafeInteger(Number(text)) ? Number(text) : text
}

/** A key of several columns: each part as its column would write it. */
function decodeParts({ fields }: Entity, names: readonly string[], key: string): Key | undefined {
  const parts = splitKey(key, names.length)?.map((text, i) => partOf(fields[names[i] ?? ''], text))
  const found = parts?.flatMap((part) => part ?? [])
  return found && found.length === names.length ? joinKey(found) : undefined
}

const patterns: Readonly<Partial<Record<StoreType, RegExp>>> = {
  boolean: /^(?:true|false)$/,
  macaddr: /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/,
  numeric: /^-?\d{1,1000}(?:\.\d{1,1000})?$/,
  smallint: whole,
  integer: whole,
  bigint: whole,
}

function partOf(field: Field | undefined, text: string): string | undefined {
  const type = field?.store?.type ?? 'text'
  if (type === 'uuid') return uuid.test(text) ? text.toLowerCase() : undefined
  if (type === 'enum') return field?.options?.some(({ value }) => value === text) ? text : undefined
  if (type === 'date') return isDay(text) ? text : undefined
  if (type === 'timestamp' || type === 'timestamptz') return isMoment(text) ? text : undefined
  return (patterns[type]?.test(text) ?? !text.includes('\0')) ? text : undefined
}

/** The key a request names under the key column's name or `id`; refused as "not found" when it cannot be one. */
export function requestKey(screen: Screen, values: Readonly<Record<string, unknown>>): Key {
  const { entity } = screen
  const raw = (entity.key ? values[entity.key] : undefined) ?? values.id
  const key = decodeKey(entity, raw)
  if (key === undefined) throw new Refused('crud.notFound')
  return key
}

/** Does a request name a row at all? */
export function namesRow({ entity }: Screen, values: Readonly<Record<string, unknown>>): boolean {
  return (entity.key ? values[entity.key] : undefined) !== undefined || values.id !== undefined
}

/** Keys given as a list or as comma text, each once; refused when one cannot be a key, or there are more than `max`. */
export function requestKeys(screen: Screen, raw: unknown, max = 1000): Key[] {
  return keysIn(raw, (item) => decodeKey(screen.entity, item), max)
}

/** The same of rows that the database counts. */
export function requestIds(raw: unknown, max = 1000): Key[] {
  return keysIn(raw, idOf, max)
}

function keysIn(raw: unknown, decode: (item: unknown) => Key | undefined, max: number): Key[] {
  const list = Array.isArray(raw)
    ? raw
    : typeof raw === 'string'
      ? raw.split(',').filter((part) => part !== '')
      : raw === undefined
        ? []
        : [raw]
  if (list.length > max) throw new Refused('crud.tooMany', { name: 'ids', max })
  const keys = list.map(decode)
  if (keys.some((key) => key === undefined)) throw new Refused('crud.notFound')
  return [...new Set(keys.flatMap((key) => key ?? []))]
}

/** The rows with these keys, in scope and fulfilling `extra`, locked until the end of the transaction, with their secret columns. */
export async function lockRows(
  screen: Screen,
  ctx: Context,
  trx: Writer,
  input: { keys: readonly Key[]; purpose: ScopePurpose; extra?: Sql<SqlBool>; forDelete?: boolean },
): Promise<Row[]> {
  const { entity } = screen
  const parts = [
    isOneOf(entity, input.keys),
    ...(await scopeSql(screen, ctx, trx, input.purpose)),
    ...(input.extra ? [input.extra] : []),
  ]
  const stored = Object.values(entity.fields).filter((field) => field.store && !field.virtual && !field.link)
  const columns = stored.map((field) => sql.ref(`t.${field.name}`))
  if (entity.keyParts) columns.push(sql`${keyColumn(entity)} as ${sql.ref(madeKeyName)}`)
  const lock = input.forDelete ? sql` for update of t` : sql` for no key update of t`
  const found = await sql<Row>`select ${sql.join(columns)} from ${sql.table(entity.table)} as t
    where ${sql.join(parts, sql` and `)} order by ${keyOrder(entity)}${lock}`.execute(trx)
  return found.rows.map((row) => rowFromDb(row, entity))
}

/** Why a screen's rows cannot be written, in the words of its page; nothing when they can. */
export function requireWritable(screen: Screen, ctx: Context): void {
  const { source } = screen.page
  if (source && source.store !== 'row') return // the record is no row that would need a key
  const reason = screen.entity.readOnly ?? (screen.entity.key ? null : 'noKey')
  if (!reason) return
  throw new Refused('crud.readOnly', { why: ctx.schema.words.text(ctx.lang, screen.page.id, `readOnly.${reason}`) })
}
