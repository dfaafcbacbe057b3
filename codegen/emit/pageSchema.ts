import * as z from 'zod/mini'
import { kindNames, kinds } from '../../src/schemas/kinds/index.ts'
import type { Kind } from '../../src/schemas/language/field.ts'
import { actionShape } from '../../src/schemas/language/parseActions.ts'
import { shapeOfKind } from '../../src/schemas/language/parseField.ts'
import { pageShape } from '../../src/schemas/language/parsePage.ts'
import { columnShape, searchShape } from '../../src/schemas/language/parseTable.ts'

type Json = Record<string, unknown>

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
  ;(action.properties as Record<string, Json>).fields = fields
  return {
    ...schema,
    title: 'Kontor page',
    definitions: { field: { type: 'object', required: ['kind'], oneOf: kindNames.map((name) => fieldOf(name, fields)) }, action },
  }
}

function fieldOf(name: (typeof kindNames)[number], fields: Json): Json {
  const json = toJson(shapeOfKind(kinds[name] as Kind))
  const properties = { ...(json.properties as Record<string, Json>), kind: { const: name }, fields }
  return { ...json, title: name, properties }
}

function toJson(shape: z.ZodMiniType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(shape, { target: 'draft-07', unrepresentable: 'any' }) as Json
  return json
}
