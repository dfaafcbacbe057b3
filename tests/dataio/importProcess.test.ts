import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPostmaster } from '../../server/core/db/postgres/leftover.ts'
import { databaseUrlForTools } from '../../server/core/db/postgres/running.ts'
import { makeClient } from '../harness/client.ts'
import { longTest } from '../harness/longTest.ts'
import { type ServerProcess, startProcess } from '../harness/process.ts'
import { isLong } from '../harness/sampling.ts'
import { person } from '../security/people.ts'
import { checked, csv, ends, standing } from './imports.ts'

/** Lines of an import that is interrupted: enough for it to be under way for some seconds. */
const many = isLong ? 20_000 : 1200
/** Milliseconds that so many lines may take on a busy machine. */
const timeout = isLong ? 900_000 : 120_000
const env = { KONTOR_DEMO: '0' }
const nodes = ['index', 'import', 'add', 'edit'].map((node) => `shop/delivery/company/${node}`)

let dataDir: string
let server: ServerProcess
let pool: Pool
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kontor-import-'))
  server = await startProcess(dataDir, env)
  pool = new Pool({ connectionString: databaseUrlForTools({ KONTOR_DATA: dataDir }), max: 2 })
  pool.on('error', () => {})
}, 300_000)
afterAll(async () => {
  await pool?.end()
  server?.child.kill('SIGKILL')
  const postgres = readPostmaster(join(dataDir, 'postgres/data'))
  if (postgres) process.kill(postgres.pid, 'SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

const query = async <T extends object>(sql: string, values: unknown[] = []) => (await pool.query<T>(sql, values)).rows
const saved = async (prefix: string) =>
  (await query<{ n: number }>('SELECT count(*)::int AS n FROM shop_delivery_company WHERE code LIKE $1', [`${prefix}%`]))[0]?.n ??
  0
/** Lines of which every thousandth is faulty. */
const lines = (prefix: string, faulty: boolean) =>
  csv(
    ['Name', 'Code'],
    ...Array.from({ length: many }, (_, i) =>
      faulty && i % 1000 === 999 ? ['', `${prefix}${i}`] : [`${prefix}${i}`, `${prefix}${i}`],
    ),
  )

/** Kills the server in the middle of a run, and starts the next one. */
async function interrupted(prefix: string, onError: string, isUnderWay: (id: number) => Promise<boolean>): Promise<number> {
  const who = await person({ query, guest: (options) => makeClient(server.url, options) }, nodes)
  const asked = { on_error: onError, timeout: timeout }
  const { id } = await checked(who, server, 'shop.delivery.Company', lines(prefix, onError === 'skip'), asked)
  expect((await who.post('/admin/dataio.Import/start', { id })).body.code).toBe(1)
  await expect.poll(() => isUnderWay(id), { interval: 20, timeout: 30_000 }).toBe(true)
  server.child.kill('SIGKILL')
  await server.ended
  const [left] = await query<{ status: number; done: number; inserted: number }>(
    'SELECT status, done, inserted FROM dataio_import WHERE id = $1',
    [id],
  )
  expect(left?.status).toBe(3)
  expect(await saved(prefix)).toBe(onError === 'skip' ? left?.inserted : 0) // whole batches, or nothing
  expect(await saved(prefix)).toBeLessThan(many)
  await query('UPDATE job SET lease_time = 1') // the lease runs out
  server = await startProcess(dataDir, env)
  const again = makeClient(server.url, { token: who.token })
  const ended = await ends(again, id, 3, timeout)
  const faulty = onError === 'skip' ? Math.floor(many / 1000) : 0
  expect(ended).toMatchObject({ status: faulty > 0 ? 5 : 4, inserted: many - faulty, failed: faulty, done: many })
  expect(await saved(prefix)).toBe(many - faulty)
  expect((await standing(again, id)).faults.length).toBe(faulty)
  return id
}

test(
  'an import that leaves faulty lines out goes on where its killed server ended, with no line twice',
  async () => {
    const moved = async (id: number) => {
      const [row] = await query<{ done: number }>('SELECT done FROM dataio_import WHERE id = $1', [id])
      return (row?.done ?? 0) > 0
    }
    await interrupted('skip', 'skip', moved)
  },
  3 * timeout,
)

longTest('the import that leaves faulty lines out is interrupted in the same way')(
  'one that saves all or nothing has saved nothing when its server is killed, and everything when the next has done it',
  async () => {
    const writing = async () =>
      (
        await query(
          `SELECT 1 FROM pg_stat_activity WHERE xact_start < now() - interval '300 ms' AND backend_xid IS NOT NULL
             AND (query ILIKE '%import_line%' OR query ILIKE '%shop_delivery_company%')`,
        )
      ).length > 0
    await interrupted('whole', 'stop', writing)
  },
  3 * timeout,
)
