/** A JSON Schema (draft 2019-09), or a part of one. */
export type Json = Record<string, unknown>

/** The draft of JSON Schema that the schemas of the page language are written in. */
export const draft = 'https://json-schema.org/draft/2019-09/schema'

/** Keywords by what they hold: a schema, a list of schemas, schemas by name. */
const single = ['items', 'additionalProperties', 'propertyNames', 'not']
const listed = ['items', 'anyOf', 'oneOf', 'allOf']
const named = ['properties', 'patternProperties', '$defs']

/** A schema inside another, with the JSON pointer to it. */
interface Part {
  at: string
  schema: Json
}

/** Applies a change to a schema and everything inside it, the innermost first. */
export function inEveryPart(schema: Json, change: (part: Json) => Json): Json {
  return change(withInner(schema, (inner) => inEveryPart(inner, change)))
}

/** The same schema with other schemas directly inside it. */
function withInner(schema: Json, change: (inner: Json, at: string) => unknown): Json {
  const copy = { ...schema }
  for (const key of single) if (isJson(copy[key])) copy[key] = change(copy[key], key)
  for (const key of listed) {
    if (Array.isArray(copy[key])) copy[key] = copy[key].map((one, i) => (isJson(one) ? change(one, `${key}/${i}`) : one))
  }
  for (const key of named) {
    if (!isJson(copy[key])) continue
    const all = Object.entries(copy[key])
    copy[key] = Object.fromEntries(all.map(([name, one]) => [name, isJson(one) ? change(one, `${key}/${escaped(name)}`) : one]))
  }
  return copy
}

/** Every schema inside this one, outer before inner. */
export function partsInside(schema: Json, at = '#'): Part[] {
  const found: Part[] = []
  withInner(schema, (inner, key) => {
    found.push({ at: `${at}/${key}`, schema: inner }, ...partsInside(inner, `${at}/${key}`))
    return inner
  })
  return found
}

/** What is shorter is written where it is needed: a reference would not be. */
const worthSharing = 90

/** A schema in a file of its own. `kept` are its definitions that others name; the rest came from withSharedParts. */
interface OtherFile {
  file: string
  kept: readonly string[]
}

/** Writes a schema with a reference to every part that the schema of the other file has as well. */
export function withRefsTo(schema: Json, other: Json, { file, kept }: OtherFile): Json {
  const definitions = partsOf(other, '$defs')
  const whole = (part: Json): Json => {
    const name = typeof part.$ref === 'string' ? part.$ref.slice('#/$defs/'.length) : ''
    const target = kept.includes(name) ? undefined : definitions[name]
    return target
      ? whole({ ...target, ...('description' in part ? { description: part.description } : {}) })
      : withInner(part, whole)
  }
  const places = new Map<string, string>()
  for (const { at, schema: part } of partsInside(other)) {
    if (typeof part.$ref === 'string' && Object.keys(part).length === 1) continue
    const text = canonical(whole(part))
    const before = places.get(text)
    if (text.length >= worthSharing && (before === undefined || at.length < before.length)) places.set(text, at)
  }
  const shared = (part: Json): Json => {
    if (typeof part.$ref === 'string') return { ...part, $ref: `${file}${part.$ref}` }
    const at = places.get(canonical(part))
    return at === undefined ? withInner(part, shared) : { $ref: `${file}${at}` }
  }
  return withInner(schema, shared)
}

/** Writes a schema with something else (a reference) in the place of each of these parts, by their JSON. */
export function withDefinitions(schema: Json, uses: ReadonlyMap<string, Json>): Json {
  return withInner(schema, (part) => uses.get(JSON.stringify(part)) ?? withDefinitions(part, uses))
}

/** Shapes that many keys have, by what they are; other shared parts are called by the key that has them first. */
const knownNames: Readonly<Record<string, string>> = {
  '{"type":"array","items":{"type":"string"}}': 'names',
  '{"type":"array","minItems":1,"items":{"type":"string"}}': 'someNames',
  '{"type":"object","additionalProperties":{"type":"string"}}': 'nameByName',
  '{"type":"integer","minimum":0,"maximum":9007199254740991}': 'count',
  '{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}': 'integer',
  '{"type":"integer","minimum":1,"maximum":9007199254740991}': 'positive',
}

