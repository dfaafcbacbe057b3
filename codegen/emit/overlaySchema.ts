import { fixed, hideable } from '../overlay/apply.ts'
import { placePattern } from '../overlay/places.ts'
import { draft, type Json, listOf, partOf, withRefsTo, withSharedParts } from './jsonSchema.ts'
import { type Language, languageSchema } from './language.ts'
import { closed, keysOfAll, namedDefinitions, pageSchema, partsOfPage, propertiesOf } from './pageSchema.ts'

const text = (description: string): Json => ({ type: 'string', description })
const sides = {
  after: text('Name of the part of the same place behind which it stands.'),
  before: text('Name of the part of the same place before which it stands.'),
}
/** Keys that a table's file has at its top and that an overlay of it may set. */
const ofTable = ['tree', 'weigh', 'softDelete', 'owner', 'unindexedBecause', 'sort', 'readOnly']

/**
 * overlay.schema.json: overlay files as JSON Schema, made from the schema of pages and from the places that overlays know. Whether a page
 * has the parts that a path names is the checker's part.
 */
export function overlaySchema(): Json {
  const parts = partsOf(languageSchema())
  const place = placePattern()
  const part = `^${place}\\..+$`
  const schema: Json = {
    $schema: draft,
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
        patternProperties: patterns(parts.map((each) => [`^${each.at}$`, added(each)])),
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
        patternProperties: patterns(parts.flatMap(setsOf)),
      },
    },
  }
  return withSharedParts(withRefsTo(schema, pageSchema(), { file: 'page.schema.json', kept: namedDefinitions }))
}

/** A part with a place of its own: the pattern of its path, what a page says there, and its definition in page.schema.json. */
interface PartSchema {
  at: string
  schema: Json
  part?: string
}

function partsOf(language: Language): PartSchema[] {
  const { column, input, section } = partsOfPage(language)
  const entity = variants(propertiesOf(language.page).entity ?? {})
    .map(propertiesOf)
    .find((own) => own.relations)
  const name = '[^.]+'
  return [
    { at: `(?:actions\\.${name}\\.)?(?:fields\\.${name}\\.)*fields\\.${name}`, schema: { oneOf: language.kinds }, part: 'kinds' },
    { at: `actions\\.${name}`, schema: language.action, part: 'actionKeys' },
    { at: 'table\\.columns\\..+', schema: column, part: 'column' },
    { at: 'table\\.search\\..+', schema: input, part: 'input' },
    { at: `detail\\.${name}`, schema: section, part: 'section' },
    { at: `(?:entity\\.)?relations\\.${name}`, schema: partOf(entity?.relations, 'additionalProperties') ?? {} },
  ]
}

/** The variants of a part: a field is of one kind, a relation of one sort. */
function variants(schema: Json): Json[] {
  return [listOf(schema, 'oneOf'), listOf(schema, 'anyOf')].find(({ length }) => length > 0) ?? [schema]
}

/** The part as `add` has it: its name stands in the path, and it may say where it stands. */
function added({ schema, part }: PartSchema): Json {
  const own = variants(schema).map((each) => {
    const required = (Array.isArray(each.required) ? each.required : [])
      .map(String)
      .filter((key) => key !== 'name' && key !== 'field')
    return { each, ...(required.length > 0 ? { required } : {}) }
  })
  if (part) {
    const required = part === 'kinds' ? undefined : own[0]?.required
    return { $ref: `#/$defs/${part}`, properties: sides, ...(required ? { required } : {}), ...closed }
  }
  return { oneOf: own.map(({ each, ...rest }) => ({ ...each, ...rest, properties: { ...propertiesOf(each), ...sides } })) }
}

/** What `set` may say of a part: some of its keys, or one of them with its path. */
function setsOf({ at, schema, part }: PartSchema): [string, Json][] {
  const { type, ...others } = keysOf(schema)
  const keys = part === 'actionKeys' || type === undefined ? others : { type, ...others }
  const alone = at.endsWith('.+') ? `^${at.slice(0, -2)}(?!.*\\.(?:${names(keys)})(?:\\.|$)).+$` : `^${at}$`
  const end = part === 'kinds' ? '(?:^|\\.)fields\\.[^.]+' : `^${at}`
  return [[alone, someOf(keys, part)], ...Object.entries(keys).map(([key, value]): [string, Json] => [`${end}\\.${key}$`, value])]
}

/** Some of the keys of a part, and nothing else. */
function someOf(keys: Record<string, Json>, part: string | undefined): Json {
  if (!part) return { type: 'object', properties: keys, additionalProperties: false }
  if (part === 'actionKeys') return { $ref: '#/$defs/action' }
  if (part !== 'kinds') return { $ref: `#/$defs/${part}`, ...closed }
  return { type: 'object', allOf: [{ $ref: '#/$defs/common' }, { $ref: '#/$defs/own' }], ...closed }
}

/** The keys of all variants; the kind of a field is any kind. */
function keysOf(schema: Json): Record<string, Json> {
  const keys = keysOfAll(variants(schema).map(propertiesOf))
  return keys.kind ? { ...keys, kind: { $ref: '#/$defs/common/properties/kind' } } : keys
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
