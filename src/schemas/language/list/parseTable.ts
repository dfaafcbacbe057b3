import * as z from 'zod/mini'
import type { Field } from '../../field.ts'
import { isObject } from '../../isObject.ts'
import { kindOf } from '../../kinds/index.ts'
import { operators } from '../../operators.ts'
import { type ConditionScope, parseCondition } from '../condition/condition.ts'
import type { Entity } from '../entity/entity.ts'
import { isExpression } from '../entity/virtual/compute.ts'
import { virtualKinds } from '../entity/virtual/virtualKinds.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import { type Path, type Place, within } from '../place.ts'
import { readShape } from '../shape.ts'
import { checkFormat, listingShape, parseDefault, parseListing, parseTone, toneShape } from './parseListing.ts'
import { type Column, type ColumnLink, columnFormats, type SearchField, type Table } from './table.ts'

/** Cells a column may name; what draws them is src/renderers/cells/<name>.tsx. */
export const cellNames = [
  'text',
  'tag',
  'tags',
  'switch',
  'image',
  'images',
  'icon',
  'color',
  'url',
  'datetime',
  'date',
  'money',
  'number',
  'link',
  'member',
  'progress',
  'stars',
  'duration',
  'file',
  'audio',
] as const

/** The shape of a way to one other page. */
export const linkShape = z.strictObject({ page: z.string(), query: z.record(z.string(), z.string()) })
const columnLinkShape = z.extend(linkShape, { values: z.optional(z.record(z.string(), z.string())) })
const linkCaseShape = z.extend(columnLinkShape, { when: z.optional(z.record(z.string(), z.unknown())) })

export const columnShape = z.strictObject({
  field: z.string(),
  cell: z.optional(z.enum(cellNames)),
  width: z.optional(z.int().check(z.gte(40), z.lte(1000))),
  grow: z.optional(z.boolean()),
  fixed: z.optional(z.enum(['left', 'right'])),
  sortable: z.optional(z.boolean()),
  hidden: z.optional(z.boolean()),
  align: z.optional(z.literal('right')),
  secondary: z.optional(z.array(z.string())),
  secondLine: z.optional(z.boolean()),
  color: z.optional(z.string()),
  card: z.optional(z.boolean()),
  link: z.optional(z.union([columnLinkShape, z.array(linkCaseShape).check(z.minLength(1))])),
  url: z.optional(z.string()),
  copy: z.optional(z.boolean()),
  format: z.optional(z.enum(columnFormats)),
  default: z.optional(z.union([z.string(), z.number()])),
  tone: z.optional(toneShape),
  when: z.optional(z.record(z.string(), z.unknown())),
})
/** The shape of an input of the search panel that is more than a name. */
export const searchShape = z.strictObject({
  field: z.string(),
  operator: z.optional(z.enum(operators)),
  below: z.optional(z.boolean()),
  alias: z.optional(z.string().check(z.regex(/^[a-z][a-zA-Z0-9_]*$/))),
})
const strings = z.array(z.string())

export const tableShape = z.strictObject({
  columns: z.optional(z.array(z.unknown())),
  search: z.optional(z.array(z.unknown())),
  quickSearch: z.optional(strings),
  toolbar: z.optional(strings),
  row: z.optional(strings),
  bulk: z.optional(strings),
  pageSize: z.optional(z.int().check(z.gte(1), z.lte(200))),
  expanded: z.optional(z.boolean()),
  live: z.optional(z.boolean()),
  ...listingShape,
})

/** Parses the list of a page. Fields of relations are resolved when all tables are known; here their form is checked. */
export function parseTable(json: z.output<typeof tableShape>, entity: Entity, scope: ConditionScope, issues: Issue[]): Table {
  const columns = (json.columns ?? Object.keys(entity.fields).filter((n) => !entity.fields[n]?.secret)).flatMap((c, i) =>
    parseColumn(c, { entity, scope, at: ['table', 'columns', i], issues }),
  )
  if (columns.filter(({ grow }) => grow).length > 1)
    issues.push(issueAt(['table', 'columns'], 'only one column takes the room that is left', 'say "grow" once'))
  once(columns, 'columns', ({ field }) => field, issues)
  const search = (json.search ?? []).flatMap((s, i) => parseSearch(s, entity, ['table', 'search', i], issues))
  once(search, 'search', ({ field, alias }) => alias ?? field, issues)
  const quickSearch = json.quickSearch ?? []
  once(quickSearch, 'quickSearch', (name) => name, issues)
  for (const [i, name] of quickSearch.entries()) fieldAt(name, entity, ['table', 'quickSearch', i], issues)
  const usual = usualPlaces(entity.readOnly === null, json.row !== undefined)
  return {
    columns,
    search,
    quickSearch,
    toolbar: json.toolbar ?? usual.toolbar,
    row: json.row ?? usual.row,
    bulk: json.bulk ?? usual.bulk,
    pageSize: json.pageSize ?? 20,
    expanded: json.expanded ?? false,
    live: json.live ?? false,
    ...parseListing(json, entity, issues),
  }
}

