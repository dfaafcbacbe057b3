/**
 * Width in px of a text of 12 to 13 px: an estimate that is never too small. Columns are laid out before anything is drawn, where nothing
 * can be measured.
 */
export function textWidth(text: string): number {
  let width = 0
  for (const char of text)
    width += char.charCodeAt(0) > 0x2e80 ? 13 : /[ fijlrtI.,:;'|()]/.test(char) ? 4.5 : /[A-Zmw%@]/.test(char) ? 9.5 : 7
  return Math.ceil(width)
}
