import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { demoMember, disableMember, memberClient, openRegistration, type Pair, registerMember, signInMember } from './people.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
}, 240_000)
afterAll(() => server?.close())

const checkIn = (body: object) => server.guest().post<{ userInfo: Pair & Record<string, unknown> }>('/api/user/checkIn', body)
const refresh = (refreshToken: string, headers: Record<string, string> = {}) =>
  server.guest({ headers }).post<Pair & { type: string }>('/api/common/refreshToken', { refreshToken, rotate: true })
const codeOf = async (token: string) =>
  (await memberClient(server, token).get('/api/index/index', { requiredLogin: 1 })).body.code
const sessionOf = (pair: Pair) => pair.refresh_token.split('.')[0] ?? ''

describe('signing in', () => {
  test('works with the name, the mobile number and the e-mail address, in any case', async () => {
    for (const username of [demoMember, demoMember.toUpperCase(), '13800131163', 'User164@example.com']) {
      const { body } = await checkIn({ tab: 'login', username, password: DEMO_PASSWORD, keep: false })
      expect(body, username).toMatchObject({ code: 1, data: { routePath: '/user', userInfo: { username: demoMember } } })
      expect(body.data.userInfo.refresh_token).toBe('')
    }
  })

  test('tells the member what the protocol names, and nothing secret', async () => {
    const { body } = await checkIn({ tab: 'login', username: demoMember, password: DEMO_PASSWORD, keep: true })
    const names =
      'id username nickname email mobile avatar gender birthday money score join_time motto last_login_time last_login_ip token refresh_token'
    expect(Object.keys(body.data.userInfo).sort()).toEqual(names.split(' ').sort())
    expect(body.data.userInfo.money).toMatch(/^\d+\.\d\d$/)
  })

  test('says the same of an unknown name, a wrong password, a disabled member, and an account without a password', async () => {
    await disableMember(server, 'user0001')
    const answers = await Promise.all(
      [demoMember, 'nobody-here', 'user0001', 'user0002'].map((username) =>
        checkIn({ tab: 'login', username, password: 'Wrong-password-1', keep: false }),
      ),
    )
    expect(new Set(answers.map(({ body }) => JSON.stringify([body.code, body.msg, body.data]))).size).toBe(1)
    expect(answers[0]?.body.code).toBe(0)
  })

  test('waits after five wrong tries under whatever name, and the right password waits too', async () => {
    await registerMember(server, 'locked1', 'Some-password-1')
    await server.query("UPDATE \"user\" SET mobile = '13900009999' WHERE username = 'locked1'")
    for (const username of ['locked1', '13900009999', 'LOCKED1', 'locked1', '13900009999'])
      await checkIn({ tab: 'login', username, password: 'Wrong-password-1', keep: false })
    expect((await checkIn({ tab: 'login', username: 'locked1', password: 'Some-password-1', keep: false })).body.code).toBe(0)
    const [row] = await server.query<{ login_failure: number }>('SELECT login_failure FROM "user" WHERE username = \'locked1\'')
    expect(row?.login_failure).toBe(5)
    // An administrator of the same name is somebody else.
    expect((await server.query("SELECT 1 FROM login_throttle WHERE name = 'account:locked1'")).length).toBe(0)
    const manager = await server.signIn('manager')
    const [member] = await server.query<{ id: number }>('SELECT id FROM "user" WHERE username = \'locked1\'')
    await server.query('UPDATE "user" SET login_failure = 10 WHERE username = \'locked1\'')
    expect((await manager.post('/admin/user.User/unlock', { id: member?.id })).body.code).toBe(1)
    expect((await checkIn({ tab: 'login', username: 'locked1', password: 'Some-password-1', keep: false })).body.code).toBe(1)
  })

  test('a signed-in member is redirected, and a closed member centre lets nobody in', async () => {
    const { token } = await signInMember(server)
    const client = memberClient(server, token)
    expect((await client.get('/api/user/checkIn')).body).toMatchObject({ code: 303, data: { type: 'logged in' } })
    await server.query(
      "INSERT INTO config (name, value, create_time, update_time) VALUES ('open_member_center', '0', 1, 1) ON CONFLICT (name) DO UPDATE SET value = '0'",
    )
    try {
      expect((await checkIn({ tab: 'login', username: demoMember, password: DEMO_PASSWORD })).body.code).toBe(0)
      expect((await server.guest().get('/api/index/index')).body.data.openMemberCenter).toBe(false)
    } finally {
      await server.query("DELETE FROM config WHERE name = 'open_member_center'")
    }
  })
})

