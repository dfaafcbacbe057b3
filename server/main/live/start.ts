import { type Loaded, loadSchema } from '../../../codegen/load/pages.ts'
import type { Schema } from '../../../codegen/schema/schema.ts'
import { messageOf } from '../../../src/schemas/errors.ts'
import { formatIssue } from '../../../src/schemas/language/issue.ts'
import { type Database, openDatabase } from '../../core/db/connect.ts'
import type { Settings } from '../../core/environment/settingRow.ts'
import type { PackageRef } from '../../core/revising.ts'
import { enabledOf, listInstalled } from '../../modules/market/store.ts'
import type { ServerModule } from '../../modules/module.ts'
import { loadCode, moduleOf } from './code.ts'
import { readWorkspace, type WorkspaceFiles } from './files.ts'
import { forgetOthers, type Sources, sourcesWith } from './packages.ts'
import { newestRevision, publishRevision } from './store.ts'

/** What a server starts with: the folders of schemas, with the packages and the workspace among them. */
export interface StartingSources extends Sources {
  dirs: string[]
  /** The workspace is that of this machine's folder, and not what was served last. */
  isFolder: boolean
  /** What the folders have, where it has been read. */
  loaded?: Loaded | undefined
}

export interface Starting {
  /** The database. */
  url: string
  settings: Settings
  /** Throws when the server lacks what a page names. */
  requireServed(schema: Schema, code?: ServerModule): void
  tell(line: string): void
}

/** A start, and what is read for it. */
interface Start extends Starting {
  database: Database
  /** What was served last. */
  last: WorkspaceFiles
}

const none: WorkspaceFiles = new Map()

/**
 * Finds what a server starts with: the installed packages, and the workspace: its folder, and where that has faults, which are told, or there
 * is none, what was served last. A package that has become faulty is left out, and told too. The database need not be prepared yet.
 */
export async function startingSources(starting: Starting): Promise<StartingSources> {
  const database = openDatabase(starting.url, { connections: 1 })
  try {
    const packages = enabledOf(await listInstalled(database.read))
    await forgetOthers(starting.settings, packages)
    const start: Start = { ...starting, database, last: (await newestRevision(database)) ?? none }
    if (packages.length === 0) return await withWorkspace(start, packages)
    return (await allOf(start, packages)) ?? (await withWorkspace(start, await thoseThatFit(start, packages)))
  } finally {
    await database.close()
  }
}

const readFolder = async (folder: string) => ({ files: readWorkspace(folder), code: await loadCode(folder) })

/** The sources, if they have no faults; throws with every one. */
async function whole(start: Start, sources: Sources, isFolder: boolean): Promise<StartingSources> {
  const dirs = await sourcesWith(start.settings, start.database.read, sources)
  const loaded = await loadSchema(dirs)
  const { schema, issues } = loaded
  if (issues.length > 0) throw new Error(issues.map(formatIssue).join('\n'))
  start.requireServed(schema, sources.code && moduleOf(sources.code, sources.files, schema))
  return { ...sources, dirs, isFolder, loaded }
}

/** The packages with the workspace as it should be; undefined where something has faults. */
async function allOf(start: Start, packages: readonly PackageRef[]): Promise<StartingSources | undefined> {
  const folder = start.settings.workspace
  try {
    return await whole(
      start,
      folder === undefined ? { files: start.last, packages } : { ...(await readFolder(folder)), packages },
      folder !== undefined,
    )
  } catch {
    return undefined // who is to blame is asked next
  }
}

/** Packages that have no faults with those before them; the others are told, and stay installed. */
async function thoseThatFit(start: Start, packages: readonly PackageRef[]): Promise<PackageRef[]> {
  const fit: PackageRef[] = []
  for (const each of packages) {
    try {
      await whole(start, { files: none, packages: [...fit, each] }, false)
      fit.push(each)
    } catch (error) {
      start.tell(`the package ${each.uid} ${each.version} has faults, so it is left out:\n${messageOf(error)}`)
    }
  }
  return fit
}

async function withWorkspace(start: Start, packages: readonly PackageRef[]): Promise<StartingSources> {
  const { settings, last, tell } = start
  if (settings.workspace !== undefined) {
    try {
      return await whole(start, { ...(await readFolder(settings.workspace)), packages }, true)
    } catch (error) {
      tell(`the workspace has faults, so what was served last is served:\n${messageOf(error)}`)
    }
  }
  const plain = async () => {
    const sources = { files: none, packages }
    return { ...sources, dirs: await sourcesWith(settings, start.database.read, sources), isFolder: false }
  }
  if (last.size === 0) return plain()
  try {
    return await whole(start, { files: last, packages }, false)
  } catch (error) {
    tell(`what was served last does not fit any more, so the workspace is left out:\n${messageOf(error)}`)
    return plain()
  }
}

/** Keeps what a server has started with, for itself and for other nodes. */
export async function publishStarted(url: string, { files, isFolder }: StartingSources, now: number): Promise<void> {
  if (!isFolder) return
  const database = openDatabase(url, { connections: 1 })
  try {
    await database.write.transaction().execute((trx) => publishRevision(trx, files, now))
  } finally {
    await database.close()
  }
}
