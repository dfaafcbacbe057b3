import type { JsonSchema } from '../../jsonSchema.ts'
import { limits } from './limits.ts'

/** A place where a value breaks its schema: the keys and indexes that lead to it, and the keyword. */
export interface Violation {
  path: readonly (string | number)[]
  keyword: string
}

/** What `limitsSchema` describes: a value, its schema, and what `$data` cannot read from the schema. */
interface ValueSubject {
  value: unknown
  schema: JsonSchema
  /** The JSON type of the value. */
  type: string
  /** Types that the schema allows; absent: all. */
  types?: readonly string[]
  /** Allowed keys of an object; absent: all. */
  names?: readonly string[]
}

/** Finds what breaks a schema in a value, in its items and in its properties. The browser and the server both call this. */
export function violationsOf(schema: JsonSchema, value: unknown): Violation[] {
  const { items, properties } = schema
  const found = ownViolations(schema, value)
  if (items && Array.isArray(value)) return [...found, ...value.flatMap((item, i) => below(i, violationsOf(items, item)))]
  if (!properties || typeof value !== 'object' || value === null) return found
  const inner = Object.entries(value).flatMap(([name, part]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    return own && part !== undefined ? below(name, violationsOf(own, part)) : []
  })
  return [...found, ...inner]
}

const below = (key: string | number, found: readonly Violation[]): Violation[] =>
  found.map(({ path, keyword }) => ({ path: [key, ...path], keyword }))

/** What is wrong with a value without its items and properties. */
function ownViolations(schema: JsonSchema, value: unknown): Violation[] {
  const subject: ValueSubject = { value, schema, type: typeOf(value), types: allowedTypes(schema), names: allowedNames(schema) }
  if (limits(subject)) return []
  return (limits.errors ?? []).flatMap(({ keyword, instancePath, params, propertyName }) => {
    if (instancePath === '/type') return { path: [], keyword: 'type' }
    if (keyword === 'propertyNames') return { path: [String(params.propertyName)], keyword: 'additionalProperties' }
    if (propertyName !== undefined) return []
    return { path: keyword === 'required' ? [String(params.missingProperty)] : [], keyword }
  })
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

function allowedTypes({ type }: JsonSchema): string[] | undefined {
  if (type === undefined) return undefined
  const types = [type].flat()
  return types.includes('number') ? [...types, 'integer'] : types
}

function allowedNames({ properties = {}, additionalProperties }: JsonSchema): string[] | undefined {
  return additionalProperties === false ? Object.keys(properties) : undefined
}
