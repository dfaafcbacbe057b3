import { proxy, ref } from 'valtio/vanilla'
import { callAddress } from '../../schemas/language/area/area.ts'
import { itemActions } from '../../schemas/language/items/items.ts'
import { CallError } from '../callError.ts'
import { sayMerged } from '../crud/actions/meanwhile.ts'
import type { CrudOptions } from '../crud/context.ts'
import { type Crud, createCrud } from '../crud/crud.ts'
import type { Changes } from '../form/clash.ts'
import { createForm, type FormModel } from '../form/form.ts'
import { ownParts } from '../form/items.ts'
import { equal } from '../form/values.ts'
import type { FormParts } from '../page.ts'
import type { Row } from '../rows.ts'
import { asRow } from '../rows.ts'

/** A screen of one record: its form, and what its actions need. */
export interface FormPage {
  /** Rights, choices, and the forms of the page's own actions. */
  crud: Crud
  state: FormPageState
  /** May the person save it? Without the right every field is read-only. */
  editable: boolean
  /** Sections that plugins draw, for who may save the form; other servers know nothing of them. */
  plugins: readonly string[]
  /** Reloads the record; unsaved input is lost unless it is to be kept. */
  load(keepsTyped?: boolean): Promise<boolean>
  /** Sends it; afterwards it holds what the server has now. With a tab, only what is on that tab: what was typed on others stays. */
  submit(tab?: string): Promise<boolean>
  /** Takes a field away that people made, with its value. */
  deleteItem(id: number): Promise<boolean>
}

export interface FormPageState {
  loaded: boolean
  remark: string
  /** The record as it was read: which actions it allows. */
  row: Row
  /** Why the record could not be read; null when it could. */
  error: string | null
  /** The form as it is now; another one once fields were made or taken away. */
  form: ShownForm
}

/** `round` counts the forms that the page has had. */
export interface ShownForm {
  round: number
  parts: FormParts
  model: FormModel
}

export interface FormPageOptions extends CrudOptions {
  /** Refreshes the signed-in user; called after saving one's own record, or a form that stores nothing (a password). */
  renewOwn(): Promise<void>
}

/** Makes the form of a page of kind `form`, with nothing loaded. */
export function createFormPage(options: FormPageOptions): FormPage {
  const { state, crud, ...record } = createRecord(options)
  const { page } = crud
  const { http } = options
  const isOwn = page.source?.store === 'call' || (page.source?.store === 'row' && 'self' in page.source.key)

  crud.hooks.after('submit', ({ action }) => {
    if (isOwn && action !== itemActions.add) void options.renewOwn()
    void record.read(true)
  })
  return {
    crud,
    state,
    editable: record.editable,
    plugins: record.editable && options.dialect.formPlugins ? page.form.plugins : [],
    load: (keepsTyped = false) => record.read(keepsTyped),
    async submit(tab) {
      const { model } = state.form
      const names = tab === undefined ? null : new Set(model.sections.flatMap((part) => (part.tab === tab ? part.fields : [])))
      const typed = names ? unsaved(model, names) : {}
      if (!(await record.submit(names))) return false
      sayMerged({ loaded: state.form.parts.loaded, notices: options.notices }, record.answered())
      // The back office has moved: the screen is at another address now.
      const { address, renew } = asRow(record.answered())
      if (typeof address === 'string' && options.platform.load) {
        options.platform.load(address)
        return true
      }
      if (isOwn || renew === true) void options.renewOwn()
      // Keeps what was typed while the request was in flight.
      await record.read(true)
      if (Object.keys(typed).length > 0) state.form.model.enter(typed)
      return true
    },
    async deleteItem(id) {
      try {
        await http.delete(callAddress(page, 'del'), { ids: [id] }, { showSuccess: true })
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        return false
      }
      return record.read(true)
    },
  }
}

/** The page's one record in its form: read and sent. */
interface ReadRecord {
  crud: Crud
  state: FormPageState
  editable: boolean
  read(keepsTyped: boolean): Promise<boolean>
  /** Sends the fields of these names; null: all of them. */
  submit(names: ReadonlySet<string> | null): Promise<boolean>
  /** What the server answered to the last save. */
  answered(): unknown
}

/** Errors are shown inline; a toast would cover the Save button. */
const inline = { showSuccess: true, showCodeMessage: false, showError: false }

