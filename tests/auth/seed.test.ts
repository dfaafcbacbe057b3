import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSecretBox } from '../../server/core/secretBox.ts'
import { prepareDatabase } from '../../server/main/prepare.ts'
import { DEMO_NOW, DEMO_PASSWORD, OWNER_PASSWORD, TEST_SECRET } from '../harness/database.ts'
import { copySchemas, schemasIn } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
let schemaDir: string
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  schemaDir = mkdtempSync(join(tmpdir(), 'kontor-schemas-'))
  copySchemas(schemaDir)
}, 240_000)
afterAll(async () => {
  await server?.close()
  if (schemaDir) rmSync(schemaDir, { recursive: true, force: true })
})

const start = (dir?: string) =>
  prepareDatabase({
    url: server.databaseUrl,
    ...(dir ? { schemaDir: schemasIn(dir) } : {}),
    demo: true,
    ownerPassword: OWNER_PASSWORD,
    demoPassword: DEMO_PASSWORD,
    seal: createSecretBox('', TEST_SECRET),
    now: DEMO_NOW + 3600,
    log: () => {},
  })
const all = async () => ({
  rules: await server.query('SELECT * FROM admin_rule ORDER BY id'),
  groups: await server.query('SELECT * FROM admin_group ORDER BY id'),
  admins: await server.query('SELECT id, username, password FROM admin ORDER BY id'),
})

test('the demo administrators sign in, all but the disabled one', async () => {
  for (const username of ['admin', 'manager', 'packer', 'service', 'finance']) {
    expect((await (await server.signIn(username)).get('/admin/Index/index')).body.code, username).toBe(1)
  }
  await expect(server.signIn('former')).rejects.toThrow('could not sign in')
})

test('rights of a demo group are a part of those of the group above it', async () => {
  const rows = await server.query<{ id: number; pid: number; rules: string[] }>('SELECT id, pid, rules FROM admin_group')
  for (const group of rows.filter((row) => row.pid !== 0)) {
    const above = rows.find((row) => row.id === group.pid)?.rules ?? []
    expect(group.rules.length).toBeGreaterThan(0)
    if (!above.includes('*')) expect(group.rules.filter((id) => !above.includes(id))).toEqual([])
  }
})

test('a second start changes nothing', async () => {
  const before = await all()
  await start()
  expect(await all()).toEqual(before)
})

test('what people changed or deleted stays so, and a new menu seed is added', async () => {
  await server.query(`UPDATE admin_rule SET title = 'Changed' WHERE name = 'auth/admin'`)
  await server.query(`DELETE FROM admin_rule WHERE name = 'user/scoreLog/add'`)
  const file = join(schemaDir, 'menus/admin.json')
  const menus = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>[]
  menus.push({ type: 'menu', name: 'guide', title: '指南', title_en: 'Guide', menu_type: 'iframe', url: '/' })
  writeFileSync(file, JSON.stringify(menus))
  await start(schemaDir)
  const names = await server.query<{ name: string; title: string }>('SELECT name, title FROM admin_rule')
  expect(names).toContainEqual({ name: 'auth/admin', title: 'Changed' })
  expect(names).toContainEqual({ name: 'guide', title: '指南' })
  expect(names.map((row) => row.name)).not.toContain('user/scoreLog/add')
})
