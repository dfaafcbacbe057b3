import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePerson } from '../../../../tests/auth/people.ts'
import type { Client } from '../../../../tests/harness/client.ts'
import { DEMO_NOW } from '../../../../tests/harness/database.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { expectSoundShop } from '../helpers/helpers.ts'

let server: TestServer
let owner: Client

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

const url = '/admin/shop.goods.Goods'
type Wire = Record<string, unknown>
type Sku = { id?: number; loaded?: number; values: string[]; price: string; stock: number; sku_code: string } & Wire
interface Spec {
  attributes: { name: string; values: { value: string; image: string }[] }[]
  skus: Sku[]
}
type Goods = { id: number; name: string; goods_no: string; status: string; stock: number; spec: Spec; _version: string } & Wire
type Errors = { errors?: Record<string, string> }
const errorsOf = (body: { data: unknown }) => Object.keys((body.data as Errors | null)?.errors ?? {})

const sku = (values: string[] = [], more: Wire = {}): Sku => ({
  values,
  image: '',
  price: '9.90',
  origin_price: '',
  cost_price: '5.00',
  stock: 20,
  weight: '0.500',
  volume: '0.0010',
  sku_code: '',
  low_stock: null,
  status: 1,
  ...more,
})
const attribute = (name: string, ...values: string[]) => ({ name, values: values.map((value) => ({ value, image: '' })) })
const colours = (...skus: Sku[]): Spec => ({
  attributes: [attribute('颜色', ...new Set(skus.map((each) => each.values[0] ?? '')))],
  skus,
})
let made = 0
const goods = (more: Wire = {}): Wire => ({
  name: `测试商品 ${++made}`,
  classify_ids: [1],
  images: ['/demo/goods-01.svg'],
  template_id: 2,
  spec_type: 'single',
  spec: { attributes: [], skus: [sku()] },
  content: '<p>商品详情</p>',
  status: '1',
  ...more,
})
const add = (more: Wire = {}) => owner.post<{ id: number } & Errors>(`${url}/add`, goods(more))
const added = async (more: Wire = {}): Promise<number> => {
  const { body } = await add(more)
  expect(body).toMatchObject({ code: 1 })
  return body.data.id
}
const two = (more: Wire = {}) => added({ spec_type: 'multi', spec: colours(sku(['红']), sku(['蓝'])), ...more })
const read = async (id: number) => (await owner.get<{ row: Goods }>(`${url}/edit`, { id })).body.data.row
const edit = (id: number, more: Wire) => owner.post<Errors>(`${url}/edit`, { id, ...more })
const act = (action: string, body: Wire, client = owner) => client.post<Errors>(`${url}/${action}`, body)
const find = async (more: Wire) =>
  (await owner.get<{ list: (Goods & { doctor: number })[]; total: number }>(`${url}/index`, { limit: 200, ...more })).body.data
const by = async (field: string, val: unknown, operator: string) => (await find({ search: [{ field, val, operator }] })).list
const skusOf = (id: number) =>
  server.query<{ id: number; spec_text: string; price: number; stock: number; update_time: number; gone: boolean }>(
    'select id, spec_text, price::int, stock, update_time::int, delete_time is not null as gone from shop_goods_sku where goods_id = $1 order by id',
    [id],
  )
const logOf = async (skuId: number) =>
  (
    await server.query<{ text: string }>(
      `select concat(reason, ' ', delta, ' ', before, '>', after) as text from shop_goods_stock_log where sku_id = $1 order by id`,
      [skuId],
    )
  ).map(({ text }) => text)
/** Messages that a SKU has become low. */
const lowTold = async (skuId: number | undefined) =>
  (
    await server.query<{ n: number }>('select count(*)::int as n from shop_notify where object_key = $1', [
      `low_stock sku ${skuId}`,
    ])
  )[0]?.n
const factsOf = async (id: number) =>
  (
    await server.query<{ status: number; stock: number; price: number; price_max: number }>(
      'select status, stock, price::int, price_max::int from shop_goods where id = $1',
      [id],
    )
  )[0]

