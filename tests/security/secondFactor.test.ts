import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../server/core/db/connect.ts'
import { readSettings } from '../../server/core/settings.ts'
import { createServer } from '../../server/main/server.ts'
import { purgeSecondFactors } from '../../server/modules/auth/purge.ts'
import { type Answer, type Client, makeClient } from '../harness/client.ts'
import { DEMO_PASSWORD, OWNER_PASSWORD } from '../harness/database.ts'
import { codeOf, freeSteps, turnOn, withinStep } from '../harness/secondFactor.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { person } from './people.ts'

const secret = 'a secret of the tests that servers share'
const own = '/admin/routine.AdminInfo/'
const ownNodes = ['routine', 'routine/adminInfo', 'routine/adminInfo/index', 'routine/adminInfo/edit']

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'demo', settings: { secret } })
})
afterAll(() => server.close())
beforeEach(() => server.query('DELETE FROM login_throttle'))

type Who = Client & { username: string; id: number; token: string }
type SignedIn = { userInfo: { token: string } }
const login = (username: string, more: object = {}, client: Client = server.guest()) =>
  client.post<SignedIn>('/admin/Index/login', { username, password: OWNER_PASSWORD, keep: false, ...more })
/** The whole answer but for its time. */
const said = (answer: Answer<unknown>) => ({ ...answer.body, time: 0 })
const somebody = (): Promise<Who> => person(server, ownNodes)
async function protectedPerson(): Promise<Who & { key: string; codes: string[] }> {
  const who = await somebody()
  return { ...who, ...(await turnOn(server, who)) }
}
async function second(run: (client: Client) => Promise<void>, shared = secret): Promise<void> {
  const settings = { ...readSettings({}), port: 0, feedPort: 0, secret: shared }
  const node = await createServer({ databaseUrl: server.databaseUrl, settings })
  try {
    await run(makeClient((await node.listen()).url))
  } finally {
    await node.close()
  }
}
const stateOf = async (who: Client) => (await who.get<{ on: boolean; recoveryLeft: number }>(`${own}secondFactor`)).body.data
const counted = async (username: string) =>
  Number((await server.query<{ n: number }>('SELECT login_failure AS n FROM admin WHERE username = $1', [username]))[0]?.n)

test('once enabled, the password alone yields no token: the call continues with the code', async () => {
  const who = await somebody()
  expect(await stateOf(who)).toEqual({ on: false, recoveryLeft: 0 })
  const { key } = await turnOn(server, who)
  expect(await stateOf(who)).toEqual({ on: true, recoveryLeft: 10 })
  const asked = await login(who.username)
  expect(said(asked)).toEqual({
    code: 0,
    msg: 'Enter your second-factor code to continue.',
    time: 0,
    data: { type: 'secondFactor' },
  })
  const chinese = await login(who.username, {}, server.guest({ lang: 'zh-cn' }))
  expect(chinese.body).toMatchObject({ msg: '请输入两步验证的动态码以继续登录。', data: { type: 'secondFactor' } })
  const code = codeOf(key)
  const entered = await login(who.username, { totp: ` ${code.slice(0, 3)} ${code.slice(3)} ` })
  expect(entered.body.code).toBe(1)
  const token = entered.body.data.userInfo.token
  expect((await server.guest({ token }).get('/admin/Index/index')).body.code).toBe(1)
})

test('an account without a second factor signs in as ever, whatever is sent as totp', async () => {
  const who = await somebody()
  expect((await login(who.username)).body.code).toBe(1)
  expect((await login(who.username, { totp: '000000' })).body.code).toBe(1)
})

test('a wrong password gets the same message with and without a second factor, and with and without a code', async () => {
  const [plain, guarded] = [await somebody(), await protectedPerson()]
  const wrong = { password: 'Wrong-pass1' }
  const first = await login(plain.username, wrong)
  for (const more of [wrong, { ...wrong, totp: codeOf(guarded.key) }, { ...wrong, totp: guarded.codes[0] }])
    expect(said(await login(guarded.username, more))).toEqual(said(first))
})

test('a code is good once: not again, and no older one after it', async () => {
  const who = await protectedPerson()
  await withinStep(async () => {
    await freeSteps(server)
    const code = codeOf(who.key)
    expect((await login(who.username, { totp: code })).body.code).toBe(1)
    const again = await login(who.username, { totp: code })
    expect(said(again)).toEqual({
      code: 0,
      msg: 'The code is incorrect or already used. Enter a new one.',
      time: 0,
      data: { errors: { totp: 'The code is incorrect or already used. Enter a new one.' }, type: 'secondFactor' },
    })
    expect((await login(who.username, { totp: codeOf(who.key, -1) })).body.code).toBe(0)
  })
})

