import { ref } from 'valtio/vanilla'
import { actionOf } from '../../../schemas/language/action/actionOf.ts'
import type { AnswerAction } from '../../../schemas/language/action/kinds/answer.ts'
import { decodeRow, encodeRow } from '../../../schemas/language/wire/codec.ts'
import { CallError } from '../../callError.ts'
import { createForm, type FormModel, type Values } from '../../form/form.ts'
import type { Key, Row } from '../../rows.ts'
import { asRow, decodeRecord } from '../../rows.ts'
import type { CrudContext } from '../context.ts'
import type { List } from '../list/list.ts'
import { createAttempts } from './attempts.ts'

export interface Answers {
  /** True when its form is open or, without one, its answer is there. */
  ask(action: string, ids: readonly Key[], over?: FormModel): Promise<boolean>
  /**
   * What an action answers about the form whose values go along, as the wire writes it, without showing it; null when it was refused.
   * `quiet`: a refusal is not told, the form is still being filled in.
   */
  figures(action: string, over: FormModel, quiet?: boolean): Promise<Row | null>
  closeAnswer(): void
}

/** Member of the body for what is entered in the form around the action. */
const enteredKey = 'entered'

/** A question about rows or, with `over`, about a form that is being filled in. */
interface Question {
  action: AnswerAction
  ids: readonly Key[]
  over: FormModel | undefined
}

/** Makes what a screen can ask without writing anything. */
export function createAnswers(context: CrudContext, list: List): Answers {
  const { page, state, hooks } = context
  const attempts = createAttempts(context, list)
  const latest = createLatest()

  return {
    async ask(name, ids, over) {
      const action = actionOf(page, name, 'answer')
      if (!action || !(await hooks.may('run', { action: name, ids }))) return false
      const question = { action, ids, over }
      const isLatest = latest.next()
      if (Object.keys(action.fields).length > 0) return openForm(context, question, isLatest)
      return attempts.run(`${name}:${ids.join(',')}`, async () => {
        const values = await send(context, question)
        if (isLatest()) state.answer = ref({ action: name, ids, form: null, values })
      })
    },
    async figures(name, over, quiet = false) {
      const action = actionOf(page, name, 'answer')
      if (!action) return null
      if (quiet) return countQuietly(context, { action, ids: over.ids, over })
      let row: Row | null = null
      await attempts.run(`${name}:${over.ids.join(',')}`, async () => {
        row = encodeRow(action.answer, await send(context, { action, ids: over.ids, over }))
      })
      return row
    },
    closeAnswer() {
      latest.next()
      state.answer = null
    },
  }
}

/** Numbers questions: an answer to any but the latest is dropped. */
function createLatest() {
  let latest = 0
  return {
    next(): () => boolean {
      const number = ++latest
      return () => number === latest
    },
  }
}

/** Opens the form of an action with what the server fills in. False when that could not be read (the form is closed then). */
async function openForm(context: CrudContext, question: Question, isLatest: () => boolean): Promise<boolean> {
  const { page, state, http, url } = context
  const form = formOf(context, question, isLatest)
  const { action, ids } = question
  state.answer = ref({ action: action.name, ids, form, values: null })
  form.state.loading = true
  try {
    const data = asRow((await http.get(url(action.call), targetOf(context, ids))).data)
    form.state.record = ref(decodeRecord(page, asRow(data.row)))
    form.fill(asRow(data.values))
    return isLatest()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (isLatest()) state.answer = null
    return false
  } finally {
    form.state.loading = false
  }
}

/** The form of an action; sending it shows the answer beside it. */
function formOf(context: CrudContext, question: Question, isLatest: () => boolean): FormModel {
  const { action, ids } = question
  const form = createForm({
    action: action.name,
    ids,
    mode: 'add',
    ofAction: true,
    fields: Object.values(action.fields),
    actor: context.actor,
    id: context.platform.id,
    async send(payload) {
      const values = await send(context, question, payload)
      if (isLatest()) context.state.answer = ref({ action: action.name, ids, form, values })
    },
  })
  return form
}

async function countQuietly(context: CrudContext, { action, ids, over }: Question): Promise<Row | null> {
  const { http, url } = context
  try {
    const body = { ...targetOf(context, ids), [enteredKey]: over?.payload() }
    return asRow((await http.post(url(action.call), body, { showCodeMessage: false, showError: false })).data)
  } catch (error) {
    if (error instanceof CallError) return null
    throw error
  }
}

async function send(context: CrudContext, { action, ids, over }: Question, fields: Row = {}): Promise<Values> {
  const { http, url } = context
  const entered = over ? { [enteredKey]: over.payload() } : {}
  // Errors are shown in the form, if there is one.
  const quiet = Object.keys(action.fields).length > 0 ? { showCodeMessage: false, showError: false } : {}
  try {
    const { data } = await http.post(url(action.call), { ...targetOf(context, ids), ...fields, ...entered }, quiet)
    return decodeRow(action.answer, asRow(data)).values
  } catch (error) {
    if (over && error instanceof CallError) showOver(over, error)
    throw error
  }
}

/** The rows that a question is about, as the server reads them. */
function targetOf({ page }: CrudContext, ids: readonly Key[]): Row {
  if (ids[0] === undefined) return {}
  return ids.length > 1 ? { ids } : { [page.entity.key ?? 'id']: ids[0] }
}

/** Shows errors in the form around the action, in the fields that they are about. */
function showOver(over: FormModel, error: CallError): void {
  const start = `${enteredKey}.`
  for (const [name, text] of Object.entries(error.fieldErrors))
    if (name.startsWith(start)) over.state.errors[name.slice(start.length)] = text
}
