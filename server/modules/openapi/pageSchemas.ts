import type { Schema as Pages } from '../../../codegen/schema/schema.ts'
import type { Field } from '../../../src/schemas/field.ts'
import type { Action } from '../../../src/schemas/language/action/action.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { type Schema, valueSchema } from './valueSchema.ts'

/** Name of a schema of the document: `shop.goods.goods.Row`. */
export function schemaName({ id }: Page, part: string): string {
  return `${id.replaceAll('/', '.')}.${part}`
}

/** A reference to a schema of the document. */
export function refTo(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}

/** The schemas of a page: a row as it is read, what a form sends, and the forms of its actions. */
export function pageSchemas(page: Page, schema: Pages): Record<string, Schema> {
  const label = (key: string) => {
    const text = schema.words.text('en', page.id, `${key}.label`)
    return text === `${key}.label` ? '' : text
  }
  const out: Record<string, Schema> = {
    [schemaName(page, 'Row')]: rowSchema(page, label),
    [schemaName(page, 'Write')]: writeSchema(page, label),
  }
  for (const action of Object.values(page.actions))
    if (Object.keys(action.fields).length > 0) out[schemaName(page, `actions.${action.name}`)] = formSchema(action, label)
  return out
}

type Label = (key: string) => string

function rowSchema({ fields, entity }: Page, label: Label): Schema {
  const readable = Object.values(fields).filter(({ secret }) => !secret)
  const relations = Object.values(entity.relations).map(({ name, type, table }): [string, Schema] => [
    name,
    type === 'one'
      ? { type: ['object', 'null'], description: `The row of ${table}.` }
      : { type: 'array', items: { type: 'object' }, description: `Rows of ${table}.` },
  ])
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(relations),
      ...Object.fromEntries(readable.map((field) => [field.name, asRead(field, label(`fields.${field.name}`))])),
    },
  }
}

/** A stored value may be older than the limits of today: what is read has a type and no limits. */
function asRead(field: Field, title: string): Schema {
  const { type, enum: values, items, properties, title: own, description } = valueSchema(field, title)
  const parts = { type: type === undefined || field.required ? type : withNull(type), items, properties, title: own, description }
  const given = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
  return values ? { ...given, enum: [...new Set([...values, null])] } : given
}

function withNull(type: NonNullable<Schema['type']>): readonly string[] {
  return [...new Set([...(typeof type === 'string' ? [type] : type), 'null'])]
}

function writeSchema(page: Page, label: Label): Schema {
  const { entity, kind } = page
  const fields = Object.values(page.fields).filter((field) => {
    const isKept = !field.virtual && (field.store !== null || field.link !== undefined)
    const isOwnKey = field.name === entity.key ? entity.keyGiven : true
    return (isKept || kind === 'form') && isOwnKey && !field.readOnly
  })
  return objectOf(fields, (field) => label(`fields.${field.name}`))
}

function formSchema(action: Action, label: Label): Schema {
  return objectOf(Object.values(action.fields), (field) => label(`actions.${action.name}.fields.${field.name}`))
}

function objectOf(fields: readonly Field[], title: (field: Field) => string): Schema {
  const required = fields
    .filter((field) => field.required && !field.when.visible && (field.default === undefined || field.default === null))
    .map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, valueSchema(field, title(field))])),
    ...(required.length > 0 ? { required } : {}),
  }
}
