import type { Field } from '../../src/schemas/field.ts'
import { kindOf } from '../../src/schemas/kinds/index.ts'
import { CodecError } from '../../src/schemas/kinds/kind.ts'
import { onOff } from '../../src/schemas/kinds/switch.ts'
import type { Action } from '../../src/schemas/language/action/action.ts'
import { isRowless } from '../../src/schemas/language/action/builtInActions.ts'
import { isRowsSection } from '../../src/schemas/language/detail/section.ts'
import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import { suggest } from '../../src/schemas/language/issue.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Known, Path, Report, Rule } from './check.ts'

interface Link {
  page: string
  query: Readonly<Record<string, string>>
  values?: Readonly<Record<string, string>>
}

/** A link with its place; `relation`: its values come from rows of that relation. */
interface Placed {
  at: Path
  link: Link
  relation?: string
}

/** Everything of a page that leads to another one, with its place: columns, related rows, and what comes after actions. */
export function linksOf(page: Page): Placed[] {
  const columns = page.table.columns.flatMap(({ links = [] }, i) =>
    links.map((link, j) => ({ at: ['table', 'columns', i, 'link', ...(isOnly(links) ? [] : [j])], link })),
  )
  const actions = Object.values(page.actions).flatMap(({ name, next }) =>
    typeof next === 'object' ? [{ at: ['actions', name, 'then'], link: next }] : [],
  )
  const related = (page.detail ?? []).flatMap((part, i): Placed[] =>
    isRowsSection(part)
      ? [
          ...(part.more ? [{ at: ['detail', i, 'more'], link: part.more }] : []),
          ...Object.entries(part.links).map(([field, link]) => ({
            at: ['detail', i, 'columns', part.fields.indexOf(field), 'link'],
            link,
            relation: part.relation,
          })),
        ]
      : [],
  )
  return [...columns, ...related, ...actions]
}

/** A single link without a condition is written without a list. */
export function isOnly(links: readonly { when?: unknown }[]): boolean {
  return links.length === 1 && links[0]?.when === undefined
}

/** Links of columns and actions lead to a page that is in the menu, with filters it knows, from fields of the row. */
export const links: Rule = {
  name: 'links',
  why: 'a link that leads nowhere opens an empty screen',
  page: (page, report, known) => {
    for (const { at, link, relation } of linksOf(page)) {
      const target = known.schema.pages.get(link.page)
      if (!target) continue
      const names = filtersOf(target)
      for (const [key, value] of Object.entries(link.values ?? {}))
        checkValue(target, names, { key, value, at: [...at, 'values', key] }, report)
      for (const [key, from] of Object.entries(link.query)) {
        const name = key.replace(/\.(?:in|null)$/, '')
        if (!names.includes(name))
          report([...at, 'query', key], `the page "${link.page}" cannot be filtered by "${name}"`, suggest(name, names))
        if (!hasValue(page, relation === undefined ? from : `${relation}.${from}`))
          report([...at, 'query', key], `no such field "${from}"`, suggest(from, Object.keys(page.fields)))
      }
    }
    for (const action of Object.values(page.actions)) checkNext(page, action, report)
  },
}

/** A value that rows are narrowed to: the field or filter, and where it is written. */
interface Narrowing {
  key: string
  value: unknown
  at: Path
}

/** What every row's link says is a filter of the other list, and of a choice or switch one of its values. */
function checkValue(target: Page, names: string[], { key, value, at }: Narrowing, report: Report): void {
  if (!names.includes(key)) report(at, `the page "${target.id}" cannot be filtered by "${key}"`, suggest(key, names))
  const field = target.fields[key]
  const values = field?.kind === 'switch' ? Object.values(onOff(field)) : field?.options?.map((option) => option.value)
  const options = values?.map(String)
  if (options && !options.includes(String(value)))
    report(at, `"${String(value)}" is no value of "${key}"`, suggest(String(value), options))
}

/** Is it a field of the rows, or one of a relation that they carry? */
function hasValue(page: Page, name: string): boolean {
  const [first = '', second] = name.split('.')
  return second === undefined ? page.fields[first] !== undefined : page.related[first]?.[second] !== undefined
}