describe('the list', () => {
  it('names the classes of a product in the language of who reads them, as its form does', async () => {
    const classes = async (lang: 'en' | 'zh-cn') => {
      const { list } = (await owner.with({ lang }).get<{ list: Wire[] }>(`${url}/index`, { limit: 100 })).body.data
      return list.find(({ goods_no }) => goods_no === 'KT10060')?.classify
    }
    expect(await classes('en')).toEqual(['Beauty', 'Skin care'])
    expect(await classes('zh-cn')).toEqual(['美妆', '护肤'])
  })

  it('has the sixty of the catalogue, with classes, prices and what keeps them from being bought', async () => {
    const { total, list } = await find({})
    expect(total).toBe(60)
    expect(list[0]).toMatchObject({
      classify: [expect.any(String), expect.any(String)],
      prices: [expect.stringMatching(/^\d+\.\d\d$/), expect.any(String)],
    })
    expect((await by('on_sale', '1', 'eq')).length).toBe(52)
    expect((await by('off_sale', '1', 'eq')).length).toBe(5)
    expect((await by('sold_out', '1', 'eq')).length).toBe(3)
    const low = (await by('low', '1', 'eq')).map(({ id }) => id)
    expect(low.length).toBeGreaterThanOrEqual(9)
    expect(list.filter(({ is_low }) => is_low === 1).map(({ id }) => id)).toEqual(low)
    expect((await by('is_low', '1', 'eq')).map(({ id }) => id)).toEqual(low)
    expect((await by('is_low', '0', 'eq')).length).toBe(60 - low.length)
    const unsellable = await by('unsellable', '1', 'eq')
    expect(unsellable.length).toBe(8)
    expect(unsellable.every(({ doctor }) => doctor > 0)).toBe(true)
    expect((await by('unsellable', '0', 'eq')).every(({ doctor }) => doctor === 0)).toBe(true)
  })

  it('is sorted by the lowest price, then by the highest', async () => {
    const order = async (direction: string) =>
      (await find({ order: `prices,${direction}` })).list.map(({ prices }) => (prices as string[]).map(Number))
    const rising = await order('asc')
    expect(rising).toEqual([...rising].sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d))
    expect((await order('desc'))[0]).toEqual(rising.at(-1))
    expect(new Set(rising.map(([low]) => low)).size).toBeGreaterThan(20)
  })

  it('is found by name, number, SKU code, class with those below it, tags, template and prices', async () => {
    const ids = async (field: string, val: unknown, operator: string) => (await by(field, val, operator)).map(({ id }) => id)
    expect(await ids('name', '云感纯棉', 'LIKE')).toEqual([1])
    expect(await ids('goods_no', 'KT10001', 'eq')).toEqual([1])
    expect(await ids('skus.sku_code', 'KT10001-02', 'LIKE')).toEqual([1])
    expect((await find({ quickSearch: 'KT10001-02' })).list.map(({ id }) => id)).toEqual([1])
    const [top] = await server.query<{ n: number }>(
      'select count(*)::int as n from shop_goods where delete_time is null and classify_ids[1] = 1',
    )
    expect((await ids('classify_ids', '1', 'FIND_IN_SET')).length).toBe(top?.n)
    expect((await ids('tags', 'hot', 'FIND_IN_SET')).length).toBeGreaterThan(0)
    expect((await ids('template_id', '3', 'eq')).length).toBeGreaterThan(0)
    expect((await ids('service_ids', '1', 'FIND_IN_SET')).length).toBe(60)
    expect((await ids('price', '50,100', 'RANGE')).length).toBeGreaterThan(0)
  })

  it('opens a row to its SKUs, the log of its stock, and the reasons with a way to mend each', async () => {
    type Info = { skus: Wire[]; stock_log: Wire[]; problems: { page: string; key: number; title: string; note: string }[] }
    const info = async (id: number) => (await owner.get<{ row: Info }>(`${url}/info`, { id })).body.data.row
    const row = await info(1)
    expect(row.skus.length).toBe(12)
    expect(row.stock_log.length).toBe(20)
    expect(row.stock_log[0]).toMatchObject({ reason: expect.any(String), sku: expect.any(String), delta: expect.any(Number) })
    expect(row.problems).toEqual([])
    const [off] = await by('off_sale', '1', 'eq')
    expect((await info(off?.id ?? 0)).problems).toEqual([
      { page: 'shop/goods/goods', key: off?.id, title: `"${off?.name}" is unlisted`, note: 'List it in the products list' },
    ])
  })

  it('counts the goods of a template, and leads to them', async () => {
    const { body } = await owner.get<{ list: { id: number; goods_count: number }[] }>('/admin/shop.delivery.Template/index')
    for (const { id, goods_count } of body.data.list) expect((await by('template_id', String(id), 'eq')).length).toBe(goods_count)
  })
})

