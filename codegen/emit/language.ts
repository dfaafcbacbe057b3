import * as z from 'zod/mini'
import { type KindName, kindNames, kindOf, kinds } from '../../src/schemas/kinds/index.ts'
import { actionTypes, anyKinds } from '../../src/schemas/language/action/action.ts'
import { nextKey, nextShape } from '../../src/schemas/language/action/base.ts'
import { builtInActions } from '../../src/schemas/language/action/builtInActions.ts'
import { builtIn } from '../../src/schemas/language/action/kinds/builtIn.ts'
import { fieldShape, shapeOfKind } from '../../src/schemas/language/entity/readField.ts'
import { columnShape, searchShape } from '../../src/schemas/language/list/parseTable.ts'
import { pageShape } from '../../src/schemas/language/parsePage.ts'
import { keyHelp } from './help.ts'
import { inEveryPart, type Json, listOf, partOf, partsOf } from './jsonSchema.ts'

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
  const properties = partsOf(page, 'properties')
  page.properties = properties
  properties.fields = { ...fields }
  properties.actions = {
    type: 'object',
    patternProperties: { [`^(?:${Object.keys(builtInActions).join('|')})$`]: { $ref: '#/$defs/action' } },
    additionalProperties: { $ref: '#/$defs/action', required: ['type'] },
  }
  properties.table = {
    ...properties.table,
    properties: {
      ...partsOf(properties.table, 'properties'),
      columns: { type: 'array', items: { anyOf: [{ type: 'string' }, toJson(columnShape)] } },
      search: { type: 'array', items: { anyOf: [{ type: 'string' }, toJson(searchShape)] } },
    },
  }
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
  const branches = [...listOf(part, 'anyOf'), ...listOf(part, 'oneOf')]
  const items = partOf(part, 'items')
  const rest = partOf(part, 'additionalProperties')
  return [
    ...branches.flatMap((branch) => walk(branch, place)),
    ...(items ? walk(items, `${place}[]`) : []),
    ...(rest ? walk(rest, `${place}.*`) : []),
    ...Object.entries(partsOf(part, 'properties')).flatMap(([key, value]): [string, Json][] => {
      const at = place ? `${place}.${key}` : key
      return [[at, value], ...walk(value, at)]
    }),
  ]
}

/** An action of any type: the keys of all of them, and of built-in ones. Which type has which key the parser says. */
function actionOfAny(): Json {
  const keys = Object.assign({}, ...Object.values(anyKinds).map((kind) => kind.keys), builtIn.keys)
  const action = toJson(z.strictObject(keys))
  const properties = partsOf(action, 'properties')
  Object.assign(properties, {
    type: { enum: actionTypes },
    fields: { ...fields },
    answer: { ...fields },
    [nextKey]: toJson(nextShape),
  })
  return { ...action, properties, required: ['type'] }
}

function fieldOf(name: KindName): Json {
  const json = toJson(shapeOfKind(kindOf({ kind: name })))
  const properties = { ...partsOf(json, 'properties'), kind: { const: name }, fields: { ...fields } }
  return { ...json, title: name, description: kinds[name].help, properties }
}

/** A shape as JSON Schema, without what says nothing: the type of listed values, names of members that are texts anyway, and `{}`. */
export function toJson(shape: z.ZodMiniType): Json {
  const { $schema: _, ...json }: Json = { ...z.toJSONSchema(shape, { target: 'draft-07', unrepresentable: 'any' }) }
  return inEveryPart(json, ({ type, propertyNames, additionalProperties, additionalItems, ...rest }) => ({
    ...(type === undefined || 'const' in rest || 'enum' in rest ? {} : { type }),
    ...rest,
    ...(propertyNames !== undefined && JSON.stringify(propertyNames) !== '{"type":"string"}' ? { propertyNames } : {}),
    ...(additionalProperties !== undefined && JSON.stringify(additionalProperties) !== '{}' ? { additionalProperties } : {}),
    ...(additionalItems === undefined || rest.maxItems !== undefined ? {} : { additionalItems }),
  }))
}
