import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Condition } from '../../../src/schemas/condition.ts'
import type { Action } from '../../../src/schemas/language/action/action.ts'
import { actionsOf } from '../../../src/schemas/language/action/actionOf.ts'
import type { RunAction } from '../../../src/schemas/language/action/kinds/run.ts'
import { usualSummary } from '../../../src/schemas/language/action/usualSummary.ts'
import { conditionFields, conditionReads } from '../../../src/schemas/language/condition/condition.ts'
import { personFields, titleField } from '../../../src/schemas/language/list/naming.ts'
import type { Column } from '../../../src/schemas/language/list/table.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { locales } from '../../../src/schemas/language/words.ts'

/** Names of the fields that columns show, the grey ones behind a value, colours and addresses included; all of the list unless said. */
export function shownFields({ table }: Page, columns: readonly Column[] = table.columns): Set<string> {
  return new Set(
    columns.flatMap(({ field, secondary, color, url }) => [field, ...secondary, ...[color, url].flatMap((name) => name ?? [])]),
  )
}

/** Conditions on the rows of the list: of actions, of columns, of where these lead to. */
export function rowConditions(page: Page, columns: readonly Column[] = page.table.columns): Condition[] {
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
 * Names of all fields that the list reads of a row, those of relations with a dot: displayed ones, what names the record, the key, those for
 * sorting and nesting, those used by links, by conditions of actions and by confirmations, those that forms of actions show again.
 */
export function neededFields(page: Page, schema: Schema, columns: readonly Column[] = page.table.columns): Set<string> {
  const { entity, table } = page
  const again = new Set([titleField(page), ...actionsOf(page, 'run').flatMap((action) => factsOf(action, page))])
  const drawn = [...new Set([...columns, ...table.columns.filter(({ field }) => again.has(field))])]
  return new Set([
    ...shownFields(page, drawn),
    ...drawn.flatMap(personOf),
    ...[entity.key, entity.weigh, entity.tree?.parent, ...entity.sort.map(([name]) => name)].flatMap((name) => name ?? []),
    ...drawn.flatMap(({ links = [] }) => links.flatMap(({ query }) => Object.values(query))),
    ...rowConditions(page, drawn).flatMap(conditionFields),
    ...Object.values(page.actions).flatMap((action) => [...saidOf(action, page, schema), ...leadingOf(action)]),
  ])
}

/** What the form of an action shows of its record. */
function factsOf({ fields, summary }: RunAction, page: Page): string[] {
  const facts = summary.length > 0 || Object.keys(fields).length === 0 ? summary : usualSummary(page)
  return facts.map(({ field }) => field)
}

/** A person is drawn of more than the field that the column names. */
function personOf({ cell, field }: Column): string[] {
  const [relation = ''] = field.split('.')
  return cell === 'member' ? personFields.map((name) => `${relation}.${name}`) : []
}

/** What questions about an action, its button in them, and what is said when it is done name of the row. */
function saidOf({ name }: Action, page: Page, schema: Schema): string[] {
  const texts = locales.flatMap((l) =>
    ['confirm', 'yes', 'done', 'submit'].map((key) => schema.words.text(l, page.id, `actions.${name}.${key}`)),
  )
  return texts.flatMap((text) => [...text.matchAll(/\{(\w+(?:\.\w+)?)\}/g)].map(([, named = '']) => named))
}

/** What the address of the page that comes after an action is made of. */
function leadingOf({ next }: Action): string[] {
  return typeof next === 'object' ? Object.values(next.query) : []
}
