import * as z from 'zod/mini'
import type { Field } from '../../field.ts'
import { kindOf } from '../../kinds/index.ts'
import type { Entity } from '../entity/entity.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import type { Path } from '../place.ts'
import type { Form, FormSection } from './form.ts'
import type { FormSource } from './formSource.ts'
import { lookupShape, parseLookups } from './lookup.ts'

const section = z.strictObject({ name: z.string(), fields: z.array(z.string()).check(z.minLength(1)) })
/** A tab or a step: one list of fields, or sections. */
export const tabShape = z.strictObject({
  name: z.string(),
  fields: z.optional(z.array(z.string()).check(z.minLength(1))),
  sections: z.optional(z.array(section).check(z.minLength(1))),
  actions: z.optional(z.array(z.string()).check(z.minLength(1))),
})
/** The shape of `form`. */
export const formShape = z.strictObject({
  size: z.optional(z.enum(['dialog', 'drawer', 'page'])),
  columns: z.optional(z.union([z.literal(1), z.literal(2)])),
  fields: z.optional(z.array(z.string())),
  sections: z.optional(z.array(section)),
  tabs: z.optional(z.array(tabShape).check(z.minLength(1))),
  steps: z.optional(z.array(tabShape).check(z.minLength(2))),
  lookup: z.optional(lookupShape),
  actions: z.optional(z.array(z.string())),
  prepared: z.optional(z.boolean()),
  plugins: z.optional(z.array(z.string().check(z.minLength(1))).check(z.minLength(1))),
})
/** Keys of page.json that only pages of kind `form` have. */
export const formSourceShape = {
  store: z.optional(z.enum(['row', 'keyValue'])),
  row: z.optional(z.union([z.string(), z.int(), z.strictObject({ $self: z.literal('id') })])),
  call: z.optional(z.string().check(z.regex(/^[a-zA-Z][a-zA-Z0-9]*$/))),
  items: z.optional(z.string()),
  itemGroups: z.optional(z.string()),
}
type SourceJson = { entity?: unknown; store?: 'row' | 'keyValue'; row?: string | number | { $self: 'id' }; call?: string }

/** Parses `form`: every named field exists and is used once; tabs, steps and sections become one list of sections. */
export function parseForm(json: z.output<typeof formShape> | undefined, entity: Entity, issues: Issue[]): Form {
  const given = ['fields', 'sections', 'tabs', 'steps'].filter((key) => json && Object.hasOwn(json, key))
  if (given.length > 1) issues.push(issueAt(['form'], `a form has either ${given.join(' or ')}`, `remove one of them`))
  const sections = sectionsOf(json, entity)
  const seen = new Set<string>()
  for (const { part, path } of sections) {
    for (const [j, name] of part.fields.entries()) {
      const at = [...path, j]
      if (!entity.fields[name]) issues.push(issueAt(at, `no such field "${name}"`, suggest(name, Object.keys(entity.fields))))
      if (seen.has(name)) issues.push(issueAt(at, `"${name}" stands in the form twice`))
      seen.add(name)
    }
  }
  const tabActions = (json?.tabs ?? json?.steps ?? []).flatMap(({ name, actions = [] }) =>
    actions.map((action) => [action, name] as const),
  )
  twice(json?.tabs, ['form', 'tabs'], 'tab', issues)
  twice(json?.steps, ['form', 'steps'], 'step', issues)
  twice(json?.sections, ['form', 'sections'], 'section', issues)
  return {
    size: json?.size ?? (sections.length > 1 ? 'drawer' : 'dialog'),
    sections: sections.map(({ part }) => part),
    steps: json?.steps !== undefined,
    columns: json?.columns ?? null,
    lookup: parseLookups(
      json?.lookup,
      entity,
      sections.map(({ part }) => part),
      issues,
    ),
    actions: [...(json?.actions ?? []), ...tabActions.map(([name]) => name)],
    actionTabs: Object.fromEntries(tabActions),
    prepared: json?.prepared ?? false,
    plugins: json?.plugins ?? [],
  }
}

function sectionsOf(json: z.output<typeof formShape> | undefined, entity: Entity): { part: FormSection; path: Path }[] {
  for (const key of ['tabs', 'steps'] as const) {
    const parts = json?.[key]
    if (!parts) continue
    return parts.flatMap((tab, i) => [
      ...(tab.fields ? [{ part: { name: '', fields: tab.fields, tab: tab.name }, path: ['form', key, i, 'fields'] }] : []),
      ...(tab.sections ?? []).map((part, j) => ({
        part: { ...part, tab: tab.name },
        path: ['form', key, i, 'sections', j, 'fields'],
      })),
    ])
  }
  if (json?.sections) return json.sections.map((part, i) => ({ part, path: ['form', 'sections', i, 'fields'] }))
  return [{ part: { name: '', fields: json?.fields ?? defaultFormFields(entity) }, path: ['form', 'fields'] }]
}

function twice(parts: readonly { name: string }[] | undefined, path: Path, what: string, issues: Issue[]): void {
  for (const [i, { name }] of (parts ?? []).entries()) {
    if (parts?.findIndex((other) => other.name === name) !== i)
      issues.push(issueAt([...path, i, 'name'], `another ${what} is called "${name}"`))
  }
}

/** Every field a person may write, in the order of the page. */
function defaultFormFields(entity: Entity): string[] {
  return Object.values(entity.fields)
    .filter((f) => !f.readOnly && !(kindOf(f).input === 'none' && f.kind === 'json'))
    .map((f) => f.name)
}

/** Parses where the record of a form is stored. Undefined when it cannot be determined. */
export function parseFormSource(json: SourceJson, store: Entity | undefined, issues: Issue[]): FormSource | undefined {
  if ((json.store === undefined) === (json.call === undefined)) {
    issues.push(issueAt(json.store ? ['store'] : [], 'a form has either "store" (row or keyValue) or "call"'))
    return undefined
  }
  if (json.call !== undefined) return { store: 'call', call: json.call }
  if (!store) {
    // An entity that cannot be read has a finding of its own.
    if (json.entity === undefined) issues.push(issueAt(['store'], 'missing "entity": the table the form is stored in'))
    return undefined
  }
  if (json.store === 'keyValue') return keyValueSource(json, store, issues)
  if (json.row === undefined) {
    issues.push(issueAt(['store'], 'missing "row": the key of the record', 'write { "$self": "id" } or a key'))
    return undefined
  }
  return { store: 'row', key: typeof json.row === 'object' ? { self: 'id' } : { value: json.row } }
}

function keyValueSource(json: SourceJson, store: Entity, issues: Issue[]): FormSource | undefined {
  if (json.row !== undefined) issues.push(issueAt(['row'], 'the fields of a keyValue form are rows of their own', 'remove it'))
  const value = store.fields.value
  if (!store.key || !store.keyGiven || !value?.store) {
    const why = `the table "${store.table}" keeps no settings: it needs a given text key and a field "value"`
    issues.push(issueAt(['entity', 'use'], why))
    return undefined
  }
  return { store: 'keyValue', table: store.table, value: value.name }
}

/** A record that is no row of a table: these fields, and no key, sort or relation. */
export function looseEntity(fields: Readonly<Record<string, Field>>): Entity {
  return {
    table: '',
    key: null,
    keyGiven: false,
    tree: null,
    weigh: null,
    softDelete: false,
    owner: null,
    unique: [],
    index: [],
    sort: [],
    relations: {},
    history: null,
    external: false,
    readOnly: null,
    fields,
  }
}