describe('registering by the name alone, where the site allows it', () => {
  beforeAll(() => openRegistration(server))

  test('makes a member of the default group, who is signed in', async () => {
    const { token } = await registerMember(server, 'newcomer', 'Some-password-1')
    expect(await codeOf(token)).toBe(1)
    const [row] = await server.query('SELECT nickname, group_id, status, money, score FROM "user" WHERE username = \'newcomer\'')
    expect(row).toMatchObject({ nickname: 'newcomer', group_id: 1, status: 'enable', score: 100 })
    const [audit] = await server.query<{ detail: string; admin_id: number }>(
      "SELECT detail, admin_id FROM audit WHERE action = 'member.register' ORDER BY id DESC LIMIT 1",
    )
    expect(audit?.admin_id).toBe(0)
    expect(audit?.detail).not.toContain('Some-password')
  })

  test.each([
    ['username', { username: 'newcomer2', password: '123456' }, 'password'],
    ['short', { username: 'ab', password: 'Some-password-1' }, 'username'],
    ['number', { username: '13800138000', password: 'Some-password-1' }, 'username'],
    ['taken', { username: demoMember.toUpperCase(), password: 'Some-password-1' }, 'username'],
    ['no password', { username: 'newcomer3' }, 'password'],
    ['an object', { username: { $ne: '' }, password: ['x'] }, 'username'],
  ])('is refused beside the field (%s)', async (_name, body, field) => {
    const answer = await server
      .guest()
      .post<{ errors: Record<string, string> }>('/api/user/checkIn', { tab: 'register', ...body })
    expect(answer.body.code).toBe(0)
    expect(Object.keys(answer.body.data.errors)).toContain(field)
  })

  test('makes one account when two want one name at one moment', async () => {
    const body = { tab: 'register', username: 'twice', password: 'Some-password-1' }
    const answers = await Promise.all([checkIn(body), checkIn(body)])
    expect(answers.map((answer) => answer.body.code).sort()).toEqual([0, 1])
  })

  test('is limited by address', async () => {
    await server.query(
      "UPDATE login_throttle SET failures = 20, until_time = extract(epoch from now())::bigint + 3600 WHERE name LIKE 'register:%'",
    )
    const { status } = await checkIn({ tab: 'register', username: 'toomany', password: 'Some-password-1' })
    expect(status).toBe(429)
    await server.query("DELETE FROM login_throttle WHERE name LIKE 'register:%'")
  })
})

