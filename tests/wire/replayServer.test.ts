import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeClient } from '../harness/client.ts'
import { type ReplayServer, startReplayServer } from './replayServer.ts'

let server: ReplayServer
beforeAll(async () => {
  server = await startReplayServer()
})
afterAll(() => server.close())

const signedIn = async () => {
  const guest = makeClient(server.url)
  const answer = await guest.post<{ userInfo: { token: string } }>('/admin/Index/login', {
    username: 'admin',
    password: 'Admin123456',
    keep: true,
  })
  expect(answer.body.code).toBe(1)
  return guest.with({ token: answer.body.data.userInfo.token })
}

test('a wrong password is refused, the recorded one is let in, whether to be kept signed in or not', async () => {
  const guest = makeClient(server.url)
  const login = (password: string, keep: boolean) => guest.post('/admin/Index/login', { username: 'admin', password, keep })
  expect((await login('Wrong12345', true)).body.code).toBe(0)
  expect((await login('Admin123456', false)).body.code).toBe(1)
})

test('a client without a token is asked to sign in', async () => {
  const answer = await makeClient(server.url).get('/admin/auth.Admin/index')
  expect(answer.body).toMatchObject({ code: 303, data: { type: 'need login' } })
})

test('the recorded answer to the same search is given, whatever else the client sends along', async () => {
  const client = await signedIn()
  const found = await client.get<{ total: number; list: { username: string }[] }>('/admin/auth.Admin/index', {
    quickSearch: 'staff12',
    page: 1,
    limit: 20,
  })
  expect(found.body.data.total).toBe(100)
  expect(found.body.data.list.every((row) => row.username.startsWith('staff12'))).toBe(true)
  const row = await client.get<{ row: { id: number } }>('/admin/auth.Admin/edit', { id: 1899 })
  expect(row.body.data.row.id).toBe(1899)
})

test('the custom entrance leads to the same answers, and what was never recorded is not found', async () => {
  const client = await signedIn()
  expect((await client.get('/admin.php/auth.Group/index')).body.code).toBe(1)
  expect((await client.get('/admin/shop.order.Order/index')).status).toBe(404)
})

test('what a call says more and less than the recorded one is noted; a number is the same as its text', async () => {
  const client = await signedIn()
  server.calls.length = 0
  await client.post('/admin/auth.Rule/edit', { id: 76, keepalive: 1 })
  await client.get('/admin/auth.Admin/index', { quickSearch: 'staff12', limit: 20 })
  await client.get('/admin/nope.Nope/nothing')
  expect(server.calls.map(({ answeredBy, more, less }) => [answeredBy, more, less])).toEqual([
    [36, [], []],
    [6, ['limit=20'], []],
    [null, [], []],
  ])
})

test('a front end is served with the word that tells it of BuildAdmin, and a missing file is missing', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'kontor-dist-'))
  onTestFinished(() => rm(dist, { recursive: true }))
  await writeFile(join(dist, 'index.html'), await readFile('index.html'))
  const site = await startReplayServer({ dist })
  onTestFinished(() => site.close())
  const page = await fetch(`${site.url}/admin/login`)
  const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1]
  const html = await page.text()
  expect(html).toContain('<meta name="kontor-dialect" content="buildadmin" />')
  expect(html).toContain(`<meta name="csp-nonce" content="${nonce}" />`)
  expect((await fetch(`${site.url}/assets/none.js`)).status).toBe(404)
})
