import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { messageOf } from '../../../../src/schemas/errors.ts'
import { type Address, pickAddress } from './address.ts'
import { type Installation, type InstallOptions, install } from './install.ts'
import { clearLeftover, isAlive, shutDown } from './leftover.ts'
import { holdDirectory } from './lock.ts'
import { type LaunchOptions, launch, type Postmaster, signaller } from './postmaster.ts'
import { tuned } from './tuning.ts'

/** A running embedded PostgreSQL. */
export type Cluster = {
  /** Connection URL of the application's role, which owns Kontor's databases and is no superuser. */
  url(database: string): string
  /** Connection URL of the superuser: for tests and tools, never for the server's own pool. */
  superUrl(database: string): string
  /** Makes a database of the application's role if there is none of that name. */
  ensureDatabase(name: string): Promise<void>
  /** The process id of PostgreSQL; another one after it was restarted. */
  pid(): number
  /** Publishes this server's address to a second start, which is refused. */
  announce(address: string): void
  /** Shuts PostgreSQL down cleanly and releases the directory. May be called twice. */
  stop(): Promise<void>
}

export type ClusterOptions = Partial<InstallOptions> & {
  /** Directory of the cluster; made when missing. One process at a time may use it. */
  dir: string
  /** Takes one line per thing worth telling. */
  log: (line: string) => void
  /** Memory in MB that PostgreSQL plans with; half of the machine's when absent. */
  memory?: number
  /** Further settings of PostgreSQL, by their names in postgresql.conf. */
  config?: Record<string, string>
}

const appRole = 'kontor'
const shortestWait = 50
const longestWait = 5_000

/**
 * Starts the PostgreSQL of `dir`, made at the first start, as a child of this process and restarts it whenever it dies, until `stop`.
 * What an earlier run left after a kill is cleared without help. Throws `DirectoryHeldError` when another process uses the directory,
 * and an error with the last lines of PostgreSQL's log when it does not start.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  mkdirSync(options.dir, { recursive: true, mode: 0o700 })
  const dir = realpathSync(options.dir)
  const hold = holdDirectory(dir)
  let address: Address | undefined
  try {
    const durable = options.durable ?? true
    const installation = install(dir, { ...options, durable })
    const signal = signaller(installation)
    await clearLeftover(installation.data, signal, options.log)
    address = await pickAddress(installation.identity)
    const launchOptions = {
      logFile: join(dir, 'postgres.log'),
      durable,
      config: { ...tuned(options.memory), ...address.config, ...options.config },
    }
    const running = await supervise(installation, launchOptions, options.log)
    const faces = connections(installation, address, dir)
    await faces.ensureRole()
    return {
      ...faces,
      pid: running.pid,
      announce: hold.announce,
      async stop() {
        await running.stop()
        address?.clear()
        rmSync(join(dir, 'connection.json'), { force: true })
        hold.release()
      },
    }
  } catch (error) {
    address?.clear()
    hold.release()
    throw error
  }
}

function connections({ secrets }: Installation, address: Address, dir: string) {
  const url = (database: string) => address.url(appRole, secrets.app, database)
  const superUrl = (database: string) => address.url('postgres', secrets.superuser, database)
  const role = escapeIdentifier(appRole)
  return {
    url,
    superUrl,
    async ensureRole() {
      await asSuperuser(superUrl('postgres'), async (client) => {
        const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [appRole])
        if (rowCount) return
        const rights = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS'
        await client.query(`CREATE ROLE ${role} ${rights} PASSWORD ${escapeLiteral(secrets.app)}`)
      })
    },
    async ensureDatabase(name: string) {
      await asSuperuser(superUrl('postgres'), async (client) => {
        const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
        if (!rowCount) await client.query(`CREATE DATABASE ${escapeIdentifier(name)} OWNER ${role}`)
        await client.query(`REVOKE ALL ON DATABASE ${escapeIdentifier(name)} FROM PUBLIC`)
      })
      // for tools that run next to a server (codegen, demo:order): read access to this directory is access to the database
      writeFileSync(join(dir, 'connection.json'), JSON.stringify({ url: url(name) }), { mode: 0o600 })
    },
  }
}

async function asSuperuser<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {}) // a connection that breaks between two queries rejects the next one
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Keeps PostgreSQL running: the first start must succeed, later ones are tried for ever, a little later each time. */
async function supervise(installation: Installation, options: LaunchOptions, log: (line: string) => void) {
  const signal = signaller(installation)
  let current: Postmaster = await launch(installation, options)
  let stopping: Promise<void> | undefined
  // whatever ends this process without `stop` (an error nobody caught, process.exit) still ends PostgreSQL in order
  const onExit = () => signal(current.pid, 'SIGINT')
  process.once('exit', onExit)

  const watch = async () => {
    while (!stopping) {
      const words = await current.ended
      for (let wait = shortestWait; !stopping; wait = Math.min(wait * 2, longestWait)) {
        log(`PostgreSQL (pid ${current.pid}) ${words}: starting it again`)
        try {
          await clearLeftover(installation.data, signal, log)
          if (stopping) return
          current = await launch(installation, options)
          log(`PostgreSQL runs again (pid ${current.pid})`)
          break
        } catch (error) {
          log(messageOf(error))
          await sleep(wait)
        }
      }
    }
  }
  const watching = watch()

  return {
    pid: () => current.pid,
    stop: () => {
      stopping ??= (async () => {
        process.off('exit', onExit)
        if (isAlive(current.pid)) await shutDown(current.pid, signal)
        await watching // a restart under way when we were asked to stop has to be stopped as well
        if (isAlive(current.pid)) await shutDown(current.pid, signal)
      })()
      return stopping
    },
  }
}
