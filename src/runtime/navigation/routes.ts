/**
 * Whether routes are put behind the # (`VITE_KONTOR_ROUTES=hash` at the build), for hosts that serve one page only. Default: real paths.
 */
export const hashRoutes: boolean = import.meta.env.VITE_KONTOR_ROUTES === 'hash'

/** Path and query of the front end, as a window's location holds them; `entrance`: the path at which the back office is found. */
export function routeAt(
  at: Pick<Location, 'pathname' | 'search' | 'hash'>,
  entrance: string = office,
  hashed: boolean = hashRoutes,
): string {
  if (!hashed) return inward(at.pathname, entrance) + at.search
  return at.hash.startsWith('#/') ? at.hash.slice(1) : '/'
}

/** The back office in routes, menus and links, wherever the site has its entrance. */
export const office = '/admin'

/** The language of a first visit, as the site is set to; '' where the server does not say. */
export function langOf(page: Pick<Document, 'querySelector'>): string {
  return page.querySelector<HTMLMetaElement>('meta[name="kontor-lang"]')?.content ?? ''
}

/** The path at which the server says that the back office is found; '' on a page that must not tell. */
export function entranceOf(page: Pick<Document, 'querySelector'>): string {
  return page.querySelector<HTMLMetaElement>('meta[name="kontor-entrance"]')?.content ?? office
}

/** The address in the browser of a route: `/office/auth/group` for `/admin/auth/group` where the entrance is `/office`. */
export function outward(route: string, entrance: string): string {
  return entrance !== '' && isBelow(route, office) ? entrance + route.slice(office.length) : route
}

/** The route at an address; where the back office is elsewhere, nothing is at `/admin`. */
export function inward(path: string, entrance: string): string {
  if (entrance !== '' && isBelow(path, entrance)) return office + path.slice(entrance.length)
  return isBelow(path.toLowerCase(), office) ? '/404' : path
}

const isBelow = (path: string, top: string): boolean => path.startsWith(top) && /^(?:[/?#]|$)/.test(path.slice(top.length))
