import type { Row } from '../../rows.ts'

/** Lines of a form that were not done, with their messages under the places they have now; `errors` name the places they had. */
export function linesLeft(lines: unknown, name: string, errors: Row): { lines: unknown[]; errors: Record<string, string> } {
  const all = Array.isArray(lines) ? lines : []
  const indexOf = (place: string) => (place.startsWith(`${name}.`) ? Number(place.split('.')[1]) : undefined)
  const failed = [...new Set(Object.keys(errors).flatMap((place) => indexOf(place) ?? []))].sort((a, b) => a - b)
  const moved = Object.entries(errors).map(([place, text]): [string, string] => {
    const index = indexOf(place)
    const [, , ...rest] = place.split('.')
    return [index === undefined ? place : [name, failed.indexOf(index), ...rest].join('.'), String(text)]
  })
  return { lines: failed.map((index) => all[index]), errors: Object.fromEntries(moved) }
}
