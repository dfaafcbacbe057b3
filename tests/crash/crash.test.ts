import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPostmaster } from '../../server/db/postgres/leftover.ts'
import { databaseUrlForTools } from '../../server/db/postgres/running.ts'
import { makeClient } from '../harness/client.ts'
import { type ServerProcess, startProcess } from '../harness/process.ts'
import { startTestSandbox, type TestSandbox } from '../harness/sandbox.ts'
import { signIn } from '../harness/server.ts'
import { memberClient, registerMember } from '../member/people.ts'
import { faults, type Parcel, startDriver, type Written } from './driver.ts'
import {
  disagreements,
  type MoneyAct,
  type MoneyStage,
  moneyFaults,
  openStage,
  prepareActs,
  startActs,
  startWorker,
} from './money.ts'

const rounds = process.env.KONTOR_LONG ? Number(process.env.KONTOR_ROUNDS ?? 50) : 3
const seed = Number(process.env.KONTOR_SEED ?? 20260331)
const serverRounds = process.env.KONTOR_LONG ? Number(process.env.KONTOR_ROUNDS ?? 200) : 3
const perRound = 12 // orders to ship in one round

let dataDir: string
let sandbox: TestSandbox
let server: ServerProcess
let token: string
let parcel: Parcel
let orders: number[]
const written: Written[] = []

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kontor-crash-'))
  sandbox = await startTestSandbox()
  server = await start()
  token = (await signIn(server.url, 'admin')).token ?? ''
  member = await makeMember()
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
  server?.child.kill('SIGKILL')
  const postgres = readPostmaster(join(dataDir, 'postgres/data'))
  if (postgres) process.kill(postgres.pid, 'SIGKILL')
  await sandbox?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** At the address it had before, which is where the provider calls. */
function start(): Promise<ServerProcess> {
  const port = server ? new URL(server.url).port : '0'
  return startProcess(dataDir, { PORT: port, KONTOR_PAYMENTS: sandbox.url, KONTOR_PAYMENT_KEY: sandbox.key })
}

async function withDatabase<T>(work: (database: Client) => Promise<T>): Promise<T> {
  const database = new Client({ connectionString: databaseUrlForTools({ KONTOR_DATA: dataDir }) })
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

/** The member whose money moves while the server is killed. */
let member: { id: number; token: string }
const memberAt = (url: string) => memberClient({ guest: (more = {}) => makeClient(url, more) }, member.token)

async function makeMember(): Promise<typeof member> {
  const own = await registerMember({ guest: () => makeClient(server.url) }, 'crash_test', 'Crash-pass-1')
  const found = await withDatabase((database) =>
    database.query<{ id: number }>(`SELECT id FROM "user" WHERE username = 'crash_test'`),
  )
  return { id: found.rows[0]?.id ?? 0, token: own.token }
}

async function withStage<T>(work: (stage: MoneyStage) => Promise<T>): Promise<T> {
  const stage = await openStage(databaseUrlForTools({ KONTOR_DATA: dataDir }), member.id)
  try {
    return await work(stage)
  } finally {
    await stage.database.close()
  }
}

/** Opens the payments through the provider that the acts will make; their cashiers' addresses by order. */
async function beginPayments(acts: readonly MoneyAct[]): Promise<Map<number, string>> {
  const payUrls = new Map<number, string>()
  for (const { orderId } of acts.filter(({ kind }) => kind === 'payThrough')) {
    const begun = await memberAt(server.url).post<{ pay_url: string }>('/api/shop.Order/pay', { id: orderId, type: 'wechat' })
    expect(begun.body.code, begun.text).toBe(1)
    payUrls.set(orderId, begun.body.data.pay_url)
  }
  return payUrls
}

/** Waits until so many of the acts are confirmed. */
async function confirmed(acts: readonly MoneyAct[], wanted: number): Promise<void> {
  for (let tries = 0; acts.filter((act) => act.confirmed).length < wanted; tries++) {
    if (tries > 10_000) throw new Error('the server confirms no more')
    await sleep(2)
  }
}

const outcomes = { confirmed: 0, asked: 0 }

test.each(Array.from({ length: serverRounds }, (_, round) => round))(
  'kill -9 of the server while it writes and money moves (round %i) loses nothing it confirmed and leaves nothing between before and after',
  async (round) => {
    const chance = random(seed + round)
    const acts: MoneyAct[] = await withStage(prepareActs)
    const worker = await startWorker(databaseUrlForTools({ KONTOR_DATA: dataDir }))
    const payUrls = await beginPayments(acts)
    const driver = startDriver(server.url, token, orders.splice(0, perRound), parcel, `server-${round}`)
    await driver.confirmed(1)
    startActs(acts, { owner: makeClient(server.url, { token }), member: memberAt(server.url), sandbox, worker }, payUrls)
    await confirmed(acts, Math.floor(chance() * acts.length * 0.8))
    await sleep(chance() * 25)
    for (const { child } of [server, worker]) child.kill('SIGKILL')
    await driver.stop()
    await Promise.all([server.ended, worker.ended])
    const asked = acts.map((act) => ({ ...act })) // an answer that comes later does not count
    outcomes.asked += asked.length
    outcomes.confirmed += asked.filter((act) => act.confirmed).length
    server = await start()
    written.push(...driver.written)
    expect(await withDatabase((database) => faults(database, written))).toEqual([])
    expect(await withStage((stage) => moneyFaults(stage, asked))).toEqual([])
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
    process.kill(readPostmaster(join(dataDir, 'postgres/data'))?.pid ?? 0, 'SIGKILL')
    await sleep(50) // answers from before the kill may still be on their way
    await driver.confirmed(10)
    await driver.stop()
    expect(server.child.exitCode).toBeNull()
    written.push(...driver.written)
    expect(await withDatabase((database) => faults(database, written))).toEqual([])
  },
  60_000,
)

test('in the end shop and provider agree on every payment and on all money that went back', async () => {
  await expect.poll(() => withStage((stage) => disagreements(stage, sandbox)), { timeout: 120_000, interval: 1000 }).toEqual([])
  expect(await withStage((stage) => moneyFaults(stage, []))).toEqual([])
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
}, 60_000)

test('a second start on the same data ends with code 1 and one line that says who holds it', async () => {
  const second = await startProcess(dataDir).catch((error: unknown) => (error as Error).message)
  expect(second).toMatch(
    new RegExp(`ended \\(1\\).*\\nThe data directory .* is held by process ${server.child.pid} since .* at ${server.url}`),
  )
})
