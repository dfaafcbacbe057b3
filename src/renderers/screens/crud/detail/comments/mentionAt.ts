/** A name that is being typed behind an "@". */
export interface Typed {
  /** Place of the "@". */
  at: number
  /** What is typed of the name. */
  query: string
}

/** The longest name that is looked for. */
const longest = 40

/** The mention that is being typed at the caret: an "@" that no letter or digit is before, and what follows it; null where there is none. */
export function typedMention(text: string, caret: number): Typed | null {
  const before = text.slice(0, caret)
  const at = before.lastIndexOf('@')
  if (at < 0 || /[a-z0-9._]$/i.test(before.slice(0, at))) return null
  const query = before.slice(at + 1)
  return query.length > longest || /[\n@]|\s\s|^\s/.test(query) ? null : { at, query }
}

/** The text with the name in place of what was typed of it, and where the caret is then. */
export function withMention(text: string, typed: Typed, caret: number, name: string): { text: string; caret: number } {
  const put = `@${name} `
  const rest = text.slice(caret).replace(/^ /, '')
  return { text: text.slice(0, typed.at) + put + rest, caret: typed.at + put.length }
}
