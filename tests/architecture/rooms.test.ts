import { describe, expect, test } from 'vitest'
import { readSources, type Source } from './sources.ts'

/** Layers whose rooms point one way. Rooms are the folders and files side by side in a folder. */
const layers = ['src/renderers', 'src/runtime', 'src/schemas', 'codegen', 'server/core', 'server/crud']

describe('rooms', () => {
  test.each(layers)('side by side in %s do not import each other in a circle, not even for a type', (layer) => {
    const sources = readSources(layer)
    expect(sources.length).toBeGreaterThan(20)
    expect(knots(sources)).toEqual([])
  })
})

/** Every set of rooms that reach each other, with the imports that tie them together. */
function knots(sources: readonly Source[]): string[] {
  const folders = new Map<string, Map<string, Map<string, string>>>()
  for (const { path, imports } of sources) {
    for (const { own, target, line } of imports) {
      const edge = own ? roomsOf(path, target) : undefined
      if (!edge) continue
      const rooms = folders.get(edge.folder) ?? new Map<string, Map<string, string>>()
      const targets = rooms.get(edge.from) ?? new Map<string, string>()
      folders.set(edge.folder, rooms.set(edge.from, targets.set(edge.to, `${path}:${line} imports ${target}`)))
    }
  }
  return [...folders].flatMap(([folder, rooms]) =>
    [...rooms].flatMap(([from, targets]) =>
      [...targets].flatMap(([to, place]) => (reaches(rooms, to, from) ? [`${folder}: ${from} ⇄ ${to} (${place})`] : [])),
    ),
  )
}

/** The rooms at which two paths part, and the folder that holds both. */
function roomsOf(path: string, target: string): { folder: string; from: string; to: string } | undefined {
  const [own, other] = [path.split('/'), target.split('/')]
  const at = own.findIndex((name, i) => name !== other[i])
  const [from, to] = [own[at], other[at]]
  return from === undefined || to === undefined ? undefined : { folder: own.slice(0, at).join('/'), from, to }
}

function reaches(rooms: ReadonlyMap<string, ReadonlyMap<string, string>>, start: string, end: string): boolean {
  const seen = new Set([start])
  for (const room of seen) for (const next of rooms.get(room)?.keys() ?? []) seen.add(next)
  return seen.has(end)
}
