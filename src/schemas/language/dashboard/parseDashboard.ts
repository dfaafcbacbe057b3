import * as z from 'zod/mini'
import type { Condition } from '../../condition.ts'
import type { Field } from '../../field.ts'
import { parseCondition } from '../condition/condition.ts'
import type { Entity } from '../entity/entity.ts'
import { fieldScope } from '../entity/parseField.ts'
import { type Issue, suggest } from '../issue.ts'
import { type Path, type Place, refuse, within } from '../place.ts'
import { readShape } from '../shape.ts'
import type { Card, Chart, Dashboard, FigureSource, Rows, Series } from './dashboard.ts'
import { isSearched, isTime, type LinkFilter, listFilters } from './listLink.ts'
import { checkChartLink, parseGroup, parseMeasure } from './parseFigure.ts'
import { checkSameArea, rightOfList, rightOfTable } from './rights.ts'
import type { DashboardPlace, DashboardTargets, TargetPage } from './targets.ts'

const condition = z.record(z.string(), z.unknown())
const measureShape = {
  count: z.optional(z.literal(true)),
  sum: z.optional(z.string()),
  avg: z.optional(z.string()),
  negate: z.optional(z.literal(true)),
}
const sourceShape = {
  page: z.optional(z.string()),
  table: z.optional(z.string()),
  right: z.optional(z.string()),
  owner: z.optional(z.string()),
  node: z.optional(z.string()),
  where: z.optional(condition),
  time: z.optional(z.string()),
}
/** The shape of a card of a dashboard. */
export const cardShape = z.strictObject({
  ...sourceShape,
  ...measureShape,
  window: z.optional(z.enum(['today', 'range'])),
  compare: z.optional(z.boolean()),
  link: z.optional(z.boolean()),
  filter: z.optional(z.string()),
  icon: z.optional(z.string()),
  severity: z.optional(z.enum(['primary', 'success', 'info', 'warning', 'danger'])),
})
const seriesShape = z.strictObject({ ...measureShape, where: z.optional(condition), node: z.optional(z.string()) })
/** The shape of a chart of a dashboard. */
export const chartShape = z.strictObject({
  ...sourceShape,
  ...measureShape,
  as: z.enum(['line', 'bar', 'pie', 'table']),
  link: z.optional(z.strictObject({ page: z.string(), filter: z.string() })),
  group: z.optional(z.string()),
  limit: z.optional(z.int().check(z.gte(1), z.lte(50))),
  series: z.optional(z.record(z.string(), seriesShape)),
})
/** The shape of a list of a dashboard. */
export const rowsShape = z.strictObject({
  page: z.string(),
  columns: z.array(z.string()).check(z.minLength(1)),
  size: z.optional(z.int().check(z.gte(1), z.lte(20))),
  where: z.optional(condition),
})
/** The shape of `dashboard`. */
export const dashboardShape = z.strictObject({
  range: z.optional(z.array(z.int().check(z.gte(1), z.lte(366))).check(z.minLength(1))),
  welcome: z.optional(z.boolean()),
  keep: z.optional(z.int().check(z.gte(0), z.lte(3600))),
  cards: z.optional(z.record(z.string(), cardShape)),
  charts: z.optional(z.record(z.string(), chartShape)),
  lists: z.optional(z.record(z.string(), rowsShape)),
  sections: z.optional(z.array(z.strictObject({ name: z.string(), show: z.array(z.string()).check(z.minLength(1)) }))),
})

type SourceJson = z.output<z.ZodMiniObject<typeof sourceShape>>

/** Parses `dashboard` of a page. All other screens and tables have to be known already; without one that it names there is none. */
export function parseDashboard(json: unknown, targets: DashboardTargets, issues: Issue[]): Dashboard | undefined {
  const place: DashboardPlace = { at: ['dashboard'], targets, issues }
  const read = readShape(dashboardShape, json ?? {}, place.at, issues)
  if (!read) return undefined
  // What a part misses on a screen with faults of its own may be what that screen lost.
  const placeOf = ({ page }: { page?: string | undefined }, ...keys: Path): DashboardPlace => {
    const inner = within(place, ...keys)
    return page !== undefined && targets.faulty?.has(page) ? { ...inner, issues: [] } : inner
  }
  const cards = each(read.cards, (name, card) => parseCard(name, card, placeOf(card, 'cards', name)))
  const charts = each(read.charts, (name, chart) => parseChart(name, chart, placeOf(chart, 'charts', name)))
  const lists = each(read.lists, (name, rows) => parseRows(name, rows, placeOf(rows, 'lists', name)))
  const parts = (['cards', 'charts', 'lists'] as const).flatMap((key) =>
    Object.keys(read[key] ?? {}).map((name) => ({ name, at: [...place.at, key, name] })),
  )
  const names = parts.map(({ name }) => name)
  if (names.length === 0) refuse(place, 'a dashboard shows something', 'give it "cards", "charts" or "lists"')
  const twice = parts.filter(({ name }, i) => names.indexOf(name) !== i)
  for (const part of twice) refuse({ ...place, at: part.at }, `two parts of the dashboard are called "${part.name}"`)
  const sections = read.sections ?? [{ name: '', show: names }]
  // The other name that one of the two should have may stand in a section.
  if (twice.length === 0) checkSections(sections, parts, place)
  const named = [...Object.values(read.cards ?? {}), ...Object.values(read.charts ?? {}), ...Object.values(read.lists ?? {})]
  if (named.some((part) => (part.page !== undefined && targets.broken?.has(part.page)) || isUnresolved(part, targets)))
    return undefined
  const { range = [7, 30, 90], welcome = false, keep = 0 } = read
  return { range, welcome, keep, cards, charts, lists, sections }
}

