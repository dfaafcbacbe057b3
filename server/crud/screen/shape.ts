import { type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Field } from '../../../src/schemas/field.ts'
import { kindOf } from '../../../src/schemas/kinds/index.ts'
import { computeOf } from '../../../src/schemas/language/entity/virtual/compute.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { encodeMember, encodeValue, type Faults, faultsKey, type Member } from '../../../src/schemas/language/wire/codec.ts'
import type { Locale } from '../../../src/schemas/language/words.ts'
import { rowMaker } from '../../core/db/rowMaker.ts'
import { decoderOf } from '../../core/db/values.ts'
import type { Row, ScreenHooks } from '../domain.ts'
import { namesOf, rowsNamed } from '../names.ts'
import type { Joined } from '../tables.ts'
import { shownValue } from '../wire.ts'
import { columnsText, expressionOf } from './columnsText.ts'
import type { Inside } from './insides.ts'

type Convert = (value: unknown) => unknown

/** Rows of one kind of a screen, of its list or whole records: what is read, and how that becomes model and wire. Made once per screen. */
export interface Shape {
  /** What a statement selects: own columns, those of relations, linked lists, counts, sums, computed values; names in this language. */
  columns(lang: Locale): RawBuilder<unknown>
  /** The fields among them whose values functions of the server compute. */
  computed: readonly Field[]
  /** A row of the statement as model values, with rows of relations nested. */
  model(raw: Readonly<Row>): Row
  /** Wire form of a model row: own fields by their kinds, rows of relations nested in theirs. */
  wire(row: Readonly<Row>): Row
  /** The same of rows of one statement, in one pass: for rows whose model values nobody reads. */
  wireRaw(raw: readonly Readonly<Row>[]): Row[]
}

export interface ShapeInput {
  page: Page
  schema: Schema
  joined: readonly Joined[]
  /** Stored fields, linked fields and virtual fields of the rows. */
  stored: readonly Field[]
  links: readonly Field[]
  virtual: readonly Field[]
  computes: ScreenHooks['computes']
  /** Rows of relations of many that conditions read. */
  insides: readonly Inside[]
  /** Stored fields that are read for those that are computed from them, and not sent. */
  beside?: readonly Field[]
}

/** The shape of what `input` gives, worked out when it is first asked for: most screens are not asked before there is another revision. */
export function lateShape(input: () => ShapeInput): Shape {
  let made: Shape | undefined
  const shape = () => {
    made ??= makeShape(input())
    return made
  }
  return {
    get columns() {
      return shape().columns
    },
    get computed() {
      return shape().computed
    },
    get model() {
      return shape().model
    },
    get wire() {
      return shape().wire
    },
    get wireRaw() {
      return shape().wireRaw
    },
  }
}

function makeShape({ page, schema, joined, stored, links, virtual, computes, insides, beside = [] }: ShapeInput): Shape {
  const computed = [...links, ...virtual]
  const selects = { schema, entity: page.entity, joined, fields: [...stored, ...beside], computed, computes }
  const within = insides.map(({ sql: text, as }) => `, ${text} as ${as}`).join('')
  const decoders = [...stored, ...beside].map((field): [string, Convert] => [field.name, decoderOf(field)])
  const columns = new Set(stored)
  const own = new Set([...stored, ...computed])
  const members = Object.values(page.fields)
    .filter((field) => own.has(field))
    .flatMap((field) => membersOf(field, field.name, columns.has(field) ? decoderOf(field) : same))
  const nests = joined.map(nestOf)
  return {
    columns: oncePerLanguage((lang) => sql.raw(columnsText(selects, lang) + within)),
    computed: virtual.filter((field) => isOfServer(field, computes)),
    model(raw) {
      const row: Row = {}
      for (const [name, decode] of decoders) row[name] = decode(raw[name])
      for (const { name } of computed) if (raw[name] !== undefined) row[name] = raw[name]
      for (const { name, model } of nests) row[name] = model(raw)
      for (const { relation, as, model } of insides) row[relation] = model(raw[as])
      return row
    },
    wire(row) {
      const wire: Row = {}
      const faults: Faults = { texts: undefined }
      for (const member of members)
        if (Object.hasOwn(row, member.from)) wire[member.name] = encodeMember(member, row[member.from], faults)
      for (const { name, wire: nested } of nests) wire[name] = nested(row[name])
      for (const { relation, wire: encode } of insides) wire[relation] = rowsOf(row[relation]).map(encode)
      return withFaults(wire, faults)
    },
    wireRaw: rawWriter(members, [
      ...nests.map(({ name, wireRaw: of }) => ({ name, of })),
      ...insides.map(({ relation: name, as, model, wire: encode }) => ({
        name,
        of: (raw: RawRow) => model(raw[as]).map(encode),
      })),
    ]),
  }
}

