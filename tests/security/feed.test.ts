import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { notify } from '../../modules/shop/server/notices/notify.ts'
import { inTransaction } from '../../modules/shop/tests/helpers/helpers.ts'
import { readSettings } from '../../server/core/settings.ts'
import { createServer } from '../../server/main/server.ts'
import { freshDatabase, OWNER_PASSWORD } from '../harness/database.ts'
import { signIn, startTestServer, type TestServer } from '../harness/server.ts'
import { bindWith, type FeedLine, openLine } from './feedLine.ts'
import { person } from './people.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
})
afterAll(() => server.close())

const node = 'shop/notify/notify/index'
/** What one must hold besides to hear of an order. */
const orders = 'shop/order/order/index'
const opened: WebSocket[] = []
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate()
})

/** Opens a socket as a page of the server would. Rejects with the status when it is refused. */
async function open(url = server.feedUrl, origin: string = server.url): Promise<FeedLine> {
  const line = await openLine(url, origin)
  opened.push(line.socket)
  return line
}

async function bound(token: string, url = server.feedUrl): Promise<FeedLine> {
  const line = await open(url)
  await line.bind(token)
  return line
}
let told = 0
/** Tells one administrator of a new paid order, as the step that pays it does. */
async function tell(adminId: number, order_no = `47${told}`): Promise<number> {
  const env = { now: Math.floor(Date.now() / 1000), actor: { type: 'system' as const } }
  const message = { type: 'order' as const, data: { order_no, amount: '9.90' }, key: `told ${++told}`, admins: [adminId] }
  await inTransaction(server, (trx) => notify(trx, message, env))
  const [row] = await server.query<{ id: number }>('SELECT max(id) AS id FROM shop_notify WHERE admin_id = $1', [adminId])
  return row?.id ?? 0
}

test('pages of other origins, and programs that name none, may not open a socket', async () => {
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil', `${server.url}.evil`, 'http://127.0.0.1:1']) {
    await expect(open(server.feedUrl, origin)).rejects.toThrow('403')
    await expect(open(`${server.url.replace('http', 'ws')}/wss`, origin)).rejects.toThrow('403')
  }
  const bare = new WebSocket(server.feedUrl)
  opened.push(bare)
  bare.on('error', () => {})
  await expect(
    new Promise((_done, reject) => bare.on('unexpected-response', (_r, answer) => reject(new Error(String(answer.statusCode))))),
  ).rejects.toThrow('403')
  await expect(open(`${server.url.replace('http', 'ws')}/elsewhere`)).rejects.toThrow('404')
})

test('someone with the right hears of a message on either port, once, with the number of unread ones', async () => {
  const one = await person(server, [node, orders])
  const [onPort, onPath] = [await bound(one.token), await bound(one.token, `${server.url.replace('http', 'ws')}/wss`)]
  const id = await tell(one.id, '4711')
  for (const line of [onPort, onPath]) {
    await expect.poll(() => line.messages.length, { timeout: 15_000 }).toBe(2)
    expect(line.messages[1]).toEqual({
      type: 'notify',
      data: {
        unread_count: 1,
        last: id,
        message: expect.objectContaining({ id, message: expect.stringContaining('4711'), message_type: 'order' }),
      },
    })
  }
})

test('nobody hears what is meant for others, nor anything before saying who they are', async () => {
  const [one, other] = [await person(server, [node, orders]), await person(server, [node, orders])]
  const [line, silent] = [await bound(other.token), await open()]
  const theirs = await bound(one.token)
  await tell(one.id)
  await expect.poll(() => theirs.messages.length, { timeout: 15_000 }).toBe(2)
  expect(line.messages).toHaveLength(1)
  expect(silent.messages).toEqual([])
})

test('a token that is unknown, ran out, or lacks the right is shown the door', async () => {
  const without = await person(server, ['auth/admin/index'])
  const late = await person(server, [node])
  await server.query('UPDATE admin_session SET access_time = 1 WHERE admin_id = $1', [late.id])
  for (const token of ['', 'x'.repeat(43), 'x'.repeat(3000), without.token, late.token]) {
    const line = await open()
    line.say(bindWith(token))
    expect(await line.closed).toBe(1008)
    expect(line.messages).toEqual([])
  }
})

test('signing out, losing the group and being disabled close the socket', async () => {
  const owner = await server.signIn('admin')
  const [leaving, degraded, disabled] = [await person(server, [node]), await person(server, [node]), await person(server, [node])]
  const lines = [await bound(leaving.token), await bound(degraded.token), await bound(disabled.token)]
  const staying = await bound((await person(server, [node])).token)
  await leaving.post('/admin/Index/logout', {})
  await server.query('DELETE FROM admin_group_access WHERE uid = $1', [degraded.id])
  await server.query("SELECT pg_notify('kontor_access', '*')")
  const { row } = (await owner.get<{ row: Record<string, unknown> }>('/admin/auth.Admin/edit', { id: disabled.id })).body.data
  const lax = owner.with({ token: owner.token ?? '', headers: { 'x-kontor-strict': '0' } })
  await lax.post('/admin/auth.Admin/edit', { ...row, status: '0' })
  for (const line of lines) expect(await line.closed).toBe(1008)
  expect(staying.socket.readyState).toBe(WebSocket.OPEN)
})