test('of twenty calls at once with one code one is let in, on two servers together', async () => {
  const who = await protectedPerson()
  await second(async (other) => {
    const totp = codeOf(who.key)
    // The counter lets five tries through at a time: room for all of them, so that it is the code that is judged.
    await server.query(
      `INSERT INTO login_throttle (name, attempts, failures, until_time, last_time, create_time, update_time)
       VALUES ($1, 0, -100, 0, extract(epoch from now())::bigint, 0, 0) ON CONFLICT (name) DO UPDATE SET failures = -100`,
      [`account:${who.username}`],
    )
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => login(who.username, { totp }, i % 2 ? other : server.guest())),
    )
    expect(answers.map((answer) => answer.body.code).filter((code) => code === 1)).toEqual([1])
    expect((await login(who.username, { totp }, other)).body.code).toBe(0)
  })
})

test('a step early and a step late are taken, two are not', async () => {
  const who = await protectedPerson()
  const taken = (steps: number) =>
    withinStep(async () => {
      await freeSteps(server)
      await server.query('DELETE FROM login_throttle')
      return (await login(who.username, { totp: codeOf(who.key, steps) })).body.code
    })
  expect([await taken(-2), await taken(-1), await taken(0), await taken(1), await taken(2)]).toEqual([0, 1, 1, 1, 0])
})

test('wrong codes count like wrong passwords and lock the account; asking for the code does not count', async () => {
  const who = await protectedPerson()
  for (let i = 0; i < 6; i++) expect((await login(who.username)).body.data).toEqual({ type: 'secondFactor' })
  expect(await counted(who.username)).toBe(0)
  const wrong = codeOf(who.key) === '123456' ? '654321' : '123456'
  for (let i = 1; i <= 4; i++) {
    expect((await login(who.username, { totp: wrong })).body.data).toHaveProperty('type', 'secondFactor')
    // The right password between the guesses takes none of them back.
    expect((await login(who.username)).body.data).toEqual({ type: 'secondFactor' })
    expect(await counted(who.username)).toBe(i)
  }
  await login(who.username, { totp: wrong })
  const locked = await login(who.username, { totp: codeOf(who.key) })
  const unknown = await login('nobody-here', { totp: codeOf(who.key) })
  expect(said(locked)).toEqual(said(unknown))
  expect(said(await login(who.username))).toEqual(said(unknown))
  await server.query('UPDATE login_throttle SET until_time = 0')
  expect((await login(who.username, { totp: codeOf(who.key) })).body.code).toBe(1)
  expect(await counted(who.username)).toBe(0)
})

test.each(['', '   ', '12345', '1234567', '12 34 5a', "' OR 1=1 --", 'x'.repeat(500), 123_456, null, ['123456'], { a: 1 }])(
  'what is no code lets nobody in: %j',
  async (totp) => {
    const who = await protectedPerson()
    const answer = await login(who.username, { totp })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toHaveProperty('type', 'secondFactor')
  },
)

test('each of ten recovery codes signs in once, however it is written', async () => {
  const who = await protectedPerson()
  expect(new Set(who.codes).size).toBe(10)
  for (const code of who.codes) expect(code).toMatch(/^[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}$/)
  const [first = '', other = ''] = who.codes
  expect((await login(who.username, { totp: first })).body.code).toBe(1)
  expect((await login(who.username, { totp: first })).body.code).toBe(0)
  expect((await login(who.username, { totp: ` ${other.toUpperCase().replaceAll('-', ' ')} ` })).body.code).toBe(1)
  expect(await stateOf(who)).toEqual({ on: true, recoveryLeft: 8 })
  const [third] = who.codes.slice(2)
  const answers = await Promise.all(Array.from({ length: 4 }, () => login(who.username, { totp: third })))
  expect(answers.filter((answer) => answer.body.code === 1)).toHaveLength(1)
})

test('a recovery code of somebody else is worth nothing', async () => {
  const [who, other] = [await protectedPerson(), await protectedPerson()]
  expect((await login(who.username, { totp: other.codes[0] })).body.code).toBe(0)
  expect((await login(who.username, { totp: codeOf(other.key) })).body.code).toBe(0)
})

