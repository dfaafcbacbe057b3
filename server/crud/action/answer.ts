import { isObject } from '../../../src/schemas/isObject.ts'
import { actionsOf } from '../../../src/schemas/language/action/actionOf.ts'
import { isRowless } from '../../../src/schemas/language/action/builtInActions.ts'
import type { AnswerAction } from '../../../src/schemas/language/action/kinds/answer.ts'
import type { RunAction } from '../../../src/schemas/language/action/kinds/run.ts'
import { holds } from '../../../src/schemas/language/condition/predicate.ts'
import { conditionWords } from '../../../src/schemas/language/condition/wording.ts'
import { isBlank } from '../../../src/schemas/language/form/valueRules.ts'
import { encodeRow } from '../../../src/schemas/language/wire/codec.ts'
import { actorOf, type Context } from '../../core/context.ts'
import { Refused } from '../../core/refuse.ts'
import type { Row } from '../domain.ts'
import { readKeyValues } from '../keyValue/keyValues.ts'
import { readRecord, readRecords } from '../read/read.ts'
import { namesRow, requestKey, requestKeys } from '../rows/key.ts'
import type { Screen } from '../screen/screen.ts'
import { validateChoices } from '../validate/chosen.ts'
import { refuseInvalid } from '../validate/refusal.ts'
import { validateFields } from '../validate/validate.ts'
import { conditionVocabulary } from '../words.ts'
import { readBody } from '../write/body.ts'
import { type ActionServer, formAddress } from './addresses.ts'
import { type ActionCall, readValues, rowActionOf } from './call.ts'
import { actionFormHandler } from './firstValues.ts'

export const answer: ActionServer<AnswerAction> = {
  isServed: (_action, own) => own.answer !== undefined,
  // What only answers is posted all the same: what is entered may be long.
  addresses: (screen, action, { at }) => [
    at('POST', action.call, action.node, (ctx) => answerAction({ screen, action, ctx })),
    ...formAddress(screen, action, at, actionFormHandler),
  ],
}

/** Member of the body with the values of the surrounding form; errors in it are reported as `entered.<field>`. */
const enteredKey = 'entered'

/**
 * POST <call> {id?, entered?, …fields} of an action that only answers: wire values of its answer. Everything is read in sessions that
 * cannot write. Refuses faults of the fields and of what is entered, and a row that is not there or does not fulfil `when`. One that sends
 * something is noted in the administrators' log afterwards, for no transaction waits for who receives it.
 */
export async function answerAction(call: ActionCall<AnswerAction>): Promise<Row> {
  const { screen, action, ctx } = call
  const own = rowActionOf(call)
  const { page } = screen
  const previewed = actionsOf(page, 'run').find(({ preview }) => preview === action.name)
  if (previewed) return answerPreview(call, previewed)
  const overForm = page.form.actions.includes(action.name)
  const row = await askedRow(call, overForm)
  const { values, found } = readValues(call, [row], overForm ? [enteredKey] : [])
  const chosen = { fields: Object.values(action.fields), among: action.fields, record: values }
  Object.assign(found, await validateChoices({ screen, ctx, db: ctx.read }, chosen, found))
  refuseInvalid(ctx, { page, prefix: `actions.${action.name}.fields` }, found)
  const entered = overForm ? enteredValues(screen, ctx, row) : {}
  try {
    const told = await own.answer?.({ ctx, db: ctx.read, page, action, row, values, entered, rows: [] })
    return encodeRow(action.answer, told ?? {})
  } finally {
    if (own.sends) await ctx.write(async () => {})
  }
}

/** The same over the form of another action that is not done yet: its values, and the rows it would be done to. */
async function answerPreview(call: ActionCall<AnswerAction>, previewed: RunAction): Promise<Row> {
  const { screen, action, ctx } = call
  const { page } = screen
  const posted = ctx.body[enteredKey]
  const body = isObject(posted) ? posted : {}
  const keys = isRowless(page, previewed.name)
    ? []
    : ctx.body.ids === undefined
      ? [requestKey(screen, ctx.body)]
      : requestKeys(screen, ctx.body.ids)
  const records = keys.length === 0 ? [] : await readRecords(screen, ctx, keys, { purpose: 'info', scope: 'edit' })
  const rows = records.map(({ model }) => model)
  const { values, found } = readValues({ screen, action: previewed, ctx: { ...ctx, body } }, rows.length === 0 ? [{}] : rows)
  const chosen = { fields: Object.values(previewed.fields), among: previewed.fields, record: values }
  Object.assign(found, await validateChoices({ screen, ctx, db: ctx.read }, chosen, found))
  refuseInvalid(ctx, { page, prefix: `actions.${previewed.name}.fields`, inside: `${enteredKey}.` }, found)
  const own = rowActionOf(call)
  const told = await own.answer?.({ ctx, db: ctx.read, page, action, row: rows[0] ?? {}, values, entered: {}, rows })
  return encodeRow(action.answer, told ?? {})
}

/** The row it is about, in scope and as `when` wants it; {} where it is about none. */
async function askedRow({ screen, action, ctx }: ActionCall, overForm: boolean): Promise<Row> {
  const { page, schema } = screen
  if (page.source?.store === 'keyValue') return (await readKeyValues(ctx.read, schema, page)).values
  if (isRowless(page, action.name) || (overForm && !namesRow(screen, ctx.body))) return {}
  const { model } = await readRecord(screen, ctx, requestKey(screen, ctx.body), { purpose: 'info' })
  if (action.when && !holds(action.when, { values: model, selfId: actorOf(ctx).id, now: ctx.now }))
    throw new Refused(
      'crud.onlyWhen',
      { what: conditionWords(action.when, conditionVocabulary(ctx, page)) },
      { type: 'conflict' },
    )
  return model
}

/** What is filled in, read as it would be for a save; a form need not be complete to be asked about. */
function enteredValues(screen: Screen, ctx: Context, row: Row): Row {
  const posted = ctx.body[enteredKey]
  const body = isObject(posted) ? posted : {}
  const filled = Object.fromEntries(Object.entries(body).filter(([, value]) => !isBlank(value)))
  const { values: read, found } = readBody(screen, ctx, filled, Object.keys(row).length === 0 ? null : row)
  const values = Object.fromEntries(Object.entries(read).filter(([name]) => Object.hasOwn(filled, name)))
  const fields = Object.values(screen.page.fields).filter(({ name }) => !isBlank(values[name]) && !found[name])
  const record = { ...row, ...values }
  const judged = validateFields({ fields, record, before: row, selfId: actorOf(ctx).id, now: ctx.now })
  refuseInvalid(ctx, { page: screen.page, prefix: 'fields', inside: `${enteredKey}.` }, { ...judged, ...found })
  return values
}
