import type { HistoryEntry, HistoryField, HistoryOperation, HistoryPart } from '../../../../src/schemas/api/history.ts'
import type { Field } from '../../../../src/schemas/field.ts'
import { labelMember } from '../../../../src/schemas/kinds/optionSources.ts'
import type { Entity } from '../../../../src/schemas/language/entity/entity.ts'
import { actorOf, type Context, can } from '../../../core/context.ts'
import { rowFromDb } from '../../../core/db/values.ts'
import { changeOperation, hiddenValue } from '../../../core/history/setup.ts'
import { addRemoteNames } from '../../../crud/choices/remoteNames.ts'
import type { Row } from '../../../crud/domain.ts'
import type { Screen } from '../../../crud/screen/screen.ts'
import { isSwitch, valueText } from '../../../crud/words.ts'
import { writableFields } from '../../../crud/write/body.ts'
import { pageOfTable, screenOfTable } from '../screens.ts'
import type { Change } from './changes.ts'
import { type WordsOfTime, wordAt } from './words.ts'

/** What entries are made with. */
export interface EntryMaking {
  ctx: Context
  screen: Screen
  words: readonly WordsOfTime[]
  /** Names of those who acted: `admin:1`, `user:7`. */
  names: ReadonlyMap<string, string>
}

const operations: Readonly<Record<number, HistoryOperation>> = {
  [changeOperation.add]: 'add',
  [changeOperation.edit]: 'edit',
  [changeOperation.delete]: 'delete',
}

/** What one transaction did to a record, in the words of its time. */
export async function entryOf(making: EntryMaking, changes: readonly Change[]): Promise<HistoryEntry | undefined> {
  const { ctx, screen } = making
  const own = changes.filter(({ table_name }) => table_name === screen.entity.table)
  const [first] = own.length > 0 ? own : changes
  if (!first) return undefined
  const fields = await Promise.all(
    own.filter(({ operation }) => operation === changeOperation.edit).map((change) => fieldsOf(making, change)),
  )
  return {
    id: Math.min(...changes.map(({ id }) => id)),
    time: first.create_time,
    who: making.names.get(authorKey(first)) ?? (first.username || ctx.text('ui.history.system')),
    what: actionTitle(ctx, first.action),
    operation: operationOf(own),
    fields: fields.flat(),
    parts: await Promise.all(changes.filter((change) => !own.includes(change)).map((change) => partOf(making, change))),
  }
}

/** Adding a row may also place it: that is one addition. */
function operationOf(own: readonly Change[]): HistoryOperation {
  const all = own.map(({ operation }) => operations[operation])
  return all.find((each) => each !== 'edit') ?? 'edit'
}

/** Key of who made a change in `EntryMaking.names`. */
export function authorKey({ admin_id, user_id }: Pick<Change, 'admin_id' | 'user_id'>): string {
  return admin_id ? `admin:${admin_id}` : user_id ? `user:${user_id}` : ''
}

async function fieldsOf(making: EntryMaking, change: Change): Promise<HistoryField[]> {
  const { ctx, screen } = making
  const { page, entity } = screen
  const names = Object.keys((change.new_values ?? {}) as Row).filter((name) => isShown(entity, name))
  const writable = writableFields(screen, 'edit')
  const mayEdit = page.actions.edit !== undefined && can(actorOf(ctx), `${page.id}/${page.actions.edit.node}`)
  const [before, after] = await textsOf(making, change)
  return names.map((name) => ({
    name,
    label: labelAt(making, name, change.create_time),
    before: before?.[name] ?? '',
    after: after?.[name] ?? '',
    restorable:
      mayEdit && Object.hasOwn(writable, name) && before?.[name] !== hiddenValue && entity.fields[name]?.mask === undefined,
  }))
}

/** Secrets are named, so that one sees that they changed; what belongs to the machine is not. */
function isShown({ fields, weigh }: Entity, name: string): boolean {
  const field = fields[name]
  return field !== undefined && name !== weigh && name !== 'create_time' && (!field.secret || field.kind === 'password')
}