/** Nothing is named twice. */
function once<Part>(parts: readonly Part[], key: string, nameOf: (part: Part) => string, issues: Issue[]): void {
  const names = parts.map(nameOf)
  for (const [i, name] of names.entries())
    if (names.indexOf(name) < i) issues.push(issueAt(['table', key, i], `"${name}" is named twice`, 'remove one of them'))
}

/** Default places of actions and tools in a list; `ownRow`: its page names the actions of a row. */
export function usualPlaces(writable: boolean, ownRow: boolean): Record<'toolbar' | 'row' | 'bulk', string[]> {
  const changing = writable ? ['add', 'edit', 'delete'] : []
  return {
    toolbar: ['refresh', ...changing, 'search', 'quickSearch', 'columns', 'density'],
    row: writable ? ['edit', 'delete'] : [],
    bulk: writable && !ownRow ? ['delete'] : [],
  }
}

/** Cells that draw a number: they start where their column does. */
const drawn: readonly string[] = ['progress', 'stars']

/** Where a column is parsed, and the rows that it shows. */
interface ColumnPlace extends Place {
  entity: Entity
  scope: ConditionScope
}

function parseColumn(json: unknown, place: ColumnPlace): Column[] {
  const { entity, scope, at: path, issues } = place
  const read = typeof json === 'string' ? { field: json } : (readShape(columnShape, json, path, issues) ?? meantColumn(json))
  if (!read) return []
  const at = typeof json === 'string' ? path : [...path, 'field']
  const field = fieldAt(read.field, entity, at, issues)
  for (const [i, name] of (read.secondary ?? []).entries()) fieldAt(name, entity, [...path, 'secondary', i], issues)
  if (read.secondLine && !read.secondary?.length)
    issues.push(issueAt([...path, 'secondLine'], 'there is nothing to show on a second line', 'name fields in "secondary"'))
  if (read.color !== undefined) {
    const color = fieldAt(read.color, entity, [...path, 'color'], issues)
    if (color && color.kind !== 'color') issues.push(issueAt([...path, 'color'], `"${read.color}" holds no colour`))
    if (read.cell !== 'tag') issues.push(issueAt([...path, 'color'], 'only a tag has a colour of its own', 'say "cell": "tag"'))
  }
  if (read.url !== undefined && read.link)
    issues.push(issueAt([...path, 'url'], 'a value leads to one place', 'remove "url" or "link"'))
  else if (read.url !== undefined) parseUrl(read.url, entity, [...path, 'url'], issues)
  const own = !read.field.includes('.')
  const kind = field ? kindOf(field) : undefined
  if (field?.secret) issues.push(issueAt(at, `"${read.field}" is secret and cannot be a column`))
  if (read.sortable && field && !isSortable(field))
    issues.push(issueAt([...path, 'sortable'], `"${read.field}" is not stored and cannot be sorted`))
  checkFormat(read, kind?.cell, path, issues)
  const links = parseLinks(read.link, within(place, 'link'))
  const tone = parseTone(read.tone, entity, [...path, 'tone'], issues)
  const cell = read.cell ?? kind?.cell ?? 'text'
  const align = read.align ?? (drawn.includes(cell) ? undefined : kind?.align)
  if (read.grow && align)
    issues.push(issueAt([...path, 'grow'], 'numbers stand at the end of their column', 'give the room to a text'))
  return [
    {
      field: read.field,
      cell,
      ...(read.width ? { width: read.width } : {}),
      ...(read.grow && !align ? { grow: true } : {}),
      ...(read.fixed ? { fixed: read.fixed } : {}),
      sortable: read.sortable ?? (own && field !== undefined && sortedByDefault(field, entity)),
      hidden: read.hidden ?? false,
      ...(align ? { align } : {}),
      secondary: read.secondary ?? [],
      ...(read.secondLine ? { secondLine: true } : {}),
      ...(read.color === undefined ? {} : { color: read.color }),
      ...(read.card ? { card: true } : {}),
      ...(links.length > 0 ? { links } : {}),
      ...(read.url === undefined ? {} : { url: read.url }),
      copy: read.copy ?? false,
      ...(read.format ? { format: read.format } : {}),
      ...(read.default === undefined ? {} : { default: parseDefault(read.default, field, [...path, 'default'], issues) }),
      ...(tone.length > 0 ? { tone } : {}),
      ...(read.when ? { when: parseCondition(read.when, scope, [...path, 'when'], issues) } : {}),
    },
  ]
}

