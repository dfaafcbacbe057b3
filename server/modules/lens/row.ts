import { type SqlBool, sql } from 'kysely'
import type { LensRowAction } from '../../../src/schemas/api/lens.ts'
import type { Condition } from '../../../src/schemas/condition.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import type { Action } from '../../../src/schemas/language/action/action.ts'
import { isRowless } from '../../../src/schemas/language/action/builtInActions.ts'
import { conditionFields } from '../../../src/schemas/language/condition/condition.ts'
import { failures } from '../../../src/schemas/language/condition/predicate.ts'
import { conditionWords } from '../../../src/schemas/language/condition/wording.ts'
import { type Actor, actorOf, type Context, mayCall } from '../../core/context.ts'
import { isRow } from '../../core/db/rowKey.ts'
import { kontorDialect } from '../../core/dialect.ts'
import type { Handler } from '../../core/handler.ts'
import { Refused } from '../../core/refuse.ts'
import type { Row, ScopePurpose } from '../../crud/domain.ts'
import { refuseByRule, whenSql } from '../../crud/rows/guard.ts'
import { requestKey, requireWritable } from '../../crud/rows/key.ts'
import { finishRows, scopeSql, whereSql } from '../../crud/rows/rows.ts'
import type { Screen, Sql } from '../../crud/screen/screen.ts'
import { conditionVocabulary, valueText } from '../../crud/words.ts'
import type { Subject } from './subject.ts'

type Reasons = LensRowAction['reasons'][number][]

/** A record, asked of by and for somebody. */
interface Question {
  screen: Screen
  /** Who looks. */
  ctx: Context
  /** The same call as the subject would make it; null where nobody could. */
  as: Context | null
  key: Sql<SqlBool>
}

const purposes: Readonly<Record<string, ScopePurpose>> = { detail: 'read', addChild: 'read', delete: 'delete' }

/** Which actions of a screen's rows are possible on one row for a role or person, and why each other is not. */
export async function rowAnswers(
  screen: Screen,
  ctx: Context,
  subject: Subject,
  handlers: readonly Handler[],
): Promise<LensRowAction[]> {
  const key = isRow(screen.entity, requestKey(screen, ctx.query))
  // Hooks read the address of the call they are asked in; this one has none of theirs.
  const asOf = (actor: Actor): Context => ({ ...ctx, actor, query: {}, dialect: kontorDialect })
  const as = subject.actor && asOf(subject.actor)
  const question: Question = { screen, ctx, as, key }
  const model = (await modelOf(screen, asOf(actorOf(ctx)), key)) ?? (as && (await modelOf(screen, as, key)))
  if (!model) throw new Refused('crud.notFound')
  const { page } = screen
  const names = [...new Set([...page.table.row, ...page.table.bulk])].filter((name) => !isRowless(page, name))
  const actions = names.flatMap((name) => page.actions[name] ?? [])
  const denied = as ? await deniedOf(screen, as, model) : {}
  const answers: LensRowAction[] = []
  for (const action of actions) {
    const reasons: Reasons = []
    if (!mayCall(accessOf(screen, action, handlers), subject.actor))
      reasons.push({ code: 'right', text: ctx.text('lens.row.right') })
    reasons.push(...(await obstacles(question, action, model)))
    const own = denied[action.name]
    if (typeof own === 'string') reasons.push({ code: 'denied', text: own })
    answers.push({ action: action.name, title: titleOf(ctx, screen, action), possible: reasons.length === 0, reasons })
  }
  return answers
}

/** Obstacles besides the right: the same checks, in the same order, as the guard of the write. */
async function obstacles({ screen, ctx, as, key }: Question, action: Action, model: Row): Promise<Reasons> {
  const isLook = action.name === 'detail'
  if (!isLook) {
    const why = readOnlyText(screen, ctx)
    if (why !== undefined) return [{ code: 'readOnly', text: why }]
  }
  if (!as) return []
  const scope = await scopeSql(screen, as, as.read, purposes[action.name] ?? 'edit')
  if (!(await isThere(screen, as, [key, ...scope]))) return [{ code: 'scope', text: ctx.text('lens.row.scope') }]
  if (!action.when) return await refusals(screen, as, action, model)
  if (await isThere(screen, as, [key, whenSql(screen, as, action.when)])) return await refusals(screen, as, action, model)
  const env = { values: model, selfId: actorOf(as).id, now: ctx.now }
  const parts = failures(action.when, env)
  return (parts.length > 0 ? parts : [action.when]).map((part) => ({ code: 'when', text: whenText(screen, ctx, part, model) }))
}

