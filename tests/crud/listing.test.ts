import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SummaryAnswer } from '../../src/schemas/language/wire/envelope.ts'
import type { Params } from '../harness/client.ts'
import { type Lab, startLab } from './lab.ts'
import { rule, std } from './labPages.ts'

/** Goods of a shop with everything a list can be narrowed, summed up and shown by. */
const goods = {
  version: 1,
  kind: 'crud',
  entity: {
    table: 'lab_goods',
    unindexedBecause: 'a table of tests',
    relations: { skus: { table: 'lab_sku', many: 'goods_id', sort: [['id', 'asc']] } },
  },
  fields: {
    name: { kind: 'string', required: true, maxLength: 40 },
    status: { kind: 'select', default: 1, options: [{ value: 0 }, { value: 1 }, { value: 2 }] },
    stock: { kind: 'integer', default: 0 },
    low: { kind: 'integer', default: 5 },
    price: { kind: 'money', default: '0.00' },
    rate: { kind: 'number', scale: 3, store: 'numeric(12,3)' },
    total: { kind: 'integer', default: 0 },
    classify_id: { kind: 'remoteSelect', page: 'lab/category', show: 'name', tree: true },
    classify_arr: { kind: 'remoteMultiSelect', page: 'lab/category', show: 'name', tree: true },
    label_arr: {
      kind: 'remoteMultiSelect',
      page: 'lab/label',
      show: 'name',
      link: { table: 'lab_goods_label', own: 'goods_id', other: 'label_id' },
    },
    sku_count: { kind: 'integer', virtual: { count: 'skus' } },
    sold: { kind: 'integer', virtual: { sum: 'skus.sold' } },
    prices: { kind: 'money', virtual: { range: 'skus.price' } },
    progress: { kind: 'number', virtual: { ratio: ['skus.sold', 'total'] } },
    classify_names: { kind: 'json', virtual: { labels: 'classify_arr' } },
    classify_name: { kind: 'json', virtual: { labels: 'classify_id' } },
    label_names: { kind: 'json', virtual: { labels: 'label_arr' } },
  },
  table: {
    columns: [
      'id',
      'name',
      { field: 'stock', tone: { danger: { stock: { lte: { $field: 'low' } } } } },
      'price',
      { field: 'sku_count', sortable: true },
      { field: 'sold', sortable: true },
      'prices',
      { field: 'progress', cell: 'progress', sortable: true },
      { field: 'classify_names', cell: 'tags' },
      { field: 'classify_name', cell: 'tags' },
      { field: 'label_names', cell: 'tags' },
    ],
    search: [
      'name',
      { field: 'classify_id', below: true },
      { field: 'classify_arr', below: true },
      { field: 'label_arr', operator: 'IN' },
      'price',
    ],
    quickSearch: ['name'],
    filters: {
      low_stock: { stock: { lte: { $field: 'low' } }, status: { ne: 2 } },
      dear: { price: { gte: '100.00' } },
    },
    tabs: 'status',
    summary: [
      'price',
      { field: 'price', name: 'dear', when: { price: { gte: '100.00' } } },
      { field: 'price', name: 'mean', as: 'avg' },
      { field: 'stock', name: 'least', as: 'min' },
      { field: 'rate', name: 'rates' },
      { field: 'rate', name: 'rated', as: 'count' },
    ],
    preset: { status: 1 },
    expand: ['skus'],
    open: 'edit',
  },
  detail: [{ name: 'skus', relation: 'skus', columns: ['price', 'sold'] }],
}

/** An entry of a competition's list depends on the competition. */
const choice = {
  version: 1,
  kind: 'crud',
  entity: { table: 'lab_choice', unindexedBecause: 'a table of tests' },
  fields: {
    classify_id: { kind: 'remoteSelect', page: 'lab/category', show: 'name', tree: true },
    goods_id: { kind: 'remoteSelect', page: 'lab/goods', show: 'name', depends: ['classify_id'] },
    other_id: { kind: 'remoteSelect', page: 'lab/label', show: 'name' },
  },
  table: { columns: ['id', 'classify_id'], toolbar: ['add'], row: ['edit'] },
}