function checkSections(sections: Dashboard['sections'], parts: readonly { name: string; at: Path }[], place: Place): void {
  const names = parts.map(({ name }) => name)
  const shown = new Set<string>()
  for (const [i, { show }] of sections.entries()) {
    for (const [j, name] of show.entries()) {
      const at = within(place, 'sections', i, 'show', j)
      if (!names.includes(name)) refuse(at, `no card, chart or list "${name}"`, suggest(name, names))
      else if (shown.has(name)) refuse(at, `"${name}" is shown twice`)
      shown.add(name)
    }
  }
  // A name that no part has is one of those that are missed otherwise.
  const isKnown = [...shown].every((name) => names.includes(name))
  for (const { name, at } of parts.filter((part) => isKnown && !shown.has(part.name)))
    refuse({ ...place, at }, `"${name}" is in no section`, 'name it in "show" of one, or remove it')
}

function each<In, Out>(
  parts: Record<string, In> | undefined,
  parse: (name: string, part: In) => Out | undefined,
): Record<string, Out> {
  const out: Record<string, Out> = {}
  for (const [name, part] of Object.entries(parts ?? {})) {
    const parsed = parse(name, part)
    if (parsed) out[name] = parsed
  }
  return out
}

/** Is its table unknown because, maybe, the page that owns it cannot be read? */
function isUnresolved({ table }: Pick<SourceJson, 'page' | 'table'>, { tables, broken }: DashboardTargets): boolean {
  return table !== undefined && !tables.has(table) && (broken?.size ?? 0) > 0
}

interface Found {
  source: FigureSource
  entity: Entity
  page: TargetPage | undefined
}

/** The rows of a figure: of a screen, or of a table with the node that may see them. */
function parseSource(json: SourceJson, place: DashboardPlace): Found | undefined {
  const { targets } = place
  if ((json.page === undefined) === (json.table === undefined)) {
    refuse(place, 'say whose rows: either "page" or "table"')
    return undefined
  }
  if (json.page !== undefined && targets.broken?.has(json.page)) return undefined
  const page = json.page === undefined ? undefined : targets.pages.get(json.page)
  const entity = page?.entity ?? (json.table === undefined ? undefined : targets.tables.get(json.table))
  if (!entity && isUnresolved(json, targets)) return undefined
  if (!entity || entity.table === '') {
    const [key, name, known] =
      json.page === undefined
        ? (['table', json.table ?? '', [...targets.tables.keys()]] as const)
        : (['page', json.page, [...targets.pages.keys()]] as const)
    refuse(within(place, key), `no such ${key} "${name}"`, suggest(name, known))
    return undefined
  }
  const where = whereOf(json.where, entity.fields, place)
  if (json.time !== undefined && !isTime(entity.fields[json.time])) {
    const times = Object.values(entity.fields).filter(isTime)
    refuse(within(place, 'time'), `no time "${json.time}"`, suggest(json.time, namesOf(times)))
  }
  const seen = page ? rightOfList(json, page, place) : rightOfTable(json, entity, place)
  const source = {
    page: page?.id ?? null,
    table: entity.table,
    ...seen,
    node: json.node ?? null,
    where,
    filter: null,
    time: json.time ?? null,
  }
  return { source, entity, page }
}

/** The condition over the rows of a part. */
function whereOf(json: SourceJson['where'], fields: Entity['fields'], { at, issues }: Place): Condition | null {
  return json ? parseCondition(json, fieldScope(fields), [...at, 'where'], issues) : null
}

function namesOf(fields: readonly Field[]): string[] {
  return fields.map((field) => field.name)
}

