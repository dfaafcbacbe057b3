import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLimited } from '../../../../tests/auth/people.ts'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

let server: TestServer
let owner: Client

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(() => server.close())

const url = '/admin/shop.delivery.Template'
type Wire = Record<string, unknown>
type Template = { id: number; name: string; billing: string; areas: Wire[]; area_count: number; goods_count: number } & Wire
type Errors = { errors?: Record<string, string> }
const errorsOf = (data: unknown) => (data as Errors | null)?.errors ?? {}
const [zhejiang, hangzhou, jiangsu, tibet] = [330_000, 330_100, 320_000, 540_000]
const xihu = [330_000, 330_100, 330_106]
const lhasa = [540_000, 540_100, 540_102]
const haidian = [110_000, 110_100, 110_108]

const rest = {
  is_default: 1,
  first_quantity: 1,
  first_fee: '8.00',
  continue_quantity: 1,
  continue_fee: '2.50',
}
const area = (regions: number[], more: Wire = {}) => ({ ...rest, is_default: 0, regions, ...more })
let made = 0
const template = (more: Wire = {}) => ({ name: `template ${++made}`, billing: '1', areas: [rest], status: 1, ...more })
const add = (more: Wire = {}) => owner.post<{ id: number } & Errors>(`${url}/add`, template(more))
const added = async (more: Wire = {}): Promise<number> => {
  const { body } = await add(more)
  expect(body).toMatchObject({ code: 1 })
  return body.data.id
}
const list = async (more: Wire = {}) =>
  (await owner.get<{ list: Template[]; total: number }>(`${url}/index`, { limit: 50, ...more })).body.data

describe('the list', () => {
  it('has the five of the catalogue, in their order, with areas and goods counted', async () => {
    const { list: rows } = await list()
    expect(rows.map(({ name, billing, area_count }) => [name, billing, area_count])).toEqual([
      ['全国包邮', '1', 1],
      ['按件计费', '1', 2],
      ['按重量计费', '2', 2],
      ['按体积计费', '3', 1],
      ['偏远地区加价', '2', 3],
    ])
    expect(rows.reduce((sum, row) => sum + row.goods_count, 0)).toBe(60)
  })

  it('is found by name, billing and status, and searched quickly', async () => {
    const by = async (field: string, val: string, operator: string) =>
      (await list({ search: [{ field, val, operator }] })).list.map((row) => row.name)
    expect(await by('billing', '2', 'eq')).toEqual(['按重量计费', '偏远地区加价'])
    expect(await by('name', '体积', 'LIKE')).toEqual(['按体积计费'])
    expect((await list({ quickSearch: '包邮' })).list.map((row) => row.name)).toEqual(['全国包邮'])
  })

  it('opens a row to its areas, the regions by name', async () => {
    const { body } = await owner.get<{ row: { areas: Wire[] } }>(`${url}/info`, { id: 3 })
    expect(body.data.row.areas).toMatchObject([
      { is_default: 0, regions_text: '上海市、江苏省、浙江省/杭州市、浙江省/宁波市', first_fee: '5.00', continue_quantity: 1 },
      { is_default: 1, regions_text: '', first_fee: '8.00', continue_quantity: 0.5 },
    ])
  })

  it('is sorted by dragging', async () => {
    const names = async () => (await list()).list.slice(0, 2).map((row) => row.name)
    const move = (from: number, to: number) =>
      owner.post(`${url}/sortable`, { move: from, target: to, order: 'weigh,desc', direction: 'up' })
    expect((await move(2, 1)).body.code).toBe(1)
    expect(await names()).toEqual(['按件计费', '全国包邮'])
    expect((await move(1, 2)).body.code).toBe(1)
    expect(await names()).toEqual(['全国包邮', '按件计费'])
  })
})

