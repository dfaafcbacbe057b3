import type { Query, QueryValue } from '../../core/query.ts'
import { Refused } from '../../core/refuse.ts'

/** Members of a posted object as the address of a list would hold them: texts, and lists and objects of texts. */
export function asQuery(value: unknown): Query {
  if (value === undefined || value === null) return {}
  const query = asValue(value, 0)
  if (typeof query === 'string' || Array.isArray(query)) throw new Refused('crud.parameter', { name: 'query' })
  return query
}

function asValue(value: unknown, depth: number): QueryValue {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === null || typeof value !== 'object' || depth > 4) throw new Refused('crud.parameter', { name: 'query' })
  if (Array.isArray(value)) return value.map((item) => asValue(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, asValue(part, depth + 1)]))
}
