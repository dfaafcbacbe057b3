import type { Condition } from '../../../src/schemas/condition.ts'
import type { Field } from '../../../src/schemas/field.ts'
import { isRowless } from '../../../src/schemas/language/action/builtInActions.ts'
import type { RunAction } from '../../../src/schemas/language/action/kinds/run.ts'
import { defaultLocale } from '../../../src/schemas/language/words.ts'
import type { Context } from '../../core/context.ts'
import type { Writer } from '../../core/db/connect.ts'
import { Refused } from '../../core/refuse.ts'
import { lockGuarded, refuseByRule, requireVersion } from '../rows/guard.ts'
import { requestKey, requestKeys, requireWritable } from '../rows/key.ts'
import type { Screen } from '../screen/screen.ts'
import { type ActionServer, formAddress } from './addresses.ts'
import { type ActionCall, rowActionOf, validValues } from './call.ts'
import { hasEffects, runEffects, setByForm } from './effects.ts'
import { actionFormHandler } from './firstValues.ts'

export const run: ActionServer<RunAction> = {
  isServed: (action, own) => own.run !== undefined || own.runAll !== undefined || hasEffects(action),
  addresses(screen, action, { at, writing }) {
    const work = writing(action.call, (ctx, trx) => runAction({ screen, action, ctx }, trx))
    return [
      { ...at('POST', action.call, action.node, work), successMessage: doneMessage(screen, action) },
      ...formAddress(screen, action, at, actionFormHandler),
    ]
  },
}

/** What is said when an action is done: the page's own word, if it has one. One that names values the browser fills in and says. */
function doneMessage({ page, schema }: Screen, action: RunAction): string {
  const own = `actions.${action.name}.done`
  const word = schema.words.page.get(page.id)?.[defaultLocale][own]
  return word === undefined || word.includes('{') ? 'success.crud.done' : own
}

/**
 * POST <call> {id | ids, …fields}: the action on each row, all in one transaction. A row on which `when` does not hold (any more), that a
 * `refuse` rule denies, or that somebody changed since `_version` was read undoes everything. Over several rows, what the body does not
 * name is not set: each row keeps its own. `isPart`: the row is one of several that are taken one by one.
 */
export async function runAction(call: ActionCall<RunAction>, trx: Writer, isPart = false): Promise<unknown> {
  const { screen, action, ctx } = call
  const { page } = screen
  requireWritable(screen, ctx)
  if (isRowless(page, action.name)) return runRowless(call, trx)
  const own = rowActionOf(call)
  const keys = ctx.body.ids === undefined ? [requestKey(screen, ctx.body)] : requestKeys(screen, ctx.body.ids)
  if (keys.length === 0) throw new Refused('crud.notFound')
  const lock = async () => {
    await own.lock?.(trx, keys)
    return lockGuarded(screen, ctx, trx, { keys, purpose: 'edit', action })
  }
  // Where the form's conditions read the record, its values are checked with the record as it is, locked; else before anything is locked.
  const locked = readsRecord(action) ? await lock() : null
  const values = await validValues(call, trx, locked ?? [{}])
  await own.before?.({ ctx, page, action, values })
  const rows = locked ?? (await lock())
  const [only] = rows
  if (only && rows.length === 1) await requireVersion({ screen, ctx, db: trx }, only, ctx.body._version)
  const keeps = isPart || rows.length > 1 ? unnamed(action, ctx) : []
  const results: unknown[] = []
  for (const row of rows) {
    const input = { ctx, trx, page, action, row, values, keeps }
    await refuseByRule(own, input)
    await runEffects(screen, input)
    results.push(await own.run?.(input))
  }
  const all = await own.runAll?.({ ctx, trx, page, action, rows, values })
  return ctx.body.ids === undefined ? (all ?? results[0]) : { done: rows.length, ...all }
}

/** The same for an action about no row. */
async function runRowless(call: ActionCall<RunAction>, trx: Writer): Promise<unknown> {
  const { screen, action, ctx } = call
  const { page } = screen
  const own = rowActionOf(call)
  const values = await validValues(call, trx, [{}])
  await own.before?.({ ctx, page, action, values })
  const input = { ctx, trx, page, action, row: {}, values }
  await refuseByRule(own, input)
  return own.run?.(input)
}

/** Fields of the action's form that the body leaves out; refused when it leaves out all that the action would set. */
function unnamed(action: RunAction, ctx: Context): string[] {
  const keeps = Object.keys(action.fields).filter((name) => ctx.body[name] === undefined)
  const asked = setByForm(action)
  if (asked.length > 0 && asked.every((name) => keeps.includes(name))) throw new Refused('crud.nothingFilled')
  return keeps
}

/** Do conditions of the action's form read the record it is about? */
function readsRecord(action: RunAction): boolean {
  const conditionsOf = ({ when, fields }: Field): Condition[] => [
    ...[when.visible, when.required, when.disabled, ...Object.values(when.options ?? {})].flatMap((condition) => condition ?? []),
    ...Object.values(fields ?? {}).flatMap(conditionsOf),
  ]
  return Object.values(action.fields)
    .flatMap(conditionsOf)
    .some((condition) => JSON.stringify(condition).includes('"$'))
}
