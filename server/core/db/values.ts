import type { Field } from '../../../src/schemas/field.ts'
import { formatDateTime, parseDateTime } from '../../../src/schemas/kinds/clock.ts'
import { exactNumber } from '../../../src/schemas/kinds/exact.ts'
import { kindOf } from '../../../src/schemas/kinds/index.ts'
import { onOff } from '../../../src/schemas/kinds/switch.ts'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import { Unreadable } from '../../../src/schemas/language/wire/codec.ts'
import { isStored } from './columns.ts'
import { cleanValue, holdsMarkup } from './markup.ts'
import { textList } from './texts.ts'

type Row = Record<string, unknown>

/** How one group of column types keeps model values. Types that are not listed keep them as they are. */
interface StoreCodec {
  toDb(value: unknown, field: Field): unknown
  fromDb(value: unknown, field: Field): unknown
}

const same = (value: unknown) => value

const json: StoreCodec = { toDb: (value) => JSON.stringify(value), fromDb: same }
const decimal: StoreCodec = {
  toDb: (value, field) => (hasDecimalWire(field) ? kindOf(field).toWire(value, field) : String(value)),
  fromDb: (value, field) => (hasDecimalWire(field) ? kindOf(field).fromWire(value, field) : numeral(String(value))),
}
const bool: StoreCodec = {
  toDb: (value, field) => (typeof value === 'boolean' ? value : value === onOff(field).on),
  fromDb: (value, field) => (value === true ? onOff(field).on : onOff(field).off),
}

const codecs: Readonly<Partial<Record<string, StoreCodec>>> = {
  json,
  jsonb: json,
  numeric: decimal,
  boolean: bool,
  // Points in time are numbers in the model where their kind says so; else they stay text.
  timestamp: {
    toDb: (value) => (typeof value === 'number' ? formatDateTime(value) : value),
    fromDb: (value, field) =>
      isNumberKind(field) ? (isMoment(value) ? parseDateTime(String(value).slice(0, 19)) : null) : value,
  },
  timestamptz: {
    toDb: (value) => (typeof value === 'number' ? new Date(value * 1000).toISOString() : value),
    fromDb: (value, field) =>
      isNumberKind(field) ? (isMoment(value) ? Math.floor(Date.parse(isoOf(String(value))) / 1000) : null) : value,
  },
  date: {
    toDb: (value) => (typeof value === 'number' ? formatDateTime(value).slice(0, 10) : value),
    fromDb: (value, field) =>
      isNumberKind(field) ? (isMoment(value) ? parseDateTime(String(value).slice(0, 10)) : null) : value,
  },
  time: { toDb: same, fromDb: (value) => String(value).slice(0, 8) },
  char: { toDb: same, fromDb: (value) => (typeof value === 'string' ? value.trimEnd() : value) },
  any: { toDb: same, fromDb: String },
  'any[]': { toDb: same, fromDb: textsOf },
  bytea: {
    toDb: (value) => (typeof value === 'string' && value.startsWith('\\x') ? Buffer.from(value.slice(2), 'hex') : value),
    fromDb: (value) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value),
  },
}

/** The texts of a list, which pg reads as numbers or booleans of some types; a list of lists has none. */
function textsOf(value: unknown): unknown {
  const list = typeof value === 'string' ? textList(value) : value
  if (!Array.isArray(list)) return list
  return list.some(Array.isArray) ? new Unreadable(value) : list.map((each) => (each === null ? null : String(each)))
}

/** A number when JavaScript holds the decimal exactly, else the text: long ones, and what is no number at all (NaN, Infinity). */
function numeral(text: string): number | string {
  return /^-?[\d.]+$/.test(text) ? exactNumber(text) : text
}

/** A kind whose wire form is a decimal text of its own (amounts) keeps that form in decimal columns too. */
export function hasDecimalWire(field: Field): boolean {
  const wire = kindOf(field).toWire(1, field)
  return typeof wire === 'string' && wire.includes('.')
}

function isNumberKind(field: Field): boolean {
  return kindOf(field).comparable === 'number'
}

/** Is it a day, with or without a time, that the model can say? Years of five digits, those before Christ and infinity are none. */
function isMoment(value: unknown): boolean {
  return /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d+)?(?:[+-]\d\d(?::?\d\d)*)?)?$/.test(String(value))
}

/** `2026-01-02 03:04:05.6+00` as ISO text. */
function isoOf(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
}

/** What is bound for a model value of the field; null for null and undefined. */
export function toDb(value: unknown, field: Field): unknown {
  if (value === null || value === undefined || value instanceof Unreadable) return null
  const codec = codecs[field.store?.type ?? '']
  const kept = holdsMarkup(field) ? cleanValue(value, field) : value
  return codec ? codec.toDb(kept, field) : kept
}

/** Model value of what the database holds in the field's column. */
export function fromDb(value: unknown, field: Field): unknown {
  return decoderOf(field)(value)
}

/** `fromDb` of one field, for those who read it again and again. */
export function decoderOf(field: Field): (value: unknown) => unknown {
  const codec = codecs[field.store?.type ?? '']
  // Rich text is cleaned when it is read as well: others may have written it, or an older list have let it pass.
  if (holdsMarkup(field)) return (value) => (value === null || value === undefined ? null : cleanValue(value, field))
  if (!codec) return (value) => value ?? null
  return (value) => (value === null || value === undefined ? null : readable(codec, value, field))
}

/** The model value, or what says that there is none: one stored value that cannot be read must not take a list down. */
function readable(codec: StoreCodec, value: unknown, field: Field): unknown {
  try {
    const model = codec.fromDb(value, field)
    return typeof model === 'number' && !Number.isFinite(model) ? new Unreadable(value) : model
  } catch {
    return new Unreadable(value)
  }
}

/** Column values of a record's stored fields; names that are no field of the entity (delete_time …) pass as they are. */
export function rowToDb(values: Readonly<Row>, entity: Entity): Row {
  const row: Row = {}
  for (const [name, value] of Object.entries(values)) {
    const field = entity.fields[name]
    if (!field) row[name] = value
    else if (isStored(field)) row[name] = toDb(value, field)
  }
  return row
}

/** Model values of a row as read; columns that are no field pass as they are. */
export function rowFromDb(row: Readonly<Row>, entity: Entity): Row {
  const values: Row = {}
  for (const [name, value] of Object.entries(row)) {
    const field = entity.fields[name]
    values[name] = field ? fromDb(value, field) : value
  }
  return values
}
