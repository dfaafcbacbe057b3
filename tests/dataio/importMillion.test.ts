import { createWriteStream, mkdtempSync, openAsBlob, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import { readPostmaster } from '../../server/core/db/postgres/leftover.ts'
import { databaseUrlForTools } from '../../server/core/db/postgres/running.ts'
import { importLimits } from '../../src/schemas/api/importing.ts'
import { makeClient } from '../harness/client.ts'
import { longTest } from '../harness/longTest.ts'
import { type ServerProcess, startProcess } from '../harness/process.ts'
import { isLong } from '../harness/sampling.ts'
import { person } from '../security/people.ts'
import { ends, sendFile } from './imports.ts'

const lines = importLimits.rows
/** Every so manieth line is faulty. */
const faultyEach = 100
const faulty = lines / faultyEach
/** Megabytes that the server may take more than before. */
const growthAtMost = 400
const hour = 3_600_000

let dataDir: string
let server: ServerProcess
let pool: Pool
beforeAll(async () => {
  if (!isLong) return
  dataDir = mkdtempSync(join(tmpdir(), 'kontor-million-'))
  server = await startProcess(dataDir, { KONTOR_DEMO: '0' })
  pool = new Pool({ connectionString: databaseUrlForTools({ KONTOR_DATA: dataDir }), max: 2 })
  pool.on('error', () => {})
}, 300_000)
afterAll(async () => {
  if (!isLong) return
  await pool?.end()
  server?.child.kill('SIGKILL')
  const postgres = readPostmaster(join(dataDir, 'postgres/data'))
  if (postgres) process.kill(postgres.pid, 'SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

const query = async <T extends object>(sql: string, values: unknown[] = []) => (await pool.query<T>(sql, values)).rows

function* text(): Generator<string> {
  let piece = 'Name,Code,Phone\n'
  for (let i = 1; i <= lines; i++) {
    piece += `${i % faultyEach === 0 ? '' : `Company ${i}`},c${i},${i}\n`
    if (piece.length < 64 * 1024) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** Megabytes of memory that the server has. */
function memory(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1024
}

/** Does something while the server's memory is looked at; returns the most it had, and how many lines a second were done. */
async function watched(work: () => Promise<void>): Promise<{ peak: number; pace: number }> {
  let peak = memory()
  const timer = setInterval(() => {
    peak = Math.max(peak, memory())
  }, 250)
  const began = performance.now()
  await work().finally(() => clearInterval(timer))
  return { peak: Math.round(peak), pace: Math.round(lines / ((performance.now() - began) / 1000)) }
}

longTest('importLarge.test.ts imports a file that is checked in parts, and importReaders.test.ts reads large ones')(
  'a file of a million lines is sent, checked and saved by a server that stays small',
  async () => {
    const nodes = ['index', 'import', 'add', 'edit'].map((node) => `shop/delivery/company/${node}`)
    const who = await person({ query, guest: (options) => makeClient(server.url, options) }, nodes)
    const path = join(dataDir, 'million.csv')
    await pipeline(Readable.from(text()), createWriteStream(path))
    const before = memory()
    let id = 0
    const sent = await watched(async () => {
      const draft = await sendFile(who, server, 'shop.delivery.Company', await openAsBlob(path))
      expect(draft).toMatchObject({ code: 1, data: { rows: lines, mapping: ['name', 'code', 'phone'] } })
      id = draft.data.id
    })
    const checked = await watched(async () => {
      const body = { id, mapping: ['name', 'code', 'phone'], mode: 'insert', match: '', on_error: 'skip' }
      expect((await who.post('/admin/dataio.Import/check', body)).body.code).toBe(1)
      expect(await ends(who, id, 1, hour)).toMatchObject({ status: 2, inserted: lines - faulty, failed: faulty, error: '' })
    })
    const ran = await watched(async () => {
      expect((await who.post('/admin/dataio.Import/start', { id })).body.code).toBe(1)
      expect(await ends(who, id, 3, hour)).toMatchObject({ status: 5, inserted: lines - faulty, failed: faulty, done: lines })
    })
    console.log(`a million lines: ${JSON.stringify({ before: Math.round(before), sent, checked, ran })}`)
    const [saved] = await query('SELECT count(*)::int AS n, count(DISTINCT code)::int AS codes FROM shop_delivery_company')
    expect(saved).toEqual({ n: lines - faulty, codes: lines - faulty })
    const [audits] = await query(`SELECT count(*)::int AS n FROM audit WHERE action = 'shop/delivery/company/add'`)
    expect(audits).toEqual({ n: lines - faulty })
    expect(Math.max(sent.peak, checked.peak, ran.peak) - before).toBeLessThan(growthAtMost)
  },
  3 * hour,
)
