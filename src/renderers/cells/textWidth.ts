/**
 * Width in px of a text of 12 to 13 px: an estimate that is never too small. Columns are laid out before anything is drawn, where nothing
 * can be measured.
 */
export function textWidth(text: string): number {
  let width = 0
  for (const char of text) width += char.charCodeAt(0) > 0x2e80 ? 13 : (letters.get(char) ?? 7.8)
  return Math.ceil(width)
}

/** px of the letters that are narrower or wider than most, in the widest of the usual typefaces (DejaVu Sans). */
const letters = new Map([
  ...[..." fijlrtI.,:;'|()[]/-"].map((char) => [char, 4.7] as const),
  ...'ABCDEFGHJKLNOPQRSTUVXYZ&w'.split('').map((char) => [char, 9.3] as const),
  ...'mMW%@'.split('').map((char) => [char, 12] as const),
])
