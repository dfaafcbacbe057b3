import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

let server: TestServer
let owner: Client

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(() => server.close())

type Errors = { errors: Record<string, string> }
const errorsOf = (data: unknown) => Object.keys((data as Errors | null)?.errors ?? {})

describe('goods classes', () => {
  const url = '/admin/shop.goods.Classify'
  type Node = { id: number; name: string; goods_count: number; children?: Node[] }
  const tree = async () => (await owner.get<{ list: Node[] }>(`${url}/index`)).body.data.list

  test('stand as a tree of eight with 22 below, with their goods counted', async () => {
    const tops = await tree()
    expect(tops.map((top) => top.name)).toEqual(['服饰', '鞋包', '手机数码', '家居', '食品', '运动户外', '图书', '美妆'])
    expect(tops.flatMap((top) => top.children ?? [])).toHaveLength(22)
    expect(tops.reduce((sum, top) => sum + top.goods_count, 0)).toBe(60)
    for (const top of tops) expect((top.children ?? []).reduce((sum, child) => sum + child.goods_count, 0)).toBe(top.goods_count)
  })

  test('are added at three levels and no deeper, with one name under one parent', async () => {
    const add = (pid: number, name: string) =>
      owner.post<{ id: number } & Errors>(`${url}/add`, { pid, name, status: 1, is_nav: 0 })
    const second = await add(1, '配饰')
    expect(second.body.code).toBe(1)
    const third = await add(second.body.data.id, '帽子')
    expect(third.body.code).toBe(1)
    expect((await add(third.body.data.id, '渔夫帽')).body.code).toBe(0)
    expect((await add(1, '配饰')).body.code).toBe(0)
    expect((await add(2, '配饰')).body.code).toBe(1)
  })

  test('cannot go below themselves', async () => {
    expect((await owner.post(`${url}/edit`, { id: 1, pid: 9 })).body.code).toBe(0)
    expect((await owner.post(`${url}/edit`, { id: 1, pid: 1 })).body.code).toBe(0)
  })

  test('are switched in the list', async () => {
    expect((await owner.post(`${url}/edit`, { id: 2, is_nav: 0 })).body.code).toBe(1)
    expect(await server.query('select is_nav, name from shop_goods_classify where id = 2')).toEqual([{ is_nav: 0, name: '鞋包' }])
  })

  test('are sorted by dragging among their own', async () => {
    const before = (await tree())[0]?.children?.map((child) => child.id) ?? []
    const [first, second] = before
    const moved = await owner.post(`${url}/sortable`, { move: second, target: first, order: 'weigh,desc', direction: 'up' })
    expect(moved.body.code).toBe(1)
    const after = (await tree())[0]?.children?.map((child) => child.id) ?? []
    expect(after.slice(0, 2)).toEqual([second, first])
  })

  test('are not deleted while there are classes or goods in them', async () => {
    const full = await owner.del(`${url}/del`, { ids: [8] })
    expect(full.body).toMatchObject({ code: 0, msg: expect.stringContaining('children') })
    const leaf = await owner.del(`${url}/del`, { ids: [10] })
    expect(leaf.body).toMatchObject({ code: 0, msg: expect.stringMatching(/男装.*\d+/) })
    const made = await owner.post<{ id: number }>(`${url}/add`, { pid: 0, name: '空类', status: 1, is_nav: 0 })
    expect((await owner.del(`${url}/del`, { ids: [made.body.data.id] })).body.code).toBe(1)
  })
})

