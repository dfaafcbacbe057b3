import { areaOf, returnPath } from '../../runtime/navigation/navigation.ts'

/** Where the person wanted to go: whoever is sent away on the loading route wanted what it carries. */
export function unwrapped(to: string): string {
  const area = areaOf(to)
  return area ? returnPath(to, area) : to
}