describe('a new goods', () => {
  it('begins with the services meant for all and the threshold of the shop', async () => {
    const { body } = await owner.get<{ row: Wire }>(`${url}/add`)
    expect(body.data.row).toMatchObject({ service_ids: [1, 2], low_stock: 10, spec_type: 'single' })
  })

  it('gets a number, its SKU with the first units in the log, and its prices and stock', async () => {
    const id = await added({ spec: { attributes: [], skus: [sku([], { origin_price: '12.00', sku_code: `T-${Date.now()}` })] } })
    const row = await read(id)
    expect(row.goods_no).toMatch(/^KT\d{18}$/)
    expect(row.spec.skus).toEqual([
      expect.objectContaining({ values: [], price: '9.90', origin_price: '12.00', stock: 20, loaded: 20 }),
    ])
    expect(row.spec.skus[0]).toMatchObject({ weight: '0.500', volume: '0.0010', low_stock: null, status: 1 })
    expect(await logOf(row.spec.skus[0]?.id ?? 0)).toEqual(['initial 20 0>20'])
    expect(await factsOf(id)).toEqual({ status: 1, stock: 20, price: 990, price_max: 990 })
    const [stored] = await server.query('select weight_g, volume_cm3 from shop_goods_sku where goods_id = $1', [id])
    expect(stored).toEqual({ weight_g: 500, volume_cm3: 1000 })
  })

  it('with specs keeps them in their order, with pictures, and the lowest and highest price', async () => {
    const spec: Spec = {
      attributes: [
        {
          name: '颜色',
          values: [
            { value: '红', image: '/demo/goods-02.svg' },
            { value: '蓝', image: '' },
          ],
        },
        attribute('尺码', 'S', 'M:L;'),
      ],
      skus: [
        sku(['红', 'S']),
        sku(['红', 'M:L;'], { price: '19.90' }),
        sku(['蓝', 'S']),
        sku(['蓝', 'M:L;'], { price: '29.90' }),
      ],
    }
    const id = await added({ spec_type: 'multi', spec })
    const row = await read(id)
    expect(row.spec.attributes).toEqual(spec.attributes)
    expect(row.spec.skus.map(({ values, price }) => [values, price])).toEqual(
      spec.skus.map(({ values, price }) => [values, price]),
    )
    expect(await factsOf(id)).toMatchObject({ price: 990, price_max: 2990, stock: 80 })
  })

  it('on sale without a unit is sold out', async () => {
    const id = await added({ spec: { attributes: [], skus: [sku([], { stock: 0 })] } })
    expect(await factsOf(id)).toMatchObject({ status: 2, stock: 0 })
  })

  it.each<[string, Wire, string]>([
    ['without a class', { classify_ids: [] }, 'classify_ids'],
    ['in more than five classes', { classify_ids: [1, 2, 3, 4, 5, 6] }, 'classify_ids'],
    ['without a name', { name: '' }, 'name'],
    ['with a name of one letter', { name: 'x' }, 'name'],
    ['without a picture', { images: [] }, 'images'],
    ['with ten pictures', { images: Array.from({ length: 10 }, () => '/demo/goods-01.svg') }, 'images'],
    ['without a template', { template_id: null }, 'template_id'],
    ['without a text', { content: '<p></p>' }, 'content'],
    ['with the number of another', { goods_no: 'KT10001' }, 'goods_no'],
    ['that ends before it begins', { on_sale_time: DEMO_NOW + 60, off_sale_time: DEMO_NOW }, 'off_sale_time'],
    ['of which nobody may have the least they must take', { min_buy: 3, per_limit: 2 }, 'per_limit'],
    ['without specs', { spec: null }, 'spec'],
    ['of several specs without any', { spec_type: 'multi' }, 'spec'],
    [
      'with a SKU code of another',
      { spec: { attributes: [], skus: [sku([], { sku_code: 'kt10001-01' })] } },
      'spec.skus.0.sku_code',
    ],
    ['at no price', { spec: { attributes: [], skus: [sku([], { price: '0.00' })] } }, 'spec.skus.0.price'],
    ['that was cheaper', { spec: { attributes: [], skus: [sku([], { origin_price: '9.89' })] } }, 'spec.skus.0.origin_price'],
    ['with less than no units', { spec: { attributes: [], skus: [sku([], { stock: -1 })] } }, 'spec.skus.0.stock'],
    ['with an empty value', { spec_type: 'multi', spec: colours(sku([''])) }, 'spec.attributes.0.values.0.value'],
  ])('%s is refused', async (_what, more, field) => {
    const { body } = await add(more)
    expect(body.code).toBe(0)
    expect(errorsOf(body).join(' ')).toContain(field)
  })
})

