import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Handler } from '../../server/core/handler.ts'
import { Refused } from '../../server/core/refuse.ts'
import { readSettings } from '../../server/core/settings.ts'
import { assemble, type KontorServer } from '../../server/main/assemble.ts'
import { domainsOf } from '../../server/main/compose.ts'
import { platformModules } from '../../server/main/modules.ts'
import { defineModule } from '../../server/modules/module.ts'
import { type Client, makeClient } from '../harness/client.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { productSchema } from '../harness/schemas.ts'

const windows = defineModule({ name: 'windows', publicPages: { '/things/:id': 'listed', '/basket': 'unlisted' } })
const modules = [...platformModules, windows]
let database: TestDatabase
let server: KontorServer
let url = ''
let guest: Client
const logs: string[] = []
const site = mkdtempSync(join(tmpdir(), 'kontor-site-'))

const at = (method: Handler['method'], action: string, run: Handler['run'], more: Partial<Handler> = {}): Handler => ({
  app: 'admin',
  controller: 'test.Try',
  action,
  method,
  access: { type: 'public' },
  run,
  ...more,
})
const handlers: Handler[] = [
  at('GET', 'echo', async (ctx) => ({ query: ctx.query, lang: ctx.lang, client: ctx.dialect.client, ip: ctx.ip })),
  at('POST', 'echo', async (ctx) => ctx.body, { successMessage: 'success.auth.login' }),
  at('POST', 'nothing', async () => undefined),
  at('POST', 'refuse', async () => {
    throw new Refused('http.repeated', { name: 'x' }, { errors: { name: 'Taken' }, type: 'conflict' })
  }),
  at('GET', 'writes', async (ctx) => ctx.write(async () => 'written')),
  at('GET', 'sneaks', async (ctx) => ctx.read.insertInto('config').values({ name: 'x', value: '' }).execute()),
  at('POST', 'deadlock', async (ctx) => {
    let times = 0
    return ctx.write(async (trx) => {
      times++
      await trx
        .insertInto('config')
        .values({ name: `try ${times}`, value: '', create_time: 0, update_time: 0 })
        .execute()
      if (times < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      return { times }
    })
  }),
  at('GET', 'throws', async () => {
    throw new Error('a secret of the inside')
  }),
]

beforeAll(async () => {
  writeFileSync(join(site, 'index.html'), '<!doctype html><title>front end</title>')
  database = await freshDatabase('seed')
  const schema = await productSchema()
  const settings = { ...readSettings({}), port: 0, feedPort: 0 }
  server = assemble({
    databaseUrl: database.url,
    settings,
    schema,
    modules,
    domains: domainsOf(modules),
    handlers,
    siteDir: site,
    log: (line) => logs.push(line),
  })
  url = (await server.listen()).url
  guest = makeClient(url)
})
afterAll(async () => {
  await server.close()
  await database.drop()
  rmSync(site, { recursive: true })
})

const browser = (path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { headers: { accept: 'text/html', ...headers } })

test('the result of a handler is the data of an envelope, with the success message in the person’s language', async () => {
  const { status, body } = await guest.post('/admin/test.Try/echo', { a: [1, { b: null }] })
  expect(status).toBe(200)
  expect(body).toEqual({ code: 1, msg: 'Signed in.', time: expect.any(Number), data: { a: [1, { b: null }] } })
  expect(Math.abs(body.time - Date.now() / 1000)).toBeLessThan(60)
  const chinese = await makeClient(url, { lang: 'zh-cn' }).post('/admin/test.Try/echo', {})
  expect(chinese.body.msg).toBe('登录成功！')
  expect((await guest.post('/admin/test.Try/nothing')).body.data).toBeNull()
})

test('a refusal is an envelope with code 0, the messages by field, and a type where there is one', async () => {
  const { status, body } = await guest.post('/admin/test.Try/refuse')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    code: 0,
    msg: 'The parameter x is given more than once.',
    data: { errors: { name: 'Taken' }, type: 'conflict' },
  })
})

