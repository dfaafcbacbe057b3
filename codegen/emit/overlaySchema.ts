import { fixed, hideable } from '../overlay/apply.ts'
import { placePattern } from '../overlay/places.ts'
import { type Json, pageSchema } from './pageSchema.ts'

const text = (description: string): Json => ({ type: 'string', description })
const sides = {
  after: text('Name of the part of the same place behind which it stands.'),
  before: text('Name of the part of the same place before which it stands.'),
}
/** Keys that a table's file has at its top and that an overlay of it may set. */
const ofTable = ['tree', 'weigh', 'softDelete', 'owner', 'noIndex', 'sort', 'readOnly']

/**
 * overlay.schema.json: overlay files as JSON Schema, made from the schema of pages and from the places that overlays know. Whether a page
 * has the parts that a path names is the checker's part.
 */
export function overlaySchema(): Json {
  const page = pageSchema()
  const parts = partsOf(page)
  const place = placePattern()
  const part = `^${place}\\..+$`
  return {
    $schema: page.$schema,
    title: 'Kontor overlay',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: text('Path to overlay.schema.json, so that an editor completes and checks.'),
      add: {
        type: 'object',
        description:
          'New parts by path, such as fields.gift or table.columns.gift: each as in a page, with "after" or "before" where it stands.',
        propertyNames: { pattern: part },
        patternProperties: patterns(parts.map(({ at, schema }) => [`^${at}$`, added(schema)])),
      },
      move: {
        type: 'object',
        description: 'Parts that stand elsewhere in their place: behind ("after") or before ("before") another.',
        propertyNames: { pattern: part },
        additionalProperties: {
          type: 'object',
          properties: sides,
          additionalProperties: false,
          oneOf: [{ required: ['after'] }, { required: ['before'] }],
        },
      },
      hide: {
        type: 'array',
        description: 'Paths of columns, inputs, sections, options, tools and whole actions that are taken away.',
        items: { type: 'string', allOf: [{ pattern: part }, { pattern: hideable.source }] },
      },
      set: {
        type: 'object',
        description: 'Other values by path, such as table.columns.status.width; of a part only the keys named.',
        propertyNames: setNames(place, parts),
        patternProperties: patterns(parts.flatMap(({ at, schema }) => setsOf(at, schema))),
      },
    },
    definitions: page.definitions,
  }
}

/** A part with a place of its own: the pattern of its path, and what a page says there. */
interface PartSchema {
  at: string
  schema: Json
}

function partsOf(page: Json): PartSchema[] {
  const { field, action } = page.definitions as { field: { oneOf: Json[] }; action: Json }
  const properties = page.properties as Record<string, Json>
  const inTable = propertiesOf(properties.table)
  const entity = variants(properties.entity ?? {})
    .map(propertiesOf)
    .find((own) => own.relations)
  const name = '[^.]+'
  return [
    { at: `(?:actions\\.${name}\\.)?(?:fields\\.${name}\\.)*fields\\.${name}`, schema: { oneOf: field.oneOf } },
    { at: `actions\\.${name}`, schema: action },
    { at: 'table\\.columns\\..+', schema: objectOf(inTable.columns?.items as Json) },
    { at: 'table\\.search\\..+', schema: objectOf(inTable.search?.items as Json) },
    { at: `detail\\.${name}`, schema: objectOf(properties.detail?.items as Json) },
    { at: `(?:entity\\.)?relations\\.${name}`, schema: entity?.relations?.additionalProperties as Json },
  ]
}

function propertiesOf(schema: Json | undefined): Record<string, Json> {
  return (schema?.properties ?? {}) as Record<string, Json>
}

/** The object that a part is, where a page may also write its name alone. */
function objectOf(schema: Json): Json {
  return ((schema.anyOf as Json[] | undefined) ?? [schema]).find((each) => each.type === 'object') ?? schema
}

/** The variants of a part: a field is of one kind, a relation of one sort. */
function variants(schema: Json): Json[] {
  return (schema.oneOf ?? schema.anyOf ?? [schema]) as Json[]
}

/** The part as `add` has it: its name stands in the path, and it may say where it stands. */
function added(schema: Json): Json {
  const own = variants(schema).map((each) => {
    const required = ((each.required ?? []) as string[]).filter((key) => key !== 'name' && key !== 'field')
    return { ...each, required, properties: { ...propertiesOf(each), ...sides } }
  })
  return own.length > 1 ? { oneOf: own } : (own[0] ?? {})
}

/** What `set` may say of a part: some of its keys, or one of them with its path. */
function setsOf(at: string, schema: Json): [string, Json][] {
  const keys = keysOf(schema)
  const some: Json = { type: 'object', properties: keys, additionalProperties: false }
  const alone = at.endsWith('.+') ? `^${at.slice(0, -2)}(?!.*\\.(?:${names(keys)})(?:\\.|$)).+$` : `^${at}$`
  return [[alone, some], ...Object.entries(keys).map(([key, value]): [string, Json] => [`^${at}\\.${key}$`, value])]
}

/** The keys of all variants; a key that is of several shapes is of any of them. */
function keysOf(schema: Json): Record<string, Json> {
  const shapes = new Map<string, Map<string, Json>>()
  for (const each of variants(schema)) {
    for (const [key, value] of Object.entries(propertiesOf(each))) {
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

/** Paths that `set` takes: what makes the page what it is stays, places are changed part by part, and a part has known keys. */
function setNames(place: string, parts: readonly PartSchema[]): Json {
  const closed = parts.filter(({ at }) => at.endsWith('[^.]+'))
  return {
    allOf: [
      { pattern: `^(?:[^.]+\\..+|${ofTable.join('|')})$` },
      ...Object.values(fixed).map(({ source }) => ({ not: { pattern: source } })),
      { not: { pattern: `^${place}$` } },
      ...closed.map(({ at, schema }) => ({ not: { pattern: `^${at}\\.(?!(?:${names(keysOf(schema))})(?:\\.|$))` } })),
    ],
  }
}

function names(keys: Record<string, Json>): string {
  return Object.keys(keys).join('|')
}

function patterns(all: readonly [string, Json][]): Json {
  return Object.fromEntries(all)
}
