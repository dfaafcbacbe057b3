import { issueAt } from '../../src/schemas/language/issue.ts'
import { isPlace } from './places.ts'
import type { Origin, Part } from './tree.ts'

/**
 * Where the parts of a page were written, a line each: `table.columns.flag  pages/…/page.json:173:7, hidden by overlays/gift/…:12:9`. Every
 * field, column, action and the like has a line; what stands inside one only when it comes from another file.
 */
export function originLines(tree: Part): string[] {
  const lines: [path: string, place: string][] = []
  const visit = (part: Part, names: readonly string[]): void => {
    if (part.is === 'value') return
    const isTop = isPlace(names) && names.length <= 2
    for (const { name, part: inner, hidden, changed = [] } of part.parts) {
      const path = [...names, name]
      if (isTop || hidden || changed.length > 0 || inner.from.file !== part.from.file) {
        const moved = changed.filter((each) => each !== inner.from).map((each) => `changed by ${placeOf(each)}`)
        lines.push([
          path.join('.'),
          [placeOf(inner.from), ...moved, ...(hidden ? [`hidden by ${placeOf(hidden)}`] : [])].join(', '),
        ])
      }
      visit(inner, path)
    }
  }
  visit(tree, [])
  const width = Math.max(0, ...lines.map(([path]) => path.length))
  return lines.map(([path, place]) => `${path.padEnd(width)}  ${place}`)
}

function placeOf({ file, path }: Origin): string {
  const { file: name, line, column } = file.locate(issueAt(path, ''))
  return `${name}:${line}:${column}`
}
