import type { Field } from '../../field.ts'
import { kindOf } from '../../kinds/index.ts'
import type { Entity } from '../entity/entity.ts'
import { suggest } from '../issue.ts'
import { type Place, refuse, within } from '../place.ts'
import type { Measure, Step } from './dashboard.ts'
import { isSearched } from './listLink.ts'
import { checkSameArea } from './rights.ts'
import type { DashboardPlace, DashboardTargets } from './targets.ts'

/** A group of a chart: the tables on the way to its field, and the path of each from the chart's own table (`''`, `lines`, …). */
export interface Group {
  field: string
  via: readonly Step[]
  places: readonly { path: string; entity: Entity }[]
  /** The path cannot be followed; already reported, here or where the missing table is named. */
  lost: boolean
}

interface MeasureJson {
  count?: true | undefined
  sum?: string | undefined
  avg?: string | undefined
  negate?: true | undefined
}

/** Reads what a figure shows; `group` says which other tables' numbers a grouped chart can add up. */
export function parseMeasure(json: MeasureJson, entity: Entity, place: Place, group?: Group): Measure {
  const given = (['count', 'sum', 'avg'] as const).filter((op) => json[op] !== undefined)
  if (given.length !== 1) refuse(place, 'say what is shown: one of "count", "sum" and "avg"')
  const op = given[0]
  const path = op === undefined || op === 'count' ? undefined : json[op]
  if (json.negate && path === undefined)
    refuse(within(place, 'negate'), 'only a "sum" or an "avg" has another sign', 'remove "negate"')
  if (op === undefined || op === 'count' || path === undefined) return { op: 'count' }
  if (group?.lost) return { op, field: path, money: false }
  const places = group?.places ?? [{ path: '', entity }]
  const numbers = places.flatMap((each) => namesOf(Object.values(each.entity.fields).filter(isNumber), each.path))
  if (!numbers.includes(path)) refuse(within(place, op), `no stored number "${path}"`, suggest(path, numbers))
  const dot = path.lastIndexOf('.')
  const step = Math.max(
    0,
    places.findIndex((each) => each.path === path.slice(0, Math.max(0, dot))),
  )
  const many = group?.via.findLastIndex((each) => each.many) ?? -1
  if (numbers.includes(path) && step !== many + 1) {
    const rows = places[many + 1]?.path || entity.table
    const groups = `the groups are of the rows of "${rows}"`
    refuse(within(place, op), `"${path}" would be counted more than once or not at all: ${groups}`)
  }
  const field = places[step]?.entity.fields[path.slice(dot + 1)]
  const money = field !== undefined && kindOf(field).cell === 'money'
  return { op, field: path.slice(dot + 1), money, ...(step > 0 ? { step } : {}), ...(json.negate ? { negate: true } : {}) }
}

/** Follows a path to a field, over relations and fields that choose rows of other tables; the field is a choice or a text. */
export function parseGroup(path: string, entity: Entity, place: DashboardPlace): Group {
  const names = path.split('.')
  const name = names.pop() ?? ''
  const via: Step[] = []
  const places = [{ path: '', entity }]
  let here = entity
  for (const [i, step] of names.entries()) {
    const ways = waysOf(here, place.targets)
    const way = ways.get(step)
    if (!way?.entity) {
      if (!way) refuse(place, `the table "${here.table}" leads nowhere by "${step}"`, suggest(step, [...ways.keys()]))
      return { field: name, via, places, lost: true }
    }
    via.push(way.step)
    here = way.entity
    places.push({ path: names.slice(0, i + 1).join('.'), entity: here })
  }
  const fits = namesOf(Object.values(here.fields).filter(isGroup))
  if (!fits.includes(name)) refuse(place, `no choice or text "${name}"`, suggest(name, fits))
  return { field: name, via, places, lost: !fits.includes(name) }
}

/** A step, and the table it leads to; undefined when there is none, which the reference checker reports. */
interface Way {
  step: Step
  entity: Entity | undefined
}

/** Where one gets from a table: its relations, and its fields that hold keys of rows. */
function waysOf(entity: Entity, { pages, tables }: DashboardTargets): Map<string, Way> {
  const ways = new Map<string, Way>()
  const add = (name: string, target: Entity | undefined, step: Omit<Step, 'table'>) => {
    ways.set(name, { step: { table: target?.table ?? '', ...step }, entity: target?.key ? target : undefined })
  }
  for (const field of Object.values(entity.fields)) {
    const target = field.page === undefined ? tables.get(field.table ?? '') : pages.get(field.page)?.entity
    if (!field.store || field.link || kindOf(field).input !== 'remote') continue
    add(field.name, target, { own: field.name, other: target?.key ?? '', many: false, first: field.store.type.endsWith('[]') })
  }
  for (const relation of Object.values(entity.relations)) {
    const target = tables.get(relation.table)
    const [own, other] = relation.type === 'one' ? [relation.key, target?.key ?? ''] : [entity.key ?? '', relation.foreignKey]
    add(relation.name, target, { own, other, many: relation.type === 'many', first: false })
  }
  return ways
}

function namesOf(fields: readonly Field[], path = ''): string[] {
  return fields.map((field) => (path ? `${path}.${field.name}` : field.name))
}

/** Amounts and counts; not points in time, choices or keys. */
function isNumber(field: Field): boolean {
  return field.store !== null && !field.secret && kindOf(field).input === 'range' && kindOf(field).comparable === 'number'
}

/** Groups are the options of a choice, or texts. */
function isGroup(field: Field): boolean {
  return (
    field.store !== null &&
    !field.secret &&
    (field.options !== undefined || kindOf(field).comparable === 'text') &&
    !field.store.type.endsWith('[]')
  )
}

/** Groups lead to a list that can be searched by their value. */
export function checkChartLink(
  { page: id, filter }: { page: string; filter: string },
  grouped: boolean,
  place: DashboardPlace,
): void {
  const { pages, broken } = place.targets
  const page = pages.get(id)
  if (!grouped) refuse(place, 'only groups lead to a list', 'say the "group", or remove "link"')
  if (page) checkSameArea(page, place)
  else if (!broken?.has(id)) refuse(within(place, 'page'), `no such page "${id}"`, suggest(id, [...pages.keys()]))
  if (page && !isSearched(page, filter)) refuse(within(place, 'filter'), `the list of ${id} cannot be searched by "${filter}"`)
}
