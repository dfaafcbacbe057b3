import type { Route } from '../menu.ts'
import type { KeyValue } from '../platform.ts'
import { type Persisted, persisted } from './persist.ts'

/** An open tab: the route it came from and the address it stands at now (path and query). */
export interface Tab {
  id: string
  route: Route
  fullPath: string
  title: string
}

/** The tabs of the back office and the rights that came with the menu. */
export interface Tabs {
  activeIndex: number
  activeRoute: Tab | null
  tabsView: Tab[]
  /** One tab fills the screen. The only part that is kept. */
  tabFullScreen: boolean
  /** Routes made from the menu rules. */
  tabsViewRoutes: readonly Route[]
  /** `/admin/<rule name>` → full paths of the nodes held below it. */
  authNode: Readonly<Record<string, readonly string[]>>
}

const initial = (): Tabs => ({
  activeIndex: 0,
  activeRoute: null,
  tabsView: [],
  tabFullScreen: false,
  tabsViewRoutes: [],
  authNode: {},
})

/** Kept under `storeTabViewConfig`: the full-screen flag. */
export function createTabs(storage: KeyValue): Persisted<Tabs> {
  return persisted(storage, {
    key: 'storeTabViewConfig',
    initial,
    save: ({ tabFullScreen }) => ({ tabFullScreen }),
    load: (stored, first) => ({ ...first, tabFullScreen: stored.tabFullScreen === true }),
  })
}

/** At most this many tabs are kept alive (decision 37); further ones are drawn anew when chosen. */
export const liveTabs = 12

/** Opens the route's tab or brings it to the front: matched by its id or by the full path; path and query follow in place. */
export function openTab(tabs: Tabs, route: Route, fullPath: string): Tab {
  let index = tabs.tabsView.findIndex((tab) => tab.id === route.key || tab.fullPath === fullPath)
  if (index < 0) {
    tabs.tabsView.push({ id: route.key, route, fullPath, title: route.title })
    index = tabs.tabsView.length - 1
  }
  const tab = tabs.tabsView[index]
  if (!tab) throw new RangeError(`no tab ${index}`)
  tab.fullPath = fullPath
  tab.route = route
  tabs.activeIndex = index
  tabs.activeRoute = tab
  return tab
}

/** Closes a tab. Gives the tab to go to next: the same as now when another was closed, else the last one; null when none is left. */
export function closeTab(tabs: Tabs, id: string): Tab | null {
  const active = tabs.activeRoute?.id
  tabs.tabsView = tabs.tabsView.filter((tab) => tab.id !== id)
  const next = tabs.tabsView.find((tab) => tab.id === active) ?? tabs.tabsView.at(-1) ?? null
  tabs.activeIndex = next ? tabs.tabsView.indexOf(next) : 0
  tabs.activeRoute = next
  return next
}

/** Closes every tab but `keep` (all when it is undefined). Gives the tab that is left. */
export function closeOtherTabs(tabs: Tabs, keep?: string): Tab | null {
  tabs.tabsView = tabs.tabsView.filter((tab) => tab.id === keep)
  tabs.activeIndex = 0
  tabs.activeRoute = tabs.tabsView[0] ?? null
  return tabs.activeRoute
}
