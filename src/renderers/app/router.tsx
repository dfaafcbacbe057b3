import type { ComponentType, ReactNode } from 'react'
import {
  Navigate,
  NavigationType,
  UNSAFE_createBrowserHistory,
  UNSAFE_createHashHistory,
  useLocation,
  useNavigate,
} from 'react-router-dom'
import type { Runtime } from '../../runtime/app/runtime.ts'
import { findRoute } from '../../runtime/navigation/menu.ts'
import type { Destination } from '../../runtime/navigation/navigation.ts'
import { useT } from '../context.tsx'
import { loadHome } from '../home/load.ts'
import { loadMember } from '../member/load.ts'
import type { RouterHistory } from '../routing/history.ts'
import { RouterView } from '../routing/RouterView.tsx'
import { type AppRouter, createAppRouter } from '../routing/router.ts'
import { StandalonePage } from '../shell/StandalonePage.tsx'
import { Fault, ScreenBoundary } from '../shell/tabs/ScreenBoundary.tsx'
import { AdminGate } from './AdminGate.tsx'
import { FirstLoad } from './FirstLoad.tsx'
import { Loading } from './Loading.tsx'
import { ProgressLine } from './ProgressLine.tsx'
import { SessionHost } from './SessionHost.tsx'
import { unwrapped } from './unwrapped.ts'

/** Draws the page at the address. */
export function Pages({ router }: { router: AppRouter }) {
  return (
    <RouterView router={router}>
      {({ shown, isBusy }) => {
        if (shown.type === 'first') return <FirstLoad />
        if (shown.type === 'fault') return <RouteFault error={shown.error} />
        return <Root isBusy={isBusy}>{shown.type === 'page' ? shown.page : unmatched}</Root>
      }}
    </RouterView>
  )
}

function Root({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <>
      <ProgressLine isBusy={isBusy} />
      <FirstLoad />
      <ScreenBoundary>{children}</ScreenBoundary>
      <ScreenBoundary>
        <SessionHost />
      </ScreenBoundary>
    </>
  )
}

function Unmatched() {
  const { pathname, search } = useLocation()
  return <Navigate to="/404" replace state={{ from: pathname + search }} />
}

/** One element, which is not drawn again while the code of /404 is on its way: it would go there each time. */
const unmatched = <Unmatched />

/** A page whose code failed to load; visiting it again retries. */
function RouteFault({ error }: { error: unknown }) {
  const t = useT()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (
    <StandalonePage title={t('ui.shell.partFailed')}>
      <Fault isPage error={error} onRetry={() => navigate(pathname + search, { replace: true })} />
    </StandalonePage>
  )
}

/** Loads a public page with its words. */
export type PublicPageLoader = (runtime: Runtime) => Promise<ComponentType>

/** Public pages by pattern of their path. */
export type PublicPages = Readonly<Record<string, PublicPageLoader>>

/** What the front end adds to the fixed routes. */
export interface RouterOptions {
  /** Loads the public page at `/`; absent: the platform's own. */
  home?: PublicPageLoader | undefined
  /** Public pages of modules. */
  pages?: PublicPages
  /** Where the back office has another entrance: makes the history behind it. */
  createPaths?: (() => RouterHistory) | undefined
}

/**
 * The fixed routes (specification, section 2). Menu rules are resolved below /admin/* and /user/*. Real paths, or behind the #
 * (runtime/address.ts).
 */
export function createRouter(
  runtime: Runtime,
  { home = loadHome, pages = {}, createPaths = UNSAFE_createBrowserHistory }: RouterOptions,
): AppRouter {
  // Said in full, so that the build leaves the other one out.
  const create = import.meta.env.VITE_KONTOR_ROUTES === 'hash' ? UNSAFE_createHashHistory : createPaths
  return createAppRouter(create(), [
    ...Object.entries({ '/': home, ...pages }).map(([path, load]) => ({ path, load: () => load(runtime) })),
    { path: '/admin/login', load: async () => (await import('../shell/login/Login.tsx')).Login },
    { path: '/admin/loading/:to?', element: <Loading /> },
    { path: '/admin', element: <Navigate to="/admin/loading" replace /> },
    { path: '/admin/*', element: <AdminGate /> },
    { path: '/user/login', load: async () => (await loadMember(runtime)).MemberLogin },
    { path: '/user/loading/:to?', load: async () => (await loadMember(runtime)).MemberLoading },
    { path: '/user', element: <Navigate to="/user/loading" replace /> },
    { path: '/user/*', load: async () => (await loadMember(runtime)).MemberGate },
    { path: '/401', load: async () => (await import('./NotFound.tsx')).NoRight },
    { path: '/404', load: async () => (await import('./NotFound.tsx')).NotFound },
  ])
}

/** Follows the runtime's navigation requests. Returns the function that unsubscribes. */
export function followNavigation(runtime: Runtime, router: AppRouter): () => void {
  return runtime.navigation.listen((destination) => go(destination, runtime, router))
}

/** Updates the live feed when the route changes, or the person or the network comes back. Returns the function that unsubscribes. */
export function followFeed({ feed }: Runtime, router: AppRouter): () => void {
  const unsubscribe = router.subscribe(feed.follow)
  const returns = ['focus', 'online']
  for (const event of returns) addEventListener(event, feed.follow)
  return () => {
    unsubscribe()
    for (const event of returns) removeEventListener(event, feed.follow)
  }
}

/**
 * Calls back when the person steps through the history, or comes to another path; not when a screen writes its own state into its address.
 * Returns the function that unsubscribes.
 */
export function onLeaving(router: AppRouter, left: () => void): () => void {
  let last = router.place().location
  return router.subscribe(() => {
    const { location, cameBy } = router.place()
    if (location !== last && (cameBy === NavigationType.Pop || location.pathname !== last.pathname)) left()
    last = location
  })
}

function go(destination: Destination, runtime: Runtime, router: AppRouter): void {
  if (destination.type === 'path') router.navigate(destination.path, { replace: destination.replace ?? false })
  else if (destination.type === 'signIn')
    router.navigate(`/${destination.area}/login`, { replace: true, state: { to: unwrapped(destination.to) } })
  else if (destination.type === 'open') window.open(destination.url, '_blank', 'noopener,noreferrer')
  else {
    const route = runtime.routes().find((one) => one.name === destination.name) ?? findRoute(runtime.routes(), destination.name)
    if (route) router.navigate(route.path)
    else runtime.navigationFailed('invalidRoute', destination.name)
  }
}
