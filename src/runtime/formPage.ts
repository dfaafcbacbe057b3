import { proxy } from 'valtio/vanilla'
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
  const { http, platform, actor, dialect } = options
  const edit = page.actions.edit
  const editable = crud.can('edit').visible
  const url = (call: string) => `/admin/${page.controller}/${call}`
  const names = page.form.sections.flatMap((part) => part.fields)
  const fields = names
    .flatMap((name) => page.fields[name] ?? [])
    .map((field) => (editable ? field : { ...field, readOnly: true }))
  const state = proxy<FormPageState>({ loaded: false, remark: '', error: null })
  const isStored = page.source?.store !== 'call'
  const model = createForm({
    action: 'edit',
    ids: [],
    mode: isStored ? 'edit' : 'add',
    sections: page.form.sections,
    fields,
    actor,
    id: platform.id,
    async send(payload: Row, key: string, version: string | undefined) {
      const guards = dialects[dialect].guards
        ? { idempotency_key: key, ...(version === undefined ? {} : { _version: version }) }
        : {}
      // What goes wrong stands in the form; said over it as well it would cover the button to save again.
      const said = { showSuccess: true, showCodeMessage: false, showError: false }
      return (await http.post(url(edit?.call ?? 'edit'), { ...payload, ...guards }, said)).data
    },
  })

  async function load(): Promise<boolean> {
    model.state.loading = true
    try {
      const data = asRow((await http.get(url('index'))).data)
      model.fill(asRow(data.row))
      Object.assign(state, { loaded: true, error: null, remark: typeof data.remark === 'string' ? data.remark : '' })
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
    load,
    async submit() {
      if (!(await model.submit())) return false
      await load()
      return true
    },
  }
}
