import { mkdir, readFile, realpath, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { codeOf } from '../../src/schemas/errors.ts'
import { prettyJson } from '../emit/json.ts'
import type { Inferred, InferredTable } from '../infer/infer.ts'
import { type MenuDirectory, menuText } from './menuText.ts'
import { type MergeConflict, mergeThree } from './merge.ts'
import { generatedFolder } from './records.ts'

/** A file to write: its path, its whole text, and the text it has now. */
export interface EmittedFile {
  path: string
  text: string
  before: string | undefined
  /** Places where a hand edit stays against what is generated now. */
  conflicts: readonly MergeConflict[]
}

/** What a run makes. */
export interface Emitted {
  screens: readonly Inferred[]
  pairs: readonly InferredTable[]
  directories: readonly MenuDirectory[]
}

/**
 * The files of a run below the folder of schemas, merged with what people changed since the last one; the menu is `menus/admin.json` with the
 * rules it lacks. With `force` what is generated now is taken as it is.
 */
export async function emitFiles({ screens, pairs, directories }: Emitted, dir: string, force: boolean): Promise<EmittedFile[]> {
  const files: EmittedFile[] = []
  for (const screen of screens) {
    const { page, words } = screen
    const parts = { page, 'zh-cn': words['zh-cn'], en: words.en }
    files.push(
      ...(await emitParts(parts, { dir, record: screen.id, pathOf: (name) => join('pages', screen.id, `${name}.json`), force })),
    )
  }
  for (const { table, entity } of pairs) {
    const place = { dir, record: join('entities', table), pathOf: (name: string) => join('entities', `${name}.json`), force }
    files.push(...(await emitParts({ [table]: entity }, place)))
  }
  const menuPath = join(dir, 'menus', 'admin.json')
  const before = await textOf(menuPath)
  const entries = screens.map(({ menu }) => menu)
  return [...files, { path: menuPath, text: menuText(before ?? '[]\n', entries, directories), before, conflicts: [] }]
}

interface Place {
  dir: string
  /** Name of the record of what was generated. */
  record: string
  pathOf(name: string): string
  force: boolean
}

/** The files of a screen or table, and the record of what was generated for the next run. */
async function emitParts(
  parts: Readonly<Record<string, unknown>>,
  { dir, record, pathOf, force }: Place,
): Promise<EmittedFile[]> {
  const recordPath = join(dir, generatedFolder, `${record}.json`)
  const recorded = await textOf(recordPath)
  const last = recorded === undefined ? {} : (JSON.parse(recorded) as Record<string, unknown>)
  const files: EmittedFile[] = []
  for (const [name, theirs] of Object.entries(parts)) {
    const path = join(dir, pathOf(name))
    const before = await textOf(path)
    files.push(
      force || before === undefined
        ? { path, text: json(theirs), before, conflicts: [] }
        : mergedFile(path, before, last[name], theirs),
    )
  }
  return [...files, { path: recordPath, text: json(parts), before: recorded, conflicts: [] }]
}

function mergedFile(path: string, before: string, base: unknown, theirs: unknown): EmittedFile {
  const mine: unknown = JSON.parse(before)
  const { value, conflicts } = mergeThree(base, mine, theirs)
  return { path, text: isDeepStrictEqual(value, mine) ? before : json(value), before, conflicts }
}

function json(value: unknown): string {
  return `${prettyJson(value)}\n`
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Files whose text would change. */
export function changedFiles(files: readonly EmittedFile[]): EmittedFile[] {
  return files.filter(({ text, before }) => text !== before)
}

/**
 * Writes the files, each to a temporary name first, all of them renamed at the end: a kill in between leaves the old set or the new.
 * Nothing outside `dir` is written, also not through links.
 */
export async function writeFiles(files: readonly Pick<EmittedFile, 'path' | 'text'>[], dir: string): Promise<void> {
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
