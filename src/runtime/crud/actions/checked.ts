import type { Choice } from '../options.ts'

/** The ticked keys of a tree as texts, with all their ancestors; `*` ticks every choice. */
export function withAncestors(list: readonly Choice[], ticked: readonly unknown[]): string[] {
  const parents = new Map(list.map(({ value, pid }) => [String(value), String(pid ?? '')]))
  if (ticked.includes('*')) return [...parents.keys()]
  const whole = new Set<string>()
  for (const key of ticked) {
    whole.add(String(key))
    // A parent that is not among the choices is nobody's to tick; one that was met before has its own above it already.
    for (let up = parents.get(String(key)); up !== undefined && parents.has(up) && !whole.has(up); up = parents.get(up))
      whole.add(up)
  }
  return [...whole]
}
