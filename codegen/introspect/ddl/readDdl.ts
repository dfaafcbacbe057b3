import { readComment } from '../comment.ts'
import type { TableFacts } from '../facts.ts'
import { readDefault } from './defaults.ts'
import { snakeCase } from './names.ts'
import { type Column, factsOf, type Script, type Table } from './table.ts'
import { partsOf, Reader, statementsOf, type Token } from './tokens.ts'
import { readType } from './types.ts'

/**
 * Facts of the tables that a script of MySQL, MariaDB or SQLite makes (`mysqldump --no-data`, `.schema`, migrations), as PostgreSQL would have
 * them: names in lower case with _ between words, types of PostgreSQL. Rows, views, triggers and everything else of the script are passed over.
 * Throws where two names become one.
 */
export function readDdl(source: string): Map<string, TableFacts> {
  // Bodies of procedures have statements of their own.
  const sql = source.replace(/^DELIMITER[ \t]+(?!;[ \t]*$)\S+[\s\S]*?^DELIMITER[ \t]+;[ \t]*$/gim, (body) =>
    body.replace(/[^\n]/g, ' '),
  )
  const script: Script = { sql, tables: new Map(), virtual: [] }
  for (const statement of statementsOf(sql)) {
    const reader = new Reader(statement)
    if (reader.takes('CREATE')) readCreate(reader, script)
    else if (reader.takes('ALTER', 'TABLE')) readAlter(reader, script)
    else if (reader.takes('RENAME', 'TABLE')) for (const part of partsOf(reader.rest())) renamed(new Reader(part), script)
    // phpMyAdmin makes a table in place of each view, and drops it later.
    else if (reader.takes('DROP', 'TABLE')) {
      reader.takes('IF', 'EXISTS')
      for (const part of partsOf(reader.rest())) script.tables.delete(snakeCase(new Reader(part).name()))
    }
  }
  return new Map([...script.tables].map(([name, table]) => [name, factsOf(table, script)]))
}

function readCreate(reader: Reader, script: Script): void {
  const isTemporary = reader.takes('TEMPORARY') || reader.takes('TEMP')
  if (reader.takes('TABLE')) {
    const isOnce = reader.takes('IF', 'NOT', 'EXISTS')
    const written = reader.name()
    const name = snakeCase(written)
    const before = script.tables.get(name)
    if (before && before.written !== written)
      throw new Error(`tables ${before.written} and ${written} would both be called ${name}`)
    if (isTemporary || (before && isOnce) || isShadow(name, script)) return
    const like = reader.takes('LIKE') || (reader.sees('(', 'LIKE') && reader.takes('(', 'LIKE'))
    const model = like ? script.tables.get(snakeCase(reader.name())) : undefined
    if (model) script.tables.set(name, { ...structuredClone(model), written, name, foreignKeys: [] })
    // A table made of a query has no columns to read; those of SQLite itself are none of the user's.
    if (like || !reader.sees('(') || name.startsWith('sqlite_')) return
    const table: Table = {
      written,
      name,
      comment: '',
      columns: [],
      primaryKey: [],
      unique: [],
      foreignKeys: [],
      conditions: [],
      unsigned: [],
    }
    for (const part of partsOf(reader.inside())) readPart(new Reader(part), table)
    readOptions(reader, table)
    script.tables.set(name, table)
  } else if (reader.takes('VIRTUAL', 'TABLE')) {
    reader.takes('IF', 'NOT', 'EXISTS')
    script.virtual.push(snakeCase(reader.name()))
  } else if (reader.takes('UNIQUE', 'INDEX')) {
    reader.takes('IF', 'NOT', 'EXISTS')
    reader.name()
    if (!reader.takes('ON')) return
    const table = script.tables.get(snakeCase(reader.name()))
    const names = namesIn(reader.inside())
    // With a condition it is unique among some rows only.
    if (table && names && !reader.sees('WHERE')) table.unique.push(names)
  }
}

/** Is it where the search or the tree of a virtual table keeps its data? */
function isShadow(name: string, { virtual }: Script): boolean {
  const ends = /^_(?:data|idx|content|docsize|config|segments|segdir|stat|node|parent|rowid)$/
  return virtual.some((each) => name.startsWith(each) && ends.test(name.slice(each.length)))
}

/** What stands behind the columns of a table. */
function readOptions(reader: Reader, table: Table): void {
  while (!reader.isAtEnd) {
    if (reader.takes('COMMENT')) {
      reader.takes('=')
      table.comment = reader.next()?.text ?? ''
    } else reader.next()
  }
}

function readAlter(reader: Reader, script: Script): void {
  reader.takes('ONLY')
  const name = snakeCase(reader.name())
  const table = script.tables.get(name)
  if (!table) return
  for (const part of partsOf(reader.rest())) {
    const own = new Reader(part)
    if (own.takes('ADD')) {
      if (own.takes('COLUMN')) own.takes('IF', 'NOT', 'EXISTS')
      for (const each of own.sees('(') ? partsOf(own.inside()) : [own.rest()]) readPart(new Reader(each), table)
    } else if (own.takes('MODIFY')) {
      own.takes('COLUMN')
      // A dump of phpMyAdmin adds AUTO_INCREMENT at its end.
      replaceColumn(own.peek()?.text ?? '', own, table)
    } else if (own.takes('CHANGE')) {
      own.takes('COLUMN')
      replaceColumn(own.name(), own, table)
    } else if (own.takes('DROP')) {
      if (['PRIMARY', 'FOREIGN', 'KEY', 'INDEX', 'CONSTRAINT', 'CHECK'].some((word) => own.sees(word))) continue
      own.takes('COLUMN')
      dropColumn(table, snakeCase(own.name()))
    } else if (own.takes('RENAME', 'COLUMN')) {
      const from = snakeCase(own.name())
      own.takes('TO')
      const column = table.columns.find((each) => each.name === from)
      if (column) renameColumn(table, column, snakeCase(own.name()))
    } else if (own.takes('RENAME')) {
      if (own.takes('TO') || own.takes('AS') || own.peek()?.kind !== 'word') moveTable(table, own.name(), script)
    } else readOptions(own, table)
  }
}

