import { afterAll, beforeAll, expect, test } from 'vitest'
import { areaCodes } from '../../../../server/core/regions.ts'
import { createSecretBox } from '../../../../server/core/secretBox.ts'
import { prepareDatabase } from '../../../../server/main/prepare.ts'
import {
  DEMO_NOW,
  DEMO_PASSWORD,
  freshDatabase,
  OWNER_PASSWORD,
  TEST_SECRET,
  type TestDatabase,
} from '../../../../tests/harness/database.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

/** A database of the time when the region of a shop address was a text. */
let base: TestDatabase
let server: TestServer

beforeAll(async () => {
  base = await freshDatabase('demo')
  server = await startTestServer({ on: base })
}, 300_000)
afterAll(() => server?.close())

test.each([
  ['浙江省 杭州市 西湖区', [330_000, 330_100, 330_106]],
  ['浙江省,杭州市,西湖区', [330_000, 330_100, 330_106]],
  ['上海市上海市徐汇区', [310_000, 310_100, 310_104]],
  ['江苏省 苏州市 工业园区', [320_000, 320_500, 320_590]],
  ['浙江省 杭州市', undefined],
  ['杭州市 西湖区', undefined],
  ['浙江省 杭州市 西湖区 文三路', undefined],
  ['', undefined],
])('%s is a region of three codes, or none', (text, codes) => {
  expect(areaCodes(text)).toEqual(codes)
})

test('texts become codes where they name a region; all of them stay; a second start changes nothing', async () => {
  await server.query('alter table shop_delivery_address drop column city')
  await server.query(`alter table shop_delivery_address add column city varchar(100) not null default '上海市 上海市 徐汇区'`)
  await server.query('alter table shop_delivery_address alter column city drop default')
  await server.query(`update shop_delivery_address set city = '苏州园区' where id = 2`)

  const lines: string[] = []
  const passwords = { ownerPassword: OWNER_PASSWORD, demoPassword: DEMO_PASSWORD, seal: createSecretBox('', TEST_SECRET) }
  const start = () => prepareDatabase({ url: base.url, demo: true, ...passwords, now: DEMO_NOW, log: (line) => lines.push(line) })
  await start()
  const after = [
    { id: 1, city: [310_000, 310_100, 310_104], city_text: '上海市 上海市 徐汇区' },
    { id: 2, city: [], city_text: '苏州园区' },
    { id: 3, city: [310_000, 310_100, 310_104], city_text: '上海市 上海市 徐汇区' },
  ]
  const read = () => server.query('select id, city, city_text from shop_delivery_address order by id')
  expect(await read()).toEqual(after)
  expect(lines.join('\n')).toContain('2 regions became codes, 1 have to be chosen anew')

  await start()
  expect(await read()).toEqual(after)
  expect(lines.filter((line) => line.includes('regions became codes'))).toHaveLength(1)

  const owner = await server.signIn('admin')
  const added = {
    name: '孙悦',
    mobile: '13800139999',
    city: [330_000, 330_100, 330_106],
    address: '文三路 1 号',
    types: ['ship'],
  }
  const answer = await owner.post('/admin/shop.delivery.Address/add', { ...added, default_ship: 0, default_return: 0, status: 1 })
  expect(answer.body.code).toBe(1)
})

test('orders of the time when they did not say their coupon name it, also where it went back', async () => {
  const read = () =>
    server.query<{ id: number; receive_id: number }>(
      'select id, receive_id from shop_order where receive_id is not null order by id',
    )
  const before = await read()
  expect(before.length).toBeGreaterThan(20)
  await server.query('alter table shop_order drop column receive_id')
  const passwords = { ownerPassword: OWNER_PASSWORD, demoPassword: DEMO_PASSWORD, seal: createSecretBox('', TEST_SECRET) }
  await prepareDatabase({ url: base.url, demo: true, ...passwords, now: DEMO_NOW, log: () => {} })
  expect(await read()).toEqual(before)
})

test('orders of the time when their region was a text are found by it', async () => {
  const before = await server.query<{ id: number; receiver_region: number[] }>(
    'select id, receiver_region from shop_order order by id',
  )
  await server.query('alter table shop_order drop column receiver_region')
  const passwords = { ownerPassword: OWNER_PASSWORD, demoPassword: DEMO_PASSWORD, seal: createSecretBox('', TEST_SECRET) }
  await prepareDatabase({ url: base.url, demo: true, ...passwords, now: DEMO_NOW, log: () => {} })
  expect(await server.query('select id, receiver_region from shop_order order by id')).toEqual(before)

  const owner = await server.signIn('admin')
  const found = async (val: string) => {
    const search = [{ field: 'receiver_region', operator: 'FIND_IN_SET', val }]
    return (await owner.get<{ total: number }>('/admin/shop.order.Order/index', { search })).body.data.total
  }
  const count = async (like: string) =>
    (await server.query<{ n: number }>('select count(*)::int as n from shop_order where receiver_city like $1', [like]))[0]?.n
  expect(await count('广东省%')).toBeGreaterThan(20)
  expect(await found('440000')).toBe(await count('广东省%'))
  expect(await found('440000,440300')).toBe(await count('广东省 深圳市%'))
  expect(await found('440000,440300,440305')).toBe(await count('广东省 深圳市 南山区'))
})
