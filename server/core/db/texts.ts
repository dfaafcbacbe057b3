import { types } from 'pg'
import type { StoreType } from '../../../src/schemas/kinds/kind.ts'

/** What is made of the text that the database has for a value. */
type ReadText = (text: string) => unknown

const safeInteger = (text: string): number | string => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}
const asText = (text: string): string => text
const bigintList = (text: string): unknown[] =>
  (types.getTypeParser(1009 as never)(text) as string[]).map((t) => t && safeInteger(t))

/** Lists of which no value is in quotes are cut at their commas; pg's own reader makes an object of every character. */
export const textList = (text: string): unknown =>
  /^\{[^"\\{}]+\}$/.test(text) && !text.includes('NULL') ? text.slice(1, -1).split(',') : types.getTypeParser(1009 as never)(text)

/** By type oid: integers that JavaScript cannot hold, decimals and points in time stay text, so that nothing is rounded on the way. */
const readers: Readonly<Record<number, ReadText>> = {
  20: safeInteger, // int8
  600: asText, // point
  718: asText, // circle
  1009: textList, // text[]
  1015: textList, // varchar[]
  1016: bigintList, // int8[]
  1017: textList, // point[]
  1115: textList, // timestamp[]
  1182: textList, // date[]
  1185: textList, // timestamptz[]
  1187: textList, // interval[]
  1231: textList, // numeric[]
  199: textList, // json[]
  3807: textList, // jsonb[]
  1082: asText, // date
  1083: asText, // time
  1114: asText, // timestamp
  1184: asText, // timestamptz
  1700: asText, // numeric
  1186: asText, // interval
}

/** Reads the values of one type of the database. */
export function getTypeParser(oid: number, format?: 'text' | 'binary'): ReadText {
  return readers[oid] ?? types.getTypeParser(oid as never, format as never)
}

/** Oids of the types whose values are no texts in JavaScript. */
const oids: Readonly<Partial<Record<StoreType, number>>> = {
  smallint: 21,
  integer: 23,
  bigint: 20,
  real: 700,
  'double precision': 701,
  boolean: 16,
  json: 114,
  jsonb: 3802,
  bytea: 17,
  'text[]': 1009,
  'smallint[]': 1005,
  'integer[]': 1007,
  'bigint[]': 1016,
}

/** Reads what a column of this type is as text, to the same values as the column itself. */
export function textReader(type: StoreType | undefined): ReadText {
  const oid = type && oids[type]
  return oid === undefined ? asText : getTypeParser(oid)
}
