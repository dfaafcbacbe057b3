import type { JsonSchema } from '../../src/schemas/jsonSchema.ts'
import type { StoreType } from '../../src/schemas/kinds/kind.ts'
import type { ColumnDefinition, Entity } from '../../src/schemas/language/entity/entity.ts'
import { fieldSchema } from '../../src/schemas/language/form/formSchema.ts'

/** What a value is: the machine-readable form of a type; a test holds rows of PostgreSQL against it. */
export type ValueType = { nullable?: true } & (
  | { is: Plain }
  | { is: 'one'; of: readonly (string | number)[] }
  | { is: 'list'; of: ValueType }
  | { is: 'object'; of: Readonly<Record<string, ValueType & { optional?: true }>> }
)
type Plain = 'number' | 'string' | 'boolean' | 'bytes' | 'unknown'

/** A column of a row. */
export type RowType = Readonly<Record<string, ValueType>>

/**
 * What a statement returns for a column of each type: server/core/db/connect.ts decides it. Integers that JavaScript cannot hold would come as
 * text; ids, amounts in fen and times are far from there.
 */
const returned: Readonly<Record<StoreType, Plain | readonly [Plain]>> = {
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  numeric: 'string',
  real: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  varchar: 'string',
  char: 'string',
  text: 'string',
  date: 'string',
  time: 'string',
  timestamp: 'string',
  timestamptz: 'string',
  json: 'unknown',
  jsonb: 'unknown',
  uuid: 'string',
  enum: 'string',
  interval: 'string',
  inet: 'string',
  cidr: 'string',
  macaddr: 'string',
  int4range: 'string',
  int8range: 'string',
  numrange: 'string',
  daterange: 'string',
  tsrange: 'string',
  tstzrange: 'string',
  int4multirange: 'string',
  int8multirange: 'string',
  nummultirange: 'string',
  datemultirange: 'string',
  tsmultirange: 'string',
  tstzmultirange: 'string',
  tsvector: 'string',
  any: 'string',
  bytea: 'bytes',
  'text[]': ['string'],
  'smallint[]': ['number'],
  'integer[]': ['number'],
  'bigint[]': ['number'],
  'any[]': ['string'],
}

/** What a statement returns for a column of the type, when nothing more is known of its values. */
export function typeOfStore(store: StoreType): ValueType {
  const plain = returned[store]
  return typeof plain === 'string' ? { is: plain } : { is: 'list', of: { is: plain[0] } }
}

/** The type of a row of the entity, column by column: its columns' types, narrowed by the options and rows that its fields declare. */
export function rowTypeOf(entity: Entity, columns: readonly ColumnDefinition[]): RowType {
  return Object.fromEntries(
    columns.map(({ name, store, nullable }) => {
      const field = entity.fields[name]
      const type = narrowed(typeOfStore(store.type), field ? fieldSchema(field, field.required) : {})
      return [name, nullable ? { ...type, nullable } : type]
    }),
  )
}

/** The type with what the JSON Schema of the values says besides; a schema of other values than the column's says nothing. */
function narrowed(type: ValueType, schema: JsonSchema): ValueType {
  if (type.is === 'unknown') return typeOfSchema(schema)
  if (type.is === 'list') return { ...type, of: narrowed(type.of, schema.items ?? {}) }
  const values = schema.enum?.filter((value) => value !== null) ?? []
  const fits = (value: unknown): value is string | number => typeof value === type.is && typeof value !== 'boolean'
  return values.length > 0 && values.every(fits) ? { is: 'one', of: values } : type
}

/** What a JSON document of the schema is. */
export function typeOfSchema(schema: JsonSchema): ValueType {
  const types = typeof schema.type === 'string' ? [schema.type] : [...(schema.type ?? [])]
  const nullable = types.includes('null') || schema.enum?.includes(null) ? ({ nullable: true } as const) : {}
  if (schema.enum)
    return { is: 'one', of: schema.enum.filter((value) => typeof value === 'string' || typeof value === 'number'), ...nullable }
  switch (types.find((type) => type !== 'null')) {
    case 'array':
      return { is: 'list', of: typeOfSchema(schema.items ?? {}), ...nullable }
    case 'object':
      return { is: 'object', of: membersOf(schema), ...nullable }
    case 'string':
      return { is: 'string', ...nullable }
    case 'integer':
    case 'number':
      return { is: 'number', ...nullable }
    case 'boolean':
      return { is: 'boolean', ...nullable }
    default:
      return { is: 'unknown' }
  }
}

function membersOf({ properties = {}, required = [] }: JsonSchema): Record<string, ValueType & { optional?: true }> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const type = typeOfSchema(schema)
      return [name, required.includes(name) ? type : { ...type, optional: true as const }]
    }),
  )
}

/** The type as TypeScript writes it: `readonly (1 | 2)[] | null`. */
export function typeText(type: ValueType): string {
  const text = plainText(type)
  return type.nullable && type.is !== 'unknown' ? `${text} | null` : text
}

function plainText(type: ValueType): string {
  switch (type.is) {
    case 'one':
      return type.of.map((value) => (typeof value === 'string' ? quoted(value) : String(value))).join(' | ')
    case 'list': {
      const item = typeText(type.of)
      return item.includes(' | ') ? `readonly (${item})[]` : `readonly ${item}[]`
    }
    case 'object':
      return `{ ${Object.entries(type.of)
        .map(([name, member]) => `${name}${member.optional ? '?' : ''}: ${typeText(member)}`)
        .join('; ')} }`
    case 'bytes':
      return 'Buffer'
    default:
      return type.is
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`
}

/** `user_group` → `UserGroupRow`. */
export function rowName(table: string): string {
  const words = table.split('_').filter(Boolean)
  return `${words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('')}Row`
}

/** The text of a rows.generated.ts: one interface for the rows of each table of the folder of schemas, in the order of their names. */
export function rowTypes(rows: ReadonlyMap<string, RowType>, folder: string): string {
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1))
  return `${head(folder)}${sorted.map(([table, row]) => interfaceText(table, row)).join('')}`
}

const head = (folder: string) => `// Written by \`npm run docs\` from the tables of ${folder}. Change those, then run it again.
//
// A row of each table as a statement returns it (\`sql<Pick<UserRow, 'id' | 'status'>>\`): amounts are whole fen, times unix seconds,
// numeric columns text. \`findRow\` gives model values: the same, but numbers for numeric columns, and what the field's kind makes of
// booleans and points in time.
`

function interfaceText(table: string, row: RowType): string {
  const lines = Object.entries(row).map(([name, type]) => `  ${name}: ${typeText(type)}\n`)
  return `\n/** A row of \`${table}\`. */\nexport interface ${rowName(table)} {\n${lines.join('')}}\n`
}