describe('saving specs', () => {
  it('keeps the keys of combinations that stay, adds new ones, takes out the others, and writes only what differs', async () => {
    const id = await two()
    const before = await skusOf(id)
    await server.query('update shop_goods_sku set update_time = 5 where goods_id = $1', [id])
    const { spec } = await read(id)
    const [red, blue] = spec.skus
    if (!red || !blue) throw new Error('two SKUs')
    expect((await edit(id, { spec: colours(red, { ...sku(['绿']), stock: 7 }) })).body.code).toBe(1)
    const after = await skusOf(id)
    expect(after.map(({ id: key, spec_text, gone, stock }) => [key, spec_text, gone, stock])).toEqual([
      [before[0]?.id, '红', false, 20],
      [before[1]?.id, '蓝', true, 0],
      [expect.any(Number), '绿', false, 7],
    ])
    expect(after[0]?.update_time).toBe(5)
    expect(await logOf(before[1]?.id ?? 0)).toEqual(['initial 20 0>20', 'manual -20 20>0'])
    expect(await factsOf(id)).toMatchObject({ stock: 27 })
  })

  it('of a thousand SKUs writes the one that was changed', async () => {
    const sizes = { 行: 20, 列: 10, 层: 5 }
    const specs = Object.entries(sizes).map(([name, n]) => ({ name, values: Array.from({ length: n }, (_, j) => `${name}${j}`) }))
    const attributes = specs.map(({ name, values }) => attribute(name, ...values))
    const combos = specs.reduce<string[][]>((all, { values }) => all.flatMap((one) => values.map((each) => [...one, each])), [[]])
    const all = combos.map((values) => sku(values, { stock: 1 }))
    const id = await added({ spec_type: 'multi', spec: { attributes, skus: all } })
    expect(await factsOf(id)).toMatchObject({ stock: 1000 })
    await server.query('update shop_goods_sku set update_time = 5 where goods_id = $1', [id])
    const { spec } = await read(id)
    expect(spec.skus.map((each) => each.values)).toEqual(all.map((each) => each.values))
    const skus = spec.skus.map((each, i) => (i === 123 ? { ...each, price: '8.80' } : each))
    expect((await edit(id, { spec: { ...spec, skus } })).body.code).toBe(1)
    const written = (await skusOf(id)).filter((each) => each.update_time !== 5)
    expect(written).toMatchObject([{ id: spec.skus[123]?.id, price: 880 }])
    const more = { attributes: [...attributes, attribute('面', '一')], skus: [...skus, sku(['行0', '列0', '层0', '二'])] }
    expect((await edit(id, { spec: more })).body.code).toBe(0)
  })

  it('follows a value that is renamed, and two that change names', async () => {
    const id = await two()
    const before = (await skusOf(id)).map((each) => each.id)
    const { spec } = await read(id)
    const [red, blue] = spec.skus
    if (!red || !blue) throw new Error('two SKUs')
    expect((await edit(id, { spec: colours({ ...red, values: ['蓝'] }, { ...blue, values: ['红'] }) })).body.code).toBe(1)
    expect((await skusOf(id)).map(({ id: key, spec_text, gone }) => [key, spec_text, gone])).toEqual([
      [before[0], '蓝', false],
      [before[1], '红', false],
    ])
  })

  it('takes what was entered as a change against what was shown, whatever was sold meanwhile, never below none', async () => {
    const id = await two()
    const { spec, _version } = await read(id)
    const [red, blue] = spec.skus
    if (!red?.id || !blue) throw new Error('two SKUs')
    // Five units go while the editor is open.
    expect((await act('stock', { id, skus: [{ id: red.id, delta: -5 }], memo: '盘点' })).body.code).toBe(1)
    const saved = await owner.post(`${url}/edit`, { id, _version, spec: colours({ ...red, stock: 23 }, blue) })
    expect(saved.body.code).toBe(1)
    expect((await skusOf(id)).map((each) => each.stock)).toEqual([18, 20])
    expect(await logOf(red.id)).toEqual(['initial 20 0>20', 'manual -5 20>15', 'manual 3 15>18'])
    const none = await edit(id, { spec: colours({ ...red, stock: 1 }, blue) })
    expect(none.body).toMatchObject({ code: 0, msg: expect.stringMatching(/^Not enough of .*: 18 left$/) })
    expect((await skusOf(id)).map((each) => each.stock)).toEqual([18, 20])
  })

  it('of two people who change the specs at a time one hears that the other was first', async () => {
    const id = await two()
    const { spec, _version } = await read(id)
    const [red, blue] = spec.skus
    if (!red || !blue) throw new Error('two SKUs')
    expect((await edit(id, { _version, spec: colours({ ...red, price: '8.00' }, blue) })).body.code).toBe(1)
    const second = await edit(id, { _version, spec: colours({ ...red, price: '9.00' }, blue) })
    expect(second.body).toMatchObject({ code: 0, data: { type: 'conflict' } })
  })

  it('keeps a SKU that an open order holds', async () => {
    const [held] = await server.query<{ goods_id: number }>(
      `select s.goods_id from shop_order_goods l join shop_order o on o.id = l.order_id join shop_goods_sku s on s.id = l.sku_id
       join shop_goods g on g.id = s.goods_id where o.status = 2 and g.spec_type = 'single' and g.delete_time is null limit 1`,
    )
    const id = held?.goods_id ?? 0
    const refused = await edit(id, { spec_type: 'multi', spec: colours(sku(['红'])) })
    expect(refused.body.code).toBe(0)
    expect(errorsOf(refused.body)).toEqual(['spec'])
    expect((await skusOf(id)).every((each) => !each.gone)).toBe(true)
  })

  it('changes the type only with its specs', async () => {
    const id = await two()
    expect(errorsOf((await edit(id, { spec_type: 'single' })).body)).toEqual(['spec'])
    expect((await edit(id, { spec_type: 'single', spec: { attributes: [], skus: [sku()] } })).body.code).toBe(1)
    expect((await read(id)).spec).toMatchObject({ attributes: [], skus: [{ values: [], stock: 20 }] })
    expect(await factsOf(id)).toMatchObject({ stock: 20 })
  })
})

