import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Field } from '../../../src/schemas/field.ts'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import { isMadeKey } from '../../../src/schemas/language/entity/madeKey.ts'
import type { Locale } from '../../../src/schemas/language/words.ts'
import type {
  AddressVirtual,
  LabelsVirtual,
  LeftVirtual,
  RangeVirtual,
  RatioVirtual,
  Virtual,
  VirtualOf,
  VirtualType,
} from '../../../src/schemas/virtual.ts'
import { isStored, keyArrayType, quote, quoteTable } from '../../core/db/columns.ts'
import { madeKeyText } from '../../core/db/rowKey.ts'
import { entityOf } from '../tables.ts'

/** The inputs of a computed value. */
interface Computed {
  field: Field
  entity: Entity
  schema: Schema
  /** Names of other records are in this language; where it is undefined, as their own records have them. */
  lang?: Locale | undefined
}

/** What the server does for one kind of virtual value. */
interface VirtualServer<V extends Virtual> {
  /** The SQL of the value over the row `t`; absent where a function of the server computes it (`addComputes`). */
  sql?(virtual: V, made: Computed): string
}

/** What the server does for each kind of virtual value. */
const servers: Readonly<Record<VirtualType, VirtualServer<Virtual>>> = {
  count: { sql: ({ count }, made) => partText(count, made) },
  sum: { sql: ({ sum }, made) => partText(sum, made) },
  range: { sql: rangeText },
  ratio: { sql: ratioText },
  labels: { sql: labelsText },
  left: { sql: leftText },
  address: { sql: addressText },
  compute: {},
} satisfies { [T in VirtualType]: VirtualServer<VirtualOf<T>> }

/** The SQL of a value that the database computes, over the row `t`; undefined for fields that are stored, or that a function of the server computes. */
export function computedSql(field: Field, entity: Entity, schema: Schema, lang?: Locale): string | undefined {
  const { virtual } = field
  if (isMadeKey(entity, field)) return madeKeyText(entity)
  return virtual && servers[virtual.type].sql?.(virtual, { field, entity, schema, lang })
}

/** Does the database compute the value, of any row? A function of the server computes those of a page's own rows only. */
export function isOfDatabase({ virtual }: Field): boolean {
  return virtual !== undefined && servers[virtual.type].sql !== undefined
}

/** Rows of a relation of many (`lines`) or the sum of a column of theirs (`lines.quantity`). */
function partText(name: string, made: Computed): string {
  const [relation = '', column] = name.split('.')
  return ofMany(relation, column === undefined ? 'count(*)' : `coalesce(sum(m.${quote(column)}), 0)::float8`, made)
}

/** The smallest and the largest of a column of the relation's rows; NULL when there are no rows. */
function rangeText({ range }: RangeVirtual, made: Computed): string {
  const [relation = '', column = ''] = range.split('.')
  const of = `m.${quote(column)}`
  return ofMany(relation, `case when count(${of}) > 0 then array[min(${of}), max(${of})]::float8[] end`, made)
}

/** Percent with two digits; NULL when the whole is nothing. */
function ratioText({ ratio }: RatioVirtual, made: Computed): string {
  const [part, whole] = ratio.map((name) => {
    const own = made.entity.fields[name]
    return `(${own && isStored(own) ? `t.${quote(name)}` : partText(name, made)})::numeric`
  })
  return `round(100 * ${part} / nullif(${whole}, 0), 2)::float8`
}

/** The first number less the others. */
function leftText({ left }: LeftVirtual): string {
  return `(${left.map((name) => `t.${quote(name)}`).join(' - ')})`
}

/** An address with values of the row in its places; NULL where it is none of the web, or a value might be more than a part of it. */
function addressText({ address, fill }: AddressVirtual, { entity, schema }: Computed): string {
  const [first = '', column] = address.split('.')
  const text = column === undefined ? `t.${quote(first)}` : `r.${quote(column)}`
  const values = Object.entries(fill).map(([place, name]) => ({ place, value: `t.${quote(name)}::text` }))
  const whole = values.reduce((made, { place, value }) => `replace(${made}, '{${place}}', ${value})`, text)
  const fits = [`${text} ~* '^https?://[^/?#[:space:]]'`, ...values.map(({ value }) => `${value} ~ '^[A-Za-z0-9._~-]+$'`)]
  const made = `case when ${fits.join(' and ')} then ${whole} end`
  if (column === undefined) return `(${made})`
  const relation = entity.relations[first]
  if (relation?.type !== 'one') throw new Error(`${entity.table}: "${first}" is no relation of one row`)
  const key = quote(entityOf(schema, relation.table).key ?? 'id')
  return `(select ${made} from ${quoteTable(relation.table)} as r where r.${key} = t.${quote(relation.key)})`
}

/** The names of the rows that a remote field holds, in its order: in the language of its choices. */
function labelsText({ labels }: LabelsVirtual, { entity, field, schema, lang }: Computed): string {
  const remote = entity.fields[labels]
  const target = remote && targetOf(remote, schema)
  if (!remote?.show || !target?.key) throw new Error(`${entity.table}.${field.name}: "${labels}" is no remote field`)
  const show = nameText(target.fields[remote.show], remote.show, lang)
  const rows = `${quoteTable(target.table)} as r`
  const key = `r.${quote(target.key)}`
  if (remote.link) {
    const { table, own, other } = remote.link
    const pairs = `${quoteTable(table)} as l join ${rows} on ${key} = l.${quote(other)}`
    return `array(select ${show} from ${pairs} where l.${quote(own)} = t.${quote(entity.key ?? 'id')} order by l.${quote(other)})`
  }
  if (!remote.store?.type.endsWith('[]')) return `array(select ${show} from ${rows} where ${key} = t.${quote(labels)})`
  // Compare keys as they are where the types agree: a cast of the key would scan the table for every row.
  const isSame = keyArrayType(target.fields[target.key]?.store?.type) === keyArrayType(remote.store.type.slice(0, -2))
  const match = isSame ? `${key} = u.k` : `${key}::text = u.k::text`
  const held = `unnest(t.${quote(labels)}) with ordinality as u(k, n) join ${rows} on ${match}`
  return `array(select ${show} from ${held} order by u.n)`
}

/** The name of the row `r`; the text of `translatedSql`. */
function nameText(field: Field | undefined, name: string, lang: Locale | undefined): string {
  const own = `r.${quote(name)}::text`
  const other = lang === undefined || field?.mask ? undefined : field?.translated?.[lang]
  return other === undefined ? own : `coalesce(nullif(r.${quote(other)}::text, ''), ${own})`
}

function targetOf(remote: Field, schema: Schema): Entity | undefined {
  if (remote.page !== undefined) return schema.pages.get(remote.page)?.entity
  return remote.table === undefined ? undefined : entityOf(schema, remote.table)
}

function ofMany(name: string, value: string, { entity, field, schema }: Computed): string {
  const relation = entity.relations[name]
  if (relation?.type !== 'many') throw new Error(`${entity.table}.${field.name}: "${name}" is no relation of many rows`)
  const living = entityOf(schema, relation.table).softDelete ? ' and m.delete_time is null' : ''
  const own = `m.${quote(relation.foreignKey)} = t.${quote(entity.key ?? 'id')}`
  return `(select ${value} from ${quoteTable(relation.table)} as m where ${own}${living})`
}
