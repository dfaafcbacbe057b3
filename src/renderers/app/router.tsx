import type { ComponentType } from 'react'
import {
  createBrowserRouter,
  createHashRouter,
  isRouteErrorResponse,
  Navigate,
  Outlet,
  type RouteObject,
  useLocation,
  useNavigate,
  useRouteError,
} from 'react-router-dom'
import type { Runtime } from '../../runtime/app/runtime.ts'
import { findRoute } from '../../runtime/navigation/menu.ts'
import type { Destination } from '../../runtime/navigation/navigation.ts'
import { useT } from '../context.tsx'
import { loadHome } from '../home/load.ts'
import { loadMember } from '../member/load.ts'
import { StandalonePage } from '../shell/StandalonePage.tsx'
import { Fault, ScreenBoundary } from '../shell/tabs/ScreenBoundary.tsx'
import { AdminGate } from './AdminGate.tsx'
import { FirstLoad } from './FirstLoad.tsx'
import { Loading } from './Loading.tsx'
import { ProgressLine } from './ProgressLine.tsx'
import { SessionHost } from './SessionHost.tsx'
import { unwrapped } from './unwrapped.ts'

function Root() {
  return (
    <>
      <ProgressLine />
      <FirstLoad />
      <ScreenBoundary>
        <Outlet />
      </ScreenBoundary>
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

/**
 * Router errors: an address that matches no pattern (for example with a line break), or a page whose code failed to load; visiting it
 * again retries.
 */
function RouteFault() {
  const t = useT()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <Unmatched />
  return (
    <StandalonePage title={t('ui.shell.partFailed')}>
      <Fault isPage error={error} onRetry={() => navigate(pathname + search, { replace: true })} />
    </StandalonePage>
  )
}

/** Makes a router over paths: the browser's own, or one behind another entrance (entrance.ts). */
export type CreateRouter = (routes: RouteObject[]) => ReturnType<typeof createBrowserRouter>

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
  /** Where the back office has another entrance: makes routers behind it. */
  createPaths?: CreateRouter | undefined
}

/**
 * The fixed routes (specification, section 2). Menu rules are resolved below /admin/* and /user/*. Real paths, or behind the #
 * (runtime/address.ts).
 */
export function createRouter(
  runtime: Runtime,
  { home = loadHome, pages = {}, createPaths = createBrowserRouter }: RouterOptions,
) {
  // Said in full, so that the build leaves the other one out.
  const create = import.meta.env.VITE_KONTOR_ROUTES === 'hash' ? createHashRouter : createPaths
  return create([
    {
      element: <Root />,
      errorElement: <RouteFault />,
      hydrateFallbackElement: <FirstLoad />,
      children: [
        ...Object.entries({ '/': home, ...pages }).map(([path, load]) => ({
          path,
          lazy: async () => ({ Component: await load(runtime) }),
        })),
        { path: '/admin/login', lazy: async () => ({ Component: (await import('../shell/login/Login.tsx')).Login }) },
        { path: '/admin/loading/:to?', element: <Loading /> },
        { path: '/admin', element: <Navigate to="/admin/loading" replace /> },
        { path: '/admin/*', element: <AdminGate /> },
        { path: '/user/login', lazy: async () => ({ Component: (await loadMember(runtime)).MemberLogin }) },
        { path: '/user/loading/:to?', lazy: async () => ({ Component: (await loadMember(runtime)).MemberLoading }) },
        { path: '/user', element: <Navigate to="/user/loading" replace /> },
        { path: '/user/*', lazy: async () => ({ Component: (await loadMember(runtime)).MemberGate }) },
        { path: '/401', lazy: async () => ({ Component: (await import('./NotFound.tsx')).NoRight }) },
        { path: '/404', lazy: async () => ({ Component: (await import('./NotFound.tsx')).NotFound }) },
        { path: '*', element: <Unmatched /> },
      ],
    },
  ])
}

export type AppRouter = ReturnType<typeof createRouter>

/** Follows the runtime's navigation requests. Returns the function that unsubscribes. */
export function followNavigation(runtime: Runtime, router: AppRouter): () => void {
  return runtime.navigation.listen((destination) => go(destination, runtime, router))
}

function go(destination: Destination, runtime: Runtime, router: AppRouter): void {
  if (destination.type === 'path') void router.navigate(destination.path, { replace: destination.replace ?? false })
  else if (destination.type === 'signIn')
    void router.navigate(`/${destination.area}/login`, { replace: true, state: { to: unwrapped(destination.to) } })
  else if (destination.type === 'open') window.open(destination.url, '_blank', 'noopener,noreferrer')
  else {
    const route = runtime.routes().find((one) => one.name === destination.name) ?? findRoute(runtime.routes(), destination.name)
    if (route) void router.navigate(route.path)
    else runtime.navigationFailed('invalidRoute', destination.name)
  }
}
