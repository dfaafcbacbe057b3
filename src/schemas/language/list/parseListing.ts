import * as z from 'zod/mini'
import type { Condition } from '../../condition.ts'
import type { Field } from '../../field.ts'
import { kindOf } from '../../kinds/index.ts'
import { CodecError } from '../../kinds/kind.ts'
import { parseCondition } from '../condition/condition.ts'
import type { Entity } from '../entity/entity.ts'
import { fieldScope } from '../entity/parseField.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import { type Path, type Place, refuse, within } from '../place.ts'
import { parseSheets, sheetShape } from './parseSheets.ts'
import {
  type ColumnFormat,
  type ComputedFilter,
  deletedActions,
  listViews,
  type SummaryItem,
  type Table,
  type Tabs,
  type Tone,
} from './table.ts'

const condition = z.record(z.string(), z.unknown())
const summaryAs = ['sum', 'avg', 'min', 'max', 'count', 'one'] as const

export const toneShape = z.partialRecord(z.enum(['success', 'info', 'warning', 'danger']), condition)

/** The shape of a figure of `summary` that is more than the name of a field to be summed. */
export const summaryShape = z.strictObject({
  name: z.optional(z.string().check(z.regex(/^[a-z][a-zA-Z0-9_]*$/))),
  field: z.string(),
  as: z.optional(z.enum(summaryAs)),
  when: z.optional(condition),
  right: z.optional(z.string()),
})

/** The shape of a named filter that the server computes. */
export const computedFilterShape = z.strictObject({ compute: z.string().check(z.regex(/^[a-z][a-zA-Z0-9_]*$/)) })
const filterShape = z.union([computedFilterShape, condition])

/** Keys of `table` beside columns, search and actions. */
export const listingShape = {
  filters: z.optional(z.record(z.string().check(z.regex(/^[a-z][a-zA-Z0-9_]*$/)), filterShape)),
  expand: z.optional(z.array(z.string()).check(z.minLength(1))),
  editable: z.optional(z.array(z.string()).check(z.minLength(1))),
  summary: z.optional(z.array(z.union([z.string(), summaryShape])).check(z.minLength(1), z.maxLength(12))),
  tabs: z.optional(z.union([z.string(), z.array(z.string()).check(z.minLength(1))])),
  preset: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]))),
  open: z.optional(z.union([z.string(), z.literal(false)])),
  state: z.optional(z.string()),
  view: z.optional(z.union([z.enum(listViews), z.array(z.enum(listViews)).check(z.minLength(1))])),
  deleted: z.optional(z.array(z.enum(deletedActions)).check(z.minLength(1))),
  sheets: z.optional(z.record(z.string().check(z.regex(/^[a-z][a-zA-Z0-9_]*$/)), sheetShape)),
}

type ListingJson = z.output<z.ZodMiniObject<typeof listingShape>>
type Listing = Pick<
  Table,
  'filters' | 'expand' | 'editable' | 'summary' | 'tabs' | 'preset' | 'open' | 'state' | 'deleted' | 'view' | 'sheets'
>

/** Which cells know which formats. */
const formatsOf: Readonly<Record<string, readonly ColumnFormat[]>> = {
  datetime: ['date', 'minute', 'second', 'age'],
  number: ['percent', 'bytes', 'signed'],
  money: ['signed'],
  images: ['names'],
}

