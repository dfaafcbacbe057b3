import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSchema } from '../../codegen/load/pages.ts'
import { pageHandlers } from '../../server/crud/engine/handlers.ts'
import { formatIssue } from '../../src/schemas/language/issue.ts'
import type { Client } from '../harness/client.ts'
import { copySchemas, schemasIn } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

const pages: Readonly<Record<string, { page: object; words: object; buttons: string[] }>> = {
  'lab/view': {
    page: {
      kind: 'detail',
      entity: { use: 'shop_order' },
      detail: [
        { name: 'base', fields: ['order_no', 'status', 'user.nickname', 'pay_amount'] },
        { name: 'lines', relation: 'lines', columns: ['name', 'quantity', 'amount'] },
      ],
    },
    words: {
      title: 'Order',
      detail: { base: 'Order', lines: 'Items' },
      related: { lines: { name: { label: 'Product' }, quantity: { label: 'Number' }, amount: { label: 'Amount' } } },
    },
    buttons: ['index'],
  },
  'lab/plugged': { page: { kind: 'plugin', plugin: 'spec-editor' }, words: { title: 'Plugged' }, buttons: ['index'] },
}

let dir: string
let server: TestServer
let owner: Client
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'kontor-kinds-'))
  copySchemas(dir)
  for (const [id, { page, words }] of Object.entries(pages)) {
    mkdirSync(join(dir, 'pages', id), { recursive: true })
    writeFileSync(join(dir, 'pages', id, 'page.json'), JSON.stringify({ version: 1, ...page }))
    for (const locale of ['zh-cn', 'en']) writeFileSync(join(dir, 'pages', id, `${locale}.json`), JSON.stringify(words))
  }
  const menu = join(dir, 'menus', 'admin.json')
  const rules = Object.entries(pages).map(([name, { buttons }]) => ({
    type: 'menu',
    name,
    title: name,
    title_en: name,
    buttons,
  }))
  writeFileSync(menu, JSON.stringify([...JSON.parse(readFileSync(menu, 'utf8')), ...rules]))
  server = await startTestServer({ database: 'demo', schemaDir: schemasIn(dir) })
  owner = await server.signIn('admin')
})
afterAll(async () => {
  await server?.close()
  rmSync(dir, { recursive: true, force: true })
})

it('pages of these kinds are without faults', async () => {
  const { issues } = await loadSchema(schemasIn(dir))
  expect(issues.map(formatIssue)).toEqual([])
})

describe('a detail page', () => {
  it('of a table that another page owns shows the record with the rows it names', async () => {
    const [order] = await server.query<{ id: number; order_no: string }>(
      'select id, order_no from shop_order order by id limit 1',
    )
    const { body } = await owner.get<{ row: Record<string, unknown> }>('/admin/lab.View/info', { id: order?.id })
    expect(body.code).toBe(1)
    expect(body.data.row).toMatchObject({ order_no: order?.order_no, user: { nickname: expect.any(String) } })
    expect(Object.keys(body.data.row)).not.toContain('receiver_mobile')
    expect(body.data.row.lines).toHaveLength(
      (await server.query('select 1 from shop_order_goods where order_id = $1', [order?.id])).length,
    )
  })

  it('has nothing but that: no list, no form, nothing to delete', async () => {
    const { schema } = await loadSchema(schemasIn(dir))
    const page = schema.pages.get('lab/view')
    const handlers = page ? pageHandlers(page, schema, { rowActions: {}, screenHooks: {} }) : []
    expect(handlers.map(({ method, action }) => `${method} ${action}`)).toEqual(['GET info'])
    expect((await owner.get('/admin/lab.View/index')).status).toBe(404)
  })

  it('is for who holds its node', async () => {
    const packer = await server.signIn('packer')
    expect((await packer.get('/admin/lab.View/info', { id: 1 })).body.code).toBe(401)
  })
})

describe('a form that only calls', () => {
  it('does not start without the action it calls', async () => {
    const { schema } = await loadSchema(schemasIn(dir))
    const settings = schema.pages.get('shop/settings')
    if (!settings) throw new Error('no settings')
    const edit = settings.actions.edit
    if (!edit) throw new Error('no edit')
    const fields = Object.fromEntries(Object.entries(settings.fields).filter(([, field]) => !field.virtual))
    const page = {
      ...settings,
      fields,
      source: { store: 'call', call: 'test' } as const,
      actions: { edit: { ...edit, call: 'test' } },
    }
    expect(() => pageHandlers(page, schema, { rowActions: {}, screenHooks: {} })).toThrow(
      /no module of the server has the row "shop\/settings.test"/,
    )
    const handlers = pageHandlers(page, schema, {
      rowActions: { 'shop/settings.test': { run: async () => null } },
      screenHooks: {},
    })
    expect(handlers.map(({ method, action }) => `${method} ${action}`)).toContain('POST test')
  })
})
