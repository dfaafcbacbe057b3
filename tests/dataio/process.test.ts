import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPostmaster } from '../../server/core/db/postgres/leftover.ts'
import { databaseUrlForTools } from '../../server/core/db/postgres/running.ts'
import { makeClient } from '../harness/client.ts'
import { longTest } from '../harness/longTest.ts'
import { type ServerProcess, startProcess } from '../harness/process.ts'
import { everyNth, isLong, sampleOf } from '../harness/sampling.ts'
import { person } from '../security/people.ts'
import { ask, csvRows, fetchFile, reaches, standing, type Work } from './files.ts'

/** Lines of the list that the memory of a server is measured with. */
const many = isLong ? 1_000_000 : 30_000
/** Lines of the export that is interrupted: enough for it to be under way for some seconds. */
const interrupted = isLong ? 80_000 : 40_000
const columns = ['id', 'user.nickname', 'user.username', 'money', 'before', 'after', 'source', 'memo', 'create_time']
const env = { KONTOR_DEMO: '0' }

let dataDir: string
let server: ServerProcess
let pool: Pool
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kontor-export-'))
  server = await startProcess(dataDir, env)
  pool = new Pool({ connectionString: databaseUrlForTools({ KONTOR_DATA: dataDir }), max: 2 })
  pool.on('error', () => {})
  await query(`INSERT INTO "user" (username, nickname, group_id, password, create_time, update_time)
    VALUES ('many', 'Many', 1, '', 1, 1)`)
  await query(
    `INSERT INTO user_money_log (user_id, money, before, after, source, memo, create_time, update_time)
     SELECT (SELECT id FROM "user" WHERE username = 'many'), n, 0, n, 'manual', 'line ' || n, 1767225600 + n, 1
     FROM generate_series(1, $1::int) n`,
    [Math.max(many, interrupted)],
  )
  await query('VACUUM ANALYZE user_money_log')
}, 300_000)
afterAll(async () => {
  await pool?.end()
  server?.child.kill('SIGKILL')
  const postgres = readPostmaster(join(dataDir, 'postgres/data'))
  if (postgres) process.kill(postgres.pid, 'SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

const query = async <T extends object>(sql: string, values: unknown[] = []) => (await pool.query<T>(sql, values)).rows
/** Somebody with the list, who speaks to the server. */
const someone = () =>
  person({ query, guest: (options) => makeClient(server.url, options) }, ['user/moneyLog/index', 'user/moneyLog/export'])
const vault = () => readdirSync(join(dataDir, 'vault'))
const upTo = (fen: number) => ({ search: [{ field: 'money', operator: 'RANGE', val: `0,${(fen / 100).toFixed(2)}` }] })

test('an export whose server is killed in the middle is made by the next one, whole', async () => {
  const who = await someone()
  const id = await ask(who, 'user.MoneyLog', { format: 'csv', columns, query: upTo(interrupted) })
  await expect.poll(async () => (await standing(who, id)).status).toBe(1)
  await expect.poll(() => vault().filter((name) => name.endsWith('.part')).length).toBe(1)
  server.child.kill('SIGKILL')
  await server.ended
  const [left] = await query<{ status: number; file: string }>('SELECT status, file FROM dataio_export WHERE id = $1', [id])
  expect(left).toEqual({ status: 1, file: '' }) // nobody has finished it
  await query('UPDATE job SET lease_time = 1') // the lease runs out
  server = await startProcess(dataDir, env)
  const again = makeClient(server.url, { token: who.token })
  expect(await reaches(again, id, 2, 90_000)).toMatchObject({ done: interrupted, total: interrupted })
  const file = csvRows(Buffer.from(await (await fetchFile(again, server, id)).arrayBuffer()))
  expect(new Set(file.slice(1).map((row) => row[0])).size).toBe(interrupted)
  expect(vault().length).toBe(2) // the file, and the torn part that the sweeper takes
}, 240_000)

longTest('the export of the killed server is made by the next one in the same way')(
  'a server that is stopped gives its export back, and the next one makes it',
  async () => {
    const who = await someone()
    const parts = () => vault().filter((name) => name.endsWith('.part')).length
    const incomplete = parts()
    const id = await ask(who, 'user.MoneyLog', { format: 'xlsx', columns, query: upTo(interrupted) })
    await expect.poll(parts).toBe(incomplete + 1)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(parts()).toBe(incomplete) // what it had written is gone with it
    server = await startProcess(dataDir, env)
    // It was taken up at once, not when the lease ran out; and being stopped does not count as a try.
    const left = await query<{ attempts: number }>('SELECT attempts FROM job WHERE ref_id = $1', [id])
    expect(left[0]?.attempts ?? 1).toBeLessThanOrEqual(1)
    await reaches(makeClient(server.url, { token: who.token }), id, 2, 90_000)
  },
  240_000,
)

test('the memory of a server does not grow with the rows of an export', async () => {
  // Only what is made from here on counts.
  server.child.kill('SIGTERM')
  await server.ended
  server = await startProcess(dataDir, env)
  const who = await someone()
  const make = async (format: string, rows: number): Promise<Work> => {
    const id = await ask(who, 'user.MoneyLog', { format, columns, query: upTo(rows) })
    return reaches(who, id, 2, 600_000)
  }
  for (const format of sampleOf('formats whose memory is measured', ['csv', 'xlsx'], everyNth(2))) {
    const few = many / 10 // enough to fill what a server of any export fills
    const small = await peak(() => make(format, few))
    const large = await peak(() => make(format, many))
    expect(large.value).toMatchObject({ total: many, done: many })
    const grown = large.mb - small.mb
    process.stdout.write(
      `export of ${many} rows as ${format}: ${large.seconds} s, ${grown} MB more than for ${few} (${small.mb} → ${large.mb})\n`,
    )
    expect(grown).toBeLessThanOrEqual(64)
  }
}, 1_200_000)

/** Runs `work`; tells the most memory (MB) that the server held meanwhile. */
async function peak<T>(work: () => Promise<T>): Promise<{ value: T; mb: number; seconds: number }> {
  let most = 0
  const look = () => {
    const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
    most = Math.max(most, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
  }
  const timer = setInterval(look, 50)
  const from = performance.now()
  const value = await work()
  clearInterval(timer)
  look()
  return { value, mb: Math.round(most), seconds: Math.round((performance.now() - from) / 100) / 10 }
}