/** `a TO b` */
function renamed(reader: Reader, script: Script): void {
  const table = script.tables.get(snakeCase(reader.name()))
  if (table && reader.takes('TO')) moveTable(table, reader.name(), script)
}

function moveTable(table: Table, written: string, script: Script): void {
  for (const { foreignKeys } of script.tables.values())
    for (const key of foreignKeys) if (key.table === table.name) key.table = snakeCase(written)
  script.tables.delete(table.name)
  Object.assign(table, { written, name: snakeCase(written) })
  script.tables.set(table.name, table)
}

/** Replaces the definition of a column, which keeps its position. */
function replaceColumn(before: string, reader: Reader, table: Table): void {
  const at = table.columns.findIndex(({ name }) => name === snakeCase(before))
  const old = table.columns[at]
  if (!old) return
  table.columns.splice(at, 1)
  table.unsigned = table.unsigned.filter((name) => name !== old.name)
  const { primaryKey } = table
  readColumn(reader, table)
  const column = table.columns.pop()
  if (!column) return
  table.columns.splice(at, 0, column)
  if (table.primaryKey.length === 0) table.primaryKey = primaryKey
  if (column.name !== old.name) renameColumn(table, column, column.name, old.name)
}

/** With what hung on it. */
function dropColumn(table: Table, gone: string): void {
  table.columns = table.columns.filter(({ name }) => name !== gone)
  table.unique = table.unique.filter((names) => !names.includes(gone))
  table.unsigned = table.unsigned.filter((name) => name !== gone)
  table.foreignKeys = table.foreignKeys.filter(({ column }) => column !== gone)
  if (table.primaryKey.includes(gone)) table.primaryKey = []
}

function renameColumn(table: Table, column: Column, name: string, before = column.name): void {
  const rename = (each: string) => (each === before ? name : each)
  column.name = name
  table.primaryKey = table.primaryKey.map(rename)
  table.unique = table.unique.map((names) => names.map(rename))
  table.unsigned = table.unsigned.map(rename)
  for (const key of table.foreignKeys) key.column = rename(key.column)
}

function readPart(reader: Reader, table: Table): void {
  if (!readConstraint(reader, table)) readColumn(reader, table)
}

/** Reads a constraint or key of a table; false where a column is next. */
function readConstraint(reader: Reader, table: Table): boolean {
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
  } else if (reader.takes('CHECK')) table.conditions.push(reader.inside())
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
  const isExpression = ([first, second, third]: readonly Token[]) =>
    first?.text === '(' || (second?.text === '(' && third?.kind !== 'number')
  if (parts.some(isExpression)) return undefined
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

function readColumn(reader: Reader, table: Table): void {
  const written = reader.name()
  const name = snakeCase(written)
  if (table.columns.some((column) => column.name === name))
    throw new Error(`table ${table.written}: two columns would be called ${name}, ${written} is one of them`)
  const { type, enumValues, unsigned, isRowId, isSerial, isTiny } = readType(reader)
  const column: Column = { name, type, nullable: true, default: null, counted: isSerial, comment: '', enumValues }
  if (unsigned) table.unsigned.push(name)
  while (!reader.isAtEnd) {
    if (reader.takes('NOT', 'NULL')) column.nullable = false
    else if (reader.takes('PRIMARY', 'KEY')) {
      table.primaryKey = [name]
      if (isRowId) column.counted = true
    } else if (reader.takes('AUTO_INCREMENT') || reader.takes('AUTOINCREMENT')) column.counted = true
    else if (reader.takes('AS')) column.expression = reader.inside()
    else if (reader.takes('UNIQUE')) {
      reader.takes('KEY')
      table.unique.push([name])
    } else if (reader.takes('DEFAULT')) column.default = readDefault(reader, isTiny ? 'smallint' : type)
    else if (reader.takes('ON', 'UPDATE')) reader.next()
    else if (reader.takes('COMMENT')) column.comment = reader.next()?.text ?? ''
    else if (reader.takes('CHECK')) table.conditions.push(reader.inside())
    else if (reader.sees('REFERENCES')) readReference(reader, [name], table)
    else reader.next()
  }
  if (isTiny) decideTiny(column)
  table.columns.push(column)
}

/** `tinyint(1)` is a boolean, but where its comment or its default knows other numbers. */
function decideTiny(column: Column): void {
  const values = [...readComment(column.comment).options.map(({ value }) => value), column.default ?? '0']
  if (values.some((value) => !['0', '1'].includes(value))) column.type = 'smallint'
  else if (column.default !== null) column.default = column.default === '1' ? 'true' : 'false'
}