describe('delivery companies', () => {
  const url = '/admin/shop.delivery.Company'

  test('are ten, with the parcels counted that they carried: to members, from the points mall, and back', async () => {
    const answer = await owner.get<{ list: { name: string; parcel_count: number }[]; total: number }>(`${url}/index`, {
      limit: 50,
    })
    expect(answer.body.data.total).toBe(10)
    const [{ n } = { n: 0 }] = await server.query<{ n: number }>(`select (select count(*) from shop_order_delivery)::int
      + (select count(company_id) from points_order)::int + (select count(company_id) from shop_refund)::int as n`)
    expect(answer.body.data.list.reduce((sum, row) => sum + row.parcel_count, 0)).toBe(n)
  })

  test('need a pattern that is one and an address with a place for the number', async () => {
    const wrong = await owner.post(`${url}/add`, {
      name: '快捷',
      code: 'KJ',
      no_pattern: '(',
      tracking_url: 'https://example.com/',
      status: 1,
    })
    expect(errorsOf(wrong.body.data).sort()).toEqual(['no_pattern', 'tracking_url'])
    const right = await owner.post(`${url}/add`, {
      name: '快捷',
      code: 'KJ',
      no_pattern: '^KJ[0-9]{8}$',
      tracking_url: 'https://example.com/?no={no}',
      status: 1,
    })
    expect(right.body.code).toBe(1)
    expect((await owner.post(`${url}/add`, { name: '快捷', code: 'KJ2', status: 1 })).body.code).toBe(0)
  })

  test('that carried parcels are disabled, not deleted; a disabled one is offered to nobody', async () => {
    expect((await owner.del(`${url}/del`, { ids: [1] })).body).toMatchObject({
      code: 0,
      msg: expect.stringContaining('顺丰速运'),
    })
    expect((await owner.post(`${url}/edit`, { id: 2, status: 0 })).body.code).toBe(1)
    const options = await owner.get<{ list: { value: number }[] }>('/admin/shop.order.Order/options', {
      field: 'company_id',
      action: 'deliver',
      limit: 50,
    })
    expect(options.body.data.list.map((row) => row.value)).not.toContain(2)
    const [{ id } = { id: 0 }] = await server.query<{ id: number }>(
      'select id from shop_order where status = 2 and ship_status = 0 limit 1',
    )
    const parcel = { id, mode: 'all', address_id: 1, company_id: 2, tracking_no: '78000000000001', notify_user: 0 }
    expect((await owner.post('/admin/shop.order.Order/delivery', parcel)).body.code).toBe(0)
  })
})

describe('a delivery company that is in use', () => {
  const url = '/admin/shop.delivery.Company'
  const remove = async (id: number) => (await owner.del(`${url}/del`, { ids: [id] })).body

  test('by a delivery template, or by an order of the points mall, is not deleted', async () => {
    const made = await owner.post<{ id: number }>(`${url}/add`, { name: '同城急送', code: 'TC', status: 1 })
    const { id } = made.body.data
    await server.query('update shop_delivery_template set company_ids = company_ids || $1::int where id = 3', [id])
    const [template] = await server.query<{ name: string }>('select name from shop_delivery_template where id = 3')
    expect(await remove(id)).toMatchObject({ code: 0, msg: expect.stringContaining(`"同城急送" is used in`) })
    expect((await remove(id)).msg).toContain(template?.name)
    await server.query('update shop_delivery_template set company_ids = array_remove(company_ids, $1::int) where id = 3', [id])
    const carried =
      'update points_order set company_id = $1 where id = (select min(id) from points_order where company_id is null)'
    await server.query(carried, [id])
    expect(await remove(id)).toMatchObject({ code: 0, msg: expect.stringContaining('parcels') })
    await server.query('update points_order set company_id = null where company_id = $1', [id])
    expect(await remove(id)).toMatchObject({ code: 1 })
  })
})

describe('shop addresses', () => {
  const url = '/admin/shop.delivery.Address'
  const address = {
    name: '孙悦',
    mobile: '13800139999',
    city: [310_000, 310_100, 310_104],
    address: '虹梅路 1 号',
    types: ['ship', 'return'],
    default_ship: 0,
    default_return: 0,
    status: 1,
  }

  test('have at most one default of each kind: setting one clears the other', async () => {
    const made = await owner.post<{ id: number }>(`${url}/add`, { ...address, default_ship: 1 })
    expect(made.body.code).toBe(1)
    expect(await server.query('select id from shop_delivery_address where default_ship = 1')).toEqual([{ id: made.body.data.id }])
    expect((await owner.post(`${url}/edit`, { id: 1, default_ship: 1 })).body.code).toBe(1)
    expect(await server.query('select id from shop_delivery_address where default_ship = 1')).toEqual([{ id: 1 }])
  })

  test('have one default, however many become it at a time', async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, () => owner.post<{ id: number }>(`${url}/add`, { ...address, default_ship: 1 })),
    )
    expect(made.map(({ body }) => body.code)).toEqual(made.map(() => 1))
    expect(await server.query('select 1 from shop_delivery_address where default_ship = 1')).toHaveLength(1)
    expect((await owner.post(`${url}/edit`, { id: 1, default_ship: 1 })).body.code).toBe(1)
    await owner.del(`${url}/del`, { ids: made.map(({ body }) => body.data.id) })
  })

  test('have their region as codes, down to the district, and show its names', async () => {
    const list = await owner.get<{ list: { city: number[]; city_text: string }[] }>(`${url}/index`, { limit: 50 })
    for (const row of list.body.data.list) {
      expect(row.city).toHaveLength(3)
      expect(row.city_text).toMatch(/^[^,0-9]+,[^,0-9]+,[^,0-9]+$/)
    }
    for (const city of ['上海市 上海市 徐汇区', [310_000, 310_100], [310_000, 310_100, 330_106]])
      expect(errorsOf((await owner.post(`${url}/add`, { ...address, city })).body.data)).toEqual(['city'])
  })

  test('that are a default are neither deleted nor disabled', async () => {
    expect((await owner.del(`${url}/del`, { ids: [1] })).body.code).toBe(0)
    expect(errorsOf((await owner.post(`${url}/edit`, { id: 1, status: 0 })).body.data)).toEqual(['status'])
    expect((await owner.post(`${url}/edit`, { id: 3, status: 0 })).body.code).toBe(1)
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['a name with a digit', { name: '孙悦1' }, 'name'],
    ['neither mobile nor telephone', { mobile: '', tel: '' }, 'mobile'],
    ['a mobile number of ten digits', { mobile: '1380013999' }, 'mobile'],
    ['a default for a use it does not have', { types: ['ship'], default_return: 1 }, 'default_return'],
    ['no use at all', { types: [] }, 'types'],
  ])('are refused with %s', async (_what, wrong, field) => {
    const answer = await owner.post(`${url}/add`, { ...address, ...wrong })
    expect(answer.body.code).toBe(0)
    expect(errorsOf(answer.body.data)).toContain(field)
  })
})