/** The rules of the server that the page names for the action, asked without writing. */
async function refusals(screen: Screen, as: Context, action: Action, row: Row): Promise<Reasons> {
  if (action.refuse.length === 0) return []
  const own = screen.rowActions[`${screen.page.id}.${action.call}`]
  try {
    await as.read.transaction().execute((trx) => refuseByRule(own, { ctx: as, trx, page: screen.page, action, row, values: {} }))
    return []
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return [{ code: 'rule', text: as.text(`errors.${error.code}`, error.params) }]
  }
}

/** A condition that is not met, with what its fields hold now. */
function whenText(screen: Screen, ctx: Context, part: Condition, model: Row): string {
  const what = conditionWords(part, conditionVocabulary(ctx, screen.page))
  const values = conditionFields(part).flatMap((name) => {
    const field = screen.page.fields[name]
    if (!field || field.fields || field.secret) return []
    const label = ctx.schema.words.text(ctx.lang, screen.page.id, `fields.${name}.label`)
    return [ctx.text('lens.row.value', { label, value: valueText(ctx, screen.page, field, model[name]) })]
  })
  if (values.length === 0) return ctx.text('lens.row.when', { what })
  return ctx.text('lens.row.whenNow', { what, now: values.join(ctx.text('lens.comma')) })
}

function readOnlyText(screen: Screen, ctx: Context): string | undefined {
  try {
    requireWritable(screen, ctx)
    return undefined
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return ctx.text(`errors.${error.code}`, error.params)
  }
}

async function isThere(screen: Screen, ctx: Context, parts: readonly Sql<SqlBool>[]): Promise<boolean> {
  const found = await sql`select 1 from ${sql.table(screen.entity.table)} as t${whereSql(parts)}`.execute(ctx.read)
  return found.rows.length > 0
}

/** The record as conditions read it, in the caller's scope; undefined when it is not visible. */
async function modelOf(screen: Screen, ctx: Context, key: Sql<SqlBool>): Promise<Row | undefined> {
  const where = whereSql([key, ...(await scopeSql(screen, ctx, ctx.read, 'read'))])
  const found = await sql<Row>`select ${screen.record.columns(ctx.lang)} from ${screen.from}${where}`.execute(ctx.read)
  const [raw] = found.rows
  if (!raw) return undefined
  const model = screen.record.model(raw)
  await finishRows(screen, ctx, ctx.read, { rows: [model], shape: screen.record, purpose: 'info' })
  return model
}

/** What the screen itself takes from this row for them: action → why. */
async function deniedOf(screen: Screen, as: Context, model: Row): Promise<Readonly<Record<string, unknown>>> {
  const [wire] = await finishRows(screen, as, as.read, { rows: [{ ...model }], shape: screen.record, purpose: 'list' })
  const denied = wire?._denied
  return isObject(denied) ? denied : {}
}

/** What the action's address requires; built-in ones are listed under names of their own. */
function accessOf(screen: Screen, action: Action, handlers: readonly Handler[]): Handler['access'] {
  const { id, controller } = screen.page
  const call = action.name === 'detail' ? 'info' : action.call
  const method = action.name === 'delete' ? 'DELETE' : action.name === 'detail' ? 'GET' : 'POST'
  const handler = handlers.find((each) => each.controller === controller && each.action === call && each.method === method)
  return handler?.access ?? { type: 'node', node: `${id}/${action.node}` }
}

function titleOf(ctx: Context, screen: Screen, action: Action): string {
  return ctx.schema.words.text(ctx.lang, screen.page.id, `actions.${action.name}.title`)
}
