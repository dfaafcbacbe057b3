import { areaOf, returnPath } from '../../runtime/navigation/navigation.ts'

/** The intended target: someone redirected to the loading route wanted the address it carries. */
export function unwrapped(to: string): string {
  const area = areaOf(to)
  return area ? returnPath(to, area) : to
}
