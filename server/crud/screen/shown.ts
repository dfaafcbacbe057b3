import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Condition } from '../../../src/schemas/condition.ts'
import { conditionFields, conditionReads } from '../../../src/schemas/language/condition/condition.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { locales } from '../../../src/schemas/language/words.ts'

/** Names of the fields that the columns of the list show, the grey ones behind a value, colours, addresses and hidden columns included. */
export function shownFields({ table }: Page): Set<string> {
  return new Set(
    table.columns.flatMap(({ field, secondary, color, url }) => [
      field,
      ...secondary,
      ...[color, url].flatMap((name) => name ?? []),
    ]),
  )
}

/** Conditions on the rows of the list: of actions, of columns, of where these lead to. */
export function rowConditions(page: Page): Condition[] {
  const { columns } = page.table
  const tones = columns.flatMap(({ tone }) => tone ?? [])
  const links = columns.flatMap((column) => column.links ?? [])
  return [...Object.values(page.actions), ...columns, ...tones, ...links].flatMap(({ when }) => when ?? [])
}

/** Relations of many whose rows these conditions read, with the names of the fields they read there. */
export function readRelations(page: Page): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { path, name } of rowConditions(page).flatMap((condition) => conditionReads(condition))) {
    const relation = path[0] ?? name
    if (page.fields[relation] || page.entity.relations[relation]?.type !== 'many') continue
    const names = found.get(relation) ?? new Set()
    found.set(relation, path.length === 0 ? names : names.add(path[1] ?? name))
  }
  return found
}

/**
 * Names of all fields that the list reads of a row: displayed ones, the key, those for sorting and nesting, those used by links, by
 * conditions of actions and by confirmations.
 */
export function neededFields(page: Page, schema: Schema): Set<string> {
  const { entity, table } = page
  const actions = Object.values(page.actions)
  const questions = actions.flatMap(({ name }) => locales.map((l) => schema.words.text(l, page.id, `actions.${name}.confirm`)))
  return new Set([
    ...shownFields(page),
    ...[entity.key, entity.weigh, entity.tree?.parent, ...entity.sort.map(([name]) => name)].flatMap((name) => name ?? []),
    ...table.columns.flatMap(({ links = [] }) => links.flatMap(({ query }) => Object.values(query))),
    ...rowConditions(page).flatMap(conditionFields),
    ...questions.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)),
  ])
}
