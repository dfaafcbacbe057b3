import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { startTimers } from '../../server/jobs/timers.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { expectSoundShop } from './lab.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

interface Pushed {
  type: string
  data?: {
    unread_count: number
    message: {
      id: number
      message: string
      message_type: string
      message_type_map: Record<string, string>
      message_data: { order_no: string }
    }
  }
}

/** Runs `npm run demo:order` on a database and gives what it said. */
const demoOrder = (env: Record<string, string>) =>
  promisify(execFile)(process.execPath, ['scripts/demoOrder.ts'], { env: { ...process.env, ...env } }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  )

test('a paid order reaches everybody who is signed in, once, and a click on the notice marks it read', async () => {
  const manager = await server.signIn('manager')
  const heard: Pushed[] = []
  const socket = new WebSocket(server.feedUrl, { origin: server.url })
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as Pushed))
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(JSON.stringify({ pathInfo: 'shop/worker.notify/bind', ba_token: manager.token }))
  await vi.waitFor(() => expect(heard.map((each) => each.type)).toEqual(['bind']), { timeout: 10_000 })

  const done = await demoOrder({ DATABASE_URL: server.databaseUrl })
  const orderNo = /ordered (\d{18}) and paid ¥\d+\.\d\d/.exec(done.said)?.[1]
  expect(orderNo).toBeDefined()
  const about = () => heard.filter((each) => each.type === 'notify' && each.data?.message.message_type === 'order')
  await vi.waitFor(() => expect(about()).toHaveLength(1), { timeout: 10_000 })
  const [notice] = about()
  expect(notice?.data?.unread_count).toBe(10)
  expect(notice?.data?.message).toMatchObject({
    message_data: { order_no: orderNo },
    message: expect.stringContaining(orderNo ?? ''),
  })
  expect(Object.keys(notice?.data?.message.message_type_map ?? {})).toContain('order')

  const read = await manager.post('/admin/shop.notify.Notify/read', { id: notice?.data?.message.id })
  expect(read.body).toMatchObject({ code: 1, data: { unread_count: 9 } })
  const list = await manager.get<{ list: { order_no: string }[] }>('/admin/shop.order.Order/index', {
    search: [
      { field: 'status', val: '2', operator: 'eq' },
      { field: 'order_no', val: orderNo, operator: 'eq' },
    ],
  })
  expect(list.body.data.list.map((row) => row.order_no)).toEqual([orderNo])
  socket.close()
})

test('without a running server the command says so in one line', async () => {
  const none = await demoOrder({ DATABASE_URL: '', KONTOR_DATA: '/nowhere/at/all' })
  expect(none).toMatchObject({ code: 1, said: expect.stringMatching(/^No database: start Kontor first.*\n$/) })
  const gone = await demoOrder({ DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/none' })
  expect(gone).toMatchObject({ code: 1, said: expect.stringMatching(/^The database does not answer.*\n$/) })
})

test('time alone closes unpaid orders, receives shipped ones and completes received ones, also with two servers at it', async () => {
  const faults: string[] = []
  const options = { url: server.databaseUrl, log: (line: string) => faults.push(line), every: 3600 }
  const timers = [startTimers(options), startTimers(options)]
  // The demo shop's own time is long past: everything that can run out has run out.
  await vi.waitFor(
    async () => {
      const [left] = await server.query<{ n: number }>(
        `select count(*)::int as n from shop_order o where (status = 1 or (status = 3 and auto_receive_time < extract(epoch from now())))
          and not exists (select 1 from shop_refund r where r.order_id = o.id and r.status = 1)`,
      )
      expect(left?.n).toBe(0)
    },
    { timeout: 50_000, interval: 200 },
  )
  await Promise.all(timers.map((each) => each.stop()))
  expect(faults).toEqual([])
  expect(await server.query(`select 1 from shop_notify where create_time < extract(epoch from now()) - 91 * 86400`)).toEqual([])
}, 60_000)
