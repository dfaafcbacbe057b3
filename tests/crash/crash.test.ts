import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSoundShop } from '../../modules/shop/tests/helpers/helpers.ts'
import { moneyActs } from '../../modules/shop/tests/helpers/moneyActs.ts'
import { type MultiServer, openMultiServer } from '../../modules/shop/tests/helpers/multiServer.ts'
import { readPostmaster } from '../../server/core/db/postgres/leftover.ts'
import { databaseUrlForTools } from '../../server/core/db/postgres/running.ts'
import { type ServerProcess, startProcess } from '../harness/process.ts'
import { isLong } from '../harness/sampling.ts'
import { signIn } from '../harness/server.ts'
import { startTestSandbox, type TestSandbox } from '../harness/services/sandbox.ts'
import { faults, type Parcel, startDriver, type Written } from './driver.ts'
import { type Attempt, dealActs, disagreements, moneyFaults, prepareActs, repeatFaults, startActs } from './money.ts'

const rounds = isLong ? Number(process.env.KONTOR_ROUNDS ?? 50) : 1
const seed = Number(process.env.KONTOR_SEED ?? 20260331)
const serverRounds = isLong ? Number(process.env.KONTOR_ROUNDS ?? 200) : 1
const perRound = 12 // orders to ship in one round
/** Acts of a round: each act has its turn, also when there are few rounds. */
const actsAtOnce = Math.max(8, Math.ceil(Object.keys(moneyActs).length / serverRounds))

let dataDir: string
let sandbox: TestSandbox
let server: ServerProcess
let pool: Pool | undefined
let multiServer: MultiServer
let token: string
let parcel: Parcel
let orders: number[]
const written: Written[] = []
const url = () => databaseUrlForTools({ KONTOR_DATA: dataDir })

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kontor-crash-'))
  const refused = new Set<string>()
  sandbox = await startTestSandbox({ refuse: ({ tradeNo }) => (refused.has(tradeNo) ? '银行卡已注销' : undefined) })
  server = await start()
  const owner = await signIn(server.url, 'admin')
  token = owner.token ?? ''
  const query: MultiServer['query'] = async (text, values = []) => (await (pool as Pool).query(text, values)).rows // there since the start
  multiServer = await openMultiServer({ urls: [server.url], query, sandbox, refused }, owner)
  await withDatabase(async (database) => {
    // a carrier that takes any number; and enough orders to ship, made from paid ones that nobody has touched
    const company = await database.query<{ id: number }>(
      `UPDATE shop_delivery_company SET no_pattern = '' WHERE status = 1 RETURNING id`,
    )
    const address = await database.query<{ id: number }>(
      `SELECT id FROM shop_delivery_address WHERE status = 1 AND 'ship' = ANY(types)`,
    )
    parcel = { company_id: company.rows[0]?.id ?? 0, address_id: address.rows[0]?.id ?? 0 }
    const paid = await database.query<{ id: number }>(
      `SELECT o.id FROM shop_order o WHERE o.status = 2 AND o.ship_status = 0
         AND NOT EXISTS (SELECT FROM shop_refund r WHERE r.order_id = o.id)
         AND NOT EXISTS (SELECT FROM shop_order_goods l WHERE l.order_id = o.id AND (l.shipped > 0 OR l.refunded_quantity > 0))
       ORDER BY o.id`,
    )
    orders = paid.rows.map((row) => row.id)
  })
}, 300_000)

