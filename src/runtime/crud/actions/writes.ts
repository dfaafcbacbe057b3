import { ref } from 'valtio/vanilla'
import { encodeRow } from '../../../schemas/language/wire/codec.ts'
import type { Values } from '../../form/form.ts'
import type { CallOptions } from '../../http/client.ts'
import type { Key } from '../../rows.ts'
import { asRow, flatRows, replaceRow } from '../../rows.ts'
import type { CrudContext } from '../context.ts'
import type { List } from '../list/list.ts'
import { type Attempts, createAttempts } from './attempts.ts'
import { isAnnounced } from './next.ts'
import { createSwitches, type Switches } from './switches.ts'

export interface Writes {
  del(ids: readonly Key[]): Promise<boolean>
  reveal(key: Key, field: string): Promise<string | null>
  restore(ids: readonly Key[]): Promise<boolean>
  destroy(ids: readonly Key[]): Promise<boolean>
  sort(move: Key, target: Key, direction: 'up' | 'down'): Promise<boolean>
  switchField(key: Key, field: string, value: unknown): Promise<boolean>
  run(action: string, ids: readonly Key[], values?: Values): Promise<boolean>
}

/** Makes what a screen does without a form. */
export function createWrites(context: CrudContext, list: List): Writes {
  const attempts = createAttempts(context, list)
  const switches = createSwitches(context, list, attempts)
  return new RecordWrites(context, list, attempts, switches)
}

class RecordWrites implements Writes {
  readonly switchField: Writes['switchField']
  readonly #context: CrudContext
  readonly #list: List
  readonly #attempts: Attempts

  constructor(context: CrudContext, list: List, attempts: Attempts, switches: Switches) {
    this.#context = context
    this.#list = list
    this.#attempts = attempts
    this.switchField = switches.set
  }

  del = async (ids: readonly Key[]): Promise<boolean> => {
    const { hooks, http, url } = this.#context
    if (ids.length === 0 || !(await hooks.may('delete', { ids }))) return false
    const send = (options: CallOptions) => http.delete(url('del'), { ids }, { ...options, showSuccess: true })
    if (!(await this.#attempts.run('delete', () => this.#attempts.told(send)))) return false
    await this.#loadWithout(ids)
    await hooks.did('delete', { ids })
    return true
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
    return this.#deleted('destroy', ids, () => http.delete(url('destroy'), { ids }, { showSuccess: true }))
  }

  /** Takes rows out of the list of deleted ones, one way or the other. */
  #deleted = async (action: string, ids: readonly Key[], send: () => Promise<unknown>): Promise<boolean> => {
    const { hooks } = this.#context
    if (ids.length === 0 || !(await hooks.may('run', { action, ids }))) return false
    const done = await this.#attempts.run(action, send)
    if (done) {
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
    const row = ids[0] === undefined ? undefined : this.#list.rowOf(ids[0])
    let data: unknown
    const done = await this.#attempts.run(`${name}:${ids.join(',')}`, async () => {
      const said = (answer: unknown) => isAnnounced(this.#context.loaded, { action: name, ids, data: answer }, row)
      data = await this.#attempts.post(action.call, { ...target, ...encodeRow(action.fields, values) }, said)
    })
    if (done) await hooks.did('run', { action: name, ids, data })
    // Also after a refusal: the row may not be what the person saw.
    await this.#list.load()
    return done
  }
}