const sku = {
  table: 'lab_sku',
  unindexedBecause: 'a table of tests',
  fields: {
    goods_id: { kind: 'remoteSelect', page: 'lab/goods', show: 'name', required: true },
    price: { kind: 'money', default: '0.00' },
    sold: { kind: 'integer', default: 0 },
  },
}

const pair = {
  table: 'lab_goods_label',
  unindexedBecause: 'a table of tests',
  fields: {
    goods_id: { kind: 'remoteSelect', page: 'lab/goods', show: 'name', required: true },
    label_id: { kind: 'remoteSelect', page: 'lab/label', show: 'name', required: true },
  },
}

let lab: Lab
beforeAll(async () => {
  lab = await startLab({
    pages: { 'lab/goods': goods, 'lab/choice': choice },
    entities: { lab_sku: sku, lab_goods_label: pair },
    menus: [rule('lab/goods', std), rule('lab/choice', std)],
  })
  await lab.query(
    `insert into lab_category (id, pid, name) values (1, 0, 'Tea'), (2, 1, 'Green'), (3, 2, 'Sencha'), (4, 0, 'Cups')`,
  )
  await lab.query(`insert into lab_label (id, name, admin_id) values (1, 'new', 1), (2, 'sale', 1)`)
  await lab.query(`insert into lab_goods (id, name, status, stock, low, price, rate, total, classify_id, classify_arr) values
    (1, 'Apple', 1, 3, 5, 9007199254740, 0.1, 10, 1, '{4,1}'), (2, 'Bowl', 1, 9, 5, 10001, 0.2, 0, 4, '{4}'),
    (3, 'Cherry', 0, 0, 5, 2, null, 3, 3, '{2,3}'), (4, 'Date', 2, 1, 5, 0, null, 8, null, '{}')`)
  await lab.query(`insert into lab_sku (goods_id, price, sold) values (1, 150, 2), (1, 99, 1), (3, 700, 1)`)
  await lab.query(`insert into lab_goods_label (goods_id, label_id) values (1, 2), (1, 1)`)
})
afterAll(() => lab.close())

type List = { list: Record<string, unknown>[]; total: number }
const list = (params: Params) => lab.owner.get<List>('/admin/lab.Goods/index', params)
async function ids(field: string, operator: string, val: unknown): Promise<number[]> {
  const { body } = await list({ search: [{ field, operator, val }], order: 'id,asc' })
  if (body.code !== 1) throw new Error(body.msg)
  return body.data.list.map((row) => Number(row.id))
}
const sums = async (params: Params = {}) => (await lab.owner.get<SummaryAnswer>('/admin/lab.Goods/summary', params)).body.data

describe('named filters', () => {
  test('find the rows that fulfil their condition with 1, the others with 0, beside any other search', async () => {
    expect(await ids('low_stock', 'eq', '1')).toEqual([1, 3])
    expect(await ids('low_stock', 'eq', '0')).toEqual([2, 4])
    const both = await list({
      search: [
        { field: 'low_stock', operator: 'eq', val: '1' },
        { field: 'dear', operator: 'eq', val: '1' },
      ],
    })
    expect(both.body.data.list.map((row) => row.id)).toEqual([1])
  })

  test('know no other operator and no other value', async () => {
    await expect(ids('low_stock', 'LIKE', '1')).rejects.toThrow(/cannot be compared with/)
    await expect(ids('low_stock', 'eq', 'yes')).rejects.toThrow(/low_stock/)
    await expect(ids('constructor', 'eq', '1')).rejects.toThrow(/no field/)
  })
})

describe('a search by a choice from a tree', () => {
  test('includes descendants, for one key, for lists of keys, and all of several', async () => {
    expect(await ids('classify_id', 'eq', '1')).toEqual([1, 3])
    expect(await ids('classify_id', 'IN', '2,4')).toEqual([2, 3])
    expect(await ids('classify_arr', 'FIND_IN_SET', '1')).toEqual([1, 3])
    expect(await ids('classify_arr', 'FIND_IN_SET', '1,4')).toEqual([1])
    expect(await ids('classify_arr', 'IN', '1,4')).toEqual([1, 2, 3])
  })
})