/** Both sides of a change as texts, by field. */
async function textsOf(making: EntryMaking, change: Change): Promise<Record<string, string>[]> {
  const { ctx, screen } = making
  const sides = [change.old_values, change.new_values].map((raw) => ({ ...((raw ?? {}) as Row) }))
  const models = sides.map((raw) => rowFromDb(raw, screen.entity))
  const named = models.map((model) => ({ ...model }))
  await addRemoteNames(screen, ctx, screen.page.fields, named)
  return models.map((model, i) =>
    Object.fromEntries(
      Object.keys(sides[i] ?? {}).map((name) => {
        const field = screen.entity.fields[name]
        if (sides[i]?.[name] === hiddenValue || !field) return [name, hiddenValue]
        const remote = named[i]?.[labelMember(name)]
        return [name, remote === undefined ? textAt(making, field, model[name], change.create_time) : String(remote)]
      }),
    ),
  )
}

/** A value in the words of its time; lists of options one by one. */
function textAt(making: EntryMaking, field: Field, value: unknown, time: number): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value) && field.options) return value.map((each) => textAt(making, field, each, time)).join(', ')
  const side = isSwitch(field) ? (String(value) === String(field.on ?? 1) ? 'on' : 'off') : String(value)
  const option = wordAt(making.words, making.ctx.lang, `fields.${field.name}.options.${side}`, time)
  if (option !== undefined) return option
  const text = valueText(making.ctx, making.screen.page, field, value)
  return text === '[object Object]' || Array.isArray(value) ? JSON.stringify(value) : text
}

function labelAt({ words, ctx, screen }: EntryMaking, name: string, time: number): string {
  const key = `fields.${name}.label`
  const then = wordAt(words, ctx.lang, key, time)
  if (then !== undefined) return then
  const now = ctx.schema.words.text(ctx.lang, screen.page.id, key)
  return now === key ? name : now
}

async function partOf(making: EntryMaking, change: Change): Promise<HistoryPart> {
  const { ctx } = making
  const operation = operations[change.operation] ?? 'edit'
  const link = Object.values(making.screen.entity.fields).find((field) => field.link?.table === change.table_name)
  if (link) {
    const raw = (change.new_values ?? change.old_values ?? {}) as Row
    return { label: labelAt(making, link.name, change.create_time), operation, fields: linkFields(making, link, raw) }
  }
  const page = pageOfTable(ctx, change.table_name)
  const label = page ? ctx.schema.words.text(ctx.lang, page.id, 'title') : ctx.text('ui.history.part')
  if (!page || change.operation !== changeOperation.edit) return { label, operation, fields: [] }
  const fields = await fieldsOf({ ...making, screen: screenOfTable(ctx, change.table_name) }, change)
  return { label, operation, fields: fields.map((field) => ({ ...field, restorable: false })) }
}

function linkFields({ ctx }: EntryMaking, link: Field, raw: Row): HistoryField[] {
  const other = link.link && raw[link.link.other]
  if (other === undefined) return []
  return [{ name: link.name, label: ctx.text('ui.history.number'), before: '', after: String(other), restorable: false }]
}

/** The title of the button behind an address, `user/User/edit`; the screen's alone where the button has none. */
function actionTitle(ctx: Context, action: string): string {
  const cut = action.lastIndexOf('/')
  const [controller, call] = [action.slice(0, cut).replaceAll('/', '.'), action.slice(cut + 1)]
  const page = [...ctx.schema.pages.values()].find((each) => each.controller === controller)
  if (!page) return ''
  const name = Object.values(page.actions).find((each) => each.call === call || each.node === call)?.name ?? call
  const title = ctx.schema.words.text(ctx.lang, page.id, `actions.${name}.title`)
  return title === `actions.${name}.title` ? '' : title
}
