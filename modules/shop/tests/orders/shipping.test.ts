import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checked, csv, ran } from '../../../../tests/dataio/imports.ts'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { expectSoundShop, findOrder, linesOf, orderOf, orderUrl, timeline } from '../helpers/helpers.ts'

let server: TestServer
let owner: Client
let packer: Client
const parcels = 'shop.order.Parcel'

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
  packer = await server.signIn('packer')
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

const noRefund = 'not exists (select 1 from shop_refund r where r.order_id = o.id)'
const unshipped = (n = 0) => findOrder(server, `o.status = 2 and o.ship_status = 0 and ${noRefund}`, n)

describe('ship by file', () => {
  test('each line ships an order, and what cannot be shipped is reported by line; the check ships nothing', async () => {
    const [a, b, c] = [await unshipped(0), await unshipped(1), await unshipped(2)]
    const ended = await findOrder(server, 'o.status = 6')
    const file = csv(
      ['Order number', 'Delivery company', 'Tracking number'],
      [a.order_no, '顺丰速运', 'SF900000000001'],
      [b.order_no, '顺丰速运', 'not a number!'],
      [ended.order_no, '顺丰速运', 'SF900000000002'],
      ['999999999999999999', '顺丰速运', 'SF900000000003'],
      [a.order_no, '顺丰速运', 'SF900000000004'],
      [c.order_no, 'No such carrier', 'SF900000000005'],
      [c.order_no, '顺丰速运', 'SF900000000006'],
    )
    const judged = await checked(packer, server, parcels, file)
    expect(judged).toMatchObject({ status: 2, inserted: 2, failed: 5 })
    expect(judged.faults.map(({ line, field }) => [line, field])).toEqual([
      [3, 'tracking_no'],
      [4, ''],
      [5, 'order_id'],
      [6, ''],
      [7, 'company_id'],
    ])
    expect(judged.faults[1]?.message).toContain('Cancel')
    expect(await orderOf(server, a.id)).toMatchObject({ status: 2, ship_status: 0 })
    expect(await ran(packer, judged.id)).toMatchObject({ status: 5, inserted: 2, failed: 5, report: true })
    for (const order of [a, c]) {
      expect(await orderOf(server, order.id)).toMatchObject({ status: 3, ship_status: 2 })
      expect((await timeline(server, order.id)).at(-1)).toBe('deliver 2>3 王仓库')
    }
    expect(await orderOf(server, b.id)).toMatchObject({ status: 2, ship_status: 0 })
    expect((await linesOf(server, a.id)).every((line) => line.shipped === line.quantity)).toBe(true)
  })

  test('a parcel added by hand ships its order, once; customer service does neither', async () => {
    const order = await unshipped()
    const body = { order_id: order.id, company_id: 1, tracking_no: 'SF900000000010', notify_user: 1 }
    const service = await server.signIn('service')
    expect((await service.post(`/admin/${parcels}/add`, body)).body.code).toBe(401)
    expect((await packer.post(`/admin/${parcels}/add`, body)).body.code).toBe(1)
    expect((await packer.post(`/admin/${parcels}/add`, { ...body, tracking_no: 'SF900000000011' })).body.code).toBe(0)
    const search = [{ field: 'order.order_no', operator: 'eq', val: order.order_no }]
    const list = await packer.get<{ list: object[] }>(`/admin/${parcels}/index`, { search })
    expect(list.body.data.list).toEqual([
      expect.objectContaining({
        tracking_no: 'SF900000000010',
        tracking_link: 'https://www.sf-express.com/chn/sc/waybill/waybill-detail/SF900000000010',
        company_name: '顺丰速运',
        admin_name: '王仓库',
      }),
    ])
  })
})

/** All its goods are sent by a template. */
const sellable = `not exists (select 1 from shop_order_goods l join shop_goods g on g.id = l.goods_id where l.order_id = o.id
  and (g.ship_type <> 'express' or g.template_id is null))`

