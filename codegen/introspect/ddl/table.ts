import type { ColumnFacts, ForeignKey, TableFacts } from '../facts.ts'
import { conditionOf, documentOf, isOfBoolean } from './condition.ts'
import type { Token } from './tokens.ts'

/** A table while its statements are read. */
export interface Table {
  /** As the script has it. */
  written: string
  name: string
  comment: string
  columns: Column[]
  primaryKey: string[]
  unique: string[][]
  foreignKeys: ForeignKey[]
  conditions: Token[][]
  unsigned: string[]
}

/** `expression`: by which it is computed. */
export interface Column extends ColumnFacts {
  expression?: readonly Token[]
}

/** What is read, and from where. */
export interface Script {
  sql: string
  tables: Map<string, Table>
  /** Virtual tables of SQLite, which keep their own in tables beside them. */
  virtual: string[]
}

/** The facts of a table, with what can be told only when all of it, and all tables, are there. */
export function factsOf(table: Table, { sql, tables }: Script): TableFacts {
  const { name, comment, primaryKey, unique, conditions, unsigned } = table
  const source = (tokens: readonly Token[]) => sql.slice(tokens[0]?.from, tokens.at(-1)?.to).replace(/\s+/g, ' ')
  const byName = new Map(table.columns.map((column) => [column.name, column]))
  const leftOut: string[] = []
  for (const tokens of conditions) {
    const document = byName.get(documentOf(tokens) ?? '')
    if (document) document.type = 'jsonb'
  }
  const checks = [...new Set(unsigned)].map((column) => `("${column}" >= 0)`)
  for (const tokens of conditions) {
    if (documentOf(tokens) !== undefined || isOfBoolean(tokens, byName)) continue
    const condition = conditionOf(tokens, byName)
    if (condition === undefined) leftOut.push(`CHECK (${source(tokens)})`)
    else checks.push(condition)
  }
  const columns = table.columns.map(({ expression, ...column }): ColumnFacts => {
    if (primaryKey.includes(column.name)) return { ...column, nullable: false }
    if (!expression) return column
    const computed = conditionOf(expression, byName)
    if (computed !== undefined) return { ...column, counted: true, computed }
    leftOut.push(`${column.name} AS (${source(expression)})`)
    return { ...column, nullable: true }
  })
  const foreignKeys = table.foreignKeys.flatMap((key) => {
    const target = tables.get(key.table)
    const refColumn = key.refColumn || target?.primaryKey[0]
    if (refColumn === undefined || !target) return []
    const found = { ...key, refColumn }
    if (isKept(found, byName, target)) return [found]
    leftOut.push(`FOREIGN KEY (${key.column}) REFERENCES ${key.table} (${refColumn})`)
    return []
  })
  return { name, comment, columns, primaryKey, unique, foreignKeys, checks, ...(leftOut.length > 0 ? { leftOut } : {}) }
}

/** PostgreSQL points at what is unique, and of one sort with what points. */
function isKept(key: ForeignKey, columns: ReadonlyMap<string, Column>, target: Table): boolean {
  const isUnique = [target.primaryKey, ...target.unique].some((names) => names.length === 1 && names[0] === key.refColumn)
  const sorts = [columns.get(key.column), target.columns.find(({ name }) => name === key.refColumn)].map((column) =>
    column?.type.replace(/^(?:small|big)?int(?:eger)?$|^numeric.*/, 'number').replace(/^(?:text|character).*/, 'text'),
  )
  return isUnique && sorts[0] !== undefined && sorts[0] === sorts[1]
}
