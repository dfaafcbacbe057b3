import type { ColumnFacts, ForeignKey, TableFacts } from '../facts.ts'
import { snakeCase } from './names.ts'
import { partsOf, Reader, statementsOf, type Token } from './tokens.ts'
import { readType } from './types.ts'

/** A table while its statements are read. */
interface Table {
  name: string
  comment: string
  columns: ColumnFacts[]
  primaryKey: string[]
  unique: string[][]
  foreignKeys: ForeignKey[]
  checks: string[]
}

/**
 * Facts of the tables that a script of MySQL, MariaDB or SQLite makes (`mysqldump --no-data`, `.schema`), as PostgreSQL would have them: names in
 * lower case with _ between words, types of PostgreSQL. Rows, views, triggers and everything else of the script are passed over.
 */
export function readDdl(sql: string): Map<string, TableFacts> {
  const tables = new Map<string, Table>()
  for (const statement of statementsOf(sql)) {
    const reader = new Reader(statement)
    if (reader.takes('CREATE')) readCreate(reader, sql, tables)
    else if (reader.takes('ALTER', 'TABLE')) readAlter(reader, sql, tables)
  }
  for (const table of tables.values()) finish(table, tables)
  return new Map(tables)
}

function readCreate(reader: Reader, sql: string, tables: Map<string, Table>): void {
  const isTemporary = reader.takes('TEMPORARY') || reader.takes('TEMP')
  if (reader.takes('TABLE')) {
    reader.takes('IF', 'NOT', 'EXISTS')
    const name = snakeCase(reader.name())
    // A table made of a query has no columns to read; those of SQLite itself are none of the user's.
    if (isTemporary || !reader.sees('(') || name.startsWith('sqlite_')) return
    const table: Table = { name, comment: '', columns: [], primaryKey: [], unique: [], foreignKeys: [], checks: [] }
    for (const part of partsOf(reader.inside())) readPart(new Reader(part), table, sql)
    while (!reader.isAtEnd) {
      if (reader.takes('COMMENT')) {
        reader.takes('=')
        table.comment = reader.next()?.text ?? ''
      } else reader.next()
    }
    tables.set(name, table)
  } else if (reader.takes('UNIQUE', 'INDEX')) {
    reader.takes('IF', 'NOT', 'EXISTS')
    reader.name()
    if (!reader.takes('ON')) return
    const table = tables.get(snakeCase(reader.name()))
    const names = namesIn(reader.inside())
    // With a condition it is unique among some rows only.
    if (table && names && !reader.sees('WHERE')) table.unique.push(names)
  }
}

function readAlter(reader: Reader, sql: string, tables: ReadonlyMap<string, Table>): void {
  reader.takes('ONLY')
  const table = tables.get(snakeCase(reader.name()))
  if (!table) return
  const rest: Token[] = []
  for (let token = reader.next(); token; token = reader.next()) rest.push(token)
  for (const part of partsOf(rest)) {
    const own = new Reader(part)
    if (own.takes('ADD')) readConstraint(own, table, sql)
    else if (own.takes('MODIFY')) {
      // A dump of phpMyAdmin adds AUTO_INCREMENT at its end.
      own.takes('COLUMN')
      const name = snakeCase(own.name())
      const column = table.columns.find((each) => each.name === name)
      if (column && part.some(({ kind, text }) => kind === 'word' && text.toUpperCase() === 'AUTO_INCREMENT'))
        column.counted = true
    }
  }
}

function readPart(reader: Reader, table: Table, sql: string): void {
  if (!readConstraint(reader, table, sql)) readColumn(reader, table, sql)
}

/** Reads a constraint or key of a table; false where a column is next. */
function readConstraint(reader: Reader, table: Table, sql: string): boolean {
  if (reader.takes('CONSTRAINT') && !['PRIMARY', 'UNIQUE', 'FOREIGN', 'CHECK'].some((word) => reader.sees(word))) reader.name()
  if (reader.takes('PRIMARY', 'KEY')) {
    skipToParenthesis(reader)
    table.primaryKey = namesIn(reader.inside()) ?? []
  } else if (reader.takes('UNIQUE')) {
    skipToParenthesis(reader)
    const names = namesIn(reader.inside())
    if (names) table.unique.push(names)
  } else if (reader.takes('FOREIGN', 'KEY')) {
    skipToParenthesis(reader)
    readReference(reader, namesIn(reader.inside()) ?? [], table)
  } else if (reader.takes('CHECK')) table.checks.push(checkOf(reader.inside(), sql))
  else
    return ['KEY', 'INDEX', 'FULLTEXT', 'SPATIAL'].some(
      (word) =>
        reader.sees(word) &&
        (reader.peek(1)?.kind === 'name' || reader.peek(2)?.text === '(' || reader.peek(1)?.text.toUpperCase() === 'KEY'),
    )
  return true
}

