import type { Schema } from '../../codegen/schema/schema.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { locales } from '../../src/schemas/language/words.ts'
import type { ButtonPlace } from './catalogue.ts'

/** Names of the fields that a page shows: its own where a list, form or record has them, those inside of them, and those of its actions. */
export function fieldsOn(page: Page): Set<string> {
  const shown = stringsIn([page.form, page.table, page.detail, Object.values(page.actions).map(({ name, ...rest }) => rest)])
  const own = Object.fromEntries(
    Object.entries(page.fields).filter(([name]) => shown.has(name) || isShownByRelation(page, name, shown)),
  )
  const names = new Set(['id', 'create_time', 'update_time'])
  const walk = (value: unknown, isFields: boolean): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, part] of Object.entries(value)) {
      if (isFields) names.add(key)
      walk(part, !isFields && ['fields', 'answer'].includes(key))
    }
  }
  walk({ fields: own, actions: page.actions }, false)
  return names
}

/** Does the page show something of the row that the field refers to: `order.order_no` for `order_id`? */
function isShownByRelation({ entity }: Page, field: string, shown: ReadonlySet<string>): boolean {
  const relations = Object.entries(entity.relations).flatMap(([name, relation]) =>
    relation.type === 'one' && relation.key === field ? [`${name}.`] : [],
  )
  return relations.some((prefix) => [...shown].some((text) => text.startsWith(prefix)))
}

/** All texts in some data. */
function stringsIn(value: unknown): Set<string> {
  if (typeof value === 'string') return new Set([value])
  if (typeof value !== 'object' || value === null) return new Set()
  return new Set(Object.values(value).flatMap((part) => [...stringsIn(part)]))
}

/** What columns show, with what stands beneath them; `footer` where there are figures over the whole result. */
export function columnsOn({ table }: Page): Set<string> {
  const shown = table.columns.flatMap(({ field, secondary }) => [field, ...secondary])
  return new Set(table.summary.length > 0 ? [...shown, 'footer'] : shown)
}

/** What a list can be searched by: inputs of the panel, quick search, and filters by name. */
export function searchesOn({ table }: Page): Set<string> {
  const inputs = table.search.flatMap(({ field, alias }) => (alias === undefined ? [field] : [field, alias]))
  return new Set([...inputs, ...table.quickSearch, ...Object.keys(table.filters)])
}

/** Names of the buttons at a place. That a masked value can be seen is a button beside the value. */
export function buttonsOn(page: Page, place: ButtonPlace): Set<string> {
  const { table } = page
  if (place === 'actions') return new Set(Object.keys(page.actions))
  const revealed = Object.values(page.actions).flatMap(({ name, type }) => (type === 'reveal' ? [name] : []))
  return new Set(place === 'row' ? [...table.row, ...table.deleted, ...revealed] : table[place])
}

/** A field, its label in each language and the page it stands on. */
export interface Label {
  page: string
  name: string
  texts: Readonly<Record<(typeof locales)[number], string | undefined>>
}

/** Labels of all fields of all pages, those of forms and inner tables too. */
export function labelsOf({ words }: Schema): Label[] {
  return [...words.page].flatMap(([page, texts]) =>
    Object.keys(texts['zh-cn']).flatMap((key) => {
      const name = /(?:^|\.)(?:fields|answer)\.(\w+)\.label$/.exec(key)?.[1]
      return name === undefined ? [] : [{ page, name, texts: { 'zh-cn': texts['zh-cn'][key], en: texts.en[key] } }]
    }),
  )
}

/** Whatever has a name on a page, and its nodes with the page's id. */
export function everythingOn(page: Page, nodes: ReadonlySet<string>): Set<string> {
  const sections = (page.detail ?? []).map(({ name }) => name)
  return new Set([
    ...fieldsOn(page),
    ...columnsOn(page),
    ...searchesOn(page),
    ...Object.keys(page.actions),
    ...page.table.summary.map(({ name }) => name),
    ...sections,
    ...nodes,
  ])
}
