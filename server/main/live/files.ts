import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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
  if (!statSync(join(workspace, codeFolder), { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(join(workspace, codeFolder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${codeFolder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => isCode(name) && !name.includes('/node_modules/'))
    .sort()
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

/** Names, sizes and times of the files of a workspace and of its code, to see whether something has changed; why it cannot be read, where it cannot. */
export function stateOf(folder: string): string {
  try {
    return statesIn(folder)
  } catch (error) {
    return messageOf(error)
  }
}

function statesIn(folder: string): string {
  requireFolder(folder)
  return [...namesIn(folder), ...codeFiles(folder)]
    .map((name) => {
      const file = statSync(join(folder, name), { throwIfNoEntry: false })
      return `${name} ${file?.size} ${file?.mtimeMs}`
    })
    .join('\n')
}

/** A folder that is gone is not an empty workspace: what is served stays. */
function requireFolder(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new WorkspaceError(`there is no folder ${folder}`)
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
  for (const [name, text] of files) {
    await pause()
    const path = join(folder, name)
    if (textOf(path) === text) continue
    mkdirSync(dirname(path), { recursive: true })
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

/** Names of the sources in a folder, sorted. Nothing else is looked at: the folder may hold a whole project with its packages. */
function namesIn(folder: string): string[] {
  const below = folders.flatMap((part) => filesBelow(join(folder, part)).map((name) => `${part}/${name.replaceAll('\\', '/')}`))
  const own = statSync(join(folder, 'module.json'), { throwIfNoEntry: false }) ? ['module.json'] : []
  return [...own, ...below].filter((name) => isSource.test(name)).sort()
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
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
