import { liveTabs, type Tab } from '../../runtime/stores/tabs.ts'

/** Which tabs are drawn: the active one and the most recently used that want to stay alive, `liveTabs` in all. */
export function aliveTabs(tabs: readonly Tab[], recent: readonly string[], active: string | undefined): Tab[] {
  const wanted = recent.filter((id) => id === active || tabs.find((tab) => tab.id === id)?.route.keepalive).slice(0, liveTabs)
  return tabs.filter((tab) => wanted.includes(tab.id))
}
