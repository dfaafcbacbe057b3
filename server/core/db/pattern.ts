/** What JavaScript's classes hold, written out: PostgreSQL's own depend on the locale. */
const classes: Readonly<Record<string, string>> = {
  d: '0-9',
  w: 'A-Za-z0-9_',
  s: '\\t\\n\\v\\f\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff',
}
const lineEnds = '\\n\\r\\u2028\\u2029'
/** PostgreSQL counts repetitions up to this. */
const mostRepeated = 255

/**
 * A pattern of JSON Schema (ECMAScript, flag u) as PostgreSQL's regular expression that says the same of every text; null where it uses
 * what only one of the two knows: names of groups, properties of characters, words' edges, references, looking behind.
 */
export function postgresPattern(pattern: string): string | null {
  let out = ''
  let inClass = false
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at)
    const part = inClass ? partOfClass(rest) : partOutside(rest)
    if (!part) return null
    if (part.text === '[' || part.text === '[^') inClass = true
    else if (inClass && part.text === ']') inClass = false
    out += part.text
    at += part.length
  }
  return out
}

interface Part {
  text: string
  length: number
}

function partOutside(rest: string): Part | null {
  if (rest[0] === '\\') return escaped(rest, (content, isNot) => `[${isNot ? '^' : ''}${content}]`)
  if (rest[0] === '.') return { text: `[^${lineEnds}]`, length: 1 }
  if (/^\[\^?\]/.test(rest)) return null
  if (rest.startsWith('[^')) return { text: '[^', length: 2 }
  const repeated = /^\{(\d+)(,(\d*))?\}/.exec(rest)
  if (repeated) {
    const [text, from, , to] = repeated
    return Math.max(Number(from), Number(to || 0)) > mostRepeated ? null : { text, length: text.length }
  }
  if (rest.startsWith('(?')) return /^\(\?[:=!]/.test(rest) ? { text: rest.slice(0, 3), length: 3 } : null
  return taken(rest)
}

function partOfClass(rest: string): Part | null {
  if (rest[0] === '\\') return escaped(rest, (content, isNot) => (isNot ? null : content))
  return /^\[[:.=]/.test(rest) ? null : taken(rest)
}

/** One character (of two code units where it is beyond the first plane). */
function taken(rest: string): Part {
  const text = String.fromCodePoint(rest.codePointAt(0) ?? 0)
  return { text, length: text.length }
}

function escaped(rest: string, ofClass: (content: string, isNot: boolean) => string | null): Part | null {
  const next = rest[1] ?? ''
  const content = classes[next.toLowerCase()]
  if (content !== undefined) {
    const text = ofClass(content, next !== next.toLowerCase())
    return text === null ? null : { text, length: 2 }
  }
  const code = /^\\u[0-9a-fA-F]{4}/.exec(rest)?.[0]
  if (code !== undefined) return /^\\ud[89a-f]/i.test(code) ? null : { text: code, length: code.length }
  if (/^[nrtvf]$/.test(next) || /^[^a-zA-Z0-9\s]$/.test(next)) return { text: rest.slice(0, 2), length: 2 }
  return null
}
