import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema'
import type { JsonSchema } from '../../schemas/jsonSchema.ts'

/** One place where a value breaks its schema, in the terms ajv uses: path of keys and indexes, keyword, and the keyword's value. */
export interface Violation {
  path: readonly (string | number)[]
  keyword: string
  /** Value of the keyword in the schema: the limit, the pattern, the options. */
  limit: unknown
}

/** Keywords that only pass on what their parts found. */
const containers = new Set(['properties', 'items', 'allOf', 'additionalProperties', '$ref', 'if', 'then', 'else'])

/**
 * Finds what is wrong with a value by interpreting its schema: no code is generated, so a strict content policy allows it.
 * The interpreter is made once per schema object; schemas must not be changed afterwards.
 */
export function violationsOf(schema: JsonSchema, value: unknown): Violation[] {
  const result = validatorOf(schema).validate(value)
  if (result.valid) return []
  const found: Violation[] = []
  const seen = new Set<string>()
  for (const unit of result.errors) {
    for (const violation of violationsOfUnit(unit, schema, value)) {
      const id = `${violation.path.join('/')}:${violation.keyword}`
      if (!seen.has(id)) found.push(violation)
      seen.add(id)
    }
  }
  return found
}

const validators = new WeakMap<object, Validator>()

function validatorOf(schema: JsonSchema): Validator {
  let validator = validators.get(schema)
  if (!validator) {
    // A copy: the interpreter writes its own marks into the schema it is given.
    validator = new Validator(structuredClone(schema) as Schema, '7', false)
    validators.set(schema, validator)
  }
  return validator
}

function violationsOfUnit(unit: OutputUnit, schema: JsonSchema, value: unknown): Violation[] {
  const path = pathOf(unit.instanceLocation, value)
  const limit = follow(schema, pointer(unit.keywordLocation))
  // Keys that are not allowed are told once per key by the interpreter as "false boolean schema" below additionalProperties.
  if (unit.keyword === 'false') return [{ path, keyword: 'additionalProperties', limit: false }]
  if (containers.has(unit.keyword)) return []
  if (unit.keyword !== 'required') return [{ path, keyword: unit.keyword, limit }]
  const owner = follow(value, path)
  const missing = Array.isArray(limit) ? limit.filter((key) => !has(owner, String(key))) : []
  return missing.map((key) => ({ path: [...path, String(key)], keyword: 'required', limit: true }))
}

/** The keys of a location as the interpreter writes it; numbers where the value has lists. */
function pathOf(location: string, value: unknown): (string | number)[] {
  const path: (string | number)[] = []
  let at = value
  for (const part of pointer(location)) {
    const key = Array.isArray(at) ? Number(part) : part
    path.push(key)
    at = follow(at, [key])
  }
  return path
}

function pointer(location: string): string[] {
  return location
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replace(/~1/g, '/').replace(/~0/g, '~'))
}

function follow(from: unknown, path: readonly (string | number)[]): unknown {
  let at = from
  for (const key of path) at = at !== null && typeof at === 'object' ? (at as Record<string | number, unknown>)[key] : undefined
  return at
}

function has(owner: unknown, key: string): boolean {
  return owner !== null && typeof owner === 'object' && Object.hasOwn(owner, key)
}
