import { readdir } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { type Issue, issueAt } from '../../src/schemas/language/issue.ts'
import { type LaidFile, layOver, type Overlays, readOverlays } from '../overlay/overlays.ts'
import { type JsonFile, readJsonFile } from '../schema/readJson.ts'
import { type Folder, foldersOf, readFolders } from './folders.ts'
import type { SchemaDirs } from './schemaSources.ts'

/** A page or table as it was read, and with its overlays. */
export interface Source extends LaidFile {
  /** The id of the page, or the name of the table's file. */
  id: string
  /** Its schema folder. */
  folder: Folder
  /** As it is without overlays, if it has any. */
  base: JsonFile | undefined
}

/** The source files of pages and tables. */
export interface Sources {
  pages: readonly Source[]
  tables: readonly Source[]
  overlays: Overlays
}

/** A file of a page or table before it is read. */
interface Found {
  id: string
  path: string
  folder: Folder
}

/** Reads every page and every table without a page of its own, with what overlays do to them. Faults of overlays go to `issues`. */
export async function readSources(folders: readonly Folder[], issues: Issue[]): Promise<Sources> {
  const pages = await filesOf(folders, 'pages')
  const tables = await filesOf(folders, 'entities')
  const there = { pages: pages.map(({ id }) => id), tables: tables.map(({ id }) => id) }
  const overlays = await readOverlays(folders, there, issues)
  const read = async ({ id, path, folder }: Found, of: 'page' | 'table'): Promise<Source> => {
    const file = await readJsonFile(path, shown(folder, path))
    const own = (of === 'page' ? overlays.pages : overlays.tables).get(id) ?? []
    return { id, folder, base: own.length > 0 ? file : undefined, ...layOver(file, of, own, issues) }
  }
  return {
    pages: onePerId(await Promise.all(pages.map((each) => read(each, 'page'))), issues),
    tables: await Promise.all(tables.map((each) => read(each, 'table'))),
    overlays,
  }
}

/** One page, or a table as `entities/<table>`, and where its parts were written; undefined when it is not there. */
export async function readSource(dirs: SchemaDirs, id: string): Promise<Source | undefined> {
  const { pages, tables } = await readSources(await readFolders(foldersOf(dirs), []), [])
  return pages.find((page) => page.id === id) ?? tables.find((table) => `entities/${table.id}` === id)
}

/** How findings call a file: its path from the schemas' folder, of a module from the project's root. */
export function shown({ dir, prefix }: Folder, path: string): string {
  return prefix + relative(dir, path).replaceAll('\\', '/')
}

/** A page of two folders is a fault of the later one, which is left out. */
function onePerId(pages: readonly Source[], issues: Issue[]): Source[] {
  const first = new Map<string, Source>()
  for (const page of pages) {
    const other = first.get(page.id)
    if (other) issues.push(page.file.locate(issueAt([], `the page "${page.id}" is there already`, `see ${other.file.name}`)))
    else first.set(page.id, page)
  }
  return [...first.values()]
}

async function filesOf(folders: readonly Folder[], of: 'pages' | 'entities'): Promise<Found[]> {
  const found = folders.map(async (folder) => {
    const top = join(folder.dir, of)
    const paths = await filesBelow(top, of === 'pages' ? 'page.json' : '.json')
    const idOf = (path: string) =>
      of === 'pages' ? relative(top, join(path, '..')).replaceAll('\\', '/') : basename(path, '.json')
    return paths.map((path) => ({ id: idOf(path), path, folder }))
  })
  return (await Promise.all(found)).flat()
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
