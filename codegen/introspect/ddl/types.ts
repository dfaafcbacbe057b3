import type { Reader, Token } from './tokens.ts'

/** A column type of MySQL, MariaDB or SQLite, as PostgreSQL has it. */
export interface ReadType {
  type: string
  enumValues: readonly string[] | null
  /** No value is below 0, for which PostgreSQL has no type. */
  unsigned: boolean
  /** SQLite counts a key of this very type. */
  isRowId: boolean
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
  SET: 'text',
  BLOB: 'bytea',
  TINYBLOB: 'bytea',
  MEDIUMBLOB: 'bytea',
  LONGBLOB: 'bytea',
  BINARY: 'bytea',
  VARBINARY: 'bytea',
}

/** The integer type that holds what an unsigned one does; no key reaches half of the largest. */
const unsignedOf: Readonly<Record<string, string>> = { smallint: 'integer', integer: 'bigint', bigint: 'bigint' }

/** Reads the type of a column; one that is not known is a text, as SQLite takes it. */
export function readType(reader: Reader): ReadType {
  const word = reader.peek()?.kind === 'word' && !isConstraint(reader) ? (reader.next()?.text.toUpperCase() ?? '') : ''
  const varying = reader.takes('VARYING') || reader.takes('PRECISION')
  const args = reader.inside()
  const isUnsigned = reader.takes('UNSIGNED')
  reader.takes('ZEROFILL')
  if (reader.takes('CHARACTER', 'SET') || reader.takes('CHARSET')) reader.next()
  if (reader.takes('COLLATE')) reader.next()
  const enumValues = word === 'ENUM' ? args.filter(({ kind }) => kind === 'text').map(({ text }) => text) : null
  const type = typeOf(word, numbersOf(args), varying)
  return { type: isUnsigned ? (unsignedOf[type] ?? type) : type, enumValues, unsigned: isUnsigned, isRowId: word === 'INTEGER' }
}

function isConstraint(reader: Reader): boolean {
  return [
    'NOT',
    'NULL',
    'PRIMARY',
    'UNIQUE',
    'DEFAULT',
    'CHECK',
    'REFERENCES',
    'CONSTRAINT',
    'GENERATED',
    'COLLATE',
    'COMMENT',
  ].some((word) => reader.sees(word))
}

function numbersOf(args: readonly Token[]): number[] {
  return args.flatMap(({ kind, text }) => (kind === 'number' ? Number(text) : []))
}

function typeOf(word: string, [first, second]: readonly number[], varying: boolean): string {
  if (word === 'TINYINT' && first === 1) return 'boolean'
  if (word === 'BIT') return first === undefined || first === 1 ? 'boolean' : 'bytea'
  if (word === 'DECIMAL' || word === 'NUMERIC' || word === 'DEC')
    return first === undefined ? 'numeric' : `numeric(${first},${second ?? 0})`
  if (/^(?:N?VARCHAR2?|VARCHARACTER)$/.test(word) || (varying && word === 'CHARACTER'))
    return first === undefined ? 'text' : `character varying(${first})`
  if (/^(?:N?CHAR|CHARACTER)$/.test(word)) return `character(${first ?? 1})`
  return plain[word] ?? 'text'
}
