import type { Runtime } from '../../runtime/app/runtime.ts'
import { CallError } from '../../runtime/callError.ts'
import type { CheckAnswer, DesignerState, Draft, PlanAnswer, SavedAnswer } from '../../schemas/api/designer.ts'

const home = '/admin/crud.Crud'

/** Errors are shown in place. Checks of all screens may take a while. */
const quiet = { showError: false, showCodeMessage: false, asSelf: true, cancelDuplicate: false, timeout: 120_000 }

/** What a plan is made of: a draft, or a screen that goes. */
export type Planned = Draft | { id: string; remove: true }

/** A table of the database. */
export interface TableChoice {
  table: string
  comment: string
}

/** A save of the history. */
export interface SaveRecord {
  id: number
  screen_id: string
  comment: string
  username: string
  status: string
}

/** A draft made of a table, with the reasons for it. */
export interface MadeOfTable {
  draft: Draft
  choices: readonly { of: string; rule: string; made: string; because: string }[]
  notes: readonly string[]
}

/** The calls of the designer. Each rejects with a CallError whose message is for the person. */
export function designerCalls({ http }: Runtime) {
  const get = async <T>(path: string, params: object, signal?: AbortSignal) =>
    (await http.get<T>(path, params, { ...quiet, ...(signal ? { signal } : {}) })).data
  const post = async <T>(path: string, body: object, signal?: AbortSignal) =>
    (await http.post<T>(path, body, { ...quiet, ...(signal ? { signal } : {}) })).data
  return {
    state: () => get<DesignerState>(`${home}/index`, {}),
    source: (of: { id: string } | { record: string }) => get<Draft>(`${home}/source`, of),
    fromTable: (table: string) => get<MadeOfTable>(`${home}/fromTable`, { table }),
    tables: async () => (await get<{ list: TableChoice[] }>('/admin/ajax/getTableList', {})).list,
    records: async () => (await get<{ list: SaveRecord[] }>('/admin/crud.Log/index', { limit: 10, page: 1 })).list,
    check: (draft: Draft, signal: AbortSignal) => post<CheckAnswer>(`${home}/check`, draft, signal),
    plan: (planned: Planned) => post<PlanAnswer>(`${home}/preview`, planned),
    save: (planned: Planned, seen: string) =>
      post<SavedAnswer>(`${home}/${'remove' in planned ? 'delete' : 'generate'}`, { ...planned, seen }),
    served: async () => (await get<{ hash: string }>(`${home}/served`, {})).hash,
  }
}

export type DesignerCalls = ReturnType<typeof designerCalls>

/** Milliseconds that the server has to take a saved screen, and between two looks. */
const [patience, every] = [60_000, 400]

/** Waits until the server serves what was saved; false when it does not within a minute. */
export async function untilServed(calls: DesignerCalls, hash: string): Promise<boolean> {
  for (const end = performance.now() + patience; performance.now() < end; ) {
    if ((await calls.served()) === hash) return true
    await new Promise((done) => setTimeout(done, every))
  }
  return false
}

/** Why a call failed, for the person. Anything but a failed call is thrown on. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof CallError)) throw error
  return error.failure === 'cancelled' ? '' : error.message
}
