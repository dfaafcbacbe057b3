/** Name in the address of a list for the record that is open over it. */
export const recordParam = 'record'

/** Where on a screen an address is: at the list (`key` null), at a record over the list, or at the page of a record. */
export interface RecordPlace {
  key: string | null
  isPage: boolean
}

/** A path with its query: `/admin/auth/group` and `status=1`. */
export interface PathAndQuery {
  pathname: string
  search: string
}

/** The key in the path of a record's own page, one part behind the screen's path; undefined for every other path. */
export function recordKeyIn(screen: string, path: string): string | undefined {
  const base = `${withoutQuery(screen)}/`
  const at = withoutQuery(path)
  const part = at.startsWith(base) ? at.slice(base.length) : ''
  if (part === '' || part.includes('/')) return undefined
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** What an address of a screen shows. The page of a record wins over a record named in its query. */
export function recordPlace(screen: string, { pathname, search }: PathAndQuery): RecordPlace {
  const own = recordKeyIn(screen, pathname)
  if (own !== undefined) return { key: own, isPage: true }
  return { key: new URLSearchParams(search).get(recordParam) || null, isPage: false }
}

/** The address's query without the record: what the list is narrowed by, with its '?' where there is any. */
export function listSearch(search: string): string {
  const params = new URLSearchParams(search)
  if (!params.has(recordParam)) return search
  params.delete(recordParam)
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** The query of a list with a record open over it. */
export function panelSearch(list: string, key: string | number): string {
  const params = new URLSearchParams(listSearch(list))
  params.set(recordParam, String(key))
  return `?${params.toString()}`
}

/** The page of a record; `list` is the query of the list that one goes through from there. */
export function recordPath(screen: string, key: string | number, list = ''): PathAndQuery {
  const part = String(key)
  const search = listSearch(list)
  // Browsers take such parts out of a path.
  if (/^\.{1,2}$/.test(part)) return { pathname: withoutQuery(screen), search: panelSearch(list, key) }
  return { pathname: `${withoutQuery(screen)}/${encodeURIComponent(part)}`, search }
}

/** Where a link with filters leads: one that names a record by its key alone, to the page of that record. */
export function linkPath(screen: string, filters: Readonly<Record<string, string>>): string {
  const { id, ...others } = filters
  if (id !== undefined && id !== '' && Object.keys(others).length === 0) {
    const { pathname, search } = recordPath(screen, id)
    return pathname + search
  }
  const query = new URLSearchParams(filters).toString()
  return query === '' ? screen : `${screen}?${query}`
}

function withoutQuery(path: string): string {
  return path.split(/[?#]/, 1)[0] ?? ''
}
