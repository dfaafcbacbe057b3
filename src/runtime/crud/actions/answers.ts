import { ref } from 'valtio/vanilla'
import type { Action } from '../../../schemas/language/page.ts'
import { decodeRow, encodeRow } from '../../../schemas/language/wire/codec.ts'
import { CallError } from '../../callError.ts'
import { createForm, type FormModel, type Values } from '../../form/form.ts'
import type { Key, Row } from '../../rows.ts'
import { asRow, decodeRecord } from '../../rows.ts'
import type { CrudContext } from '../context.ts'
import { createAttempts } from './attempts.ts'

export interface Answers {
  /** True when its form is open or, without one, its answer is there. */
  ask(action: string, ids: readonly Key[], over?: FormModel): Promise<boolean>
  /** What an action answers about the form whose values go along, as the wire writes it, without showing it; null when it was refused. */
  figures(action: string, over: FormModel): Promise<Row | null>
  closeAnswer(): void
}

/** Member of the body for what is entered in the form around the action. */
const enteredKey = 'entered'

/** Makes what a screen can ask without writing anything. */
export function createAnswers(context: CrudContext): Answers {
  const { page, state, http, url, hooks, platform, actor } = context
  const attempts = createAttempts(context)
  const keyName = page.entity.key ?? 'id'
  /** Counts questions: what arrives for one that was closed is dropped. */
  let asked = 0

  const target = (ids: readonly Key[]): Row => (ids[0] === undefined ? {} : ids.length > 1 ? { ids } : { [keyName]: ids[0] })

  async function send(action: Action, ids: readonly Key[], fields: Row, over: FormModel | undefined): Promise<Values> {
    const entered = over ? { [enteredKey]: over.payload() } : {}
    // What goes wrong stands in the form, if there is one.
    const said = action.fields && Object.keys(action.fields).length > 0 ? { showCodeMessage: false, showError: false } : {}
    try {
      const { data } = await http.post(url(action.call), { ...target(ids), ...fields, ...entered }, said)
      return decodeRow(action.answer ?? {}, asRow(data)).values
    } catch (error) {
      if (over && error instanceof CallError) tellOver(over, error)
      throw error
    }
  }

  async function openForm(action: Action, ids: readonly Key[], over: FormModel | undefined): Promise<boolean> {
    const number = ++asked
    const form = createForm({
      action: action.name,
      ids,
      mode: 'add',
      ofAction: true,
      fields: Object.values(action.fields),
      actor,
      id: platform.id,
      async send(payload) {
        const values = await send(action, ids, payload, over)
        if (number === asked) state.answer = ref({ action: action.name, ids, form, values })
      },
    })
    state.answer = ref({ action: action.name, ids, form, values: null })
    form.state.loading = true
    try {
      const data = asRow((await http.get(url(action.call), target(ids))).data)
      form.state.record = ref(decodeRecord(page, asRow(data.row)))
      form.fill(asRow(data.values))
      return number === asked
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (number === asked) state.answer = null
      return false
    } finally {
      form.state.loading = false
    }
  }

  return {
    async ask(name, ids, over) {
      const action = page.actions[name]
      if (!action || !(await hooks.may('run', { action: name, ids }))) return false
      if (Object.keys(action.fields).length > 0) return openForm(action, ids, over)
      const number = ++asked
      return attempts.run(`${name}:${ids.join(',')}`, async () => {
        const values = await send(action, ids, {}, over)
        if (number === asked) state.answer = ref({ action: name, ids, form: null, values })
      })
    },
    async figures(name, over) {
      const action = page.actions[name]
      if (!action) return null
      let row: Row | null = null
      await attempts.run(`${name}:${over.ids.join(',')}`, async () => {
        row = encodeRow(action.answer ?? {}, await send(action, over.ids, {}, over))
      })
      return row
    },
    closeAnswer() {
      asked++
      state.answer = null
    },
  }
}

/** Faults in what is entered stand in the form in which it is entered. */
function tellOver(over: FormModel, error: CallError): void {
  const start = `${enteredKey}.`
  for (const [name, text] of Object.entries(error.fieldErrors))
    if (name.startsWith(start)) over.state.errors[name.slice(start.length)] = text
}