describe('saving', () => {
  it('keeps amounts in fen, decimals exactly, and regions as codes', async () => {
    const id = await added({
      billing: '2',
      areas: [area([zhejiang], { first_quantity: '0.305', continue_fee: '0.10' }), rest],
      free: [{ regions: [tibet], condition: 'both', amount: '99.90', quantity: 2 }],
      refuse_regions: [710_000],
      ship_address_id: 1,
      ship_days: 0,
      company_ids: [1, 3],
    })
    const [row] = await server.query<Wire>(
      'select areas, free, refuse_regions, company_ids from shop_delivery_template where id = $1',
      [id],
    )
    expect(row).toMatchObject({
      areas: [{ regions: [zhejiang], first_quantity: 0.305, first_fee: 800, continue_fee: 10 }, { is_default: 1 }],
      free: [{ regions: [tibet], condition: 'both', amount: 9990, quantity: 2 }],
      refuse_regions: [710_000],
      company_ids: [1, 3],
    })
    const { body } = await owner.get<{ row: { areas: Wire[] } }>(`${url}/edit`, { id })
    expect(body.data.row.areas[0]).toMatchObject({ first_quantity: 0.305, first_fee: '8.00', continue_fee: '0.10' })
    expect((await owner.post(`${url}/edit`, { id, areas: body.data.row.areas, ship_days: 5 })).body.code).toBe(1)
  })

  it.each<[string, Wire, string]>([
    ['without areas', { areas: [] }, 'areas'],
    ['without a row for the rest', { areas: [area([zhejiang])] }, 'areas'],
    ['with two rows for the rest', { areas: [rest, rest] }, 'areas.1.is_default'],
    ['with a row that names no region', { areas: [area([]), rest] }, 'areas.0.regions'],
    ['with a region there is none of', { areas: [area([339_900]), rest] }, 'areas.0.regions'],
    ['with a district', { areas: [area([330_106]), rest] }, 'areas.0.regions'],
    ['with half a piece', { areas: [{ ...rest, first_quantity: 1.5 }] }, 'areas.0.first_quantity'],
    ['with half a piece more', { areas: [{ ...rest, continue_quantity: '0.5' }] }, 'areas.0.continue_quantity'],
    ['with steps of nothing', { billing: '2', areas: [{ ...rest, continue_quantity: 0 }] }, 'areas.0.continue_quantity'],
    ['with a tenth of a gram', { billing: '2', areas: [{ ...rest, first_quantity: '0.0001' }] }, 'areas.0.first_quantity'],
    ['with a negative fee', { areas: [{ ...rest, first_fee: '-1' }] }, 'areas.0.first_fee'],
    ['without a fee', { areas: [{ ...rest, continue_fee: '' }] }, 'areas.0.continue_fee'],
    ['with a rule that says no amount', { free: [{ regions: [], condition: 'amount' }] }, 'free.0.amount'],
    ['with a rule of half a piece', { free: [{ regions: [], condition: 'quantity', quantity: 1.5 }] }, 'free.0.quantity'],
    ['with a way of billing there is none of', { billing: '4' }, 'billing'],
    ['that ships within 31 days', { ship_days: 31 }, 'ship_days'],
    ['with the name of another', { name: '按件计费' }, 'name'],
    ['from an address there is none of', { ship_address_id: 999 }, 'ship_address_id'],
  ])('refuses one %s', async (_what, more, field) => {
    const { body } = await add(more)
    expect(body.code).toBe(0)
    expect(Object.keys(errorsOf(body.data))).toEqual([field])
  })

  it('names the overlap: the same region, a city of a province in another row, a province around it', async () => {
    const message = async (first: number[], second: number[], lang: 'en' | 'zh-cn' = 'en') => {
      const { body } = await owner.with({ lang }).post(`${url}/add`, template({ areas: [area(first), area(second), rest] }))
      expect(body.code).toBe(0)
      return errorsOf(body.data)
    }
    expect(await message([zhejiang], [jiangsu, zhejiang])).toEqual({ 'areas.1.regions': '浙江省 is already in row 1' })
    expect(await message([zhejiang], [hangzhou])).toEqual({ 'areas.1.regions': '浙江省/杭州市 is part of 浙江省 in row 1' })
    expect(await message([jiangsu, hangzhou], [zhejiang])).toEqual({
      'areas.1.regions': '浙江省/杭州市 in row 1 is part of 浙江省',
    })
    expect(await message([zhejiang], [hangzhou], 'zh-cn')).toEqual({ 'areas.1.regions': '浙江省/杭州市属于第 1 行的浙江省' })
    expect((await add({ areas: [area([hangzhou]), area([330_200, jiangsu]), rest] })).body.code).toBe(1)
  })

  it('asks nothing of the areas when a row is switched in the list', async () => {
    expect((await owner.post(`${url}/edit`, { id: 5, status: 0 })).body.code).toBe(1)
    expect((await owner.post(`${url}/edit`, { id: 5, status: 1 })).body.code).toBe(1)
  })
})

