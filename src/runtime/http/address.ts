import { isOwnPath } from '../navigation/navigation.ts'

/** The part of the address that decides which token goes along: admin tokens never reach member paths and vice versa. */
export function areaOfCall(path: string): 'admin' | 'user' {
  return path.startsWith('/admin/') ? 'admin' : 'user'
}

/**
 * The address a call really goes to, or undefined when `path` is not one of this site (another host, a scheme, a backslash …).
 * Paths below /admin/ go to `<entry>.php/…` when the back office has another entry than /admin ('': the page does not know it).
 */
export function resolveAddress(path: string, entry: string): string | undefined {
  if (!isOwnPath(path) || path.split(/[?#]/, 1)[0]?.split('/').includes('..')) return undefined
  return entry !== '' && entry !== '/admin' && path.startsWith('/admin/') ? `${entry}.php/${path.slice('/admin/'.length)}` : path
}
