import type { Area } from '../../schemas/language/area/area.ts'
import type { KeyValue } from '../platform.ts'

/** Takes the drafts of everybody else away: the browser is somebody else's now. Loaded with every page, so it is as short as it can be. */
export function claimDrafts(storage: KeyValue, area: Area, owner: string | number): void {
  const key = `drafts_${area}`
  if (storage.get(key)?.startsWith(`${owner}|`) === false) storage.remove(key)
}