describe('while goods use it', () => {
  it('the way of billing stays, everything else may change', async () => {
    const refused = await owner.post(`${url}/edit`, { id: 2, billing: '3' })
    expect(refused.body.code).toBe(0)
    expect(Object.keys(errorsOf(refused.body.data))).toEqual(['billing'])
    expect((await owner.post(`${url}/edit`, { id: 2, billing: '1', ship_days: 3 })).body.code).toBe(1)
    const free = await added()
    expect((await owner.post(`${url}/edit`, { id: free, billing: '3' })).body.code).toBe(1)
  })

  it("it is not deleted; nobody else's is kept back", async () => {
    expect((await owner.del(`${url}/del`, { ids: [4] })).body).toMatchObject({
      code: 0,
      msg: expect.stringMatching(/按体积计费.*\d+ products/),
    })
    const id = await added()
    expect((await owner.del(`${url}/del`, { ids: [id, 4] })).body.code).toBe(0)
    expect((await owner.del(`${url}/del`, { ids: [id] })).body.code).toBe(1)
    const [row] = await server.query<{ gone: boolean }>(
      'select delete_time is not null as gone from shop_delivery_template where id = $1',
      [id],
    )
    expect(row).toEqual({ gone: true })
    expect((await list()).list.map((each) => each.id)).not.toContain(id)
  })
})