describe('what an order desk corrects', () => {
  test('the address of an order that is not under way, with a line in its timeline', async () => {
    const order = await unshipped()
    const receiver = {
      receiver_name: '李四',
      receiver_mobile: '13800138000',
      receiver_city: [110000, 110100, 110105],
      receiver_address: '建国路 2 号',
    }
    const done = await owner.post(`${orderUrl}/changeAddress`, { id: order.id, ...receiver })
    expect(done.body.code).toBe(1)
    const { row } = (await owner.get<{ row: Record<string, unknown> }>(`${orderUrl}/info`, { id: order.id })).body.data
    expect(row).toMatchObject({ ...receiver, receiver_mobile: '138****8000', receiver_city: '北京市 北京市 朝阳区' })
    expect((await timeline(server, order.id)).at(-1)).toBe('address 2>2 Admin')
    const gone = await findOrder(server, 'o.status = 3')
    expect((await owner.post(`${orderUrl}/changeAddress`, { id: gone.id, ...receiver })).body).toMatchObject({
      code: 0,
      data: { type: 'conflict' },
    })
  })

  test('an address in another region: what delivery costs there is told before; a paid order keeps its amounts, an unpaid one takes the new fee', async () => {
    const far = {
      receiver_name: '李四',
      receiver_mobile: '13800138000',
      receiver_city: [650000, 650100, 650102],
      receiver_address: '新华路1号',
    }
    const amounts = async (id: number) =>
      (await server.query('select delivery_amount::int as fee, pay_amount::int as pay from shop_order where id = $1', [id]))[0]
    for (const [where, paid] of [
      [`o.status = 2 and o.ship_status = 0 and ${sellable}`, true],
      [`o.status = 1 and ${sellable}`, false],
    ] as const) {
      const order = await findOrder(server, where)
      const before = await amounts(order.id)
      const form = (await owner.get<{ values: Record<string, unknown> }>(`${orderUrl}/changeAddress`, { id: order.id })).body.data
        .values
      expect(form.receiver_city).toHaveLength(3)
      const told = await owner.post<{ fee: string; charged: string }>(`${orderUrl}/freight`, {
        id: order.id,
        entered: { ...form, ...far },
      })
      expect(told.body, told.text).toMatchObject({ code: 1 })
      const fee = Math.round(Number(told.body.data.fee) * 100)
      expect(Math.round(Number(told.body.data.charged) * 100)).toBe(before?.fee)
      expect((await owner.post(`${orderUrl}/changeAddress`, { id: order.id, ...far, new_fee: 1 })).body.code).toBe(1)
      const after = paid ? before : { fee, pay: Number(before?.pay) + fee - Number(before?.fee) }
      expect(await amounts(order.id)).toEqual(after)
    }
  })

  test('a region that the goods are not delivered to is refused beside it, and nothing changes', async () => {
    const order = await findOrder(server, `o.status = 2 and o.ship_status = 0 and ${sellable}`, 1)
    await server.query(
      `update shop_delivery_template set refuse_regions = '{540000}' where id in (select g.template_id from shop_goods g
        join shop_order_goods l on l.goods_id = g.id where l.order_id = $1)`,
      [order.id],
    )
    const tibet = {
      receiver_name: '李四',
      receiver_mobile: '13800138000',
      receiver_city: [540000, 540100, 540102],
      receiver_address: '1号',
    }
    const refused = await owner.post(`${orderUrl}/changeAddress`, { id: order.id, ...tibet })
    expect(refused.body, refused.text).toMatchObject({
      code: 0,
      data: { errors: { receiver_city: expect.stringMatching(/\S/) } },
    })
    const [row] = await server.query<{ city: string }>('select receiver_city as city from shop_order where id = $1', [order.id])
    expect(row?.city).not.toContain('西藏')
  })

  test('carrier and number of a parcel under way; an unknown tracking number shows an error next to it', async () => {
    const order = await findOrder(
      server,
      `o.status = 3 and exists (select 1 from shop_order_delivery d where d.order_id = o.id and d.company_id = 1)`,
    )
    const form = await owner.get<{ values: { parcels: Record<string, unknown>[] } }>(`${orderUrl}/parcel`, { id: order.id })
    const change = (tracking_no: string) =>
      owner.post<{ errors?: object }>(`${orderUrl}/parcel`, {
        id: order.id,
        parcels: form.body.data.values.parcels.map((parcel) => ({ ...parcel, tracking_no })),
      })
    expect((await change('1')).body.data.errors).toHaveProperty(['parcels.0.tracking_no'])
    expect((await change('SF900000000020')).body.code).toBe(1)
    expect((await timeline(server, order.id)).at(-1)).toBe('parcel 3>3 Admin')
    const { row } = (await owner.get<{ row: { parcels: object[] } }>(`${orderUrl}/info`, { id: order.id })).body.data
    expect(row.parcels[0]).toMatchObject({ tracking_no: 'SF900000000020' })
  })

  test('an order shows what is still to ship of each line, who the member is, and why it cannot be closed', async () => {
    const partly = await findOrder(server, 'o.status = 2 and o.ship_status = 1')
    type Row = { items: Record<string, number>[]; member_orders: number; _denied?: Record<string, string> }
    const info = async (id: number) => (await owner.get<{ row: Row }>(`${orderUrl}/info`, { id })).body.data.row
    const { items, member_orders } = await info(partly.id)
    expect(member_orders).toBeGreaterThan(0)
    for (const item of items)
      expect(item.to_ship).toBe((item.quantity ?? 0) - (item.shipped ?? 0) - (item.refunded_quantity ?? 0))
    expect(items.some((item) => (item.to_ship ?? 0) > 0) && items.some((item) => (item.shipped ?? 0) > 0)).toBe(true)
    const held = await findOrder(
      server,
      'o.status in (3, 4) and o.refund_amount = 0 and exists (select 1 from shop_refund r where r.order_id = o.id and r.audit_status = 2 and r.status = 1)',
    )
    expect((await info(held.id))._denied).toMatchObject({ close: 'An approved refund is in progress. Wait until it is done' })
  })

  test('what the server would refuse in any state is shown with the order, and refused with the same message', async () => {
    const tell = async (id: number) =>
      (await owner.get<{ row: { _denied?: Record<string, string> } }>(`${orderUrl}/info`, { id })).body.data.row._denied
    const refused = async (call: string, body: object) => {
      const { body: said } = await owner.post(`${orderUrl}/${call}`, body)
      return [said.code, said.msg]
    }
    const plain = await findOrder(
      server,
      `o.status = 2 and o.ship_status = 0 and o.refund_amount = 0 and not exists (select 1 from shop_refund r where r.order_id = o.id)`,
      2,
    )
    expect(await tell(plain.id)).toBeUndefined()
    const none = 'This order was shipped without a parcel'
    expect(
      (await owner.post(`${orderUrl}/delivery`, { id: plain.id, mode: 'none', address_id: 1, notify_user: 0 })).body.code,
    ).toBe(1)
    expect(await tell(plain.id)).toEqual({ changeParcel: none })
    const parcels = [{ id: 1, quantity: 1, company_id: 1, tracking_no: 'SF900000000021' }]
    expect(await refused('parcel', { id: plain.id, parcels })).toEqual([0, none])
    const left = 'Nothing is left to refund, or refunds are already in progress'
    const spent = await findOrder(
      server,
      `o.status in (3, 4, 5) and o.pay_status in (1, 2) and not exists
        (select 1 from shop_order_goods l where l.order_id = o.id and l.refund_id is null)`,
    )
    expect(await tell(spent.id)).toMatchObject({ refund: left })
    const lines = [{ id: 1, quantity: 0, amount: '0.01' }]
    expect(await refused('refund', { id: spent.id, reason: 'other', lines, note: 'x' })).toEqual([0, left])
  })
})
