import { draft, type Json, listOf, partOf, partsOf, withDefinitions, withSharedParts } from './jsonSchema.ts'
import { commonKeys, type Language, languageSchema } from './language.ts'

/**
 * The definitions that others name. A page closes them by `unevaluatedProperties`; an overlay adds the place of the part first. `common`
 * are the keys of every field, `own` those that some kinds have.
 */
export const namedDefinitions = [
  'fields',
  'field',
  'action',
  'common',
  'own',
  'kinds',
  'actionKeys',
  'column',
  'input',
  'section',
]

/** Nothing but what was described may be there. */
export const closed: Json = { unevaluatedProperties: false }

/**
 * page.schema.json: the page language as JSON Schema, for completion and checks while typing. Made from the same shapes that the
 * parser reads; what a JSON Schema cannot say (does the field exist?) is the checker's part. Every key is written once: kinds with the
 * same keys of their own share a branch, and a branch refuses the keys of other kinds by their names.
 */
export function pageSchema(): Json {
  const language = languageSchema()
  const { column, input, section } = partsOfPage(language)
  const parts: Record<string, Json> = { column, input, section }
  const uses = new Map(Object.entries(parts).map(([name, part]) => [JSON.stringify(part), used(name, part)]))
  const schema = {
    $schema: draft,
    title: 'Kontor page',
    ...withDefinitions(language.page, uses),
    $defs: {
      ...fieldDefinitions(language.kinds),
      action: { allOf: [{ $ref: '#/$defs/actionKeys' }], ...closed },
      actionKeys: { type: 'object', properties: propertiesOf(language.action) },
      ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, open(part)])),
    },
  }
  return withSharedParts(schema, { flat: true })
}

/** Columns, inputs of the search panel and sections of the detail, as a page writes them when a name is not enough. */
export function partsOfPage({ page }: Language): Record<'column' | 'input' | 'section', Json> {
  const properties = propertiesOf(page)
  const table = propertiesOf(properties.table)
  return {
    column: objectOf(partOf(table.columns, 'items')),
    input: objectOf(partOf(table.search, 'items')),
    section: objectOf(partOf(properties.detail, 'items')),
  }
}

/** The object that a part is, where a page may also write its name alone. */
function objectOf(schema: Json = {}): Json {
  return listOf(schema, 'anyOf').find((each) => each.type === 'object') ?? schema
}

function open({ type, properties }: Json): Json {
  return { type, properties }
}

function used(name: string, { required }: Json): Json {
  const some = Array.isArray(required) && required.length > 0
  return { $ref: `#/$defs/${name}`, ...(some ? { required } : {}), ...closed }
}

function fieldDefinitions(kinds: readonly Json[]): Json {
  const common = Object.fromEntries(Object.entries(propertiesOf(kinds[0])).filter(([key]) => commonKeys.includes(key)))
  const own = keysOfAll(kinds.map(ownKeys))
  const groups = new Map<string, unknown[]>()
  for (const kind of kinds) {
    const keys = Object.entries(ownKeys(kind)).map(([key, shape]) => [key, ownRef(key, shape, own)] as const)
    const text = JSON.stringify(Object.fromEntries(keys))
    groups.set(text, [...(groups.get(text) ?? []), kind.title])
  }
  return {
    fields: { type: 'object', additionalProperties: { $ref: '#/$defs/field' } },
    field: { $ref: '#/$defs/kinds', ...closed },
    kinds: {
      type: 'object',
      required: ['kind'],
      allOf: [{ $ref: '#/$defs/common' }],
      oneOf: [...groups].map(([keys, names]) => ({ properties: { kind: { enum: names }, ...JSON.parse(keys) } })),
    },
    common: {
      properties: {
        kind: { oneOf: kinds.map(({ title, description }) => ({ const: title, description })), description: kindText(kinds) },
        ...common,
      },
    },
    own: { properties: own },
  }
}

/** A key of a kind's own: written once, where all kinds that have it mean the same, else as one of its shapes. */
function ownRef(key: string, shape: Json, own: Record<string, Json>): Json {
  const at = listOf(own[key] ?? {}, 'anyOf').findIndex((each) => JSON.stringify(each) === JSON.stringify(shape))
  return { $ref: `#/$defs/own/properties/${key}${at < 0 ? '' : `/anyOf/${at}`}` }
}

/** All keys of several shapes; a key that is of several shapes is of any of them. */
export function keysOfAll(all: readonly Record<string, Json>[]): Record<string, Json> {
  const shapes = new Map<string, Map<string, Json>>()
  for (const each of all) {
    for (const [key, value] of Object.entries(each)) {
      shapes.set(key, (shapes.get(key) ?? new Map()).set(JSON.stringify(value), value))
    }
  }
  return Object.fromEntries(
    [...shapes].map(([key, found]) => {
      const all = [...found.values()]
      return [key, all.length === 1 ? (all[0] ?? {}) : { anyOf: all }]
    }),
  )
}

function kindText(kinds: readonly Json[]): unknown {
  return propertiesOf(kinds[0]).kind?.description
}

function ownKeys(kind: Json): Record<string, Json> {
  return Object.fromEntries(Object.entries(propertiesOf(kind)).filter(([key]) => key !== 'kind' && !commonKeys.includes(key)))
}

/** The members that a schema describes, by name. */
export function propertiesOf(schema: Json | undefined): Record<string, Json> {
  return partsOf(schema, 'properties')
}