describe('actions of a row', () => {
  it('put it on and off sale', async () => {
    const id = await added({ status: '0' })
    expect((await act('onSale', { id })).body.code).toBe(1)
    expect(await factsOf(id)).toMatchObject({ status: 1 })
    expect((await act('onSale', { id })).body).toMatchObject({ code: 0, data: { type: 'conflict' } })
    expect((await act('offSale', { id })).body.code).toBe(1)
    expect((await edit(id, { status: '1' })).body.code).toBe(1)
    expect(await factsOf(id)).toMatchObject({ status: 1 })
    const empty = await added({ status: '0', spec: { attributes: [], skus: [sku([], { stock: 0 })] } })
    expect((await act('onSale', { ids: [empty] })).body.code).toBe(1)
    expect(await factsOf(empty)).toMatchObject({ status: 2 })
    expect((await edit(empty, { status: '1' })).body.code).toBe(1)
    expect(await factsOf(empty)).toMatchObject({ status: 2 })
  })

  it('move stock by a change and why, and bring back what was sold out', async () => {
    const id = await added({ spec: { attributes: [], skus: [sku([], { stock: 0 })] } })
    const form = await owner.get<{ values: { skus: Wire[] } }>(`${url}/stock`, { id })
    const [line] = form.body.data.values.skus
    expect(line).toMatchObject({ spec_text: expect.stringContaining('测试商品'), stock: 0, delta: 0 })
    const move = (delta: number, memo = '到货') => act('stock', { id, skus: [{ id: line?.id, delta }], memo })
    expect(errorsOf((await move(3, '')).body)).toEqual(['memo'])
    expect(errorsOf((await move(0)).body)).toEqual(['skus'])
    expect(errorsOf((await move(-1)).body)).toEqual(['skus.0.delta'])
    expect((await move(3)).body.code).toBe(1)
    expect(await factsOf(id)).toMatchObject({ status: 1, stock: 3 })
    const other = await act('stock', { id, skus: [{ id: 1, delta: 1 }], memo: '别人的' })
    expect(other.body).toMatchObject({ code: 0, data: { type: 'conflict' } })
    const [log] = await server.query('select reason, memo, admin_id from shop_goods_stock_log where sku_id = $1 and delta = 3', [
      line?.id,
    ])
    expect(log).toEqual({ reason: 'manual', memo: '到货', admin_id: 1 })
  })

  it('tell once that a SKU has become low, with a way to find it', async () => {
    const id = await added({ name: '低库存样品', low_stock: 5 })
    const [only] = await skusOf(id)
    const told = () => lowTold(only?.id)
    const move = (delta: number) => act('stock', { id, skus: [{ id: only?.id, delta }], memo: '盘点' })
    await move(-14)
    expect(await told()).toBe(0)
    await move(-1)
    const first = await told()
    expect(first).toBeGreaterThan(0)
    await move(-1)
    expect(await told()).toBe(first)
    const [message] = await server.query<{ message: string; data: Wire }>(
      'select message, message_data as data from shop_notify where object_key = $1 limit 1',
      [`low_stock sku ${only?.id}`],
    )
    expect(message).toEqual({ message: '商品“低库存样品”库存仅剩 5', data: { name: '低库存样品' } })
    expect((await by('low', '1', 'eq')).map((each) => each.id)).toContain(id)
  })

  it('hear nothing of SKUs that are taken out or disabled, or whose threshold was lowered by as much', async () => {
    const id = await two({ low_stock: 5 })
    const [red, blue] = (await read(id)).spec.skus
    if (!red || !blue) throw new Error('two SKUs')
    const spec = colours({ ...red, status: 0, stock: 2 }, { ...blue, low_stock: 1, stock: 3 })
    expect((await edit(id, { spec })).body.code).toBe(1)
    await act('stock', { id, skus: [{ id: red.id, delta: -2 }], memo: '盘点' })
    expect((await edit(id, { spec_type: 'single', spec: { attributes: [], skus: [sku()] } })).body.code).toBe(1)
    expect((await skusOf(id)).map(({ stock, gone }) => [stock, gone])).toEqual([
      [0, true],
      [0, true],
      [20, false],
    ])
    expect(await Promise.all([red, blue].map((each) => lowTold(each.id)))).toEqual([0, 0])
    expect(await factsOf(id)).toMatchObject({ status: 1, stock: 20 })
  })

  it('change prices, never above what they were compared with', async () => {
    const id = await two()
    const lines = (await skusOf(id)).map(({ id: key }, i) => ({ id: key, price: `${10 + i}.00`, origin_price: '11.00' }))
    const change = (skus: Wire[]) => act('price', { id, skus })
    expect((await change(lines)).body.code).toBe(1)
    expect(await factsOf(id)).toMatchObject({ price: 1000, price_max: 1100 })
    expect(errorsOf((await change(lines.map((each) => ({ ...each, price: '11.01' })))).body)).toEqual([
      'skus.0.origin_price',
      'skus.1.origin_price',
    ])
    expect(errorsOf((await change([{ ...lines[0], price: '0.00' }])).body)).toEqual(['skus.0.price'])
    expect((await change([{ id: 1, price: '1.00', origin_price: '' }])).body).toMatchObject({
      code: 0,
      data: { type: 'conflict' },
    })
  })

  it('copy it as goods of its own: without units, codes and number, off sale', async () => {
    const { body } = await owner.get<{ row: Goods }>(`${url}/add`, { copy: 1 })
    const { row } = body.data
    expect(row).toMatchObject({ status: '0', classify_ids: expect.any(Array) })
    expect(row.goods_no ?? '').toBe('')
    expect(row.spec.skus.length).toBe(12)
    expect(row.spec.skus.every((each) => each.id === undefined && each.stock === 0 && each.sku_code === '')).toBe(true)
    const { images, template_id, content, spec, spec_type, classify_ids, status } = row
    const id = await added({ images, template_id, content, spec, spec_type, classify_ids, status })
    expect(await factsOf(id)).toMatchObject({ status: 0, stock: 0 })
    expect((await skusOf(id)).length).toBe(12)
  })

  it('preview it as buyers see it, with why they could not buy it', async () => {
    const id = await two({ status: '0' })
    const { body } = await act('preview', { id })
    expect(body.data).toMatchObject({
      price: '¥9.90',
      attributes: [{ name: '颜色', values: '红 / 蓝' }],
      why: expect.stringMatching(/unlisted/),
    })
  })
})

