import { basename, join } from 'node:path'
import { type Folder, readFolders, readIfThere } from '../../../codegen/load/folders.ts'
import { firstPartyModules } from '../../../codegen/load/schemaSources.ts'
import { readSources, type Source, type Sources } from '../../../codegen/load/sources.ts'
import { layOver } from '../../../codegen/overlay/overlays.ts'
import type { JsonFile } from '../../../codegen/schema/readJson.ts'
import type { Schema } from '../../../codegen/schema/schema.ts'
import type { OverlayInForce, OverlayOrigin } from '../../../src/schemas/api/market.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import { type Locale, locales } from '../../../src/schemas/language/words.ts'
import { deedsIn } from './conflicts.ts'
import { shownAt } from './overlays.ts'

/** A change, and the folder that it comes from. */
interface Found extends OverlayInForce {
  folder: Folder
}

/**
 * Every change that an overlay of these folders makes, by where it comes from: packages, then the operator's own, in the order in which they
 * apply; what comes with Kontor, which nobody takes back here, last.
 */
export async function overlaysInForce(dirs: readonly string[], { words }: Pick<Schema, 'words'>): Promise<OverlayOrigin[]> {
  const folders = await readFolders(dirs, [])
  const sources = await readSources(folders, [])
  const found = [
    ...sources.pages.flatMap((each) => changesOf(each, { of: 'page', folders, files: sources.overlays.pages.get(each.id) })),
    ...sources.tables.flatMap((each) => changesOf(each, { of: 'table', folders, files: sources.overlays.tables.get(each.id) })),
    ...(await wordsChanged(sources, folders)),
  ]
  const origins = folders.flatMap((folder) => {
    const own = found.filter((each) => each.folder === folder)
    const pages = [...new Set(own.map(({ page }) => page))].map((page) => ({
      page,
      ...titlesOfPage(page, words),
      changes: own.filter((each) => each.page === page).map(({ folder: _, ...change }) => change),
    }))
    return pages.length === 0 ? [] : [{ ...originOf(folder), pages, reverted: [] }]
  })
  return origins.sort((a, b) => Number(a.kind === 'module') - Number(b.kind === 'module'))
}

/** What a screen is called; a table by its name. */
export function titlesOfPage(page: string, words: Schema['words']): { title: string; title_en: string } {
  const titleIn = (lang: Locale) => (page.startsWith('entities/') ? page : words.text(lang, page, 'title'))
  return { title: titleIn('zh-cn'), title_en: titleIn('en') }
}

function originOf({ dir, manifest }: Folder): Pick<OverlayOrigin, 'kind' | 'uid' | 'title' | 'title_en'> {
  const uid = manifest?.uid ?? 'workspace'
  const { title = '', title_en = '' } = manifest ?? {}
  if (!manifest || basename(dir) !== uid) return { kind: 'workspace', uid: 'workspace', title, title_en }
  return { kind: firstPartyModules().includes(uid) ? 'module' : 'package', uid, title, title_en }
}

/** Whose file it is, by the name that findings give it. */
function folderOf({ name }: JsonFile, folders: readonly Folder[]): Folder | undefined {
  return folders.find(({ prefix }) => prefix !== '' && name.startsWith(prefix)) ?? folders.findLast(({ prefix }) => prefix === '')
}

interface Laid {
  of: 'page' | 'table'
  folders: readonly Folder[]
  files: readonly JsonFile[] | undefined
}

function changesOf({ id, base, tree }: Source, { of, folders, files = [] }: Laid): Found[] {
  if (!base) return []
  const page = of === 'table' ? `entities/${id}` : id
  return [...new Set(files.map((file) => folderOf(file, folders)))].flatMap((folder) => {
    if (!folder) return []
    const isOwn = (file: JsonFile) => folderOf(file, folders) === folder
    const others = files.filter((file) => !isOwn(file))
    const without = layOver(base, of, others, []).tree
    return files.filter(isOwn).flatMap((file) =>
      deedsIn(file.value).map(({ op, path }) => {
        const [before, after] = [shownAt(without, op, path), shownAt(tree, op, path)]
        return { folder, file: file.name, page, op, path, before, after }
      }),
    )
  })
}

/** Texts that overlays say otherwise. Those of what they add are a part of that. */
async function wordsChanged({ pages, overlays }: Sources, folders: readonly Folder[]): Promise<Found[]> {
  const found: Found[] = []
  for (const { id, folder: owner } of pages)
    for (const locale of locales) {
      const files = overlays.words.get(id)?.[locale] ?? []
      if (files.length === 0) continue
      const base = textsIn((await readIfThere(join(owner.dir, 'pages', id, `${locale}.json`), id))?.value)
      const laid = files.map((file) => ({ file, folder: folderOf(file, folders), texts: textsIn(file.value) }))
      const said = (path: string, others: typeof laid) => others.findLast(({ texts }) => texts.has(path))?.texts.get(path)
      for (const { file, folder, texts } of laid)
        for (const path of texts.keys()) {
          const others = laid.filter((each) => each.folder !== folder)
          const before = said(path, others) ?? base.get(path)
          const after = said(path, laid)
          if (folder && before !== undefined && before !== after)
            found.push({ folder, file: file.name, page: id, op: 'words', locale, path, before, after })
        }
    }
  return found
}

/** Texts by their place. */
function textsIn(json: unknown, at = ''): Map<string, string> {
  if (typeof json === 'string') return new Map([[at, json]])
  if (!isObject(json)) return new Map()
  return new Map(Object.entries(json).flatMap(([key, value]) => [...textsIn(value, at === '' ? key : `${at}.${key}`)]))
}
