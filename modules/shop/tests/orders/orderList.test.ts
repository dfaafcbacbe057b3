import { afterAll, beforeAll, expect, test } from 'vitest'
import { neededFields } from '../../../../server/crud/screen/shown.ts'
import type { Client } from '../../../../tests/harness/client.ts'
import { productSchema } from '../../../../tests/harness/schemas.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { orderUrl } from '../helpers/helpers.ts'

let server: TestServer
let owner: Client

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(() => server.close())

type Order = { id: number; goods_images: string[]; goods_quantity: number; user: { id: number; nickname: string } | null }
type Answer = { list: Order[]; total: number; total_is: string }
const list = async (params: Record<string, string | number>) => (await owner.get<Answer>(`${orderUrl}/index`, params)).body.data

test('a row of the list of orders carries what its columns, links and actions need, and nothing else', async () => {
  const [row] = (await list({ limit: 1 })).list
  expect(Object.keys(row ?? {}).sort()).toEqual(
    [
      ...[
        'id',
        'order_no',
        'status',
        'goods',
        'goods_images',
        'goods_quantity',
        'user',
        'user_id',
        'receiver_name',
        'receiver_mobile',
      ],
      ...[
        'pay_amount',
        'adjust_amount', // the form that adjusts the price shows it
        'refund_amount',
        'pay_type',
        'pay_status',
        'ship_status',
        'source',
        'user_remark',
        'admin_remark',
        'flag',
      ],
      ...['create_time', 'pay_time', 'backs', 'receive_id', 'receipt'],
    ].sort(),
  )
})

test('an order shows what was ordered, the first three pictures of it and the sum of quantities, in the list and in its record', async () => {
  const [most] = await server.query<{ id: number; images: string[]; goods: object[]; quantity: number }>(
    `select order_id as id, json_agg(json_build_object('image', image, 'title', name, 'quantity', quantity) order by id) as goods,
       array_agg(image order by id) filter (where image <> '') as images, sum(quantity)::int as quantity
     from shop_order_goods group by order_id order by count(*) desc, order_id limit 1`,
  )
  const expected = { goods: most?.goods, goods_images: most?.images.slice(0, 3), goods_quantity: most?.quantity }
  const [row] = (await list({ 'search[0][field]': 'id', 'search[0][operator]': 'eq', 'search[0][val]': most?.id ?? 0 })).list
  expect(row).toMatchObject(expected)
  const record = await owner.get<{ row: Order }>(`${orderUrl}/info`, { id: most?.id ?? 0 })
  expect(record.body.data.row).toMatchObject(expected)
})

test('pages of any size follow each other without a gap, and say how many rows there are', async () => {
  const whole = await list({ limit: 30 })
  const [{ n } = { n: 0 }] = await server.query<{ n: number }>('select count(*)::int as n from shop_order')
  const pages = [await list({ limit: 10 }), await list({ limit: 10, page: 2 }), await list({ limit: 10, page: 3 })]
  expect(pages.flatMap((page) => page.list.map((row) => row.id))).toEqual(whole.list.map((row) => row.id))
  for (const page of [whole, ...pages]) expect(page).toMatchObject({ total: n, total_is: 'exact' })
})

test('a required field in the confirmation of an action must be filled in too', async () => {
  const schema = await productSchema()
  const page = schema.pages.get('shop/order/order')
  if (!page) throw new Error('no page of orders')
  const { words } = schema
  const asking = {
    ...words,
    text: (...[lang, id, key, params]: Parameters<typeof words.text>) =>
      key === 'actions.receive.confirm' ? 'Was {trade_no} received?' : words.text(lang, id, key, params),
  }
  expect(neededFields(page, schema)).not.toContain('trade_no')
  expect(neededFields(page, { ...schema, words: asking })).toContain('trade_no')
})
