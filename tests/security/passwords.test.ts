import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
})
afterAll(() => server.close())

const login = (username: string, password: string) =>
  server.guest().post<{ userInfo: { token: string } }>('/admin/Index/login', { username, password, keep: false })
const storedOf = async (username: string) => {
  const [row] = await server.query<{ password: string }>('SELECT password FROM admin WHERE username = $1', [username])
  return row?.password ?? ''
}

test('every stored password is an argon2id hash that is costly enough, and no two are alike', async () => {
  const rows = await server.query<{ password: string }>(
    'SELECT password FROM admin UNION ALL SELECT password FROM "user" WHERE password <> \'\'',
  )
  expect(rows.length).toBeGreaterThan(3)
  const admins = await server.query<{ password: string }>('SELECT password FROM admin')
  expect(new Set(admins.map((row) => row.password)).size).toBe(admins.length) // the demo administrators share one password
  for (const { password } of rows) {
    const [, m, t, p] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(password) ?? []
    expect(Number(m)).toBeGreaterThanOrEqual(19_456)
    expect(Number(t)).toBeGreaterThanOrEqual(2)
    expect(Number(p)).toBeGreaterThanOrEqual(1)
  }
})

test('a hash made with weaker parameters still works, and is replaced at the next sign-in', async () => {
  const weak = await hash(OWNER_PASSWORD, { memoryCost: 4096, timeCost: 2, parallelism: 1 })
  await server.query('UPDATE admin SET password = $1 WHERE username = $2', [weak, 'admin'])
  expect((await login('admin', OWNER_PASSWORD)).body.code).toBe(1)
  expect(await storedOf('admin')).toMatch(/m=19456,t=2,p=1/)
  expect((await login('admin', OWNER_PASSWORD)).body.code).toBe(1)
})

test('a password is taken as typed: no trimming, no folding of case', async () => {
  for (const near of [` ${OWNER_PASSWORD}`, `${OWNER_PASSWORD} `, OWNER_PASSWORD.toUpperCase()]) {
    expect((await login('admin', near)).body.code).toBe(0)
    await server.query('DELETE FROM login_throttle')
  }
})

test('sign-ins of one account at the same time do not deadlock', async () => {
  await server.query('DELETE FROM login_throttle')
  const deadlocks = async () => {
    const [row] = await server.query<{ n: number }>(
      'SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()',
    )
    return row?.n
  }
  const before = await deadlocks()
  for (let round = 0; round < 6; round++) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => login('admin', OWNER_PASSWORD)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
  }
  // A backend reports its deadlocks when it idles, within a second of its next transaction.
  await new Promise((done) => setTimeout(done, 1200))
  await Promise.all(Array.from({ length: 4 }, () => login('admin', OWNER_PASSWORD)))
  expect(await deadlocks()).toBe(before)
})

test('two hundred sign-ins at once neither fill the memory nor stop other calls', async () => {
  await server.query('DELETE FROM login_throttle')
  const admin = await server.signIn('admin')
  const before = process.memoryUsage().rss
  const all = Promise.all(Array.from({ length: 200 }, (_, i) => login(i % 2 ? 'admin' : `nobody${i}`, OWNER_PASSWORD)))
  const others = await Promise.all(Array.from({ length: 20 }, () => admin.get('/admin/Index/index')))
  expect(others.every((answer) => answer.body.code === 1)).toBe(true)
  const answers = await all
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  expect([...new Set(answers.map((answer) => answer.status))].sort(), server.logs.join('\n')).toEqual([200, 429])
  const turnedAway = answers.find((answer) => answer.status === 429)
  expect(turnedAway?.headers.get('retry-after')).toMatch(/^\d+$/)
})
