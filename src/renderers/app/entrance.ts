import { type To, UNSAFE_createBrowserHistory } from 'react-router-dom'
import { inward, outward } from '../../runtime/navigation/routes.ts'
import type { RouterHistory } from '../routing/history.ts'

/** Makes histories of real paths. Routes, menus and links say `/admin` whatever the entrance is; the address bar has the entrance. */
export function pathsBehind(entrance: string): () => RouterHistory {
  return () => historyBehind(entrance, UNSAFE_createBrowserHistory())
}

/** The browser's history with the paths of the back office as routes know them. */
export function historyBehind(entrance: string, history: RouterHistory): RouterHistory {
  const out = (to: To): To =>
    typeof to === 'string' ? outward(to, entrance) : { ...to, pathname: outward(to.pathname ?? '', entrance) }
  const within = (at: RouterHistory['location']) => ({ ...at, pathname: inward(at.pathname, entrance) })
  return {
    get action() {
      return history.action
    },
    get location() {
      return within(history.location)
    },
    createHref: (to) => history.createHref(out(to)),
    createURL: (to) => history.createURL(out(to)),
    encodeLocation: (to) => history.encodeLocation(to),
    push: (to, state) => history.push(out(to), state),
    replace: (to, state) => history.replace(out(to), state),
    go: (delta) => history.go(delta),
    listen: (listener) => history.listen((update) => listener({ ...update, location: within(update.location) })),
  }
}
