/** A word, name, text, number or sign of SQL. A quoted name or text is never taken for a keyword. */
export interface Token {
  kind: 'word' | 'name' | 'text' | 'number' | 'sign'
  text: string
  /** Where it is in the source. */
  from: number
  to: number
}

const patterns: readonly (readonly [Token['kind'] | 'skip', RegExp])[] = [
  ['skip', /\s+|--[^\n]*|#[^\n]*|\/\*(?!!)[\s\S]*?\*\//y],
  // MySQL's conditional comments are statements to MySQL, and settings of a dump.
  ['skip', /\/\*![\s\S]*?\*\//y],
  ['name', /`((?:[^`]|``)*)`|\[([^\]]*)\]|"((?:[^"]|"")*)"/y],
  ['text', /(?:N|_[a-z0-9]+ ?)?'((?:[^'\\]|\\.|'')*)'/iy],
  ['number', /(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy],
  ['word', /[\p{L}_][\p{L}\p{N}_$]*/uy],
  ['sign', /[\s\S]/y],
]

/** The tokens of SQL as MySQL, MariaDB and SQLite write it. */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < sql.length; ) {
    for (const [kind, pattern] of patterns) {
      pattern.lastIndex = at
      const found = pattern.exec(sql)
      if (!found) continue
      const [whole, ...groups] = found
      const inner = groups.find((group) => group !== undefined)
      if (kind !== 'skip')
        tokens.push({ kind, text: inner === undefined ? whole : unescaped(kind, inner), from: at, to: at + whole.length })
      at += whole.length
      break
    }
  }
  return tokens
}

function unescaped(kind: Token['kind'], text: string): string {
  if (kind === 'name') return text.replaceAll('``', '`').replaceAll('""', '"')
  const signs: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '' }
  return text.replaceAll("''", "'").replace(/\\(.)/gs, (_, sign: string) => signs[sign] ?? sign)
}

/** The statements of SQL, without the semicolons. */
export function statementsOf(sql: string): Token[][] {
  const all: Token[][] = [[]]
  for (const token of tokensOf(sql)) {
    if (token.kind === 'sign' && token.text === ';') all.push([])
    else all.at(-1)?.push(token)
  }
  return all.filter((statement) => statement.length > 0)
}

/** A statement that is read from its beginning. */
export class Reader {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }

  peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#at + ahead]
  }

  next(): Token | undefined {
    return this.#tokens[this.#at++]
  }

  /** What is left of the statement. */
  rest(): Token[] {
    const rest = this.#tokens.slice(this.#at)
    this.#at = this.#tokens.length
    return rest
  }

  /** Are these keywords or signs next? */
  sees(...words: readonly string[]): boolean {
    return words.every((word, i) => {
      const token = this.peek(i)
      return (token?.kind === 'word' || token?.kind === 'sign') && token.text.toUpperCase() === word
    })
  }

  /** Passes these keywords or signs if they are next. */
  takes(...words: readonly string[]): boolean {
    const found = this.sees(...words)
    if (found) this.#at += words.length
    return found
  }

  /** A name, of the last part where it has several: `shop`.`orders`. */
  name(): string {
    let name = this.next()?.text ?? ''
    while (this.takes('.')) name = this.next()?.text ?? ''
    return name
  }

  /** What is in the parentheses that are next, as tokens; they may be nested. */
  inside(): Token[] {
    if (!this.takes('(')) return []
    const own: Token[] = []
    for (let depth = 1; !this.isAtEnd; ) {
      const token = this.next()
      if (!token) break
      if (token.kind === 'sign' && token.text === '(') depth++
      if (token.kind === 'sign' && token.text === ')' && --depth === 0) break
      own.push(token)
    }
    return own
  }
}

/** The parts of a list, at its commas. */
export function partsOf(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    const sign = token.kind === 'sign' ? token.text : ''
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (sign === ',' && depth === 0) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.length > 0)
}
