import { Navigate, useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { memberOf } from '../../runtime/app/member.ts'
import { findRoute } from '../../runtime/navigation/menu.ts'
import { loadingPath } from '../../runtime/navigation/navigation.ts'
import { useRuntime } from '../context.tsx'
import { RuntimeProvider } from '../RuntimeProvider.tsx'
import { NoRoute } from '../shell/NoRoute.tsx'
import { MemberLayout } from './MemberLayout.tsx'

/**
 * Everything below /user that is no fixed route. Who is not signed in (any more, in whatever tab they signed out) signs in; before the
 * menu is there, the way leads over the loading route.
 */
export function MemberGate() {
  const runtime = useRuntime()
  const member = memberOf(runtime)
  const { token } = useSnapshot(runtime.stores.userInfo)
  // A session that has ended is asked for over the page.
  const isAsked = useSnapshot(runtime.session.state).user !== null
  const { viewRoutes } = useSnapshot(runtime.stores.memberCentre)
  const { pathname, search } = useLocation()
  const path = pathname + search
  if (token === '' && !isAsked) return <Navigate to="/user/login" replace state={{ to: path }} />
  if (!isAsked && !member.booted()) return <Navigate to={loadingPath('user', path)} replace />
  const route = findRoute(viewRoutes, path)
  if (!route) return <NoRoute address={pathname.replace('/user/', '')} from={path} />
  return (
    <RuntimeProvider runtime={member.runtime}>
      <MemberLayout route={route} onSignOut={() => void member.signOut()} />
    </RuntimeProvider>
  )
}
