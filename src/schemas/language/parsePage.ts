import * as z from 'zod/mini'
import { kindOf } from '../kinds/index.ts'
import { builtInAction, builtInActions, toolbarItems } from './actions.ts'
import { type ConditionScope, parseCondition } from './condition.ts'
import type { Entity } from './entity.ts'
import type { Field } from './field.ts'
import { type Issue, issueAt, suggest } from './issue.ts'
import type { Action, DetailSection, Form, Page, Table } from './page.ts'
import { controllerOf, pageKinds } from './page.ts'
import { entityShape, parseEntity, parseFields } from './parseEntity.ts'
import { fieldScope } from './parseField.ts'
import { checkListing } from './parseListing.ts'
import { columnShape, detailShape, parseDetail, parseTable, tableShape } from './parseTable.ts'
import { readShape } from './shape.ts'

type Path = readonly (string | number)[]

const severity = z.enum(['primary', 'success', 'info', 'warning', 'danger'])
/** The shape of an action of a page. */
export const actionShape = z.strictObject({
  node: z.optional(z.string().check(z.regex(/^[a-zA-Z][a-zA-Z0-9-]*$/))),
  call: z.optional(z.string().check(z.regex(/^[a-zA-Z][a-zA-Z0-9]*$/))),
  icon: z.optional(z.string()),
  severity: z.optional(severity),
  confirm: z.optional(z.boolean()),
  when: z.optional(z.record(z.string(), z.unknown())),
  refuse: z.optional(z.array(z.string())),
  fields: z.optional(z.record(z.string(), z.unknown())),
  set: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.null(), z.strictObject({ now: z.literal(true) })]))),
})
const section = z.strictObject({ name: z.string(), fields: z.array(z.string()).check(z.minLength(1)) })
const formShape = z.strictObject({
  size: z.optional(z.enum(['dialog', 'drawer', 'page'])),
  fields: z.optional(z.array(z.string())),
  sections: z.optional(z.array(section)),
})

/** The shape of page.json; `page.schema.json` is generated from it. */
export const pageShape = z.strictObject({
  $schema: z.optional(z.string()),
  version: z.literal(1),
  kind: z.enum(pageKinds),
  controller: z.optional(z.string().check(z.regex(/^(?:[a-z][a-zA-Z0-9]*\.)*[A-Z][a-zA-Z0-9]*$/))),
  entity: z.union([z.strictObject({ use: z.string() }), z.strictObject(entityShape)]),
  fields: z.optional(z.record(z.string(), z.unknown())),
  table: z.optional(tableShape),
  form: z.optional(formShape),
  detail: z.optional(z.array(detailShape)),
  actions: z.optional(z.record(z.string(), z.unknown())),
  check: z.optional(z.array(z.record(z.string(), z.unknown()))),
})

export { columnShape }

/**
 * Parses one page. `entityOf` gives an entity of entities/ for `{ "use": … }`, or of another page for relations.
 * Relations and remote pages are checked later, when all pages are known: see codegen/checkReferences.ts.
 * Returns the page, or undefined when its faults leave nothing to work with; every fault is pushed to `issues`.
 */
export function parsePage(
  id: string,
  json: unknown,
  entityOf: (table: string) => Entity | undefined,
  issues: Issue[],
): Page | undefined {
  const before = issues.length
  const outer = typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : {}
  // The entity is a union: checking the part that was meant gives far better messages than zod's "none of both".
  const entityJson = (outer.entity ?? {}) as Record<string, unknown>
  const uses = Object.hasOwn(entityJson, 'use')
  const read = readShape(pageShape, { ...outer, entity: uses ? { use: String(entityJson.use) } : { table: 't' } }, [], issues)
  if (outer.entity === undefined) issues.push(issueAt([], 'missing "entity": the table of the page'))
  const fieldsJson = (outer.fields ?? {}) as Record<string, unknown>
  const entity = uses
    ? usedEntity(String(entityJson.use), fieldsJson, entityOf, issues)
    : outer.entity === undefined
      ? undefined
      : parseEntity(entityJson, fieldsJson, ['entity'], ['fields'], issues)
  if (!read || !entity) return undefined
  const fields = entity.fields
  const scope = fieldScope(fields, { related: (name) => relatedFields(entity, name, entityOf) })
  const actions = parseActions(read.actions ?? {}, fields, scope, issues)
  const table = parseTable(read.table ?? {}, entity, scope, issues)
  const page: Page = {
    id,
    version: 1,
    kind: read.kind,
    controller: read.controller ?? controllerOf(id),
    entity,
    fields,
    related: {},
    table,
    form: parseForm(read.form, entity, issues),
    detail: read.detail ? parseDetail(read.detail, entity, issues) : null,
    actions: withBuiltIns(actions, table, issues),
    check: (read.check ?? []).map((c, i) => parseCondition(c, fieldScope(fields), ['check', i], issues)),
  }
  checkListing(page, entity.key, issues)
  return issues.length > before && !page.table ? undefined : freeze(page)
}

