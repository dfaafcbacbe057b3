import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSettings } from '../../server/core/settings.ts'
import { createServer } from '../../server/main/server.ts'
import { makeClient } from '../harness/client.ts'
import { DEMO_PASSWORD, OWNER_PASSWORD } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
})
afterAll(() => server.close())
beforeEach(() => server.query('DELETE FROM login_throttle'))

const login = (username: string, password: string, headers: Record<string, string> = {}) =>
  server.guest({ headers }).post('/admin/Index/login', { username, password, keep: false })
const counterOf = async (name: string) => {
  const [row] = await server.query<{ attempts: number; failures: number; until: number; now: number }>(
    'SELECT attempts, failures, until_time AS until, extract(epoch from now())::bigint AS now FROM login_throttle WHERE name = $1',
    [name],
  )
  return { attempts: Number(row?.attempts), failures: Number(row?.failures), wait: Number(row?.until) - Number(row?.now) }
}
/** Lets the lock and the windows end without waiting for them. */
const later = () => server.query('UPDATE login_throttle SET until_time = 0')
async function failFiveTimes(username = 'admin') {
  for (let i = 0; i < 5; i++) await login(username, 'Wrong-pass1')
}

test('after five wrong passwords the right one is refused with the words of a wrong one, until the lock ends', async () => {
  const wrong = await login('admin', 'Wrong-pass1')
  for (let i = 0; i < 4; i++) await login('admin', 'Wrong-pass1')
  const locked = await login('admin', OWNER_PASSWORD)
  expect({ ...locked.body, time: 0 }).toEqual({ ...wrong.body, time: 0 })
  expect((await counterOf('account:admin')).wait).toBeGreaterThan(20)
  await later()
  expect((await login('admin', OWNER_PASSWORD)).body.code).toBe(1)
  expect((await counterOf('account:admin')).failures).toBe(0)
})

test('unknown, locked and disabled accounts and wrong passwords are indistinguishable', async () => {
  const [disabled] = await server.query<{ username: string }>('SELECT username FROM admin WHERE status = 0 LIMIT 1')
  expect(disabled).toBeDefined()
  const unknown = await login('nobody-here', 'Wrong-pass1')
  const wrong = await login('manager', 'Wrong-pass1')
  const off = await login(disabled?.username ?? '', DEMO_PASSWORD)
  await failFiveTimes('packer')
  const locked = await login('packer', DEMO_PASSWORD)
  for (const answer of [wrong, off, locked]) {
    expect({ ...answer.body, time: 0 }).toEqual({ ...unknown.body, time: 0 })
    expect(answer.status).toBe(unknown.status)
    expect([...answer.headers.keys()]).toEqual([...unknown.headers.keys()])
  }
})

test('each further wrong password doubles the wait, up to a quarter of an hour', async () => {
  const waits: number[] = []
  await failFiveTimes()
  for (let i = 0; i < 4; i++) {
    await server.query('UPDATE login_throttle SET until_time = 0')
    await login('admin', 'Wrong-pass1')
    waits.push((await counterOf('account:admin')).wait)
  }
  for (const [i, expected] of [60, 120, 240, 480].entries()) {
    expect(waits[i]).toBeGreaterThan(expected - 20)
    expect(waits[i]).toBeLessThanOrEqual(expected)
  }
})

test('as many wrong passwords as the settings allow lock the account for a day, and the lock then ends', async () => {
  await failFiveTimes()
  for (let i = 0; i < 5; i++) {
    await later()
    await login('admin', 'Wrong-pass1')
  }
  expect((await counterOf('account:admin')).wait).toBeGreaterThan(80_000)
  const [row] = await server.query<{ login_failure: number }>("SELECT login_failure FROM admin WHERE username = 'admin'")
  expect(row?.login_failure).toBe(10)
  await later()
  await login('admin', 'Wrong-pass1') // one failure after the day must not lock for another day
  expect((await counterOf('account:admin')).failures).toBe(1)
  expect((await login('admin', OWNER_PASSWORD)).body.code).toBe(1)
})

test('a hundred wrong guesses at once are all counted, and at most five of them are looked at', async () => {
  await server.query(
    "INSERT INTO login_throttle (name, attempts, failures, until_time, last_time, create_time, update_time) VALUES ('server', 0, -900, 99999999999, 0, 0, 0), ('address:127.0.0.1', 0, -900, 99999999999, 0, 0, 0)",
  )
  const guesses = Array.from({ length: 100 }, (_, i) => login('admin', i === 60 ? OWNER_PASSWORD : `Wrong-pass${i}`))
  const answers = await Promise.all(guesses)
  const counter = await counterOf('account:admin')
  expect(counter.attempts).toBe(100)
  const right = answers[60]?.body.code
  if (right === 1) return // it was among the first five
  expect(counter.failures).toBe(5)
})

test('headers that claim another address do not reset the count', async () => {
  for (let i = 0; i < 5; i++)
    await login('admin', 'Wrong-pass1', {
      'x-forwarded-for': `10.0.0.${i}`,
      'x-real-ip': `10.0.0.${i}`,
      forwarded: `for=10.0.0.${i}`,
    })
  expect((await login('admin', OWNER_PASSWORD, { 'x-forwarded-for': '10.9.9.9' })).body.code).toBe(0)
  const names = await server.query<{ name: string }>("SELECT name FROM login_throttle WHERE name LIKE 'address:%'")
  expect(names).toEqual([{ name: 'address:127.0.0.1' }])
})

test('one address gets thirty wrong tries a minute, whatever accounts it tries', async () => {
  for (let i = 0; i < 30; i++) await login(`somebody${i}`, 'Wrong-pass1')
  const answer = await login('somebody-else', 'Wrong-pass1')
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('60')
  await later()
  expect((await login('admin', OWNER_PASSWORD)).body.code).toBe(1)
})

test('two hundred wrong tries a minute from everywhere close the door to all for that minute', async () => {
  await login('somebody', 'Wrong-pass1')
  await server.query("UPDATE login_throttle SET failures = 200 WHERE name = 'server'")
  expect((await login('admin', OWNER_PASSWORD)).status).toBe(429)
  await later()
  expect((await login('admin', OWNER_PASSWORD)).body.code).toBe(1)
})

test('a restart and a second node keep the count', async () => {
  await failFiveTimes()
  const second = await createServer({ databaseUrl: server.databaseUrl, settings: { ...readSettings({}), port: 0, feedPort: 0 } })
  try {
    const { url } = await second.listen()
    const answer = await makeClient(url).post('/admin/Index/login', { username: 'admin', password: OWNER_PASSWORD, keep: false })
    expect(answer.body.code).toBe(0)
  } finally {
    await second.close()
  }
})

test('a signed-in person stays signed in while others guess at the account', async () => {
  const admin = await server.signIn('admin')
  await failFiveTimes()
  expect((await admin.get('/admin/Index/index')).body.code).toBe(1)
})

test('a wrong try leaves a row in the audit that names no password', async () => {
  await login('admin', 'Wrong-canary1')
  const [row] = await server.query<{ action: string; detail: string }>(
    'SELECT action, detail FROM audit ORDER BY id DESC LIMIT 1',
  )
  expect(row?.action).toBe('login.failed')
  expect(JSON.parse(row?.detail ?? '')).toEqual({ username: 'admin', reason: 'wrong' })
})
