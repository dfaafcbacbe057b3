import { createHash } from 'node:crypto'
import type { Field } from '../../../src/schemas/field.ts'
import { kindOf } from '../../../src/schemas/kinds/index.ts'
import type { Store } from '../../../src/schemas/kinds/kind.ts'
import type { ColumnDefinition, Entity } from '../../../src/schemas/language/entity/entity.ts'

/** Column of soft-deleted tables: unix seconds of the deletion, null while the row lives. */
export const deleteColumn = 'delete_time'

/** Does the field have a column of its own in the entity's table? */
export function isStored(field: Field): boolean {
  return !field.virtual && !field.link && field.store !== null
}

/** Stored fields by name, in the order of the entity. */
export function storedFields(entity: Entity): Field[] {
  return Object.values(entity.fields).filter(isStored)
}

/** Name of the database's column type, as PostgreSQL's format_type() returns it. */
export function typeText(store: Store): string {
  const names: Partial<Record<Store['type'], string>> = {
    varchar: 'character varying',
    char: 'character',
    time: 'time without time zone',
    timestamp: 'timestamp without time zone',
    timestamptz: 'timestamp with time zone',
  }
  const name = names[store.type] ?? store.type
  if (store.type === 'varchar' || store.type === 'char') return store.length ? `${name}(${store.length})` : name
  if (store.type === 'numeric' && store.precision) return `${name}(${store.precision},${store.scale ?? 0})`
  return name
}

/** The array type to cast text keys to before they are compared with a column of `type`, so that its index serves; integers widen to bigint. */
export function keyArrayType(type = 'integer'): 'uuid[]' | 'text[]' | 'bigint[]' {
  if (type === 'uuid') return 'uuid[]'
  return type === 'varchar' || type === 'text' || type === 'char' ? 'text[]' : 'bigint[]'
}

/**
 * The column's value for a row that says nothing: the field's default, else what an empty input of its kind means ('' for texts, off for
 * switches, an empty list); null when that is nothing at all.
 */
export function columnDefault(field: Field): unknown {
  if (field.default !== undefined && field.default !== null) return field.default
  if (field.nullable) return null
  return kindOf(field).fromWire(null, field) ?? null
}

/** A column is NOT NULL when its field is required, or has a default, or is empty in a way other than null; `nullable` lifts that. */
function columnOf(field: Field, entity: Entity): ColumnDefinition {
  const store = field.store ?? { type: 'text' }
  if (field.name === entity.key) return { name: field.name, store, nullable: false, identity: !entity.keyGiven && isWhole(store) }
  const value = columnDefault(field)
  const isDefault = value !== null && value !== undefined
  const withDefault = isDefault && !(field.required && field.default === undefined)
  return {
    name: field.name,
    store,
    nullable: field.nullable || (!field.required && !isDefault),
    identity: false,
    ...(withDefault ? { default: value } : {}),
  }
}

function isWhole(store: Store): boolean {
  return store.type === 'bigint' || store.type === 'integer' || store.type === 'smallint'
}

/** Every column of the entity's table; those that its options imply (soft delete, owner, weigh) come last when no field declares them. */
export function columnsOf(entity: Entity): ColumnDefinition[] {
  const columns = storedFields(entity).map((field) => columnOf(field, entity))
  const has = (name: string) => columns.some((column) => column.name === name)
  const add = (column: ColumnDefinition) => {
    if (!has(column.name)) columns.push(column)
  }
  if (entity.weigh) add({ name: entity.weigh, store: { type: 'integer' }, nullable: false, identity: false, default: 0 })
  if (entity.owner) add({ name: entity.owner, store: { type: 'integer' }, nullable: true, identity: false })
  if (entity.softDelete) add({ name: deleteColumn, store: { type: 'bigint' }, nullable: true, identity: false })
  return columns
}

export interface IndexColumn {
  name: string
  lower: boolean
  order: Order
}

/** Order of a column, in an index as in a list: empty values first when rising, last when falling. */
export type Order = '' | ' DESC' | ' DESC NULLS LAST' | ' ASC NULLS FIRST'