/** Fields of the rows that a relation of many leads to. */
function relatedFields(entity: Entity, name: string, entityOf: (table: string) => Entity | undefined) {
  const relation = entity.relations[name]
  return relation?.type === 'many' ? entityOf(relation.table)?.fields : undefined
}

/** `{ "use": table }`: the entity's own fields; the page may narrow them by naming the ones it wants, with stricter settings. */
function usedEntity(
  table: string,
  fieldsJson: Record<string, unknown>,
  entityOf: (table: string) => Entity | undefined,
  issues: Issue[],
) {
  const entity = entityOf(table)
  if (!entity) {
    issues.push(issueAt(['entity', 'use'], `no such entity "${table}"`))
    return undefined
  }
  const narrowed = parseFields(fieldsJson, ['fields'], issues)
  for (const name of Object.keys(narrowed)) {
    if (!entity.fields[name])
      issues.push(issueAt(['fields', name], `the entity "${table}" has no such field`, suggest(name, Object.keys(entity.fields))))
  }
  return { ...entity, fields: { ...entity.fields, ...narrowed } }
}

function parseActions(
  json: Record<string, unknown>,
  fields: Readonly<Record<string, Field>>,
  scope: ConditionScope,
  issues: Issue[],
): Record<string, Action> {
  const actions: Record<string, Action> = {}
  for (const [name, value] of Object.entries(json)) {
    const at: Path = ['actions', name]
    const read = readShape(actionShape, value, at, issues)
    if (!read) continue
    const builtIn = builtInAction(name)
    if (builtIn && (read.set || read.fields || read.call || read.node)) {
      issues.push(issueAt(at, `"${name}" is a built-in action; only icon, severity, confirm, when and refuse can be set`))
    }
    const parsed = read.fields ? parseFields(read.fields, [...at, 'fields'], issues, fieldScope(fields)) : {}
    const own = Object.fromEntries(Object.keys(read.fields ?? {}).flatMap((f) => (parsed[f] ? [[f, parsed[f]]] : [])))
    for (const column of Object.keys(read.set ?? {})) {
      if (!fields[column]?.store)
        issues.push(issueAt([...at, 'set', column], 'no such stored field', suggest(column, Object.keys(fields))))
    }
    actions[name] = {
      name,
      node: read.node ?? builtIn?.node ?? name,
      call: read.call ?? builtIn?.call ?? name,
      icon: read.icon ?? builtIn?.icon ?? 'bolt',
      severity: read.severity ?? builtIn?.severity ?? 'info',
      confirm: read.confirm ?? builtIn?.confirm ?? false,
      when: read.when ? parseCondition(read.when, scope, [...at, 'when'], issues) : null,
      refuse: read.refuse ?? [],
      fields: own,
      set: read.set ?? null,
      builtIn: builtIn !== undefined,
    }
  }
  return actions
}

/** Built-in actions named by the table become actions of the page; anything else named there must be declared. */
function withBuiltIns(actions: Record<string, Action>, table: Table, issues: Issue[]): Record<string, Action> {
  const all = { ...actions }
  const words = [...Object.keys(actions), ...Object.keys(builtInActions)]
  for (const place of ['row', 'bulk', 'toolbar'] as const) {
    for (const [i, name] of table[place].entries()) {
      const builtIn = builtInAction(name)
      if (builtIn && !all[name]) all[name] = builtIn
      else if (!all[name] && !(place === 'toolbar' && (toolbarItems as readonly string[]).includes(name))) {
        const known = place === 'toolbar' ? [...words, ...toolbarItems] : words
        issues.push(issueAt(['table', place, i], `no such action "${name}"`, suggest(name, known)))
      }
    }
  }
  return all
}

function parseForm(json: z.output<typeof formShape> | undefined, entity: Entity, issues: Issue[]): Form {
  const sections = json?.sections ?? [{ name: '', fields: json?.fields ?? defaultFormFields(entity) }]
  const seen = new Set<string>()
  for (const [i, part] of sections.entries()) {
    for (const [j, name] of part.fields.entries()) {
      const at = json?.sections ? ['form', 'sections', i, 'fields', j] : ['form', 'fields', j]
      if (!entity.fields[name]) issues.push(issueAt(at, `no such field "${name}"`, suggest(name, Object.keys(entity.fields))))
      if (seen.has(name)) issues.push(issueAt(at, `"${name}" stands in the form twice`))
      seen.add(name)
    }
  }
  return { size: json?.size ?? (sections.length > 1 ? 'drawer' : 'dialog'), sections }
}

/** Every field a person may write, in the order of the page. */
function defaultFormFields(entity: Entity): string[] {
  return Object.values(entity.fields)
    .filter((f) => !f.readOnly && !(kindOf(f).input === 'none' && f.kind === 'json'))
    .map((f) => f.name)
}

/** Freezes the model deeply: nobody changes the author's schema. */
function freeze<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) freeze(part)
  }
  return value
}

export type { DetailSection }
