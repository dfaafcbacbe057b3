import { Pool } from 'pg'
import { startCluster } from '../../../server/core/db/postgres/cluster.ts'

/**
 * A process for the tests to kill: it starts the cluster of the directory given, writes numbers into it as fast as it can from several
 * connections, and prints each one after PostgreSQL has confirmed it. Its first line is `ready <pid of PostgreSQL>`.
 */
const [dir = '', mode = 'write'] = process.argv.slice(2)
const cluster = await startCluster({ dir, log: (line) => process.stderr.write(`${line}\n`) })
await cluster.ensureDatabase('kontor')
cluster.announce('http://127.0.0.1:4711')
const pool = new Pool({ connectionString: cluster.url('kontor'), max: 4 })
pool.on('error', () => {})
await pool.query('CREATE TABLE IF NOT EXISTS written (n bigint PRIMARY KEY)')
const { rows } = await pool.query<{ next: string }>('SELECT coalesce(max(n), 0) + 1 AS next FROM written')
process.stdout.write(`ready ${cluster.pid()}\n`)
process.on('SIGTERM', () => void cluster.stop().then(() => process.exit(0)))

let next = Number(rows[0]?.next)
const write = async (): Promise<void> => {
  while (mode === 'write') {
    const n = next++
    try {
      await pool.query('INSERT INTO written (n) VALUES ($1)', [n])
      process.stdout.write(`${n}\n`)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20)) // PostgreSQL is being restarted; nobody promised this number
    }
  }
}
await Promise.all([write(), write(), write(), write()])
if (mode !== 'write') setInterval(() => {}, 60_000)
