import { proxy, subscribe } from 'valtio/vanilla'
import { type WorkNews, workKinds } from '../../schemas/api/works.ts'

/** Progress of the person's long job, as far as the live feed has reported it. */
export interface Works {
  /** The last word on each, by `export:12`. */
  state: { byKey: Readonly<Record<string, WorkNews>> }
  push(news: WorkNews): void
}

/** Makes an empty register. */
export function createWorks(): Works {
  const state = proxy<Works['state']>({ byKey: {} })
  return {
    state,
    push(news) {
      state.byKey = { ...state.byKey, [workKey(news)]: news }
    },
  }
}

/** Name of a work in the register. */
export function workKey({ kind, id }: Pick<WorkNews, 'kind' | 'id'>): string {
  return `${kind}:${id}`
}

const pollEvery = 1000

/** Waits for a word of the live feed about a work, a second at most. */
export function nextWord({ works }: { works: Works }, work: Pick<WorkNews, 'kind' | 'id'>): Promise<void> {
  const key = workKey(work)
  const known = works.state.byKey[key]
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, pollEvery)
    const stop = subscribe(works.state, () => {
      if (works.state.byKey[key] !== known) end()
    })
  })
}

/** The `data` of a `work` message, as far as it can be read; undefined when it is none. */
export function readWork(data: unknown): WorkNews | undefined {
  const { kind, id, status, progress, done, total } = (data ?? {}) as Partial<WorkNews>
  const known = workKinds.find((each) => each === kind)
  if (!known || typeof id !== 'number' || typeof status !== 'number') return undefined
  return { kind: known, id, status, progress: Number(progress) || 0, done: Number(done) || 0, total: Number(total) || 0 }
}
