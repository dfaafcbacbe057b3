import { readFolders } from '../../../codegen/load/folders.ts'
import { readSources, type Source } from '../../../codegen/load/sources.ts'
import { follow, splitPath } from '../../../codegen/overlay/places.ts'
import { type Part, toJson } from '../../../codegen/overlay/tree.ts'
import type { OpenedPackage } from '../../../codegen/package/open.ts'
import { isObject } from '../../../src/schemas/isObject.ts'

/** One thing that a package does to a page of others, with what stands there now and what will. */
export interface OverlayDeed {
  /** The file of the package. */
  file: string
  /** The page, or the table as `entities/<table>`. */
  page: string
  op: 'add' | 'move' | 'hide' | 'set'
  path: string
  /** JSON of what is there; undefined: nothing. A move shows the order of what stands side by side. */
  before: unknown
  after: unknown
}

/** What the overlays of a package do, between the folders as they are and with it. */
export async function overlayDeeds(
  { files }: OpenedPackage,
  now: readonly string[],
  next: readonly string[],
): Promise<OverlayDeed[]> {
  const [before, after] = [await treesIn(now), await treesIn(next)]
  return [...files].flatMap(([file, bytes]) => {
    const page = /^overlays\/[^/]+\/(.+?)\.json$/.exec(file)?.[1]
    if (page === undefined || /\.(?:zh-cn|en)$/.test(page)) return []
    return deedsIn(JSON.parse(bytes.toString())).map(({ op, path }) => ({
      file,
      page,
      op,
      path,
      before: shownAt(before.get(page), op, path),
      after: shownAt(after.get(page), op, path),
    }))
  })
}

async function treesIn(dirs: readonly string[]): Promise<Map<string, Part>> {
  const { pages, tables } = await readSources(await readFolders(dirs, []), [])
  const named = (name: (id: string) => string) => (each: Source) => [name(each.id), each.tree] as const
  return new Map([...pages.map(named((id) => id)), ...tables.map(named((id) => `entities/${id}`))])
}

function deedsIn(json: unknown): Pick<OverlayDeed, 'op' | 'path'>[] {
  if (!isObject(json)) return []
  const { add, move, hide, set } = json
  const keys = (value: unknown) => (isObject(value) ? Object.keys(value) : [])
  return [
    ...keys(add).map((path) => ({ op: 'add' as const, path })),
    ...keys(move).map((path) => ({ op: 'move' as const, path })),
    ...(Array.isArray(hide) ? hide.map((path) => ({ op: 'hide' as const, path: String(path) })) : []),
    ...keys(set).map((path) => ({ op: 'set' as const, path })),
  ]
}

function shownAt(tree: Part | undefined, op: OverlayDeed['op'], path: string): unknown {
  if (!tree) return undefined
  const place = op === 'move' ? splitPath(path)?.place : path.split('.')
  const { entries, last, rest } = follow(tree, place ?? [])
  if (rest.length > 0 || entries.some(({ hidden }) => hidden)) return undefined
  if (op !== 'move' || last.is === 'value') return toJson(last)
  return last.parts.filter(({ hidden }) => !hidden).map(({ name }) => name)
}
