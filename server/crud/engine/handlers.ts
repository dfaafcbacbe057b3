import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Field } from '../../../src/schemas/field.ts'
import { actionOf } from '../../../src/schemas/language/action/actionOf.ts'
import { addingActions } from '../../../src/schemas/language/action/builtInActions.ts'
import { appOf } from '../../../src/schemas/language/area/area.ts'
import { computeOf, isExpression, readsOf } from '../../../src/schemas/language/entity/virtual/compute.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import type { Context } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import { withIdempotency } from '../../core/http/idempotency.ts'
import { actionAddresses } from '../action/kinds.ts'
import { otherCallHandler } from '../action/otherCalls.ts'
import { lookupHandler } from '../choices/lookup.ts'
import { optionNodes, optionsHandler } from '../choices/options.ts'
import type { At, Writing } from '../domain.ts'
import { deleteItems, itemRowActions, withOwnKind } from '../keyValue/items.ts'
import { presenterOf } from '../present/presenterOf.ts'
import { listHandler } from '../read/list.ts'
import { addFormHandler, editHandler, infoHandler } from '../read/read.ts'
import { reveal } from '../read/reveal.ts'
import { summaryHandler } from '../read/summary.ts'
import { withChanges } from '../rows/meanwhile.ts'
import { makeScreen, type Screen } from '../screen/screen.ts'
import { screenOf } from '../screen/screens.ts'
import { readableError } from '../validate/refusal.ts'
import { arrangeViews, saveColumns } from '../views/arrangement.ts'
import { deleteView, saveView, viewsHandler } from '../views/views.ts'
import { destroyRows, restoreRows, screenOfDeleted } from '../write/deleted.ts'
import { formHandler, saveForm, withOwnKey } from '../write/form.ts'
import { remove } from '../write/remove.ts'
import { saveMerged } from '../write/save.ts'
import { sortRows } from '../write/sortable.ts'
import type { Domains } from './domains.ts'

/**
 * Every address of a page's screen, each with its permission node. Throws when the page names server actions, rules or computed values
 * that no module has.
 */
export function pageHandlers(page: Page, schema: Schema, domains: Domains): Handler[] {
  if (page.kind === 'plugin') return []
  const own = domains.pageKinds?.[page.kind]
  if (own) return [...own(page, schema, domains)]
  if (page.kind === 'dashboard') throw new Error(`${page.id}: no module of the server serves pages of the kind "${page.kind}"`)
  const screen = page.items
    ? makeScreen(page, schema, { ...domains, rowActions: { ...domains.rowActions, ...itemRowActions(page, schema) } })
    : screenOf(page, schema, domains)
  requireComputes(screen)
  const at: At = (method, action, node, run) => ({
    app: appOf[page.area],
    controller: page.controller,
    action,
    method,
    access: { type: 'node', node: `${page.id}/${node}` },
    run: (ctx) => readable(screen, run, ctx),
    page: page.id,
  })
  const writing: Writing = (action, work) => (ctx) =>
    withIdempotency(ctx, `${page.controller}/${action}`, (trx) => work(ctx, trx))
  if (page.kind === 'form') return formHandlers(screen, at, writing)
  const info = at('GET', 'info', page.actions.detail?.node ?? 'index', (ctx) => infoHandler(screen, ctx))
  const revealing = page.actions.reveal
    ? [at('POST', 'reveal', page.actions.reveal.node, (ctx) => ctx.write((trx) => reveal(screen, ctx, trx)))]
    : []
  if (page.kind === 'detail') return [info, ...revealing]
  return [
    at('GET', 'index', 'index', (ctx) => listHandler(screen, ctx)),
    info,
    ...(page.table.summary.length > 0 || page.table.tabs
      ? [at('GET', 'summary', 'index', (ctx) => summaryHandler(screen, ctx))]
      : []),
    ...(page.area === 'admin' ? viewHandlers(screen, at) : []),
    ...writeHandlers(screen, at, writing),
    ...revealing,
    ...deletedHandlers(screen, at, writing),
    ...actionAddresses(screen, { at, writing }),
    ...(domains.listAddresses ?? []).flatMap((addresses) => addresses(screen, at, writing)),
    ...optionsHandlers(screen),
    ...lookupHandlers(screen),
  ]
}

