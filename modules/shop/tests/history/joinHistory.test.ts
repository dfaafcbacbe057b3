import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { inTransaction } from '../../../../server/core/transaction/transaction.ts'
import { DEMO_NOW } from '../../../../tests/harness/database.ts'
import { isLong } from '../../../../tests/harness/sampling.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { checkInvariants } from '../../demo/invariants.ts'
import { randomFrom } from '../../demo/random.ts'
import { publishResult } from '../../server/team/results.ts'
import { familyOf, madeKey, makeCompetition, registerFor, urls } from '../teams/teamHelpers.ts'
import { drawStep, type JoinStep, lookAround, prepared } from './joinHistoryWorld.ts'

const steps = Number(process.env.KONTOR_STEPS ?? (isLong ? 10_000 : 300))
const actors = 6

let server: TestServer
let database: Database
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  database = openDatabase(server.databaseUrl, { connections: actors, statementTimeout: 60_000 })
}, 180_000)
afterAll(async () => {
  await database.close()
  await server.close()
})

/** Was it done? Anything but done or refused is a fault. */
async function take(step: JoinStep): Promise<boolean> {
  if ('call' in step) {
    const { status, body, text } = await step.call()
    if (status !== 200 && status !== 404) throw new Error(`${step.name}: ${status} ${text}`)
    return body.code === 1
  }
  try {
    await inTransaction(database, step.trx)
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw new Error(`${step.name}: ${String(error)}`, { cause: error })
  }
}

test(`${steps} steps of ${actors} people at once, in any order, leave places, money, entries, teams and results as they have to be`, async () => {
  const world = await prepared(database, await server.signIn('admin'))
  const random = randomFrom(Number(process.env.KONTOR_SEED ?? 20_260_331))
  const done = new Map<string, number>()
  for (let taken = 0; taken < steps; taken += actors) {
    world.now++
    const scene = await lookAround(world)
    const drawn = Array.from({ length: actors }, () => drawStep(random, world, scene))
    const ends = await Promise.all(drawn.map(take))
    for (const [i, { name }] of drawn.entries()) if (ends[i]) done.set(name, (done.get(name) ?? 0) + 1)
    // At the end, and now and then on the way: what broke is then not far back.
    if (taken % 600 === 0) expect(await checkInvariants(database.read), drawn.map(({ name }) => name).join(', ')).toEqual([])
  }
  if (isLong) console.log(JSON.stringify(Object.fromEntries(done)))
  expect([...done.values()].reduce((sum, n) => sum + n, 0)).toBeGreaterThan(steps / 20)
  expect(done.size).toBeGreaterThan(14)
  const { rows } = await sql<{ n: number }>`select count(distinct l."to")::int as n from shop_team_join_log l
    join shop_team_join j on j.id = l.join_id where j.competition_id = any(${[...world.ids]}::int[])`.execute(database.read)
  expect(rows[0]?.n, 'states that registrations were in').toBe(5)
  expect(await checkInvariants(database.read)).toEqual([])
}, 900_000)

test('a registration is not cancelled while a result of it is being published', async () => {
  const owner = await server.signIn('admin')
  const groups = [{ name: '全程', fee: '0.00', quota: 20, gender: '0' }]
  const competition_id = await makeCompetition(owner, { groups, need_audit: 0 })
  const { userId, contestants } = await familyOf(server, 20)
  const joinId = madeKey(await registerFor(owner, competition_id, userId, contestants.slice(0, 2)))
  const entries = await server.query<{ id: number }>('select id from shop_user_competition where join_id = $1 order by id', [
    joinId,
  ])
  const result = {
    competition_id,
    round: 'final',
    finish: 'ok',
    time_result: '00:40:00.000',
    award_score: 5,
  }
  const id = madeKey(await owner.post(`${urls.result}/add`, { ...result, entry_id: entries[0]?.id }))
  const cancel = () => owner.post(`${urls.join}/cancel`, { id: joinId, reason: '改期', refund_amount: '0.00' })
  const waiting = () =>
    server.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  const [cancelled] = await inTransaction(database, async (trx) => {
    await publishResult(trx, id, { now: DEMO_NOW, actor: { type: 'admin', id: 1, name: 'admin' } })
    const pressed = cancel()
    await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0)
    return [pressed]
  })
  expect((await cancelled)?.body).toMatchObject({ code: 0, msg: expect.stringContaining('Published') })
  expect(await server.query('select published from shop_team_chengji where id = $1', [id])).toEqual([{ published: 1 }])
})
