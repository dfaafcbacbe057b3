import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Handler } from '../../server/core/handler.ts'
import { loadModules } from '../../server/main/modules.ts'
import { allHandlers } from '../../server/main/server.ts'
import type { Client } from '../harness/client.ts'
import { firstOfEach, sampleOf } from '../harness/sampling.ts'
import { productSchema } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { fingerprint } from './state.ts'

let server: TestServer
let owner: Client & { token: string }
let handlers: Handler[]
let before: string
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
  const client = await server.signIn('admin')
  owner = { ...client, token: client.token ?? '' }
  const [rule] = await server.query<{ id: number }>("SELECT id FROM admin_rule WHERE name = 'user/user'")
  const id = rule?.id ?? 0
  payload = { id, status: '0', ids: [id], move: id, target: id + 1, order: 'weigh,desc', direction: 'up' }
  form = `id=${id}&status=0&ids[]=${id}&ids[]=1&move=${id}&target=${id + 1}&order=weigh,desc&direction=up`
  const all = allHandlers(await productSchema(), { modules: await loadModules() })
  const kindOfCall = ({ app, method, action, access }: Handler) => [app, method, action, access.type].join(' ')
  // the rule on which the payload would act is among them
  const isRule = ({ controller }: Handler) => controller === 'auth.Rule'
  const isFirst = firstOfEach(kindOfCall)
  handlers = sampleOf('addresses asked across sites', all, (each) => isFirst(each) || isRule(each))
})
afterAll(() => server.close())
beforeEach(async () => {
  before = await fingerprint(server)
})

const addressOf = ({ app, controller, action }: Handler) => `/${app}/${controller}/${action}`
const writes = () => handlers.filter((handler) => handler.method !== 'GET')
/** Would switch off, delete or move what is there, if it were taken. */
let payload: Record<string, unknown>
let form: string

const send = (path: string, init: RequestInit) =>
  fetch(server.url + path, { ...init, headers: { batoken: owner.token, ...(init.headers as Record<string, string>) } })

test('no write is reached by GET, whatever it pretends to be', async () => {
  for (const handler of writes()) {
    for (const path of [`${addressOf(handler)}?${form}`, `${addressOf(handler)}?${form}&_method=${handler.method}`]) {
      await send(path, { method: 'GET' })
      await send(path, { method: 'GET', headers: { 'x-http-method-override': handler.method, 'x-http-method': handler.method } })
      await send(path, { method: 'HEAD' })
    }
  }
  expect(await fingerprint(server)).toBe(before)
})

test('no write takes what a form of another site can send', async () => {
  for (const handler of writes()) {
    const path = addressOf(handler)
    const bodies: [string, BodyInit][] = [
      ['text/plain', JSON.stringify(payload)],
      ['application/x-www-form-urlencoded', form],
      ['text/json', JSON.stringify(payload)],
      ['application/jsonp', JSON.stringify(payload)],
      ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="id"\r\n\r\n2\r\n--x--'],
    ]
    for (const [type, body] of bodies) {
      // Files come as forms; what a form of another site cannot send along is the header with the token.
      const init = { method: 'POST', body, headers: { 'content-type': type } }
      const takesForms = handler.multipart === true && type.startsWith('multipart/')
      const answer = await (takesForms ? fetch(server.url + path, init) : send(path, init))
      if (takesForms) expect((await answer.json()).code).toBe(303)
      else expect(`${path} ${type} ${answer.status}`).toBe(`${path} ${type} 415`)
    }
  }
  expect(await fingerprint(server)).toBe(before)
})

test('no write is reached by another method than its own', async () => {
  for (const handler of writes()) {
    for (const method of ['PUT', 'PATCH', 'OPTIONS', ...(handler.method === 'POST' ? [] : ['POST'])]) {
      const there = handlers.some(
        (each) => each.method === method && addressOf(each).toLowerCase() === addressOf(handler).toLowerCase(),
      )
      if (there) continue
      const body = method === 'OPTIONS' ? {} : { body: JSON.stringify(payload), headers: { 'content-type': 'application/json' } }
      expect((await send(`${addressOf(handler)}?${form}`, { method, ...body })).status).toBe(404)
    }
  }
  expect(await fingerprint(server)).toBe(before)
})

test('no write is taken from a page of another origin, nor with a token in the address or a cookie', async () => {
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify(payload)
  for (const origin of [
    'https://evil.example',
    'null',
    'http://127.0.0.1.evil.example',
    `${server.url}.evil.example`,
    'http://127.0.0.1:1',
    'file://',
  ]) {
    expect((await send('/admin/auth.Rule/edit', { method: 'POST', body, headers: { ...json, origin } })).status).toBe(403)
  }
  expect(
    (await send('/admin/auth.Rule/edit', { method: 'POST', body, headers: { ...json, 'sec-fetch-site': 'cross-site' } })).status,
  ).toBe(403)
  const bare = await fetch(`${server.url}/admin/auth.Rule/edit?batoken=${owner.token}&ba-token=${owner.token}`, {
    method: 'POST',
    body,
    headers: { ...json, cookie: `batoken=${owner.token}` },
  })
  expect(await bare.json()).toMatchObject({ code: 303 })
  expect(await fingerprint(server)).toBe(before)
})

test('no GET changes anything', async () => {
  for (const handler of handlers.filter((each) => each.method === 'GET')) {
    for (const query of ['', '?id=1', '?select=true', '?page=2&limit=5', '?field=status'])
      await send(addressOf(handler) + query, { method: 'GET' })
  }
  expect(await fingerprint(server)).toBe(before)
})

test('the same body, sent as the client sends it, does change the rule', async () => {
  const { body } = await owner
    .with({ token: owner.token, headers: { 'x-kontor-strict': '0' } })
    .post('/admin/auth.Rule/edit', payload)
  expect(body.code).toBe(1)
  expect(await fingerprint(server)).not.toBe(before)
})
