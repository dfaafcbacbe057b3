import type { Schema } from '../../codegen/pages.ts'
import { conditionFields } from '../../src/schemas/language/condition.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { locales } from '../../src/schemas/language/words.ts'

/** Names of the fields that the columns of the list show, the grey ones behind a value and the hidden columns included. */
export function shownFields({ table }: Page): Set<string> {
  return new Set(table.columns.flatMap((column) => [column.field, ...column.sub]))
}

/**
 * Names of all fields that the list needs of a row: those it shows, the key and what rows are ordered and nested by, those that links to
 * other pages and conditions of actions name, and those that stand in the question before an action.
 */
export function neededFields(page: Page, schema: Schema): Set<string> {
  const { entity, table } = page
  const actions = Object.values(page.actions)
  const questions = actions.flatMap(({ name }) => locales.map((l) => schema.words.text(l, page.id, `actions.${name}.confirm`)))
  return new Set([
    ...shownFields(page),
    ...[entity.key, entity.weigh, entity.tree?.parent, ...entity.sort.map(([name]) => name)].flatMap((name) => name ?? []),
    ...table.columns.flatMap((column) => Object.values(column.link?.query ?? {})),
    ...table.columns.flatMap(({ tone }) => (tone ?? []).flatMap(({ when }) => conditionFields(when))),
    ...actions.flatMap(({ when }) => (when ? conditionFields(when) : [])),
    ...questions.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)),
  ])
}
