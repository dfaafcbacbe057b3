import { ref } from 'valtio/vanilla'
import type { Field } from '../../../schemas/field.ts'
import type { Action } from '../../../schemas/language/action/action.ts'
import { actionOf } from '../../../schemas/language/action/actionOf.ts'
import { addingActions, isBuiltIn, isCopied } from '../../../schemas/language/action/builtInActions.ts'
import type { PerRowAction } from '../../../schemas/language/action/kinds/perRow.ts'
import { decodeRow } from '../../../schemas/language/wire/codec.ts'
import { CallError } from '../../callError.ts'
import type { Changes } from '../../form/clash.ts'
import { createForm, type FormModel, type Values } from '../../form/form.ts'
import type { CallOptions } from '../../http/client.ts'
import type { Key, Row } from '../../rows.ts'
import { asRow, decodeRecord } from '../../rows.ts'
import type { CrudContext } from '../context.ts'
import type { List } from '../list/list.ts'
import type { Options } from '../options.ts'
import type { Attempts } from './attempts.ts'
import { withAncestors } from './checked.ts'
import { announceForm, keepsLines } from './formDone.ts'
import { changedAbout, refusalText, sayMerged } from './meanwhile.ts'
import { isAnnounced } from './next.ts'
import { openReview } from './reviewAll.ts'
import type { Writes } from './writes.ts'

export interface Forms {
  openForm(action: string, ids?: readonly Key[], preset?: Values): Promise<FormModel | null>
  closeForm(): void
  submit(values?: Values): Promise<boolean>
  info(key: Key): Promise<Row | null>
  record(key: Key): Promise<Row>
}

/** Makes the forms of a screen: add, edit, and those of its actions. */
export function createForms(parts: FormParts): Forms {
  return new RecordForms(parts)
}

/** What the forms of a screen are made over. */
interface FormParts {
  context: CrudContext
  list: List
  options: Options
  attempts: Attempts
  /** Does an action without a form: what takes one with a form back. */
  run: Writes['run']
}

class RecordForms implements Forms {
  readonly #parts: FormParts
  readonly #context: CrudContext
  readonly #list: List
  readonly #options: Options
  readonly #key: string
  /** Counts openings and closings: what was read for an earlier one is dropped. */
  #opened = 0
  /** What the server answered to the form that was sent last. */
  #answer: unknown

  constructor(parts: FormParts) {
    this.#parts = parts
    this.#context = parts.context
    this.#list = parts.list
    this.#options = parts.options
    this.#key = parts.context.page.entity.key ?? 'id'
  }

