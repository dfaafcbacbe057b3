import { proxy } from 'valtio/vanilla'
import { callAddress } from '../schemas/language/area.ts'
import { asRow } from './crud/rows.ts'
import { type Crud, type CrudOptions, createCrud, type Row } from './crud.ts'
import { dialects } from './dialect.ts'
import { createForm, type FormModel } from './form.ts'
import { CallError } from './http/callError.ts'

/** A screen of one record: its form, and what its actions need. */
export interface FormPage {
  /** Rights, choices, and the forms of the page's own actions. */
  crud: Crud
  model: FormModel
  state: FormPageState
  /** May the person save it? Without the right every field is read-only. */
  editable: boolean
  /** Reads the record anew; what was typed is lost. */
  load(): Promise<boolean>
  /** Sends it; afterwards it holds what the server has now. */
  submit(): Promise<boolean>
}

export interface FormPageState {
  loaded: boolean
  remark: string
  /** Why the record could not be read; null when it could. */
  error: string | null
}

/** Makes the form of a page of kind `form`, with nothing loaded. */
export function createFormPage(options: CrudOptions): FormPage {
  const crud = createCrud(options)
  const { page } = crud
  const { http, dialect } = options
  const editable = crud.can('edit').visible
  const url = (call: string) => callAddress(page, call)
  const state = proxy<FormPageState>({ loaded: false, remark: '', error: null })
  const own = dialects[dialect].ownEndpoints
  let target: Row = {}
  /** What a form that is kept nowhere begins with: it is asked for once. */
  let blank: Row | undefined
  const model = modelOf(options, editable, async (payload) => {
    // What goes wrong stands in the form; said over it as well it would cover the button to save again.
    const said = { showSuccess: true, showCodeMessage: false, showError: false }
    return (await http.post(url(page.actions.edit?.call ?? 'edit'), { ...payload, ...target }, said)).data
  })

  async function read(keepsTyped: boolean): Promise<boolean> {
    model.state.loading = true
    try {
      const data = blank ? { row: blank } : asRow((await http.get(url('index'))).data)
      if (own && page.source?.store === 'call') blank = asRow(data.row)
      // BuildAdmin has a name of its own for the record, and wants to be told its key when it is saved.
      const row = asRow(own ? data.row : data.info)
      if (!own) target = { id: row.id }
      const typed = keepsTyped && model.state.dirty ? model.state.values : undefined
      model.fill(row)
      if (typed) model.setAll(typed)
      Object.assign(state, {
        loaded: true,
        error: null,
        remark: 'remark' in data && typeof data.remark === 'string' ? data.remark : '',
      })
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      state.error = error.message
      return false
    } finally {
      model.state.loading = false
    }
  }

  return {
    crud,
    model,
    state,
    editable,
    load: () => read(false),
    async submit() {
      if (!(await model.submit())) return false
      // What was entered while the record was on its way there and back is kept.
      await read(true)
      return true
    },
  }
}

/** The form of the page's fields; without the right to save it every field is read-only. */
function modelOf(options: CrudOptions, editable: boolean, post: (body: Row) => Promise<unknown>): FormModel {
  const { loaded, platform, actor, dialect } = options
  const { page } = loaded
  const fields = page.form.sections
    .flatMap((part) => part.fields.map((name) => page.fields[name]))
    .filter((field) => field !== undefined)
  return createForm({
    action: 'edit',
    ids: [],
    mode: page.source?.store === 'call' ? 'add' : 'edit',
    sections: page.form.sections,
    fields: fields.map((field) => (editable ? field : { ...field, readOnly: true })),
    actor,
    id: platform.id,
    send: (payload, key, version) =>
      post(
        dialects[dialect].guards
          ? { ...payload, idempotency_key: key, ...(version === undefined ? {} : { _version: version }) }
          : payload,
      ),
  })
}
