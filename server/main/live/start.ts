import { loadSchema } from '../../../codegen/load/pages.ts'
import type { Schema } from '../../../codegen/schema/schema.ts'
import { messageOf } from '../../../src/schemas/errors.ts'
import { formatIssue } from '../../../src/schemas/language/issue.ts'
import { openDatabase } from '../../core/db/connect.ts'
import type { Settings } from '../../core/settings.ts'
import { hashOf, readWorkspace, type WorkspaceFiles, writeWorkspace } from './files.ts'
import { servedFolder, sourcesWith } from './live.ts'
import { newestRevision, publishRevision } from './store.ts'

/** What a server starts with: the folders of schemas, and the files of the workspace among them. */
export interface StartingSources {
  dirs: string[]
  files: WorkspaceFiles
  /** They are those of this machine's folder, and not what was served last. */
  isFolder: boolean
}

export interface Starting {
  /** The database. */
  url: string
  settings: Settings
  /** Throws when the server lacks what a page names. */
  requireServed(schema: Schema): void
  tell(line: string): void
}

const none: WorkspaceFiles = new Map()

/**
 * Finds the workspace that a server starts with: its folder, and where that has faults, which are told, or there is none, what was served last. The
 * database need not be prepared yet.
 */
export async function startingSources({ url, settings, requireServed, tell }: Starting): Promise<StartingSources> {
  const of = (files: WorkspaceFiles, isFolder: boolean): StartingSources => {
    writeWorkspace(servedFolder(settings), files)
    return { dirs: sourcesWith(settings, files), files, isFolder }
  }
  if (settings.workspace !== undefined) {
    try {
      const found = of(readWorkspace(settings.workspace), true)
      await requireWhole(found.dirs, requireServed)
      return found
    } catch (error) {
      tell(`the workspace has faults, so what was served last is served:\n${messageOf(error)}`)
    }
  }
  const last = of(await servedLast(url), false)
  if (last.files.size === 0) return last
  try {
    await requireWhole(last.dirs, requireServed)
    return last
  } catch (error) {
    tell(`what was served last does not fit any more, so the workspace is left out:\n${messageOf(error)}`)
    return of(none, false)
  }
}

/** Throws with every fault of the schemas, or with what the server lacks of what they name. */
async function requireWhole(dirs: readonly string[], requireServed: Starting['requireServed']): Promise<void> {
  const { schema, issues } = await loadSchema(dirs)
  if (issues.length > 0) throw new Error(issues.map(formatIssue).join('\n'))
  requireServed(schema)
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

/** The hash of the revision that a server starts with. */
export const startingHash = ({ files }: StartingSources): string => hashOf(files)

async function servedLast(url: string): Promise<WorkspaceFiles> {
  const database = openDatabase(url, { connections: 1 })
  try {
    return (await newestRevision(database)) ?? none
  } finally {
    await database.close()
  }
}
