import type { ForeignKey, TableFacts } from '../introspect/facts.ts'
import { bareName, plural, pointed, singular, tableWords } from './naming/names.ts'
import type { ColumnPlan, Join, World } from './plan.ts'
import { listOrder } from './roles.ts'

/** Rows of another table that belong to a row. */
export interface Child {
  relation: string
  table: string
  column: string
  /** Heading of the section. */
  title: string
  columns: string[]
  /** The list of these rows, and its filter. */
  more?: { page: string; filter: string }
  sort: [string, 'asc' | 'desc'][]
  /** Columns that no page has words for. */
  own: readonly ColumnPlan[]
}

/** Sections of a record with rows of other tables. */
const mostChildren = 4
const mostColumns = 6

/** The relation of one row that a foreign key makes: `customer_id` → customer. */
export function relationName(column: string, taken: ReadonlySet<string>): string {
  const bare = column.replace(/[_ ]?(?:id|fk|key)$/i, '') || column
  const name = bare.charAt(0).toLowerCase() + bare.slice(1)
  return [name, `${name}_row`, `${name}_of_row`].find((each) => !taken.has(each)) ?? `${name}_of_this_row`
}

/** The tables whose rows point at a row of this one, those that tell most of it first: amounts, days and further foreign keys. */
export function childrenOf(table: TableFacts, world: World, pageOf: (table: string) => string | undefined): Child[] {
  const taken = new Set(table.columns.map((c) => c.name))
  const found = [...world.plans.values()].flatMap(({ table: other, columns }) => {
    const join = world.joins.find((each) => each.table === other)
    return other.foreignKeys
      .filter((f) => f.table === table.name && f.refColumn === table.primaryKey[0] && other !== table)
      .filter((f) => columns.some((c) => c.column.name === f.column && c.remote) && (!join || f === join.other))
      .map((f) => ({ other, columns, f, join, facts: factsOf(columns) }))
  })
  const sorted = found.sort((a, b) => b.facts - a.facts || (a.other.name < b.other.name ? -1 : 1)).slice(0, mostChildren)
  return sorted.map(({ other, columns, f, join }) => {
    const isTwice = sorted.filter((each) => each.other === other).length > 1
    const relation = childName(other.name, isTwice ? f.column : '', taken)
    taken.add(relation)
    return childOf(join, { other, columns, f, relation, isTwice }, pageOf)
  })
}

interface Found {
  other: TableFacts
  columns: readonly ColumnPlan[]
  f: ForeignKey
  relation: string
  isTwice: boolean
}

function childOf(
  join: Join | undefined,
  { other, columns, f, relation, isTwice }: Found,
  pageOf: (table: string) => string | undefined,
): Child {
  const page = pageOf(join ? join.owner : other.name)
  const isFiltered = join !== undefined || searched(columns).includes(f.column)
  const [key] = other.primaryKey
  const title = tableWords(join ? join.owner : other.name).title
  return {
    relation,
    table: other.name,
    column: f.column,
    title: isTwice ? `${title} (${pointed(f.column).toLowerCase()})` : title,
    columns: join ? [join.own.column] : sectionColumns(columns, f.column),
    ...(page !== undefined && isFiltered ? { more: { page, filter: join ? join.field : f.column } } : {}),
    sort: join || key === undefined ? [] : [[key, 'desc']],
    own: join ? columns : [],
  }
}

/** How much rows of a table tell: of what happened more than of what there is. */
function factsOf(columns: readonly ColumnPlan[]): number {
  const weight: Partial<Record<ColumnPlan['role'], number>> = { amount: 3, date: 2, person: 2, related: 2, state: 1, number: 1 }
  return columns.reduce((sum, { role }) => sum + (weight[role] ?? 0), 0)
}

function childName(table: string, suffix: string, taken: ReadonlySet<string>): string {
  const words = bareName(table).split('_').filter(Boolean)
  const last = words.pop() ?? ''
  const stem = [...words, plural(singular(last))].join('_').replace(/[^a-zA-Z0-9_]/g, '') || 'rows'
  const tail = suffix.replace(/_?id$/i, '')
  const name = tail === '' ? stem : `${stem}_${tail}`
  return [name, `${name}_rows`, `${name}_of_row`].find((each) => !taken.has(each)) ?? `${name}_of_this_row`
}

/** Columns of a row in a section: as in its list, without what leads back. */
function sectionColumns(columns: readonly ColumnPlan[], except: string): string[] {
  const may = ranked(columns).filter(
    ({ column, role, isSecret }) => column.name !== except && role !== 'long' && role !== 'technical' && !isSecret,
  )
  const best = may.filter(({ role }) => role !== 'key' && role !== 'stamp').slice(0, mostColumns)
  const chosen = best.length > 0 ? best : may
  return (chosen.length > 0 ? chosen : columns.filter((c) => !c.isSecret).slice(0, 1)).map(({ column }) => column.name)
}

/** The columns in the order of lists. */
export function ranked(columns: readonly ColumnPlan[]): ColumnPlan[] {
  const place = ({ role }: ColumnPlan) => (role === 'long' ? listOrder.length : listOrder.indexOf(role))
  return [...columns].sort((a, b) => place(a) - place(b))
}

const searchable = [
  'string',
  'email',
  'mobile',
  'integer',
  'number',
  'datetime',
  'date',
  'select',
  'radio',
  'switch',
  'remoteSelect',
  'year',
]
const mostSearched = 12

/** The fields of the search panel. */
export function searched(columns: readonly ColumnPlan[]): string[] {
  return ranked(columns)
    .filter(({ kind, isSecret, type }) => searchable.includes(kind) && !isSecret && type.family !== 'special')
    .slice(0, mostSearched)
    .map(({ column }) => column.name)
}
