import { columnName } from '../../src/schemas/language/entity/parseField.ts'
import type { ColumnFacts, TableFacts } from '../introspect/facts.ts'
import { columnType } from './columnType.ts'
import { singular, snake } from './naming/names.ts'

/** What nobody may read. */
const secretWords =
  /(?:^|_)(?:password|passwd|pwd|passwordhash|secret|salt|api_?key|private_?key|(?:access|refresh|auth|reset|remember)_?token)(?:_?hash)?$/i

/** What machines read. */
const technicalWords =
  /(?:^|_)(?:hash|checksum|md5|sha\d*|uuid|guid|token|etag|rowguid|xml|json|meta|metadata|payload|raw|lock_version|row_version|user_agent|session_id|search_vector)$/i

/** Does the name say a secret? */
export function isSecretName(name: string): boolean {
  return secretWords.test(snake(name))
}

/** Does the name say what only machines read? */
export function isTechnicalName(name: string): boolean {
  return technicalWords.test(snake(name))
}

/** Names of columns that make good labels, the best first; `*` stands for the name of the table. */
const names: readonly RegExp[] = [
  /^(?:name|display_?name|full_?name)$/i,
  /^(?:nick_?name|user_?name|login)$/i,
  /^(?:company_?name|organi[sz]ation_?name)$/i,
]
const further: readonly RegExp[] = [
  /^(?:title|label|subject|caption|headline)$/i,
  /^(?:code|sku|number|no|slug)$/i,
  /^e?_?mail$/i,
  /^(?:description|desc)$/i,
]

/** The column a row of a table is called by, and one that says more; the key when no text does. */
export function labelOf(
  table: TableFacts,
  isUsable: (column: ColumnFacts) => boolean = () => true,
): { show: string; secondary?: string } {
  const usable = table.columns.filter((c) => isUsable(c) && isName(c.name))
  const plain = usable.filter((c) => isText(c) && !isSecretName(c.name) && !isTechnicalName(c.name))
  const named = (patterns: readonly RegExp[]) =>
    patterns.flatMap((pattern) => plain.find((c) => pattern.test(c.name)) ?? []).at(0)?.name
  const last = named([/^(?:last_?name|sur_?name|family_?name)$/i])
  const first = named([/^(?:first_?name|given_?name|fore_?name)$/i])
  const best = named(names)
  if (best) return { show: best }
  if (last && first) return { show: last, secondary: first }
  const own = singular(table.name.toLowerCase().split(/[._ ]/).at(-1) ?? '')
  const byTable = named(['name', 'title', 'label', 'code', 'no', 'number', 'description', 'desc'].map((end) => ownName(own, end)))
  const found = byTable ?? named(further) ?? last ?? first
  if (found) return { show: found }
  const keys = table.primaryKey
  const others = plain.filter((c) => !keys.includes(c.name))
  const filled = others.filter((c) => !c.nullable)
  // What may be empty names a row only where everything may.
  const isAllEmpty = table.columns.every((c) => c.nullable || keys.includes(c.name))
  const other = isFact(table) ? undefined : (filled[0] ?? (isAllEmpty ? (others[0] ?? plain[0]) : undefined))
  const key = keys.find((name) => usable.some((c) => c.name === name))
  return { show: other?.name ?? key ?? plain[0]?.name ?? usable[0]?.name ?? 'id' }
}

function ownName(table: string, end: string): RegExp {
  return new RegExp(`(?:^|_)${table.replace(/[^\p{L}\p{N}]/gu, '.')}_?${end}$`, 'iu')
}

/** A row about something that happened: it has a day or an amount, and points at others. It is called by its number. */
function isFact(table: TableFacts): boolean {
  const families = table.columns.map((c) => columnType(c).family)
  return (
    table.foreignKeys.length > 0 && (families.includes('date') || families.includes('timestamp')) && families.includes('decimal')
  )
}

function isText(column: ColumnFacts): boolean {
  return ['varchar', 'text', 'char'].includes(columnType(column).family)
}

/** Can a page name the column? */
export function isName(name: string): boolean {
  return columnName.test(name)
}
