import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kontorPages } from '../../codegen/build/vitePlugin.ts'
import { loadSchema } from '../../codegen/load/pages.ts'
import type { Schema } from '../../codegen/schema/schema.ts'
import { deliver, findOrder, orderUrl } from '../../modules/shop/tests/helpers/helpers.ts'
import { formatIssue } from '../../src/schemas/language/issue.ts'
import { packPage } from '../../src/schemas/language/packed.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Client } from '../harness/client.ts'
import { copySchemas, schemasIn } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { careful, gift, goods, groups } from './overlayExamples.ts'

const words = {
  title: 'Orders and gifts',
  fields: { gift: { label: 'Gift' }, gift_note: { label: 'Gift note' }, source: { options: { post: 'Post' } } },
  detail: { gift: 'Gift' },
  actions: { wrap: { title: 'Wrap' }, deliver: { fields: { card: { label: 'Card' } } } },
}
const goodsWords = { fields: { shelf: { label: 'Shelf' }, status: { options: { 9: 'Archived' } } } }
let dir: string
let server: TestServer
let owner: Client
let schema: Schema
let order: Page
const pageOf = (id: string): Page => {
  const page = schema.pages.get(id)
  if (!page) throw new Error(`no page ${id}`)
  return page
}
/**
 * What `check:pages --origin` prints about a page or table. Not waited for by `spawnSync`: this process would not see that the server closed
 * a connection meanwhile, and send its next call there.
 */
const origin = (id: string) =>
  new Promise<{ status: number | string; stdout: string; stderr: string }>((done) => {
    const args = ['codegen/checkPages.ts', '--origin', id, ...schemasIn(dir)]
    execFile(process.execPath, args, (error, stdout, stderr) => done({ status: error?.code ?? 0, stdout, stderr }))
  })
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'kontor-overlays-'))
  copySchemas(dir)
  const put = (path: string, json: unknown) => {
    mkdirSync(dirname(join(dir, 'overlays', path)), { recursive: true })
    writeFileSync(join(dir, 'overlays', path), JSON.stringify(json, null, 2))
  }
  put('a-gift/shop/order/order.json', gift)
  for (const locale of ['zh-cn', 'en']) put(`a-gift/shop/order/order.${locale}.json`, words)
  put('careful/shop/order/order.json', careful)
  put('careful/user/group.json', groups)
  put('a-gift/entities/shop_goods.json', goods)
  for (const locale of ['zh-cn', 'en']) put(`a-gift/shop/goods/goods.${locale}.json`, goodsWords)
  const loaded = await loadSchema(schemasIn(dir))
  expect(loaded.issues.map(formatIssue)).toEqual([])
  schema = loaded.schema
  order = pageOf('shop/order/order')
  server = await startTestServer({ database: 'demo', schemaDir: schemasIn(dir) })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(async () => {
  await server?.close()
  rmSync(dir, { recursive: true, force: true })
})

