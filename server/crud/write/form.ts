import type { FormSource } from '../../../src/schemas/language/form/formSource.ts'
import { encodeRow } from '../../../src/schemas/language/wire/codec.ts'
import { actorOf, type Context } from '../../core/context.ts'
import { columnDefault } from '../../core/db/columns.ts'
import type { Writer } from '../../core/db/connect.ts'
import type { Key } from '../../core/db/rowKey.ts'
import type { Row, SaveInput } from '../domain.ts'
import { groupFaults } from '../keyValue/groups.ts'
import { liveForm } from '../keyValue/items.ts'
import { lockKeyValues, readKeyValues, writeKeyValues } from '../keyValue/keyValues.ts'
import { extraMembers, presenterOf } from '../present/presenterOf.ts'
import { editHandler } from '../read/read.ts'
import { addKept, refuseByRule } from '../rows/guard.ts'
import { versionOf } from '../rows/version.ts'
import { addComputes } from '../rows/virtual.ts'
import type { Screen } from '../screen/screen.ts'
import { refuseInvalid } from '../validate/refusal.ts'
import { messageText } from '../words.ts'
import { readBody } from './body.ts'
import { mergeMeanwhile } from './merge.ts'
import { keepDisabled, saveMerged, validate } from './save.ts'

/** How the one record of a form is read and written. What the caller posts never says which record it is. */
interface FormStore {
  /** `row`, and what belongs beside it: `items` and `groups` that the form has besides the page's own, `unread` messages by field. */
  read(screen: Screen, ctx: Context): Promise<Row>
  write(screen: Screen, ctx: Context, trx: Writer): Promise<unknown>
}

const stores: Readonly<Record<FormSource['store'], FormStore>> = {
  row: {
    read: async (screen, ctx) => ({ row: (await editHandler(screen, withOwnKey(screen, ctx))).row }),
    async write(screen, ctx, trx) {
      return mergedAnswer(ctx, (await saveMerged(screen, withOwnKey(screen, ctx), trx, 'edit')).merged)
    },
  },
  keyValue: {
    async read(screen, ctx) {
      const live = await liveForm(screen, ctx, ctx.read)
      const { values, unread } = await readKeyValues(ctx.read, screen.schema, live.screen.page)
      const shown: Row = { ...values, ...screen.hooks.decided?.(ctx) }
      await addComputes({ screen: live.screen, ctx, db: ctx.read }, [shown], Object.values(live.screen.page.fields))
      const told = Object.fromEntries(unread.map((name) => [name, messageText(ctx, live.place, name, { code: 'unread' })]))
      return {
        row: { ...wireOf(live.screen, shown), _version: versionOf(live.screen, values) },
        ...(screen.page.items ? { items: live.items, groups: live.groups } : {}),
        ...(unread.length > 0 ? { unread: told } : {}),
      }
    },
    write: writeSettings,
  },
  call: {
    read: async (screen) => ({ row: wireOf(screen, firstValues(screen)) }),
    write: runCall,
  },
}

/** GET index: the record of the form, with its version, and the fields that people made for it. */
export async function formHandler(screen: Screen, ctx: Context): Promise<Row> {
  return { ...(await storeOf(screen).read(screen, ctx)), ...(await extraMembers(screen, ctx)) }
}

/** POST edit, or the form's own call: saves the record inside a transaction. */
export function saveForm(screen: Screen, ctx: Context, trx: Writer): Promise<unknown> {
  return storeOf(screen).write(screen, ctx, trx)
}

/** The same request for the one row of a form: its key is the page's business, whatever came along. */
export function withOwnKey(screen: Screen, ctx: Context): Context {
  const key = ownKey(screen, ctx)
  if (key === undefined) return ctx
  const name = screen.entity.key ?? 'id'
  const { ids: _ids, id: _id, ...body } = ctx.body
  const { id: _other, ...query } = ctx.query
  return { ...ctx, body: { ...body, [name]: key }, query: { ...query, [name]: String(key) } }
}

/** Key of the row the form is about; undefined where it is about none. */
function ownKey(screen: Screen, ctx: Context): Key | undefined {
  const source = screen.page.source
  if (source?.store !== 'row') return undefined
  return 'self' in source.key ? actorOf(ctx).id : source.key.value
}

function storeOf(screen: Screen): FormStore {
  const source = screen.page.source
  if (!source) throw new Error(`${screen.page.id} is no form`)
  return stores[source.store]
}

function wireOf(screen: Screen, model: Readonly<Row>): Row {
  const wire = encodeRow(screen.page.fields, model)
  for (const field of Object.values(screen.page.fields)) if (field.secret) wire[field.name] = ''
  return wire
}

function firstValues(screen: Screen): Row {
  return Object.fromEntries(Object.values(screen.page.fields).map((field) => [field.name, columnDefault(field)]))
}

async function writeSettings(own: Screen, ctx: Context, trx: Writer): Promise<Row | null> {
  await lockKeyValues(trx, own.page)
  const { screen, place, rows } = await liveForm(own, ctx, trx)
  const { page } = screen
  const { values: kept } = await readKeyValues(trx, screen.schema, page)
  await addKept({ screen, ctx, db: trx }, kept)
  const before = { ...kept, ...screen.hooks.decided?.(ctx) }
  const { values, found } = readBody(screen, ctx, presenterOf(ctx).settings(screen, ctx), before)
  const merged = mergeMeanwhile(screen, { before: kept, values, found, version: ctx.body._version })
  keepDisabled(screen, ctx, values, before)
  const input: SaveInput = { ctx, trx, page, mode: 'edit', before, values, body: ctx.body }
  const faults = await validate(screen, input, null, found)
  refuseInvalid(ctx, place, { ...groupFaults(own.page, rows, values), ...faults })
  await screen.hooks.beforeSave?.(input)
  await writeKeyValues(trx, screen, values, ctx.now)
  await screen.hooks.afterSave?.({ ...input, key: page.id })
  return (await screen.hooks.saved?.(input)) ?? mergedAnswer(ctx, merged)
}

/** Kontor's form tells which fields others have changed meanwhile; without any there is nothing to tell. */
function mergedAnswer(ctx: Context, merged: readonly string[]): Row | null {
  return merged.length > 0 ? presenterOf(ctx).written({ merged }) : null
}

async function runCall(screen: Screen, ctx: Context, trx: Writer): Promise<unknown> {
  const { page } = screen
  const { values, found } = readBody(screen, ctx, ctx.body, null)
  const input: SaveInput = { ctx, trx, page, mode: 'add', before: null, values, body: ctx.body }
  refuseInvalid(ctx, { page, prefix: 'fields' }, await validate(screen, input, null, found))
  const action = page.actions.edit
  const own = action && screen.rowActions[`${page.id}.${action.call}`]
  if (!action || !own?.run) throw new Error(`${page.id}: nothing on the server answers its call`)
  const call = { ctx, trx, page, action, row: {}, values }
  await refuseByRule(own, call)
  return own.run(call)
}
