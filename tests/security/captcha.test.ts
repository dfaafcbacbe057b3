import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEMO_PASSWORD, OWNER_PASSWORD } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { demoMember } from '../member/people.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
})
afterAll(() => server.close())
beforeEach(() => server.query('DELETE FROM login_throttle'))

interface Picture {
  id: string
  text: string[]
  base64: string
  width: number
  height: number
}
type Box = { x: number; y: number; size: number }

const generate = async (id: string, lang: 'en' | 'zh-cn' = 'en') =>
  (await server.guest({ lang }).get<Picture>('/api/common/clickCaptcha', { id })).body
const check = async (id: string, info: string, unset = false) =>
  (await server.guest().post('/api/common/checkClickCaptcha', { id, info, unset })).body
let counter = 0
const newId = () => `0a1b2c3d-0000-4000-8000-${String(counter++).padStart(12, '0')}`

/** What the database alone knows: where the things are.. */
async function answerOf(): Promise<{ boxes: Box[]; value: number }> {
  const [row] = await server.query<{ answer: string }>('SELECT answer FROM captcha ORDER BY update_time DESC, key LIMIT 1')
  return JSON.parse(row?.answer ?? '{}')
}
async function solved(id: string, scale = 1): Promise<string> {
  await server.query('DELETE FROM captcha')
  const picture = await generate(id)
  expect(picture.code).toBe(1)
  const { boxes } = await answerOf()
  return infoOf(boxes, scale)
}
const infoOf = (boxes: Box[], scale = 1) =>
  [
    boxes.map(({ x, y, size }) => `${Math.round((x + size / 2) * scale)},${Math.round((y + size / 2) * scale)}`).join('-'),
    350 * scale,
    200 * scale,
  ].join(';')

test('the answer holds a picture and what to click in the reader’s language, and nothing about where it is', async () => {
  const id = newId()
  const { data } = await generate(id)
  expect(Object.keys(data).sort()).toEqual(['base64', 'height', 'id', 'question', 'text', 'width'])
  expect(data).toMatchObject({ id, width: 350, height: 200, question: true })
  expect(data.text).toHaveLength(2)
  expect(Buffer.from(data.base64.replace('data:image/png;base64,', ''), 'base64').subarray(1, 4).toString()).toBe('PNG')
  const prompts = new Set<string>()
  for (let i = 0; i < 12; i++) for (const each of (await generate(newId(), 'zh-cn')).data.text) prompts.add(each)
  for (const each of prompts) expect(each).toMatch(/^(<\p{Script=Han}+>|.)$/u)
})

test('clicks in the right order are right, at any size of the picture; others are not', async () => {
  for (const scale of [1, 0.8, 2.5]) {
    const id = newId()
    expect((await check(id, await solved(id, scale))).code).toBe(1)
  }
  const id = newId()
  const info = await solved(id)
  const [clicks = '', ...sizes] = info.split(';')
  const reversed = [clicks.split('-').reverse().join('-'), ...sizes].join(';')
  const one = [clicks.split('-')[0], ...sizes].join(';')
  expect((await check(id, reversed)).msg).toBe('The verification failed. Please verify again.')
  expect((await check(id, one)).code).toBe(0)
  expect((await check(id, info)).code).toBe(1)
})

test.each([
  '',
  '1,1-2,2',
  '1,1-2,2;0;0',
  'a,b-c,d;350;200',
  '1,1-2,2;350;200;1',
  'NaN,NaN-NaN,NaN;350;200',
  '-1,1-2,2;350;200',
  'answer:1',
])('%j is no solution', async (info) => {
  const id = newId()
  await solved(id)
  expect((await check(id, info)).code).toBe(0)
})

test('the third wrong try voids it, a new picture for the id voids the old one, and time does', async () => {
  const id = newId()
  const info = await solved(id)
  for (let i = 0; i < 3; i++) expect((await check(id, '1,1-2,2;350;200')).code).toBe(0)
  expect((await check(id, info)).code).toBe(0)

  const first = await solved(id)
  await generate(id)
  const { boxes } = await answerOf()
  expect(infoOf(boxes)).not.toBe(first)
  expect((await check(id, infoOf(boxes))).code).toBe(1)

  const late = newId()
  const right = await solved(late)
  await server.query('UPDATE captcha SET expires_time = 1')
  expect((await check(late, right)).code).toBe(0)
})