test('new recovery codes take password and code, and void the old ones', async () => {
  const who = await protectedPerson()
  const renew = (body: object) => who.post<{ codes: string[] }>(`${own}renewRecoveryCodes`, body)
  expect((await renew({ password: 'Wrong-pass1', totp: codeOf(who.key) })).body).toMatchObject({
    code: 0,
    data: { errors: { password: expect.any(String) } },
  })
  expect((await renew({ password: OWNER_PASSWORD, totp: 'x' })).body).toMatchObject({
    code: 0,
    data: { errors: { totp: expect.any(String) } },
  })
  const renewed = await renew({ password: OWNER_PASSWORD, totp: codeOf(who.key) })
  expect(renewed.body.data.codes).toHaveLength(10)
  expect((await login(who.username, { totp: who.codes[0] })).body.code).toBe(0)
  expect((await login(who.username, { totp: renewed.body.data.codes[0] })).body.code).toBe(1)
})

test('turning on takes the password and a right code; the key is another one each time, and none is sent once it is on', async () => {
  const who = await somebody()
  const start = (password: string) => who.post<{ key: string; link: string; qr: string }>(`${own}startSecondFactor`, { password })
  const confirm = (totp: string) => who.post(`${own}confirmSecondFactor`, { totp })
  expect((await confirm('123456')).body).toMatchObject({ code: 0, data: { type: 'conflict' } })
  expect((await start('Wrong-pass1')).body).toMatchObject({ code: 0, data: { errors: { password: expect.any(String) } } })
  const first = (await start(OWNER_PASSWORD)).body.data
  const { key, link, qr } = (await start(OWNER_PASSWORD)).body.data
  expect(key).not.toBe(first.key)
  expect(key.replaceAll(' ', '')).toMatch(/^[A-Z2-7]{32}$/) // 160 bits
  const address = new URL(link)
  expect(address.protocol + address.host).toBe('otpauth:totp')
  expect(address.searchParams.get('secret')).toBe(key.replaceAll(' ', ''))
  expect(address.pathname).toContain(who.username)
  expect(decodeURIComponent(qr)).toMatch(/^data:image\/svg\+xml,<svg [^>]*>.*<\/svg>$/s)
  expect((await confirm(codeOf(first.key))).body).toMatchObject({ code: 0, data: { errors: { totp: expect.any(String) } } })
  expect((await stateOf(who)).on).toBe(false)
  expect((await login(who.username)).body.code).toBe(1)
  expect((await confirm(codeOf(key))).body.code).toBe(1)
  expect((await start(OWNER_PASSWORD)).body).toMatchObject({ code: 0, data: { type: 'conflict' } })
  expect((await confirm(codeOf(key, 1))).body).toMatchObject({ code: 0, data: { type: 'conflict' } })
  for (const path of [`${own}secondFactor`, `${own}index`, '/admin/Index/index'])
    expect((await who.get(path)).text).not.toContain(key.replaceAll(' ', ''))
})

test('turning on ends the other sessions at once, and leaves this one', async () => {
  const who = await somebody()
  const kept = await login(who.username, { keep: true })
  const { token, refresh_token } = kept.body.data.userInfo as unknown as { token: string; refresh_token: string }
  const other = server.guest({ token })
  expect((await other.get('/admin/Index/index')).body.code).toBe(1)
  await turnOn(server, who)
  expect((await other.get('/admin/Index/index')).body.code).toBe(303)
  expect((await other.post('/api/common/refreshToken', { refreshToken: refresh_token })).body.code).toBe(0)
  expect((await who.get('/admin/Index/index')).body.code).toBe(1)
})

test('turning off takes password and code, ends the other sessions, and the password alone is enough again', async () => {
  const who = await protectedPerson()
  const other = server.guest({ token: (await login(who.username, { totp: who.codes[9] })).body.data.userInfo.token })
  const end = (body: object) => who.post(`${own}endSecondFactor`, body)
  expect((await end({ password: OWNER_PASSWORD })).body.code).toBe(0)
  expect((await end({ totp: codeOf(who.key) })).body.code).toBe(0)
  expect((await end({ password: OWNER_PASSWORD, totp: codeOf(who.key) })).body.code).toBe(1)
  expect((await other.get('/admin/Index/index')).body.code).toBe(303)
  expect(await stateOf(who)).toEqual({ on: false, recoveryLeft: 0 })
  expect((await login(who.username)).body.code).toBe(1)
  expect((await end({ password: OWNER_PASSWORD, totp: codeOf(who.key, 1) })).body.data).toEqual({ type: 'conflict' })
})

test('guesses at turning it off count and lock like those of signing in', async () => {
  const who = await protectedPerson()
  for (let i = 0; i < 5; i++) await who.post(`${own}endSecondFactor`, { password: OWNER_PASSWORD, totp: '12345' })
  const locked = await who.post(`${own}endSecondFactor`, { password: OWNER_PASSWORD, totp: codeOf(who.key) })
  expect(locked.body.code).toBe(0)
  expect((await stateOf(who)).on).toBe(true)
})

