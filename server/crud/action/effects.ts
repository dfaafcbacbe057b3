import type { Field } from '../../../src/schemas/field.ts'
import { kindOf } from '../../../src/schemas/kinds/index.ts'
import { type Action, isWriting, type WritingAction } from '../../../src/schemas/language/action/action.ts'
import { actorPlaceholder, type EffectValue, formFields, logTarget } from '../../../src/schemas/language/action/effects.ts'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import { interpolate, type Locale } from '../../../src/schemas/language/words.ts'
import { actorOf, type Context } from '../../core/context.ts'
import { columnDefault } from '../../core/db/columns.ts'
import type { Writer } from '../../core/db/connect.ts'
import type { Key } from '../../core/db/rowKey.ts'
import { insertRow, updateRow } from '../../core/db/rows.ts'
import type { ActionInput, Notice, Row } from '../domain.ts'
import type { Screen } from '../screen/screen.ts'
import { entityOf } from '../tables.ts'
import { valueText } from '../words.ts'

/** Does the page say itself what the action does? */
export function hasEffects({ set, log, notify }: WritingAction): boolean {
  return set !== null || log !== null || notify !== null
}

/** The fields of the action's form that it sets, where it sets nothing else and does nothing else to the row. */
export function setByForm({ set, notify }: WritingAction): string[] {
  const values = Object.values(set ?? {})
  const asked = values.flatMap((value) => (typeof value === 'object' && value && 'form' in value ? [value.form] : []))
  return notify === null && asked.length === values.length ? asked : []
}

/** Throws when an action notifies people about rows whose screen defines its own audience, or when there is nobody to notify. */
export function requireNotices({ page, hooks, notify: tell }: Screen, action: Action): void {
  if (!isWriting(action) || !action.notify) return
  const { name } = action
  if (hooks.rowScope) throw new Error(`${page.id}: action "${name}": "notify" would tell of rows that not everybody meets`)
  if (!tell) throw new Error(`${page.id}: action "${name}": nothing here makes notices`)
}

/** The effects that the page states as data, on one row, in the order set, log, notify; all of them read the row as it was before. */
export async function runEffects(screen: Screen, input: ActionInput<WritingAction>): Promise<void> {
  const { action, ctx, trx, row, page, values } = input
  const { entity } = screen
  const key = row[entity.key ?? 'id'] as Key
  const by = { id: actorOf(ctx).id, name: actorName(ctx) }
  await writeEffects(trx, screen, { action, row, values, now: ctx.now, by, keeps: input.keeps })
  if (!action.notify) return
  const { node, groups } = action.notify
  const notice: Notice = {
    page: page.id,
    action: action.name,
    key: entity.key ?? 'id',
    value: key,
    node,
    groups,
    texts: textsOf(input),
  }
  await screen.notify?.(trx, notice, ctx)
}

/** What is set, without what comes from fields of the form that were left out over several rows. */
function named(
  set: NonNullable<WritingAction['set']>,
  { keeps = [] }: Pick<ActionInput, 'keeps'>,
): NonNullable<WritingAction['set']> {
  const isKept = (value: EffectValue) => typeof value === 'object' && value && 'form' in value && keeps.includes(value.form)
  return Object.fromEntries(Object.entries(set).filter(([, value]) => !isKept(value)))
}

/** Input of an action's effects: the row before it, the entered values, the time and the actor. */
interface Deed extends Pick<ActionInput<WritingAction>, 'action' | 'row' | 'values' | 'keeps'> {
  now: number
  by: { id: number; name: string }
}

/** What an action states as data to be written of a row: `set`, then `log`. */
export async function writeEffects(
  trx: Writer,
  { entity, schema }: Pick<Screen, 'entity' | 'schema'>,
  deed: Deed,
): Promise<void> {
  const { action, row, now } = deed
  const key = row[entity.key ?? 'id'] as Key
  if (action.set) await updateRow(trx, { entity, key }, valuesOf(entity, named(action.set, deed), deed), now)
  const target = action.log && logTarget(entity, action.log)
  if (!action.log || !target) return
  const table = entityOf(schema, target.table)
  const owner = target.foreignKey === undefined ? {} : { [target.foreignKey]: key }
  await insertRow(trx, table, { ...valuesOf(table, action.log.values, deed), ...owner }, now)
}

/** Model values of the fields of a table. */
function valuesOf(entity: Entity, values: Readonly<Record<string, EffectValue>>, input: Deed): Row {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = entity.fields[name]
      return field ? [[name, modelOf(field, value, input)]] : []
    }),
  )
}

function modelOf(field: Field, value: EffectValue, { now, by, row, values, action }: Deed): unknown {
  if (value === null) return null
  if (typeof value !== 'object') return kindOf(field).fromWire(value, field)
  if ('now' in value) return now
  if ('actor' in value) return value.actor === 'id' ? by.id : cut(by.name, field.store?.length)
  const taken = 'row' in value ? row[value.row] : formFields(action)[value.form] && values[value.form]
  // What is empty there is here as in a row that says nothing: '' of a text, the default of a field that cannot be empty.
  return taken ?? (field.nullable ? null : columnDefault(field))
}

/** The words of a notice in every language, options of the row in each. */
function textsOf({ ctx, page, action, row }: ActionInput): Notice['texts'] {
  const textIn = (lang: Locale): string => {
    const params = Object.values(page.fields).map((field) => [
      field.name,
      valueText({ ...ctx, lang }, page, field, row[field.name]),
    ])
    const text = ctx.schema.words.text(lang, page.id, `actions.${action.name}.notify`)
    return interpolate(text, { ...Object.fromEntries(params), [actorPlaceholder]: actorName(ctx) })
  }
  return { 'zh-cn': textIn('zh-cn'), en: textIn('en') }
}

function actorName(ctx: Context): string {
  const actor = actorOf(ctx)
  return actor.nickname || actor.username
}

function cut(text: string, length = Number.POSITIVE_INFINITY): string {
  return [...text].slice(0, length).join('')
}
