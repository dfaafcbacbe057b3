import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadSchema } from '../../codegen/load/pages.ts'
import { codeOf } from '../../src/schemas/errors.ts'
import { formatIssue } from '../../src/schemas/language/issue.ts'
import { type Database, openDatabase } from '../core/db/connect.ts'
import { databaseUrlForTools, messageOfTool } from '../core/db/postgres/running.ts'
import { readSettings } from '../core/settings.ts'
import { inTransaction } from '../core/transaction/transaction.ts'
import { enabledOf, listInstalled } from '../modules/market/store.ts'
import { hashOf, readWorkspace, type WorkspaceFiles, writeWorkspace } from './live/files.ts'
import { sourcesWith } from './live/packages.ts'
import { newestRevision, publishRevision } from './live/store.ts'
import { loadModules } from './modules.ts'
import { requireServedBy } from './server.ts'

const usage = `kontor pages pull|push [folder] [options]

The workspace in the database as files, and back.

  pull            writes its files into the folder (default: this one)
  push            checks the files of the folder and puts them in the place of those in the database; running servers follow

  --url <url>     the database (default: DATABASE_URL, else the one of the running server)
  --dry-run       says what would change, and changes nothing
  --force         also what somebody has changed on the other side since the last pull

Ends with 0, with 1 when it was refused, and with 2 when it was called wrongly.`

/** What stands in the way; the message says what to do. */
class Stopped extends Error {}

interface Options {
  folder: string
  isDry: boolean
  isForced: boolean
}

/** Where a folder keeps the hash of what was pulled or pushed last: what both sides had then. */
const baseOf = (folder: string) => join(folder, '.kontor', 'revision')

function readBase(folder: string): string {
  try {
    return readFileSync(baseOf(folder), 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  }
}

function keepBase(folder: string, files: WorkspaceFiles): void {
  mkdirSync(dirname(baseOf(folder)), { recursive: true })
  writeFileSync(baseOf(folder), `${hashOf(files)}\n`)
}

/** Lines for what makes `after` of `before`. */
function differences(before: WorkspaceFiles, after: WorkspaceFiles): string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort()
  return names.flatMap((name) => {
    if (!before.has(name)) return [`+ ${name}`]
    if (!after.has(name)) return [`- ${name}`]
    return before.get(name) === after.get(name) ? [] : [`~ ${name}`]
  })
}

async function pull(database: Database, { folder, isDry, isForced }: Options): Promise<string[]> {
  const theirs = await newestRevision(database)
  if (!theirs) throw new Stopped('The database has no workspace yet: design a screen there, or push one.')
  mkdirSync(folder, { recursive: true })
  const own = readWorkspace(folder)
  const changes = differences(own, theirs)
  const isOwnWork = own.size > 0 && hashOf(own) !== readBase(folder)
  if (isOwnWork && changes.length > 0 && !isForced)
    throw new Stopped(
      `The folder has changes that were not pushed, so nothing was written:\n${changes.join('\n')}\nPull into another folder to compare, push them, or give --force to lose them.`,
    )
  if (!isDry) {
    await writeWorkspace(folder, theirs)
    keepBase(folder, theirs)
  }
  return changes
}

async function push(database: Database, { folder, isDry, isForced }: Options): Promise<string[]> {
  const own = readWorkspace(folder)
  if (own.size === 0) throw new Stopped(`${folder} has no screens: is it the folder of a workspace?`)
  await requireFaultless(database, own)
  let changes: string[] = []
  await inTransaction(database, async (trx) => {
    await trx.selectFrom('workspace_revision').select('id').orderBy('id', 'desc').limit(1).forUpdate().execute()
    const theirs = (await newestRevision({ read: trx })) ?? new Map()
    changes = differences(theirs, own)
    const isTheirWork = theirs.size > 0 && hashOf(theirs) !== readBase(folder)
    if (isTheirWork && changes.length > 0 && !isForced)
      throw new Stopped(
        `The database has changes that were not pulled, so nothing was pushed:\n${changes.join('\n')}\nPull them into another folder to compare, or give --force to replace them.`,
      )
    if (!isDry) await publishRevision(trx, own, Math.floor(Date.now() / 1000))
  })
  if (!isDry) keepBase(folder, own)
  return changes
}

/** Throws with every fault that the files have beside the platform, the modules and the packages of the database. */
async function requireFaultless(database: Database, files: WorkspaceFiles): Promise<void> {
  const { modules } = readSettings(process.env)
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-push-'))
  try {
    const packages = enabledOf(await listInstalled(database.read))
    const { schema, issues } = await loadSchema(await sourcesWith({ dataDir, modules }, database.read, { files, packages }))
    if (issues.length > 0) throw new Stopped(`${issues.map(formatIssue).join('\n')}\nNothing was pushed.`)
    requireServedBy(await loadModules(modules))(schema)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const commands = { pull, push }

/** Runs the command; gives the exit code. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [name = '', place = '.', ...rest] = positionals
  if (values.help) {
    console.log(usage)
    return 0
  }
  if ((name !== 'pull' && name !== 'push') || rest.length > 0) {
    console.error(usage)
    return 2
  }
  const isDry = values['dry-run']
  const database = openDatabase(values.url ?? databaseUrlForTools(), { connections: 1 })
  try {
    const changes = await commands[name](database, { folder: resolve(place), isDry, isForced: values.force })
    const done = name === 'pull' ? 'The folder is as the database' : 'The database is as the folder; running servers follow'
    console.log([...changes, isDry ? 'Nothing was changed.' : `${done}.`].join('\n'))
    return 0
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(messageOfTool(error))
  process.exitCode = error instanceof TypeError ? 2 : 1
}
