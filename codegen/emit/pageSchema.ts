import * as z from 'zod/mini'
import type { Kind } from '../../src/schemas/field.ts'
import { kindNames, kinds } from '../../src/schemas/kinds/index.ts'
import { actionShape } from '../../src/schemas/language/action/parseActions.ts'
import { shapeOfKind } from '../../src/schemas/language/entity/parseField.ts'
import { columnShape, searchShape } from '../../src/schemas/language/list/parseTable.ts'
import { pageShape } from '../../src/schemas/language/parsePage.ts'
import { keyHelp } from './help.ts'
import { kindHelp } from './kindHelp.ts'

/** A JSON Schema, or a part of one. */
export type Json = Record<string, unknown>

/**
 * page.schema.json: the page language as JSON Schema, for completion and checks while typing. Made from the same shapes that the
 * parser reads; what a JSON Schema cannot say (does the field exist?) is the checker's part.
 */
export function pageSchema(): Json {
  const schema = z.toJSONSchema(pageShape, { target: 'draft-07', unrepresentable: 'any' }) as Json
  const fields = { type: 'object', additionalProperties: { $ref: '#/definitions/field' } }
  const properties = schema.properties as Record<string, Json>
  properties.fields = fields
  properties.actions = { type: 'object', additionalProperties: { $ref: '#/definitions/action' } }
  const table = (properties.table as { properties: Record<string, Json> }).properties
  table.columns = { type: 'array', items: { anyOf: [{ type: 'string' }, toJson(columnShape)] } }
  table.search = { type: 'array', items: { anyOf: [{ type: 'string' }, toJson(searchShape)] } }
  const action = toJson(actionShape)
  const ofAction = action.properties as Record<string, Json>
  ofAction.fields = { ...fields }
  ofAction.answer = { ...fields }
  const kindsOf = kindNames.map((name) => fieldOf(name, fields))
  for (const [place, part] of placesOf(schema, action, kindsOf)) {
    const text = keyHelp[place]
    if (text) part.description = text
  }
  return {
    ...schema,
    title: 'Kontor page',
    definitions: { field: { type: 'object', required: ['kind'], oneOf: kindsOf }, action },
  }
}

/** Every key of the page language, by place (codegen/emit/help.ts), in the order of the shapes. */
export function keyPlaces(): string[] {
  const schema = pageSchema()
  const { field, action } = schema.definitions as { field: { oneOf: Json[] }; action: Json }
  return [...new Set(placesOf(schema, action, field.oneOf).map(([place]) => place))]
}

function placesOf(schema: Json, action: Json, kindsOf: readonly Json[]): [string, Json][] {
  return [...walk(schema, ''), ...kindsOf.flatMap((kind) => walk(kind, 'field')), ...walk(action, 'action')]
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

function fieldOf(name: (typeof kindNames)[number], fields: Json): Json {
  const json = toJson(shapeOfKind(kinds[name] as Kind))
  const properties = { ...(json.properties as Record<string, Json>), kind: { const: name }, fields: { ...fields } }
  return { ...json, title: name, description: kindHelp[name], properties }
}

function toJson(shape: z.ZodMiniType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(shape, { target: 'draft-07', unrepresentable: 'any' }) as Json
  return json
}
