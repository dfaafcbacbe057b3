import type { Condition } from '../../../src/schemas/condition.ts'
import type { Field } from '../../../src/schemas/field.ts'
import { isRowless } from '../../../src/schemas/language/builtInActions.ts'
import type { Action } from '../../../src/schemas/language/page.ts'
import { decodeRow, encodeValue } from '../../../src/schemas/language/wire/codec.ts'
import { actorOf, type Context } from '../../core/context.ts'
import { columnDefault } from '../../core/db/columns.ts'
import type { Writer } from '../../core/db/connect.ts'
import { cleanValues } from '../../core/db/markup.ts'
import { Refused } from '../../core/refuse.ts'
import type { ActionInput, Row, RowAction } from '../domain.ts'
import { readRecord, relatedRows } from '../read/read.ts'
import { lockGuarded, refuseByRule, requireVersion } from '../rows/guard.ts'
import { namesRow, requestKey, requestKeys, requireWritable } from '../rows/key.ts'
import { versionOf } from '../rows/version.ts'
import type { Screen } from '../screen/screen.ts'
import { validateChoices } from '../validate/chosen.ts'
import { refuseInvalid } from '../validate/refusal.ts'
import { type ValidationErrors, validateFields } from '../validate/validate.ts'
import { checkValues } from '../valueChecks.ts'
import { shownRow } from '../wire.ts'
import { unknownNames } from '../write/body.ts'
import { keepReadOnlyParts } from '../write/readOnlyParts.ts'
import { hasEffects, requireNotices, runEffects, setByForm } from './effects.ts'

/** The server's part of an action, if there is one. Throws when the page asks for rules or effects that nobody wrote. */
export function rowActionOf(screen: Screen, action: Action): RowAction {
  const name = `${screen.page.id}.${action.call}`
  const own = screen.rowActions[name] ?? {}
  if (action.answer ? !own.answer : !own.run && !own.runAll && !hasEffects(action) && !action.print)
    throw new Error(
      `${screen.page.id}: action "${action.name}" does nothing: give it "set", "log" or "notify", or a row "${name}" in a module of the server`,
    )
  requireNotices(screen, action)
  const missing = action.refuse.filter((rule) => !own.refuse?.[rule])
  if (missing.length > 0)
    throw new Error(`${screen.page.id}: action "${action.name}": no rule ${missing.join(', ')} in "${name}"`)
  return own
}

/**
 * GET <call>?id=…: the record and the first values of the action's form, for whoever holds the action's node. Of several rows (`ids`) no
 * record: what one of them holds is no first value for the others.
 */
export async function actionFormHandler(screen: Screen, action: Action, ctx: Context): Promise<Row> {
  requireWritable(screen, ctx)
  const own = rowActionOf(screen, action)
  const ofNew = screen.page.form.actions.includes(action.name) && !namesRow(screen, ctx.query)
  const several = requestKeys(screen, ctx.query.ids).length > 1
  if (ofNew || several || isRowless(screen.page, action.name)) return rowlessForm(screen, action, own, ctx)
  const { model, wire } = await readRecord(screen, ctx, ctx.read, requestKey(screen, ctx.query), 'info', 'edit')
  const values: Row = {}
  for (const field of Object.values(action.fields)) {
    const same = screen.page.fields[field.name]
    if (field.from) values[field.name] = await relatedRows(screen, ctx.read, field.from, model)
    else
      values[field.name] =
        same && !same.secret && !same.mask && Object.hasOwn(model, field.name) ? model[field.name] : columnDefault(field)
  }
  Object.assign(values, await own.prepare?.({ ctx, db: ctx.read, page: screen.page, action, row: model }))
  const form = Object.fromEntries(Object.values(action.fields).map((field) => [field.name, formValue(field, values[field.name])]))
  return { row: { ...wire, _version: versionOf(screen, model) }, values: form }
}

/** The first values of a form that is about no row, or about several. */
async function rowlessForm(screen: Screen, action: Action, own: RowAction, ctx: Context): Promise<Row> {
  const values: Row = Object.fromEntries(Object.values(action.fields).map((field) => [field.name, columnDefault(field)]))
  Object.assign(values, await own.prepare?.({ ctx, db: ctx.read, page: screen.page, action, row: {} }))
  return { row: {}, values: Object.fromEntries(Object.values(action.fields).map((f) => [f.name, formValue(f, values[f.name])])) }
}

/** Wire form of a first value of the action's form. */
export function formValue(field: Field, value: unknown): unknown {
  if (!field.fields || !Array.isArray(value)) return encodeValue(field, value)
  return value.map((row) => shownRow(field.fields ?? {}, row as Row))
}

/**
 * POST <call> {id | ids, …fields}: the action on each row, all in one transaction. A row on which `when` does not hold (any more), that a
 * `refuse` rule denies, or that somebody changed since `_version` was read undoes everything. Over several rows, what the body does not
 * name is not set: each row keeps its own.
 */
