import { type Store, storeTypes } from '../../kinds/kind.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import type { Path } from '../place.ts'

/** `varchar(50)`, `numeric(10,2)`, `bigint`, `integer[]` … */
export function parseStore(text: string, path: Path, issues: Issue[]): Store | null {
  const match = /^([a-z][a-z0-9 ]*(?:\[\])?)(?:\((\d+)(?:,\s*(\d+))?\))?$/.exec(text.trim())
  const type = storeTypes.find((t) => t === match?.[1]?.trim())
  if (!match || !type) {
    issues.push(issueAt([...path, 'store'], `no such column type "${text}"`, suggest(match?.[1] ?? text, storeTypes)))
    return null
  }
  const first = match[2] === undefined ? undefined : Number(match[2])
  if (type === 'numeric')
    return { type, ...(first === undefined ? {} : { precision: first }), ...(match[3] ? { scale: Number(match[3]) } : {}) }
  return { type, ...(first === undefined ? {} : { length: first }) }
}
