import type { Connection, FieldDef, Submittable } from 'pg'
import { rowMaker } from './rowMaker.ts'
import { getTypeParser } from './texts.ts'

/** A statement that a connection prepares by its name. */
export interface Statement {
  name: string
  text: string
  /** How a row is made of its texts: known once it ran, so that the database need not describe its rows again. */
  read?: ReadRow
}

type ReadRow = (texts: readonly (string | null)[]) => Row
type Row = Record<string, unknown>

/** What Kysely reads of a result of pg. */
export interface PreparedResult {
  command: string
  rowCount: number
  rows: Row[]
}

/** Are these bound as the texts that they are? How lists, documents and bytes are bound is left to pg. */
export function arePlain(values: readonly unknown[]): boolean {
  return values.every((value) => value === null || plain.has(typeof value))
}

const plain = new Set(['string', 'number', 'boolean', 'bigint'])

/** Names and texts of the statements that a connection has parsed; pg's client keeps them for every query that has a name. */
type Parsing = Connection & { parsedStatements: Readonly<Record<string, string>> }

/**
 * One run of a prepared statement. pg's own query has its rows described each time; those of a prepared statement are always the same, since
 * the database refuses the statement when a table has changed (0A000). pg's client calls the `handle…` methods.
 */
export class PreparedQuery implements Submittable {
  readonly done: Promise<PreparedResult>
  readonly name: string
  readonly text: string
  private readonly statement: Statement
  private readonly values: readonly unknown[]
  private readonly result: PreparedResult = { command: '', rowCount: 0, rows: [] }
  private resolve: (result: PreparedResult) => void = () => {}
  private reject: (error: unknown) => void = () => {}
  private failure: unknown

  constructor(statement: Statement, values: readonly unknown[]) {
    this.statement = statement
    this.name = statement.name
    this.text = statement.text
    this.values = values
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
  }

  submit(connection: Connection): void {
    const { name, text, statement } = this
    const values = this.values.map((value) => (value === null ? null : String(value)))
    connection.stream.cork()
    try {
      if ((connection as Parsing).parsedStatements[name] === undefined) connection.parse({ name, text, types: [] }, true)
      connection.bind({ statement: name, values }, true)
      if (!statement.read) connection.describe({ type: 'P' }, true)
      connection.execute(null, true)
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
  }

  handleRowDescription({ fields }: { fields: readonly FieldDef[] }): void {
    this.statement.read = readerOf(fields)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { read } = this.statement
    if (!read || this.failure) return
    try {
      this.result.rows.push(read(fields))
    } catch (error) {
      this.failure = error
    }
  }

  /** `SELECT 20`, or of what a WITH writes `INSERT 0 1`. */
  handleCommandComplete({ text }: { text: string }): void {
    const words = text.split(' ')
    this.result.command = words[0] ?? ''
    this.result.rowCount = Number(words.at(-1))
  }

  handleReadyForQuery(): void {
    if (this.failure) this.reject(this.failure)
    else this.resolve(this.result)
  }

  handleError(error: unknown): void {
    this.reject(error)
  }
}

/** The readers of rows by their columns: each connection prepares the same statements. */
const readers = new Map<string, ReadRow>()
const readersAtMost = 1000

function readerOf(columns: readonly FieldDef[]): ReadRow {
  const key = JSON.stringify(columns.map(({ name, dataTypeID }) => [name, dataTypeID]))
  const known = readers.get(key)
  if (known) return known
  const make = rowMaker(
    columns.map(({ name, dataTypeID }, i) => {
      const read = getTypeParser(dataTypeID)
      return {
        name,
        of: (texts: readonly (string | null)[]) => {
          const text = texts[i]
          return typeof text === 'string' ? read(text) : null
        },
      }
    }),
  )
  const reader: ReadRow = (texts) => make(texts, undefined)
  if (readers.size >= readersAtMost) readers.clear()
  readers.set(key, reader)
  return reader
}
