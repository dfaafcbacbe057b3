import { CallError } from '../../callError.ts'
import type { CallOptions } from '../../http/client.ts'
import type { CrudContext } from '../context.ts'
import type { List } from '../list/list.ts'
import { refusalText } from './meanwhile.ts'

/** Calls with side effects: `state.busy` names those in progress, and an attempt whose outcome is unknown keeps its idempotency key. */
export interface Attempts {
  /** Does `work` while `name` counts as busy. False when it failed by a CallError (which was said to the person). */
  run(name: string, work: () => Promise<unknown>): Promise<boolean>
  /** Sends something without telling a refusal (`showCodeMessage`): that is done here, with the names of rows. */
  told<T>(send: (options: CallOptions) => Promise<T>): Promise<T>
  /** Posts with an idempotency key; returns the answer's data. */
  post(call: string, body: object): Promise<unknown>
}

/** Makes the register of a screen's attempts; refused rows of its list are told by name. */
export function createAttempts(context: CrudContext, list: List): Attempts {
  const { state, http, url, platform, dialect, notices } = context
  /** Keys of attempts whose outcome nobody knows, by what was attempted. */
  const open = new Map<string, string>()
  const told: Attempts['told'] = async (send) => {
    try {
      return await send({ showCodeMessage: false })
    } catch (error) {
      if (error instanceof CallError && error.failure === 'refused' && !error.silent)
        notices.push('error', refusalText(context, list, error))
      throw error
    }
  }
  return {
    told,
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
        const guarded = { ...body, ...dialect.guards(key) }
        const { data } = await told((options) => http.post(url(call), guarded, options))
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