describe('made values', () => {
  test('are counts, sums, ranges, percentages and names, in the form of the wire', async () => {
    const { body } = await list({ order: 'id,asc' })
    const made = body.data.list.map(({ sku_count, sold, prices, progress, classify_names, classify_name, label_names }) => ({
      sku_count,
      sold,
      prices,
      progress,
      classify_names,
      classify_name,
      label_names,
    }))
    expect(made).toEqual([
      {
        sku_count: 2,
        sold: 3,
        prices: ['0.99', '1.50'],
        progress: 30,
        classify_names: ['Cups', 'Tea'],
        classify_name: ['Tea'],
        label_names: ['new', 'sale'],
      },
      { sku_count: 0, sold: 0, prices: null, progress: null, classify_names: ['Cups'], classify_name: ['Cups'], label_names: [] },
      {
        sku_count: 1,
        sold: 1,
        prices: ['7.00', '7.00'],
        progress: 33.33,
        classify_names: ['Green', 'Sencha'],
        classify_name: ['Sencha'],
        label_names: [],
      },
      { sku_count: 0, sold: 0, prices: null, progress: 0, classify_names: [], classify_name: [], label_names: [] },
    ])
  })

  test('order a list where the page says so', async () => {
    const by = async (order: string) => (await list({ order })).body.data.list.map((row) => row.id)
    expect(await by('sold,desc')).toEqual([1, 3, 4, 2])
    expect(await by('sku_count,asc')).toEqual([2, 4, 3, 1]) // equal ones by their key, in the same direction
    expect(await by('progress,desc')).toEqual([3, 1, 4, 2])
    expect((await list({ order: 'prices,asc' })).body).toMatchObject({ code: 0 })
  })
})

describe('figures over the whole result', () => {
  test('are exact, whatever the page in sight, and follow the filters', async () => {
    expect((await sums({ limit: 1 })).summary).toEqual({
      price: '90071992647.43',
      dear: '90071992647.41',
      mean: '22517998161.86',
      least: 0,
      rates: 0.3,
      rated: 2,
    })
    const { summary } = await sums({ quickSearch: 'cherry' })
    expect(summary).toEqual({ price: '0.02', dear: '0.00', mean: '0.02', least: 0, rates: 0, rated: 0 })
    expect((await sums({ quickSearch: 'nothing such' })).summary).toEqual({
      price: '0.00',
      dear: '0.00',
      mean: null,
      least: null,
      rates: 0,
      rated: 0,
    })
  })

  test('come with the number of rows of each tab, which does not count itself among the filters', async () => {
    expect((await sums()).tabs).toEqual({ '0': 1, '1': 2, '2': 1, all: 4 })
    const filtered = await sums({
      search: [
        { field: 'status', operator: 'eq', val: '1' },
        { field: 'low_stock', operator: 'eq', val: '1' },
      ],
    })
    expect(filtered.tabs).toEqual({ '0': 1, '1': 1, all: 2 })
    expect(filtered.summary.price).toBe('90071992547.40')
  })

  test('are refused like the list to those who may not see it, and for filters that are none', async () => {
    const other = await lab.admin('nobody', ['lab/choice/index'])
    expect((await other.get('/admin/lab.Goods/summary')).body.code).toBe(401)
    const wrong = await lab.owner.get('/admin/lab.Goods/summary', { search: [{ field: 'nope', operator: 'eq', val: '1' }] })
    expect(wrong.body).toMatchObject({ code: 0, msg: expect.stringContaining('nope') })
  })
})

describe('choices that depend on others', () => {
  const save = (call: string, body: object) => lab.owner.post<{ errors?: object; id: number }>(`/admin/lab.Choice/${call}`, body)

  test('are narrowed by the value they depend on, on the list of choices and when they are saved', async () => {
    const options = await lab.owner.get<List>('/admin/lab.Choice/options', { field: 'goods_id', classify_id: '4' })
    expect(options.body.data.list).toEqual([{ value: 2, label: 'Bowl' }])
    expect((await save('add', { classify_id: 4, goods_id: 1 })).body).toMatchObject({
      code: 0,
      data: { errors: { goods_id: expect.any(String) } },
    })
    const added = await save('add', { classify_id: 4, goods_id: 2 })
    expect(added.body.code).toBe(1)
    // The child stays behind when only the parent is changed: then it does not fit any more.
    const { id } = added.body.data
    expect((await save('edit', { id, classify_id: 1 })).body).toMatchObject({
      code: 0,
      data: { errors: { goods_id: expect.any(String) } },
    })
    expect((await save('edit', { id, classify_id: 1, goods_id: 1 })).body.code).toBe(1)
  })

  test('return their labels for a whole form at once, including values that could not be chosen now', async () => {
    const labels = { classify_id: ['4'], goods_id: ['1', '2'], other_id: '2' }
    const { body } = await lab.owner.get('/admin/lab.Choice/options', { labels })
    expect(body.data).toEqual({
      labels: {
        classify_id: [{ value: 4, label: 'Cups', pid: 0 }],
        goods_id: [
          { value: 2, label: 'Bowl' },
          { value: 1, label: 'Apple' },
        ],
        other_id: [{ value: 2, label: 'sale' }],
      },
    })
    for (const wrong of ['x', ['a'], { nope: ['1'] }, { id: ['1'] }])
      expect((await lab.owner.get('/admin/lab.Choice/options', { labels: wrong })).body.code).toBe(0)
  })
})

