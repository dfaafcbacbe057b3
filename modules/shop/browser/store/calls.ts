import type { Runtime } from '../../../../src/runtime/app/runtime.ts'
import { randomId } from '../../../../src/runtime/browser.ts'
import type { CallOptions } from '../../../../src/runtime/http/client.ts'

/** The page itself says what went wrong. Two parts of a page may read the same. */
const quiet: CallOptions = { showError: false, showCodeMessage: false, cancelDuplicate: false }

/** Reads what a page shows. Rejects with a CallError that has not been shown. */
export async function read<Answer>({ http }: Runtime, path: string, params: object = {}): Promise<Answer> {
  return (await http.get<Answer>(path, params, quiet)).data
}

/** Asks by POST without changing anything, as a preview does. Rejects with a CallError that has not been shown. */
export async function ask<Answer>({ http }: Runtime, path: string, body: object): Promise<Answer> {
  return (await http.post<Answer>(path, body, quiet)).data
}

/** Takes a step of the member, once for each key. Rejects with a CallError that was shown, unless `options` forbid it. */
export async function step<Answer>({ http }: Runtime, path: string, body: object, options?: CallOptions): Promise<Answer> {
  return (await http.post<Answer>(path, { idempotency_key: randomId(), ...body }, options)).data
}

/** Where a guest signs in to come back to a path. */
export const signInPath = (to: string) => `/user/login?to=${encodeURIComponent(to)}`
