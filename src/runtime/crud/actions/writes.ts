import { ref } from 'valtio/vanilla'
import { encodeRow } from '../../../schemas/language/wire/codec.ts'
import type { Values } from '../../form/form.ts'
import type { CallOptions } from '../../http/client.ts'
import type { NoticeOptions } from '../../notices.ts'
import type { Key, Row } from '../../rows.ts'
import { asRow, flatRows, replaceRow } from '../../rows.ts'
import type { CrudContext } from '../context.ts'
import type { List } from '../list/list.ts'
import type { Attempts } from './attempts.ts'
import { isAnnounced } from './next.ts'
import { announce } from './said.ts'
import { createSwitches, type Switches } from './switches.ts'
import { type Kept, keptOf, undoOfRun } from './undo.ts'

export interface Writes {
  del(ids: readonly Key[]): Promise<boolean>
  reveal(key: Key, field: string): Promise<string | null>
  restore(ids: readonly Key[]): Promise<boolean>
  /** What becomes of records that are deleted; null where the server does not say. */
  kept(): Promise<Kept | null>
  destroy(ids: readonly Key[]): Promise<boolean>
  sort(move: Key, target: Key, direction: 'up' | 'down'): Promise<boolean>
  switchField(key: Key, field: string, value: unknown): Promise<boolean>
  run(action: string, ids: readonly Key[], values?: Values): Promise<boolean>
}

/** Makes what a screen does without a form. */
export function createWrites(context: CrudContext, list: List, attempts: Attempts): Writes {
  const switches = createSwitches(context, list, attempts)
  return new RecordWrites(context, list, attempts, switches)
}

class RecordWrites implements Writes {
  readonly switchField: Writes['switchField']
  readonly #context: CrudContext
  readonly #list: List
  readonly #attempts: Attempts
  /** What was said last to become of deleted records. */
  #kept: Kept | null = null

  constructor(context: CrudContext, list: List, attempts: Attempts, switches: Switches) {
    this.#context = context
    this.#list = list
    this.#attempts = attempts
    this.switchField = switches.set
  }

  del = async (ids: readonly Key[]): Promise<boolean> => {
    const { hooks, http, url } = this.#context
    if (ids.length === 0 || !(await hooks.may('delete', { ids }))) return false
    const rows = this.#rowsOf(ids)
    const send = (options: CallOptions) => http.delete(url('del'), { ids }, options)
    if (!(await this.#attempts.run('delete', () => this.#attempts.told(send)))) return false
    announce(this.#context, { action: 'delete', rows }, this.#undoOfDelete(ids, rows))
    await this.#loadWithout(ids)
    await hooks.did('delete', { ids })
    return true
  }

  kept = async (): Promise<Kept | null> => {
    this.#kept = null
    await this.#attempts.run('kept', async () => {
      this.#kept = await keptOf(this.#context)
    })
    return this.#kept
  }

  /** The way back for records that were deleted: out of the list of deleted ones, or out of the bin. */
  #undoOfDelete(ids: readonly Key[], rows: readonly Row[]): NoticeOptions {
    const kept = this.#kept
    if (!kept?.undo) return {}
    if (kept.where === 'list') return { undo: () => this.#bringBack('restore', ids, rows) }
    return { undo: () => this.#bringBack('putBack', ids, rows) }
  }

  async #bringBack(call: 'restore' | 'putBack', ids: readonly Key[], rows: readonly Row[]): Promise<void> {
    const done = await this.#attempts.run(call, () => this.#attempts.post(call, { ids }))
    if (done) announce(this.#context, { action: 'restore', rows })
    await this.#list.load()
  }

  #rowsOf(ids: readonly Key[]): Row[] {
    return ids.flatMap((key): Row[] => {
      const row = this.#list.rowOf(key)
      return row ? [row] : []
    })
  }

  reveal = async (key: Key, field: string): Promise<string | null> => {
    const { page, state, http, url } = this.#context
    let value = ''
    const done = await this.#attempts.run(`reveal:${field}:${key}`, async () => {
      const { data } = await http.post(url('reveal'), { [page.entity.key ?? 'id']: key, field })
      value = String(asRow(data).value ?? '')
    })
    if (!done) return null
    state.rows = ref(replaceRow(page, state.rows, key, (row) => ({ ...row, [field]: value })))
    return value
  }

  restore = (ids: readonly Key[]) => this.#deleted('restore', ids, () => this.#attempts.post('restore', { ids }))

  destroy = (ids: readonly Key[]) => {
    const { http, url } = this.#context
    return this.#deleted('destroy', ids, () => http.delete(url('destroy'), { ids }))
  }

  /** Takes rows out of the list of deleted ones, one way or the other. */
  #deleted = async (action: string, ids: readonly Key[], send: () => Promise<unknown>): Promise<boolean> => {
    const { hooks } = this.#context
    if (ids.length === 0 || !(await hooks.may('run', { action, ids }))) return false
    const rows = this.#rowsOf(ids)
    const done = await this.#attempts.run(action, send)
    if (done) {
      announce(this.#context, { action, rows })
      await this.#loadWithout(ids)
      await hooks.did('run', { action, ids })
    } else await this.#list.load()
    return done
  }

  #loadWithout = async (ids: readonly Key[]): Promise<void> => {
    const { state } = this.#context
    state.selection = state.selection.filter((key) => !ids.includes(key))
    const left = [...flatRows(state.rows)].some((row) => !ids.includes(this.#list.keyOf(row)))
    // The last page may have become empty: then the one before it is shown.
    if (!left && state.query.page > 1) state.query = { ...state.query, page: state.query.page - 1 }
    await this.#list.load()
  }

  sort = async (move: Key, target: Key, direction: 'up' | 'down'): Promise<boolean> => {
    const { page, state, http, url, notices, words } = this.#context
    const column = page.entity.weigh
    const natural = page.entity.sort.find(([field]) => field === column)?.[1] ?? 'desc'
    const order = state.query.sort ?? { field: column ?? '', direction: natural }
    if (column === null || order.field !== column) {
      notices.push('warning', words.say('ui.crud.sortNeedsWeight'))
      return false
    }
    const body = { move, target, order: `${column},${order.direction}`, direction }
    const done = await this.#attempts.run('sort', () => http.post(url('sortable'), body))
    await this.#list.load()
    return done
  }

  run = async (name: string, ids: readonly Key[], values: Values = {}): Promise<boolean> => {
    const { page, hooks } = this.#context
    const action = page.actions[name]
    if (!action || !(await hooks.may('run', { action: name, ids }))) return false
    const target = ids.length === 1 ? { [page.entity.key ?? 'id']: ids[0] } : ids.length > 1 ? { ids } : {}
    const rows = this.#rowsOf(ids)
    let data: unknown
    const done = await this.#attempts.run(`${name}:${ids.join(',')}`, async () => {
      data = await this.#attempts.post(action.call, { ...target, ...encodeRow(action.fields, values) })
    })
    if (done && isAnnounced(this.#context.loaded, { action: name, ids, data }, rows[0]))
      announce(this.#context, { action: name, rows }, undoOfRun(this.#context, { action: name, ids }, this.run))
    if (done) await hooks.did('run', { action: name, ids, data })
    // Also after a refusal: the row may not be what the person saw.
    await this.#list.load()
    return done
  }
}