describe('saved views', () => {
  const views = async (client = lab.owner) => (await client.get<{ list: object[] }>('/admin/lab.Goods/views')).body.data.list
  const saveAs = (client: Lab['owner'], body: object) => client.post<{ id: number }>('/admin/lab.Goods/saveView', body)

  test('are each person’s own, changed by their number, and taken away again', async () => {
    const other = await lab.admin('viewer', ['lab/goods/index'])
    const saved = await saveAs(lab.owner, { name: 'Cheap', query: 'low_stock=1', columns: { price: false, rubbish: 1 } })
    expect(saved.body).toMatchObject({ code: 1, msg: 'View saved' })
    const { id } = saved.body.data
    // The same again is the same view; another one of its name is refused.
    const again = await saveAs(lab.owner, { name: 'Cheap', query: 'low_stock=1', columns: { price: false } })
    expect(again.body).toMatchObject({ code: 1, data: { id } })
    expect((await saveAs(lab.owner, { name: 'CHEAP', query: 'dear=0', columns: {} })).body.code).toBe(0)
    expect((await saveAs(lab.owner, { id, name: 'Dear', query: 'dear=1' })).body.code).toBe(1)
    const cheap = { name: 'Dear', query: 'dear=1', columns: { hidden: { price: false } } }
    expect(await views()).toEqual([{ id, ...cheap, shared: false, own: true, by: '' }])
    expect(await views(other)).toEqual([])
    expect((await saveAs(other, { id, name: 'Mine' })).body.code).toBe(0)
    expect((await other.del('/admin/lab.Goods/delView', { id })).body.code).toBe(0)
    expect((await lab.owner.del('/admin/lab.Category/delView', { id })).body.code).toBe(0)
    expect((await lab.owner.del('/admin/lab.Goods/delView', { id })).body.code).toBe(1)
    expect(await views()).toEqual([])
  })

  test('are shared by whoever may change the list, changed by their author, and withdrawn by a super administrator too', async () => {
    const viewer = await lab.admin('viewer2', ['lab/goods/index'])
    const editor = await lab.admin('editor2', ['lab/goods/index', 'lab/goods/edit'])
    const stranger = await lab.admin('stranger2', ['lab/category', 'lab/category/index'])
    const asked = { name: 'Shared', query: 'q=a', columns: {}, shared: true }
    expect((await saveAs(viewer, asked)).body.code).toBe(0)
    const { id } = (await saveAs(editor, asked)).body.data
    expect(await views(viewer)).toMatchObject([{ id, name: 'Shared', shared: true, own: false, by: expect.stringMatching(/./) }])
    expect(await views(lab.owner)).toMatchObject([{ id, own: true }])
    const mayShare = async (client: Lab['owner']) =>
      (await client.get<{ mayShare: boolean }>('/admin/lab.Goods/views')).body.data.mayShare
    expect([await mayShare(viewer), await mayShare(editor)]).toEqual([false, true])
    // They come with the menus too, to whoever may see the list.
    const boot = async (client: Lab['owner']) =>
      (await client.get<{ views: Record<string, object> }>('/admin/Index/index')).body.data.views
    expect(await boot(lab.owner)).toMatchObject({ 'lab/goods': { list: [{ id }], mayShare: true } })
    expect(await boot(stranger)).toEqual({})
    expect((await stranger.get('/admin/lab.Goods/views')).body.code).not.toBe(1)
    expect((await saveAs(viewer, { id, query: 'q=b' })).body.code).toBe(0)
    expect((await viewer.del('/admin/lab.Goods/delView', { id })).body.code).toBe(0)
    expect((await saveAs(editor, { id, query: 'q=b' })).body.code).toBe(1)
    expect((await saveAs(lab.owner, { id, shared: false })).body.code).toBe(1)
    expect(await views(viewer)).toEqual([])
    expect(await views(editor)).toMatchObject([{ id, query: 'q=b', shared: false, own: true }])
    // What is not shared is nobody else's, a super administrator's neither.
    expect((await lab.owner.del('/admin/lab.Goods/delView', { id })).body.code).toBe(0)
    expect((await editor.del('/admin/lab.Goods/delView', { id })).body.code).toBe(1)
    for (const body of [
      { name: '', query: '' },
      { name: 'x'.repeat(51), query: '' },
      { name: 'x', query: 7 },
      { name: 'x', query: 'y'.repeat(2001) },
    ])
      expect((await saveAs(lab.owner, body)).body.code).toBe(0)
  })

  test('have an order and a first one for each person, which stay when columns are arranged', async () => {
    const clerk = await lab.admin('orderer', ['lab/goods/index'])
    const ids: number[] = []
    for (const name of ['A', 'B', 'C']) ids.push((await saveAs(clerk, { name, query: '', columns: {} })).body.data.id)
    const [a, b, c] = ids
    const all = async () =>
      (await clerk.get<{ list: { id: number }[]; start: number | null }>('/admin/lab.Goods/views')).body.data
    const arrange = (body: object) => clerk.post('/admin/lab.Goods/arrangeViews', body)
    expect((await arrange({ order: [c, a], start: c })).body.code).toBe(1)
    await clerk.post('/admin/lab.Goods/saveColumns', { columns: { pinned: ['id'] } })
    expect(await all()).toMatchObject({ list: [{ id: c }, { id: a }, { id: b }], start: c })
    await clerk.post('/admin/lab.Goods/saveColumns', { columns: {} })
    expect(await all()).toMatchObject({ start: c })
    expect((await arrange({ start: 'x' })).body.code).toBe(0)
    await clerk.del('/admin/lab.Goods/delView', { id: c })
    expect(await all()).toMatchObject({ list: [{ id: a }, { id: b }], start: null })
    expect(await views()).toEqual([])
    await arrange({ order: [], start: null })
    const rows = await lab.query<{ n: string }>("select count(*) n from saved_view where name = ''")
    expect(rows[0]?.n).toBe('0')
  })
})