test('a socket stays with the account that bound it first', async () => {
  const [one, other] = [await person(server, [node]), await person(server, [node])]
  const line = await bound(one.token)
  line.say(bindWith(one.token))
  await expect.poll(() => line.messages.length, { timeout: 15_000 }).toBe(2)
  line.say(bindWith(other.token))
  expect(await line.closed).toBe(1008)
  await tell(other.id)
  expect(line.messages).toHaveLength(2)
  const racing = await open()
  racing.say(bindWith(one.token))
  racing.say(bindWith(other.token))
  expect(await racing.closed).toBe(1008)
})

test.each([
  ['another place', { pathInfo: '../../x', ba_token: 'x' }, 1008],
  ['a prototype', '{"__proto__":{"pathInfo":"shop/worker.notify/bind","ba_token":"x"}}', 1008],
  ['a list', '[]', 1008],
  ['no JSON', 'hello', 1008],
  ['too much', 'x'.repeat(10_000_000), 1009],
])('%s closes the socket and the server lives', async (_what, message, code) => {
  const line = await open()
  line.say(message)
  expect([code, 1006]).toContain(await line.closed)
  expect((await server.guest().get('/healthz')).status).toBe(200)
})

test('binary data, broken text and a message in endless pieces close the socket', async () => {
  const binary = await open()
  binary.socket.send(Buffer.from([1, 2, 3]))
  expect(await binary.closed).toBe(1003)
  const broken = await open()
  ;(broken.socket as unknown as { _socket: { write(data: Buffer): void } })._socket.write(
    Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0xff]),
  )
  expect([1006, 1007]).toContain(await broken.closed)
  const pieces = await open()
  for (let i = 0; i < 65_535 && pieces.socket.readyState === WebSocket.OPEN; i++) pieces.socket.send('', { fin: false })
  expect([1006, 1008, 1009]).toContain(await pieces.closed)
  expect((await server.guest().get('/healthz')).status).toBe(200)
})

test('pings are welcome, but not more than ten messages a second', async () => {
  const line = await bound((await person(server, [node])).token)
  for (let i = 0; i < 5; i++) line.say('ping')
  await server.guest().get('/healthz')
  expect(line.socket.readyState).toBe(WebSocket.OPEN)
  for (let i = 0; i < 20; i++) line.say('ping')
  expect(await line.closed).toBe(1008)
})

test('an account holds twenty sockets, not more', async () => {
  const one = await person(server, [node])
  for (let i = 0; i < 20; i++) await bound(one.token)
  const line = await open()
  line.say(bindWith(one.token))
  expect(await line.closed).toBe(1008)
})

test('a socket that does not say who it is, or that went silent, is dropped', async () => {
  const database = await freshDatabase('seed')
  const settings = { ...readSettings({}), port: 0, feedPort: 0 }
  const quick = await createServer({ databaseUrl: database.url, settings, feed: { heartbeat: 800, bindWithin: 300 } })
  try {
    const { url, feedPort } = await quick.listen()
    const owner = await signIn(url, 'admin', OWNER_PASSWORD)
    const feedUrl = `ws://127.0.0.1:${feedPort}`
    const unbound = await open(feedUrl, url)
    const healthy = await open(feedUrl, url)
    const silent = await open(feedUrl, url)
    for (const line of [healthy, silent]) line.say(bindWith(owner.token ?? ''))
    silent.socket.pause() // answers no ping any more, like a peer that is gone
    expect(await unbound.closed).toBe(1008)
    setTimeout(() => silent.socket.resume(), 2500).unref() // only a socket that reads learns that it was dropped
    expect(await silent.closed).toBe(1006)
    expect(healthy.socket.readyState).toBe(WebSocket.OPEN)
  } finally {
    await quick.close()
    await database.drop()
  }
})

test('notifications missed while the database was unreachable are delivered afterwards', async () => {
  const one = await person(server, [node, orders])
  const line = await bound(one.token)
  await tell(one.id)
  await expect.poll(() => line.messages.length, { timeout: 15_000 }).toBe(2)
  await server.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kontor-listen' AND datname = current_database()",
  )
  const id = await tell(one.id)
  await expect.poll(() => line.messages.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3)
  expect(line.messages.at(-1)).toMatchObject({ data: { message: { id } } })
})
