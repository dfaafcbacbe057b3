import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
})
afterAll(() => server.close())

interface Pair {
  token: string
  refresh_token: string
}

async function signIn(): Promise<Pair> {
  const { body } = await server
    .guest()
    .post<{ userInfo: Pair }>('/admin/Index/login', { username: 'admin', password: OWNER_PASSWORD, keep: true })
  return body.data.userInfo
}
const refresh = (refreshToken: unknown, token = '') =>
  server.guest(token ? { token } : {}).post<Pair>('/api/common/refreshToken', { refreshToken, rotate: true })
const rotate = async (pair: Pair): Promise<Pair> => (await refresh(pair.refresh_token, pair.token)).body.data
const codeOf = async (token: string) => (await server.guest({ token }).get('/admin/Index/index')).body.code
const sessionOf = (pair: Pair) => pair.refresh_token.split('.')[0] ?? ''
const age = (pair: Pair, seconds: number) =>
  server.query('UPDATE admin_session SET refreshed_time = refreshed_time - $2 WHERE id = $1', [sessionOf(pair), seconds])
const sessions = async (pair: Pair) => (await server.query('SELECT 1 FROM admin_session WHERE id = $1', [sessionOf(pair)])).length

test('a refresh returns a new pair; the old access token asks for a refresh, the new one works', async () => {
  const first = await signIn()
  const second = await rotate(first)
  expect(second).toMatchObject({ type: 'admin-refresh' })
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect(await codeOf(first.token)).toBe(409)
  expect(await codeOf(second.token)).toBe(1)
})

test('an access token that ran out asks for a refresh, which brings one that works', async () => {
  const first = await signIn()
  await server.query('UPDATE admin_session SET access_time = 1 WHERE id = $1', [sessionOf(first)])
  expect(await codeOf(first.token)).toBe(409)
  expect(await codeOf((await rotate(first)).token)).toBe(1)
})

test('a repeat within ten seconds gets the same pair again', async () => {
  const first = await signIn()
  const second = await rotate(first)
  expect(await rotate(first)).toEqual(second)
  expect(await codeOf(second.token)).toBe(1)
})

test('a repeat after ten seconds ends the session, and the audit says so', async () => {
  const first = await signIn()
  const second = await rotate(first)
  await age(first, 11)
  expect((await refresh(first.refresh_token)).body.code).toBe(0)
  expect(await codeOf(second.token)).toBe(303)
  expect((await refresh(second.refresh_token, second.token)).body.code).toBe(0)
  expect(await sessions(first)).toBe(0)
  const [row] = await server.query('SELECT action, row_key FROM audit ORDER BY id DESC LIMIT 1')
  expect(row).toEqual({ action: 'refresh.reused', row_key: sessionOf(first) })
})

test('the grace covers only the token used last: an older one ends the session at once', async () => {
  const first = await signIn()
  const second = await rotate(first)
  const third = await rotate(second)
  expect((await refresh(first.refresh_token)).body.code).toBe(0)
  expect(await codeOf(third.token)).toBe(303)
})

test('fifty refreshes at once with one token make one successor', async () => {
  const first = await signIn()
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(first.refresh_token, first.token)))
  expect(answers.map((answer) => answer.body.code)).toEqual(Array.from({ length: 50 }, () => 1))
  expect(new Set(answers.map((answer) => answer.body.data.refresh_token)).size).toBe(1)
  expect(new Set(answers.map((answer) => answer.body.data.token)).size).toBe(1)
  const [row] = await server.query('SELECT sequence FROM admin_session WHERE id = $1', [sessionOf(first)])
  expect(row).toEqual({ sequence: 1 })
})

test('tokens are good for one use only: neither kind passes for the other', async () => {
  const pair = await signIn()
  expect((await refresh(pair.token, pair.token)).body.code).toBe(0)
  expect(await codeOf(pair.refresh_token)).toBe(303)
  expect(await codeOf(pair.token)).toBe(1)
})

test('anything else in place of a refresh token is refused', async () => {
  const pair = await signIn()
  const forged = `${sessionOf(pair)}x.${'A'.repeat(43)}`
  for (const odd of ['', forged, 'x'.repeat(10_000), null, 1, {}, [pair.refresh_token], { $ne: '' }]) {
    expect((await refresh(odd, pair.token)).body.code).toBe(0)
  }
  expect(await codeOf(pair.token)).toBe(1)
})

test('a session ends after thirty days, however often it was refreshed', async () => {
  const first = await signIn()
  const second = await rotate(first)
  const [row] = await server.query<{ days: number }>(
    'SELECT round((expires_time - extract(epoch from now())) / 86400)::int AS days FROM admin_session WHERE id = $1',
    [sessionOf(first)],
  )
  expect(row?.days).toBe(30)
  await server.query('UPDATE admin_session SET expires_time = 1 WHERE id = $1', [sessionOf(first)])
  await server.query("SELECT pg_notify('kontor_access', '*')")
  expect((await refresh(second.refresh_token, second.token)).body.code).toBe(0)
  await expect.poll(() => codeOf(second.token)).toBe(303)
})

test('the database holds no token that could be used', async () => {
  const first = await signIn()
  const second = await rotate(first)
  const [row] = await server.query<{ all: string }>('SELECT string_agg(s::text, chr(10)) AS all FROM admin_session s')
  for (const token of [first.token, second.token, first.refresh_token, second.refresh_token]) {
    expect(row?.all).not.toContain(token.split('.').pop())
  }
  for (const hash of row?.all.match(/[0-9a-f]{64}/g) ?? []) expect(await codeOf(hash)).toBe(303)
})

test('a disabled administrator gets no new token', async () => {
  const pair = await signIn()
  await server.query("UPDATE admin SET status = 0 WHERE username = 'admin'")
  try {
    expect((await refresh(pair.refresh_token, pair.token)).body.code).toBe(0)
  } finally {
    await server.query("UPDATE admin SET status = 1 WHERE username = 'admin'")
  }
})

test('a refresh token alone, or beside the access token of another session, renews nothing and ends nothing', async () => {
  const [own, other] = [await signIn(), await signIn()]
  const send = (headers: Record<string, string>) =>
    server.guest({ headers }).post<Pair>('/api/common/refreshToken', { refreshToken: own.refresh_token, rotate: true })
  const others: Record<string, string>[] = [
    {},
    { batoken: '' },
    { batoken: other.token },
    { batoken: own.refresh_token },
    { batoken: `${own.token}x` },
    { 'ba-user-token': own.token },
    { 'ba-user-token': own.token, batoken: other.token },
  ]
  for (const headers of others)
    expect((await send(headers)).body, JSON.stringify(Object.keys(headers))).toMatchObject({ code: 0 })
  const [row] = await server.query('SELECT sequence FROM admin_session WHERE id = $1', [sessionOf(own)])
  expect(row).toEqual({ sequence: 0 })
  expect(await codeOf((await rotate(own)).token)).toBe(1)
})

test('a client sends the newest access token with its refresh token, or the one before while an answer may be lost', async () => {
  const first = await signIn()
  const renew = async (token: string) =>
    (await server.guest({ token }).post<Pair>('/api/common/refreshToken', { refreshToken: first.refresh_token })).body
  const second = await renew(first.token)
  expect(second).toMatchObject({ code: 1 })
  expect(await renew(first.token)).toMatchObject({ code: 1, data: { token: second.data.token } })
  await age(first, 11)
  const third = await renew(second.data.token)
  expect(await codeOf(third.data.token)).toBe(1)
  expect(await renew(first.token)).toMatchObject({ code: 0 })
  expect(await codeOf(third.data.token)).toBe(1)
})
