import { createHash } from 'node:crypto'
import { type Dirent, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makePauses } from '../../../codegen/schema/pauses.ts'
import { codeOf, messageOf } from '../../../src/schemas/errors.ts'

/** The files of a workspace that screens are made from: their text by path, sorted. */
export type WorkspaceFiles = ReadonlyMap<string, string>

/** A workspace that cannot be read; the message says which file, and why. */
export class WorkspaceError extends Error {}

/** Files and bytes that a workspace may have. */
export const workspaceLimits = { files: 5_000, bytes: 1_000_000 } as const

const folders = ['pages', 'entities', 'words', 'menus', 'overlays'] as const
const isSource = new RegExp(`^(?:module\\.json|(?:${folders.join('|')})/.+\\.json)$`)

/** Where the code of a workspace is. */
export const codeFolder = 'server'

/** Files of code below a folder of a workspace; tests and types belong to its developers. */
const isCode = (name: string) => /\.m?[jt]s$/.test(name) && !/\.(test|d)\.m?[jt]s$/.test(name)

/** Paths of the code within a workspace, sorted; none where it has no code. */
export function codeFiles(workspace: string): string[] {
  return codeIn(codeBelow(workspace))
}

const codeIn = ({ files }: Below) => files.filter(isCode).sort()

function codeBelow(workspace: string): Below {
  return isFolder(join(workspace, codeFolder)) ? below(workspace, codeFolder) : { files: [], folders: [] }
}

/** SHA-256 over the code of a workspace; '' of none. */
export function codeHash(workspace: string): string {
  const hash = createHash('sha256')
  const names = codeFiles(workspace)
  for (const name of names)
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(workspace, name)))
      .update('\0')
  return names.length === 0 ? '' : hash.digest('hex')
}

/** What a workspace looks like. */
export interface Look {
  /** Names, sizes and times of its files and of its code, to see whether something has changed; why it cannot be read, where it cannot. */
  state: string
  /** The folders in which a change shows, as paths. */
  folders: readonly string[]
}

/** Looks at a workspace without reading its files. */
export function lookAt(workspace: string): Look {
  try {
    requireFolder(workspace)
    const sources = sourcesBelow(workspace)
    const code = codeBelow(workspace)
    const lines = [...sourcesIn(workspace, sources), ...codeIn(code)].map((name) => {
      const file = statSync(join(workspace, name), { throwIfNoEntry: false })
      return `${name} ${file?.size} ${file?.mtimeMs}`
    })
    return {
      state: lines.join('\n'),
      folders: [workspace, ...[...sources.folders, ...code.folders].map((name) => join(workspace, name))],
    }
  } catch (error) {
    return { state: messageOf(error), folders: [] }
  }
}

/** A folder that is gone is not an empty workspace: what is served stays. */
function requireFolder(folder: string): void {
  if (!isFolder(folder)) throw new WorkspaceError(`there is no folder ${folder}`)
}

/** Reads the files of a workspace. Throws `WorkspaceError` when there is no folder, too many files, or one that is too large. */
export function readWorkspace(folder: string): WorkspaceFiles {
  requireFolder(folder)
  const names = namesIn(folder)
  if (names.length > workspaceLimits.files)
    throw new WorkspaceError(`${folder} has ${names.length} files: ${workspaceLimits.files} are the most`)
  return new Map(
    names.map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      if (text.length > workspaceLimits.bytes)
        throw new WorkspaceError(`${name} has ${text.length} characters: ${workspaceLimits.bytes} are the most`)
      return [name, text]
    }),
  )
}

/** Makes the folder hold these files and no other sources. What is the same stays untouched, so that it is not parsed again. */
export async function writeWorkspace(folder: string, files: WorkspaceFiles): Promise<void> {
  for (const name of namesIn(folder)) if (!files.has(name)) rmSync(join(folder, name))
  const pause = makePauses()
  const made = new Set<string>()
  for (const [name, text] of files) {
    await pause()
    const path = join(folder, name)
    if (textOf(path) === text) continue
    if (!made.has(dirname(path))) mkdirSync(dirname(path), { recursive: true })
    made.add(dirname(path))
    writeFileSync(path, text)
  }
}

/** SHA-256 over names and texts; '' of no files. */
export function hashOf(files: WorkspaceFiles): string {
  if (files.size === 0) return ''
  const hash = createHash('sha256')
  for (const [name, text] of files) hash.update(`${name}\0${text}\0`)
  return hash.digest('hex')
}

/** Files from rows of the database or of another machine; what is no source is left out, so that nothing is written elsewhere. */
export function filesFrom(value: unknown): WorkspaceFiles {
  const entries = value !== null && typeof value === 'object' ? Object.entries(value) : []
  const sources = entries.filter((entry): entry is [string, string] => isSafe(entry[0]) && typeof entry[1] === 'string')
  return new Map(sources.sort(([a], [b]) => (a < b ? -1 : 1)))
}

const isSafe = (name: string) => isSource.test(name) && !name.includes('\\') && !name.split('/').includes('..')

/** Names of the sources in a folder, sorted. */
const namesIn = (workspace: string) => sourcesIn(workspace, sourcesBelow(workspace))

function sourcesIn(workspace: string, { files }: Below): string[] {
  const own = statSync(join(workspace, 'module.json'), { throwIfNoEntry: false }) ? ['module.json'] : []
  return [...own, ...files].filter((name) => isSource.test(name)).sort()
}

/** Nothing else is looked at: the folder may hold a whole project with its packages. */
function sourcesBelow(workspace: string): Below {
  const found = folders.map((folder) => below(workspace, folder))
  return { files: found.flatMap(({ files }) => files), folders: found.flatMap((each) => each.folders) }
}

/** Files and folders as paths within the workspace. */
interface Below {
  files: string[]
  folders: string[]
}

/** All below a folder of a workspace, and itself; nothing where it is not there. */
function below(workspace: string, folder: string, found: Below = { files: [], folders: [] }): Below {
  const entries = entriesOf(join(workspace, folder))
  if (!entries) return found
  found.folders.push(folder)
  for (const entry of entries) {
    if (entry.name === 'node_modules') continue
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory() || (entry.isSymbolicLink() && isFolder(join(workspace, name)))) below(workspace, name, found)
    else found.files.push(name)
  }
  return found
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