describe('testing a template', () => {
  type Told = Wire & Errors
  const test = async (id: number | undefined, region: number[], lines: Wire[], more: Wire = {}) =>
    (await owner.post<Told>(`${url}/test`, { ...(id ? { id } : {}), region, lines, ...more })).body
  const goods = async (className: string) => {
    const [row] = await server.query<{ id: number; name: string; price: number; weight: number; volume: number; code: string }>(
      `select g.id, g.name, s.price::int, s.weight_g as weight, s.volume_cm3 as volume, s.sku_code as code
       from shop_goods g join shop_goods_sku s on s.goods_id = g.id join shop_goods_classify c on c.id = g.classify_ids[1]
       where c.name = $1 and g.delete_time is null order by g.id, s.id limit 1`,
      [className],
    )
    if (!row) throw new Error(`no goods in ${className}`)
    return row
  }
  const yuan = (fen: number) => (fen / 100).toFixed(2)

  it('tells the row, what was counted, and how the fee adds up', async () => {
    const book = await goods('图书')
    const quantity = Math.floor(2600 / book.weight) + 1
    const grams = quantity * book.weight
    const steps = Math.ceil((grams - 1000) / 500)
    const { code, data } = await test(3, haidian, [{ goods_id: book.id, quantity }])
    expect(code).toBe(1)
    expect(data).toMatchObject({
      result: 'rest',
      fee: yuan(800 + steps * 250),
      row: 2,
      regions: '',
      counted: `${grams / 1000} Kg`,
      parts: [
        { part: 'first', quantity: '1 Kg', fee: '8.00', times: 1, sum: '8.00' },
        { part: 'continue', quantity: '0.5 Kg', fee: '2.50', times: steps, sum: yuan(steps * 250) },
      ],
      goods: [{ name: book.name, quantity, amount: yuan(quantity * book.price), counted: `${grams / 1000} Kg` }],
    })
    expect((await test(3, xihu, [{ goods_id: book.id, quantity: 1 }])).data).toMatchObject({
      result: 'area',
      row: 1,
      regions: '上海市、江苏省、浙江省/杭州市、浙江省/宁波市',
      fee: '5.00',
      parts: [{ part: 'first' }],
    })
  })

  it('says when delivery is free, and when and where there is none', async () => {
    const id = await added({
      areas: [rest],
      free: [{ regions: [zhejiang], condition: 'quantity', quantity: 2 }],
      refuse_regions: [tibet],
    })
    const book = await goods('图书')
    const cart = (quantity: number) => [{ goods_id: book.id, sku_code: book.code, quantity }]
    expect((await test(id, xihu, cart(2))).data).toMatchObject({ result: 'free', fee: '0.00', row: 1, regions: '浙江省' })
    expect((await test(id, xihu, cart(1))).data).toMatchObject({ result: 'rest', fee: '8.00' })
    expect((await test(id, haidian, cart(2))).data).toMatchObject({ result: 'rest', fee: '10.50' })
    expect((await test(id, lhasa, cart(2))).data).toMatchObject({ result: 'refused', fee: null, regions: '西藏自治区' })
  })

  it('uses the unsaved values of the form, also for a new template', async () => {
    const box = await goods('家居')
    const lines = [{ goods_id: box.id, quantity: 2 }]
    const entered = { billing: '3', areas: [{ ...rest, first_quantity: '0.000', continue_quantity: '0.001' }] }
    expect(errorsOf((await test(undefined, xihu, lines, { entered })).data)).toHaveProperty(['entered.areas.0.first_quantity'])
    const right = { ...entered, areas: [{ ...rest, first_quantity: '0.001', continue_quantity: '0.001' }] }
    const steps = Math.max(0, Math.ceil((2 * box.volume - 1000) / 1000))
    expect((await test(undefined, xihu, lines, { entered: right })).data).toMatchObject({
      result: 'rest',
      fee: yuan(800 + steps * 250),
    })
    expect((await test(4, xihu, lines, { entered: { areas: [area([tibet])] } })).data).toMatchObject({
      result: 'nowhere',
      fee: null,
    })
    const overlap = { areas: [area([zhejiang]), area([hangzhou]), rest] }
    expect(errorsOf((await test(2, xihu, lines, { entered: overlap })).data)).toHaveProperty(['entered.areas.1.regions'])
    expect(
      errorsOf((await test(2, xihu, lines, { entered: { areas: [{ ...rest, first_quantity: 1.5 }] } })).data),
    ).toHaveProperty(['entered.areas.0.first_quantity'])
  })

  it('refuses goods and SKUs that are not there, beside their line, and a cart without goods', async () => {
    const book = await goods('图书')
    const phone = await goods('手机数码')
    const wrong = async (lines: Wire[]) => Object.keys(errorsOf((await test(2, xihu, lines)).data))
    expect(
      await wrong([
        { goods_id: book.id, quantity: 1 },
        { goods_id: 99_999, quantity: 1 },
      ]),
    ).toEqual(['lines.1.goods_id'])
    expect(await wrong([{ goods_id: book.id, sku_code: phone.code, quantity: 1 }])).toEqual(['lines.0.sku_code'])
    expect(await wrong([{ goods_id: book.id, quantity: 0 }])).toEqual(['lines.0.quantity'])
    expect(await wrong([])).toEqual(['lines'])
  })
})

describe('rights', () => {
  it('who may look may test and change nothing; who may not look may do neither', async () => {
    const { client: reader } = await makeLimited(server, owner, 'template_reader', [
      'shop/delivery/template',
      'shop/delivery/template/index',
    ])
    expect((await reader.get(`${url}/index`)).body.code).toBe(1)
    const goods = await reader.get<{ list: unknown[] }>(`${url}/options`, { field: 'lines.goods_id', action: 'test', limit: 5 })
    expect(goods.body.data.list).toHaveLength(5)
    const [{ id } = { id: 0 }] = await server.query<{ id: number }>('select id from shop_goods where delete_time is null limit 1')
    const asked = { id: 1, region: xihu, lines: [{ goods_id: id, quantity: 1 }] }
    expect((await reader.post(`${url}/test`, asked)).body).toMatchObject({ code: 1, data: { fee: '0.00' } })
    for (const [action, body] of [
      ['add', template()],
      ['edit', { id: 1, ship_days: 4 }],
      ['sortable', { move: 2, target: 1 }],
    ] as const)
      expect((await reader.post(`${url}/${action}`, body)).body.code).toBe(401)
    expect((await reader.del(`${url}/del`, { ids: [1] })).body.code).toBe(401)
    const packer = await server.signIn('packer')
    expect((await packer.get(`${url}/index`)).body.code).toBe(401)
    expect((await packer.post(`${url}/test`, asked)).body.code).toBe(401)
  })
})
