import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { deliver, expectSoundShop, findOrder, linesOf, orderOf, orderUrl, parcel, timeline } from '../helpers/helpers.ts'

let server: TestServer
let packer: Client

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  packer = await server.signIn('packer')
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

const unshipped = (n: number) => findOrder(server, 'o.status = 2 and o.ship_status = 0', n)
const severalLines = `o.status = 2 and o.ship_status = 0 and (select count(*) from shop_order_goods l where l.order_id = o.id) >= 2
  and not exists (select 1 from shop_order_goods l where l.order_id = o.id and l.refund_id is not null)`

describe('someone who may only ship', () => {
  test('opens the deliver form: the usual address and every open line stand in it', async () => {
    const order = await findOrder(server, severalLines)
    const form = await packer.get<{ values: Record<string, unknown> }>(`${orderUrl}/delivery`, { id: order.id })
    const lines = await linesOf(server, order.id)
    expect(form.body.code).toBe(1)
    expect(form.body.data.values).toMatchObject({ mode: 'all', address_id: 1, notify_user: 1 })
    expect(form.body.data.values.lines).toEqual(
      lines.map((line) => expect.objectContaining({ id: line.id, open: line.quantity, quantity: line.quantity })),
    )
  })

  test('finds carriers and addresses in the form, though their own screens are closed to them', async () => {
    for (const [field, known] of [
      ['company_id', '顺丰速运'],
      ['address_id', ''],
    ] as const) {
      const options = await packer.get<{ list: { value: number; label: string }[] }>(`${orderUrl}/options`, {
        field,
        action: 'deliver',
        limit: 50,
      })
      expect(options.body.code).toBe(1)
      expect(options.body.data.list.length).toBeGreaterThan(0)
      expect(options.body.data.list.map((row) => row.label).join()).toContain(known)
    }
    expect((await packer.get('/admin/shop.delivery.Company/index')).body.code).toBe(401)
  })

  test('ships an order: the parcel, the state, the timeline and the list show it', async () => {
    const order = await unshipped(0)
    const before = (await timeline(server, order.id)).length
    expect((await deliver(packer, order.id)).body).toMatchObject({ code: 1, data: { status: 3 } })
    expect(await orderOf(server, order.id)).toMatchObject({ status: 3, ship_status: 2 })
    expect(await timeline(server, order.id, before)).toEqual(['deliver 2>3 王仓库'])
    expect((await linesOf(server, order.id)).every((line) => line.shipped === line.quantity)).toBe(true)
    const list = await packer.get<{ list: { id: number; status: string }[] }>(`${orderUrl}/index`, {
      search: [{ field: 'order_no', val: order.order_no, operator: 'eq' }],
    })
    expect(list.body.data.list).toEqual([expect.objectContaining({ id: order.id, status: '3' })])
    const info = await packer.get<{ row: { parcels: unknown[]; logs: unknown[] } }>(`${orderUrl}/info`, { id: order.id })
    const [sent] = await server.query<{ no: string }>('select tracking_no as no from shop_order_delivery where order_id = $1', [
      order.id,
    ])
    const page = `https://www.sf-express.com/chn/sc/waybill/waybill-detail/${sent?.no}`
    expect(info.body.data.row.parcels).toEqual([
      expect.objectContaining({ company_name: '顺丰速运', admin_name: '王仓库', tracking_link: page }),
    ])
    expect(info.body.data.row.logs).toHaveLength(before + 1)
  })

  test('ships one line now and the rest later: the order waits in between', async () => {
    const order = await findOrder(server, severalLines)
    const lines = await linesOf(server, order.id)
    const some = lines.map((line, i) => ({ id: line.id, quantity: i === 0 ? line.quantity : 0 }))
    expect((await deliver(packer, order.id, { mode: 'part', lines: some })).body).toMatchObject({ code: 1, data: { status: 2 } })
    expect(await orderOf(server, order.id)).toMatchObject({ status: 2, ship_status: 1 })
    const form = await packer.get<{ values: { lines: unknown[] } }>(`${orderUrl}/delivery`, { id: order.id })
    expect(form.body.data.values.lines).toHaveLength(lines.length - 1)
    type Slips = { list: { lines: { quantity: number; shipped: number; to_ship: number }[] }[] }
    const slip = (await packer.get<Slips>(`${orderUrl}/printSlip`, { ids: order.id })).body.data.list[0]?.lines
    expect(slip?.map(({ quantity, shipped, to_ship }) => [quantity, shipped, to_ship])).toEqual(
      lines.map(({ quantity }, i) => (i === 0 ? [quantity, quantity, 0] : [quantity, 0, quantity])),
    )
    expect((await deliver(packer, order.id)).body).toMatchObject({ code: 1, data: { status: 3 } })
    expect(await orderOf(server, order.id)).toMatchObject({ status: 3, ship_status: 2 })
  })

  test('ships without a parcel, without carrier and number', async () => {
    const order = await unshipped(1)
    const answer = await packer.post(`${orderUrl}/delivery`, { id: order.id, mode: 'none', address_id: 1 })
    expect(answer.body).toMatchObject({ code: 1, data: { status: 3 } })
    const parcels = await server.query('select company_id, notify_user from shop_order_delivery where order_id = $1', [order.id])
    expect(parcels).toEqual([{ company_id: null, notify_user: 0 }])
  })

  test('may neither receive, close nor cancel', async () => {
    const order = await findOrder(server, 'o.status = 3')
    for (const call of ['receive', 'close', 'cancel'])
      expect((await packer.post(`${orderUrl}/${call}`, { id: order.id })).body.code).toBe(401)
    expect((await orderOf(server, order.id)).status).toBe(3)
  })
})