/** What comes after an action may need its row, and something of the row to open. */
function checkNext(page: Page, { name, next }: Action, report: Report): void {
  const at: Path = ['actions', name, 'then']
  const hasRow = page.kind === 'crud' && !isRowless(page, name)
  if (next === 'open' && (!hasRow || page.detail === null))
    report(at, `after "${name}" there is no record to open`, 'the page needs "detail", and the action a row')
  if (typeof next === 'object' && Object.keys(next.query).length > 0 && !hasRow)
    report([...at, 'query'], `"${name}" has no row to take values from`, 'remove it')
}

/** What the address of a list may filter by: its search, its named filters, the field of its tabs, and the key. */
function filtersOf({ table, entity }: Page): string[] {
  const { search, filters, tabs } = table
  return [
    ...search.flatMap(({ field, alias }) => (alias === undefined ? [field] : [field, alias])),
    ...Object.keys(filters),
    ...(tabs && 'field' in tabs ? [tabs.field] : []),
    ...(entity.key ? [entity.key] : []),
  ]
}

/** Remote choices: what they are narrowed to and what they depend on is there. */
export const choices: Rule = {
  name: 'choices',
  why: 'the choices would be all, or none',
  page: (page, report, known) => {
    const check: Check = { report, known }
    checkChoices(notBorrowed(page, known), ['fields'], check, page.fields)
    for (const { name, fields } of Object.values(page.actions)) checkChoices(fields, ['actions', name, 'fields'], check)
  },
  entity: ({ fields }, report, known) => checkChoices(fields, ['fields'], { report, known }),
}

type Fields = Readonly<Record<string, Field>>

/** One run of a rule: what is known of the schemas, and where faults go. */
interface Check {
  report: Report
  known: Known
}

/** The fields of a page without what it leaves as the owner of its table says it, where it is told. */
function notBorrowed({ fields, entity }: Page, { schema }: Known): Fields {
  const owner = schema.entities.get(entity.table)
  if (!owner || owner === entity) return fields
  return Object.fromEntries(Object.entries(fields).filter(([name, field]) => owner.fields[name] !== field))
}

/** `around`: fields that stand beside these, or outside of the rows that these stand in. */
function checkChoices(fields: Fields, path: Path, check: Check, around: Fields = {}): void {
  const { report } = check
  const seen = { ...around, ...fields }
  for (const field of Object.values(fields)) {
    const at: Path = [...path, field.name]
    const { pages, entities } = check.known.schema
    const source = field.page === undefined ? entities.get(field.table ?? '') : pages.get(field.page)?.entity
    if (source) {
      for (const [key, value] of Object.entries(field.where ?? {}))
        checkNarrowing(source, { key, value, at: [...at, 'where', key] }, report)
    }
    const beside = (names: readonly string[], places: Path) => {
      for (const [i, name] of names.entries())
        if (!seen[name]) report([...at, ...places, i], `no such field "${name}"`, suggest(name, Object.keys(seen)))
    }
    checkSource(field, at, check)
    beside(field.depends ?? [], [...(field.source ? ['options'] : []), 'depends'])
    beside(field.clears ?? [], ['clears'])
    if (field.fields) checkChoices(field.fields, [...at, 'fields'], check, seen)
  }
}

/** The source of choices that the server makes is that of the platform or of a module that is on, and gets what it needs. */
function checkSource({ source, depends = [] }: Field, at: Path, { report, known }: Check): void {
  if (source === undefined) return
  const { optionSources } = known.schema
  const needs = optionSources.get(source)?.needs
  if (needs === undefined)
    report([...at, 'options', 'source'], `no such source "${source}"`, suggest(source, [...optionSources.keys()]))
  else if (depends.length !== needs)
    report([...at, 'options'], `the source "${source}" needs ${needs} fields, "depends" names ${depends.length}`)
}

/** What choices are narrowed by is a stored field of their table, with a value of its kind. */
function checkNarrowing(source: Entity, { key, value, at }: Narrowing, report: Report): void {
  const field = source.fields[key]
  if (!field?.store || field.secret) {
    const names = Object.values(source.fields)
      .filter((each) => each.store && !each.secret)
      .map((each) => each.name)
    report(at, `the table "${source.table}" has no field "${key}" to narrow by`, suggest(key, names))
    return
  }
  try {
    kindOf(field).fromWire(value, field)
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    report(at, `${JSON.stringify(value)} is no value of field "${key}" (${field.kind})`)
  }
}
