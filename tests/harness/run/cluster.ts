import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import { type Cluster, startCluster } from '../../../server/core/db/postgres/cluster.ts'
import { clearLeftover } from '../../../server/core/db/postgres/leftover.ts'
import { holdDirectory } from '../../../server/core/db/postgres/lock.ts'
import { keepTemplates, takeTemplates, templatesKey } from './templateCache.ts'

const prefix = 'kontor-test-'

/**
 * Starts a PostgreSQL in a directory of its own, not durable, for one test run; `end` stops it and takes the directory away. Databases
 * that were prepared (database.ts) are kept for the next run if no source has changed.
 *
 * @param lasting where they are kept: where temporary files are, unless those are in memory.
 */
export async function startRunCluster(lasting = tmpdir()): Promise<{ cluster: Cluster; end: () => Promise<void> }> {
  await clearKilledRuns(lasting)
  const key = templatesKey()
  const dir = mkdtempSync(join(tmpdir(), prefix))
  const taken = takeTemplates(key, dir, lasting)
  // many databases come and go: write no more of each than needed, and have room for two workers' pools
  const config = { max_connections: '200', wal_level: 'minimal', max_wal_senders: '0', autovacuum: 'off', max_wal_size: '512MB' }
  const cluster = await startCluster({
    dir,
    durable: false,
    log: (line) => process.stderr.write(`${line}\n`),
    memory: 512,
    config,
  })
  return {
    cluster,
    async end() {
      const worthKeeping = !taken && (await leaveTemplatesOnly(cluster))
      await cluster.stop()
      if (worthKeeping && templatesKey() === key) keepTemplates(key, dir, lasting) // else sources changed while the templates were made
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Drops what tests left behind; tells whether the costly template is there. */
async function leaveTemplatesOnly(cluster: Cluster): Promise<boolean> {
  const client = new Client({ connectionString: cluster.superUrl('postgres') })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database WHERE datname !~ '^(postgres|template)'`,
  )
  for (const { name } of rows) await client.query(`DROP DATABASE ${escapeIdentifier(name)} WITH (FORCE)`)
  const { rowCount } = await client.query(`SELECT FROM pg_database WHERE datname = 'template_demo'`)
  await client.end()
  return rowCount === 1
}

/** A run that was killed leaves its PostgreSQL running and its directory full; what is left below `where` is cleared. */
export async function clearKilledRuns(where: string): Promise<void> {
  for (const name of readdirSync(where)) {
    const dir = join(where, name)
    if (!name.startsWith(prefix) || !existsSync(join(dir, 'owner.json'))) continue // a run that begins right now has no owner yet
    try {
      const hold = holdDirectory(dir)
      await clearLeftover(
        join(dir, 'data'),
        (pid, signal) => process.kill(pid, signal),
        () => {},
      )
      rmSync(dir, { recursive: true, force: true })
      hold.release()
    } catch {
      // another run works in it, or another user owns it
    }
  }
}