function createRecord(options: FormPageOptions): ReadRecord {
  const { http, loaded } = options
  const crud = createCrud(options)
  const { page } = crud
  const editable = crud.can('edit').visible
  const url = (call: string) => callAddress(page, call)
  let target: Row = {}
  /** The answer a form that is kept nowhere begins with: it is asked for once. */
  let blank: Row | undefined
  /** What is being saved (null: every field), and the answer. */
  const save: { names: ReadonlySet<string> | null; answer?: unknown } = { names: null }
  const post = async (values: Row) => {
    const payload = among(values, save.names)
    save.answer = (await http.post(url(page.actions.edit?.call ?? 'edit'), { ...payload, ...target }, inline)).data
    return save.answer
  }
  let round = 0
  const formOf = (parts: FormParts): ShownForm => ref({ round: ++round, parts, model: modelOf(options, parts, editable, post) })
  const form = formOf({ page, loaded, items: [], groups: [] })
  const state = proxy<FormPageState>({ loaded: false, remark: '', row: {}, error: null, form })

  async function take(keepsTyped: boolean): Promise<void> {
    const words = options.words.loadPart('validate')
    const data = blank ?? asRow((await http.get(url('index'))).data)
    await words
    const { model } = state.form
    const { row, parts, key } = taken(options, data, state.form.parts)
    if (page.source?.store === 'call') blank = data
    if (key !== undefined) target = { id: key }
    const typed = keepsTyped && model.state.dirty ? model.state.values : undefined
    if (!isSameForm(parts, state.form.parts)) state.form = formOf(parts)
    show(state.form.model, row, typed, asRow(data.unread))
    Object.assign(state, { loaded: true, error: null, row: ref(row), remark: String(data.remark ?? '') })
  }

  return {
    crud,
    state,
    editable,
    async read(keepsTyped) {
      const { model } = state.form
      model.state.loading = true
      try {
        await take(keepsTyped)
        return true
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        state.error = error.message
        return false
      } finally {
        model.state.loading = false
      }
    },
    submit(names) {
      save.names = names
      return state.form.model.submit()
    },
    answered: () => save.answer,
  }
}

/** The values of these names; null: all of them. */
function among(values: Row, names: ReadonlySet<string> | null): Row {
  return names === null ? values : Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

/** A form drawn before serves the record too: the fields are the same ones. */
function isSameForm(a: FormParts, b: FormParts): boolean {
  return equal(a.page.fields, b.page.fields) && equal(a.items, b.items) && equal(a.groups, b.groups)
}

/** The form meets the record as it is now. Rejects when its fields are others by now: then it has to be opened again. */
async function meetAgain(options: CrudOptions, before: FormParts, form: FormModel, changes: Changes): Promise<void> {
  const { data } = await options.http.get(callAddress(options.loaded.page, 'index'), {}, inline)
  const { row, parts } = taken(options, asRow(data), before)
  if (!isSameForm(parts, before)) throw new CallError('cancelled', '')
  form.meet(row, { changes, about: [] })
}

/** What was typed in fields other than these and is not saved. */
function unsaved(model: FormModel, saved: ReadonlySet<string>): Row {
  return Object.fromEntries(Object.entries(model.changes()).filter(([name]) => !saved.has(name)))
}

/** The record of an answer, and its form; a key has to be sent back with it. */
function taken({ loaded, dialect }: CrudOptions, data: Row, parts: FormParts): { row: Row; parts: FormParts; key?: unknown } {
  const { items } = loaded.page
  if (loaded.wire?.form) return loaded.wire.form(loaded, data)
  return { ...dialect.record(data), parts: items && !loaded.wire ? ownParts(loaded, data) : parts }
}

/** Shows a record with unsaved input over it; stored values that cannot be read are reported at their fields until they change. */
function show(model: FormModel, row: Row, typed: Row | undefined, unread: Row): void {
  model.fill(row)
  if (typed)
    model.setAll(
      Object.fromEntries(
        model.fields.map(({ name }) => [name, Object.hasOwn(typed, name) ? typed[name] : model.state.values[name]]),
      ),
    )
  for (const [name, text] of Object.entries(unread)) model.state.errors[name] = String(text)
}

/** The form of the page's fields; without the right to save it every field is read-only. */
function modelOf(options: CrudOptions, parts: FormParts, editable: boolean, post: (body: Row) => Promise<unknown>): FormModel {
  const { platform, actor, dialect } = options
  const { page } = parts
  const fields = page.form.sections
    .flatMap((part) => part.fields.map((name) => page.fields[name]))
    .filter((field) => field !== undefined)
  return createForm({
    action: 'edit',
    ids: [],
    mode: page.source?.store === 'call' ? 'add' : 'edit',
    changesOnly: page.source?.store === 'row' && dialect.savesChanges,
    sections: page.form.sections,
    fields: fields.map((field) => (editable ? field : { ...field, readOnly: true })),
    actor,
    id: platform.id,
    send: (payload, key, version) => post({ ...payload, ...dialect.guards(key, version) }),
    reread: (form, changes) => meetAgain(options, parts, form, changes),
  })
}
