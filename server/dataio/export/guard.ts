/**
 * A text that a spreadsheet would take for a formula: one that begins with = + - @, tab or carriage return, also in their full-width forms,
 * and also behind quotes, blanks or a byte order mark, which spreadsheets skip.
 */
const formula = /^[\s"'\u00a0\u200b\ufeff]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** May a spreadsheet take this text for more than text? */
export function isRisky(text: string): boolean {
  return formula.test(text) || /^[\t\r]/.test(text)
}

/** The text with an apostrophe before it where it could be taken for a formula (controls C23). */
export function guarded(text: string): string {
  return isRisky(text) ? `'${text}` : text
}

/** What `guarded` was given: the way back, for a file that is read again. */
export function unguarded(text: string): string {
  return text.startsWith("'") && isRisky(text.slice(1)) ? text.slice(1) : text
}
