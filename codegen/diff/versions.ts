import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { formatIssue } from '../../src/schemas/language/issue.ts'
import { loadSchema } from '../load/pages.ts'
import { enabledModules, schemaSources, sourcesOfCommand } from '../load/schemaSources.ts'
import type { Schema } from '../schema/schema.ts'

/** A version that is not there or cannot be read; the message says why. */
export class NoVersion extends Error {}

/** A version as it was read. */
export interface Version {
  schema: Schema
  /** What the checker of today finds in it: parts with faults may be missing. */
  faults: readonly string[]
}

/**
 * Reads a version of the pages: a folder (a project, a whole folder of schemas, or a workspace or module over the platform's), a revision of
 * the Git repository around the working directory, or without a name what is on disk now. Revisions are unpacked below `scratch`. Throws `NoVersion`.
 */
export async function readVersion(name: string | undefined, scratch: string): Promise<Version> {
  const { schema, issues } = await loadSchema(dirsOf(name, scratch))
  if (schema.pages.size === 0) throw new NoVersion(`there are no pages in ${name ?? 'the working tree'}`)
  return { schema, faults: issues.map(formatIssue) }
}

function dirsOf(name: string | undefined, scratch: string): string[] {
  if (name === undefined) return sourcesOfCommand()
  if (existsSync(name)) return dirsOfFolder(resolve(name))
  return dirsOfRevision(name, scratch)
}

function dirsOfFolder(folder: string): string[] {
  if (existsSync(join(folder, 'src/schemas'))) {
    const there = (module: string) => existsSync(join(folder, 'modules', module))
    return schemaSources(enabledModules().filter(there), folder)
  }
  // The shared words of the platform say that a folder is complete by itself.
  const isWhole = existsSync(join(folder, 'words/en/ui.json'))
  const modules = enabledModules().map((module) => join(folder, 'modules', module))
  if (isWhole) return [folder, ...modules.filter((dir) => existsSync(dir))]
  const platform = schemaSources()
  return platform.includes(folder) ? platform : [...platform, folder]
}

/** Folders of the command's sources as they were at a revision; those outside of the repository as they are. */
function dirsOfRevision(name: string, scratch: string): string[] {
  const root = git(['rev-parse', '--show-toplevel'], name).trim()
  const revision = git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`], name).trim()
  const target = join(scratch, revision)
  return sourcesOfCommand().flatMap((dir) => {
    const place = relative(root, realpathSync(dir))
    if (place === '..' || place.startsWith(`..${sep}`)) return [dir]
    const count = unpack(revision, place.replaceAll('\\', '/'), target)
    return count > 0 ? [join(target, place)] : []
  })
}

/** Writes the JSON files that a folder had at a revision; their number. */
function unpack(revision: string, place: string, target: string): number {
  const listed = git(
    ['ls-tree', '-r', '-z', '--full-tree', '--name-only', revision, ...(place === '' ? [] : ['--', place])],
    revision,
  )
  const paths = listed.split('\0').filter((path) => path.endsWith('.json'))
  if (paths.length === 0) return 0
  const input = paths.map((path) => `${revision}:${path}\n`).join('')
  const bytes = execFileSync('git', ['cat-file', '--batch'], { input, maxBuffer: 2 ** 30 })
  let at = 0
  for (const path of paths) {
    const end = bytes.indexOf(10, at)
    const size = Number(bytes.toString('utf8', at, end).split(' ')[2])
    const file = join(target, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes.subarray(end + 1, end + 1 + size))
    at = end + 1 + size + 1
  }
  return paths.length
}

function git(args: readonly string[], name: string): string {
  try {
    return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'pipe'] })
  } catch {
    throw new NoVersion(`"${name}" is no folder and no revision of the Git repository here`)
  }
}