afterAll(async () => {
  await pool?.end()
  server?.child.kill('SIGKILL')
  const postgres = readPostmaster(join(dataDir, 'postgres/data'))
  if (postgres) process.kill(postgres.pid, 'SIGKILL')
  await sandbox?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** At the address it had before, which is where the provider calls. */
async function start(): Promise<ServerProcess> {
  const port = server ? new URL(server.url).port : '0'
  const started = await startProcess(dataDir, { PORT: port, KONTOR_PAYMENTS: sandbox.url, KONTOR_PAYMENT_KEY: sandbox.key })
  await pool?.end()
  pool = new Pool({ connectionString: url(), max: 4 })
  pool.on('error', () => {}) // PostgreSQL is killed, too
  return started
}

async function withDatabase<T>(work: (database: Client) => Promise<T>): Promise<T> {
  const database = new Client({ connectionString: url() })
  await database.connect()
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function random(seedOfRound: number): () => number {
  let state = seedOfRound
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('there are orders to ship, a carrier and an address', () => {
  expect(orders.length).toBeGreaterThanOrEqual(perRound)
  expect(parcel.company_id * parcel.address_id).toBeGreaterThan(0)
})

/** Waits until so many of the acts are confirmed. */
async function confirmed(attempts: readonly Attempt[], wanted: number): Promise<void> {
  for (let tries = 0; attempts.filter(({ answer }) => answer !== undefined).length < wanted; tries++) {
    if (tries > 10_000) throw new Error('the server confirms no more')
    await sleep(2)
  }
}

const outcomes = { confirmed: 0, asked: 0 }
const deal = dealActs(random(seed))

test.each(Array.from({ length: serverRounds }, (_, round) => round))(
  'kill -9 of the server while it writes and money moves (round %i) loses nothing it confirmed, leaves nothing between before and after, and each attempt that is repeated has one effect',
  async (round) => {
    const chance = random(seed + round)
    const attempts = await prepareActs(multiServer, deal(actsAtOnce), round)
    const driver = startDriver(server.url, token, orders.splice(0, perRound), parcel, `server-${round}`)
    await driver.confirmed(1)
    startActs(attempts)
    const answered = attempts.filter(({ by }) => by === 'call').length
    await confirmed(attempts, Math.floor(chance() * answered * 0.8))
    await sleep(chance() * 25)
    server.child.kill('SIGKILL')
    await driver.stop()
    await server.ended
    const asked = attempts.map((attempt) => ({ ...attempt })) // an answer that comes later does not count
    outcomes.asked += answered
    outcomes.confirmed += asked.filter(({ answer }) => answer !== undefined).length
    server = await start()
    written.push(...driver.written)
    expect(await withDatabase((database) => faults(database, written))).toEqual([])
    expect(await moneyFaults(asked)).toEqual([])
    await expectSoundShop({ databaseUrl: url() })
    expect(await repeatFaults(asked)).toEqual([])
    const again = startDriver(server.url, token, [], parcel, `server-${round}-after`) // still signed in, and it writes
    await again.confirmed(1)
    await again.stop()
    written.push(...again.written)
  },
  90_000,
)

test.each(Array.from({ length: rounds }, (_, round) => round))(
  'kill -9 of PostgreSQL while it writes (round %i): the server goes on by itself, loses nothing confirmed and leaves nothing half-done',
  async (round) => {
    const driver = startDriver(server.url, token, orders.splice(0, perRound), parcel, `postgres-${round}`)
    await driver.confirmed(1)
    await sleep(5 + random(seed * 31 + round)() * 400)
    const postgres = () => readPostmaster(join(dataDir, 'postgres/data'))?.pid
    const killed = postgres() ?? 0
    process.kill(killed, 'SIGKILL')
    // What it had begun to answer goes on for a moment: only its successor proves anything.
    await expect.poll(() => [killed, undefined].includes(postgres())).toBe(false)
    await driver.confirmed(10)
    await driver.stop()
    expect(server.child.exitCode).toBeNull()
    written.push(...driver.written)
    expect(await withDatabase((database) => faults(database, written))).toEqual([])
  },
)

test('in the end shop and provider agree on every payment and on all money that went back', async () => {
  await expect.poll(() => disagreements(multiServer, sandbox), { timeout: 120_000, interval: 1000 }).toEqual([])
  await expectSoundShop({ databaseUrl: url() })
  expect(outcomes.confirmed, 'of what was asked for some was answered before the kill').toBeGreaterThan(0)
  expect(outcomes.confirmed, 'and some was not').toBeLessThan(outcomes.asked)
}, 180_000)

test('SIGTERM lets requests under way finish, stops PostgreSQL and ends with code 0', async () => {
  const driver = startDriver(server.url, token, [], parcel, 'term')
  await driver.confirmed(5)
  server.child.kill('SIGTERM')
  const how = await server.ended
  await driver.stop()
  expect({ how, postgres: readPostmaster(join(dataDir, 'postgres/data')) }).toEqual({ how: 0, postgres: undefined })
  server = await start()
  expect(await withDatabase((database) => faults(database, [...written, ...driver.written]))).toEqual([])
})

test('a second start on the same data ends with code 1 and one line that says who holds it', async () => {
  const second = await startProcess(dataDir).catch((error: unknown) => (error as Error).message)
  expect(second).toMatch(
    new RegExp(`ended \\(1\\).*\\nThe data directory .* is held by process ${server.child.pid} since .* at ${server.url}`),
  )
})
