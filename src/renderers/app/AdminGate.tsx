import { Navigate, useLocation } from 'react-router-dom'
import { findRoute } from '../../runtime/navigation/menu.ts'
import { loadingPath } from '../../runtime/navigation/navigation.ts'
import { recordKeyIn } from '../../runtime/navigation/recordPath.ts'
import { usePageIds, useRuntime } from '../context.tsx'
import { AdminArea } from '../shell/loadScreen.ts'

/**
 * Everything below /admin that is no fixed route: before the menu is there, the way leads over the loading route, which brings back (and
 * loads the code of the layout meanwhile); a path that no delivered rule opens is 401 where this product has a screen for it, else 404.
 */
export function AdminGate() {
  const runtime = useRuntime()
  const pageIds = usePageIds()
  const { pathname, search } = useLocation()
  const path = pathname + search
  if (!runtime.booted()) return <Navigate to={loadingPath('admin', path)} replace />
  const route = findRoute(runtime.routes(), path)
  const isOfScreen = pageIds.some((id) => pathname === `/admin/${id}` || recordKeyIn(`/admin/${id}`, pathname) !== undefined)
  const to = isOfScreen ? '/401' : '/404'
  if (!route) return <Navigate to={to} replace state={{ from: path }} />
  return <AdminArea path={path} route={route} />
}
