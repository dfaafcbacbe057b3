/** A JSON Schema as the document has it. */
export interface ApiSchema {
  $ref?: string
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  description?: string
  format?: string
  properties?: Readonly<Record<string, ApiSchema>>
  required?: readonly string[]
  items?: ApiSchema
  allOf?: readonly ApiSchema[]
  anyOf?: readonly ApiSchema[]
  oneOf?: readonly ApiSchema[]
}

export interface ApiParameter {
  name: string
  in: string
  description?: string
  required?: boolean
  schema?: ApiSchema
}

interface Content {
  content?: Readonly<Record<string, { schema?: ApiSchema }>>
}

interface Operation {
  operationId: string
  tags?: readonly string[]
  summary?: string
  description?: string
  'x-kontor-nodes'?: readonly string[]
  parameters?: readonly (ApiParameter | { $ref: string })[]
  requestBody?: Content
  responses?: Readonly<Record<string, Content>>
}

/** What the screen reads of an OpenAPI document. */
export interface ApiDocument {
  openapi: string
  info: { title: string; version: string }
  tags?: readonly { name: string; description?: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components?: {
    schemas?: Readonly<Record<string, ApiSchema>>
    parameters?: Readonly<Record<string, ApiParameter>>
  }
}

/** One method of one address. */
export interface ApiCall {
  id: string
  method: string
  path: string
  summary: string
  access: string
  nodes: readonly string[]
  parameters: readonly ApiParameter[]
  body: ApiSchema | undefined
  answer: ApiSchema | undefined
}

/** The calls of one screen, or of one part of the platform. */
export interface ApiGroup {
  name: string
  title: string
  calls: readonly ApiCall[]
}

/** The calls of a document by their tags: screens first, in the order of their titles. */
export function groupsOf(document: ApiDocument): ApiGroup[] {
  const titles = new Map(document.tags?.map(({ name, description }) => [name, description ?? name]))
  const groups = new Map<string, ApiCall[]>()
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const name = operation.tags?.[0] ?? ''
      groups.set(name, [...(groups.get(name) ?? []), callOf({ document, path, method, operation })])
    }
  const all = [...groups].map(([name, calls]): ApiGroup => ({ name, title: titles.get(name) ?? name, calls }))
  return all.sort((a, b) => Number(titles.has(b.name)) - Number(titles.has(a.name)) || a.title.localeCompare(b.title))
}

function callOf(of: { document: ApiDocument; path: string; method: string; operation: Operation }): ApiCall {
  const { document, path, method, operation } = of
  const known = document.components?.parameters ?? {}
  const parameters = (operation.parameters ?? []).flatMap((each) =>
    '$ref' in each ? (known[each.$ref.split('/').at(-1) ?? ''] ?? []) : each,
  )
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    access: operation.description ?? '',
    nodes: operation['x-kontor-nodes'] ?? [],
    // The language goes with every call: the head of the screen says so once.
    parameters: parameters.filter((each) => each.in !== 'header'),
    body: contentOf(operation.requestBody),
    answer: dataOf(contentOf(operation.responses?.['200'])),
  }
}

function contentOf(of: Content | undefined): ApiSchema | undefined {
  return Object.values(of?.content ?? {})[0]?.schema
}

/** What is in the envelope of a call that worked. */
function dataOf(answer: ApiSchema | undefined): ApiSchema | undefined {
  const parts = answer?.oneOf?.[0]?.allOf ?? []
  return parts.map(({ properties }) => properties?.data).find((data) => data !== undefined)
}

/** The groups with the calls that have every word in their path, summary, group or rights. */
export function searched(groups: readonly ApiGroup[], text: string): ApiGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...groups]
  return groups.flatMap((group) => {
    const calls = group.calls.filter(({ method, path, summary, nodes }) => {
      const all = [method, path, summary, group.title, group.name, ...nodes].join(' ').toLowerCase()
      return words.every((word) => all.includes(word))
    })
    return calls.length > 0 ? [{ ...group, calls }] : []
  })
}

/** One property of an object, or what its rows have. */
export interface ApiProperty {
  name: string
  required: boolean
  schema: ApiSchema
}

/** The schema that a reference leads to; an unknown one is empty. */
export function resolved(schema: ApiSchema, document: ApiDocument): ApiSchema {
  if (schema.$ref === undefined) return schema
  return document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}
}

/** The properties of an object, of everything it is made of, or of the members of a list. */
export function propertiesOf(schema: ApiSchema, document: ApiDocument): ApiProperty[] {
  const own = resolved(schema, document)
  if (own.items) return propertiesOf(own.items, document)
  const named = Object.entries(own.properties ?? {}).map(([name, each]) => ({
    name,
    required: own.required?.includes(name) ?? false,
    schema: each,
  }))
  const further = (own.allOf ?? []).flatMap((part) => propertiesOf(part, document))
  return [...named, ...further.filter(({ name }) => !named.some((each) => each.name === name))]
}

/** A schema in one line: its type, and the values that it allows. */
export function typeOf(schema: ApiSchema, document: ApiDocument): string {
  const own = resolved(schema, document)
  if (own.const !== undefined) return JSON.stringify(own.const)
  if (own.enum) return own.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (own.items) return `${inBrackets(typeOf(own.items, document))}[]`
  const choices = own.anyOf ?? own.oneOf
  if (choices) return [...new Set(choices.map((each) => typeOf(each, document)))].join(' | ')
  if (own.properties || own.allOf) return 'object'
  const types = own.type === undefined ? 'any' : [own.type].flat().join(' | ')
  return own.format === undefined ? types : `${types} (${own.format})`
}

function inBrackets(type: string): string {
  return type.includes(' | ') ? `(${type})` : type
}
