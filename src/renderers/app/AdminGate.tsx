import { Navigate, useLocation } from 'react-router-dom'
import { findRoute } from '../../runtime/navigation/menu.ts'
import { loadingPath } from '../../runtime/navigation/navigation.ts'
import { useRuntime } from '../context.tsx'
import { AdminArea } from '../shell/loadScreen.ts'
import { NoRoute } from '../shell/NoRoute.tsx'

/**
 * Everything below /admin that is no fixed route: before the menu is there, the way leads over the loading route, which brings back (and
 * loads the code of the layout meanwhile); a path that no delivered rule opens is 401 where this product has a screen for it, else 404.
 */
export function AdminGate() {
  const runtime = useRuntime()
  const { pathname, search } = useLocation()
  const path = pathname + search
  if (!runtime.booted()) return <Navigate to={loadingPath('admin', path)} replace />
  const route = findRoute(runtime.routes(), path)
  if (!route) return <NoRoute address={pathname.replace('/admin/', '')} from={path} />
  return <AdminArea path={path} route={route} />
}
