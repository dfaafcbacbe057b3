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

type Errors = { errors?: Record<string, string> }
type List<T> = { list: T[]; total: number }
const spec = (name: string, ...values: string[]) => ({ name, values: values.map((value) => ({ value })), with_image: 0 })

describe('spec templates', () => {
  const url = '/admin/shop.goods.SpecTemplate'
  const add = (name: string, ...specs: unknown[]) =>
    owner.post<Errors & { id: number }>(`${url}/add`, { name, specs, remark: '', status: 1 })

  test('are five, each with its specs and the number of combinations', async () => {
    const { body } = await owner.get<List<{ name: string; spec_names: string[]; combinations: number }>>(`${url}/index`)
    expect(body.data.list.map(({ name, spec_names, combinations }) => [name, spec_names, combinations])).toEqual([
      ['颜色 × 尺码', ['颜色: 6', '尺码: 5'], 30],
      ['鞋码', ['鞋码: 9'], 9],
      ['容量 × 颜色', ['容量: 3', '颜色: 3'], 9],
      ['口味 × 包装', ['口味: 4', '包装: 3'], 12],
      ['封面', ['封面: 3'], 3],
    ])
  })

  test('have one to four specs with one to twenty values, none empty and none twice; each error is shown at its place', async () => {
    const refused = async (...specs: unknown[]) => Object.keys((await add('规格', ...specs)).body.data.errors ?? {})
    expect(await refused()).toEqual(['specs'])
    expect(await refused(...['a', 'b', 'c', 'd', 'e'].map((name) => spec(name, '1')))).toEqual(['specs'])
    expect(await refused(spec('颜色'))).toEqual(['specs.0.values'])
    expect(await refused(spec('颜色', ...Array.from({ length: 21 }, (_, i) => `${i}`)))).toEqual(['specs.0.values'])
    expect(await refused(spec('颜色', '白', '黑'), spec('', '1'))).toEqual(['specs.1.name'])
    expect(await refused(spec('颜色', '白', ' '))).toEqual(['specs.0.values.1.value'])
    expect(await refused(spec('颜色', '白', '黑', ' 白 '))).toEqual(['specs.0.values.2.value'])
    // As in goods: a template with these would be one whose goods cannot be saved.
    expect(await refused(spec('Colour', 'Red', 'red '), spec('COLOUR', 'S'))).toEqual(['specs.1.name', 'specs.0.values.1.value'])
    expect(await refused(spec('颜色', '白'), spec('尺码', 'S'), spec('颜色', '黑'))).toEqual(['specs.2.name'])
    const twice = await add('规格', spec('颜色', '白', '白'))
    expect(twice.body.data.errors).toEqual({ 'specs.0.values.1.value': '"白" is entered twice' })
  })

  test('are added, read back as they are, changed, and found by name; a name belongs to one', async () => {
    const specs = [spec('颜色', '白', '黑'), { ...spec('尺码', 'S', 'M', 'L'), with_image: 1 }]
    const made = await add('四季', ...specs)
    expect(made.body.code).toBe(1)
    const { id } = made.body.data
    const read = await owner.get<{ row: Record<string, unknown> }>(`${url}/edit`, { id })
    expect(read.body.data.row).toMatchObject({ name: '四季', specs })
    expect((await add('四季', ...specs)).body.data.errors).toHaveProperty('name')
    expect((await owner.post(`${url}/edit`, { id, specs: [spec('颜色', '白')] })).body.code).toBe(1)
    const found = await owner.get<List<{ combinations: number }>>(`${url}/index`, { quickSearch: '四季' })
    expect(found.body.data.list).toMatchObject([{ combinations: 1 }])
    expect((await owner.post<Errors>(`${url}/edit`, { id, specs: [] })).body.data.errors).toHaveProperty('specs')
    expect((await owner.del(`${url}/del`, { ids: [id] })).body.code).toBe(1)
  })

  test('are sorted by dragging', async () => {
    const ids = async () => (await owner.get<List<{ id: number }>>(`${url}/index`)).body.data.list.map(({ id }) => id)
    const [first, second] = await ids()
    const moved = await owner.post(`${url}/sortable`, { move: second, target: first, order: 'weigh,desc', direction: 'up' })
    expect(moved.body.code).toBe(1)
    expect((await ids()).slice(0, 2)).toEqual([second, first])
  })
})

describe('params templates', () => {
  const url = '/admin/shop.goods.ParamsTemplate'
  const add = (name: string, params: unknown) =>
    owner.post<Errors & { id: number }>(`${url}/add`, { name, classify_ids: [1], params, status: 1 })

  test('are six, with their class, their names, and the goods that were made from them', async () => {
    const { body } = await owner.get<List<{ name: string; classify: string[]; param_names: string[]; goods_count: number }>>(
      `${url}/index`,
    )
    expect(body.data.list.map(({ name, classify }) => [name, classify])).toEqual([
      ['服装', ['Clothing']],
      ['手机数码', ['Phones and digital']],
      ['食品', ['Food']],
      ['图书', ['Books']],
      ['家居', ['Home']],
      ['运动户外', ['Sports and outdoors']],
    ])
    expect(body.data.list[0]?.param_names).toEqual(['面料', '版型', '适用季节', '洗涤方式', '产地', '执行标准'])
    const [counted] = await server.query<{ n: number }>(
      'select count(*)::int as n from shop_goods where params_template_id = 1 and delete_time is null',
    )
    expect(counted?.n).toBeGreaterThan(0)
    expect(body.data.list[0]?.goods_count).toBe(counted?.n)
  })

  test('name each parameter, once; at most forty', async () => {
    const refused = async (params: unknown) => Object.keys((await add('参数', params)).body.data.errors ?? {})
    expect(await refused([])).toEqual(['params'])
    expect(
      await refused([
        { key: '产地', value: '中国' },
        { key: ' ', value: '' },
      ]),
    ).toEqual(['params.1.key'])
    expect(
      await refused([
        { key: '产地', value: '中国' },
        { key: '产地 ', value: '' },
      ]),
    ).toEqual(['params.1.key'])
    expect(await refused(Array.from({ length: 41 }, (_, i) => ({ key: `${i}`, value: '' })))).toEqual(['params'])
    expect(await refused([{ key: '产地', value: '' }])).toEqual([])
  })
})

