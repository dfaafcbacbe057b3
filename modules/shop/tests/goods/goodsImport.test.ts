import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportForm, ImportNews } from '../../../../src/schemas/api/importing.ts'
import { type Ask, checked, csv, ran, sendFile, templateOf } from '../../../../tests/dataio/imports.ts'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { expectSoundShop } from '../helpers/helpers.ts'

const goods = 'shop.goods.Goods'

let server: TestServer
let owner: Client
let dataDir: string
let classes: string[]
let template: string
let picture: string

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kontor-goods-import-'))
  server = await startTestServer({ database: 'demo', settings: { dataDir } })
  owner = await server.signIn('admin')
  const names = await server.query<{ name: string }>(
    'select min(name) as name from shop_goods_classify where status = 1 group by lower(name) having count(*) = 1 order by 1 limit 2',
  )
  classes = names.map(({ name }) => name)
  template = (await server.query<{ name: string }>('select name from shop_delivery_template order by id limit 1'))[0]?.name ?? ''
  picture =
    (await server.query<{ image: string }>('select images[1] as image from shop_goods order by id limit 1'))[0]?.image ?? ''
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const head = [
  'Name',
  'Product number',
  'Categories',
  'Images',
  'Delivery template',
  'Content',
  'Price ¥',
  'Stock',
  'Weight Kg',
  'SKU code',
]
const line = (name: string, no: string, price: string, stock: string, code = '') => [
  name,
  no,
  classes.join(', '),
  picture,
  template,
  'Made of cotton.',
  price,
  stock,
  '0.25',
  code,
]
const judged = (rows: string[][], ask: Ask = {}) => checked(owner, server, goods, csv(...rows), ask)
const told = ({ faults }: ImportNews) => faults.map(({ line: at, title, message }) => `${at} ${title}: ${message}`)
const skusOf = (no: string) =>
  server.query<Record<string, unknown>>(
    `select s.id, s.spec_text, s.price::int, s.stock, s.weight_g, s.sku_code, g.status, g.price::int as low, g.spec_type
     from shop_goods_sku s join shop_goods g on g.id = s.goods_id where g.goods_no = $1 and s.delete_time is null order by s.id`,
    [no],
  )
const reasons = async (sku: unknown) =>
  (
    await server.query<{ text: string }>(
      `select concat(reason, ' ', delta) as text from shop_goods_stock_log where sku_id = $1 order by id`,
      [sku],
    )
  ).map(({ text }) => text)

it('a file asks for what new goods need, the price and the stock of their one SKU among it', async () => {
  const { data } = (await owner.get<ImportForm>('/admin/shop.goods.Goods/import')).body
  const needed = data.fields.filter(({ required }) => required).map(({ title }) => title)
  expect(needed).toEqual(
    expect.arrayContaining(['Categories', 'Name', 'Images', 'Content', 'Delivery template', 'Price ¥', 'Stock']),
  )
  const { book, rows } = await templateOf(owner, goods)
  const marked = data.fields.filter(({ name }) => name !== 'id').map(({ title, required }) => `${title}${required ? '*' : ''}`)
  expect(rows[0]).toEqual(marked)
  // The template names its columns so that they are found again.
  const draft = await sendFile(owner, server, goods, book, { name: 'goods.xlsx' })
  expect(draft.data.mapping).toEqual(data.fields.filter(({ name }) => name !== 'id').map(({ name }) => name))
  const lacking = judged([head.filter((title) => title !== 'Price ¥'), line('A tee', '', '1', '1').toSpliced(6, 1)])
  await expect(lacking).rejects.toThrow('Price ¥')
})

