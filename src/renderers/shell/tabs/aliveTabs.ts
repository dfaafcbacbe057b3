import { liveTabs, type Tab } from '../../../runtime/stores/tabs.ts'

/**
 * Which tabs are drawn: the active one, those in which something is not saved, and as many of the most recently used that want to stay
 * alive as `liveTabs` leaves room for. Unsaved ones alone may be more.
 */
export function aliveTabs(
  tabs: readonly Tab[],
  recent: readonly string[],
  active: string | undefined,
  isUnsaved: (tab: string) => boolean,
): Tab[] {
  const kept = tabs.flatMap(({ id }) => (id === active || isUnsaved(id) ? [id] : []))
  const clean = recent.filter((id) => !kept.includes(id) && tabs.find((tab) => tab.id === id)?.route.keepalive)
  const wanted = [...kept, ...clean.slice(0, Math.max(0, liveTabs - kept.length))]
  return tabs.filter(({ id }) => wanted.includes(id))
}