describe('a session', () => {
  test('is renewed with a new pair; the used refresh token that comes back after the grace ends it', async () => {
    const first = await signInMember(server)
    const { body } = await refresh(first.refresh_token, { 'ba-user-token': first.token })
    const second = body.data
    expect(second.type).toBe('user-refresh')
    expect(await codeOf(first.token)).toBe(409)
    expect(await codeOf(second.token)).toBe(1)
    expect((await refresh(first.refresh_token, { 'ba-user-token': first.token })).body.data).toEqual(second)
    await server.query('UPDATE user_session SET refreshed_time = refreshed_time - 11 WHERE id = $1', [sessionOf(first)])
    expect((await refresh(first.refresh_token)).body.code).toBe(0)
    expect(await codeOf(second.token)).toBe(303)
    const [row] = await server.query(
      "SELECT admin_id, row_key FROM audit WHERE action = 'refresh.reused' ORDER BY id DESC LIMIT 1",
    )
    expect(row).toEqual({ admin_id: 0, row_key: sessionOf(first) })
  })

  test('fifty refreshes at once make one successor', async () => {
    const first = await signInMember(server)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => refresh(first.refresh_token, { 'ba-user-token': first.token })),
    )
    expect(new Set(answers.map((answer) => answer.body.data.token)).size).toBe(1)
    expect(await codeOf(answers[0]?.body.data.token ?? '')).toBe(1)
  })

  test('of one area is none of the other', async () => {
    const member = await signInMember(server)
    const admin = (
      await server.guest().post<{ userInfo: Pair }>('/admin/Index/login', {
        username: 'manager',
        password: DEMO_PASSWORD,
        keep: true,
      })
    ).body.data.userInfo
    // In the other's place a token is nobody's, whichever header carries it.
    expect(await codeOf(admin.token)).toBe(303)
    expect(await codeOf(admin.refresh_token)).toBe(303)
    expect((await server.guest({ token: member.token }).get('/admin/Index/index')).body.code).toBe(303)
    expect((await server.guest({ token: admin.token }).get('/api/account.Balance/index')).body.code).toBe(303)
    expect((await memberClient(server, member.token).get('/admin/user.User/index')).body.code).toBe(303)
    // A refresh token goes with the access token of its own session.
    expect((await refresh(member.refresh_token)).body.code).toBe(0)
    expect((await refresh(member.refresh_token, { batoken: admin.token })).body.code).toBe(0)
    expect((await refresh(admin.refresh_token, { 'ba-user-token': member.token })).body.code).toBe(0)
    expect((await refresh(member.token, { 'ba-user-token': member.token })).body.code).toBe(0)
    // BuildAdmin's client sends both.
    const both = { batoken: admin.token, 'ba-user-token': member.token }
    expect((await refresh(member.refresh_token, both)).body.data.type).toBe('user-refresh')
    expect((await refresh(admin.refresh_token, both)).body.data.type).toBe('admin-refresh')
  })

  test('ends with sign-out, and that of the administrator in the same browser goes on', async () => {
    const member = await signInMember(server)
    const manager = await server.signIn('manager')
    const both = server.guest({ token: manager.token ?? '', headers: { 'ba-user-token': member.token } })
    expect((await both.post('/api/user/logout', { refreshToken: member.refresh_token })).body.code).toBe(1)
    expect(await codeOf(member.token)).toBe(303)
    expect((await both.get('/admin/Index/index')).body.code).toBe(1)
    expect((await refresh(member.refresh_token, { 'ba-user-token': member.token })).body.code).toBe(0)
  })

  test('ends when an administrator disables the member or sets a password, and loses what the group loses', async () => {
    const { token } = await registerMember(server, 'watched', 'Some-password-1')
    const [member] = await server.query<{ id: number }>('SELECT id FROM "user" WHERE username = \'watched\'')
    const owner = await server.signIn('admin')
    const client = memberClient(server, token)
    expect((await client.get('/api/account.Balance/index')).body.code).toBe(1)
    const [rule] = await server.query<{ id: number }>("SELECT id FROM user_rule WHERE name = 'account/balance/index'")
    await owner.post('/admin/user.Rule/edit', { id: rule?.id, status: '0' })
    expect((await client.get('/api/account.Balance/index')).body.code).toBe(401)
    expect((await client.get('/api/account/balance')).body.code).toBe(401)
    await owner.post('/admin/user.Rule/edit', { id: rule?.id, status: '1' })
    expect((await client.get('/api/account.Balance/index')).body.code).toBe(1)
    expect((await owner.post('/admin/user.User/edit', { id: member?.id, status: 'disable' })).body.code).toBe(1)
    expect(await codeOf(token)).toBe(303)
  })

  test('keeps no token that could be used in the database', async () => {
    const first = await signInMember(server)
    const [row] = await server.query<{ all: string }>('SELECT string_agg(s::text, chr(10)) AS all FROM user_session s')
    for (const token of [first.token, first.refresh_token]) expect(row?.all).not.toContain(token.split('.').pop())
  })
})
