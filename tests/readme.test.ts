import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSchema } from '../codegen/load/pages.ts'
import { formatIssue } from '../src/schemas/language/issue.ts'
import type { Client } from './harness/client.ts'
import { copySchemas, schemasIn } from './harness/schemas.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

type Row = Record<string, unknown>

/** The examples of the README: a path in backticks on a line of its own, then a block of JSON; and the one line for the menu. */
async function examples(): Promise<{ files: [path: string, text: string][]; menuLine: string }> {
  const readme = await readFile('README.md', 'utf8')
  const files = [...readme.matchAll(/^`((?:src\/schemas|modules\/\w+)\/pages\/[^`]+)`\n\n```json\n([\s\S]*?)```/gm)].map(
    (m): [string, string] => [m[1] ?? '', m[2] ?? ''],
  )
  const menuLine = /menus\/admin\.json`:\n\n```json\n([\s\S]*?)\n```/.exec(readme)?.[1] ?? ''
  return { files, menuLine }
}

describe('a developer who does what the README says', () => {
  let dir = ''
  let server: TestServer
  let admin: Client

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'kontor-readme-'))
    copySchemas(dir)
    const { files, menuLine } = await examples()
    expect(files).toHaveLength(3)
    for (const [path, text] of files) {
      const target = join(dir, path.replace('src/schemas/', ''))
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, text)
    }
    const menu = join(dir, 'modules/shop/menus/admin.json')
    await writeFile(menu, (await readFile(menu, 'utf8')).replace(/\n\]\s*$/, `,\n  ${menuLine}\n]\n`))
    expect((await loadSchema(schemasIn(dir))).issues.map(formatIssue)).toEqual([])
    server = await startTestServer({ database: 'seed', schemaDir: schemasIn(dir) })
    admin = await server.signIn('admin')
  })
  afterAll(async () => {
    await server?.close()
    await rm(dir, { recursive: true, force: true })
  })

  it('finds the screen in the menu, with its buttons as nodes', async () => {
    const { body } = await admin.get<{ menus: MenuNode[] }>('/admin/Index/index')
    const rule = flat(body.data.menus).find((r) => r.name === 'shop/supplier')
    expect(rule).toMatchObject({ title: 'Suppliers', component: 'shop/supplier' })
    expect(rule?.children?.map((c) => c.name)).toContain('shop/supplier/trust')
  })

  it('has a table, a list, a search and a form', async () => {
    const at = '/admin/shop.Supplier'
    expect(
      (await admin.post(`${at}/add`, { name: 'North', mobile: '13800138000', credit: '1200.50', since: '2026-01-02' })).body,
    ).toMatchObject({ code: 1 })
    expect((await admin.post(`${at}/add`, { name: 'South', credit: '10.00' })).body).toMatchObject({ code: 1 })
    const { body } = await admin.get<{ list: Row[]; total: number }>(`${at}/index`, {
      search: [{ field: 'credit', val: '1000,', operator: 'RANGE' }],
    })
    expect(body.data).toMatchObject({
      total: 1,
      list: [{ name: 'North', credit: '1200.50', level: '1', status: 1, since: '2026-01-02' }],
    })
  })

  it('gets an error message in plain words', async () => {
    const { body } = await admin.post<{ errors: Row }>('/admin/shop.Supplier/add', { name: '', mobile: '123', credit: '-1.00' })
    expect(body.code).toBe(0)
    expect(body.data.errors).toMatchObject({
      name: expect.stringContaining('Name'),
      mobile: 'Please enter the correct mobile number',
      credit: expect.any(String),
    })
  })

  it('has a button that acts only where its condition holds', async () => {
    const { body } = await admin.get<{ list: { id: number; name: string }[] }>('/admin/shop.Supplier/index', {})
    const [north, south] = ['North', 'South'].map((name) => body.data.list.find((r) => r.name === name)?.id)
    expect((await admin.post('/admin/shop.Supplier/trust', { id: south })).body.code).toBe(0)
    expect((await admin.post('/admin/shop.Supplier/trust', { id: north })).body.code).toBe(1)
    expect((await admin.post('/admin/shop.Supplier/trust', { id: north })).body.code).toBe(0)
    expect(await server.query('select name, level from shop_supplier order by name')).toEqual([
      { name: 'North', level: 2 },
      { name: 'South', level: 1 },
    ])
  })

  it('can edit and delete', async () => {
    const rows = await server.query<{ id: number }>('select id from shop_supplier order by name')
    const [north, south] = rows.map((r) => r.id)
    expect((await admin.post('/admin/shop.Supplier/edit', { id: north, remark: 'good' })).body.code).toBe(1)
    expect((await admin.del('/admin/shop.Supplier/del', { ids: [south] })).body.code).toBe(1)
    expect(await server.query('select name, remark from shop_supplier')).toEqual([{ name: 'North', remark: 'good' }])
  })
})

interface MenuNode {
  name: string
  title: string
  component: string
  children?: MenuNode[]
}

function flat(menus: readonly MenuNode[]): MenuNode[] {
  return menus.flatMap((m) => [m, ...flat(m.children ?? [])])
}