function parseCard(name: string, json: z.output<typeof cardShape>, place: DashboardPlace): Card | undefined {
  const found = parseSource(json, place)
  if (!found) return undefined
  const { entity, page } = found
  const source = { ...found.source, filter: filterOf(json.filter, page, within(place, 'filter')) }
  if ((json.window === undefined) !== (json.time === undefined))
    refuse(place, 'a card has both "window" and "time", or none of them')
  if (json.compare && !json.window)
    refuse(within(place, 'compare'), 'only periods can be compared', 'give it "window" and "time"')
  return {
    name,
    ...source,
    measure: parseMeasure(json, entity, place),
    window: json.window ?? null,
    compare: json.compare ?? false,
    icon: json.icon ?? 'chart-bar',
    severity: json.severity ?? 'info',
    link: page && json.link !== false ? parseLink(source, page, json.filter, place) : null,
  }
}

/** The named filter of the screen's list; only a list has some. */
function filterOf(name: string | undefined, page: TargetPage | undefined, place: Place): FigureSource['filter'] {
  if (name === undefined) return null
  const filters = page?.table.filters ?? {}
  const own = Object.hasOwn(filters, name) ? filters[name] : undefined
  if (!own) refuse(place, `no named filter "${name}"`, suggest(name, Object.keys(filters)))
  return own ?? null
}

/** The filters that lead to the rows of a card: what a card counts, its list can show. */
function parseLink(
  source: FigureSource,
  page: TargetPage,
  filter: string | undefined,
  place: Place,
): readonly LinkFilter[] | null {
  const wrong = (key: string, why: string) =>
    refuse(within(place, key), `${why}, so the card cannot lead to it`, 'set "link": false')
  const isKnown = source.time !== null && isTime(page.entity.fields[source.time])
  if (source.time !== null && isKnown && !isSearched(page, source.time))
    wrong('time', `the list of ${page.id} cannot be searched by "${source.time}"`)
  const result = source.where ? listFilters(source.where, page) : { filters: [] }
  if ('filters' in result)
    return [...result.filters, ...(filter === undefined ? [] : [{ field: filter, operator: 'eq' as const, value: '1' }])]
  wrong('where', result.wrong)
  return null
}

function parseChart(name: string, json: z.output<typeof chartShape>, place: DashboardPlace): Chart | undefined {
  const found = parseSource(json, place)
  if (!found) return undefined
  const { source, entity } = found
  if (json.group === undefined && !json.time) refuse(place, 'a chart over days needs "time"', 'or "group" by a field')
  const group = json.group === undefined ? undefined : parseGroup(json.group, entity, within(place, 'group'))
  if (json.as === 'pie' && (json.series || json.group === undefined))
    refuse(within(place, 'as'), 'a pie has one figure for each value of a "group"')
  const series = Object.entries(json.series ?? {}).map(([key, part]): Series => {
    const inner = within(place, 'series', key)
    const where = whereOf(part.where, entity.fields, inner)
    return { name: key, measure: parseMeasure(part, entity, inner, group), where, node: part.node ?? null }
  })
  if (json.series && (json.count ?? json.sum ?? json.avg ?? json.negate) !== undefined)
    refuse(place, 'the figures of a chart stand in its "series"', 'remove "count", "sum", "avg" and "negate" beside it')
  const only = json.series ? [] : [{ name: '', measure: parseMeasure(json, entity, place, group), where: null, node: null }]
  const grouped = { group: group?.field ?? null, via: group?.via ?? [], limit: json.limit ?? 10 }
  if (json.link) checkChartLink(json.link, group !== undefined, within(place, 'link'))
  return { name, ...source, as: json.as, ...grouped, series: [...series, ...only], link: json.link ?? null }
}

function parseRows(name: string, json: z.output<typeof rowsShape>, place: DashboardPlace): Rows | undefined {
  const { targets } = place
  if (targets.broken?.has(json.page)) return undefined
  const page = targets.pages.get(json.page)
  if (page?.kind !== 'crud') {
    const lists = [...targets.pages.values()].filter((each) => each.kind === 'crud').map((each) => each.id)
    refuse(within(place, 'page'), `no such list "${json.page}"`, suggest(json.page, lists))
    return undefined
  }
  checkSameArea(page, place)
  const known = page.table.columns.map((column) => column.field)
  for (const [i, column] of json.columns.entries())
    if (!known.includes(column))
      refuse(within(place, 'columns', i), `the list of ${page.id} has no column "${column}"`, suggest(column, known))
  const where = whereOf(json.where, page.fields, place)
  const result = where ? listFilters(where, page) : { filters: [] }
  if ('wrong' in result) refuse(within(place, 'where'), result.wrong)
  return { name, page: page.id, columns: json.columns, size: json.size ?? 8, filters: 'filters' in result ? result.filters : [] }
}