describe('arranged columns', () => {
  const layouts = async (client = lab.owner) =>
    (await client.get<{ columns: Record<string, object> }>('/admin/Index/index')).body.data.columns
  const keep = (client: Lab['owner'], columns: unknown) => client.post('/admin/lab.Goods/saveColumns', { columns })

  test('are each person’s own, come with the menus, and are no view', async () => {
    const other = await lab.admin('arranger', ['lab/goods/index'])
    const layout = { hidden: { price: true }, order: ['name', 'id'], pinned: ['name'], sizes: { name: 240 } }
    expect((await keep(lab.owner, layout)).body.code).toBe(1)
    expect(await layouts()).toEqual({ 'lab/goods': layout })
    expect((await keep(other, { pinned: ['price'] })).body.code).toBe(1)
    expect(await layouts(), 'what another keeps is theirs').toEqual({ 'lab/goods': layout })
    const list = (await lab.owner.get<{ list: { name: string }[] }>('/admin/lab.Goods/views')).body.data.list
    expect(list.map(({ name }) => name)).not.toContain('')
    await keep(lab.owner, { sizes: { name: 5, price: 'wide' }, order: 7, rubbish: true })
    expect(await layouts()).toEqual({ 'lab/goods': { sizes: { name: 56 } } })
    await keep(lab.owner, {})
    expect(await layouts()).toEqual({})
  })

  test('of a list are kept only for whoever may see it', async () => {
    const other = await lab.admin('stranger', ['lab/category/index'])
    expect((await keep(other, { order: ['name'] })).body.code).not.toBe(1)
  })
})