/** Parses what narrows, sums up and opens a list. Sections and actions that it names are checked with the page: `checkListing`. */
export function parseListing(json: ListingJson, entity: Entity, issues: Issue[]): Listing {
  const at: Path = ['table']
  const filters = parseFilters(json.filters ?? {}, entity, [...at, 'filters'], issues)
  if (json.expand && entity.tree)
    issues.push(issueAt([...at, 'expand'], 'the rows of a tree open to the rows below them', 'remove "expand"'))
  const keepsDeleted = entity.softDelete && !entity.tree
  if (json.deleted && !keepsDeleted)
    issues.push(
      issueAt(
        [...at, 'deleted'],
        'only a table with "softDelete" that is no tree has a list of deleted rows',
        'say "softDelete" of the entity, or remove "deleted"',
      ),
    )
  if (entity.tree && [json.view].flat().includes('cards'))
    issues.push(issueAt([...at, 'view'], 'the rows of a tree are a table', 'remove "view"'))
  return {
    filters,
    expand: entity.tree ? [] : (json.expand ?? []),
    editable: json.editable ?? [],
    summary: parseSummary(json.summary ?? [], entity, [...at, 'summary'], issues),
    tabs: json.tabs === undefined ? null : parseTabs(json.tabs, filters, entity, { at: [...at, 'tabs'], issues }),
    preset: Object.fromEntries(
      Object.entries(json.preset ?? {}).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
    ),
    deleted: keepsDeleted ? (json.deleted ?? []) : [],
    sheets: parseSheets(json.sheets ?? {}, entity, [...at, 'sheets'], issues),
    view: [...new Set([json.view ?? 'table'].flat())],
    ...(json.open === undefined ? {} : { open: json.open === false ? null : json.open }),
    ...(json.state === undefined ? {} : { state: json.state }),
  }
}

function parseFilters(json: Record<string, Record<string, unknown>>, entity: Entity, path: Path, issues: Issue[]) {
  const filters: Record<string, Condition | ComputedFilter> = {}
  for (const [name, value] of Object.entries(json)) {
    if (Object.hasOwn(entity.fields, name) || ['page', 'limit', 'sort', 'q', 'all', 'deleted', 'record'].includes(name))
      issues.push(issueAt([...path, name], `"${name}" means something else in the address of the list`, 'choose another name'))
    const { compute } = value
    // No field may be called so beside it: a condition of more members is parsed as one.
    const isComputed = typeof compute === 'string' && Object.keys(value).length === 1 && !Object.hasOwn(entity.fields, 'compute')
    filters[name] = isComputed ? { compute } : parseCondition(value, storedScope(entity), [...path, name], issues)
  }
  return filters
}

/** Conditions that the database answers: over what it has stored. */
function storedScope(entity: Entity) {
  return fieldScope(Object.fromEntries(Object.entries(entity.fields).filter(([, field]) => !field.virtual && !field.link)))
}

type SummaryJson = string | z.output<typeof summaryShape>

function parseSummary(json: readonly SummaryJson[], entity: Entity, path: Path, issues: Issue[]): SummaryItem[] {
  const names = new Set<string>()
  return json.flatMap((part, i): SummaryItem[] => {
    const read: z.output<typeof summaryShape> = typeof part === 'string' ? { field: part } : part
    const at: Path = typeof part === 'string' ? [...path, i] : [...path, i, 'field']
    const as = read.as ?? 'sum'
    const name = read.name ?? read.field
    if (as === 'one') checkOne(read, entity, at, issues)
    else checkSummed(read.field, as, entity, (what, fix) => issues.push(issueAt(at, what, fix)))
    if (names.has(name)) issues.push(issueAt([...path, i], `two figures are called "${name}"`, 'give one of them a "name"'))
    names.add(name)
    const when = read.when ? parseCondition(read.when, storedScope(entity), [...path, i, 'when'], issues) : null
    return [{ name, field: read.field, as, when, right: read.right ?? null }]
  })
}

function checkSummed(name: string, as: SummaryItem['as'], entity: Entity, report: (what: string, fix?: string) => void): void {
  const field = entity.fields[name]
  if (!field) report(`no such field "${name}"`, suggest(name, Object.keys(entity.fields)))
  else if (field.secret || !field.store || (as !== 'count' && !isStoredNumber(field)))
    report(`"${name}" holds no stored number and has no ${as}`)
}

/** The field itself is looked for when all tables are known. */
function checkOne(read: z.output<typeof summaryShape>, { relations }: Entity, at: Path, issues: Issue[]): void {
  const { field, when } = read
  const ones = Object.values(relations).flatMap(({ type, name }) => (type === 'one' ? [name] : []))
  const [relation = '', name] = field.split('.')
  if (name === undefined || !ones.includes(relation))
    issues.push(issueAt(at, `"${field}" is no field of a relation of one`, suggest(relation, ones)))
  if (read.name === undefined) issues.push(issueAt(at, 'a figure of one record has no name', 'give it a "name"'))
  if (when) issues.push(issueAt(at, 'a figure of one record has no rows to count', 'leave "when" out'))
}

