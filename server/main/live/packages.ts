import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { schemaSources } from '../../../codegen/load/schemaSources.ts'
import { sha256 } from '../../../codegen/package/signature.ts'
import { messageOf } from '../../../src/schemas/errors.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import type { Reader } from '../../core/db/connect.ts'
import type { Settings } from '../../core/environment/settingRow.ts'
import type { PackageRef } from '../../core/revising.ts'
import { withoutYielding } from '../../modules/market/conflicts.ts'
import { filesOf } from '../../modules/market/store.ts'
import type { WorkspaceCode } from './code.ts'
import { hashOf, type WorkspaceFiles, writeWorkspace } from './files.ts'

/** What revisions are made from besides the platform and the modules that are on. */
export interface Sources {
  files: WorkspaceFiles
  /** The code of the workspace, where it is a folder that has some. */
  code?: WorkspaceCode | undefined
  packages: readonly PackageRef[]
}

type Where = Pick<Settings, 'dataDir' | 'modules'>

/** Where the sources of a workspace stand while they are served. */
export const servedFolder = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'workspace')

/** Where the files of packages stand: a folder for each content, which never changes. */
const packagesFolder = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'packages')

/** The hash of a revision: that of the workspace alone where there are no packages; '' of nothing. */
export function revisionHash({ files, packages }: Sources): string {
  if (packages.length === 0) return hashOf(files)
  return sha256(Buffer.from([hashOf(files), ...packages.map((each) => `${each.uid} ${contentOf(each)}`)].join('\n')))
}

/** The folders of schemas in their order, with those of packages and of the workspace, which are written where they differ. */
export async function sourcesWith(settings: Where, db: Reader, { files, packages }: Sources): Promise<string[]> {
  await writeWorkspace(servedFolder(settings), files)
  const folders = await packageFolders(settings, db, packages)
  return [...schemaSources(settings.modules), ...folders, ...(files.size > 0 ? [servedFolder(settings)] : [])]
}

/** The folders of packages, each after those it requires. */
export async function packageFolders(settings: Where, db: Reader, packages: readonly PackageRef[]): Promise<string[]> {
  const folders: string[] = []
  for (const each of packages) folders.push(await folderOf(settings, db, each))
  return inOrder(folders)
}

/** The name of what is served of a package: its hash, and what is left out of it. */
function contentOf({ hash, without = [] }: PackageRef): string {
  const places = without.map(({ page, op, path, locale = '' }) => `${page} ${op} ${path} ${locale}`).sort()
  return places.length === 0 ? hash : sha256(Buffer.from([hash, ...places].join('\n')))
}

/** The folder of a package, called like it. It is there whole or not at all. */
async function folderOf(settings: Where, db: Reader, ref: PackageRef): Promise<string> {
  const { uid, version, without = [] } = ref
  const folder = join(packagesFolder(settings), contentOf(ref), uid)
  if (existsSync(folder)) return folder
  try {
    const files = withoutYielding(ref.files ?? (await filesOf(db, ref)), without)
    const unfinished = join(packagesFolder(settings), `.${randomBytes(6).toString('hex')}`)
    for (const [name, bytes] of files) {
      const path = join(unfinished, uid, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, bytes)
    }
    await rename(unfinished, join(packagesFolder(settings), contentOf(ref))).catch(async (error: unknown) => {
      await rm(unfinished, { recursive: true, force: true })
      if (!existsSync(folder)) throw error // another server of this machine may have been faster
    })
    return folder
  } catch (error) {
    throw new Error(`the package ${uid} ${version} cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

/** Deletes the files of packages that are not among these. */
export async function forgetOthers(settings: Where, packages: readonly PackageRef[]): Promise<void> {
  const hashes = new Set(packages.map(contentOf))
  const there = await readdir(packagesFolder(settings)).catch(() => [])
  for (const name of there)
    if (!hashes.has(name)) await rm(join(packagesFolder(settings), name), { recursive: true, force: true })
}

/** Folders of packages, each after those it requires. */
function inOrder(folders: readonly string[]): string[] {
  const required = new Map(folders.map((folder) => [folder, requiredBy(folder)]))
  const ordered = new Set<string>()
  const visit = (folder: string, trail: readonly string[]): void => {
    if (trail.includes(folder)) return // a circle: the checker says so
    for (const other of folders)
      if (required.get(folder)?.some((uid) => basename(other) === uid)) visit(other, [...trail, folder])
    ordered.add(folder)
  }
  for (const folder of folders) visit(folder, [])
  return [...ordered]
}

function requiredBy(folder: string): string[] {
  try {
    const module: unknown = JSON.parse(readFileSync(join(folder, 'module.json'), 'utf8'))
    const requires: unknown = isObject(module) ? module.requires : undefined
    return Array.isArray(requires) ? requires.map(String) : []
  } catch {
    return [] // the checker says what is wrong with it
  }
}
