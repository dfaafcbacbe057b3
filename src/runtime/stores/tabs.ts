import { ref } from 'valtio/vanilla'
import { findRoute, type Route } from '../navigation/menu.ts'
import type { KeyValue } from '../platform.ts'
import { type Persisted, persisted } from './persist.ts'

/** An open tab: its route and its current address (path and query). */
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
  /** One tab fills the screen. */
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

/** So many tabs come back after a reload. */
const mostKept = 50

/**
 * Kept under `storeTabViewConfig`: every member. Of the stored copy only the flag, and which tabs were open at which addresses, are taken:
 * routes and rights are what the server delivers next (`takeRoutes`). What another window stores changes nothing in this one.
 */
export function createTabs(storage: KeyValue): Persisted<Tabs> {
  return persisted(storage, {
    key: 'storeTabViewConfig',
    whole: ['tabsViewRoutes', 'authNode'],
    initial,
    save: (state) => ({ ...state }),
    load(stored, first, current) {
      if (current) return current
      const open = Array.isArray(stored.tabsView) ? stored.tabsView.slice(0, mostKept).flatMap(readTab) : []
      return { ...first, tabFullScreen: stored.tabFullScreen === true, tabsView: open }
    },
  })
}

/** A stored tab, waiting for its route; nothing when it is none. */
function readTab(stored: unknown): Tab[] {
  if (stored === null || typeof stored !== 'object' || !('id' in stored) || !('fullPath' in stored)) return []
  const { id, fullPath } = stored
  if (typeof id !== 'string' || typeof fullPath !== 'string' || fullPath.length > 2000) return []
  return [{ id, fullPath, title: '', route: { ...noRoute, key: id } }]
}

const noRoute: Route = {
  key: '',
  id: 0,
  path: '',
  alias: null,
  name: '',
  title: '',
  icon: '',
  type: 'tab',
  pageId: null,
  known: false,
  url: '',
  keepalive: null,
  extend: 'none',
}

/** Takes the routes and rights of a menu that was just delivered. Open tabs that it has no route for are closed. */
export function takeRoutes(tabs: Tabs, routes: readonly Route[], nodes: Tabs['authNode']): void {
  const seen = new Set<string>()
  tabs.tabsView = tabs.tabsView.flatMap((tab) => {
    const route = findRoute(routes, tab.fullPath)
    if (!route || route.key !== tab.id || seen.has(tab.id)) return []
    seen.add(tab.id)
    return [{ ...tab, route, title: route.title }]
  })
  const active = tabs.tabsView.find((tab) => tab.id === tabs.activeRoute?.id) ?? null
  Object.assign(tabs, { activeRoute: active, activeIndex: active ? tabs.tabsView.indexOf(active) : 0 })
  Object.assign(tabs, { tabsViewRoutes: ref([...routes]), authNode: ref(nodes) })
}

/** Moves a tab to another place in the row. False, and nothing is moved, when that place is before the first or behind the last. */
export function moveTab(tabs: Tabs, id: string, to: number): boolean {
  const from = tabs.tabsView.findIndex((tab) => tab.id === id)
  if (from < 0 || to < 0 || to >= tabs.tabsView.length) return false
  const order = [...tabs.tabsView]
  order.splice(to, 0, ...order.splice(from, 1))
  const active = tabs.activeRoute?.id
  tabs.tabsView = order
  tabs.activeIndex = Math.max(
    0,
    order.findIndex((tab) => tab.id === active),
  )
  return true
}

/** At most this many tabs are kept alive (decision 37); the others are rebuilt when chosen. */
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

/** Closes a tab. Returns the tab to show next: the current one when another was closed, else the last; null when none is left. */
export function closeTab(tabs: Tabs, id: string): Tab | null {
  const active = tabs.activeRoute?.id
  tabs.tabsView = tabs.tabsView.filter((tab) => tab.id !== id)
  const next = tabs.tabsView.find((tab) => tab.id === active) ?? tabs.tabsView.at(-1) ?? null
  tabs.activeIndex = next ? tabs.tabsView.indexOf(next) : 0
  tabs.activeRoute = next
  return next
}

/** Closes every tab but `keep` (all when undefined). Returns the remaining tab. */
export function closeOtherTabs(tabs: Tabs, keep?: string): Tab | null {
  tabs.tabsView = tabs.tabsView.filter((tab) => tab.id === keep)
  tabs.activeIndex = 0
  tabs.activeRoute = tabs.tabsView[0] ?? null
  return tabs.activeRoute
}