it('new simple goods come from lines, lines with errors are reported by line and column and left out', async () => {
  const rows = [
    head,
    line('Plain tee', 'TEE-1', '¥1,029.50', '12', 'TEE-A'),
    line('Cheap tee', 'TEE-2', '0', '-3'),
    line('Twin tee', 'TEE-3', '5', '1', 'tee-a'),
    line('Good tee', 'TEE-4', '5', '0'),
    line('Odd tee', 'TEE-5', 'five', '1').with(2, 'No such class'),
    line('Free tee', 'TEE-6', '', ''),
  ]
  const news = await judged(rows)
  expect(news).toMatchObject({ inserted: 2, updated: 0, failed: 4 })
  expect(told(news)).toEqual([
    expect.stringMatching(/^3 Price ¥: .*0\.01 or more/),
    expect.stringMatching(/^3 Stock: .*0 or more/),
    expect.stringMatching(/^4 SKU code: .*tee-a.*Plain tee/i),
    expect.stringMatching(/^6 Categories: .*No such class/),
    expect.stringMatching(/^7 Price ¥: .*0\.01 or more/),
    expect.stringMatching(/^7 Stock: /),
  ])
  expect(await skusOf('TEE-1')).toEqual([])
  expect(await ran(owner, news.id)).toMatchObject({ inserted: 2, failed: 4, report: true })
  const [tee] = await skusOf('TEE-1')
  expect(tee).toMatchObject({
    price: 102_950,
    low: 102_950,
    stock: 12,
    weight_g: 250,
    sku_code: 'TEE-A',
    status: 0,
    spec_type: 'single',
  })
  expect(await reasons(tee?.id)).toEqual(['initial 12'])
  expect((await skusOf('TEE-4'))[0]).toMatchObject({ stock: 0, price: 500 })
})

it('goods that are there are changed in what a line says, and keep their SKU', async () => {
  const [before] = await skusOf('TEE-1')
  const ask = { mode: 'update', match: 'goods_no' }
  const news = await judged(
    [
      ['Product number', 'Stock', 'Cost ¥'],
      ['TEE-1', '30', '3.5'],
      ['TEE-9', '1', ''],
    ],
    ask,
  )
  expect(news).toMatchObject({ updated: 1, failed: 1 })
  expect(told(news)).toEqual([expect.stringMatching(/^3 Product number: /)])
  await ran(owner, news.id)
  const [after] = await skusOf('TEE-1')
  expect(after).toEqual({ ...before, stock: 30 })
  expect(await reasons(after?.id)).toEqual(['initial 12', 'import 18'])
})

/** Lines of goods with several SKUs; a cell that is '' says nothing. */
const skuLine = (no: string, spec: string, price: string, stock: string, code = '') => [
  ...line(`Tee ${no}`, no, price, stock, code),
  spec,
]
const multi = (...rows: string[][]) => [[...head, 'Spec (name:value;name:value)'], ...rows]
const byNo = { mode: 'upsert', match: 'goods_no' }
const update = { mode: 'update', match: 'goods_no' }

it('an example shows how lines are the SKUs of one goods', async () => {
  const { rows } = await templateOf(owner, goods)
  const columnOf = (title: string) => rows[0]?.findIndex((each) => each.replace('*', '') === title) ?? -1
  const spec = columnOf('Spec (name:value;name:value)')
  expect(rows.slice(1, 3).map((row) => row[spec])).toEqual(['Colour:Red;Size:M', 'Colour:Red;Size:L'])
  const no = columnOf('Product number')
  expect(rows[1]?.[no]).toBe(rows[2]?.[no])
})

it('lines with the same number are the SKUs of one goods, wherever they stand in the file', async () => {
  const news = await judged(
    multi(
      skuLine('MT-1', 'Colour:Red;Size:M', '10', '5', 'MT-RM'),
      skuLine('MT-2', '', '3', '1'),
      skuLine('MT-1', 'colour：Red；size：L', '11', '6', 'MT-RL').map((cell, i) => (i > 1 && i < 6 ? '' : cell)),
      skuLine('MT-1', 'Size:M;Colour:Blue', '¥1,012.00', '0'),
      skuLine('MT-1', 'Colour:Blue;Size:L', '13', '8'),
    ),
  )
  expect(told(news)).toEqual([])
  expect(news).toMatchObject({ inserted: 2, failed: 0 })
  expect(await ran(owner, news.id)).toMatchObject({ inserted: 2, failed: 0, done: 5 })
  const skus = await skusOf('MT-1')
  expect(skus.map((sku) => [sku.spec_text, sku.price, sku.stock, sku.sku_code, sku.weight_g])).toEqual([
    ['Red M', 1000, 5, 'MT-RM', 250],
    ['Red L', 1100, 6, 'MT-RL', 250],
    ['Blue M', 101_200, 0, '', 250],
    ['Blue L', 1300, 8, '', 250],
  ])
  expect(skus[0]).toMatchObject({ low: 1000, spec_type: 'multi' })
  expect(await reasons(skus[1]?.id)).toEqual(['initial 6'])
  expect((await skusOf('MT-2'))[0]).toMatchObject({ spec_type: 'single', price: 300 })
})

