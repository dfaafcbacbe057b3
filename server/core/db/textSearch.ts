import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** ASCII that can be printed, without capitals: what a text loses before its bytes are written as digits. A literal that no setting reads otherwise. */
const ascii = `E'${Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))
  .filter((letter) => !/[A-Z]/.test(letter))
  .map((letter) => (/['\\]/.test(letter) ? `\\${letter}` : letter))
  .join('')}'`

/**
 * The text that a trigram index is built on: the text in lower case, followed by the bytes of all non-ASCII characters as hexadecimal
 * digits. pg_trgm recognises letters by the database's LC_CTYPE: in "C" (the embedded database) Chinese has none, and a word of two
 * characters never has a trigram usable by a LIKE pattern. Its digits have, and a part of a text is a part of its digits too. Takes the
 * SQL of a column. Built-in and immutable functions only: a dump can be restored without a function of Kontor.
 */
export function textKey(column: string): string {
  const lower = `lower(${column}::text)`
  return `${lower} || ' ' || encode(translate(${lower}, ${ascii}, '')::bytea, 'hex')`
}

/**
 * What holds for every row whose column has the text as a part, in the words of the column's text index: nothing for a text that is too
 * short for a trigram. The rows that fit have still to be compared.
 */
export function textKeySql(column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool>[] {
  const lower = sql`lower(${column}::text)`
  const key = sql`(${lower} || ' ' || ${digitsSql(lower)})`
  const parts: RawBuilder<SqlBool>[] = []
  if (/[a-z0-9]{3}/i.test(text)) parts.push(sql<SqlBool>`${key} like lower(${likePattern(text)}::text)`)
  if (/[^\p{ASCII}]/u.test(text)) parts.push(sql<SqlBool>`${key} like '%' || ${digitsSql(sql`lower(${text}::text)`)} || '%'`)
  return parts
}

/** Bytes of everything beyond ASCII, as hexadecimal digits, of a text in lower case. */
function digitsSql(lower: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`encode(translate(${lower}, ${sql.raw(ascii)}, '')::bytea, 'hex')`
}

/** A LIKE pattern that finds the text anywhere. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