describe('a page with overlays', () => {
  it('has their parts where they say, and no more what they hide', () => {
    const columns = order.table.columns.map((column) => column.field)
    expect(columns.slice(0, 4)).toEqual(['order_no', 'pay_amount', 'status', 'gift_note'])
    expect(columns.at(-1)).toBe('user.mobile')
    expect(columns).not.toContain('flag')
    expect(order.table.columns[2]?.width).toBe(130)
    expect(order.table.row).toEqual([
      'deliver',
      'receive',
      'cancel',
      'retryMoney',
      'wrap',
      'detail',
      'printSlip',
      'pay',
      'changeAddress',
      'changeParcel',
      'refund',
      'remark',
      'givesBack',
      'close',
    ])
    expect(Object.keys(order.actions)).not.toContain('adjust')
    expect(order.actions.remark).toMatchObject({ icon: 'pencil', severity: 'danger', node: 'order-remark' })
    expect(order.detail?.map((part) => part.name).slice(-3)).toEqual(['base', 'gift', 'times'])
    expect(order.detail?.map((part) => part.name)).not.toContain('timeline')
    expect(order.fields.source?.options?.map((option) => option.value)).toEqual(['web', 'h5', 'post', 'mini', 'admin'])
    expect(order.table.search.find((each) => each.field === 'user_id')?.operator).toBe('eq')
    expect(order.fields.gift_note?.maxLength).toBe(10)
    const names = Object.keys(order.fields)
    expect(names[names.indexOf('admin_remark') + 1]).toBe('gift_note')
  })

  it('keeps what is usual where only one thing is added, and narrows actions that the page does not write', () => {
    const page = pageOf('user/group')
    expect(page.table.row).toEqual(['detail', 'edit', 'delete'])
    expect(page.table.bulk).toEqual(['delete'])
    expect(page.actions.edit).toMatchObject({ node: 'edit', when: { op: 'ne', field: 'id' } })
    expect(page.fields.name?.when.disabled).toMatchObject({ op: 'eq', field: 'status' })
  })

  it('says the words of its overlays', () => {
    expect(schema.words.text('en', 'shop/order/order', 'title')).toBe('Orders and gifts')
    expect(schema.words.text('en', 'shop/order/order', 'detail.gift')).toBe('Gift')
    expect(schema.words.text('en', 'shop/order/order', 'fields.source.options.web')).toBe('Web')
  })

  it('reaches the browser as it reaches the server', async () => {
    const { load } = kontorPages(schemasIn(dir)) as unknown as { load(id: string): Promise<{ code: string }> }
    const { code } = await load.call({}, join(dir, 'modules/shop/pages/shop/order/order/en.json'))
    const { page, words } = JSON.parse(code.replace(/^export default /, ''))
    expect(page).toEqual(JSON.parse(JSON.stringify(packPage(order))))
    expect(words['fields.gift_note.label']).toBe('Gift note')
  })
})

describe('a table without a page of its own', () => {
  it('has what overlays add and set, and keeps the rest', () => {
    const table = schema.entities.get('shop_goods')
    const names = Object.keys(table?.fields ?? {})
    expect(names[names.indexOf('goods_no') + 1]).toBe('shelf')
    expect(table?.fields.status?.options?.map((option) => option.value)).toEqual([1, 0, 2, 9])
    expect(table?.fields.name).toMatchObject({ required: true, minLength: 2, maxLength: 120 })
    expect(table?.fields.subtitle).toMatchObject({ maxLength: 120, writeOnce: true })
    expect(table?.index).toEqual([['status', 'weigh'], ['classify_ids'], ['template_id'], ['shelf', 'status']])
    expect(table?.unique).toEqual([['shelf', 'goods_no']])
    expect(table?.relations.hints).toMatchObject({ type: 'many', foreignKey: 'goods_id' })
    expect(table?.sort).toEqual([['id', 'desc']])
  })

  it('is so in the database', async () => {
    const columns = await server.query<{ name: string; length: number }>(
      `select column_name as name, character_maximum_length as length from information_schema.columns
        where table_name = 'shop_goods' and column_name in ('shelf', 'name') order by 1`,
    )
    expect(columns).toEqual([
      { name: 'name', length: 120 },
      { name: 'shelf', length: 12 },
    ])
  })

  it('tells where its parts were written', async () => {
    const { stdout } = await origin('entities/shop_goods')
    expect(stdout).toMatch(/^fields\.shelf +overlays\/a-gift\/entities\/shop_goods\.json:3:5$/m)
    expect(stdout).toMatch(/^fields\.name\.maxLength +overlays\/a-gift\/entities\/shop_goods\.json:\d+:\d+$/m)
    expect(stdout).toMatch(/^fields\.price +modules\/shop\/entities\/shop_goods\.json:\d+:\d+$/m)
  })
})

