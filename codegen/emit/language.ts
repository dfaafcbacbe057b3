import * as z from 'zod/mini'
import { type KindName, kindNames, kinds } from '../../src/schemas/kinds/index.ts'
import type { Kind } from '../../src/schemas/kinds/kind.ts'
import { actionTypes, anyKinds } from '../../src/schemas/language/action/action.ts'
import { nextKey, nextShape } from '../../src/schemas/language/action/base.ts'
import { builtInActions } from '../../src/schemas/language/action/builtInActions.ts'
import { builtIn } from '../../src/schemas/language/action/kinds/builtIn.ts'
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
  properties.actions = {
    type: 'object',
    patternProperties: { [`^(?:${Object.keys(builtInActions).join('|')})$`]: { $ref: '#/$defs/action' } },
    additionalProperties: { $ref: '#/$defs/action', required: ['type'] },
  }
  const table = (properties.table as { properties: Record<string, Json> }).properties
  table.columns = { type: 'array', items: { anyOf: [{ type: 'string' }, toJson(columnShape)] } }
  table.search = { type: 'array', items: { anyOf: [{ type: 'string' }, toJson(searchShape)] } }
  const language = { page, action: actionOfAny(), kinds: kindNames.map(fieldOf) }
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

/** An action of any type: the keys of all of them, and of built-in ones. Which type has which key the parser says. */
function actionOfAny(): Json {
  const keys = Object.assign({}, ...Object.values(anyKinds).map((kind) => kind.keys), builtIn.keys)
  const action = toJson(z.strictObject(keys))
  const properties = action.properties as Record<string, Json>
  Object.assign(properties, {
    type: { enum: actionTypes },
    fields: { ...fields },
    answer: { ...fields },
    [nextKey]: toJson(nextShape),
  })
  return { ...action, properties, required: ['type'] }
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
