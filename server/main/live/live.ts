import { join } from 'node:path'
import { loadSchema } from '../../../codegen/load/pages.ts'
import { schemaSources } from '../../../codegen/load/schemaSources.ts'
import type { Schema } from '../../../codegen/schema/schema.ts'
import { messageOf } from '../../../src/schemas/errors.ts'
import { formatIssue } from '../../../src/schemas/language/issue.ts'
import { openDatabase } from '../../core/db/connect.ts'
import type { Handler } from '../../core/handler.ts'
import { buildRegistry } from '../../core/http/registry.ts'
import type { Revision } from '../../core/http/revision.ts'
import type { Settings } from '../../core/settings.ts'
import type { ServerModule } from '../../modules/module.ts'
import type { Live, LiveInput } from '../assemble.ts'
import { applySchema } from '../prepare.ts'
import { hashOf, readWorkspace, stateOf, type WorkspaceFiles, writeWorkspace } from './files.ts'
import { newestRevision, publishRevision } from './store.ts'

/** Milliseconds between two looks at the folder. What is still being written is looked at again. */
const every = 300

export interface LiveOptions {
  databaseUrl: string
  settings: Settings
  modules: readonly ServerModule[]
  /** Every address of a schema. Throws when the server lacks what a page names. */
  handlersOf(schema: Schema): readonly Handler[]
  /** Told what has changed, and what is wrong, a line at a time. */
  tell(line: string): void
}

/** Where the sources of a workspace stand while they are served. */
export const servedFolder = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'workspace')

/** The folders of schemas with those of the workspace. */
export const sourcesWith = (settings: Settings, files: WorkspaceFiles | undefined): string[] => [
  ...schemaSources(settings.modules),
  ...(files && files.size > 0 ? [servedFolder(settings)] : []),
]

/**
 * Follows the workspace: its folder on this machine, or what another node has published. Each change is prepared aside – read, checked, the
 * database brought up to date, addresses made – and then served at once. A change with a fault is told and changes nothing.
 */
export function makeLive(options: LiveOptions): (input: LiveInput) => Live {
  return ({ services, revisions, serve }) => {
    const { settings, tell } = options
    const folder = settings.workspace
    let busy: Promise<void> = Promise.resolve()
    let faulty = ''
    let stopped = false

    async function take(files: WorkspaceFiles, publish: boolean): Promise<void> {
      const hash = hashOf(files)
      if (stopped || hash === revisions.current().hash || hash === faulty) return
      const began = performance.now()
      try {
        const next = await prepare(options, files, publish)
        serve(next)
        faulty = ''
        tell(`the workspace is live: ${next.schema.pages.size} screens, after ${Math.round(performance.now() - began)} ms`)
      } catch (error) {
        faulty = hash
        tell(`the workspace has faults, so nothing has changed:\n${messageOf(error)}`)
      }
    }

    const next = (work: () => Promise<void>) => {
      busy = busy.then(work).catch((error: unknown) => tell(`the workspace: ${messageOf(error)}`))
      return busy
    }

    const watched = folder === undefined ? undefined : watch(folder, () => void next(() => take(readWorkspace(folder), true)))

    return {
      heard() {
        faulty = ''
        // The database may have been away while the folder was read.
        if (watched) return watched.again()
        return next(async () => {
          const files = await newestRevision(services.database)
          if (files) await take(files, false)
        })
      },
      start: () => watched?.start(),
      async stop() {
        stopped = true
        watched?.stop()
        await busy
      },
    }
  }
}

/** Calls back once for each state of a folder that has settled; `again`: for the present one once more. */
function watch(folder: string, onChange: () => void) {
  let timer: NodeJS.Timeout | undefined
  /** The state at the last look, and the one that was reported last. */
  let seen: string | undefined
  let reported: string | undefined
  const look = () => {
    const state = stateOf(folder)
    // Only what was the same twice is whole: an editor or a checkout writes several files.
    const isSettled = state === seen && state !== reported
    seen = state
    if (!isSettled) return
    reported = state
    onChange()
  }
  return {
    start() {
      timer = setInterval(look, every).unref()
    },
    again() {
      reported = undefined
    },
    stop: () => clearInterval(timer),
  }
}

/** Reads and checks the files with all others, makes sure the server has what they name, and brings the database up to date. Throws with every fault. */
async function prepare(options: LiveOptions, files: WorkspaceFiles, publish: boolean): Promise<Revision> {
  const { settings, modules, databaseUrl, tell } = options
  writeWorkspace(servedFolder(settings), files)
  const { schema, issues, warnings } = await loadSchema(sourcesWith(settings, files))
  if (issues.length > 0) throw new Error(issues.map(formatIssue).join('\n'))
  for (const warning of warnings) tell(formatIssue(warning))
  const registry = buildRegistry(options.handlersOf(schema))
  const database = openDatabase(databaseUrl, { connections: 1, statementTimeout: 120_000, lockTimeout: 60_000 })
  const now = Math.floor(Date.now() / 1000)
  try {
    await applySchema(database, { schema, modules, now, log: tell }, async (trx) => {
      if (publish) await publishRevision(trx, files, now)
    })
  } finally {
    await database.close()
  }
  return { hash: hashOf(files), schema, registry }
}