describe('goods services', () => {
  const url = '/admin/shop.goods.Service'

  test('are six; what goods have is disabled and not deleted, and stays with its goods', async () => {
    const { body } = await owner.get<List<{ id: number; name: string; goods_count: number; is_default: number }>>(`${url}/index`)
    expect(body.data.list.map(({ name, is_default }) => [name, is_default])).toEqual([
      ['七天无理由退换', 1],
      ['正品保证', 1],
      ['赠运费险', 0],
      ['可开发票', 0],
      ['极速退款', 0],
      ['破损包赔', 0],
    ])
    expect(body.data.list[0]?.goods_count).toBe(60)
    const refused = await owner.del(`${url}/del`, { ids: [3] })
    expect(refused.body).toMatchObject({
      code: 0,
      msg: 'Products use the service badge "赠运费险". Disable it instead of deleting it',
    })
    expect((await owner.post(`${url}/edit`, { id: 3, status: 0 })).body.code).toBe(1)
    const [kept] = await server.query<{ n: number }>('select count(*)::int as n from shop_goods where service_ids @> array[3]')
    expect(kept?.n).toBeGreaterThan(0)
    const made = await owner.post<{ id: number }>(`${url}/add`, { name: '上门安装', description: '免费上门', status: 1 })
    expect((await owner.del(`${url}/del`, { ids: [made.body.data.id] })).body.code).toBe(1)
  })

  test('need a name of their own and what they promise', async () => {
    const empty = await owner.post<Errors>(`${url}/add`, { status: 1 })
    expect(Object.keys(empty.body.data.errors ?? {}).sort()).toEqual(['description', 'name'])
    const taken = await owner.post<Errors>(`${url}/add`, { name: '正品保证', description: '…', status: 1 })
    expect(Object.keys(taken.body.data.errors ?? {})).toEqual(['name'])
  })
})

test('a person without rights to the templates can neither read nor change them', async () => {
  const packer = await server.signIn('packer')
  for (const screen of ['SpecTemplate', 'ParamsTemplate', 'Service']) {
    expect((await packer.get(`/admin/shop.goods.${screen}/index`)).body.code, screen).toBe(401)
    expect((await packer.post(`/admin/shop.goods.${screen}/edit`, { id: 1, status: 0 })).body.code, screen).toBe(401)
  }
})

describe('goods classes', () => {
  const url = '/admin/shop.goods.Classify'
  const goods = '/admin/shop.goods.Goods'

  test('with goods are deleted once their goods were moved to another class, those of the recycle tab included', async () => {
    const made = async (name: string) => (await owner.post<{ id: number }>(`${url}/add`, { name, pid: 0 })).body.data.id
    const [from, to] = [await made('旧分类'), await made('新分类')]
    const rows = await server.query<{ id: number }>('select id from shop_goods where delete_time is null order by id limit 3')
    const [first = 0, second = 0, third = 0] = rows.map(({ id }) => id)
    const before = await server.query<{ id: number; classify_ids: number[] }>(
      'select id, classify_ids from shop_goods where id = any($1) order by id',
      [[first, second, third]],
    )
    const put = (id: number, classes: number[]) => owner.post(`${goods}/edit`, { id, classify_ids: classes })
    expect((await put(first, [1, from])).body.code).toBe(1)
    expect((await put(second, [from, to])).body.code).toBe(1)
    expect((await put(third, [from])).body.code).toBe(1)
    expect((await owner.del(`${goods}/del`, { ids: [third] })).body.code).toBe(1)
    const refused = await owner.del(`${url}/del`, { ids: [from] })
    expect(refused.body).toMatchObject({ code: 0, msg: expect.stringMatching(/3.*(转移|Move)/) })
    const move = (id: number, target: number) => owner.post<Errors>(`${url}/moveGoods`, { id, target })
    expect(Object.keys((await move(from, from)).body.data.errors ?? {})).toEqual(['target'])
    expect((await move(from, to)).body.code).toBe(1)
    expect(
      await server.query('select classify_ids from shop_goods where id = any($1) order by id', [[first, second, third]]),
    ).toEqual([{ classify_ids: [1, to] }, { classify_ids: [to] }, { classify_ids: [to] }])
    expect((await move(from, to)).body.code).toBe(0)
    expect((await owner.del(`${url}/del`, { ids: [from] })).body.code).toBe(1)
    await owner.post(`${goods}/restore`, { id: third })
    for (const { id, classify_ids } of before) await put(id, classify_ids)
  })
})
