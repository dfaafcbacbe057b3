/**
 * What a spreadsheet may take for a formula where a cell begins: = + - @ or a tab, also in their full-width and small forms, and also behind
 * quotes, blanks or a byte order mark, which spreadsheets skip.
 */
const formula =
  /^[ \f\v"'\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]*[=+\-@\t\u2212\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b]/

/**
 * Where a reader that does not know of quotes begins a new cell inside a text: line breaks of every kind, and the semicolon, which
 * separates cells in half of the world's spreadsheets.
 */
const cuts = /(\r\n|[\n\r\u0085\u2028\u2029;])/

/** Is this piece of a text to be guarded? The first piece also where it is empty: then the cell begins with a line break. */
function isRiskyPiece(piece: string, isFirst: boolean, next: string | undefined): boolean {
  return formula.test(piece) || (isFirst && /^'*$/.test(piece) && next !== undefined && next !== ';')
}

/** The pieces of a text, each changed, with what is between them as it was. */
function eachPiece(text: string, change: (piece: string, isFirst: boolean, next: string | undefined) => string): string {
  const parts = text.split(cuts)
  return parts.map((part, i) => (i % 2 === 0 ? change(part, i === 0, parts[i + 1]) : part)).join('')
}

/** May a spreadsheet take this text, or a line of it, for more than text? */
export function isRisky(text: string): boolean {
  return guarded(text) !== text
}

/** The text with an apostrophe before each line, and each part behind a semicolon, that could be taken for a formula (controls C23). */
export function guarded(text: string): string {
  return eachPiece(text, (piece, isFirst, next) => (isRiskyPiece(piece, isFirst, next) ? `'${piece}` : piece))
}

/** What `guarded` was given: the way back, for a file that is read again. */
export function unguarded(text: string): string {
  return eachPiece(text, (piece, isFirst, next) =>
    piece.startsWith("'") && isRiskyPiece(piece.slice(1), isFirst, next) ? piece.slice(1) : piece,
  )
}
