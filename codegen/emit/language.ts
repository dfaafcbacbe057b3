import * as z from 'zod/mini'
import { type KindName, kindNames, kinds } from '../../src/schemas/kinds/index.ts'
import type { Kind } from '../../src/schemas/kinds/kind.ts'
import { actionShape } from '../../src/schemas/language/action/parseActions.ts'
import { fieldShape, shapeOfKind } from '../../src/schemas/language/entity/parseField.ts'
import { columnShape, searchShape } from '../../src/schemas/language/list/parseTable.ts'
import { pageShape } from '../../src/schemas/language/parsePage.ts'
import { keyHelp } from './help.ts'
import { inEveryPart, type Json } from './jsonSchema.ts'

/** The page language as JSON Schema, every part written out: what the schemas of pages and of overlays are put together from. */
export interface Language {
  page: Json
  action: Json
  /** A field of each kind. */
  kinds: Json[]
}

/** The keys that a field of any kind may have. */
export const commonKeys: readonly string[] = Object.keys(fieldShape).filter((key) => key !== 'kind')

const fields: Json = { $ref: '#/$defs/fields' }

/** Reads the language from the shapes of the parser, with what each key means. Every call returns a fresh copy. */
export function languageSchema(): Language {
  const page = toJson(pageShape)
  const properties = page.properties as Record<string, Json>
  properties.fields = { ...fields }
  properties.actions = { type: 'object', additionalProperties: { $ref: '#/$defs/action' } }
  const table = (properties.table as { properties: Record<string, Json> }).properties
  table.columns = { type: 'array', items: { anyOf: [{ type: 'string' }, toJson(columnShape)] } }
  table.search = { type: 'array', items: { anyOf: [{ type: 'string' }, toJson(searchShape)] } }
  const action = toJson(actionShape)
  Object.assign(action.properties as Json, { fields: { ...fields }, answer: { ...fields } })
  const language = { page, action, kinds: kindNames.map(fieldOf) }
  for (const [place, part] of placesOf(language)) {
    const text = keyHelp[place]
    if (text) part.description = text
  }
  return language
}

/** Every key of the page language, by place (codegen/emit/help.ts), in the order of the shapes. */
export function keyPlaces(): string[] {
  return [...new Set(placesOf(languageSchema()).map(([place]) => place))]
}

function placesOf({ page, action, kinds }: Language): [string, Json][] {
  return [...walk(page, ''), ...kinds.flatMap((kind) => walk(kind, 'field')), ...walk(action, 'action')]
}

/** The keys below a part of a schema; what is defined elsewhere is walked there. */
function walk(part: Json, place: string): [string, Json][] {
  const branches = [...((part.anyOf as Json[]) ?? []), ...((part.oneOf as Json[]) ?? [])]
  const rest = part.additionalProperties
  return [
    ...branches.flatMap((branch) => walk(branch, place)),
    ...(part.items ? walk(part.items as Json, `${place}[]`) : []),
    ...(rest !== null && typeof rest === 'object' ? walk(rest as Json, `${place}.*`) : []),
    ...Object.entries((part.properties ?? {}) as Record<string, Json>).flatMap(([key, value]): [string, Json][] => {
      const at = place ? `${place}.${key}` : key
      return [[at, value], ...walk(value, at)]
    }),
  ]
}

function fieldOf(name: KindName): Json {
  const json = toJson(shapeOfKind(kinds[name] as Kind))
  const properties = { ...(json.properties as Record<string, Json>), kind: { const: name }, fields: { ...fields } }
  return { ...json, title: name, description: kinds[name].help, properties }
}

/** A shape as JSON Schema, without what says nothing: the type of listed values, names of members that are texts anyway, and `{}`. */
export function toJson(shape: z.ZodMiniType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(shape, { target: 'draft-07', unrepresentable: 'any' }) as Json
  return inEveryPart(json, ({ type, propertyNames, additionalProperties, additionalItems, ...rest }) => ({
    ...(type === undefined || 'const' in rest || 'enum' in rest ? {} : { type }),
    ...rest,
    ...(propertyNames !== undefined && JSON.stringify(propertyNames) !== '{"type":"string"}' ? { propertyNames } : {}),
    ...(additionalProperties !== undefined && JSON.stringify(additionalProperties) !== '{}' ? { additionalProperties } : {}),
    ...(additionalItems === undefined || rest.maxItems !== undefined ? {} : { additionalItems }),
  }))
}