test('a super administrator takes it away: the list says who has it, the sessions end, log and audit have a row', async () => {
  const owner = await server.signIn('admin')
  const who = await protectedPerson()
  const rowOf = async () =>
    (
      await owner.get<{ list: { id: number; second_factor: string }[] }>('/admin/auth.Admin/index', { limit: 200 })
    ).body.data.list.find((row) => row.id === who.id)
  expect(String((await rowOf())?.second_factor)).toBe('1')
  expect((await owner.post('/admin/auth.Admin/resetSecondFactor', { id: who.id })).body.code).toBe(1)
  expect(String((await rowOf())?.second_factor)).toBe('0')
  expect((await who.get('/admin/Index/index')).body.code).toBe(303)
  expect((await login(who.username)).body.code).toBe(1)
  const left = await server.query(
    'SELECT 1 FROM admin_second_factor WHERE admin_id = $1 UNION ALL SELECT 1 FROM admin_recovery_code WHERE admin_id = $1',
    [who.id],
  )
  expect(left).toEqual([])
  const [log] = await server.query<{ url: string; data: string }>(
    "SELECT url, data FROM admin_log WHERE url LIKE '%resetSecondFactor' ORDER BY id DESC LIMIT 1",
  )
  expect(log?.data).toContain(String(who.id))
  const [audit] = await server.query<{ row_key: string }>(
    "SELECT row_key FROM audit WHERE action = 'secondFactor.reset' ORDER BY id DESC LIMIT 1",
  )
  expect(audit?.row_key).toBe(String(who.id))
  expect((await owner.post('/admin/auth.Admin/resetSecondFactor', { id: who.id })).body).toMatchObject({ code: 0 })
})

test('nobody takes it from themselves that way, from those who are not below, or without the right', async () => {
  const nodes = ['auth', 'auth/admin', 'auth/admin/index', 'auth/admin/resetSecondFactor', ...ownNodes]
  const [helper, equal, plain] = [await person(server, nodes), await person(server, nodes), await person(server, ownNodes)]
  const owner = await server.signIn('admin')
  await turnOn(server, helper)
  await turnOn(server, equal)
  await turnOn(server, owner)
  try {
    const [{ id: ownerId } = { id: 0 }] = await server.query<{ id: number }>("SELECT id FROM admin WHERE username = 'admin'")
    for (const id of [helper.id, equal.id, ownerId])
      expect((await helper.post('/admin/auth.Admin/resetSecondFactor', { id })).body.code).not.toBe(1)
    expect((await owner.post('/admin/auth.Admin/resetSecondFactor', { id: ownerId })).body.code).toBe(0)
    expect((await plain.post('/admin/auth.Admin/resetSecondFactor', { id: equal.id })).body.code).toBe(401)
    const on = await server.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM admin WHERE id = ANY($1) AND second_factor = 1',
      [[helper.id, equal.id, ownerId]],
    )
    expect(on[0]?.n).toBe(3)
    await turnOn(server, plain)
    expect((await helper.post('/admin/auth.Admin/resetSecondFactor', { id: plain.id })).body.code).toBe(1)
  } finally {
    await server.query("UPDATE admin SET second_factor = 0 WHERE username = 'admin'")
    await server.query('DELETE FROM admin_second_factor a USING admin b WHERE a.admin_id = b.id AND b.username = $1', ['admin'])
  }
})

test('a person who may not change their own account cannot change its second factor', async () => {
  const who = await person(server, ownNodes.slice(0, 3))
  for (const action of ['startSecondFactor', 'confirmSecondFactor', 'renewRecoveryCodes', 'endSecondFactor'])
    expect((await who.post(own + action, { password: OWNER_PASSWORD, totp: '123456' })).body.code).toBe(401)
})

test('a server with another key lets no code in, but recovery codes', async () => {
  const who = await protectedPerson()
  await second(async (other) => {
    expect((await login(who.username, { totp: codeOf(who.key) }, other)).body.code).toBe(0)
    expect((await login(who.username, { totp: who.codes[0] }, other)).body.code).toBe(1)
  }, 'another secret, which does not open what is stored')
})

test('the secret of one account put into the row of another opens nothing', async () => {
  const [who, thief] = [await protectedPerson(), await protectedPerson()]
  await server.query(
    'UPDATE admin_second_factor SET secret = (SELECT secret FROM admin_second_factor WHERE admin_id = $1) WHERE admin_id = $2',
    [thief.id, who.id],
  )
  expect((await login(who.username, { totp: codeOf(thief.key) })).body.code).toBe(0)
})

