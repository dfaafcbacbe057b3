import { createContext, type ReactNode, startTransition, useContext, useLayoutEffect, useMemo, useState } from 'react'
import { type Params, UNSAFE_RouteContext as RouteContext, Router } from 'react-router-dom'
import type { AppRouter, Place } from './router.ts'

const RouterContext = createContext<AppRouter | undefined>(undefined)

/** The router; undefined where something is drawn without one. */
export function useRouter(): AppRouter | undefined {
  return useContext(RouterContext)
}

interface RouterViewProps {
  router: AppRouter
  /** Draws the place. */
  children: (place: Place) => ReactNode
}

/**
 * Draws where the router is, and gives its place to the hooks and links of react-router. The screen that is left stays until the next one is
 * ready to be seen; one that is ready at once is drawn with the frame around it, not after it.
 */
export function RouterView({ router, children }: RouterViewProps) {
  const [place, setPlace] = useState(router.place)
  useLayoutEffect(() => {
    const follow = () => {
      const next = router.place()
      const draw = () => next === router.place() && startTransition(() => setPlace(next))
      if (next.ready) void next.ready.then(draw)
      else draw()
    }
    follow() // it may have gone on since the first drawing
    return router.subscribe(follow)
  }, [router])
  const { '*': _rest, ...named } = place.params
  const params = JSON.stringify(named)
  // Addresses are written in full: a route has no path of its own for relative ones, so that `navigate` stays the same when it changes.
  // It changes only with what its pattern names: who reads it is not drawn again with each filter or another screen.
  const route = useMemo(
    () => ({
      outlet: null,
      isDataRoute: false,
      matches: [{ params: JSON.parse(params) as Params, pathname: '/', pathnameBase: '/', route: {} }],
    }),
    [params],
  )
  return (
    <RouterContext.Provider value={router}>
      <Router location={place.location} navigationType={place.cameBy} navigator={router.navigator}>
        <RouteContext.Provider value={route}>{children(place)}</RouteContext.Provider>
      </Router>
    </RouterContext.Provider>
  )
}
