import type { Reader, Token } from './tokens.ts'

/** A column type of MySQL, MariaDB or SQLite, as PostgreSQL has it. */
export interface ReadType {
  type: string
  enumValues: readonly string[] | null
  /** `tinyint(1)`: a boolean to most, a small number to some. */
  isTiny: boolean
  /** No value is below 0, for which PostgreSQL has no type. */
  unsigned: boolean
  /** SQLite counts a key of this very type. */
  isRowId: boolean
  /** It is counted by itself. */
  isSerial: boolean
}

const plain: Readonly<Record<string, string>> = {
  BOOL: 'boolean',
  BOOLEAN: 'boolean',
  SMALLINT: 'smallint',
  TINYINT: 'smallint',
  MEDIUMINT: 'integer',
  INT: 'integer',
  INTEGER: 'integer',
  BIGINT: 'bigint',
  SERIAL: 'bigint',
  YEAR: 'smallint',
  REAL: 'double precision',
  DOUBLE: 'double precision',
  FLOAT: 'double precision',
  DATE: 'date',
  TIME: 'time without time zone',
  DATETIME: 'timestamp without time zone',
  TIMESTAMP: 'timestamp without time zone',
  JSON: 'jsonb',
  UUID: 'uuid',
  UNIQUEIDENTIFIER: 'uuid',
  TEXT: 'text',
  CLOB: 'text',
  TINYTEXT: 'text',
  MEDIUMTEXT: 'text',
  LONGTEXT: 'text',
  POINT: 'text',
  MULTIPOINT: 'text',
  INTERVAL: 'interval',
  TIMESTAMPTZ: 'timestamp with time zone',
  'TIMESTAMP WITH TIME ZONE': 'timestamp with time zone',
  BLOB: 'bytea',
  TINYBLOB: 'bytea',
  MEDIUMBLOB: 'bytea',
  LONGBLOB: 'bytea',
  BINARY: 'bytea',
  VARBINARY: 'bytea',
}

/** The integer type that holds what an unsigned one does; no key reaches half of the largest. */
const unsignedOf: Readonly<Record<string, string>> = { smallint: 'integer', integer: 'bigint', bigint: 'bigint' }

/** What ends the words of a type. */
const ends: ReadonlySet<string> = new Set([
  'AS',
  'AUTO_INCREMENT',
  'AUTOINCREMENT',
  'CHARSET',
  'CHECK',
  'COLLATE',
  'COMMENT',
  'CONSTRAINT',
  'DEFAULT',
  'GENERATED',
  'INVISIBLE',
  'KEY',
  'NOT',
  'NULL',
  'ON',
  'PRIMARY',
  'REFERENCES',
  'SIGNED',
  'UNIQUE',
  'VIRTUAL',
  'ZEROFILL',
])

/** Reads the type of a column; one that is not known is what SQLite takes it for by the words in it. */
export function readType(reader: Reader): ReadType {
  const words: string[] = []
  for (let token = reader.peek(); token?.kind === 'word'; token = reader.peek()) {
    const word = token.text.toUpperCase()
    const isAfter = words.length > 0 && (word === 'UNSIGNED' || reader.sees('CHARACTER', 'SET'))
    if (ends.has(word) || isAfter) break
    words.push(word)
    reader.next()
  }
  const args = reader.inside()
  const isUnsigned = reader.takes('UNSIGNED') || words[0] === 'UNSIGNED'
  reader.takes('SIGNED')
  reader.takes('ZEROFILL')
  if (reader.takes('CHARACTER', 'SET') || reader.takes('CHARSET')) reader.next()
  if (reader.takes('COLLATE')) reader.next()
  const word = words.join(' ')
  const isListed = word === 'ENUM' || word === 'SET'
  const enumValues = isListed ? args.filter(({ kind }) => kind === 'text').map(({ text }) => text) : null
  const numbers = numbersOf(args)
  const type = word === 'SET' ? 'text[]' : typeOf(word, numbers)
  return {
    type: isUnsigned ? (unsignedOf[type] ?? type) : type,
    enumValues,
    unsigned: isUnsigned && type !== 'boolean',
    isTiny: word === 'TINYINT' && numbers[0] === 1,
    isRowId: word === 'INTEGER',
    isSerial: word === 'SERIAL',
  }
}

function numbersOf(args: readonly Token[]): number[] {
  return args.flatMap(({ kind, text }) => (kind === 'number' ? Number(text) : []))
}

function typeOf(word: string, [first, second]: readonly number[]): string {
  if (word === 'TINYINT' && first === 1) return 'boolean'
  if (word === 'BIT') return first === undefined || first === 1 ? 'boolean' : 'bytea'
  if (word === 'DECIMAL' || word === 'NUMERIC' || word === 'DEC' || word === 'FIXED')
    return first === undefined ? 'numeric' : `numeric(${first},${second ?? 0})`
  if (/^(?:N?CHAR|(?:NATIONAL )?CHAR(?:ACTER)?)$/.test(word)) return `character(${first ?? 1})`
  return plain[word] ?? affinity(word, first)
}

/** SQLite's own rule for the names of types. */
function affinity(word: string, length: number | undefined): string {
  if (word.includes('INT')) return 'bigint'
  if (word.includes('CHAR')) return length === undefined ? 'text' : `character varying(${length})`
  if (/CLOB|TEXT/.test(word)) return 'text'
  if (word.includes('BLOB')) return 'bytea'
  if (/REAL|FLOA|DOUB/.test(word)) return 'double precision'
  return /MONEY|DECIMAL|NUMBER/.test(word) ? 'numeric' : 'text'
}
