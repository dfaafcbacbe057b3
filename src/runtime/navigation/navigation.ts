import type { Area } from '../../schemas/language/area/area.ts'

/** Where the runtime wants the person to go. The shell's router listens and goes there. */
export type Destination =
  | { type: 'path'; path: string; replace?: boolean }
  | { type: 'name'; name: string }
  /** Sign in again; `to` is path and query to come back to, '' when nothing was asked for. */
  | { type: 'signIn'; area: Area; to: string }
  | { type: 'open'; url: string }

export type { Area } from '../../schemas/language/area/area.ts'

/** Requests to move the person, as an event: the runtime asks, the router does. */
export interface Navigation {
  go(destination: Destination): void
  listen(listener: (destination: Destination) => void): () => void
}

/** Makes the event. Requests made before anybody listens are kept for the first listener. */
export function createNavigation(): Navigation {
  const listeners = new Set<(destination: Destination) => void>()
  let waiting: Destination[] = []
  return {
    go(destination) {
      if (listeners.size === 0) waiting.push(destination)
      for (const listener of listeners) listener(destination)
    },
    listen(listener) {
      listeners.add(listener)
      for (const destination of waiting) listener(destination)
      waiting = []
      return () => listeners.delete(listener)
    },
  }
}

/** The area a path of the front end belongs to; undefined for the public pages. */
export function areaOf(path: string): Area | undefined {
  if (/^\/admin(?=[/?#]|$)/.test(path)) return 'admin'
  if (/^\/user(?=[/?#]|$)/.test(path)) return 'user'
  return undefined
}

/** True on the area's sign-in route. */
export function onSignIn(path: string, area: Area): boolean {
  return new RegExp(`^/${area}/login(?=[/?#]|$)`).test(path)
}

/** Address of the sign-in route or the loading route that keeps where the person wanted to go. */
export function loadingPath(area: Area, to: string): string {
  return to ? `/${area}/loading/${encodeURIComponent(JSON.stringify(wanted(to)))}` : `/${area}/loading`
}

/** `{path, query}` as the `to` parameter of the loading route carries it. */
export function wanted(to: string): { path: string; query: Record<string, string> } {
  const [path = '', search = ''] = to.split('?', 2)
  return { path, query: Object.fromEntries(new URLSearchParams(search)) }
}

/** Path and query out of the `to` parameter of a loading route; undefined when it is no path of this site. */
export function readWanted(json: string | undefined): string | undefined {
  if (!json) return undefined
  try {
    const value: unknown = JSON.parse(json)
    if (value === null || typeof value !== 'object' || !('path' in value) || typeof value.path !== 'string') return undefined
    if (!isOwnPath(value.path)) return undefined
    const query = 'query' in value && value.query !== null && typeof value.query === 'object' ? Object.entries(value.query) : []
    const text = new URLSearchParams(query.map(([k, v]) => [k, String(v)])).toString()
    return text ? `${value.path}?${text}` : value.path
  } catch {
    return undefined
  }
}

/** True for a path on this origin: one leading slash, no host, no scheme, no backslash, no control character. */
export function isOwnPath(path: string): boolean {
  return path.startsWith('/') && !path.startsWith('//') && !hasControlOrBackslash(path)
}

function hasControlOrBackslash(text: string): boolean {
  for (const char of text) if (char === '\\' || char.charCodeAt(0) < 32 || char.charCodeAt(0) === 127) return true
  return false
}

/** Public pages other than the first: what modules show there may ask members to sign in and come back. */
const publicPage = /^\/(?!(?:admin|user|401|404)(?:[/?#]|$))[^/?#]/i

/**
 * True for a path of the area that a person may want to come to: no other site, no other area, not the area's root, and no step on the way
 * (its sign-in and loading routes), which would lead in a circle. Members come to public pages too.
 */
export function isInside(area: Area, path: string): boolean {
  const own = new RegExp(`^/${area}/(?!(?:login|loading)(?:[/?#]|$))[^/?#]`)
  if (!isOwnPath(path) || !(own.test(path) || (area === 'user' && publicPage.test(path)))) return false
  // Dot segments, encoded ones too, are taken out by the browser: then it would be another path.
  return !hasDots(path.split(/[?#]/, 1)[0] ?? '')
}

function hasDots(path: string): boolean {
  return path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part))
}

/**
 * Where a path of an area's loading route leads; undefined (the default page then) for anything that is not inside the area. The path is
 * read as it stands: routers decode parameters twice, which takes the slashes out of the address of an iframe.
 */
export function wantedInside(area: Area, path: string): string | undefined {
  const to = returnPath(path, area)
  return to !== path && isInside(area, to) ? to : undefined
}

/** True for addresses a link may lead to: own paths, http(s) with a host, mailto, tel. Never `javascript:`, `data:` or `//host`. */
export function isSafeUrl(url: string): boolean {
  return isFrameUrl(url) || (/^(?:mailto|tel):/i.test(url) && !hasControlOrBackslash(url))
}

/** True for addresses a frame may show: own paths and http(s) with a host. */
export function isFrameUrl(url: string): boolean {
  return isOwnPath(url) || (/^https?:\/\/[^/?#]/i.test(url) && !hasControlOrBackslash(url) && URL.canParse(url))
}

/** The address to come back to from `path`: on the loading route the one that is being loaded. */
export function returnPath(path: string, area: Area): string {
  const loading = new RegExp(`^/${area}/loading(?:/([^?#]*))?`).exec(path)
  if (!loading) return path
  try {
    return readWanted(decodeURIComponent(loading[1] ?? '')) ?? ''
  } catch {
    return ''
  }
}
