import { useContext, useEffect } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, type Location } from 'react-router-dom'
import type { Runtime } from '../../../runtime/app/runtime.ts'
import { findRoute } from '../../../runtime/navigation/menu.ts'
import { useRuntime } from '../../context.tsx'
import { startAhead } from '../../screens/crud/startList.ts'

/** Asks for what a screen that is about to open needs while the frame is still being drawn for it. */
export function useScreenAhead(): void {
  const runtime = useRuntime()
  const router = useContext(DataRouterContext)?.router
  useEffect(() => {
    if (!router) return
    let { location } = router.state
    return router.subscribe((state) => {
      if (state.location === location) return
      location = state.location
      askAhead(runtime, location)
    })
  }, [runtime, router])
}

/**
 * The page of a screen that no tab has yet, and its list after it. Who waits for the page here waits first, so that the list is asked for
 * before the screen is drawn, which takes it over. Errors are reported there.
 */
function askAhead(runtime: Runtime, { pathname, search }: Location): void {
  const route = findRoute(runtime.routes(), pathname + search)
  if (!route?.pageId || !route.known || route.path.split(/[?#]/, 1)[0] !== pathname) return
  if (runtime.stores.tabs.tabsView.some(({ id }) => id === route.key)) return
  runtime.page(route.pageId).then(
    (loaded) => startAhead(runtime, loaded, search),
    () => undefined,
  )
}
