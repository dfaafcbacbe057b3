import type { Schema } from '../../../codegen/schema/schema.ts'
import { messageOf } from '../../../src/schemas/errors.ts'
import { formatIssue } from '../../../src/schemas/language/issue.ts'
import { openDatabase } from '../../core/db/connect.ts'
import type { Domains } from '../../crud/engine/domains.ts'
import { enabledOf, listInstalled } from '../../modules/market/store.ts'
import type { Live, LiveInput } from '../assemble.ts'
import { applySchema } from '../prepare.ts'
import { loadCode, type WorkspaceCode } from './code.ts'
import { codeHash, hashOf, readWorkspace, type WorkspaceFiles } from './files.ts'
import { revisionHash, type Sources } from './packages.ts'
import { makeRevising, type Prepared, prepareRevision, type RevisingOptions } from './revising.ts'
import { newestRevision, publishRevision } from './store.ts'
import { watchWorkspace } from './watch.ts'

export interface LiveOptions extends RevisingOptions {
  databaseUrl: string
  /** The workspace that the server starts with, and its code. */
  files: WorkspaceFiles
  code?: WorkspaceCode | undefined
  /** What is added to the engine of pages, for work beside requests; follows what is served. */
  domains: Domains
}

/** What is followed, and how far it is. */
interface Following extends LiveInput {
  options: LiveOptions
  /** The workspace that is served, and its code. */
  files: WorkspaceFiles
  code?: WorkspaceCode | undefined
  /** A revision that was prepared, and may be served soon. */
  ready?: Prepared | undefined
  /** The state of the one that could not be. */
  faulty?: string | undefined
  /** The state of a folder whose code cannot be read. */
  faultyCode?: string | undefined
  stopped: boolean
}

/**
 * Follows the workspace, its folder on this machine or what another node has published, and the installed packages. Each change is prepared
 * aside – read, checked, the database brought up to date, addresses made – and then served at once. A change with a fault is told and changes
 * nothing.
 */
export function makeLive(options: LiveOptions): (input: LiveInput) => Live {
  return (input) => {
    const { database } = input.services
    const folder = options.settings.workspace
    const following: Following = { ...input, options, files: options.files, code: options.code, stopped: false }
    const { inTurn, settled } = makeTurns()
    const next = (work: () => Promise<void>) =>
      inTurn(() => work().catch((error: unknown) => options.tell(`the workspace: ${messageOf(error)}`)))
    const watched =
      folder === undefined ? undefined : watchWorkspace(folder, () => void next(() => takeFolder(following, folder)))

    input.services.revising = makeRevising(options, {
      database,
      workspace: () => ({ files: following.files, code: following.code }),
      inTurn,
      ready(prepared) {
        following.ready = prepared
      },
      follow: () => next(() => take(following, following, false)),
    })

    return {
      heard() {
        following.faulty = undefined
        // The database may have been away while the folder was read.
        watched?.again()
        return next(async () => {
          const published = watched ? undefined : await newestRevision(database)
          await take(following, { ...following, ...(published ? { files: published } : {}) }, false)
        })
      },
      start: () => watched?.start(),
      async stop() {
        following.stopped = true
        watched?.stop()
        await settled()
      },
    }
  }
}

/** Serves the workspace of a folder, its code with it. */
async function takeFolder(following: Following, folder: string): Promise<void> {
  const files = readWorkspace(folder)
  const hash = codeHash(folder)
  const state = `${hashOf(files)} ${hash}`
  if (state === following.faultyCode) return
  try {
    const code = hash === following.code?.hash ? following.code : await loadCode(folder)
    following.faultyCode = undefined
    await take(following, { files, code }, true)
  } catch (error) {
    following.faultyCode = state
    following.options.tell(`the workspace has faults, so nothing has changed:\n${messageOf(error)}`)
  }
}

/** Serves a workspace with the packages that are installed now. `publish`: other nodes get it too. */
async function take(following: Following, { files, code }: Omit<Sources, 'packages'>, publish: boolean): Promise<void> {
  const { options, services, revisions, serve } = following
  const { database } = services
  const { tell } = options
  const sources = { files, code, packages: enabledOf(await listInstalled(database.read)) }
  const hash = revisionHash(sources)
  const state = `${hash} ${code?.hash ?? ''}`
  const isServed = hash === revisions.current().hash && code?.hash === following.code?.hash
  if (following.stopped || isServed || state === following.faulty) return
  const ofPackages = hashOf(files) === hashOf(following.files) && code?.hash === following.code?.hash
  const began = performance.now()
  try {
    const { ready } = following
    const next = ready?.hash === hash && ofPackages ? ready : await prepareRevision(options, database, sources)
    for (const warning of next.warnings) tell(formatIssue(warning))
    // Who installed a package has brought the database up to date with it.
    if (!ofPackages) await applyTo(options, { next, before: revisions.current().schema, files: publish ? files : undefined })
    Object.assign(options.domains, next.domains)
    serve({ hash, workspace: next.workspace, schema: next.schema, registry: next.registry })
    Object.assign(following, { files, code, ready: undefined, faulty: undefined })
    const screens = `${next.schema.pages.size} screens, after ${Math.round(performance.now() - began)} ms`
    tell(`${ofPackages ? 'the installed packages are live' : 'the workspace is live'}: ${screens}`)
  } catch (error) {
    following.faulty = state
    const which = ofPackages ? 'the installed packages have faults' : 'the workspace has faults'
    tell(`${which}, so nothing has changed:\n${messageOf(error)}`)
  }
}

/** Does one thing after the other. */
function makeTurns() {
  let busy: Promise<unknown> = Promise.resolve()
  return {
    inTurn<T>(work: () => Promise<T>): Promise<T> {
      const done = busy.then(work)
      busy = done.catch(() => {})
      return done
    },
    settled: () => busy,
  }
}

/** Brings the database to where it fits a revision, and publishes the workspace that it is made from. */
async function applyTo(
  { databaseUrl, modules, tell }: LiveOptions,
  { next: { schema }, before, files }: { next: Prepared; before: Schema; files: WorkspaceFiles | undefined },
): Promise<void> {
  const database = openDatabase(databaseUrl, { connections: 1, statementTimeout: 120_000, lockTimeout: 60_000 })
  const now = Math.floor(Date.now() / 1000)
  try {
    await applySchema(database, { schema, before, modules, now, log: tell }, async (trx) => {
      if (files) await publishRevision(trx, files, now)
    })
  } finally {
    await database.close()
  }
}