  openForm = async (name: string, ids: readonly Key[] = [], preset?: Values): Promise<FormModel | null> => {
    const { state, hooks } = this.#context
    if (!(await hooks.may('openForm', { action: name, ids }))) return null
    const number = ++this.#opened
    const form = this.#make(name, name === 'edit' ? ids.slice(0, 1) : ids)
    state.queue = name === 'edit' ? ids.slice(1) : []
    state.form = ref(form)
    if (
      (ids.length > 0 || this.#isRowless(name) || this.#isPrepared(name)) &&
      name !== 'addChild' &&
      !(await this.#fill(form, () => number === this.#opened))
    )
      return null
    for (const [field, value] of Object.entries(preset ?? {})) form.set(field, value)
    await hooks.did('openForm', { action: name, ids })
    return number === this.#opened ? form : null
  }

  closeForm = () => {
    this.#opened++
    Object.assign(this.#context.state, { form: null, queue: [] })
  }

  submit = async (values?: Values): Promise<boolean> => {
    const { state, hooks } = this.#context
    const { form } = state
    if (!form) return false
    if (values) form.setAll(values)
    if (!(await hooks.may('submit', { action: form.action, form }))) return false
    this.#answer = null
    if (!(await form.submit())) return false
    if (keepsLines(this.#context, form, this.#answer)) {
      void this.#list.load()
      return false
    }
    await hooks.did('submit', { action: form.action, form, data: this.#answer })
    const rest = state.queue
    if (state.form === form) this.closeForm()
    void this.#list.load()
    if (form.action === 'edit' && rest.length > 0) await this.openForm('edit', rest)
    return true
  }

  info = async (key: Key): Promise<Row | null> => {
    try {
      return await this.#readRecord(key)
    } catch (error) {
      if (error instanceof CallError) return null
      throw error
    }
  }

  record = (key: Key): Promise<Row> => this.#readRecord(key, { showError: false, showCodeMessage: false })

  /** The row's details and a form may read it at the same time: neither cancels the other. */
  #readRecord = async (key: Key, options: CallOptions = {}): Promise<Row> => {
    const { http, url, page, dialect } = this.#context
    const listed = dialect.rowIsRecord ? this.#list.rowOf(key) : undefined // no endpoint: the row is the whole record
    if (listed) return listed
    const { data } = await http.get(url(dialect.recordCall), { [this.#key]: key }, { cancelDuplicate: false, ...options })
    return { [this.#key]: key, ...decodeRecord(page, asRow(asRow(data).row)) }
  }

  /** The page's own action of this name, which has fields of its own; undefined for the built-in ones. */
  #actionOf(name: string): Action | undefined {
    const action = this.#context.page.actions[name]
    return action && !isBuiltIn(action) ? action : undefined
  }

  /** The same where its form has a line for each chosen row: lines carry the keys of their rows. */
  #linesOf(name: string): PerRowAction | undefined {
    return actionOf(this.#context.page, name, 'perRow')
  }

  /** An action of the list as a whole may have first values too, though no record. */
  #isRowless(name: string): boolean {
    const { page, dialect } = this.#context
    return this.#actionOf(name) !== undefined && dialect.firstValues && page.table.toolbar.includes(name)
  }

  /** Is it an action's form about several rows as one? It begins with nothing of any row. */
  #isOverSeveral(name: string, ids: readonly Key[]): boolean {
    return ids.length > 1 && this.#actionOf(name) !== undefined && !this.#linesOf(name)
  }

  /** Does a new record begin with values that only the server knows? */
  #isPrepared(name: string): boolean {
    const { page, dialect } = this.#context
    return name === 'add' && page.form.prepared && dialect.firstValues
  }

  /** A key typed by a person is set on creation and never changed. A field with a node may be changed only by holders of that node. */
  #asWritten(field: Field | undefined): Field | undefined {
    if (field?.node !== undefined && !this.#context.can(field.node)) return { ...field, readOnly: true }
    return field && field.name === this.#key ? { ...field, writeOnce: true } : field
  }

  #make(name: string, ids: readonly Key[]): FormModel {
    const { page, platform, actor, dialect } = this.#context
    const action = this.#actionOf(name)
    const sections = action ? [{ name: '', fields: Object.keys(action.fields) }] : page.form.sections
    const known = action ? action.fields : page.fields
    return createForm({
      action: name,
      ids,
      mode: name === 'edit' ? 'edit' : 'add',
      ofAction: action !== undefined,
      changesOnly: name === 'edit' && dialect.savesChanges,
      several: this.#isOverSeveral(name, ids),
      all: this.#context.state.all && this.#isOverSeveral(name, ids),
      sections,
      fields: sections
        .flatMap((section) => section.fields.map((field) => this.#asWritten(known[field])))
        .filter((field) => field !== undefined)
        // Secrets are in no row, and the fields of an action are not the table's.
        .filter((field) => action !== undefined || field.secret || this.#list.supports(field.name)),
      filled: Object.values(page.form.lookup).flatMap(({ copies }) => Object.values(copies)),
      actor,
      id: platform.id,
      send: (payload, key, version) => this.#send({ name, ids }, payload, key, version),
      reread: (form, changes) => this.#reread(form, changes),
    })
  }

  async #send({ name, ids }: { name: string; ids: readonly Key[] }, payload: Row, key: string, version: string | undefined) {
    const { http, url, page, dialect, state } = this.#context
    const adds = addingActions.includes(name)
    const call = page.actions[name]?.call ?? (adds ? 'add' : name)
    const target = ids.length === 0 || adds || this.#linesOf(name) ? {} : ids.length === 1 ? { [this.#key]: ids[0] } : { ids }
    const rows = ids.flatMap((id): Row[] => [this.#list.rowOf(id) ?? []].flat())
    const posted = this.#actionOf(name) ? payload : this.#known(payload)
    // Errors are shown inline.
    const quiet = { showCodeMessage: false, showError: false }
    try {
      if (state.form?.all) return await openReview(this.#context, { action: name, entered: posted }, quiet)
      const { data } = await http.post(url(call), { ...target, ...posted, ...dialect.guards(key, version) }, quiet)
      this.#answer = data
      sayMerged(this.#context, data)
      if (!this.#linesOf(name)?.allowPartial && isAnnounced(this.#context.loaded, { action: name, ids, data }, rows[0]))
        announceForm(this.#parts, { action: name, rows, entered: posted }, ids)
      return data
    } catch (error) {
      // The form shows the message.
      if (error instanceof CallError) error.message = refusalText(this.#context, this.#list, error)
      throw error
    }
  }

  /** The form of a record that somebody changed meets what is there now. */
  async #reread(form: FormModel, changes: Changes): Promise<void> {
    const { page } = this.#context
    const action = this.#actionOf(form.action)
    const data = await this.#read(form, { showError: false, showCodeMessage: false })
    const row = await this.#whole(form, asRow(data.row))
    const before = form.state.record ?? {}
    const now = decodeRecord(page, row)
    form.state.record = ref(now)
    const about = action ? changedAbout(changes, before, now) : []
    form.meet({ ...(action ? asRow(data.values) : row), _version: row._version }, { changes, about })
  }

  /** What the form begins with, as the server has it now. */
  async #read(form: FormModel, options?: CallOptions): Promise<Row> {
    const { http, url, dialect } = this.#context
    const action = this.#actionOf(form.action)
    const own = dialect.firstValues
    const copies = form.action === 'copy'
    const path = url(action && own ? action.call : this.#adds(form) && own ? 'add' : 'edit')
    const several = this.#isOverSeveral(form.action, form.ids)
    const key = form.ids[0]
    const named = { [copies && own ? 'copy' : this.#key]: key }
    const asked = key === undefined ? {} : this.#linesOf(form.action) || several ? { ids: form.ids.join(',') } : named
    return asRow((await http.get(path, asked, options)).data)
  }

  #adds({ action }: FormModel): boolean {
    return action === 'copy' || action === 'add'
  }

  /** The payload for a server that accepts only known keys: the fields of its records, and secrets, which no record shows. */
  #known(payload: Row): Row {
    const { dialect, page, state } = this.#context
    if (!dialect.onlyShownFields) return payload
    const record = state.form?.state.record
    const isKnown = (name: string) =>
      page.fields[name]?.secret === true || (record ? Object.hasOwn(record, name) : this.#list.supports(name))
    return Object.fromEntries(Object.entries(payload).filter(([name]) => isKnown(name)))
  }

  /** BuildAdmin sends only the leaves of a ticked tree (or '*') and stores what is posted, so the ancestors are added here. */
  async #whole(form: FormModel, row: Row): Promise<Row> {
    if (this.#context.dialect.storesAncestors) return row
    const whole = { ...row }
    for (const { name } of form.fields.filter((field) => field.check && Array.isArray(row[field.name]))) {
      const { list } = await this.#options.options(name, { action: form.action })
      whole[name] = withAncestors(list, row[name] as unknown[])
    }
    return whole
  }

  /** Enters what a row holds, so that it counts as not saved yet. */
  #copy(form: FormModel, row: Row): void {
    const { page, fields } = this.#context
    const copied = form.fields.filter((field) => isCopied(page.entity, field)).map(({ name }) => name)
    form.setAll(decodeRow(Object.fromEntries(copied.flatMap((name) => (fields[name] ? [[name, fields[name]]] : []))), row).values)
  }

  /** Reads what the form shows at first. False when it could not be read (the form is closed then) or is not wanted any more. */
  async #fill(form: FormModel, wanted: () => boolean): Promise<boolean> {
    const { dialect, page } = this.#context
    const action = this.#actionOf(form.action)
    // Only a record could be asked for, and that of one row says nothing of the others.
    if (this.#isOverSeveral(form.action, form.ids) && !dialect.firstValues) return wanted()
    form.state.loading = true
    try {
      const data = await this.#read(form)
      const row = await this.#whole(form, asRow(data.row))
      if (wanted() && form.action === 'copy') this.#copy(form, row)
      else if (wanted() && this.#adds(form)) form.fill(row)
      else if (wanted()) {
        form.state.record = ref(decodeRecord(page, row))
        // An action's own first values come beside the record; of BuildAdmin there is only the record.
        form.fill({ ...(action && data.values ? asRow(data.values) : row), _version: row._version })
      }
      return wanted()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (wanted()) this.closeForm()
      return false
    } finally {
      form.state.loading = false
    }
  }
}
