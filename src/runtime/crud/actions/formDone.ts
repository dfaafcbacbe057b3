import { actionOf } from '../../../schemas/language/action/actionOf.ts'
import type { FormModel } from '../../form/form.ts'
import type { Key, Row } from '../../rows.ts'
import { asRow } from '../../rows.ts'
import type { CrudContext } from '../context.ts'
import type { List } from '../list/list.ts'
import type { Attempts } from './attempts.ts'
import { linesLeft } from './lines.ts'
import { totalOf } from './named.ts'
import { announce, type Doing, namedBy } from './said.ts'
import { undoOfEdit, undoOfRun } from './undo.ts'
import type { Writes } from './writes.ts'

/** What saying that a form was sent needs. */
interface Parts {
  context: CrudContext
  list: List
  attempts: Attempts
  /** Does an action without a form: what takes one with a form back. */
  run: Writes['run']
}

/** Says what the open form did, and offers the way back. */
export function announceForm({ context, list, attempts, run }: Parts, doing: Required<Doing>, ids: readonly Key[]): void {
  const { page, state } = context
  const record = state.form?.state.record ?? null
  const rows = doing.rows.length === 0 && record && ids.length === 1 ? [record] : doing.rows
  const [key] = ids
  const [row = record ?? {}] = rows
  if (doing.action === 'edit' && key !== undefined) {
    const edited = { key, posted: doing.entered, before: record ?? {}, row }
    const named = { ...row, ...namedBy(page, doing.entered) }
    announce(context, { ...doing, rows: [named] }, undoOfEdit(context, edited, attempts, list))
    return
  }
  const entered = { ...doing.entered, ...totalIn(context, doing.action) }
  announce(context, { ...doing, rows, entered }, undoOfRun(context, { action: doing.action, ids }, run))
}

/** {total} of the words of an action that has one. */
function totalIn({ page, state }: CrudContext, name: string): Row {
  const amounts = actionOf(page, name, 'run')?.total ?? []
  return state.form && amounts.length > 0 ? { total: totalOf(state.form, amounts) } : {}
}

/** Reports how many lines succeeded; failed ones stay in the form with their reasons. Returns true when some failed. */
export function keepsLines({ page, notices, loaded }: CrudContext, form: FormModel, answer: unknown): boolean {
  const action = actionOf(page, form.action, 'perRow')
  if (!action?.allowPartial) return false
  const { perRow } = action
  const { done, failed, errors } = asRow(answer)
  if (typeof failed !== 'number') {
    notices.push('success', loaded.find(`actions.${form.action}.done`) ?? loaded.t('ui.perRow.done', { n: Number(done) }))
    return false
  }
  const left = linesLeft(asRow(form.payload())[perRow], perRow, asRow(errors))
  form.fill({ ...form.payload(), [perRow]: left.lines })
  Object.assign(form.state, { errors: left.errors })
  notices.push('warning', loaded.t('ui.perRow.partial', { done: Number(done), n: failed }))
  return true
}
