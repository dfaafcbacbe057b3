import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSettings } from '../../server/core/settings.ts'
import { createServer } from '../../server/main/server.ts'
import { type Client, makeClient } from '../harness/client.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { memberClient, type Pair, registerMember, signInMember } from '../member/people.ts'
import { person } from '../security/people.ts'

/** What an administrator sets at the tab "Sign-in" of the configuration, and what follows for people. */

let server: TestServer
let second: Awaited<ReturnType<typeof createServer>>
let secondUrl = ''
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
  second = await createServer({ databaseUrl: server.databaseUrl, settings: { ...readSettings({}), port: 0, feedPort: 0 } })
  secondUrl = (await second.listen()).url
  owner = await server.signIn('admin')
})
afterAll(async () => {
  await second.close()
  await server.close()
})
beforeEach(() => server.query('delete from login_throttle'))

const password = 'Quiet-harbour-7'
const set = async (values: object) =>
  expect((await owner.post('/admin/routine.Config/edit', values)).body).toMatchObject({ code: 1 })
/** The settings of a test end with it. */
async function withSettings(values: Record<string, unknown>, then: () => Promise<void>) {
  const { row } = (await owner.get<{ row: Record<string, unknown> }>('/admin/routine.Config/index')).body.data
  await set(values)
  try {
    await then()
  } finally {
    await set(Object.fromEntries(Object.keys(values).map((name) => [name, row[name]])))
  }
}
const overview = async (who: Client) => (await who.get('/api/account/overview')).body
/** Seconds from the start to the end of the shortest session that has a refresh token. */
async function keptFor(table: 'admin_session' | 'user_session'): Promise<number> {
  const rows = await server.query<{ n: number }>(
    `select min(expires_time - create_time)::int as n from ${table} where refresh_hash <> ''`,
  )
  return Number(rows[0]?.n)
}

describe('single sign-on', () => {
  test('an administrator who signs in again ends the other sessions, on every node; others stay signed in', async () => {
    const one = await person(server, ['auth/admin/index'])
    const other = await person(server, ['auth/admin/index'])
    const there = makeClient(secondUrl, { token: one.token })
    const codes = async (...clients: Client[]) =>
      Promise.all(clients.map(async (client) => (await client.get('/admin/auth.Admin/index')).body.code))
    expect(await codes(one, there, other)).toEqual([1, 1, 1])
    await server.signIn(one.username, OWNER_PASSWORD)
    expect(await codes(one, there, other)).toEqual([1, 1, 1])
    await withSettings({ admin_sso: 1 }, async () => {
      const newest = await server.signIn(one.username, OWNER_PASSWORD)
      expect(await codes(one, newest, other)).toEqual([303, 1, 1])
      await expect.poll(() => codes(there), { timeout: 15_000 }).toEqual([303])
    })
  })

  test('a member who signs in again ends the other sessions, and their refresh tokens are refused', async () => {
    const first = await registerMember(server, 'alone1', password)
    const client = memberClient(server, first.token)
    await signInMember(server, 'alone1', password)
    expect(await overview(client)).toMatchObject({ code: 1 })
    await withSettings({ user_sso: 1 }, async () => {
      const newest = await signInMember(server, 'alone1', password)
      expect(await overview(client)).toMatchObject({ code: 303 })
      const again = await client.post('/api/common/refreshToken', { refreshToken: first.refresh_token })
      expect(again.body).toMatchObject({ code: 0 })
      expect(await overview(memberClient(server, newest.token))).toMatchObject({ code: 1 })
    })
  })

  test('of many who sign in at once one session is left', async () => {
    await registerMember(server, 'alone2', password)
    await withSettings({ user_sso: 1 }, async () => {
      await Promise.all(Array.from({ length: 4 }, () => signInMember(server, 'alone2', password)))
      const left = await server.query(
        `select 1 from user_session s join "user" u on u.id = s.user_id where u.username = 'alone2'`,
      )
      expect(left).toHaveLength(1)
    })
  })
})

describe('how long people stay signed in', () => {
  test('refresh_token_days is the life of a kept session in both areas', async () => {
    await registerMember(server, 'stayer', password)
    expect(await keptFor('user_session')).toBe(30 * 86_400)
    await withSettings({ refresh_token_days: 7 }, async () => {
      await signInMember(server, 'stayer', password)
      expect(await keptFor('user_session')).toBe(7 * 86_400)
      await server.guest().post('/admin/Index/login', { username: 'admin', password: OWNER_PASSWORD, keep: true })
      expect(await keptFor('admin_session')).toBe(7 * 86_400)
    })
  })

  test('an access token lives for admin_token_keep_time, a member’s for user_token_keep_time', async () => {
    const shortest = async (table: 'admin_session' | 'user_session') =>
      Number((await server.query(`select min(access_time - create_time)::int as n from ${table}`))[0]?.n)
    await withSettings({ admin_token_keep_time: 900, user_token_keep_time: 600 }, async () => {
      await registerMember(server, 'short_one', password)
      await server.signIn('admin')
      expect([await shortest('admin_session'), await shortest('user_session')]).toEqual([900, 600])
    })
  })

  test('values out of range are refused beside their fields', async () => {
    const { body } = await owner.post('/admin/routine.Config/edit', {
      refresh_token_days: 0,
      user_token_keep_time: 259_201,
      user_login_lock_minutes: 0,
    })
    expect(body).toMatchObject({ code: 0 })
    expect(Object.keys((body.data as { errors: object }).errors).sort()).toEqual([
      'refresh_token_days',
      'user_login_lock_minutes',
      'user_token_keep_time',
    ])
  })
})

