import { Reader } from './tokens.ts'

/** Functions that give the time of the change. */
const nows: ReadonlySet<string> = new Set([
  'NOW',
  'CURDATE',
  'CURTIME',
  'CURRENT_DATE',
  'CURRENT_TIME',
  'CURRENT_TIMESTAMP',
  'LOCALTIME',
  'LOCALTIMESTAMP',
  'SYSDATE',
])
/** Functions of SQLite that do so with `'now'`. */
const timesOf: ReadonlySet<string> = new Set(['DATE', 'TIME', 'DATETIME'])
const seconds: ReadonlySet<string> = new Set(['UNIX_TIMESTAMP', 'UNIXEPOCH', 'STRFTIME'])

/**
 * Reads a default as PostgreSQL writes it for a column of this type; null where it is none, or one that PostgreSQL does not know. The value of
 * a SET is `a,b`.
 */
export function readDefault(reader: Reader, type: string): string | null {
  if (reader.sees('(')) {
    const inner = new Reader(reader.inside())
    const value = readDefault(inner, type)
    return inner.isAtEnd ? value : null
  }
  const sign = reader.takes('-') ? '-' : ''
  reader.takes('+')
  const token = reader.next()
  if (!token) return null
  const word = token.kind === 'word' ? token.text.toUpperCase() : ''
  const isCall = reader.sees('(')
  const args = reader.inside()
  // The bits of `b'01'`, the bytes of `x'00'`.
  if ((word === 'B' || word === 'X') && reader.peek()?.kind === 'text') {
    const bits = reader.next()?.text
    return type !== 'boolean' ? null : bits === '1' ? 'true' : 'false'
  }
  const isNow = nows.has(word) || (timesOf.has(word) && args[0]?.text === 'now')
  if (isNow && /^(?:date|time|text|character varying)/.test(type)) return 'CURRENT_TIMESTAMP'
  if (isCall) return ofFunction(word, args.map(({ text }) => text).join(''), type)
  return word === 'NULL' ? null : ofValue(sign + token.text, word, type)
}

function ofFunction(word: string, args: string, type: string): string | null {
  const isInteger = type === 'integer' || type === 'bigint'
  if (seconds.has(word) && isInteger && /^(?:%s,now)?$/.test(args)) return `extract(epoch from now())::${type}`
  if (word === 'UUID') return type === 'uuid' || /^(?:text|character)/.test(type) ? 'gen_random_uuid()' : null
  if (type !== 'jsonb' || args !== '') return null
  return word === 'JSON_ARRAY' ? `'[]'` : word === 'JSON_OBJECT' ? `'{}'` : null
}

function ofValue(text: string, word: string, type: string): string | null {
  if (type === 'boolean') return ['1', 'TRUE'].includes(word || text) ? 'true' : 'false'
  if (type === 'bytea') return null
  if (/^(?:smallint|integer|bigint|numeric|double)/.test(type))
    return text.trim() !== '' && Number.isFinite(Number(text)) ? text : word === 'TRUE' ? '1' : word === 'FALSE' ? '0' : null
  const value = type === 'text[]' ? `{${text === '' ? '' : text.split(',').map(listed).join(',')}}` : text
  // MySQL's day zero is no day.
  return /^(?:date|timestamp)/.test(type) && /^0000|-00/.test(text) ? null : `'${value.replaceAll("'", "''")}'`
}

/** A member of an array of PostgreSQL. */
function listed(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