const numbers = ['smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision']

/** Can it be summed up? */
export function isStoredNumber(field: Field): boolean {
  return field.options === undefined && !field.secret && numbers.includes(field.store?.type ?? '')
}

function parseTabs(json: string | readonly string[], filters: Listing['filters'], entity: Entity, place: Place): Tabs {
  if (typeof json === 'string') {
    const field = entity.fields[json]
    if (!field) refuse(place, `no such field "${json}"`, suggest(json, Object.keys(entity.fields)))
    else if (!field.options || !field.store || field.store.type.endsWith('[]'))
      refuse(place, `"${json}" is no choice of one option`)
    return { field: json }
  }
  for (const [i, name] of json.entries())
    if (!Object.hasOwn(filters, name)) refuse(within(place, i), `no such filter "${name}"`, suggest(name, Object.keys(filters)))
  return { filters: json }
}

/** The colours of a column, in the order they are written. */
export function parseTone(json: z.output<typeof toneShape> | undefined, entity: Entity, path: Path, issues: Issue[]): Tone[] {
  return Object.entries(json ?? {}).flatMap(([as, when]): Tone[] =>
    when === undefined
      ? []
      : [{ as: as as Tone['as'], when: parseCondition(when, fieldScope(entity.fields), [...path, as], issues) }],
  )
}

/** A format belongs to a cell. */
export function checkFormat(
  column: { cell?: string | undefined; format?: ColumnFormat | undefined },
  kindCell: string | undefined,
  path: Path,
  issues: Issue[],
): void {
  const { format } = column
  const cell = column.cell ?? kindCell
  if (format === undefined || cell === undefined) return
  const known = formatsOf[cell] ?? []
  if (!known.includes(format))
    issues.push(
      issueAt(
        [...path, 'format'],
        `the cell "${cell}" has no format "${format}"`,
        known.length > 0 ? suggest(format, known) : 'remove it',
      ),
    )
}

/** The model value of an empty one. */
export function parseDefault(value: unknown, field: Field | undefined, path: Path, issues: Issue[]): unknown {
  if (!field) return value
  try {
    return kindOf(field).fromWire(value, field)
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    issues.push(issueAt(path, `${JSON.stringify(value)} is no value of kind "${field.kind}"`))
    return undefined
  }
}

interface Listed {
  table: Table
  detail: readonly { name: string }[] | null
  actions: Readonly<Record<string, unknown>>
  fields: Readonly<Record<string, unknown>>
}

/** What the list names of the rest of the page: sections that rows open to, the action that opens a row, and searches preset. */
export function checkListing({ table, detail, actions, fields }: Listed, key: string | null, issues: Issue[]): void {
  if (table.state !== undefined && !fields[table.state])
    issues.push(issueAt(['table', 'state'], `no such field "${table.state}"`, suggest(table.state, Object.keys(fields))))
  const sections = (detail ?? []).map((part) => part.name)
  for (const [i, name] of table.expand.entries())
    if (!sections.includes(name))
      issues.push(issueAt(['table', 'expand', i], `no section of "detail" is called "${name}"`, suggest(name, sections)))
  if (table.open && !actions[table.open])
    issues.push(issueAt(['table', 'open'], `no such action "${table.open}"`, suggest(table.open, Object.keys(actions))))
  const tabs = table.tabs && 'field' in table.tabs ? [table.tabs.field] : []
  const known = [...table.search.map((each) => each.field), ...Object.keys(table.filters), ...tabs, ...(key ? [key] : [])]
  for (const name of Object.keys(table.preset))
    if (!known.includes(name))
      issues.push(issueAt(['table', 'preset', name], `the list cannot be searched by "${name}"`, suggest(name, known)))
}
