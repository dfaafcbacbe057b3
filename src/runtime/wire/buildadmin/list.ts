import { CodecError } from '../../../schemas/kinds/kind.ts'
import { parseFen } from '../../../schemas/kinds/money.ts'
import type { SearchTerm } from '../../../schemas/language/wire/query.ts'
import type { Row } from '../../rows.ts'
import { asRow } from '../../rows.ts'
import { namesIn, type TableFacts } from './facts.ts'

/** The query of a list with amounts in the unit of their columns: "10,60" of yuan is "1000,6000" of cents. */
export function listQuery(query: object, facts: TableFacts): object {
  const { search, ...rest } = query as { search?: readonly SearchTerm[] }
  if (!search) return query
  const cents = new Set(namesIn(facts.cents))
  return { ...rest, search: search.map((term) => (cents.has(term.field) ? { ...term, val: inCents(term.val) } : term)) }
}

function inCents(val: SearchTerm['val']): SearchTerm['val'] {
  return typeof val === 'string' ? val.split(',').map(centsOf).join(',') : val.map((part) => centsOf(String(part)))
}

/** What is no amount stays as it is. */
function centsOf(yuan: string): string {
  try {
    return String(parseFen(yuan) ?? '')
  } catch (error) {
    if (error instanceof CodecError) return yuan
    throw error
  }
}

/** A file's row with its picture, as Kontor's own server computes it. */
export function withPreview(row: Row): Row {
  const isImage = String(row.mimetype).startsWith('image/')
  const suffix = encodeURIComponent(String(row.suffix ?? ''))
  return { ...row, preview: isImage ? row.url : `/api/ajax/buildSuffixSvg?suffix=${suffix}&server=1` }
}

/** An answer with every row of its list, or its one row, changed. */
export function withRows(data: unknown, change: (row: Row) => Row): unknown {
  const answer = asRow(data)
  if (Array.isArray(answer.list)) return { ...answer, list: answer.list.map((row) => change(asRow(row))) }
  return answer.row === undefined ? data : { ...answer, row: change(asRow(answer.row)) }
}
