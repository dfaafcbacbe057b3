import { proxy, ref } from 'valtio/vanilla'
import type { Field } from '../../../schemas/field.ts'
import { kindOf } from '../../../schemas/kinds/index.ts'
import { fieldState } from '../../../schemas/language/form/fieldState.ts'
import { encodeValue } from '../../../schemas/language/wire/codec.ts'
import { CallError } from '../../callError.ts'
import { isUndecided } from '../../form/clash.ts'
import { createForm, type FormModel } from '../../form/form.ts'
import { equal, isBlank } from '../../form/values.ts'
import { asRow, decodeRecord, type Key, type Row, replaceRow } from '../../rows.ts'
import type { CellEdit, CellEditState } from '../cellEdit.ts'
import type { CrudContext } from '../context.ts'
import type { List } from '../list/list.ts'
import type { Attempts } from './attempts.ts'
import { sayMerged } from './meanwhile.ts'
import { namesText } from './said.ts'
import { undoOfEdit } from './undo.ts'

/** Values that are edited in the cells of the list: shown as typed at once, and as stored when the server refuses. */
export interface Cells {
  /** Opens a cell. False where its record or field cannot be edited, which is said. */
  editCell(key: Key, field: string): Promise<boolean>
  /** Saves what was typed, after what was typed before it into the same record; true when it is stored. */
  saveCell(cell: CellEdit): Promise<boolean>
  /** Leaves the cell as it is stored. */
  closeCell(cell: CellEdit): void
}

/** Makes the cells of a screen's list. */
export function createCells(context: CrudContext, list: List, attempts: Attempts): Cells {
  return new ListCells(context, list, attempts)
}

const quiet = { showError: false, showCodeMessage: false, cancelDuplicate: false }

/** The record of a cell as the server has it: decoded, and as it came, with its version. */
interface ReadRecord {
  record: Row
  wire: Row
}

class ListCells implements Cells {
  readonly #context: CrudContext
  readonly #list: List
  readonly #attempts: Attempts
  readonly #key: string
  /** By record: the last of its reads and saves, which follow one another, so that nobody collides with their own changes. */
  readonly #last = new Map<Key, Promise<unknown>>()
  /** What was read when a cell was opened. */
  readonly #read = new WeakMap<CellEdit, Promise<ReadRecord>>()
  /** Saves under way. */
  readonly #saving = new WeakMap<CellEdit, Promise<boolean>>()
  /** Cells whose form has met what was read. */
  readonly #met = new WeakSet<CellEdit>()
  /** Something was saved since the list was read. */
  #isStale = false

  constructor(context: CrudContext, list: List, attempts: Attempts) {
    this.#context = context
    this.#list = list
    this.#attempts = attempts
    this.#key = context.page.entity.key ?? 'id'
    // A list that was read meanwhile does not know yet what is being saved.
    context.hooks.after('load', () => {
      for (const cell of context.state.cells) if (cell.state.phase === 'saving') this.#show(cell)
    })
  }

  editCell = async (key: Key, name: string): Promise<boolean> => {
    const { state, fields, page } = this.#context
    const field = fields[name]
    if (!field || !page.table.editable.includes(name)) return false
    // What is being saved may come back refused.
    const before = this.#cellOf(key, name)
    if (before) await this.#saving.get(before)
    const known = this.#cellOf(key, name)
    const row = this.#list.rowOf(key)
    if (known) {
      known.state.phase = 'open'
      return true
    }
    if (!row) return false
    const cell: CellEdit = ref({ key, field, form: this.#makeForm(key, field), state: proxy<CellEditState>({ phase: 'open' }) })
    cell.form.state.record = ref(row)
    cell.form.fill({ [name]: encodeValue(field, row[name]) })
    state.cells = ref([...state.cells, cell])
    return this.#begin(cell)
  }

  closeCell = (cell: CellEdit): void => {
    const { state } = this.#context
    state.cells = ref(state.cells.filter((each) => each !== cell))
    this.#refresh()
  }

  saveCell = async (cell: CellEdit): Promise<boolean> => {
    const { form, key, field } = cell
    if (!form.state.dirty) {
      this.closeCell(cell)
      return true
    }
    cell.state.phase = 'saving'
    this.#show(cell)
    let done = false
    const work = this.#attempts.run(`cell:${field.name}:${key}`, async () => {
      done = await this.#inTurn(key, () => this.#send(cell))
    })
    const saving = work.then(() => this.#end(cell, done))
    this.#saving.set(cell, saving)
    return saving
  }

  #end(cell: CellEdit, isSaved: boolean): boolean {
    this.#saving.delete(cell)
    this.#show(cell, cell.form.first()[cell.field.name])
    if (isSaved) {
      this.#isStale = true
      this.closeCell(cell)
    } else cell.state.phase = 'refused'
    return isSaved
  }

  /** Reads the record of a cell that was opened; the person may type already. */
  async #begin(cell: CellEdit): Promise<boolean> {
    const { form, field } = cell
    const found = await this.#readOnce(cell).catch(refusedOnly)
    // What did not come, or was typed into meanwhile, is met when it is saved.
    if (!found || cell.state.phase !== 'open') return true
    const { visible, disabled } = fieldState(field, { values: found.record, ...this.#context.actor() })
    if (visible && !disabled) {
      if (!form.state.dirty && !equal(form.first()[field.name], found.record[field.name])) this.#meet(cell, found)
      return true
    }
    this.closeCell(cell)
    const { loaded, notices } = this.#context
    const label = loaded.find(`fields.${field.name}.label`) ?? field.name
    notices.push('info', loaded.t('ui.cells.notHere', { label }))
    return false
  }

  /** The record as it was when the cell was opened; asked for again where it did not come. */
  #readOnce(cell: CellEdit): Promise<ReadRecord> {
    const known = this.#read.get(cell)
    if (known) return known
    const reading = this.#inTurn(cell.key, () => this.#readRecord(cell.key))
    this.#read.set(cell, reading)
    const forget = () => this.#read.delete(cell)
    reading.catch(forget)
    return reading
  }

