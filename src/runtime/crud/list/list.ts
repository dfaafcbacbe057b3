import { ref, snapshot } from 'valtio/vanilla'
import type { ColumnLayout } from '../../../schemas/language/wire/columnLayout.ts'
import type { ListAnswer } from '../../../schemas/language/wire/envelope.ts'
import { CallError } from '../../callError.ts'
import type { CallOptions } from '../../http/client.ts'
import type { Key, Row } from '../../rows.ts'
import { asRow, decodeRecord, flatRows, keyOfRow } from '../../rows.ts'
import type { CrudContext } from '../context.ts'
import type { ListState } from '../query.ts'
import { followedBy, toRequest } from '../query.ts'
import { createSummary, type Summary } from './summary.ts'

/** The list of a screen. */
export interface List {
  load(options?: CallOptions): Promise<boolean>
  /** Reads the totals and the counts on the tabs again, without the rows. */
  loadSummary(): Promise<void>
  /** Says which columns are shown, by name: rows carry only what these show and what the screen needs besides. Loads again where rows lack one. */
  showColumns(names: readonly string[]): void
  /** Keeps how the person has arranged the columns: sent at once, as they may leave the page, one after another, so that the last one counts. */
  saveColumns(columns: ColumnLayout): void
  keyOf(row: Row): Key
  rowOf(key: Key): Row | undefined
  /** Is this field known to the server, and with `search`, can it be searched by it? */
  supports(field: string, use?: 'search'): boolean
}

/** Makes the list over the screen's state. */
export function createList(context: CrudContext): List {
  return new LoadedList(context)
}

class LoadedList implements List {
  readonly #context: CrudContext
  /** Members that rows of the server have had. */
  readonly #shown = new Set<string>()
  /** Fields with values of the wrong kind; each is reported once. */
  readonly #faulty = new Set<string>()
  /** The page before, and the key of its last row: the next page begins behind it. */
  #before: { query: ListState; last: Key } | undefined
  #count = 0
  #current: AbortController | undefined
  readonly #summary: Summary
  /** Columns that are shown, and those that the last request asked for; undefined: all. */
  #columns: readonly string[] | undefined
  #asked: readonly string[] | undefined
  #lastSave: Promise<unknown> = Promise.resolve()

  constructor(context: CrudContext) {
    this.#context = context
    this.#summary = createSummary(context)
  }

  load = async (own: CallOptions = {}): Promise<boolean> => {
    const { state, hooks } = this.#context
    if (!(await hooks.may('load', { query: state.query }))) return false
    const number = ++this.#count
    this.#current?.abort()
    this.#current = new AbortController()
    state.loading = true
    void this.loadSummary()
    try {
      const { data } = await this.#ask(this.#current.signal, own)
      if (number !== this.#count) return false
      this.#take(asRow(data))
      this.#keepLast()
      await hooks.did('load', { query: state.query, data })
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (number === this.#count) state.error = error.message
      return false
    } finally {
      if (number === this.#count) state.loading = false
    }
  }

  loadSummary = () => this.#summary.load(this.#supported(this.#context.state.query))

  showColumns = (names: readonly string[]): void => {
    this.#columns = names
    const { state, dialect } = this.#context
    if (!dialect.choosesColumns || this.#count === 0 || state.query.deleted) return
    if (this.#asked && names.some((name) => !this.#asked?.includes(name))) void this.load()
  }

  keyOf = (row: Row) => keyOfRow(this.#context.page, row)

  rowOf = (key: Key) => [...flatRows(this.#context.state.rows)].find((row) => this.keyOf(row) === key)

  supports = (field: string, use?: 'search') => {
    const { dialect, page, loaded } = this.#context
    if (loaded.wire?.knows) return loaded.wire.knows(field, use) || (use === undefined && page.fields[field]?.secret === true)
    const [name = ''] = field.split('.')
    if (use === 'search' && !dialect.searchesLinks && page.fields[name]?.link !== undefined) return false
    return !dialect.onlyShownFields || this.#shown.size === 0 || this.#shown.has(name)
  }

  saveColumns = (columns: ColumnLayout): void => {
    const { http, url } = this.#context
    const send = () => http.post(url('saveColumns'), { columns })
    this.#lastSave = this.#lastSave.then(send).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error // of the others the person has been told
    })
  }

  /** Another tab of the same screen may ask the same at the same time: neither cancels the other. */
  #ask(signal: AbortSignal, options: CallOptions) {
    const { dialect, http, url, page, state, actor } = this.#context
    const before = this.#before
    const isBehind = before && dialect.cursors && followedBy(before.query, state.query)
    const isNarrow = dialect.choosesColumns && !state.query.deleted && this.#columns && this.#columns.length > 0
    this.#asked = isNarrow ? this.#columns : undefined
    const asked = toRequest(this.#supported(state.query), page)
    const request = {
      ...asked,
      ...(asked.search && dialect.search ? { search: dialect.search(asked.search, page, actor().now) } : {}),
      ...(isBehind ? { after: String(before.last) } : {}),
      ...(this.#asked ? { columns: this.#asked.join(',') } : {}),
    }
    const own = { ...options, cancelDuplicate: false, signal }
    return http.get(url(state.query.deleted ? 'deleted' : 'index'), request, own)
  }

  #take(data: Partial<ListAnswer> & Row) {
    const { page, state } = this.#context
    const { list, total, total_is, remark, ...extra } = data
    const wire = (Array.isArray(list) ? list : []).map(asRow)
    const rows = wire.map((row) => decodeRecord(page, row, this.#fault))
    const all = [...flatRows(rows)]
    for (const name of Object.keys(wire[0] ?? {})) this.#shown.add(name)
    Object.assign(state, {
      rows: ref(rows),
      total: typeof total === 'number' ? total : page.entity.tree ? all.length : null,
      totalIs: total_is ?? 'exact',
      remark: remark ?? '',
      extra: ref(extra),
      loaded: true,
      error: null,
    })
    const keys = new Set(all.map(this.keyOf))
    state.selection = state.selection.filter((key) => keys.has(key))
  }

  #keepLast() {
    const { page, state } = this.#context
    const last = page.entity.tree ? undefined : state.rows.at(-1)
    this.#before = last && { query: structuredClone(snapshot(state.query)) as ListState, last: this.keyOf(last) }
  }

  #fault = (field: string) => {
    if (this.#faulty.has(field)) return
    this.#faulty.add(field)
    const { platform, page } = this.#context
    platform.log.warn(`${page.id}: the server sent a value for "${field}" that is none of its kind`)
  }

  /** The query without what the server does not support; the person is told what was left out. */
  #supported(query: ListState): ListState {
    const { notices, words } = this.#context
    const fields = [...query.filters.map(({ field }) => field), ...(query.sort ? [query.sort.field] : [])]
    const known = (name: string) => this.supports(name, 'search')
    for (const field of fields.filter((name) => !known(name))) {
      notices.push('warning', words.say('ui.crud.unsupportedFilter', { field }))
    }
    const sort = query.sort && known(query.sort.field) ? query.sort : null
    return { ...query, filters: query.filters.filter(({ field }) => known(field)), sort }
  }
}