test('a picture may be solved for ten minutes, and used for two once it is solved, however often it is looked at again', async () => {
  const id = newId()
  const left = async () =>
    Number(
      (await server.query<{ n: string }>('SELECT expires_time - extract(epoch from now())::bigint AS n FROM captcha'))[0]?.n ?? 0,
    )
  const info = await solved(id)
  expect(await left()).toBeGreaterThan(590)
  await check(id, info)
  expect(await left()).toBeLessThanOrEqual(120)
  await server.query('UPDATE captcha SET expires_time = expires_time - 60')
  await check(id, info)
  expect(await left()).toBeLessThanOrEqual(60)
})

test('of two that use a solved picture at once exactly one succeeds', async () => {
  const id = newId()
  const info = await solved(id)
  const answers = await Promise.all([check(id, info, true), check(id, info, true)])
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 1])
})

test('a question in words does the same without a picture', async () => {
  for (const lang of ['en', 'zh-cn'] as const) {
    const id = newId()
    await server.query('DELETE FROM captcha')
    const { data } = (
      await server.guest({ lang }).get<{ question: string }>('/api/common/clickCaptcha', { id, form: 'question' })
    ).body
    expect(Object.keys(data).sort()).toEqual(['id', 'question'])
    expect(data.question).toMatch(lang === 'en' ? /^What is \w+ hundred and \w+-\w+ plus \w+\?$/ : /^.百.十.加.等于多少？$/)
    expect(data.question).not.toMatch(/\d/)
    const { value } = await answerOf()
    expect((await check(id, `answer:${value + 1}`)).code).toBe(0)
    expect((await check(id, `answer:${value}`)).code).toBe(1)
    expect((await check(id, `answer:${value}`, true)).code).toBe(1)
    expect((await check(id, `answer:${value}`, true)).code).toBe(0)
  }
})

test('ids that others could have are refused, and one address gets sixty a minute', async () => {
  for (const id of ['', 'short', 'x'.repeat(65), '<script>aaaaaaaaaaaaaaa']) expect((await generate(id)).code).toBe(0)
  await generate(newId())
  await server.query("UPDATE login_throttle SET failures = 60 WHERE name LIKE 'captcha:%'")
  const answer = await server.guest().get('/api/common/clickCaptcha', { id: newId() })
  expect(answer.status).toBe(429)
})

const post = (path: string, password: string, more: object = {}) =>
  server.guest().post<{ errors?: Record<string, string> }>(path, { password, keep: false, ...more })

test.each([
  { path: '/admin/Index/login', item: 'admin_login_captcha', who: { username: 'admin' }, password: OWNER_PASSWORD },
  { path: '/api/user/checkIn', item: 'user_login_captcha', who: { username: demoMember, tab: 'login' }, password: DEMO_PASSWORD },
])('$path asks for a captcha when the site says so, and uses it up', async ({ path, item, who, password }) => {
  const asks = async () => {
    const { data } = (await server.guest().get<{ captcha?: boolean; userLoginCaptchaSwitch?: boolean }>(path)).body
    return data.captcha ?? data.userLoginCaptchaSwitch
  }
  expect(await asks()).toBe(false)
  const owner = await server.signIn('admin')
  await owner.post('/admin/routine.Config/edit', { [item]: 1 })
  expect(await asks()).toBe(true)
  try {
    const without = await post(path, password, who)
    expect(without.body).toMatchObject({ code: 0, data: { errors: { captcha: without.body.msg } } })
    const id = newId()
    const info = await solved(id)
    await check(id, info)
    const captcha = { captchaId: id, captchaInfo: info }
    expect((await post(path, 'Wrong-pass1', { ...who, ...captcha })).body.code).toBe(0)
    expect((await post(path, password, { ...who, ...captcha })).body.data.errors?.captcha).toBeDefined() // used up
    const [id2] = [newId()]
    const info2 = await solved(id2)
    expect((await post(path, password, { ...who, captchaId: id2, captchaInfo: info2 })).body.code).toBe(1)
    const replay = await post(path, password, { ...who, captchaId: id2, captchaInfo: info2 })
    expect(replay.body.code).toBe(0)
  } finally {
    await owner.post('/admin/routine.Config/edit', { [item]: 0 })
  }
})

test('a try without a captcha does not count as a wrong password', async () => {
  const owner = await server.signIn('admin')
  await owner.post('/admin/routine.Config/edit', { admin_login_captcha: 1 })
  try {
    for (let i = 0; i < 6; i++) await post('/admin/Index/login', 'Wrong-pass1', { username: 'manager' })
    expect(await server.query("SELECT 1 FROM login_throttle WHERE name = 'account:manager'")).toEqual([])
  } finally {
    await owner.post('/admin/routine.Config/edit', { admin_login_captcha: 0 })
  }
})
