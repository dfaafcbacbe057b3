import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportForm, ImportNews } from '../../src/schemas/language/importing.ts'
import { type Ask, checked, csv, ran, sendFile, templateOf } from '../dataio/imports.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { expectSoundShop } from './lab.ts'

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
  'Goods number',
  'Classes',
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
    expect.arrayContaining(['Classes', 'Name', 'Images', 'Content', 'Delivery template', 'Price ¥', 'Stock']),
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

it('new simple goods come from lines, faulty lines are told by line and column and left out', async () => {
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
    expect.stringMatching(/^6 Classes: .*No such class/),
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
      ['Goods number', 'Stock', 'Cost ¥'],
      ['TEE-1', '30', '3.5'],
      ['TEE-9', '1', ''],
    ],
    ask,
  )
  expect(news).toMatchObject({ updated: 1, failed: 1 })
  expect(told(news)).toEqual([expect.stringMatching(/^3 Goods number: /)])
  await ran(owner, news.id)
  const [after] = await skusOf('TEE-1')
  expect(after).toEqual({ ...before, stock: 30 })
  expect(await reasons(after?.id)).toEqual(['initial 12', 'import 18'])
})

it('goods of several SKUs are told from those that a line can change, and stay as they are', async () => {
  const [multi] = await server.query<{ goods_no: string; name: string }>(
    `select goods_no, name from shop_goods where spec_type = 'multi' and delete_time is null order by id limit 1`,
  )
  const no = multi?.goods_no ?? ''
  const before = await skusOf(no)
  const ask = { mode: 'update', match: 'goods_no' }
  expect(
    told(
      await judged(
        [
          ['Goods number', 'Price ¥'],
          [no, '3'],
        ],
        ask,
      ),
    ),
  ).toEqual([expect.stringMatching(/^2 Price ¥: Goods with several SKUs are changed in their form/)])
  const named = await judged(
    [
      ['Goods number', 'Price ¥', 'Name'],
      [no, '', 'Another name'],
    ],
    ask,
  )
  expect(named).toMatchObject({ updated: 1, failed: 0 })
  await ran(owner, named.id)
  expect(await skusOf(no)).toEqual(before)
})

it('a spec type that a line cannot fill is refused with its reason', async () => {
  const news = await judged([
    [...head, 'Spec type'],
    [...line('Multi tee', 'TEE-8', '5', '1'), 'Multi spec'],
  ])
  expect(told(news)).toEqual([expect.stringMatching(/^2 Price ¥: Goods with several SKUs/)])
})
