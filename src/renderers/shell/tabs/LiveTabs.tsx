import { Activity, memo, useEffect, useMemo, useRef } from 'react'
import { type Location, UNSAFE_LocationContext as LocationContext, useLocation, useNavigationType } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { findRoute, type Route } from '../../../runtime/navigation/menu.ts'
import { TabContext, useRuntime } from '../../context.tsx'
import { lazyComponent } from '../../lazyComponent.tsx'
import { Screen } from '../../screens/Screen.tsx'
import { aliveTabs } from './aliveTabs.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { reloads } from './useTabActions.ts'

const FramePage = lazyComponent(() => import('./FramePage.tsx').then((module) => module.FramePage))

/** The open screens: one visible, the others kept alive with input and scroll position. */
export const LiveTabs = memo(function LiveTabs() {
  const { stores, unsaved } = useRuntime()
  const { tabsView, activeRoute } = useSnapshot(stores.tabs)
  useSnapshot(unsaved.state)
  const counts = useSnapshot(reloads)
  const active = activeRoute?.id
  const recent = useRef<string[]>([])
  useFocusInFront(active)
  if (active && recent.current[0] !== active) recent.current = [active, ...recent.current.filter((id) => id !== active)]
  return aliveTabs(tabsView, recent.current, active, unsaved.has).map((tab) => (
    <Activity key={`${tab.id}/${counts[tab.id] ?? 0}`} mode={tab.id === active ? 'visible' : 'hidden'}>
      <TabPane id={tab.id} route={tab.route} title={tab.title} active={tab.id === active} />
    </Activity>
  ))
})

/**
 * When the focused screen goes to sleep, focus moves to the visible one, so that Tab continues there and not at the top of the window.
 */
function useFocusInFront(active: string | undefined): void {
  const before = useRef(active)
  useEffect(() => {
    if (before.current === active) return
    before.current = active
    const at = document.activeElement
    // React writes what it hides into its style, of panels over the screen too. Asking the browser would have it lay everything out first.
    const sleeps = at?.closest('[style*="display: none"]')
    if (!at || at === document.body || sleeps) document.getElementById('main')?.focus({ preventScroll: true })
  }, [active])
}

interface TabPaneProps {
  id: string
  route: Route
  title: string
  active: boolean
}

/** One tab with its own address: a screen asleep must not see where the person is now. */
const TabPane = memo(function TabPane({ id, route, title, active: inFront }: TabPaneProps) {
  const runtime = useRuntime()
  const current = useLocation()
  const cameBy = useNavigationType()
  const kept = useRef<{ location: Location; navigationType: typeof cameBy }>({ location: current, navigationType: cameBy })
  // The address changes before the other tab comes to the front: until then it is not this screen's, which would write its filters into it.
  const active = inFront && findRoute(runtime.routes(), current.pathname + current.search)?.key === route.key
  if (active && kept.current.location !== current) kept.current = { location: current, navigationType: cameBy }
  const place = kept.current
  const tabPlace = useMemo(() => ({ id, active }), [id, active])
  return (
    <LocationContext.Provider value={place}>
      <TabContext.Provider value={tabPlace}>
        <section className="k-pane" aria-label={title}>
          <ScreenBoundary key={route.pageId ?? route.url}>
            <Inside route={route} />
          </ScreenBoundary>
        </section>
      </TabContext.Provider>
    </LocationContext.Provider>
  )
})

/** What is drawn reads the address by itself. */
const Inside = memo(function Inside({ route }: { route: Route }) {
  if (route.type === 'iframe') return <FramePage title={route.title} url={route.url} />
  return <Screen pageId={route.pageId ?? route.name} />
})
