import type { Row } from '../../../src/runtime/rows.ts'
import { asRow, decodeRecord, flatRows } from '../../../src/runtime/rows.ts'
import { holds } from '../../../src/schemas/language/condition/predicate.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { listLimits } from '../../../src/schemas/language/wire/query.ts'
import type { Answer, Client } from '../../harness/client.ts'

/** Reads the rows of screens as the browser does, for whoever is signed in. */
export interface Rows {
  /** Key of a row with which the action can be done now, by its condition and by what the server says of the row. */
  ready(page: Page, action: string, deleted?: boolean): Promise<number | string | undefined>
  /** The row as its list shows it, with its record where the page tells that; undefined when it is not there. */
  one(page: Page, key: number | string, deleted?: boolean): Promise<Row | undefined>
  /** Can the action be done with this row now? */
  can(page: Page, action: string, row: Row): boolean
}

/** @param selfId the administrator whom conditions mean by themselves */
export function rowsOf(signIn: () => Promise<Client>, selfId: number): Rows {
  let client: Client | undefined
  /** Some actions end the sessions of others: then with a new one. */
  async function get(path: string, params: Record<string, unknown>): Promise<Answer<{ list?: Row[]; row?: Row }>['body']> {
    client ??= await signIn()
    const { body } = await client.get<{ list?: Row[]; row?: Row }>(path, params)
    if (body.code !== 303) return body
    client = undefined
    return get(path, params)
  }
  async function list(page: Page, params: Record<string, unknown>, deleted = false): Promise<Row[]> {
    const body = await get(`/admin/${page.controller}/${deleted ? 'deleted' : 'index'}`, params)
    if (body.code !== 1) throw new Error(`${page.id} has no list: ${body.msg}`)
    return [...flatRows((body.data.list ?? []).map((row) => decodeRecord(page, row)))]
  }
  const can: Rows['can'] = (page, action, row) => {
    const { when } = page.actions[action] ?? { when: null }
    const denied = asRow(row._denied)[action]
    return typeof denied !== 'string' && (!when || holds(when, { values: row, selfId, now: Math.floor(Date.now() / 1000) }))
  }
  return {
    can,
    async ready(page, action, deleted = false) {
      const { key } = page.entity
      if (key === null) return undefined
      // Rows of different ages are in different states.
      for (const direction of ['desc', 'asc']) {
        const order = page.entity.tree ? {} : { order: `${key},${direction}` }
        const rows = await list(page, { limit: listLimits.max, ...order }, deleted)
        const found = rows.find((row) => can(page, action, row))
        if (found) return found[key] as number | string
      }
      return undefined
    },
    async one(page, id, deleted = false) {
      const { key } = page.entity
      const [row] = await list(page, { search: [{ field: key, val: String(id), operator: 'eq' }] }, deleted)
      const shown = row ?? (page.entity.tree ? (await list(page, {})).find((each) => each[key ?? 'id'] === id) : undefined)
      if (!shown || !page.detail || deleted) return shown
      const { data } = await get(`/admin/${page.controller}/info`, { [key ?? 'id']: id })
      return { ...shown, record: data?.row }
    },
  }
}