/** Saved views and arranged columns belong to administrators. */
function viewHandlers(screen: Screen, at: At): Handler[] {
  return [
    at('GET', 'views', 'index', (ctx) => viewsHandler(screen, ctx)),
    { ...at('POST', 'saveColumns', 'index', (ctx) => ctx.write((trx) => saveColumns(screen, ctx, trx))), isUnlogged: true },
    { ...at('POST', 'arrangeViews', 'index', (ctx) => ctx.write((trx) => arrangeViews(screen, ctx, trx))), isUnlogged: true },
    {
      ...at('POST', 'saveView', 'index', (ctx) => ctx.write((trx) => saveView(screen, ctx, trx))),
      successMessage: 'success.views.saved',
    },
    {
      ...at('DELETE', 'delView', 'index', (ctx) => ctx.write((trx) => deleteView(screen, ctx, trx))),
      successMessage: 'success.views.deleted',
    },
  ]
}

/** A form reads and writes its one record; its actions are about the same one. */
function formHandlers(screen: Screen, at: At, writing: Writing): Handler[] {
  const { edit } = screen.page.actions
  if (!edit) return []
  const { page } = screen
  if (page.source?.store === 'call' && !screen.rowActions[`${page.id}.${edit.call}`]?.run)
    throw new Error(`${page.id}: its "call" does nothing: no module of the server has the row "${page.id}.${edit.call}"`)
  const post = writing(edit.call, (ctx, trx) => saveForm(screen, ctx, trx))
  const own: At = (method, action, node, run) =>
    at(method, action, node, (ctx) => run(withOwnKind(screen, withOwnKey(screen, ctx))))
  return [
    at('GET', 'index', 'index', (ctx) => formHandler(screen, ctx)),
    { ...at('POST', edit.call, edit.node, post), successMessage: 'success.crud.updated' },
    ...actionAddresses(screen, { at: own, writing }),
    ...otherCallHandlers(screen, own),
    ...(page.items
      ? [{ ...at('DELETE', 'del', 'del', deleting(screen, deleteItems)), successMessage: 'success.crud.deleted' }]
      : []),
    ...optionsHandlers(screen),
  ]
}

/**
 * Adding, editing, deleting and sorting: each only where the screen offers it, so that nobody, whatever their rights, deletes an order. A
 * screen whose rows can only be read answers them all with the reason.
 */
function writeHandlers(screen: Screen, at: At, writing: Writing): Handler[] {
  const { actions, entity, table } = screen.page
  const readOnly = entity.readOnly !== null
  const offers = (...names: string[]) => readOnly || names.some((name) => actions[name] !== undefined)
  const switches = table.columns.some(
    (column) => column.cell === 'switch' && screen.page.fields[column.field]?.readOnly === false,
  )
  const saving = (mode: 'add' | 'edit') =>
    writing(mode, async (ctx, trx) => {
      const { key: id, merged } = await saveMerged(screen, ctx, trx, mode)
      return presenterOf(ctx).written({ id, ...(merged.length > 0 ? { merged } : {}) })
    })
  const handlers: Handler[] = []
  if (offers(...addingActions)) {
    handlers.push(at('GET', 'add', 'add', (ctx) => addFormHandler(screen, ctx)))
    handlers.push({ ...at('POST', 'add', 'add', saving('add')), successMessage: 'success.crud.added' })
  }
  if (offers('edit') || switches) {
    handlers.push(at('GET', 'edit', 'edit', (ctx) => editHandler(screen, ctx)))
    handlers.push({ ...at('POST', 'edit', 'edit', saving('edit')), successMessage: 'success.crud.updated' })
  }
  if (offers('delete'))
    handlers.push({ ...at('DELETE', 'del', 'del', deleting(screen, remove)), successMessage: 'success.crud.deleted' })
  if (entity.weigh && offers('sort')) {
    const sorting = writing('sortable', (ctx, trx) => sortRows(screen, ctx, trx))
    handlers.push(at('POST', 'sortable', 'sortable', sorting))
  }
  return handlers
}

