import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { loadModules } from '../../../../server/main/modules.ts'
import { startTimers } from '../../../../server/main/timers.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { expectSoundShop } from '../helpers/helpers.ts'

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

/** Orders that time alone moves on: unpaid, shipped, received longer ago than members have to evaluate, and nothing asked for back. */
const due = `o.status in (1, 3, 4) and coalesce(o.receive_time, 0) < extract(epoch from now()) - 100 * 86400
  and not exists (select 1 from shop_refund r where r.order_id = o.id and r.status = 1)`

test('time alone closes unpaid orders, receives shipped ones and completes received ones, each once, also with two servers at it', async () => {
  const before = await server.query<{ id: number; status: number }>(
    `select id, status from shop_order o where ${due} order by id`,
  )
  expect([...new Set(before.map(({ status }) => status))].sort()).toEqual([1, 3, 4])
  const [last] = await server.query<{ id: number }>('select max(id) as id from shop_order_log')
  const faults: string[] = []
  const options = { url: server.databaseUrl, modules: await loadModules(), log: (line: string) => faults.push(line), every: 3600 }
  // A step that fails, of the first order there is, is told and holds up no other.
  const [stuck] = await server.query<{ id: number }>(
    'select id from shop_order where status = 1 order by auto_close_time, id limit 1',
  )
  await server.query(
    `create function not_this_one() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$`,
  )
  await server.query(
    `create trigger stuck before update on shop_order for each row when (old.id = ${stuck?.id}) execute function not_this_one()`,
  )
  // The demo shop's own time is long past: everything that can run out has run out.
  await untilMoved([startTimers(options), startTimers(options)], before, [stuck?.id ?? 0])
  expect(new Set(faults)).toEqual(new Set([`timers: unpaid ${stuck?.id}: not this one`]))

  await server.query('drop trigger stuck on shop_order')
  faults.length = 0
  await untilMoved([startTimers(options)], before, [])
  expect(faults).toEqual([])
  const after = await server.query<{ id: number; steps: string[] }>(
    `select o.id, array(select concat(l."from", '>', l."to", ' ', l.actor) from shop_order_log l where l.order_id = o.id and l.id > $2 order by l.id) as steps
      from shop_order o where o.id = any($1::int[]) order by o.id`,
    [before.map(({ id }) => id), last?.id],
  )
  const steps: Record<number, string> = { 1: '1>6 system', 3: '3>4 system', 4: '4>5 system' }
  expect(after).toEqual(before.map(({ id, status }) => ({ id, steps: [steps[status]] })))
  expect(await server.query(`select 1 from shop_notify where create_time < extract(epoch from now()) - 91 * 86400`)).toEqual([])
}, 120_000)

/** Waits until all of these orders but some are in another state, and stops the timers. */
async function untilMoved(
  timers: readonly { stop(): Promise<void> }[],
  before: readonly { id: number; status: number }[],
  but: readonly number[],
): Promise<void> {
  const [ids, states] = [before.map(({ id }) => id), before.map(({ status }) => status)]
  await vi.waitFor(
    async () => {
      const left = await server.query<{ id: number }>(
        'select o.id from shop_order o join unnest($1::int[], $2::int[]) as b(id, status) using (id, status) order by id',
        [ids, states],
      )
      expect(left.map(({ id }) => id)).toEqual(but)
    },
    { timeout: 50_000, interval: 200 },
  )
  await Promise.all(timers.map((each) => each.stop()))
}