/** A column with a fault is still one of its field: what names the column is not to blame. */
function meantColumn(json: unknown): z.output<typeof columnShape> | undefined {
  return isObject(json) && typeof json.field === 'string' ? { field: json.field, sortable: false } : undefined
}

/** The field that holds the address to which a value leads. */
function parseUrl(name: string, entity: Entity, path: Path, issues: Issue[]): void {
  const field = fieldAt(name, entity, path, issues)
  if (field && field.kind !== 'url') issues.push(issueAt(path, `"${name}" holds no address`))
}

type LinkJson = z.output<typeof columnLinkShape> | readonly z.output<typeof linkCaseShape>[]

/** Where a column leads to: one page, or the first of several whose condition the row fulfils. */
function parseLinks(json: LinkJson | undefined, place: ColumnPlace): ColumnLink[] {
  const { entity, scope, issues } = place
  if (json === undefined) return []
  const cases: readonly z.output<typeof linkCaseShape>[] = 'page' in json ? [json] : json
  return cases.map(({ page, query, values, when }, i) => {
    const at = 'page' in json ? place.at : [...place.at, i]
    for (const [name, from] of Object.entries(query)) fieldAt(from, entity, [...at, 'query', name], issues)
    if (!when && i < cases.length - 1)
      issues.push(issueAt(at, 'the links behind this one are never reached', 'say "when", or put it last'))
    return {
      page,
      query,
      ...(values ? { values } : {}),
      ...(when ? { when: parseCondition(when, scope, [...at, 'when'], issues) } : {}),
    }
  })
}

/** Can the database sort by it? It computes most virtual values too; those of a function of the server it does not know. */
export function isSortable(field: Field): boolean {
  if (field.secret) return false
  if (field.virtual) return virtualKinds[field.virtual.type].isSortable(field.virtual)
  return field.store !== null && kindOf(field).comparable !== false
}

/** The key, times, numbers and money are sortable by default; texts and options only when the column says so. */
function sortedByDefault(field: Field, entity: Entity): boolean {
  if (!isSortable(field) || field.virtual || entity.tree !== null) return false
  return field.name === entity.key || kindOf(field).align === 'right' || field.kind === 'datetime' || field.kind === 'date'
}

function parseSearch(json: unknown, entity: Entity, path: Path, issues: Issue[]): SearchField[] {
  const read = typeof json === 'string' ? { field: json } : readShape(searchShape, json, path, issues)
  if (!read) return []
  const at = typeof json === 'string' ? path : [...path, 'field']
  const field = fieldAt(read.field, entity, at, issues)
  if (field?.secret) issues.push(issueAt(at, `"${read.field}" is secret and cannot be searched`))
  if (field?.virtual && !isExpression(field)) issues.push(issueAt(at, `"${read.field}" is not stored and cannot be searched`))
  const operator = read.operator ?? (field?.mask ? 'eq' : field ? kindOf(field).operator : 'LIKE')
  if (!operator) {
    if (!field?.secret)
      issues.push(issueAt(at, `fields of kind "${field?.kind}" have no search of their own`, 'name an operator'))
    return []
  }
  if (read.below && !(field?.tree && (field.page ?? field.table)))
    issues.push(issueAt([...path, 'below'], `"${read.field}" is no choice from a tree`))
  const isTaken = read.alias !== undefined && entity.fields[read.alias] !== undefined
  if (isTaken) issues.push(issueAt([...path, 'alias'], `"${read.alias}" is a field of its own`, 'choose another name'))
  const more = { ...(read.below ? { below: true } : {}), ...(read.alias === undefined || isTaken ? {} : { alias: read.alias }) }
  return [{ field: read.field, operator, ...more }]
}

/** The field of a name; a dotted name is a relation and a field of its table, whose existence is checked later. */
export function fieldAt(name: string, entity: Entity, path: Path, issues: Issue[]): Field | undefined {
  const [relation = '', ...rest] = name.split('.')
  if (rest.length === 0) {
    const field = entity.fields[name]
    if (!field) issues.push(issueAt(path, `no such field "${name}"`, suggest(name, Object.keys(entity.fields))))
    return field
  }
  if (!entity.relations[relation] || rest.length > 1) {
    issues.push(issueAt(path, `no such relation "${relation}"`, suggest(relation, Object.keys(entity.relations))))
  }
  return undefined
}

/** Names of the relations of many rows. */
export function manyRelations({ relations }: Entity): string[] {
  return Object.values(relations).flatMap((relation) => (relation.type === 'many' ? [relation.name] : []))
}
