import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One request to a real BuildAdmin 2.1.3 and its answer. Lists were cut to six rows (their last element says how many more there were). */
export interface Exchange {
  /** Place in the recording. */
  index: number
  step: string
  method: string
  path: string
  headers: Record<string, string>
  body: unknown
  status: number
  /** Parsed JSON; a text where the answer was a page, or could not be recorded. */
  response: unknown
}

/** The 145 recorded exchanges, in order. */
export const exchanges: readonly Exchange[] = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../fixtures/buildadmin-exchanges.json'), 'utf8')) as Omit<
    Exchange,
    'index'
  >[]
).map((exchange, index) => ({ ...exchange, index }))

/** A copy without the marks that the cutting left (`… 4 more`). */
export function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isMark(item)).map(withoutMarks)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutMarks(part)]))
}

function isMark(value: unknown): boolean {
  return typeof value === 'string' && /^… \d+ more$/.test(value.trim())
}
