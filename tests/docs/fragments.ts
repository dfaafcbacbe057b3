import { globSync, readFileSync } from 'node:fs'
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js'
import { isObject } from '../../src/schemas/isObject.ts'
import { type ConditionScope, parseCondition } from '../../src/schemas/language/condition/condition.ts'
import { type Issue, suggest } from '../../src/schemas/language/issue.ts'

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
const schemas = ['page', 'overlay', 'menu', 'module'].map((name) => `${name}.schema.json`)
const ajv = new Ajv2019({ strict: false })
/** By the name of a key: where the JSON Schemas of the page language say what it holds. */
const places = new Map<string, string[]>()
for (const name of schemas) {
  const schema = read(`docs/schemas/${name}`) as object
  ajv.addSchema(schema, name)
  collect(schema, `${name}#`)
}

function collect(node: unknown, pointer: string): void {
  if (Array.isArray(node)) for (const [i, each] of node.entries()) collect(each, `${pointer}/${i}`)
  if (!isObject(node)) return
  for (const [key, each] of Object.entries(node)) {
    const place = `${pointer}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`
    collect(each, place)
    if (key !== 'properties' || !isObject(each)) continue
    for (const name of Object.keys(each)) places.set(name, [...(places.get(name) ?? []), `${place}/${name}`])
  }
}

const compiled = new Map<string, ValidateFunction>()
function fits(value: unknown, place: string): boolean {
  const validate = compiled.get(place) ?? ajv.compile({ $ref: place })
  compiled.set(place, validate)
  return validate(value)
}

const pageFiles = globSync(['src/schemas/pages/**/page.json', 'modules/*/pages/**/page.json'])
/** Ids of all pages, those of the tutorial among them. */
const pageIds = new Set([
  ...pageFiles.map((path) => /pages\/(.+)\/page\.json$/.exec(path)?.[1] ?? ''),
  'repair/ticket',
  'repair/part',
])
/** Names of all fields and relations, wherever they are declared; those of rows inside a record. */
const names = new Set<string>()
const rowsInside = new Set<string>()
for (const path of [...pageFiles, ...globSync(['src/schemas/entities/*.json', 'modules/*/entities/*.json'])]) named(read(path))

function named(node: unknown): void {
  if (Array.isArray(node)) node.forEach(named)
  if (!isObject(node)) return
  for (const [key, each] of Object.entries(node)) {
    if ((key === 'fields' || key === 'relations') && isObject(each))
      for (const [name, part] of Object.entries(each)) {
        names.add(name)
        if (isObject(part) && (part.kind === 'subtable' || part.many !== undefined)) rowsInside.add(name)
      }
    named(each)
  }
}

const record: ConditionScope = {
  names: [...names],
  has: (name) => names.has(name),
  value: (_name, json) => ({ value: json as string }),
  inside: (name) => (rowsInside.has(name) ? row : undefined),
}
const row: ConditionScope = { ...record, parent: record }

function isCondition(value: object): boolean {
  const issues: Issue[] = []
  parseCondition(value, row, [], issues)
  return issues.length === 0
}

/** What `…` of a fragment may stand for, where its key does not say it. */
const examples = ['{ "status": 2 }', '"status"', '{ "name": { "kind": "string" } }', '1']
const examplesOf: Readonly<Record<string, string>> = {
  '"fields": [ … ]': '"fields": ["status"]',
  '"columns": [ … ]': '"columns": ["status"]',
  '"sections": [ … ]': '"sections": [{ "name": "base", "fields": ["status"] }]',
  '"fields": { … }': '"fields": { "name": { "kind": "string" } }',
  '"page": …': '"page": "repair/ticket"',
  '"query": …': '"query": { "id": "id" }',
  '"…"': '"status"',
}

/** Is a span of code JSON? Not a single word in quotes, which says nothing of its place, and not `{name}` or `{ uid, state }`. */
export function isFragment(text: string): boolean {
  return /^[{"[]/.test(text) && text.includes('"') && !/^"[^"]*"$/.test(text)
}

/**
 * What is wrong with a fragment of a page that stands in a text: it is no JSON, it has a key that the page language does not have or that does not
 * hold what it has there, it compares what conditions do not know, or names a page that is not there. `…` stands for anything.
 */
export function faultsOfFragment(text: string): string[] {
  const faults = examples.map((example) => faultsWith(text, example))
  return faults.find((each) => each.length === 0) ?? faults[0] ?? []
}

function faultsWith(text: string, example: string): string[] {
  const filled = Object.entries(examplesOf).reduce((so, [gap, filling]) => so.replaceAll(gap, filling), text)
  const whole = filled
    .replace(/, …(?= ?[\]}])/g, '')
    .replaceAll('{ … }', example)
    .replaceAll('…', example)
  let value: unknown
  try {
    value = JSON.parse(whole.startsWith('"') ? `{ ${whole} }` : whole)
  } catch (error) {
    return [(error as Error).message]
  }
  if (!isObject(value)) return []
  const strange = pagesIn(value).flatMap((id) =>
    pageIds.has(id) ? [] : [`there is no page "${id}"; ${suggest(id, [...pageIds])}`],
  )
  const isOperand = Object.keys(value).every((key) => key.startsWith('$'))
  if (whole.startsWith('{') && isCondition(isOperand ? { status: value } : value)) return strange
  return [...strange, ...Object.entries(value).flatMap(([key, each]) => faultsOfMember(key, each))]
}

function faultsOfMember(key: string, value: unknown): string[] {
  const known = places.get(key) ?? []
  if (known.length === 0) return [`no part of the page language has a key "${key}"; ${suggest(key, [...places.keys()])}`]
  return known.some((place) => fits(value, place)) ? [] : [`"${key}" never holds ${JSON.stringify(value)}`]
}

function pagesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(pagesIn)
  if (!isObject(node)) return []
  return Object.entries(node).flatMap(([key, each]) => (key === 'page' && typeof each === 'string' ? [each] : pagesIn(each)))
}
