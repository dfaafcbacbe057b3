import { join } from 'node:path'
import { type Area, areas } from '../../src/schemas/language/area/area.ts'
import type { Issue } from '../../src/schemas/language/issue.ts'
import type { MenuSeed } from '../../src/schemas/language/menu/menu.ts'
import { parseMenu } from '../../src/schemas/language/menu/parseMenu.ts'
import type { JsonFile } from '../schema/readJson.ts'
import { type Folder, readIfThere } from './folders.ts'

/** The menus of all folders, by area. */
export interface Menus {
  menus: Record<Area, readonly MenuSeed[]>
  files: Partial<Record<Area, Pick<JsonFile, 'locate'>>>
  /** One of the files is there and its entries cannot be read. */
  unreadable: boolean
}

/** Reads menus/<area>.json of every folder. Faults go to `issues`. */
export async function readMenus(folders: readonly Folder[], issues: Issue[]): Promise<Menus> {
  const out: Menus = { menus: { admin: [], user: [] }, files: {}, unreadable: false }
  for (const area of areas) {
    const names = folders.map(({ dir, prefix }) => [join(dir, 'menus', `${area}.json`), `${prefix}menus/${area}.json`] as const)
    const files = await Promise.all(names.map(([path, name]) => readIfThere(path, name)))
    const there = files.filter((file) => file !== undefined)
    const readable = there.filter((file) => file.issues.length === 0)
    issues.push(...there.flatMap((file) => file.issues))
    const menu = parseMenu(
      readable.map(({ name, value, locate }) => ({ name, json: value, locate })),
      issues,
    )
    out.files[area] = menu
    out.menus[area] = menu.entries
    if (!menu.isWhole || readable.length < there.length) out.unreadable = true
  }
  return out
}