test('neither secret nor codes stand in an answer, a log, the audit or the database', async () => {
  const owner = await server.signIn('admin', OWNER_PASSWORD)
  const who = await protectedPerson()
  const code = codeOf(who.key)
  expect((await login(who.username, { totp: code })).body.code).toBe(1)
  const [used = '', wrong] = [who.codes[0], `${who.codes[1]?.slice(0, -1)}-`]
  await login(who.username, { totp: used })
  await login(who.username, { totp: wrong })
  await freeSteps(server)
  const renewed = await who.post<{ codes: string[] }>(`${own}renewRecoveryCodes`, {
    password: OWNER_PASSWORD,
    totp: codeOf(who.key),
  })
  const bare = who.key.replaceAll(' ', '')
  const stored = await server.query<{ s: string }>(
    'SELECT secret AS s FROM admin_second_factor UNION ALL SELECT code_hash FROM admin_recovery_code UNION ALL SELECT recovery_salt FROM admin_second_factor WHERE admin_id = $1',
    [who.id],
  )
  const shown = [who.key, bare, ...who.codes, ...renewed.body.data.codes]
  const secrets = [...shown, ...shown.map((text) => text.replaceAll('-', '')), `"${code}"`]
  const tables = await server.query<{ t: string }>("SELECT tablename AS t FROM pg_tables WHERE schemaname = 'public'")
  const texts: string[] = [...server.logs]
  for (const { t } of tables)
    texts.push(...(await server.query<{ x: string }>(`SELECT r::text AS x FROM "${t}" r`)).map((row) => row.x))
  for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([])
  const answers: string[] = []
  for (const path of [
    'auth.Admin/index',
    'auth.AdminLog/index',
    'routine.AdminInfo/index',
    'routine.AdminInfo/secondFactor',
    'Index/index',
  ])
    for (const client of [owner, who]) answers.push((await client.get(`/admin/${path}`, { limit: 200 })).text)
  for (const id of [who.id])
    answers.push(
      (await owner.get('/admin/auth.Admin/edit', { id })).text,
      (await owner.get('/admin/auth.Admin/info', { id })).text,
    )
  for (const secret of [...secrets, ...stored.map((row) => row.s)])
    expect(answers.filter((text) => text.includes(secret))).toEqual([])
  const titles = await server.query<{ title: string; data: string }>(
    'SELECT title, data FROM admin_log WHERE admin_id = $1 ORDER BY id',
    [who.id],
  )
  expect(titles.map((row) => row.title)).toEqual([
    '两步验证：生成密钥',
    '两步验证：开启',
    '登录',
    '两步验证：使用恢复码',
    '两步验证：重新生成恢复码',
  ])
  expect(titles[2]?.data).toContain('"totp":"***"')
  const actions = await server.query<{ action: string }>(
    'SELECT action FROM audit WHERE username = $1 OR row_key = $2 ORDER BY id',
    [who.username, String(who.id)],
  )
  expect(actions.map((row) => row.action)).toEqual(
    expect.arrayContaining(['secondFactor.on', 'secondFactor.recovery', 'secondFactor.renew']),
  )
})

test('a key that nobody confirmed within a day is swept away, one in use is not', async () => {
  const [idle, who] = [await somebody(), await protectedPerson()]
  await idle.post(`${own}startSecondFactor`, { password: OWNER_PASSWORD })
  await server.query('UPDATE admin_second_factor SET update_time = update_time - 90000')
  const database = openDatabase(server.databaseUrl)
  await purgeSecondFactors(database).finally(() => database.close())
  const left = await server.query<{ id: number }>('SELECT admin_id AS id FROM admin_second_factor WHERE admin_id = ANY($1)', [
    [idle.id, who.id],
  ])
  expect(left.map(({ id }) => id)).toEqual([who.id])
  expect((await login(who.username, { totp: codeOf(who.key) })).body.code).toBe(1)
})

test('what is deleted with the account is deleted', async () => {
  const owner = await server.signIn('admin', OWNER_PASSWORD)
  const who = await protectedPerson()
  expect((await owner.del('/admin/auth.Admin/del', { ids: [who.id] })).body.code).toBe(1)
  expect(await server.query('SELECT 1 FROM admin_recovery_code WHERE admin_id = $1', [who.id])).toEqual([])
  expect(await server.query('SELECT 1 FROM admin_second_factor WHERE admin_id = $1', [who.id])).toEqual([])
})

test('demo administrators sign in as they did', async () => {
  expect((await login('manager', { password: DEMO_PASSWORD })).body.code).toBe(1)
})
