/**
 * Whether routes are put behind the # (`VITE_KONTOR_ROUTES=hash` at the build), for hosts that serve one page only. Default: real paths.
 */
export const hashRoutes: boolean = import.meta.env.VITE_KONTOR_ROUTES === 'hash'

/** Path and query of the front end, as a window's location holds them. */
export function routeAt(at: Pick<Location, 'pathname' | 'search' | 'hash'>, hashed: boolean = hashRoutes): string {
  if (!hashed) return at.pathname + at.search
  return at.hash.startsWith('#/') ? at.hash.slice(1) : '/'
}
