import type { Area } from '../../schemas/language/area/area.ts'
import type { KeyValue } from '../platform.ts'

/** Key of the account whose drafts they are. */
export type DraftOwner = string | number

/** Name under which the browser keeps what was entered in an area and not saved. */
export function draftsKey(area: Area): string {
  return `drafts_${area}`
}

/** How the text of the drafts begins. */
export function ownerText(owner: DraftOwner): string {
  return `${owner}|`
}

/** Takes the drafts of everybody else away: the browser is somebody else's now. */
export function claimDrafts(storage: KeyValue, area: Area, owner: DraftOwner): void {
  const key = draftsKey(area)
  if (storage.get(key)?.startsWith(ownerText(owner)) === false) storage.remove(key)
}