type RawRow = Readonly<Record<string, unknown>>

/** Writes rows of a statement for the wire: of the members those whose columns it has, which are the same for all its rows. */
function rawWriter(members: readonly FieldMember[], others: readonly { name: string; of(raw: RawRow): unknown }[]) {
  const writers = new Map<string, (raw: RawRow) => Row>()
  return (rows: readonly RawRow[]): Row[] => {
    const [first] = rows
    if (!first) return []
    const isThere = ({ as }: FieldMember) => first[as] !== undefined
    const there = members.map((member) => (isThere(member) ? 1 : 0)).join('')
    const write = writers.get(there) ?? writerOf(members.filter(isThere), others)
    writers.set(there, write)
    return rows.map((row) => write(row))
  }
}

/** Writes one row for the wire. */
function writerOf(members: readonly FieldMember[], others: readonly { name: string; of(raw: RawRow): unknown }[] = []) {
  const encoded = members.map((member) => ({
    name: member.name,
    of: (raw: RawRow, faults: Faults) => encodeMember(member, member.decode(raw[member.as]), faults),
  }))
  const make = rowMaker<RawRow, Faults>([...encoded, ...others])
  return (raw: RawRow): Row => {
    const faults: Faults = { texts: undefined }
    return withFaults(make(raw, faults), faults)
  }
}

function withFaults(row: Row, { texts }: Faults): Row {
  if (texts) row[faultsKey] = texts
  return row
}

/** Each language's value is made when it is first asked for. */
function oncePerLanguage<T>(make: (lang: Locale) => T): (lang: Locale) => T {
  const made = new Map<Locale, T>()
  return (lang) => {
    const known = made.get(lang)
    if (known !== undefined) return known
    const value = make(lang)
    made.set(lang, value)
    return value
  }
}

const same: Convert = (value) => value

/** Is the field computed by a function of the server, for which the statement has no column? */
function isOfServer(field: Field, computes: ScreenHooks['computes']): boolean {
  return computeOf(field) !== undefined && expressionOf(field, computes) === undefined
}

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value : [])

/** A member of a row on the wire; the field of the model that it is made of, and the column of the statement, with how that is decoded. */
interface FieldMember extends Member {
  from: string
  as: string
  decode: Convert
}

/** The field itself, and beside it the names of its codes where its kind has such. */
function membersOf(field: Field, as: string, decode: Convert): FieldMember[] {
  const from = field.name
  const read = { from, as, decode, hidden: field.mask !== undefined || field.secret }
  const names = namesOf(field).map(([name, encode]) => ({ ...read, name, encode }))
  return [{ ...read, name: from, encode: encoderOf(field) }, ...names]
}

/** `shownValue` of one field. */
function encoderOf(field: Field): Convert {
  if (field.mask) return (value) => shownValue(field, value)
  if (field.fields || field.virtual) return (value) => rowsNamed(field, encodeValue(field, value))
  const { toWire } = kindOf(field)
  return (value) => toWire(value, field)
}

/** The row of a relation of one; null when there is none. */
function nestOf({ relation, fields, keyAs }: Joined) {
  const decoders = fields.map(({ field, as }): [string, string, Convert] => [field.name, as, decoderOf(field)])
  const members = fields.flatMap(({ field, as }) => membersOf(field, as, decoderOf(field)))
  const write = writerOf(members)
  const isMissing = (raw: Readonly<Row>) => keyAs !== '' && raw[keyAs] === null
  return {
    name: relation.name,
    model(raw: Readonly<Row>): Row | null {
      if (isMissing(raw)) return null
      const row: Row = {}
      for (const [name, as, decode] of decoders) row[name] = decode(raw[as])
      return row
    },
    wire(row: unknown): Row | null {
      if (!row) return null
      const wire: Row = {}
      const faults: Faults = { texts: undefined }
      for (const member of members) wire[member.name] = encodeMember(member, (row as Row)[member.from], faults)
      return withFaults(wire, faults)
    },
    wireRaw: (raw: Readonly<Row>): Row | null => (isMissing(raw) ? null : write(raw)),
  }
}
