import { basename, join } from 'node:path'
import { codeOf } from '../../src/schemas/errors.ts'
import { type OptionSource, optionSources } from '../../src/schemas/kinds/optionSources.ts'
import { type Issue, issueAt, suggest } from '../../src/schemas/language/issue.ts'
import { type ModuleManifest, parseManifest } from '../../src/schemas/language/module/manifest.ts'
import { type JsonFile, readJsonFile } from '../schema/readJson.ts'
import { type SchemaDirs, schemaSources } from './schemaSources.ts'

/** A folder of schemas: `src/schemas`, or that of a module. */
export interface Folder {
  dir: string
  /** How findings name its files: with '' from the folder itself, of a module with `modules/<name>/`. */
  prefix: string
  /** What module.json says; undefined where there is none, or it cannot be read. */
  manifest: ModuleManifest | undefined
  /** module.json */
  file: JsonFile | undefined
}

/** The folders as a list; those of the product when none is named. */
export function foldersOf(dirs: SchemaDirs = schemaSources()): readonly string[] {
  return typeof dirs === 'string' ? [dirs] : dirs
}

/** Reads what the folders say of themselves. Faults go to `issues`. */
export async function readFolders(dirs: readonly string[], issues: Issue[]): Promise<Folder[]> {
  const folders = await Promise.all(dirs.map((dir) => readFolder(dir, issues)))
  checkRequired(folders, issues)
  checkPrefixes(folders, issues)
  checkOptionSources(folders, issues)
  return folders
}

async function readFolder(dir: string, issues: Issue[]): Promise<Folder> {
  const name = basename(dir)
  const prefix = `modules/${name}/`
  const file = await readIfThere(join(dir, 'module.json'), `${prefix}module.json`)
  if (!file) return { dir, prefix: '', manifest: undefined, file }
  issues.push(...file.issues)
  if (file.issues.length > 0) return { dir, prefix, manifest: undefined, file }
  const found: Issue[] = []
  const manifest = parseManifest(name, file.value, found)
  issues.push(...found.map(file.locate))
  return { dir, prefix, manifest, file }
}

/** A JSON file, or undefined when it is not there. */
export async function readIfThere(path: string, name: string): Promise<JsonFile | undefined> {
  try {
    return await readJsonFile(path, name)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function checkRequired(folders: readonly Folder[], issues: Issue[]): void {
  const names = folders.map(({ manifest }) => manifest?.uid ?? '')
  for (const [at, { manifest, file }] of folders.entries())
    for (const [i, name] of (manifest?.requires ?? []).entries()) {
      const place = names.indexOf(name)
      if (place >= 0 && place < at) continue
      const what = place < 0 ? `the module "${name}" is not on` : `the module "${name}" comes after it`
      const fix = `name "${name}" before "${manifest?.uid}" in KONTOR_MODULES`
      issues.push(located(file, ['requires', i], what, fix))
    }
}

const prefixKeys = ['tablePrefixes', 'pagePrefixes'] as const

/** No prefix has two owners, and none begins another. */
function checkPrefixes(folders: readonly Folder[], issues: Issue[]): void {
  for (const key of prefixKeys) {
    const taken: { prefix: string; file: JsonFile | undefined }[] = []
    for (const { manifest, file } of folders)
      for (const [i, prefix] of (manifest?.[key] ?? []).entries()) {
        const other = taken.find((each) => each.prefix.startsWith(prefix) || prefix.startsWith(each.prefix))
        if (other)
          issues.push(located(file, [key, i], `"${prefix}" belongs to ${other.file?.name} already`, 'choose another prefix'))
        else taken.push({ prefix, file })
      }
  }
}

/** The option sources of the platform and of the folders, by name. */
export function optionSourcesOf(folders: readonly Folder[]): Map<string, OptionSource> {
  const own = folders.flatMap(({ manifest }) => Object.entries(manifest?.optionSources ?? {}))
  return new Map([...own, ...Object.entries(optionSources)])
}

/** No name of an option source has two owners. */
function checkOptionSources(folders: readonly Folder[], issues: Issue[]): void {
  const owners = new Map(Object.keys(optionSources).map((name) => [name, 'the platform']))
  for (const { manifest, file } of folders)
    for (const name of Object.keys(manifest?.optionSources ?? {})) {
      const owner = owners.get(name)
      if (owner)
        issues.push(
          located(
            file,
            ['optionSources', name],
            `the option source "${name}" belongs to ${owner} already`,
            'choose another name',
          ),
        )
      else owners.set(name, file?.name ?? '')
    }
}

function located(file: JsonFile | undefined, path: Issue['path'], what: string, fix: string): Issue {
  const issue = issueAt(path, what, fix)
  return file?.locate(issue) ?? issue
}

/** The module whose tables begin like this one. */
export function moduleOfTable(table: string, folders: readonly Folder[]): Folder | undefined {
  return ownerOf(table, 'table', folders)
}

function prefixesOf({ manifest }: Folder, of: 'page' | 'table'): readonly string[] {
  return manifest?.[of === 'page' ? 'pagePrefixes' : 'tablePrefixes'] ?? []
}

function ownerOf(name: string, of: 'page' | 'table', folders: readonly Folder[]): Folder | undefined {
  return folders.find((each) => prefixesOf(each, of).some((prefix) => name.startsWith(prefix)))
}

/** What is wrong with the place of a page or table: a module owns its prefixes, and has nothing outside of them. */
export function misplaced(name: string, of: 'page' | 'table', folder: Folder, folders: readonly Folder[]): Misplaced | undefined {
  const owner = ownerOf(name, of, folders)
  if (owner === folder) return undefined
  const names = of === 'page' ? 'ids' : 'names'
  if (owner)
    return {
      what: `${names} of ${of}s that begin like "${name}" belong to ${owner.file?.name}`,
      fix: `choose another ${of === 'page' ? 'id' : 'name'}`,
    }
  if (!folder.manifest) return undefined
  const own = prefixesOf(folder, of)
  return {
    what: `the ${of} "${name}" is outside of its module: ${folder.file?.name} has ${own.length === 0 ? 'no prefix' : own.join(', ')}`,
    fix: suggest(name, own) || `begin its ${of === 'page' ? 'id' : 'name'} like the module's`,
  }
}

/** A finding of `misplaced`. */
export interface Misplaced {
  what: string
  fix: string
}