/** Keys may have a name and a type before their columns. */
function skipToParenthesis(reader: Reader): void {
  while (!reader.isAtEnd && !reader.sees('(')) reader.next()
}

/** The columns of a key; undefined where it is one of an expression. */
function namesIn(tokens: readonly Token[]): string[] | undefined {
  const parts = partsOf(tokens)
  if (parts.some((part) => part.length > 1 && part[1]?.text === '(' && part[2]?.kind !== 'number')) return undefined
  return parts.map(([first]) => snakeCase(first?.text ?? ''))
}

function readReference(reader: Reader, columns: readonly string[], table: Table): void {
  if (!reader.takes('REFERENCES')) return
  const target = snakeCase(reader.name())
  const names = reader.sees('(') ? (namesIn(reader.inside()) ?? []) : ['']
  const [column] = columns
  // A page points at rows by one column.
  if (column !== undefined && columns.length === 1) table.foreignKeys.push({ column, table: target, refColumn: names[0] ?? '' })
}

function readColumn(reader: Reader, table: Table, sql: string): void {
  const name = snakeCase(reader.name())
  const { type, enumValues, unsigned, isRowId } = readType(reader)
  const column: ColumnFacts = { name, type, nullable: true, default: null, counted: false, comment: '', enumValues }
  if (unsigned) table.checks.push(`("${name}" >= 0)`)
  while (!reader.isAtEnd) {
    if (reader.takes('NOT', 'NULL')) column.nullable = false
    else if (reader.takes('PRIMARY', 'KEY')) {
      table.primaryKey = [name]
      if (isRowId) column.counted = true
    } else if (reader.takes('AUTO_INCREMENT') || reader.takes('AUTOINCREMENT')) column.counted = true
    else if (reader.takes('GENERATED') || reader.takes('AS')) column.counted = true
    else if (reader.takes('UNIQUE')) {
      reader.takes('KEY')
      table.unique.push([name])
    } else if (reader.takes('DEFAULT')) column.default = defaultOf(reader, type)
    else if (reader.takes('ON', 'UPDATE')) reader.next()
    else if (reader.takes('COMMENT')) column.comment = reader.next()?.text ?? ''
    else if (reader.takes('CHECK')) table.checks.push(checkOf(reader.inside(), sql))
    else if (reader.sees('REFERENCES')) readReference(reader, [name], table)
    else reader.next()
  }
  table.columns.push(column)
}

/** A default as PostgreSQL writes it; null where it is none, or one that PostgreSQL does not know. */
function defaultOf(reader: Reader, type: string): string | null {
  if (reader.sees('(')) {
    reader.inside()
    return null
  }
  const sign = reader.takes('-') ? '-' : ''
  const token = reader.next()
  if (!token) return null
  const word = token.kind === 'word' ? token.text.toUpperCase() : ''
  if (word === 'NULL') return null
  if (word === 'B' && reader.peek()?.kind === 'text') return reader.next()?.text === '1' ? 'true' : 'false'
  if (word.startsWith('CURRENT_') || word === 'NOW') {
    reader.inside()
    return 'CURRENT_TIMESTAMP'
  }
  if (type === 'boolean') return ['1', 'TRUE'].includes(word || token.text) ? 'true' : 'false'
  if (/^(?:smallint|integer|bigint|numeric|double)/.test(type)) return `${sign}${token.text}`
  // MySQL's day zero is no day.
  return token.text.startsWith('0000-00-00') ? null : `'${token.text.replaceAll("'", "''")}'`
}

/** A condition with the names of PostgreSQL; quotes of other databases are taken off. */
function checkOf(tokens: readonly Token[], sql: string): string {
  const parts = tokens.map(({ kind, text, from, to }, i) => {
    // Signs of two characters stay together.
    const space = i === 0 || tokens[i - 1]?.to === from ? '' : ' '
    if (kind === 'name') return `${space}"${snakeCase(text)}"`
    return space + (kind === 'text' ? `'${text.replaceAll("'", "''")}'` : sql.slice(from, to))
  })
  return `(${parts.join('')})`
}

/** What can be told only when all tables are there. */
function finish(table: Table, tables: ReadonlyMap<string, Table>): void {
  for (const column of table.columns) if (table.primaryKey.includes(column.name)) column.nullable = false
  table.foreignKeys = table.foreignKeys.flatMap((key) => {
    const refColumn = key.refColumn || tables.get(key.table)?.primaryKey[0]
    return refColumn !== undefined && tables.has(key.table) ? [{ ...key, refColumn }] : []
  })
}
