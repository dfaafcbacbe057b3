import type { Runtime } from '../../runtime/app/runtime.ts'
import { CallError } from '../../runtime/callError.ts'
import type { LensChange, LensMatrix, LensRowAction } from '../../schemas/api/lens.ts'
import type { RemoteOption, RemoteRequest } from '../ui/pickers/remoteOptions.ts'

/** Errors are shown in place, and calls run as the signed-in user even in a lens. */
const quiet = { showError: false, showCodeMessage: false, asSelf: true }

/** Screens × actions of one role or person, or of two; of one screen when it is named. */
export async function readMatrix(runtime: Runtime, of: string, other: string, page?: string): Promise<LensMatrix> {
  const params = { of, ...(other ? { with: other } : {}), ...(page ? { page } : {}) }
  return (await runtime.http.get<LensMatrix>('/admin/auth.Lens/index', params, quiet)).data
}

/** What is possible with one row of a list. */
export async function readRow(runtime: Runtime, of: string, page: string, id: string): Promise<readonly LensRowAction[]> {
  const { data } = await runtime.http.get<{ actions: LensRowAction[] }>('/admin/auth.Lens/row', { of, page, id }, quiet)
  return data.actions
}

/** Roles and persons to choose from. */
export async function readSubjects(runtime: Runtime, { query, initValue, signal }: RemoteRequest) {
  const params = { quickSearch: query, ...(initValue ? { initValue } : {}) }
  const own = { ...quiet, cancelDuplicate: false, signal }
  return (await runtime.http.get<{ list: RemoteOption[]; total: number }>('/admin/auth.Lens/subjects', params, own)).data
}

/** Gives roles the rights that were edited: all of them, or none. */
export async function saveRights(runtime: Runtime, roles: readonly LensChange[]): Promise<void> {
  await runtime.http.post('/admin/auth.Lens/save', { roles }, { ...quiet, showSuccess: true })
}

/** Why a call failed, for the person; '' where a newer one took its place. Anything but a failed call is thrown on. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof CallError)) throw error
  return error.failure === 'cancelled' ? '' : error.message
}
