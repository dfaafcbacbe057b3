import { isSecretName, isTechnicalName } from './label.ts'
import type { ColumnPlan, Role } from './plan.ts'

/** Times that programs write. */
export const stampName =
  /^(?:(?:date_?)?(?:created?|updated?|modified|inserted|changed|added|deleted)(?:_?(?:at|on|time|date|ts|timestamp|datetime))?|(?:last_?)(?:updated?|modified|changed?)(?:_?(?:at|on|time|date))?|(?:creation|modification)_?(?:date|time))$/i
const person =
  /(?:user|member|customer|client|employee|staff|person|people|author|owner|contact|manager|admin|agent|actor|artist|patient|student|teacher|seller|buyer|vendor|supplier|company)/i
const amount =
  /(?:price|amount|amt|total|cost|fee|salary|wage|balance|payment|paid|revenue|budget|tax|discount|freight|subtotal|credit|debit|rent)/i

/** What only machines read. */
const machineTypes: ReadonlySet<string> = new Set(['inet', 'cidr', 'macaddr', 'tsvector', 'any'])

function isOfMachines({ column, type }: ColumnPlan): boolean {
  return isTechnicalName(column.name) || type.family === 'uuid' || machineTypes.has(type.store)
}

/** Where a column stands: the first that fits. */
const roles: readonly (readonly [Role, (plan: ColumnPlan) => boolean])[] = [
  ['long', (p) => p.kind === 'json' || p.kind === 'array'],
  ['technical', (p) => p.isSecret || isSecretName(p.column.name) || (p.remote === undefined && isOfMachines(p))],
  ['long', (p) => ['textarea', 'richtext', 'array', 'json', 'file', 'files', 'images', 'regions', 'city'].includes(p.kind)],
  ['key', (p) => p.isKey],
  ['stamp', (p) => stampName.test(p.column.name) && ['datetime', 'date'].includes(p.kind)],
  ['several', (p) => p.kind === 'tags' || p.kind === 'multiselect'],
  ['state', (p) => p.options?.some(({ tag }) => tag) === true || p.kind === 'switch'],
  ['person', (p) => p.remote !== undefined && person.test(`${p.remote.table} ${p.column.name}`)],
  ['related', (p) => p.remote !== undefined || p.options !== undefined],
  ['amount', (p) => p.kind === 'number' && amount.test(p.column.name)],
  ['date', (p) => ['date', 'datetime', 'year', 'time'].includes(p.kind)],
  ['number', (p) => ['number', 'integer', 'weigh'].includes(p.kind)],
]

/** What a column is in a list. */
export function roleOf(plan: ColumnPlan): Role {
  return roles.find(([, fits]) => fits(plan))?.[0] ?? 'text'
}

/** The order of lists: what a row is called first, then how it stands, who it is about, how much, and when. */
export const listOrder: readonly Role[] = [
  'title',
  'state',
  'person',
  'related',
  'amount',
  'date',
  'text',
  'number',
  'stamp',
  'several',
  'key',
  'technical',
]
