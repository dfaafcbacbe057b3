import { CallError } from '../../callError.ts'
import type { CrudContext } from '../context.ts'

/** Calls with side effects: `state.busy` names those in progress, and an attempt whose outcome is unknown keeps its idempotency key. */
export interface Attempts {
  /** Does `work` while `name` counts as busy. False when it failed by a CallError (which was said to the person). */
  run(name: string, work: () => Promise<unknown>): Promise<boolean>
  /** Posts with an idempotency key; returns the answer's data. */
  post(call: string, body: object): Promise<unknown>
}

/** Makes the register of a screen's attempts. */
export function createAttempts(context: CrudContext): Attempts {
  const { state, http, url, platform, dialect } = context
  /** Keys of attempts whose outcome nobody knows, by what was attempted. */
  const open = new Map<string, string>()
  return {
    async run(name, work) {
      state.busy = { ...state.busy, [name]: true }
      try {
        await work()
        return true
      } catch (error) {
        if (error instanceof CallError) return false
        throw error
      } finally {
        const { [name]: _done, ...rest } = state.busy
        state.busy = rest
      }
    },
    async post(call, body) {
      const what = JSON.stringify([call, body])
      const key = open.get(what) ?? platform.id()
      open.set(what, key)
      try {
        const { data } = await http.post(url(call), { ...body, ...dialect.guards(key) })
        open.delete(what)
        return data
      } catch (error) {
        // After a definite answer the next press is a new attempt; without one it repeats the same, which the server does once.
        if (!(error instanceof CallError && (error.uncertain || error.conflict))) open.delete(what)
        throw error
      }
    },
  }
}
