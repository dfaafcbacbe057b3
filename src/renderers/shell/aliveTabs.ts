import { liveTabs, type Tab } from '../../runtime/stores/tabs.ts'
import { isUnsaved } from './unsaved.ts'

/**
 * Which tabs are drawn: the active one and the most recently used that want to stay alive, `liveTabs` in all, and beyond them those in which
 * something is not saved.
 */
export function aliveTabs(tabs: readonly Tab[], recent: readonly string[], active: string | undefined): Tab[] {
  const wanted = recent.filter((id) => id === active || tabs.find((tab) => tab.id === id)?.route.keepalive).slice(0, liveTabs)
  return tabs.filter(({ id }) => wanted.includes(id) || isUnsaved(id))
}