it('SKUs that a file names change, through the stock log, and all keep their keys; new values need all of their combinations', async () => {
  const before = await skusOf('MT-1')
  const change = [['Product number', 'Spec (name:value;name:value)', 'Price ¥', 'Stock', 'SKU enabled']]
  const news = await judged(
    [...change, ['MT-1', 'Size:L;Colour:Red', '', '16', '0'], ['MT-1', 'Colour:Blue;Size:M', '12', '', '']],
    update,
  )
  expect(told(news)).toEqual([])
  expect(await ran(owner, news.id)).toMatchObject({ updated: 1, failed: 0 })
  const after = await skusOf('MT-1')
  expect(after.map(({ low: _low, ...sku }) => sku)).toEqual(
    before.map(({ low: _low, ...sku }) =>
      sku.spec_text === 'Red L' ? { ...sku, stock: 16 } : sku.spec_text === 'Blue M' ? { ...sku, price: 1200 } : sku,
    ),
  )
  expect(await reasons(after[1]?.id)).toEqual(['initial 6', 'import 10'])
  expect(
    await server.query('select status from shop_goods_sku where id = any($1::int[]) order by id', [after.map(({ id }) => id)]),
  ).toEqual([{ status: 1 }, { status: 0 }, { status: 1 }, { status: 1 }])

  const green = [...change, ['MT-1', 'Colour:Green;Size:M', '9', '1', '']]
  expect(told(await judged(green, update))).toEqual(['2 Spec (name:value;name:value): SKU data and attributes must be complete.'])
  const more = (no: string, size: string, stock: string) => skuLine(no, `Colour:Green;Size:${size}`, '9', stock)
  const both = await judged(multi(more('MT-1', 'M', '1'), more('MT-1', 'L', '2'), more('MT-3', 'S', '3')), byNo)
  expect(told(both)).toEqual([])
  expect(both).toMatchObject({ updated: 1, inserted: 1, failed: 0 })
  await ran(owner, both.id)
  const grown = await skusOf('MT-1')
  expect(grown.slice(0, 4).map(({ id }) => id)).toEqual(after.map(({ id }) => id))
  expect(grown.slice(4).map(({ spec_text }) => spec_text)).toEqual(['Green M', 'Green L'])
})

