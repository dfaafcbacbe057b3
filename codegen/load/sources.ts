import { readdir } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import type { Issue } from '../../src/schemas/language/issue.ts'
import { type LaidFile, layOver, type Overlays, readOverlays } from '../overlay/overlays.ts'
import { type JsonFile, readJsonFile } from '../readJson.ts'

/** A page or table as it was read, and with its overlays. */
export interface Source extends LaidFile {
  /** The id of the page, or the name of the table's file. */
  id: string
  /** As it is without overlays, if it has any. */
  bare: JsonFile | undefined
}

/** The files that pages and tables are made of. */
export interface Sources {
  pages: readonly Source[]
  tables: readonly Source[]
  overlays: Overlays
}

/** Reads every page and every table without a page of its own, with what overlays do to them. Faults of overlays go to `issues`. */
export async function readSources(dir: string, issues: Issue[]): Promise<Sources> {
  const pagePaths = await filesBelow(join(dir, 'pages'), 'page.json')
  const tablePaths = await filesBelow(join(dir, 'entities'), '.json')
  const pages = pagePaths.map((path) => shown(join(dir, 'pages'), join(path, '..')))
  const tables = tablePaths.map((path) => basename(path, '.json'))
  const overlays = await readOverlays(dir, { pages, tables }, issues)
  const read = async (path: string, id: string, of: 'page' | 'table'): Promise<Source> => {
    const file = await readJsonFile(path, shown(dir, path))
    const own = (of === 'page' ? overlays.pages : overlays.tables).get(id) ?? []
    return { id, bare: own.length > 0 ? file : undefined, ...layOver(file, of, own, issues) }
  }
  return {
    pages: await Promise.all(pagePaths.map((path, i) => read(path, pages[i] ?? '', 'page'))),
    tables: await Promise.all(tablePaths.map((path, i) => read(path, tables[i] ?? '', 'table'))),
    overlays,
  }
}

/** One page, or a table as `entities/<table>`, and where its parts were written; undefined when it is not there. */
export async function readSource(dir: string, id: string): Promise<Source | undefined> {
  const { pages, tables } = await readSources(dir, [])
  return pages.find((page) => page.id === id) ?? tables.find((table) => `entities/${table.id}` === id)
}

/** How findings call a file: its path from the schemas' folder. */
export function shown(dir: string, path: string): string {
  return relative(dir, path).replaceAll('\\', '/')
}

/** Files below a folder whose name ends so, sorted; none when the folder is not there. */
async function filesBelow(dir: string, ending: string): Promise<string[]> {
  const names = await readdir(dir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const isMeant = (name: string) => (ending.startsWith('.') ? name.endsWith(ending) : basename(name) === ending)
  return names
    .filter(isMeant)
    .sort()
    .map((name) => join(dir, name))
}