describe('actions of several rows', () => {
  it('set classes, template and tags', async () => {
    const ids = [await added({ tags: ['hot'] }), await added()]
    expect((await act('setClasses', { ids, classify_ids: [2, 3] })).body.code).toBe(1)
    expect((await act('setTemplate', { ids, template_id: 3 })).body.code).toBe(1)
    const tags = async () =>
      (await server.query<{ tags: string[] }>('select tags from shop_goods where id = any($1) order by id', [ids])).map(
        (each) => each.tags,
      )
    expect((await act('setTags', { ids, how: 'add', chosen: ['new'] })).body.code).toBe(1)
    expect(await tags()).toEqual([['hot', 'new'], ['new']])
    expect((await act('setTags', { ids, how: 'remove', chosen: ['new'] })).body.code).toBe(1)
    expect(await tags()).toEqual([['hot'], []])
    expect((await act('setTags', { ids, how: 'replace', chosen: ['limited'] })).body.code).toBe(1)
    expect(await tags()).toEqual([['limited'], ['limited']])
    expect(errorsOf((await act('setTags', { ids, how: 'add', chosen: [] })).body)).toEqual(['chosen'])
    const templates = '/admin/shop.delivery.Template/edit'
    expect((await owner.post(templates, { id: 3, status: 0 })).body.code).toBe(1)
    expect(errorsOf((await act('setTemplate', { ids: [await added()], template_id: 3 })).body)).toEqual(['template_id'])
    expect(errorsOf((await add({ template_id: 3 })).body)).toEqual(['template_id'])
    expect((await edit(ids[0] ?? 0, { subtitle: '保留停用的模板', template_id: 3 })).body.code).toBe(1)
    expect((await owner.post(templates, { id: 3, status: 1 })).body.code).toBe(1)
    const rows = await server.query('select classify_ids, template_id from shop_goods where id = any($1)', [ids])
    expect(rows).toEqual(ids.map(() => ({ classify_ids: [2, 3], template_id: 3 })))
  })

  it('raise and lower prices, rounded to the fen; nothing when one would cost nothing', async () => {
    const ids = [
      await added({ spec: { attributes: [], skus: [sku([], { price: '9.99', origin_price: '10.50' })] } }),
      await two(),
    ]
    const raise = (more: Wire) => act('reprice', { ids, how: 'percent', ...more })
    const prices = async () => (await Promise.all(ids.map(skusOf))).map((all) => all.map((each) => each.price))
    expect((await raise({ percent: 12.5 })).body.code).toBe(1)
    expect(await prices()).toEqual([[1124], [1114, 1114]])
    const [origin] = await server.query('select origin_price from shop_goods_sku where goods_id = $1', [ids[0]])
    expect(origin).toEqual({ origin_price: null })
    expect((await raise({ how: 'yuan', amount: '-1.00' })).body.code).toBe(1)
    expect(await prices()).toEqual([[1024], [1014, 1014]])
    expect((await raise({ how: 'yuan', amount: '-10.20' })).body).toMatchObject({
      code: 0,
      msg: expect.stringMatching(/less than 0.01/),
    })
    expect(await prices()).toEqual([[1024], [1014, 1014]])
    expect(errorsOf((await raise({ percent: '' })).body)).toEqual(['percent'])
  })

  it('show the new prices before, over what is entered, and write none', async () => {
    const ids = [await added({ name: '预览样品' }), await two()]
    const show = (entered: Wire, client = owner) => act('newPrices', { ids, entered }, client)
    const { body } = await show({ how: 'percent', percent: -50 })
    expect(body.data).toMatchObject({
      prices: [
        { goods: '预览样品', spec: '', before: '9.90', price: '4.95' },
        { spec: '红', price: '4.95' },
        { spec: '蓝', price: '4.95' },
      ],
    })
    expect(errorsOf((await show({ how: 'yuan' })).body)).toEqual(['entered.amount'])
    expect((await show({ how: 'yuan', amount: '-9.90' })).body).toMatchObject({
      code: 0,
      msg: expect.stringMatching(/less than 0.01/),
    })
    expect((await skusOf(ids[0] ?? 0)).map((each) => each.price)).toEqual([990])
    const packer = await server.signIn('packer')
    expect((await show({ how: 'percent', percent: 1 }, packer)).body.code).toBe(401)
  })
})

