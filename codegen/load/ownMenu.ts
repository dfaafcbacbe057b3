import { join } from 'node:path'
import { isObject } from '../../src/schemas/isObject.ts'
import type { MenuSeed } from '../../src/schemas/language/menu/menu.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Locale } from '../../src/schemas/language/words.ts'
import { type Folder, readIfThere } from './folders.ts'

const directory: MenuSeed = {
  type: 'menu_dir',
  name: 'workspace',
  title: '工作区',
  title_en: 'Workspace',
  icon: 'pi pi-folder-open',
}

/**
 * Menu entries for the screens of a workspace that no menu names, so that adding a page's folder is enough. A workspace is a folder
 * beside the platform's that is no module.
 */
export async function entriesOfWorkspace(
  folders: readonly Folder[],
  pages: ReadonlyMap<string, Page>,
  folderOf: ReadonlyMap<string, Folder>,
  entries: readonly MenuSeed[],
): Promise<MenuSeed[]> {
  const named = new Set(entries.map(({ name }) => name))
  const own = [...pages.values()].filter(({ id, area }) => {
    const folder = folderOf.get(id)
    return (
      area === 'admin' && !named.has(id) && folder !== folders[0] && folder?.manifest === undefined && folder?.file === undefined
    )
  })
  if (own.length === 0) return []
  const screens = await Promise.all(own.map((page) => entryOf(page, folderOf.get(page.id)?.dir ?? '')))
  return [...(named.has(directory.name) ? [] : [directory]), ...screens]
}

async function entryOf(page: Page, dir: string): Promise<MenuSeed> {
  const [title, title_en] = await Promise.all((['zh-cn', 'en'] as const).map((locale) => titleIn(page.id, dir, locale)))
  const nodes = Object.values(page.actions).flatMap(({ type, node }) => (type === 'history' ? [] : [node]))
  const fields = Object.values(page.fields).flatMap(({ node }) => node ?? [])
  return {
    type: 'menu',
    name: page.id,
    parent: directory.name,
    title: title ?? page.id,
    title_en: title_en ?? page.id,
    icon: 'pi pi-file',
    menu_type: 'tab',
    component: page.id,
    keepalive: 1,
    buttons: [...new Set(['index', ...nodes, ...fields])],
  }
}

/** The title of a page, cut to what a menu holds; undefined if its words cannot be read, which the checker reports. */
async function titleIn(id: string, dir: string, locale: Locale): Promise<string | undefined> {
  const file = await readIfThere(join(dir, 'pages', id, `${locale}.json`), id)
  const title = isObject(file?.value) ? file.value.title : undefined
  return typeof title === 'string' && title.trim() !== '' ? title.slice(0, 50) : undefined
}
