import type { ForeignKey, TableFacts } from '../introspect/facts.ts'
import { columnType } from './columnType.ts'
import { isName, labelOf } from './label.ts'
import { bareName, plural, singular } from './naming/names.ts'
import type { Choice, Join, KnownTable, World } from './plan.ts'
import { planColumns, type Told } from './planColumn.ts'
import { stampName } from './roles.ts'

/** What a world is made of. */
export interface WorldOptions {
  /** The tables of the run. */
  tables: readonly TableFacts[]
  /** Ids of their screens. */
  ids: ReadonlyMap<string, string>
  /** Screens that there are already, by table. */
  known: ReadonlyMap<string, KnownTable>
}

/** Partners of a row that a multiselect shows. */
const mostPairs = 200

/** What the tables of a run are to each other: which are pairs, what each is called by, and their columns. */
export function worldOf({ tables, ids, known }: WorldOptions, told: Told): World {
  const joins = tables.flatMap((table) => joinOf(table, tables, told) ?? [])
  const shown = tables.filter((table) => !joins.some((join) => join.table === table))
  const screens = new Map(known)
  for (const table of shown) {
    const [key, ...others] = table.primaryKey
    if (key === undefined || others.length > 0) continue
    screens.set(table.name, {
      page: ids.get(table.name) ?? '',
      ...labelOf(table),
      key,
      ...(treeOf(table) ? { isTree: true } : {}),
    })
  }
  const plans = new Map(
    [...shown, ...joins.map(({ table }) => table)].map((table) => [
      table.name,
      { table, columns: planColumns(table, screens, told) },
    ]),
  )
  for (const table of shown) told.choices.push(...namesOf(table, screens.get(table.name)))
  return { screens, pages: ids, joins, plans }
}

function namesOf(table: TableFacts, screen: KnownTable | undefined): Choice[] {
  if (!screen) return []
  const made = [screen.show, screen.secondary].filter((each) => each !== undefined).join(' and ')
  return [
    { of: table.name, rule: 'label', made, because: 'rows are called by the column whose name says a name, a title or a code' },
  ]
}

/** The column that makes a table a tree: it points at its own key, may be empty, and its rows form no circle. */
export function treeOf(table: TableFacts): ForeignKey | undefined {
  const [key, ...others] = table.primaryKey
  const isWhole = table.columns.some((c) => c.name === key && columnType(c).family === 'integer')
  if (others.length > 0 || !isWhole) return undefined
  const own = table.foreignKeys.filter((f) => f.table === table.name && f.refColumn === key && f.isTree !== false)
  const may = own.filter((f) => table.columns.some((c) => c.name === f.column && c.nullable) && isName(f.column))
  return may.length === 1 ? may[0] : undefined
}

/**
 * The field that a table of pairs becomes: its key is two columns that point at rows with whole numbers as keys, and beside them are only times
 * and an order. It stands on the side that its name begins with, unless rows there have too many partners.
 */
function joinOf(table: TableFacts, tables: readonly TableFacts[], told: Told): Join | undefined {
  const keys = pairOf(table)
  if (!keys || !/^[a-z_][a-zA-Z0-9_.]*$/.test(table.name)) return undefined
  const [a, b] = keys
  const isEntered = [a, b].every((f) =>
    hasWholeKey(
      tables.find((t) => t.name === f.table),
      f,
    ),
  )
  if (!isEntered) return undefined
  const fits = (own: ForeignKey) => (own.most ?? 0) <= mostPairs
  const first = begins(table.name, b.table) && !begins(table.name, a.table) ? [b, a] : [a, b]
  const own = first.find((each) => fits(each))
  if (!own) return undefined
  const other = own === a ? b : a
  const owner = tables.find((t) => t.name === own.table)
  const field = freeName(other.table === own.table ? other.column : other.table, owner)
  told.choices.push({
    of: table.name,
    rule: 'pairs',
    made: `${own.table}.${field}: remoteMultiSelect`,
    because: `its key is two foreign keys and it says nothing else, so it is a choice of several; ${
      own === first[0] ? 'its name begins with that side' : 'rows of the other side have too many partners'
    }`,
  })
  return { table, owner: own.table, field, own, other }
}

function pairOf(table: TableFacts): readonly [ForeignKey, ForeignKey] | undefined {
  const [a, b, ...more] = table.foreignKeys
  if (!a || !b || more.length > 0 || a.column === b.column) return undefined
  const both = [a.column, b.column].sort().join()
  const isKey = [table.primaryKey, ...(table.primaryKey.length === 0 ? table.unique : [])].some(
    (k) => [...k].sort().join() === both,
  )
  const others = table.columns.filter((c) => c.name !== a.column && c.name !== b.column)
  const isPlain = others.every(
    (c) =>
      (c.nullable || c.default !== null) &&
      (stampName.test(c.name) || /^last_?update$|^(?:weigh|sort|sort_?order|position|ordinal)$/i.test(c.name)),
  )
  return isKey && isPlain ? [a, b] : undefined
}

function hasWholeKey(target: TableFacts | undefined, { refColumn }: ForeignKey): boolean {
  const column = target?.columns.find((c) => c.name === refColumn)
  const isOnly = target?.primaryKey.length === 1 && target.primaryKey[0] === refColumn
  return isOnly && column !== undefined && columnType(column).family === 'integer' && /^[a-z_][a-zA-Z0-9_.]*$/.test(target.name)
}

function begins(join: string, table: string): boolean {
  const stem = singular(bareName(table).toLowerCase())
  return bareName(join).toLowerCase().startsWith(stem)
}

/** `film_actor` of films: actors. */
function freeName(of: string, owner: TableFacts | undefined): string {
  const words = bareName(of).replace(/_?id$/i, '').split('_')
  const last = words.pop() ?? ''
  const name = [...words, plural(singular(last.toLowerCase()))].join('_')
  const fits = /^[a-zA-Z_][a-zA-Z0-9_]{0,50}$/.test(name) ? name : 'links'
  const taken = new Set(owner?.columns.map((c) => c.name.toLowerCase()))
  return [fits, `${fits}_linked`, `${fits}_pairs`].find((each) => !taken.has(each.toLowerCase())) ?? `${fits}_of_row`
}