describe('the recycle bin', () => {
  it('deletes products, restores them, and destroys what was never ordered', async () => {
    const id = await two()
    expect((await owner.del(`${url}/del`, { ids: [id] })).body.code).toBe(1)
    const { body } = await owner.get<{ list: { id: number }[] }>(`${url}/deleted`)
    expect(body.data.list.map((each) => each.id)).toContain(id)
    expect((await act('restore', { ids: [id] })).body.code).toBe(1)
    expect((await read(id)).spec.skus.length).toBe(2)
    expect((await owner.del(`${url}/del`, { ids: [id, 1] })).body.code).toBe(1)
    expect((await owner.del(`${url}/destroy`, { ids: [id] })).body.code).toBe(1)
    expect(await skusOf(id)).toEqual([])
    const refused = await owner.del(`${url}/destroy`, { ids: [1] })
    expect(refused.body).toMatchObject({ code: 0, msg: expect.stringMatching(/orders/) })
    expect((await act('restore', { ids: [1] })).body.code).toBe(1)
  })
})

describe('rights', () => {
  it('marketing sees goods, edits and prices them, and neither adds, moves stock nor deletes', async () => {
    const { client: marketing } = await makePerson(server, owner, 'promoter', [7])
    expect((await marketing.get(`${url}/index`)).body.code).toBe(1)
    expect((await act('price', { id: 1, skus: [] }, marketing)).body.code).toBe(0)
    for (const action of ['stock', 'restore', 'add'])
      expect((await act(action, { id: 1 }, marketing)).body.code, action).toBe(401)
    expect((await marketing.get(`${url}/deleted`)).body.code).toBe(401)
    expect((await marketing.del(`${url}/destroy`, { ids: [1] })).body.code).toBe(401)
  })

  it('the packer has no right to goods', async () => {
    const packer = await server.signIn('packer')
    for (const action of ['edit', 'stock', 'price', 'onSale', 'reprice', 'preview'])
      expect((await act(action, { id: 1 }, packer)).body.code, action).toBe(401)
  })
})

describe('races', () => {
  it('fifty changes of one SKU at a time leave the sum of those that were done, and never less than none', async () => {
    const id = await added()
    const [only] = await skusOf(id)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        act('stock', { id, skus: [{ id: only?.id, delta: i % 5 === 0 ? 1 : -1 }], memo: '抢' }),
      ),
    )
    const done = answers.flatMap(({ body }, i) => (body.code === 1 ? [i % 5 === 0 ? 1 : -1] : []))
    const [after] = await skusOf(id)
    expect(after?.stock).toBe(done.reduce((sum: number, each) => sum + each, 20))
    expect(after?.stock).toBeGreaterThanOrEqual(0)
    expect(answers.length - done.length).toBeGreaterThan(0)
  })
})