  async #readRecord(key: Key): Promise<ReadRecord> {
    const { http, url, page } = this.#context
    const wire = asRow(asRow((await http.get(url('edit'), { [this.#key]: key }, quiet)).data).row)
    return { record: decodeRecord(page, wire), wire }
  }

  /** Does something with a record after what is being done with it already. */
  #inTurn<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key) ?? Promise.resolve()
    const turn = before.then(work, work)
    this.#last.set(key, turn)
    return turn
  }

  /** Lays what was typed over the record as the server has it. */
  #meet(cell: CellEdit, { record, wire }: ReadRecord): void {
    const { form } = cell
    this.#met.add(cell)
    const typed = form.changes()
    const base = form.first()
    form.state.record = ref(record)
    form.fill(wire)
    if (Object.keys(typed).length > 0) form.restore(typed, base)
  }

  async #send(cell: CellEdit): Promise<boolean> {
    const { form } = cell
    const { hooks } = this.#context
    try {
      await this.#meetFirst(cell)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      form.state.message = error.message
      return false
    }
    if (isUndecided(form.state.clash)) return false
    if (!form.state.dirty) return true
    if (!(await hooks.may('submit', { action: 'edit', form }))) return false
    if (!(await form.submit())) return false
    await hooks.did('submit', { action: 'edit', form })
    return true
  }

  /** What is sent has the version that its cell was opened with, or met since. */
  async #meetFirst(cell: CellEdit): Promise<void> {
    const { form, key } = cell
    if (this.#met.has(cell)) return
    // Its turn has come: a read of its own would wait for itself.
    this.#meet(cell, await (this.#read.get(cell) ?? this.#readRecord(key)))
    form.state.message = ''
  }

  #makeForm(key: Key, field: Field): FormModel {
    const { platform, actor } = this.#context
    return createForm({
      action: 'edit',
      ids: [key],
      mode: 'edit',
      changesOnly: true,
      fields: [field],
      actor,
      id: platform.id,
      send: (payload, attempt, version) => this.#post({ key, field }, payload, this.#context.dialect.guards(attempt, version)),
      reread: async (form, changes) => {
        const { record, wire } = await this.#readRecord(key)
        form.state.record = ref(record)
        form.meet(wire, { changes, about: [] })
      },
    })
  }

  async #post({ key, field }: Pick<CellEdit, 'key' | 'field'>, payload: Row, guards: object): Promise<unknown> {
    const { http, url, page } = this.#context
    const before = this.#cellOf(key, field.name)?.form.state.record ?? {}
    const body = { [this.#key]: key, ...payload, ...guards }
    const { data } = await http.post(url(page.actions.edit?.call ?? 'edit'), body, { showError: false, showCodeMessage: false })
    sayMerged(this.#context, data)
    this.#sayDone({ key, posted: payload, before, row: this.#list.rowOf(key) ?? before }, field)
    return data
  }

  /** Says what the field is now, and offers the way back. */
  #sayDone(edited: Parameters<typeof undoOfEdit>[1], field: Field): void {
    const { loaded, notices, page } = this.#context
    // By the name that it had: the field may be the name.
    const row = { ...edited.row, [field.name]: edited.before[field.name] ?? edited.row[field.name] }
    const text = loaded.t('ui.said.switched', {
      names: namesText(loaded, [row]),
      label: loaded.find(`fields.${field.name}.label`) ?? field.name,
      value: this.#textOf(field, edited.posted[field.name]),
    })
    const undo = undoOfEdit(this.#context, edited, this.#attempts, this.#list)
    notices.push('success', text, { about: `${page.id} ${field.name} ${edited.key}`, ...undo })
  }

  /** A posted value as people write it. */
  #textOf(field: Field, wire: unknown): string {
    if (isBlank(wire)) return ''
    const value = kindOf(field).fromWire(wire, field)
    const word = field.options && this.#context.loaded.find(`fields.${field.name}.options.${value}`)
    return word ?? kindOf(field).plain?.(value, field) ?? String(wire)
  }

  #cellOf(key: Key, name: string): CellEdit | undefined {
    return this.#context.state.cells.find((cell) => cell.key === key && cell.field.name === name)
  }

  /** Shows a value in the row; what was typed unless said otherwise. */
  #show({ key, field, form }: CellEdit, value: unknown = form.state.values[field.name]): void {
    const { page, state } = this.#context
    state.rows = ref(replaceRow(page, state.rows, key, (row) => ({ ...row, [field.name]: value })))
  }

  /** What follows from saved values (figures, order) is read once nobody types any more. */
  #refresh(): void {
    const { state } = this.#context
    if (!this.#isStale || state.cells.length > 0) return
    this.#isStale = false
    void this.#list.load({ showError: false, showCodeMessage: false })
  }
}

/** A read that failed is tried again when it is needed; everything else is a fault of ours. */
function refusedOnly(error: unknown): null {
  if (error instanceof CallError) return null
  throw error
}
