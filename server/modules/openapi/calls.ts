import type { Page } from '../../../src/schemas/language/page.ts'
import type { Route } from '../../core/route.ts'
import { type Parameter, type ParameterName, searchParameter } from './common.ts'
import { refTo, schemaName } from './pageSchemas.ts'
import type { Schema } from './valueSchema.ts'

/** What one address of a page takes and answers. */
export interface Call {
  /** The key of a word, or the title of an action. */
  summary: string
  shared?: readonly ParameterName[]
  own?: readonly Parameter[]
  body?: Schema
  data?: Schema
}

const key: Schema = { type: ['string', 'integer'] }
const keys: Schema = { type: 'array', items: key, maxItems: 1000 }
const done: Schema = { type: 'object', properties: { done: { type: 'integer' } } }
const idempotency: Schema = { type: 'string', description: 'The same call with the same key is done once.' }

function object(properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema {
  return { type: 'object', properties: { ...properties }, ...(required.length > 0 ? { required } : {}) }
}

/** A form's fields and what goes with every write. */
function written(name: string, more: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema {
  return { allOf: [refTo(name), object({ ...more, idempotency_key: idempotency }, required)] }
}

/** What lists are asked with. */
const listing: readonly ParameterName[] = ['page', 'limit', 'order', 'quickSearch', 'after', 'columns']

/** The call of an address that every page of its kind has; undefined for those of its actions and of modules. */
export function builtInCall(page: Page, { method, action }: Pick<Route, 'method' | 'action'>): Call | undefined {
  const row = refTo(schemaName(page, 'Row'))
  const write = schemaName(page, 'Write')
  const search = [searchParameter(page.table.search.map(({ field }) => field))]
  const list = object({
    list: { type: 'array', items: row },
    total: { type: 'integer' },
    total_is: { type: 'string', enum: ['exact', 'estimate'] },
    remark: { type: 'string' },
  })
  const calls: Readonly<Record<string, Call>> = {
    'GET index': indexCall(page, { row, list, search }),
    'GET info': { summary: 'apiDocument.call.record', shared: ['id'], data: object({ row }, ['row']) },
    'GET add': { summary: 'apiDocument.call.newRecord', data: object({ row }) },
    'POST add': { summary: 'apiDocument.call.add', body: written(write, {}), data: object({ id: key }) },
    'GET edit': { summary: 'apiDocument.call.toEdit', shared: ['id'], data: object({ row }) },
    'POST edit': {
      summary: 'apiDocument.call.edit',
      body: page.kind === 'form' ? written(write, {}) : partly(write, page),
      data: object({ id: key }),
    },
    'DELETE del': { summary: 'apiDocument.call.delete', shared: ['ids'], data: done },
    'GET deleted': { summary: 'apiDocument.call.deleted', shared: listing, own: search, data: list },
    'POST restore': { summary: 'apiDocument.call.restore', body: object({ ids: keys }, ['ids']), data: done },
    'DELETE destroy': { summary: 'apiDocument.call.destroy', shared: ['ids'], data: done },
    'POST reveal': {
      summary: 'apiDocument.call.reveal',
      body: object({ id: key, field: { type: 'string' } }, ['id', 'field']),
      data: object({ value: {} }),
    },
    'POST sortable': {
      summary: 'apiDocument.call.move',
      body: object({ move: key, target: key, direction: { type: 'string', enum: ['up', 'down'] } }, ['move', 'target']),
    },
    'GET summary': { summary: 'apiDocument.call.summary', shared: ['quickSearch'], own: search },
    'GET options': {
      summary: 'apiDocument.call.options',
      shared: ['field', 'action', 'quickSearch', 'page', 'limit', 'initValue'],
      data: refTo('Options'),
    },
    'POST export': {
      summary: 'apiDocument.call.export',
      body: object({
        name: { type: 'string' },
        format: { type: 'string', enum: ['csv', 'xlsx'] },
        columns: { type: 'array', items: { type: 'string' } },
        query: { type: 'object' },
      }),
      data: object({ id: { type: 'integer' }, name: { type: 'string' } }),
    },
  }
  return Object.hasOwn(calls, `${method} ${action}`) ? calls[`${method} ${action}`] : undefined
}

function indexCall(page: Page, { row, list, search }: { row: Schema; list: Schema; search: Parameter[] }): Call {
  if (page.kind === 'form') return { summary: 'apiDocument.call.form', data: object({ row }) }
  if (page.kind === 'dashboard') return { summary: 'apiDocument.call.figures', shared: ['range'] }
  return { summary: 'apiDocument.call.list', shared: listing, own: search, data: list }
}

/** What modules add to the screens: the words that say what a call does. Their bodies and answers are those of the modules. */
const ofModules: Readonly<Record<string, string>> = {
  'GET views': 'views',
  'POST saveView': 'saveView',
  'DELETE delView': 'deleteView',
  'POST arrangeViews': 'arrangeViews',
  'POST saveColumns': 'saveColumns',
  'POST bulk': 'bulk',
  'GET history': 'history',
  'POST restoreVersion': 'restoreVersion',
  'GET bin': 'bin',
  'POST putBack': 'putBack',
  'GET comments': 'comments',
  'GET commentPeople': 'commentPeople',
  'POST addComment': 'addComment',
  'POST editComment': 'editComment',
  'POST deleteComment': 'deleteComment',
  'GET lookup': 'lookup',
}

/** The call of an address that a module adds to screens; undefined for all others. */
export function moduleCall({ method, action }: Pick<Route, 'method' | 'action'>): Call | undefined {
  const word = ofModules[`${method} ${action}`]
  return word === undefined ? undefined : { summary: `apiDocument.call.${word}` }
}

/** The fields of a record that are to change, none of which has to be there. */
function partly(write: string, page: Page): Schema {
  const ofKey = { [page.entity.key ?? 'id']: key, _version: key }
  return {
    type: 'object',
    description: `Fields of ${write}; those that are not sent stay as they are.`,
    properties: { ...ofKey, idempotency_key: idempotency },
    required: [page.entity.key ?? 'id'],
  }
}

/** The call of an action that the page declares; undefined where the address is none of its own. */
export function actionCall(
  page: Page,
  { method, action: address }: Pick<Route, 'method' | 'action'>,
  say: { title(name: string): string; firstValues(action: string): string },
): Call | undefined {
  const action = Object.values(page.actions).find(({ call }) => call === address)
  if (!action) return undefined
  const form = schemaName(page, `actions.${action.name}`)
  const hasForm = Object.keys(action.fields).length > 0
  if (method === 'GET')
    return {
      summary: say.firstValues(say.title(action.name)),
      shared: page.table.row.includes(action.name) ? ['id'] : [],
      data: object({ row: refTo(schemaName(page, 'Row')), values: hasForm ? refTo(form) : {} }),
    }
  const rows = { id: key, ids: keys, idempotency_key: idempotency }
  return { summary: say.title(action.name), body: hasForm ? written(form, rows) : object(rows) }
}
