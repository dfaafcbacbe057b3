import type { ColumnFacts, ForeignKey, TableFacts } from './facts.ts'
import type { Query } from './postgres.ts'

/** Rows of a table that are looked at, and characters of each value. */
const sample = { rows: 500, characters: 300 }

/** Rows that the screen of a tree shows, and levels that it has. */
const tree = { rows: 5000, levels: 20 }

/**
 * The facts with what only rows tell: values that columns have, whether rows that point at rows of their own table form a tree, and how many
 * pairs a row has. What may not be read, or takes long, is left out: then only names and types decide. Reads no more than a few hundred rows
 * of a table, and of trees and pairs the keys.
 */
export async function probeTable(query: Query, table: TableFacts): Promise<TableFacts> {
  try {
    const from = (table.name.includes('.') ? table.name : `public.${table.name}`).split('.').map(quote).join('.')
    const stored = await storedValues(query, table.columns.filter(isTold), from)
    const columns = table.columns.map((column) => {
      const values = stored.get(column.name)
      return values ? { ...column, stored: values } : column
    })
    const foreignKeys: ForeignKey[] = []
    for (const key of table.foreignKeys) foreignKeys.push(await probeKey(query, table, key, from))
    return { ...table, columns, foreignKeys }
  } catch {
    return table
  }
}

function isTold({ type, base = type }: ColumnFacts): boolean {
  return /^(?:character|text|citext|smallint|integer)/.test(base) && !base.endsWith('[]')
}

async function storedValues(query: Query, columns: readonly ColumnFacts[], from: string): Promise<Map<string, string[]>> {
  if (columns.length === 0) return new Map()
  const list = columns.map(({ name }, i) => `left(${quote(name)}::text, ${sample.characters}) as c${i}`)
  const rows = await query<Record<string, string | null>>(`select ${list.join(', ')} from ${from} limit ${sample.rows}`, [])
  return new Map(columns.map(({ name }, i) => [name, rows.flatMap((row) => row[`c${i}`] ?? [])]))
}

async function probeKey(query: Query, table: TableFacts, key: ForeignKey, from: string): Promise<ForeignKey> {
  const column = quote(key.column)
  if (key.table === table.name && table.primaryKey.length === 1)
    return { ...key, isTree: await isTree(query, from, quote(key.refColumn), column) }
  if (!table.primaryKey.includes(key.column) || table.primaryKey.length !== 2) return key
  const [row] = await query<{ most: number | null }>(
    `select max(n)::int as most from (select count(*) as n from ${from} group by ${column}) as each`,
    [],
  )
  return { ...key, most: row?.most ?? 0 }
}

/** Few enough rows, and all of them reached from rows without a parent: rows in a circle would be on no screen. */
async function isTree(query: Query, from: string, key: string, parent: string): Promise<boolean> {
  const [size] = await query<{ n: number }>(
    `select count(*)::int as n from (select 1 from ${from} limit ${tree.rows + 1}) as r`,
    [],
  )
  const rows = size?.n ?? 0
  if (rows > tree.rows) return false
  const roots = `select ${key} as k, 1 as level from ${from} where ${parent} is null or ${parent} = ${key}`
  const below = `select t.${key}, down.level + 1 from ${from} as t join down on t.${parent} = down.k
    where t.${key} <> t.${parent} and down.level < ${tree.levels}`
  const [reached] = await query<{ n: number }>(
    `with recursive down(k, level) as (${roots} union all ${below}) select count(*)::int as n from down`,
    [],
  )
  return reached?.n === rows
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