/** An index Kontor makes. Its name ends in a hash of what it is, so that equal names mean equal indexes. */
export interface IndexDefinition {
  name: string
  table: string
  columns: readonly IndexColumn[]
  unique: boolean
  /** `text`: trigrams, for searches by a part of a text (textSearch.ts). */
  method: 'btree' | 'gin' | 'text'
  /** Condition of a partial index, made from the schema only. */
  where: string | null
}

/** Names of Kontor's indexes and constraints end like this; nothing else is ever dropped. */
export const ownName = /_k[0-9a-f]{8}$/

/** An index that an entity needs, without its name. */
export type IndexWish = Omit<IndexDefinition, 'name' | 'table'>

/** Columns of a table that other tables and pages use. */
export interface TableUse {
  /** Keys of other tables' relations of many. */
  foreign: readonly string[]
  /** Columns that are searched by a part of their text. */
  texts: readonly string[]
}

/**
 * The indexes of an entity: unique fields and sets (living rows only) and declared indexes, texts by lower() as they are compared; the
 * tree's parent and keys of relations, which are joined as they are; the default order; GIN for lists; trigrams for searched texts. Those
 * that lists are sorted by end in the key and are in the order of lists, so that a scan serves both directions.
 */
export function indexesOf(entity: Entity, use: TableUse = { foreign: [], texts: [] }): IndexDefinition[] {
  const columns = new Map(columnsOf(entity).map((column) => [column.name, column]))
  const plain = (names: readonly string[]) => names.map((name): IndexColumn => ({ name, lower: false, order: '' }))
  const sorted = (names: readonly string[]) =>
    withKey(entity, names).map(
      (name): IndexColumn => ({ name, lower: isLower(entity, name), order: orderOf(name, 'asc', entity) }),
    )
  const wishes: IndexWish[] = []
  const add = (wish: IndexWish) => {
    if (wish.columns.every((column) => columns.has(column.name))) wishes.push(wish)
  }
  const stored = storedFields(entity)
  const own = (has: (field: Field) => boolean) => stored.filter(has).map((field) => [field.name])
  for (const set of [...entity.unique, ...own((f) => f.unique && f.name !== entity.key)]) add(uniqueWish(set, entity))
  for (const set of [...entity.index, ...own((f) => f.index)]) {
    const isList = listIndex(set, entity)
    add({ columns: isList ? plain(set) : sorted(set), unique: false, method: isList ? 'gin' : 'btree', where: null })
  }
  for (const name of joinedKeys(entity, use)) add({ columns: plain([name]), unique: false, method: 'btree', where: null })
  for (const set of own((f) => f.store?.type.endsWith('[]') ?? false))
    add({ columns: plain(set), unique: false, method: 'gin', where: null })
  for (const name of use.texts) add({ columns: plain([name]), unique: false, method: 'text', where: null })
  const [first] = entity.sort
  if (first && first[0] !== entity.key) add({ columns: defaultOrder(entity), unique: false, method: 'btree', where: null })
  return distinct(wishes.map((wish) => named(entity.table, wish)))
}

/** Columns by which rows are joined, as they are. */
function joinedKeys(entity: Entity, use: TableUse): string[] {
  return [
    ...Object.values(entity.relations).flatMap((relation) => (relation.type === 'one' ? [relation.key] : [])),
    ...(entity.tree ? [entity.tree.parent] : []),
    ...(entity.owner ? [entity.owner] : []),
    ...use.foreign,
  ]
}

/** As they are compared: texts without case. A secret is never searched, only looked up as it is. */
function isLower(entity: Entity, name: string): boolean {
  const field = entity.fields[name]
  return field !== undefined && comparesAsText(field) && !field.secret
}

function withKey(entity: Entity, names: readonly string[]): string[] {
  return entity.key && !names.includes(entity.key) ? [...names, entity.key] : [...names]
}

/** The default order, turned round where it falls, so that it is the same index as one that is declared. */
function defaultOrder(entity: Entity): IndexColumn[] {
  const whole = sortWithKey(entity, entity.sort)
  const turned = whole[0]?.[1] === 'desc'
  return whole.map(([name, direction]): IndexColumn => {
    const isRising = turned ? direction === 'desc' : direction === 'asc'
    return { name, lower: isLower(entity, name), order: orderOf(name, isRising ? 'asc' : 'desc', entity) }
  })
}

