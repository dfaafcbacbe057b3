import { readWanted } from '../../runtime/navigation.ts'

/** Where the person wanted to go: whoever is sent away on the loading route wanted what it carries. */
export function unwrapped(to: string): string {
  const carried = /^\/(?:admin|user)\/loading(?:\/([^/?#]*))?/.exec(to)
  return carried ? (readWanted(decodeURIComponent(carried[1] ?? '')) ?? '') : to
}