it('errors are reported at their line, the other lines of the same goods are left out with it, and other goods are not', async () => {
  const news = await judged(
    multi(
      skuLine('MX-1', 'Colour:Red', '10', '5'),
      skuLine('MX-1', 'Colour:Blue', '0', '5'),
      skuLine('MX-2', 'Colour:Red', '10', '5'),
      skuLine('MX-2', 'Colour=Blue', '10', '5'),
      skuLine('MX-3', 'Colour:Red', '10', '5'),
      skuLine('MX-3', 'Size:M', '10', '5'),
      skuLine('MX-4', 'Colour:Red', '10', '5'),
      skuLine('MX-4', 'Colour:red', '10', '5'),
      skuLine('MX-5', 'Colour:Red', '10', '5'),
      skuLine('MX-5', '', '10', '5'),
      skuLine('MX-6', 'Colour:Red', '10', '5').with(0, 'Another'),
      skuLine('MX-6', 'Colour:Blue', '10', '5'),
      skuLine('MX-7', 'Colour:Red;Size:M', '10', '5'),
      skuLine('MX-7', 'Colour:Blue;Size:L', '10', '5'),
      skuLine('MX-8', 'Colour:Red', '10', '5', 'MX-8-R'),
      skuLine('MX-8', 'Colour:Blue', '10', '5', 'mx-8-r'),
      skuLine('MX-9', 'Colour:Red', '10', '5'),
    ),
  )
  expect(news).toMatchObject({ inserted: 1, skipped: 8, failed: 8 })
  const spec = 'Spec \\(name:value;name:value\\)'
  expect(told(news)).toEqual(
    [
      '^2 : .*line 3',
      '^3 Price ¥: #2 Blue: .*0\\.01 or more',
      '^4 : .*line 5',
      `^5 ${spec}: .*Colour=Blue.*is not a combination`,
      '^6 : .*line 7',
      `^7 ${spec}: .*once each: Colour`,
      '^8 : .*line 9',
      `^9 ${spec}: Line 8 is about the same combination`,
      '^10 : .*line 11',
      `^11 ${spec}: .*name the SKU of each line in the column`,
      '^12 : .*line 13',
      '^13 Name: .*line 12 has a different value',
      `^14 ${spec}: SKU data and attributes must be complete`,
      '^15 : .*line 14',
      '^16 : .*line 17',
      '^17 SKU code: #2 Blue: .*already used by #1 Red',
    ].map((text) => expect.stringMatching(new RegExp(text))),
  )
  expect(await ran(owner, news.id)).toMatchObject({ status: 5, inserted: 1, skipped: 8, failed: 8 })
  expect((await owner.post('/admin/dataio.Import/retry', { id: news.id })).body.code).toBe(1)
  const [again] = await server.query<{ total: number }>('select total from dataio_import order by id desc limit 1')
  expect(again?.total).toBe(16)
  expect(await skusOf('MX-1')).toEqual([])
  expect(await skusOf('MX-9')).toMatchObject([{ spec_text: 'Red', spec_type: 'multi' }])
})

it('goods with several SKUs ask which one is meant; goods with one become several only when the line says so', async () => {
  const before = await skusOf('MT-1')
  const asked = [
    ['Product number', 'Price ¥'],
    ['MT-1', '3'],
  ]
  expect(told(await judged(asked, update))).toEqual([
    expect.stringMatching(/^2 Price ¥: For products with several SKUs, name the SKU of each line/),
  ])
  const named = await judged(
    [
      ['Product number', 'Price ¥', 'Name'],
      ['MT-1', '', 'Another name'],
    ],
    update,
  )
  expect(named).toMatchObject({ updated: 1, failed: 0 })
  await ran(owner, named.id)
  expect(await skusOf('MT-1')).toEqual(before)

  const titles = ['Product number', 'Spec (name:value;name:value)', 'Price ¥', 'Stock', 'Spec type']
  const kinds = (type: string) => [titles, ['MT-2', 'Size:M', '4', '2', type], ['MT-2', 'Size:L', '4', '3', type]]
  expect(told(await judged(kinds(''), update))[0]).toMatch(/^2 .*This product has a single spec/)
  expect(told(await judged(kinds('Single spec'), update))[0]).toMatch(/^2 .*This product has a single spec/)
  const several = await judged(kinds('Multi spec'), update)
  expect(told(several)).toEqual([])
  await ran(owner, several.id)
  expect((await skusOf('MT-2')).map(({ spec_text, stock }) => [spec_text, stock])).toEqual([
    ['M', 2],
    ['L', 3],
  ])
})

it('what an open order holds is not taken away by a file', async () => {
  const [held] = await server.query<{ goods_no: string }>(
    `select g.goods_no from shop_goods g join shop_order_goods l on l.goods_id = g.id join shop_order o on o.id = l.order_id
     where o.status = 2 and g.spec_type = 'single' and g.delete_time is null order by g.id limit 1`,
  )
  const no = held?.goods_no ?? ''
  const before = await skusOf(no)
  const titles = ['Product number', 'Spec (name:value;name:value)', 'Price ¥', 'Stock', 'Spec type']
  const news = await judged([titles, [no, 'Size:M', '4', '2', 'Multi spec']], update)
  expect(told(news)).toEqual([expect.stringMatching(/^2 Spec .*order/)])
  expect(await skusOf(no)).toEqual(before)
})