describe('notifications', () => {
  const url = '/admin/shop.notify.Notify'
  type Message = { id: number; message: string; status: string; message_type: string }

  test('everybody has an inbox of their own, in their own language', async () => {
    const packer = await server.signIn('packer', undefined, { lang: 'zh-cn' })
    const zh = await packer.get<{ list: Message[]; total: number }>(`${url}/index`, { limit: 5 })
    expect(zh.body.data.total).toBe(60)
    expect(zh.body.data.list[0]?.message).toMatch(/^(您有新的订单|订单)/)
    const en = await packer.with({ lang: 'en' }).get<{ list: Message[] }>(`${url}/index`, { limit: 5 })
    expect(en.body.data.list[0]?.message).toMatch(/order/i)
    expect(en.body.data.list.map((row) => row.id)).toEqual(zh.body.data.list.map((row) => row.id))
    const mine = await owner.get<{ list: Message[] }>(`${url}/index`, { limit: 200 })
    expect(mine.body.data.list.map((row) => row.id)).not.toContain(zh.body.data.list[0]?.id)
  })

  test('nine are unread, the address ?status=0 finds them, and a click marks one as read, once', async () => {
    const manager = await server.signIn('manager')
    const config = () => manager.get<{ notify: boolean; feed_port: number; unread_count: number }>('/admin/shop.base/config')
    expect((await config()).body.data).toEqual({
      notify: true,
      feed_port: expect.any(Number),
      unread_count: 9,
      last: expect.any(Number),
    })
    const unread = await manager.get<{ list: Message[]; total: number }>(`${url}/index`, {
      search: [{ field: 'status', val: '0', operator: 'eq' }],
    })
    expect(unread.body.data.total).toBe(9)
    const id = unread.body.data.list[0]?.id
    for (let n = 0; n < 2; n++)
      expect((await manager.post(`${url}/read`, { id })).body).toMatchObject({ code: 1, data: { unread_count: 8 } })
    expect((await config()).body.data.unread_count).toBe(8)
    expect(
      (await manager.post(`${url}/markRead`, { ids: unread.body.data.list.slice(1, 4).map((row) => row.id) })).body.code,
    ).toBe(1)
    expect((await config()).body.data.unread_count).toBe(5)
  })

  test("nobody reads or deletes another's messages", async () => {
    const manager = await server.signIn('manager')
    const [{ id } = { id: 0 }] = await server.query<{ id: number }>(
      'select id from shop_notify where admin_id = 1 and status = 0 limit 1',
    )
    await manager.post(`${url}/read`, { id })
    expect((await manager.post(`${url}/markRead`, { id })).body.code).toBe(0)
    expect((await manager.del(`${url}/del`, { ids: [id] })).body.code).toBe(0)
    expect(await server.query('select status from shop_notify where id = $1', [id])).toEqual([{ status: 0 }])
    for (const wrong of [undefined, 'x', -1, 1.5, 2 ** 40])
      expect((await manager.post(`${url}/read`, { id: wrong })).body.code).toBe(0)
  })

  test('nobody writes one by hand', async () => {
    expect((await owner.post(`${url}/add`, {})).status).toBe(404)
    expect((await server.guest().post(`${url}/read`, { id: 1 })).body.code).toBe(303)
  })
})