test('members are locked after user_login_retry wrong passwords for user_login_lock_minutes; administrators are not', async () => {
  await registerMember(server, 'locked1', password)
  await withSettings({ user_login_retry: 3, user_login_lock_minutes: 90 }, async () => {
    const wrong = { tab: 'login', username: 'locked1', password: 'Wrong-pass1', keep: false }
    for (let i = 0; i < 3; i++) await server.guest().post('/api/user/checkIn', wrong)
    await expect(signInMember(server, 'locked1', password)).rejects.toThrow()
    const [row] = await server.query<{ minutes: number }>(
      `select ((until_time - extract(epoch from now())) / 60)::int as minutes from login_throttle where name = 'member:locked1'`,
    )
    expect(row?.minutes).toBe(90)
    const asAdmin = { username: 'admin', password: 'Wrong-pass1', keep: false }
    for (let i = 0; i < 3; i++) await server.guest().post('/admin/Index/login', asAdmin)
    await server.signIn('admin')
  })
})

describe('the terms of service', () => {
  const read = async (lang: 'zh-cn' | 'en') =>
    (await server.guest({ lang }).get<{ html: string }>('/api/user/terms')).body.data.html

  test('are open to all in their language, and have a text before anybody wrote one', async () => {
    expect(await read('zh-cn')).toContain('个人信息')
    expect(await read('en')).toContain('Your personal data')
    // The shop's own: the platform has neither orders nor returns.
    expect(await read('en')).toContain('Delivery and returns')
  })

  test.each([
    ['terms_en', 'en', 'Your personal data', 'zh-cn', '个人信息'],
    ['terms_zh', 'zh-cn', '个人信息', 'en', 'Your personal data'],
  ] as const)(
    '%s is what the owner wrote, cleaned; the other language stays, and an empty text is the default again',
    async (item, lang, usual, other, theirs) => {
      await withSettings({ [item]: '<h2>Our terms</h2><p onclick="x()">Pay.</p><script>x()</script>' }, async () => {
        expect(await read(lang)).toBe('<h2>Our terms</h2><p>Pay.</p>')
        expect(await read(other)).toContain(theirs)
        await set({ [item]: '' })
        expect(await read(lang)).toContain(usual)
      })
    },
  )
})

describe('the member centre', () => {
  const checkIn = (body: object) => server.guest().post<{ userInfo: Pair }>('/api/user/checkIn', body)
  const site = async () => (await server.guest().get<{ openMemberCenter: boolean }>('/api/index/index')).body

  test('closes for everybody at once: no sign-in, no calls of members, on every node; the public site stays, and it opens again', async () => {
    const { token, refresh_token: refreshToken } = await registerMember(server, 'visitor', password)
    const client = memberClient(server, token)
    const there = makeClient(secondUrl, { headers: { 'ba-user-token': token } })
    expect([await overview(client), await overview(there)]).toMatchObject([{ code: 1 }, { code: 1 }])
    const closed = { code: 0, msg: 'The member centre is closed.' }
    await withSettings({ open_member_center: 0 }, async () => {
      expect(await overview(client)).toMatchObject(closed)
      await expect.poll(() => overview(there), { timeout: 15_000 }).toMatchObject(closed)
      expect((await checkIn({ tab: 'login', username: 'visitor', password })).body).toMatchObject(closed)
      expect((await checkIn({ tab: 'register', username: 'visitor2', password })).body).toMatchObject(closed)
      expect((await server.guest().get('/api/user/checkIn')).body.data).toMatchObject({
        openMemberCenter: false,
        register: false,
      })
      expect(await site()).toMatchObject({ code: 1, data: { openMemberCenter: false } })
      // Nobody is signed out by it.
      expect((await client.post('/api/common/refreshToken', { refreshToken })).body).toMatchObject({ code: 1 })
    })
    const again = await signInMember(server, 'visitor', password)
    expect(await overview(memberClient(server, again.token))).toMatchObject({ code: 1 })
    expect(await site()).toMatchObject({ data: { openMemberCenter: true } })
  })

  test('asks no guest to sign in while it is closed', async () => {
    const wanted = () => server.guest().get('/api/index/index', { requiredLogin: 1 })
    expect((await wanted()).body.code).toBe(303)
    await withSettings({ open_member_center: 0 }, async () =>
      expect((await wanted()).body).toMatchObject({ code: 1, data: { openMemberCenter: false, userInfo: [] } }),
    )
  })

  test('takes no new members while registration is closed; those it has sign in', async () => {
    await registerMember(server, 'already', password)
    await withSettings({ open_register: 0 }, async () => {
      expect((await server.guest().get('/api/user/checkIn')).body.data).toMatchObject({ register: false, registerTypes: [] })
      expect((await checkIn({ tab: 'register', username: 'too_late', password })).body).toMatchObject({
        code: 0,
        msg: expect.stringContaining('Registration is closed'),
      })
      await signInMember(server, 'already', password)
    })
  })
})