/** An order and the key after it, in the same direction: so one index serves both directions of a list. */
export function sortWithKey(
  entity: Entity,
  sort: readonly (readonly [string, 'asc' | 'desc'])[],
): (readonly [string, 'asc' | 'desc'])[] {
  const direction = sort.at(-1)?.[1] ?? (entity.keyParts ? 'asc' : 'desc')
  const missing = keyColumns(entity).filter((name) => !sort.some(([sorted]) => sorted === name))
  return [...sort, ...missing.map((name) => [name, direction] as const)]
}

/**
 * How lists sort by a column. Nothing is said of empty values where the column has none, so that keys and plain indexes serve; of a table
 * that is not Kontor's only the key is known to have none.
 */
export function orderOf(name: string, direction: 'asc' | 'desc', entity: Entity): Order {
  if (keyColumns(entity).includes(name) || isNeverEmpty(name, entity)) return direction === 'asc' ? '' : ' DESC'
  return direction === 'asc' ? ' ASC NULLS FIRST' : ' DESC NULLS LAST'
}

/** The columns of the key; none for a table without one. */
export function keyColumns({ key, keyParts }: Entity): readonly string[] {
  return keyParts ?? (key === null ? [] : [key])
}

/** Columns that cannot be null, of each entity. */
const neverEmpty = new WeakMap<Entity, ReadonlySet<string>>()

/** Is the column of Kontor's own table known to be never null? */
export function isNeverEmpty(name: string, entity: Entity): boolean {
  if (entity.external) return false
  const known = neverEmpty.get(entity) ?? new Set(columnsOf(entity).flatMap((column) => (column.nullable ? [] : [column.name])))
  neverEmpty.set(entity, known)
  return known.has(name)
}

function listIndex(set: readonly string[], entity: Entity): boolean {
  const first = entity.fields[set[0] ?? '']
  return set.length === 1 && (first?.store?.type.endsWith('[]') ?? false)
}

function uniqueWish(set: readonly string[], entity: Entity): IndexWish {
  const parts: string[] = []
  const columns = set.map((name) => {
    const field = entity.fields[name]
    const text = field ? comparesAsText(field) : false
    if (text && field && !field.required) parts.push(`${quote(name)} <> ''`)
    return { name, lower: text, order: orderOf(name, 'asc', entity) }
  })
  if (entity.softDelete) parts.push(`${quote(deleteColumn)} IS NULL`)
  return { columns, unique: true, method: 'btree', where: parts.length > 0 ? parts.join(' AND ') : null }
}

/** Is the field's column a text that is compared without case (decision 10)? */
export function comparesAsText(field: Field): boolean {
  const type = field.store?.type
  return type === 'varchar' || type === 'text' || type === 'char'
}

function named(table: string, wish: IndexWish): IndexDefinition {
  return { ...wish, table, name: ownNameFor(table, wish.columns.map((column) => column.name).join('_'), JSON.stringify(wish)) }
}

/** A name of at most 63 bytes for an object of the table whose definition is `definition`. */
export function ownNameFor(table: string, part: string, definition: string): string {
  const hash = createHash('sha256').update(`${table}\0${definition}`).digest('hex').slice(0, 8)
  const readable = Buffer.from(`${table}_${part}`).subarray(0, 50).toString().replace(/�+$/, '')
  return `${readable}_k${hash}`
}

function distinct(indexes: IndexDefinition[]): IndexDefinition[] {
  const byName = new Map(indexes.map((index) => [index.name, index]))
  // An index that is the beginning of another plain one earns nothing.
  const text = (index: IndexDefinition) => index.columns.map((c) => `${c.name}${c.lower ? '~' : ''}${c.order}`)
  const list = [...byName.values()]
  return list.filter(
    (index) =>
      index.unique ||
      index.method !== 'btree' ||
      !list.some(
        (other) =>
          other !== index &&
          other.method === 'btree' &&
          other.where === null &&
          other.columns.length > index.columns.length &&
          text(index).every((part, i) => part === text(other)[i]),
      ),
  )
}

/** A quoted identifier. Names come from parsed schemas and from the database's catalogue, never from a request. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The name of a table in SQL; one of another schema says the schema first: `stock.items`. */
export function quoteTable(name: string): string {
  return name.split('.').map(quote).join('.')
}

/** A literal of a value from a schema. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  return `'${String(value).replaceAll("'", "''")}'`
}
