/** What the conditions of a table say of the values of one column. */
export interface ColumnLimits {
  min?: number
  max?: number
  /** The limit itself is not allowed. */
  above?: boolean
  below?: boolean
  minLength?: number
  maxLength?: number
  /** A regular expression that means the same in JavaScript. */
  pattern?: string
  options?: readonly (string | number)[]
}

/**
 * Limits of columns out of conditions as PostgreSQL writes them: comparisons with numbers, lengths, lists of values, regular expressions, joined
 * by AND. Everything else is left to the database.
 */
export function limitsOf(checks: readonly string[]): Map<string, ColumnLimits> {
  const found = new Map<string, ColumnLimits>()
  for (const check of checks) {
    const literals: string[] = []
    const masked = check.replace(/'((?:[^']|'')*)'/g, (_all, text: string) => {
      literals.push(text.replaceAll("''", "'"))
      return `§${literals.length - 1}§`
    })
    for (const part of parts(unwrapped(masked), 'AND')) {
      const read = readPart(part, (mask) => literals[Number(mask.slice(1, -1))] ?? '')
      if (read) found.set(read.column, joined(found.get(read.column) ?? {}, read.limits))
    }
  }
  return found
}

type Literal = (mask: string) => string

interface Read {
  column: string
  limits: ColumnLimits
}

/** The narrower of both. */
function joined(a: ColumnLimits, b: ColumnLimits): ColumnLimits {
  const out = { ...a, ...b }
  if (a.min !== undefined && b.min !== undefined && a.min > b.min) Object.assign(out, { min: a.min, above: a.above ?? false })
  if (a.max !== undefined && b.max !== undefined && a.max < b.max) Object.assign(out, { max: a.max, below: a.below ?? false })
  if (a.minLength !== undefined && b.minLength !== undefined) out.minLength = Math.max(a.minLength, b.minLength)
  if (a.maxLength !== undefined && b.maxLength !== undefined) out.maxLength = Math.min(a.maxLength, b.maxLength)
  return out
}

/** Without casts, and without parentheses around single names and values. */
function unwrapped(text: string): string {
  let out = text.replace(/::(?:"[^"]+"|[a-z_][a-z_0-9. ]*)(?:\(\d+(?:,\d+)?\))?(?: with(?:out)? time zone)?(?:\[\])?/g, ' ')
  for (let before = ''; before !== out; ) {
    before = out
    out = out
      .replace(/\s+/g, ' ')
      .replace(/(?<![\w"])\( ?((?:-?[\w.]+|"[^"]+"|§\d+§|(?:ARRAY\[[^\]]*\]))) ?\)/g, '$1')
      .replace(/(?<=\() | (?=\))/g, '')
      .replace(/ANY ?\((ARRAY\[[^\]]*\])\)/g, 'ANY $1')
  }
  return out.trim()
}

/** The members of a condition, without the parentheses around each. */
function parts(text: string, word: 'AND' | 'OR'): string[] {
  const bare = withoutParentheses(text)
  const out: string[] = []
  let depth = 0
  let from = 0
  for (let i = 0; i < bare.length; i++) {
    if (bare[i] === '(') depth++
    else if (bare[i] === ')') depth--
    else if (depth === 0 && bare.startsWith(` ${word} `, i)) {
      out.push(bare.slice(from, i))
      from = i + word.length + 2
    }
  }
  if (out.length === 0) return [bare]
  const all = [...out, bare.slice(from)]
  return word === 'AND' ? all.flatMap((each) => parts(each, word)) : all.map(withoutParentheses)
}

function withoutParentheses(text: string): string {
  const bare = text.trim()
  if (!bare.startsWith('(') || !bare.endsWith(')')) return bare
  let depth = 0
  for (let i = 0; i < bare.length - 1; i++) {
    depth += bare[i] === '(' ? 1 : bare[i] === ')' ? -1 : 0
    if (depth === 0) return bare
  }
  return withoutParentheses(bare.slice(1, -1))
}