test('a handler gets parameters, language and address of its caller; headers about the address are not believed', async () => {
  const { body } = await guest
    .with({ headers: { 'x-forwarded-for': '8.8.8.8', 'x-kontor-strict': '0' } })
    .get('/admin/test.Try/echo', { ids: [1, 2] })
  expect(body.data).toEqual({ query: { ids: ['1', '2'] }, lang: 'en', client: 'buildadmin', ip: '127.0.0.1' })
})

test('a long answer is sent compressed to who takes gzip, a short one and one to anybody else as it is', async () => {
  const echo = async (length: number, accepted: string) => {
    const name = 'x'.repeat(length)
    const answer = await fetch(`${url}/admin/test.Try/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': accepted },
      body: JSON.stringify({ name }),
    })
    expect((await answer.json()).data).toEqual({ name })
    return answer.headers.get('content-encoding')
  }
  expect(await echo(20_000, 'gzip, deflate, br')).toBe('gzip')
  expect(await echo(200, 'gzip, deflate, br')).toBeNull()
  expect(await echo(20_000, 'identity')).toBeNull()
  expect(await echo(20_000, 'gzip;q=0')).toBeNull()
})

test('names that reach into prototypes are taken out of a body', async () => {
  const answer = await fetch(`${url}/admin/test.Try/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1,"__proto__":{"x":1},"b":{"constructor":{"prototype":{"x":1}},"list":[{"prototype":1,"c":2}]}}',
  })
  expect(((await answer.json()) as { data: object }).data).toEqual({ a: 1, b: { list: [{ c: 2 }] } })
})

test('a handler of GET cannot write: neither by its context nor through the readers’ connections', async () => {
  for (const action of ['writes', 'sneaks']) expect((await guest.get(`/admin/test.Try/${action}`)).status).toBe(500)
  expect(logs.join('\n')).toMatch(/must not write/)
  expect(logs.join('\n')).toMatch(/read-only transaction/)
})

test('a transaction that the database ended by a deadlock is run again, and leaves the traces of its last run only', async () => {
  expect((await guest.post('/admin/test.Try/deadlock')).body.data).toEqual({ times: 3 })
})

test('an unexpected error of a handler is not exposed', async () => {
  const { text } = await guest.get('/admin/test.Try/throws')
  expect(text).not.toMatch(/secret/)
  expect(logs.join('\n')).toMatch(/a secret of the inside/)
})

test('a handler wins over a page; what is no handler is a page for a browser and a 404 for a program', async () => {
  expect(await (await browser('/admin/test.Try/echo')).json()).toMatchObject({ code: 1 })
  for (const path of [
    '/',
    '/admin/login',
    '/admin/loading/x',
    '/admin/test.Try/refuse',
    '/admin/iframe/https%3A%2F%2Fexample.com%2Fa.html',
    '/nothing/here',
  ]) {
    const page = await browser(path)
    expect(`${path} ${page.status} ${page.headers.get('content-type')}`).toBe(`${path} 200 text/html; charset=utf-8`)
    expect(await page.text()).toContain('front end')
    const call = await browser(path, { server: 'true' })
    expect(call.status).toBe(404)
    expect(await call.json()).toMatchObject({ code: 0, data: null })
  }
  // curl takes anything, or says nothing.
  for (const path of ['/', '/admin/login', '/admin/auth/group', '/user/login', '/things/1', '/basket/'])
    for (const accept of ['*/*', '']) {
      const page = await fetch(url + path, { headers: { accept } })
      expect(`${path} ${page.status} ${page.headers.get('content-type')}`).toBe(`${path} 200 text/html; charset=utf-8`)
    }
  for (const path of ['/admin/auth.Nobody/index', '/nothing/here', '/things', '/things/1/2', '/baskets'])
    expect((await fetch(url + path)).status).toBe(404)
  expect((await fetch(`${url}/admin/login`, { headers: { accept: 'application/json' } })).status).toBe(404)
  expect((await browser('/admin/app.js')).status).toBe(404)
  const robots = async (path: string) => (await browser(path)).headers.get('x-robots-tag')
  expect(await Promise.all(['/', '/things/1', '/basket', '/nothing/here'].map(robots))).toEqual([
    null,
    null,
    'noindex, nofollow',
    'noindex, nofollow',
  ])
  expect((await fetch(`${url}/admin/login`, { method: 'HEAD', headers: { accept: 'text/html' } })).status).toBe(200)
})