export async function runAction(screen: Screen, action: Action, ctx: Context, trx: Writer): Promise<unknown> {
  requireWritable(screen, ctx)
  const own = rowActionOf(screen, action)
  const rowless = isRowless(screen.page, action.name)
  const keys = rowless ? [] : ctx.body.ids === undefined ? [requestKey(screen, ctx.body)] : requestKeys(screen, ctx.body.ids)
  if (keys.length === 0 && !rowless) throw new Refused('crud.notFound')
  // Where the form's conditions read the record, it is judged with the record as it is, locked; else before anything is locked.
  const needsRecord = !rowless && readsRecord(action)
  if (needsRecord) await own.lock?.(trx, keys)
  const locked = needsRecord ? await lockGuarded(screen, ctx, trx, { keys, purpose: 'edit', action }) : [{}]
  const { values, found } = readValues(screen, action, ctx, locked)
  Object.assign(found, await remoteChoiceErrors(screen, action, ctx, trx, values, found))
  refuseInvalid(ctx, { page: screen.page, prefix: `actions.${action.name}.fields` }, found)
  await own.before?.({ ctx, page: screen.page, action, values })
  if (rowless) {
    const input: ActionInput = { ctx, trx, page: screen.page, action, row: {}, values }
    await refuseByRule(own, input)
    return own.run?.(input)
  }
  if (!needsRecord) await own.lock?.(trx, keys)
  const rows = needsRecord ? locked : await lockGuarded(screen, ctx, trx, { keys, purpose: 'edit', action })
  const [only] = rows
  if (only && rows.length === 1) await requireVersion(screen, ctx, trx, only, ctx.body._version)
  const keeps = rows.length > 1 ? unnamed(action, ctx) : []
  const results: unknown[] = []
  for (const row of rows) {
    const input: ActionInput = { ctx, trx, page: screen.page, action, row, values, keeps }
    await refuseByRule(own, input)
    await runEffects(screen, input)
    results.push(await own.run?.(input))
  }
  const all = await own.runAll?.({ ctx, trx, page: screen.page, action, rows, values })
  return ctx.body.ids === undefined ? (all ?? results[0]) : { done: rows.length, ...all }
}

/** Fields of the action's form that the body leaves out; refused when it leaves out all that the action would set. */
function unnamed(action: Action, ctx: Context): string[] {
  const keeps = Object.keys(action.fields).filter((name) => ctx.body[name] === undefined)
  const asked = setByForm(action)
  if (asked.length > 0 && asked.every((name) => keeps.includes(name))) throw new Refused('crud.nothingFilled')
  return keeps
}

/** Do conditions of the action's form read the record it is about? */
function readsRecord(action: Action): boolean {
  const conditionsOf = ({ when, fields }: Field): Condition[] => [
    ...[when.visible, when.required, when.disabled, ...Object.values(when.options ?? {})].flatMap((condition) => condition ?? []),
    ...Object.values(fields ?? {}).flatMap(conditionsOf),
  ]
  return Object.values(action.fields)
    .flatMap(conditionsOf)
    .some((condition) => JSON.stringify(condition).includes('"$'))
}

/** Model values of the action's form, and what is wrong with them; `more` are members of the body that are no fields. */
export function readValues(
  screen: Screen,
  action: Action,
  ctx: Context,
  rows: readonly Row[],
  more: readonly string[] = [],
): { values: Row; found: ValidationErrors } {
  const { values, errors } = decodeRow(action.fields, ctx.body)
  cleanValues(values, action.fields)
  keepReadOnlyParts(action.fields, values, null)
  for (const field of Object.values(action.fields)) {
    if (!Object.hasOwn(values, field.name) && !errors[field.name]) values[field.name] = columnDefault(field)
  }
  const unknown = unknownNames(screen, ctx, ctx.body, action.fields, ['id', 'ids', screen.entity.key ?? 'id', ...more])
  const env = { selfId: actorOf(ctx).id, now: ctx.now }
  const fields = Object.values(action.fields).filter((field) => !errors[field.name])
  const judged = rows.map((row) => validateFields({ fields, record: values, around: [row], ...env }))
  return { values, found: { ...Object.assign({}, ...judged), ...errors, ...unknown } }
}

/** Files and choices of the action's form that are not there, or not the actor's to take. */
export async function remoteChoiceErrors(
  screen: Screen,
  action: Action,
  ctx: Context,
  trx: Writer,
  values: Row,
  found: ValidationErrors,
): Promise<ValidationErrors> {
  const fields = Object.values(action.fields)
  const wrong: ValidationErrors = await checkValues(ctx, trx, { fields, values, before: null })
  return { ...(await validateChoices(screen, ctx, trx, { fields, among: action.fields, record: values }, found)), ...wrong }
}
