import { operators } from '../../../src/schemas/operators.ts'
import type { Schema } from './valueSchema.ts'

/** A parameter of the document. */
export interface Parameter {
  name: string
  in: 'query' | 'header'
  description: string
  required?: boolean
  style?: 'deepObject'
  explode?: boolean
  schema: Schema
}

const text: Schema = { type: 'string' }
const query = (name: string, description: string, schema: Schema = text, required = false): Parameter => ({
  name,
  in: 'query',
  description,
  ...(required ? { required } : {}),
  schema,
})

/** Parameters that several addresses have, by their name in the document. */
export const parameters = {
  language: {
    name: 'think-lang',
    in: 'header',
    description: 'Language of messages and of names in the answer.',
    schema: { type: 'string', enum: ['zh-cn', 'en'] },
  },
  page: query('page', 'Number of the page.', { type: 'integer', minimum: 1, default: 1 }),
  limit: query('limit', 'Rows of a page.', { type: 'integer', minimum: 1, maximum: 200, default: 10 }),
  order: query('order', 'A column and `asc` or `desc`, separated by a comma.', {
    type: 'string',
    pattern: '^[^,]+,(?:asc|desc)$',
  }),
  quickSearch: query('quickSearch', 'A part of a text in one of the columns of the quick search.'),
  after: query('after', 'Key of the row that the page begins behind.'),
  columns: query('columns', 'Columns that rows carry, separated by commas; all that the list may show when absent.'),
  id: query('id', 'Key of the row.', text, true),
  ids: {
    ...query('ids[]', 'Keys of the rows: all of them or none.', { type: 'array', items: text, maxItems: 1000 }, true),
    explode: true,
  },
  field: query('field', 'The field whose choices are asked for; of rows inside a field `lines.product_id`.'),
  action: query('action', 'The action whose form has the field.'),
  initValue: query('initValue', 'Keys whose labels are asked for, separated by commas.'),
  range: query('range', 'Number of days.', { type: 'integer', minimum: 1 }),
} satisfies Record<string, Parameter>

export type ParameterName = keyof typeof parameters

/** A term of a search, which lists take as `search[<n>][field]`, `search[<n>][operator]` and `search[<n>][val]`. */
export const searchTerm: Schema = {
  type: 'object',
  description: 'Terms that are all fulfilled, by a number: `search[0][field]=status&search[0][operator]=eq&search[0][val]=1`.',
  properties: {
    field: text,
    operator: { type: 'string', enum: operators },
    val: { anyOf: [text, { type: 'array', items: text }] },
    render: { type: 'string', enum: ['datetime'] },
  },
  required: ['field', 'operator', 'val'],
}

/** The search of a list over these fields. */
export function searchParameter(fields: readonly string[]): Parameter {
  const field: Schema = fields.length > 0 ? { type: 'string', description: `The search panel has ${fields.join(', ')}.` } : text
  return {
    name: 'search',
    in: 'query',
    description: String(searchTerm.description),
    style: 'deepObject',
    explode: true,
    schema: { type: 'array', items: { ...searchTerm, properties: { ...searchTerm.properties, field } } },
  }
}

/** Schemas that every page shares. */
export const sharedSchemas: Readonly<Record<string, Schema>> = {
  Envelope: {
    type: 'object',
    description: 'Every answer of a handler. HTTP is 200 also where the call is refused: `code` says what came of it.',
    properties: {
      code: { type: 'integer', enum: [1, 0, 302, 303, 401, 409] },
      msg: text,
      time: { type: 'integer' },
      data: {},
    },
    required: ['code', 'msg', 'time', 'data'],
  },
  Refusal: {
    type: 'object',
    description:
      'A call that was refused: 0 with messages by field, 303 nobody is signed in, 401 the right is missing, 409 the token has expired.',
    properties: {
      code: { type: 'integer', enum: [0, 302, 303, 401, 409] },
      msg: text,
      time: { type: 'integer' },
      data: {
        anyOf: [
          { type: 'null' },
          { type: 'array', maxItems: 0, items: {} },
          {
            type: 'object',
            properties: {
              errors: { type: 'object', description: 'Messages by field; of rows inside a field `lines.0.quantity`.' },
              type: { type: 'string', enum: ['conflict', 'secondFactor', 'need login', 'logged in'] },
              id: { type: 'string', description: 'Of the line in the server’s log, for unexpected errors.' },
            },
          },
        ],
      },
    },
    required: ['code', 'msg', 'time', 'data'],
  },
  HttpRefusal: { type: 'object', properties: { msg: text }, required: ['msg'] },
  Options: {
    type: 'object',
    properties: {
      list: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            value: { type: ['string', 'integer'] },
            label: text,
            pid: { type: 'integer' },
            disabled: { type: 'boolean' },
          },
          required: ['value', 'label'],
        },
      },
      total: { type: 'integer' },
    },
  },
}

/** Answers that are not a handler's. */
export const sharedResponses = {
  Forbidden: httpRefusal('Requests from this address or origin are not answered.'),
  NotFound: httpRefusal('There is no such address.'),
  TooLarge: httpRefusal('The body is too large.'),
  TooMany: httpRefusal('Too many requests: try again after the seconds in Retry-After.'),
  Broken: httpRefusal('The server failed; nothing was changed.'),
}

function httpRefusal(description: string) {
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/HttpRefusal' } } } }
}
