import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Cluster, startCluster } from '../core/db/postgres/cluster.ts'
import { checkDatabase } from '../core/db/postgres/durability.ts'
import type { Settings } from '../core/environment/settingRow.ts'
import { createSecretBox } from '../core/secretBox.ts'
import { readSettings } from '../core/settings.ts'
import type { Account } from '../modules/auth/seed/seed.ts'
import type { ServerModule } from '../modules/module.ts'
import { greeting, signInTable } from './greeting.ts'
import { demoPackages, installDemoPackages } from './live/demoPackages.ts'
import { publishStarted, type StartingSources, startingSources } from './live/start.ts'
import { loadModules } from './modules.ts'
import { prepareDatabase } from './prepare.ts'
import { createServer, requireServedBy } from './server.ts'
import { onShutdown } from './signals.ts'
import { startTimers } from './timers.ts'

const databaseName = 'kontor'
const drainTimeout = 10_000

const print = (text: string) => process.stdout.write(`${text}\n`)
const log = (line: string) => print(`[kontor] ${line}`)
/** The server's own lines are JSON, for machines. */
const logJson = (line: string) => process.stderr.write(`${line.trimEnd()}\n`)

/** Starts everything, in this order: settings, the data directory, the database, its tables, the server. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const cluster = settings.databaseUrl ? undefined : await startEmbedded(settings)
  try {
    await serve(settings, cluster)
  } catch (error) {
    await cluster?.stop()
    throw error
  }
}

function startEmbedded({ dataDir, databaseMemory }: Settings): Promise<Cluster> {
  const dir = join(dataDir, 'postgres')
  if (!existsSync(dir)) log('making the database …')
  return startCluster({ dir, log, ...(databaseMemory ? { memory: databaseMemory } : {}) })
}

async function serve(settings: Settings, cluster: Cluster | undefined): Promise<void> {
  await cluster?.ensureDatabase(databaseName)
  const url = settings.databaseUrl ?? cluster?.url(databaseName) ?? ''
  await checkDatabase(url)
  const modules = await loadModules()
  const found = await startingSources({ url, settings, requireServed: requireServedBy(modules), tell: log })
  const { due, schema } = await prepare(url, settings, modules, found)
  const isDue = settings.demo && due.length > 0
  const sources = isDue ? await installDemoPackages({ url, settings, modules, sources: found, tell: log }) : found
  await publishStarted(url, sources, Math.floor(Date.now() / 1000))
  const { files, code, packages } = sources
  const workspace = { files, code, packages, tell: log }
  const read = { schemaDir: sources.dirs, ...(isDue ? {} : { schema }) }
  const server = await createServer({ databaseUrl: url, settings, modules, ...read, workspace, log: logJson })
  const { url: address, feedPort } = await server.listen()
  cluster?.announce(address)
  const timers = startTimers({ url, modules, log })
  onShutdown({
    drain: async () => {
      await Promise.all([server.close(), timers.stop()])
    },
    stop: async () => cluster?.stop(),
    log,
    timeout: drainTimeout,
  })
  const after = Math.round(process.uptime() * 1000)
  // Behind the server of `npm run dev` nobody opens this one: that one says where.
  if (process.argv.includes('--behind')) log(`ready after ${after} ms`)
  else print(greeting(address + (await server.entrance()), feedPort, after))
}

/**
 * Makes or updates the tables and, at the first start, the accounts. Their passwords are known only now, so they are printed here. Returns
 * the packages of the demo that are still to be installed, and the schema.
 */
async function prepare(
  url: string,
  settings: Settings,
  modules: readonly ServerModule[],
  { dirs: schemaDir, loaded }: StartingSources,
): Promise<Pick<Awaited<ReturnType<typeof prepareDatabase>>, 'due' | 'schema'>> {
  const ownerPassword = settings.adminPassword ?? randomPassword()
  const { firstStart, accounts, ...rest } = await prepareDatabase({
    schemaDir,
    loaded,
    url,
    modules,
    demo: settings.demo,
    demoJobs: true,
    demoPackages,
    ownerPassword,
    demoPassword: randomPassword(),
    seal: createSecretBox(settings.dataDir, settings.secret),
    now: Math.floor(Date.now() / 1000),
    log,
  })
  if (!firstStart) return rest
  const hidden = (account: Account) => settings.adminPassword !== undefined && account.password === settings.adminPassword
  print(
    signInTable(
      accounts.map((account) => (hidden(account) ? { ...account, password: '(as set by KONTOR_ADMIN_PASSWORD)' } : account)),
    ),
  )
  return rest
}

/** 96 bits, in letters and digits that a person can copy by hand. */
function randomPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  return Array.from(randomBytes(20), (byte) => letters[byte % letters.length]).join('')
}

/** Errors with a line for people; anything else is a defect and shows where it happened. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is taken by another program. Set PORT or FEED_PORT to another one.`
  if (code === 'EACCES' && port)
    return `Port ${port} may not be used by this user. Set PORT or FEED_PORT to another one above 1023.`
  return process.env.KONTOR_DEBUG ? (error.stack ?? error.message) : error.message
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})
