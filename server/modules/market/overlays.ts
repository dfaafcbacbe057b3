import { readFolders } from '../../../codegen/load/folders.ts'
import { readSources, type Source } from '../../../codegen/load/sources.ts'
import { follow, splitPath } from '../../../codegen/overlay/places.ts'
import { type Part, toJson } from '../../../codegen/overlay/tree.ts'
import type { OverlayDeed } from '../../../src/schemas/api/market.ts'
import { deedsOf } from './conflicts.ts'

/** What the overlays of a package do, between the folders as they are and with it. */
export async function overlayDeeds(
  files: ReadonlyMap<string, Buffer>,
  now: readonly string[],
  next: readonly string[],
): Promise<OverlayDeed[]> {
  const [before, after] = [await treesIn(now), await treesIn(next)]
  return [...files].flatMap(([file, bytes]) =>
    deedsOf(new Map([[file, bytes]])).map(({ page, op, path }) => ({
      file,
      page,
      op,
      path,
      before: shownAt(before.get(page), op, path),
      after: shownAt(after.get(page), op, path),
    })),
  )
}

async function treesIn(dirs: readonly string[]): Promise<Map<string, Part>> {
  const { pages, tables } = await readSources(await readFolders(dirs, []), [])
  const named = (name: (id: string) => string) => (each: Source) => [name(each.id), each.tree] as const
  return new Map([...pages.map(named((id) => id)), ...tables.map(named((id) => `entities/${id}`))])
}

/** What a page has at a place that an overlay changes; undefined: nothing. */
export function shownAt(tree: Part | undefined, op: OverlayDeed['op'], path: string): unknown {
  if (!tree) return undefined
  const place = op === 'move' ? splitPath(path)?.place : path.split('.')
  const { entries, last, rest } = follow(tree, place ?? [])
  if (rest.length > 0 || entries.some(({ hidden }) => hidden)) return undefined
  if (op !== 'move' || last.is === 'value') return toJson(last)
  return last.parts.filter(({ hidden }) => !hidden).map(({ name }) => name)
}
