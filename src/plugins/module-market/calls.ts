import type { Runtime } from '../../renderers/face.ts'
import { CallError } from '../../runtime/callError.ts'
import type {
  MarketState,
  ModuleDetail,
  ModuleOrder,
  ModuleOutcome,
  ModulePlan,
  OverlayConflict,
  OverlayOrigin,
  OverlayPlace,
} from '../../schemas/api/market.ts'

const home = '/admin/module'

/** Errors are shown in place. A check of all screens may take a while. */
const quiet = { showError: false, showCodeMessage: false, cancelDuplicate: false, timeout: 180_000 }

/** Where a package comes from: the catalogue, or a file of the person. */
export type Source = { uid: string; version: string } | { file: File }

/** What was chosen for a conflict. */
export type Solution = Pick<OverlayConflict, 'page' | 'op' | 'path' | 'with'> & { solution: 'discard' | 'cover' }

/** What a person agrees to. */
export interface Agreement {
  hash: string
  solutions: readonly Solution[]
  demo: boolean
  /** The number under which the live feed tells how far it is. */
  work: number
}

/** The calls of the market. Each rejects with a CallError whose message is for the person. */
export function marketCalls({ http }: Runtime) {
  const get = async <T>(action: string, params: object) => (await http.get<T>(`${home}/${action}`, params, quiet)).data
  const post = async <T>(action: string, body: object) => (await http.post<T>(`${home}/${action}`, body, quiet)).data
  const upload = async <T>(action: string, file: File, fields: Readonly<Record<string, string>>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', file)
    return (await http.upload<T>(`${home}/${action}`, form, quiet)).data
  }
  return {
    /** `fresh`: the publisher's catalogue is read again. */
    state: (fresh: boolean) => get<MarketState>('index', fresh ? { fresh: 1 } : {}),
    overlays: () => get<readonly OverlayOrigin[]>('overlays', {}),
    detail: (uid: string) => get<ModuleDetail>('state', { uid }),
    plan: (source: Source, solutions: readonly Solution[]) =>
      'file' in source
        ? upload<ModulePlan>('upload', source.file, { solutions: JSON.stringify(solutions) })
        : post<ModulePlan>('info', { ...source, solutions }),
    bring(kind: 'install' | 'update', source: Source, { hash, solutions, demo, work }: Agreement) {
      const flags = { hash, demo: demo ? '1' : '0', work: String(work) }
      return 'file' in source
        ? upload<ModuleOutcome>(kind, source.file, { ...flags, solutions: JSON.stringify(solutions) })
        : post<ModuleOutcome>(kind, { ...source, ...flags, solutions })
    },
    changeState: (uid: string, state: 0 | 1, work: number) => post<ModuleOutcome>('changeState', { uid, state, work }),
    /** Leaves changes of a package out, or applies them again. */
    revert: (uid: string, changes: readonly OverlayPlace[], reverted: 0 | 1, work: number) =>
      post<ModuleOutcome>('revert', {
        uid,
        changes: changes.map(({ page, op, path, locale }) => ({ page, op, path, locale })),
        reverted,
        work,
      }),
    uninstall: (uid: string, typed: string | undefined, work: number) =>
      post<ModuleOutcome>('uninstall', { uid, work, ...(typed === undefined ? {} : { dropTables: 1, typed }) }),
    buy: (uid: string, pay_type: string) => post<ModuleOrder>('buy', { uid, pay_type, agree: '1' }),
    order: (order_no: string) => get<ModuleOrder>('order', { order_no }),
    /** Where the rows of a module's tables can be downloaded. */
    data: async (uid: string) => (await post<{ url: string }>('data', { uid })).url,
  }
}

export type MarketCalls = ReturnType<typeof marketCalls>

/** Why a call failed, for the person. Anything but a failed call is thrown on. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof CallError)) throw error
  return error.failure === 'cancelled' ? '' : error.message
}
