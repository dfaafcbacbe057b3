import { mkdir, readFile, realpath, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { applyEdits, modify } from 'jsonc-parser'
import { codeOf } from '../../src/schemas/errors.ts'
import type { MenuSeed } from '../../src/schemas/language/menu/menu.ts'
import type { Inferred } from '../infer/infer.ts'
import { prettyJson } from './json.ts'

/** A file to write: its path and its whole text. */
export interface EmittedFile {
  path: string
  text: string
}

/** The files of a screen below the folder of schemas; the menu is `menus/admin.json` with the screen's rule added or renewed. */
export async function emitScreens(screens: readonly Inferred[], dir: string): Promise<EmittedFile[]> {
  const files = screens.flatMap((s): EmittedFile[] => {
    const folder = join(dir, 'pages', s.id)
    return [
      { path: join(folder, 'page.json'), text: json(s.page) },
      { path: join(folder, 'zh-cn.json'), text: json(s.words['zh-cn']) },
      { path: join(folder, 'en.json'), text: json(s.words.en) },
    ]
  })
  const menuPath = join(dir, 'menus', 'admin.json')
  return [...files, { path: menuPath, text: menuText(await readText(menuPath), screens) }]
}

function json(value: unknown): string {
  return `${prettyJson(value)}\n`
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '[]\n'
    throw error
  }
}

/**
 * The text of the menu with the screens' rules: only what changes is touched. A rule that is there already keeps its place and its words,
 * and gets the buttons it lacks.
 */
function menuText(text: string, screens: readonly Inferred[]): string {
  let out = text
  for (const { menu } of screens) {
    const rules = JSON.parse(out) as MenuSeed[]
    const at = rules.findIndex((r) => r.name === menu.name)
    const found = rules[at]
    if (found && found.type !== 'menu') {
      throw new Error(`the menu has a ${found.type} called "${menu.name}" already; rename it before generating this screen`)
    }
    if (found) {
      const buttons = [...new Set([...(found.buttons ?? []), ...menu.buttons])]
      if (buttons.length === found.buttons?.length) continue
      out = applyEdits(out, modify(out, [at, 'buttons'], buttons, {}))
    } else {
      const parent = rules.find((r) => r.type === 'menu_dir' && r.name === menu.name.split('/').slice(0, -1).join('/'))
      const { name, ...rest } = menu
      const rule = { type: 'menu', name, ...(parent ? { parent: parent.name } : {}), ...rest }
      const written = prettyJson([rule]).slice(1, -2).trimEnd() // as one member of a list, indented
      out = out.replace(/\s*\]\s*$/, `${rules.length > 0 ? ',' : ''}${written}\n]\n`)
    }
  }
  return out
}

/** Texts of the files that exist and would change; empty when generating again changes nothing. */
export async function changedFiles(files: readonly EmittedFile[]): Promise<EmittedFile[]> {
  const changed: EmittedFile[] = []
  for (const file of files) {
    const before = await readFile(file.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (before !== undefined && before !== file.text) changed.push(file)
  }
  return changed
}

/**
 * Writes the files, each to a temporary name first, all of them renamed at the end: a kill in between leaves the old set or the new.
 * Nothing outside `dir` is written, also not through links.
 */
export async function writeFiles(files: readonly EmittedFile[], dir: string): Promise<void> {
  const root = await realpath(dir)
  const pending: [string, string][] = []
  for (const file of files) {
    await mkdir(dirname(file.path), { recursive: true })
    const folder = await realpath(dirname(file.path))
    if (folder !== root && !folder.startsWith(root + sep)) throw new Error(`${file.path} lies outside ${resolve(dir)}`)
    const temporary = `${file.path}.new`
    await writeFile(temporary, file.text)
    pending.push([temporary, file.path])
  }
  for (const [from, to] of pending) await rename(from, to)
}
