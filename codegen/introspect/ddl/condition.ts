import type { ColumnFacts } from '../facts.ts'
import { snakeCase } from './names.ts'
import type { Token } from './tokens.ts'

type Columns = ReadonlyMap<string, ColumnFacts>

/** Words and functions that mean the same in every one of these databases. `LIKE` does not: MySQL ignores case. */
const words: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'IN', 'BETWEEN', 'IS', 'NULL', 'TRUE', 'FALSE'])
const functions: ReadonlySet<string> = new Set(['length', 'char_length', 'character_length', 'lower', 'upper', 'trim'])
const numeric: ReadonlySet<string> = new Set(['abs', 'round', 'floor', 'ceiling'])
const operators: Readonly<Record<string, string>> = { '==': '=', '!=': '<>' }
const known = /^(?:[-+*/%,()]|[<>]=?|=|<>)$/

interface Part {
  kind: 'column' | 'literal' | 'function' | 'word' | 'sign'
  text: string
  column?: ColumnFacts
  isNumber?: boolean
}

/**
 * A condition as PostgreSQL has it: `IN` as an array, `BETWEEN` as two comparisons. Undefined where it says something that PostgreSQL may not
 * know, or would read otherwise.
 */
export function conditionOf(tokens: readonly Token[], columns: Columns): string | undefined {
  const parts = partsOf(tokens, columns)
  return parts?.every((_, i) => fits(parts, i)) ? `(${written(parts)})` : undefined
}

/** The column of which a condition says only that it is a document: how MariaDB has its type JSON. */
export function documentOf(tokens: readonly Token[]): string | undefined {
  const [called, open, column, ...rest] = tokens.filter(({ text }, i) => i > 0 || text !== '(')
  const isCall = called?.kind === 'word' && called.text.toLowerCase() === 'json_valid' && open?.text === '('
  return isCall && column && rest.every(({ text }) => text === ')') ? snakeCase(column.text) : undefined
}

/** Does a condition say no more than a boolean does by itself (`is_open IN (0, 1)`)? */
export function isOfBoolean(tokens: readonly Token[], columns: Columns): boolean {
  const [column, word, ...list] = tokens
  return (
    columns.get(snakeCase(column?.text ?? ''))?.type === 'boolean' &&
    word?.text.toUpperCase() === 'IN' &&
    list.every(({ text }) => ['0', '1', '(', ')', ','].includes(text))
  )
}

function partsOf(tokens: readonly Token[], columns: Columns): Part[] | undefined {
  const parts: Part[] = []
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1]
    const last = parts.at(-1)
    // Signs of two characters stay together.
    if (
      token.kind === 'sign' &&
      before?.kind === 'sign' &&
      before.to === token.from &&
      last &&
      /^[<>=!]+$/.test(before.text + token.text)
    )
      last.text += token.text
    else {
      const part = partOf(token, tokens[i + 1], columns)
      if (!part) return undefined
      parts.push(part)
    }
  }
  for (const part of parts) if (part.kind === 'sign') part.text = operators[part.text] ?? part.text
  return parts.every(({ kind, text }) => kind !== 'sign' || known.test(text)) ? withNegatives(parts) : undefined
}

/** `-1` as one part where the sign is no subtraction. */
function withNegatives(parts: readonly Part[]): Part[] {
  const out: Part[] = []
  for (const part of parts) {
    const [before, sign] = out.slice(-2)
    const isSign = sign?.text === '-' && (before === undefined || before.kind === 'word' || /^[<>=(,]/.test(before.text))
    if (part.isNumber && isSign) out.splice(-1, 1, { ...part, text: `-${part.text}` })
    else out.push(part)
  }
  return out
}

function partOf({ kind, text }: Token, next: Token | undefined, columns: Columns): Part | undefined {
  if (kind === 'number') return { kind: 'literal', text, isNumber: true }
  if (kind === 'text') return { kind: 'literal', text: `'${text.replaceAll("'", "''")}'` }
  if (kind === 'sign') return { kind, text }
  const lower = text.toLowerCase()
  if (kind === 'word' && next?.text === '(' && (functions.has(lower) || numeric.has(lower)))
    return { kind: 'function', text: lower }
  if (kind === 'word' && words.has(text.toUpperCase())) return { kind, text: text.toUpperCase() }
  const column = columns.get(snakeCase(text))
  return column && { kind: 'column', text: `"${column.name}"`, column }
}

/** Can PostgreSQL compare, and measure, what stands here? */
function fits(parts: readonly Part[], at: number): boolean {
  const { column } = parts[at] ?? {}
  if (!column) return true
  const isNumber = /^(?:smallint|integer|bigint|numeric|double)/.test(column.type)
  const isText = /^(?:text|character)/.test(column.type) && !column.enumValues
  if (column.type === 'boolean' || column.type === 'jsonb') return false
  const called = parts[at - 1]?.text === '(' && parts[at - 2]?.kind === 'function' ? parts[at - 2]?.text : undefined
  if (called !== undefined) return numeric.has(called) ? isNumber : isText
  const compares = (i: number) => /^[<>=]/.test(parts[i]?.text ?? '')
  const to = parts[at + 1]?.text
  const beside = [
    ...(compares(at - 1) ? [parts[at - 2]] : []),
    ...(compares(at + 1) || to === 'BETWEEN' ? [parts[at + 2]] : []),
    ...(to === 'IN' ? [parts[at + 3]] : to === 'NOT' ? [parts[at + 4], parts[at + 3]] : []),
  ]
  return isNumber || !beside.some((part) => part?.isNumber)
}

function written(parts: readonly Part[]): string {
  const out: string[] = []
  for (let i = 0; i < parts.length; i++) {
    const [part, word, ...rest] = parts.slice(i)
    if (!part) break
    const list = part.column && word?.text === 'IN' ? listAt(rest) : undefined
    if (list) {
      out.push(`${part.text} = ANY (ARRAY[${list.join(', ')}])`)
      i += 2 * list.length + 2
    } else if (part.column && word?.text === 'BETWEEN' && isRange(rest)) {
      out.push(`(${part.text} >= ${rest[0]?.text}) AND (${part.text} <= ${rest[2]?.text})`)
      i += 4
    } else out.push(part.text)
  }
  return out.reduce((all, text, i) => {
    const last = out[i - 1] ?? '('
    const isCall = text === '(' && (functions.has(last) || numeric.has(last))
    return all + (last === '(' || text === ',' || text === ')' || isCall ? '' : ' ') + text
  }, '')
}

/** The literals of `('a', 'b')`; undefined where there is something else. */
function listAt(parts: readonly Part[]): string[] | undefined {
  const end = parts.findIndex(({ text }) => text === ')')
  const inside = parts.slice(1, end)
  const isList = inside.every(({ kind, text }, i) => (i % 2 === 0 ? kind === 'literal' : text === ','))
  return isList && inside.length % 2 === 1 ? inside.filter((_, i) => i % 2 === 0).map(({ text }) => text) : undefined
}

function isRange([from, and, to]: readonly Part[]): boolean {
  return from?.kind === 'literal' && and?.text === 'AND' && to?.kind === 'literal'
}
