import { stringify } from 'csv-stringify/sync'
import { guarded } from './export/guard.ts'

/** Begins files for people, so that spreadsheets read them as UTF-8. */
export const byteOrderMark = '\ufeff'

/** Text is quoted where it holds a break of any kind or a separator of any locale, and where blanks at its ends could be cut off. */
const inQuotes = /[\r\n\u0085\u2028\u2029;\t]|^\s|\s$/

/** Lines of a CSV file for the server itself (RFC 4180, ended by LF): cells exactly as they are, to be read by `keptRows`. */
export function keptLines(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => (row.length === 0 ? [''] : row)),
    { quoted_match: inQuotes },
  )
}

/**
 * Lines of a CSV file for people (RFC 4180, ended by CRLF). Texts are guarded against being read as formulas; `{ number }` is a decimal text
 * that stays a number. Every CSV that leaves the server is written here.
 */
export function sheetLines(rows: readonly (readonly (string | { number: string })[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? guarded(cell) : cell.number)))
  return cells.length === 0 ? '' : stringify(cells, { record_delimiter: 'windows', quoted_match: inQuotes })
}