/**
 * Moves what a schema repeats to its definitions, the greatest saving first; whole parts and parts that differ in their description
 * alone, beside the reference. `flat` also moves deeply nested parts, so that their lines start at the left.
 */
export function withSharedParts(schema: Json, { flat = false } = {}): Json {
  let done = schema
  for (;;) {
    const text = mostRepeated(done) ?? (flat ? deepest(done) : undefined)
    if (text === undefined) return done
    const { $defs: _, ...rest } = done
    const $defs = partsOf(done, '$defs')
    const first = partsInside(done).find(({ schema: part }) => JSON.stringify(part) === text || bare(part) === text)
    const name = freeName(text, first?.at ?? '', $defs)
    const replaced = (part: Json): Json => {
      if (JSON.stringify(part) === text) return { $ref: `#/$defs/${name}` }
      if (bare(part) === text) return { $ref: `#/$defs/${name}`, description: part.description }
      return withInner(part, replaced)
    }
    done = withInner({ ...rest, $defs }, replaced)
    done = { ...done, $defs: { ...partsOf(done, '$defs'), [name]: JSON.parse(text) } }
  }
}

/** A part so far inside that its lines would begin in the middle of the window. */
function deepest(schema: Json): string | undefined {
  const deep = partsInside(schema).find(({ at, schema: part }) => {
    return depth(at) >= 5 && (part.properties !== undefined || part.anyOf !== undefined) && JSON.stringify(part).length > 250
  })
  return deep && JSON.stringify(deep.schema)
}

function depth(at: string): number {
  return at.split('/').length - 1 - (at.startsWith('#/$defs/') ? 2 : 0)
}

function bare({ description: _, ...rest }: Json): string {
  return JSON.stringify(rest)
}

function mostRepeated(schema: Json): string | undefined {
  const times = new Map<string, number>()
  for (const { schema: part } of partsInside(schema)) {
    for (const text of new Set([JSON.stringify(part), bare(part)])) times.set(text, (times.get(text) ?? 0) + 1)
  }
  const reference = '{ "$ref": "#/$defs/someName" }'.length
  let best: string | undefined
  let most = 4
  for (const [text, count] of times) {
    const saved = (count - 1) * text.length - count * reference
    if (count < 2 || saved <= most || text.startsWith('{"$ref"')) continue
    best = text
    most = saved
  }
  return best
}

/** The innermost key on the way to a part, with the key above it where the name is taken. */
function freeName(text: string, at: string, taken: Json): string {
  const known = knownNames[text]
  if (known) return known
  const keys = at.split('/').filter((key, i, all) => named.includes(all[i - 1] ?? '') && !/[^\w]/.test(key))
  for (let length = 1; length <= keys.length; length++) {
    const name = keys.slice(-length).join('.')
    if (name && !Object.hasOwn(taken, name)) return name
  }
  return `${keys.join('.')}${Object.keys(taken).length}`
}

/** The same text for the same schema, whatever the order of its keywords. */
function canonical(schema: Json): string {
  return JSON.stringify(
    inEveryPart(schema, (part) => Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))),
  )
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Parts by name that a keyword holds (`properties`, `$defs`); none where it is absent. */
export function partsOf(schema: Json | undefined, keyword: string): Record<string, Json> {
  const held = schema?.[keyword]
  return isJson(held) ? Object.fromEntries(Object.entries(held).filter((entry): entry is [string, Json] => isJson(entry[1]))) : {}
}

/** The part that a keyword holds (`items`); undefined where it holds none. */
export function partOf(schema: Json | undefined, keyword: string): Json | undefined {
  const held = schema?.[keyword]
  return isJson(held) ? held : undefined
}

/** The parts that a keyword lists (`anyOf`); none where it is absent. */
export function listOf(schema: Json, keyword: string): Json[] {
  const held = schema[keyword]
  return Array.isArray(held) ? held.filter(isJson) : []
}

function isJson(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