describe('the server', () => {
  it('has the columns of an overlay in its table, lists them, and filters by them', async () => {
    const { body } = await owner.get<{ list: Record<string, unknown>[]; total: number }>(`${orderUrl}/index`, { limit: 10 })
    expect(body.data.list[0]).toMatchObject({ gift: 0, gift_note: '', user: { mobile: expect.any(String) } })
    const search = [{ field: 'gift', val: '1', operator: 'eq' }]
    const none = await owner.get<{ total: number }>(`${orderUrl}/index`, { search })
    expect(none.body).toMatchObject({ code: 1, data: { total: 0 } })
  })

  it('runs an action of an overlay once, for anyone who holds its node', async () => {
    const { id } = await findOrder(server, 'o.status = 2 and o.ship_status = 0')
    const packer = await server.signIn('packer')
    expect((await packer.post(`${orderUrl}/wrap`, { id })).body.code).toBe(401)
    expect((await owner.post(`${orderUrl}/wrap`, { id })).body).toMatchObject({ code: 1 })
    const stored = 'select gift, gift_note from shop_order where id = $1'
    expect(await server.query(stored, [id])).toEqual([{ gift: 1, gift_note: 'wrapped' }])
    expect((await owner.post(`${orderUrl}/wrap`, { id })).body).toMatchObject({ code: 0, data: { type: 'conflict' } })
  })

  it('refuses by a narrowed condition, in words, and works where all of it holds', async () => {
    const { id } = await findOrder(server, 'o.status = 2 and o.ship_status = 0 and o.gift = 1')
    const refused = await deliver(owner, id)
    expect(refused.body).toMatchObject({ code: 0, data: { type: 'conflict' } })
    expect(await server.query('select status from shop_order where id = $1', [id])).toEqual([{ status: 2 }])
    const other = await findOrder(server, 'o.status = 2 and o.ship_status = 0 and o.gift = 0')
    expect((await deliver(owner, other.id)).body).toMatchObject({ code: 1 })
    await server.query(
      'update shop_order set gift = 0, goods_amount = goods_amount + 10000000 - pay_amount, pay_amount = 10000000 where id = $1',
      [id],
    )
    expect((await deliver(owner, id)).body).toMatchObject({ code: 0, data: { type: 'conflict' } })
    const paid = await findOrder(server, 'o.status = 3')
    expect((await deliver(owner, paid.id)).body).toMatchObject({ code: 0, data: { type: 'conflict' } })
  })

  it('has no address for an action that is hidden, and shows hidden sections no more', async () => {
    expect((await owner.post(`${orderUrl}/adjust`, { id: 1 })).status).toBe(404)
    const { body } = await owner.get<{ row: object }>(`${orderUrl}/info`, { id: 1 })
    expect(Object.keys(body.data.row)).toContain('gift')
    expect(Object.keys(body.data.row)).not.toContain('logs')
  })
})

describe('check:pages --origin', () => {
  it('tells of each part the file, line and column it was written in', async () => {
    const { stdout, status } = await origin('shop/order/order')
    expect(status).toBe(0)
    const line = (path: string) => stdout.split('\n').find((each) => each.startsWith(`${path} `)) ?? ''
    expect(line('fields.order_no')).toMatch(/ {2}modules\/shop\/pages\/shop\/order\/order\/page\.json:\d+:5$/)
    expect(line('fields.gift_note')).toMatch(/ {2}overlays\/a-gift\/shop\/order\/order\.json:3:5$/)
    expect(line('fields.gift_note.maxLength')).toMatch(/overlays\/careful\/shop\/order\/order\.json:/)
    expect(line('table.columns.pay_amount')).toMatch(/page\.json:\d+:7, changed by overlays\/a-gift\/.*:\d+:\d+$/)
    expect(line('table.columns.flag')).toMatch(/page\.json:\d+:7, hidden by overlays\/a-gift\/.*:\d+:\d+$/)
    expect(line('actions.wrap')).toMatch(/overlays\/a-gift\//)
    expect(line('actions.deliver.when')).toMatch(/overlays\/careful\//)
  })

  it('knows no page that is not there', async () => {
    const { stderr, status } = await origin('shop/order/ordr')
    expect(status).toBe(1)
    expect(stderr).toMatch(/no such page "shop\/order\/ordr"; did you mean "shop\/order\/order"\?/)
  })
})