describe('a bad delivery changes nothing', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['no carrier', { company_id: null }, 'company_id'],
    ['no number', { tracking_no: '' }, 'tracking_no'],
    ['no address', { address_id: null }, 'address_id'],
    ['a carrier that does not exist', { company_id: 99 }, 'company_id'],
    ['a mode that does not exist', { mode: 'some' }, 'mode'],
    ['no lines chosen', { mode: 'part', lines: [] }, 'lines'],
  ])('%s is said beside the field', async (_what, values, field) => {
    const order = await unshipped(2)
    const answer = await deliver(packer, order.id, values)
    expect(answer.body.code).toBe(0)
    expect(answer.body.data).toMatchObject({ errors: { [field]: expect.any(String) } })
    expect(await orderOf(server, order.id)).toMatchObject({ status: 2, ship_status: 0 })
  })

  test('a number that the carrier would not know is refused by name, beside its field', async () => {
    const order = await unshipped(2)
    const { body } = await deliver(packer, order.id, { tracking_no: 'SF1' })
    expect(body).toMatchObject({ code: 0, msg: expect.stringContaining('顺丰速运'), data: { errors: { tracking_no: body.msg } } })
  })

  test('an address that goods only come back to is no choice, and is refused beside its field', async () => {
    const order = await unshipped(2)
    const params = { field: 'address_id', action: 'deliver', limit: 50 }
    const { body } = await packer.get<{ list: { value: number }[] }>(`${orderUrl}/options`, params)
    const kinds = await server.query<{ id: number; types: string[] }>('select id, types from shop_delivery_address')
    const offered = body.data.list.map((row) => row.value).sort()
    const ship = kinds.filter((row) => row.types.includes('ship'))
    expect(offered).toEqual(ship.map((row) => row.id).sort())
    const back = kinds.find((row) => !row.types.includes('ship'))
    expect((await deliver(packer, order.id, { address_id: back?.id })).body.data).toEqual({
      errors: { address_id: expect.any(String) },
    })
  })

  test('too many units of a line are said beside its quantity', async () => {
    const order = await findOrder(server, severalLines)
    const lines = (await linesOf(server, order.id)).map((line, i) => ({ id: line.id, quantity: i === 1 ? 999 : 0 }))
    expect((await deliver(packer, order.id, { mode: 'part', lines })).body.data).toEqual({
      errors: { 'lines.1.quantity': expect.any(String) },
    })
  })

  test('more units than are open, lines of another order and negative units are refused', async () => {
    const order = await unshipped(2)
    const other = await unshipped(3)
    const [line] = await linesOf(server, order.id)
    const [foreign] = await linesOf(server, other.id)
    for (const lines of [
      [{ id: line?.id, quantity: 999 }],
      [{ id: foreign?.id, quantity: 1 }],
      [{ id: line?.id, quantity: -1 }],
      [{ id: line?.id, quantity: 0 }],
    ]) {
      const answer = await deliver(packer, order.id, { mode: 'part', lines })
      expect(answer.body.code).toBe(0)
    }
    expect(await orderOf(server, order.id)).toMatchObject({ status: 2, ship_status: 0 })
  })

  test('an order that is not to be shipped cannot be shipped', async () => {
    for (const status of [1, 3, 4, 5, 6, 7]) {
      const order = await findOrder(server, `o.status = ${status}`)
      expect((await deliver(packer, order.id)).body.code).toBe(0)
      expect((await orderOf(server, order.id)).status).toBe(status)
    }
  })
})

describe('pressed twice or by two at once', () => {
  test('the same attempt again gets the same answer and ships once', async () => {
    const order = await unshipped(2)
    const body = { id: order.id, ...parcel(), idempotency_key: 'attempt-1' }
    const [first, second] = await Promise.all([
      packer.post(`${orderUrl}/delivery`, body),
      packer.post(`${orderUrl}/delivery`, body),
    ])
    const third = await packer.post(`${orderUrl}/delivery`, body)
    expect([first.body.code, second.body.code]).toContain(1)
    expect(third.body.code).toBe(1)
    expect(await server.query('select 1 from shop_order_delivery where order_id = $1', [order.id])).toHaveLength(1)
  })

  test('of twenty people who ship the same order at once one succeeds, the others get an error', async () => {
    const order = await unshipped(2)
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(packer, order.id)))
    expect(answers.filter((answer) => answer.body.code === 1)).toHaveLength(1)
    expect(answers.filter((answer) => answer.body.code === 0)).toHaveLength(19)
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
    expect(await server.query('select 1 from shop_order_delivery where order_id = $1', [order.id])).toHaveLength(1)
  })
})