/** The list of deleted rows, for holders of any of its nodes; restoring and purging have their own nodes. */
function deletedHandlers(screen: Screen, at: At, writing: Writing): Handler[] {
  const { page } = screen
  const names = page.table.deleted
  if (names.length === 0) return []
  const deleted = screenOfDeleted(screen)
  const nodeOf = (name: string) => page.actions[name]?.node ?? name
  const list: Handler = {
    ...at('GET', 'deleted', nodeOf('restore'), (ctx) => listHandler(deleted, ctx)),
    access: { type: 'anyNode', nodes: names.map((name) => `${page.id}/${nodeOf(name)}`) },
  }
  const restoring = writing('restore', async (ctx, trx) => ({ done: await restoreRows(deleted, ctx, trx) }))
  const destroying = (ctx: Context) => ctx.write(async (trx) => ({ done: await destroyRows(deleted, ctx, trx) }))
  return [
    list,
    ...(names.includes('restore')
      ? [{ ...at('POST', 'restore', nodeOf('restore'), restoring), successMessage: 'success.crud.restored' }]
      : []),
    ...(names.includes('destroy')
      ? [{ ...at('DELETE', 'destroy', nodeOf('destroy'), destroying), successMessage: 'success.crud.destroyed' }]
      : []),
  ]
}

/** Kontor's client learns how many rows went. */
function deleting(screen: Screen, take: typeof remove): Handler['run'] {
  return (ctx) =>
    ctx.write(async (trx) => {
      const done = await take(screen, ctx, trx)
      return presenterOf(ctx).written({ done })
    })
}

function otherCallHandlers(screen: Screen, at: At): Handler[] {
  return Object.entries(screen.hooks.otherCalls ?? {}).map(([call, other]) => {
    const action = actionOf(screen.page, other.action, 'answer')
    if (!action) throw new Error(`${screen.page.id}: "${call}" calls "${other.action}", which answers nothing`)
    const handler = at('POST', call, action.node, (ctx) => otherCallHandler({ screen, action, ctx }, other))
    return other.message === undefined ? handler : { ...handler, successMessage: other.message }
  })
}

/** For users of a form that shows it. */
function lookupHandlers(screen: Screen): Handler[] {
  const { controller, form, id } = screen.page
  if (Object.keys(form.lookup).length === 0) return []
  const run = (ctx: Context) => readable(screen, (c) => lookupHandler(screen, c), ctx)
  const nodes = [`${id}/add`, `${id}/edit`]
  return [{ app: 'admin', controller, action: 'lookup', method: 'GET', access: { type: 'anyNode', nodes }, run }]
}

function optionsHandlers(screen: Screen): Handler[] {
  const nodes = optionNodes(screen)
  if (nodes.length === 0) return []
  const { controller, area } = screen.page
  const run = (ctx: Context) => readable(screen, (c) => optionsHandler(screen, c), ctx)
  return [{ app: appOf[area], controller, action: 'options', method: 'GET', access: { type: 'anyNode', nodes }, run }]
}

/** Computed fields must have their function before the first request asks for them. */
function requireComputes(screen: Screen): void {
  for (const field of screen.allVirtual) {
    const name = computeOf(field)?.compute
    const compute = name === undefined ? undefined : screen.hooks.computes?.[name]
    if (typeof compute === 'object') requireReads(screen, field, `${compute.sql} ${compute.order ?? ''}`)
    if (name === undefined || (compute && (typeof compute === 'object' || !isExpression(field)))) continue
    const missing = isExpression(field) ? 'has no expression for' : 'does not have'
    throw new Error(`${screen.page.id}: fields.${field.name} is computed by "${name}", which the server ${missing}`)
  }
  for (const [name, filter] of Object.entries(screen.page.table.filters))
    if ('compute' in filter && !screen.hooks.filters?.[filter.compute])
      throw new Error(`${screen.page.id}: filters.${name} is computed by "${filter.compute}", which no module of the server has`)
}

/** An expression computes from what its field declares: it names no other columns of the row `t`. */
function requireReads({ page, entity }: Screen, field: Field, text: string): void {
  const reads = new Set(readsOf(field))
  const named = [...text.matchAll(/\bt\."?([a-z_][a-z0-9_]*)"?/g)].map(([, name = '']) => name)
  const other = named.find((name) => entity.fields[name] && !entity.fields[name]?.secret && !reads.has(name))
  if (other) throw new Error(`${page.id}: fields.${field.name} is computed from "${other}", which its "reads" does not name`)
}

/** What the database said about the values becomes a refusal that a person can read. */
async function readable(screen: Screen, run: Handler['run'], ctx: Context): Promise<unknown> {
  try {
    return await run(ctx)
  } catch (error) {
    const refused = await readableError(error, { ctx, screen })
    throw presenterOf(ctx).showsChanges ? await withChanges(refused, { ctx, screen }) : refused
  }
}