const name = '("[^"]+"|[a-z_][a-z0-9_]*)'
const value = '(-?\\d+(?:\\.\\d+)?|§\\d+§)'
const shapes = {
  compared: new RegExp(`^${name} (>=|<=|>|<|=|<>) ${value}$`),
  reversed: new RegExp(`^${value} (>=|<=|>|<) ${name}$`),
  length: new RegExp(`^(?:char_length|character_length|length|btrim|trim)\\(${name}\\) (>=|<=|>|<|=) (\\d+)$`),
  listed: new RegExp(`^${name} = ANY ARRAY\\[(.*)\\]$`),
  matched: new RegExp(`^${name} ~ (§\\d+§)$`),
}
const mirrored: Readonly<Record<string, string>> = { '>=': '<=', '<=': '>=', '>': '<', '<': '>' }

function readPart(text: string, literal: Literal): Read | undefined {
  const either = parts(text, 'OR')
  if (either.length > 1) return readEither(either, literal)
  const part = withoutParentheses(text)
  const [, column, operator, compared] = shapes.compared.exec(part) ?? []
  if (column && operator && compared) return comparison(column, operator, compared, literal)
  const [, first, turned, other] = shapes.reversed.exec(part) ?? []
  if (first && turned && other) return comparison(other, mirrored[turned] ?? '', first, literal)
  const [, measured, by, length] = shapes.length.exec(part) ?? []
  if (measured && by && !part.includes('trim')) return lengthOf(measured, by, Number(length))
  const [, chosen, list = ''] = shapes.listed.exec(part) ?? []
  if (chosen) {
    const options = list.split(',').map((each) => optionOf(each.trim(), literal))
    return options.includes(undefined) ? undefined : { column: bare(chosen), limits: { options: options as string[] } }
  }
  const [, matched, pattern] = shapes.matched.exec(part) ?? []
  const said = pattern === undefined ? undefined : sameInJavaScript(literal(pattern))
  return matched && said !== undefined ? { column: bare(matched), limits: { pattern: said } } : undefined
}

/** `x IS NULL OR …` says the same of x that is filled; `x = 1 OR x = 2` lists values. */
function readEither(either: readonly string[], literal: Literal): Read | undefined {
  const rest = either.filter((part) => !/ IS NULL$/.test(part))
  const [only] = rest
  if (rest.length === 1 && only) {
    const read = readPart(only, literal)
    return read && either.every((part) => part === only || bare(part.replace(/ IS NULL$/, '')) === read.column) ? read : undefined
  }
  const equal = rest.map((part) => shapes.compared.exec(part))
  const column = equal[0]?.[1]
  if (!column || equal.some((match) => match?.[1] !== column || match[2] !== '=')) return undefined
  const options = equal.map((match) => optionOf(match?.[3] ?? '', literal)).filter((each) => each !== undefined)
  return rest.length === either.length ? { column: bare(column), limits: { options } } : undefined
}

function comparison(column: string, operator: string, text: string, literal: Literal): Read | undefined {
  const said = text.startsWith('§') ? literal(text) : text
  if (operator === '<>') return said === '' ? { column: bare(column), limits: { minLength: 1 } } : undefined
  const number = Number(said)
  if (operator === '=') {
    const option = optionOf(text, literal)
    return option === undefined ? undefined : { column: bare(column), limits: { options: [option] } }
  }
  if (said.trim() === '' || !Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number)))
    return undefined
  const limits: ColumnLimits = operator.startsWith('>')
    ? { min: number, above: operator === '>' }
    : { max: number, below: operator === '<' }
  return { column: bare(column), limits }
}

function lengthOf(column: string, operator: string, n: number): Read {
  const limits: ColumnLimits = {}
  if (operator === '>=' || operator === '=') limits.minLength = n
  if (operator === '>') limits.minLength = n + 1
  if (operator === '<=' || operator === '=') limits.maxLength = n
  if (operator === '<') limits.maxLength = n - 1
  return { column: bare(column), limits }
}

function optionOf(text: string, literal: Literal): string | number | undefined {
  if (/^§\d+§$/.test(text)) return literal(text)
  return /^-?\d+$/.test(text) ? Number(text) : undefined
}

function bare(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text
}

/**
 * The expression where both engines read it alike: plain characters, classes of characters, groups, alternatives, counts and anchors. Letters of
 * other languages, back references and options of PostgreSQL are left to the database.
 */
export function sameInJavaScript(text: string): string | undefined {
  if (/\[\[|\[\^?\]|\\[^.^$*+?()[\]{}|/\\d-]|\(\?(?!:)|^\*\*\*|[^\x20-\x7e]/.test(text)) return undefined
  try {
    new RegExp(text, 'u')
    return text
  } catch {
    return undefined
  }
}
