import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generate } from '../../codegen/generate.ts'
import { introspectPostgres } from '../../codegen/introspect/postgres.ts'
import { loadSchema } from '../../codegen/load/pages.ts'
import type { MenuRule } from '../../src/schemas/language/menu/menu.ts'
import type { Client } from '../harness/client.ts'
import { freshDatabase } from '../harness/database.ts'
import { longTest } from '../harness/longTest.ts'
import { isLong } from '../harness/sampling.ts'
import { copySchemas, schemasIn } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

const count = isLong ? 300 : 120
const tables = [
  ...Array.from({ length: count - 6 }, (_, i) => `legacy_table_number_${i + 1}`),
  // Names that are rights of another screen, that differ in underscores only, and that are long.
  'depot',
  'depot_index',
  'depot_add',
  'depot__add',
  `a_${'very_'.repeat(11)}long`,
  'shop',
]

describe(`a database of ${count} tables`, () => {
  let dir = ''
  let server: TestServer
  let admin: Client
  const ids = new Map<string, string>()

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'kontor-many-'))
    copySchemas(dir)
    const database = await freshDatabase('seed')
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    for (const table of tables) {
      await client.query(`create table "${table}" (no serial primary key, name varchar(40) not null)`)
      await client.query(`comment on table "${table}" is '${'A table whose purpose is told at great length. '.repeat(3)}'`)
    }
    const facts = await introspectPostgres(async (sql, params) => (await client.query(sql, params)).rows)
    await client.end()
    const { schema } = await loadSchema(schemasIn(dir))
    const { screens } = await generate({ tables, facts, schema, dir, force: false, dryRun: false })
    for (const [i, { id }] of screens.entries()) ids.set(tables[i] ?? '', id)
    expect((await loadSchema(schemasIn(dir))).issues).toEqual([])
    server = await startTestServer({ on: database, schemaDir: schemasIn(dir) })
    admin = await server.signIn('admin')
  })
  afterAll(async () => {
    await server?.close()
    await rm(dir, { recursive: true, force: true })
  })

  it('has a screen for every table, each in the menu with its buttons', async () => {
    expect(new Set([...ids.values()].map((id) => id.toLowerCase())).size).toBe(count)
    expect(ids.get('depot_index')).toBe('depotIndex')
    const { body } = await admin.get<{ menus: MenuRule[] }>('/admin/Index/index')
    const shown = new Map(flat(body.data.menus).map((rule) => [rule.name, rule]))
    for (const id of ids.values())
      expect(
        shown.get(id)?.children?.map(({ name }) => name),
        id,
      ).toEqual(['index', 'add', 'edit', 'del'].map((node) => `${id}/${node}`))
  })

  longTest('every table is in the menu and the database; exact.test adds rows on inferred pages')(
    'lists and adds rows on the first, the 102nd and the last of them',
    async () => {
      for (const table of [tables[0], tables[101], 'depot_index', 'depot_add', 'depot__add', 'shop']) {
        const id = ids.get(table ?? '') ?? ''
        const page = (await loadSchema(schemasIn(dir))).schema.pages.get(id)
        const at = `/admin/${page?.controller}`
        expect((await admin.post(`${at}/add`, { name: table })).body, table).toMatchObject({ code: 1 })
        const { body } = await admin.get<{ list: { name: string }[] }>(`${at}/index`)
        expect(body.data.list, table).toMatchObject([{ name: table }])
      }
    },
  )

  it('is generated again without a change', async () => {
    const client = new pg.Client({ connectionString: server.databaseUrl })
    await client.connect()
    const facts = await introspectPostgres(async (sql, params) => (await client.query(sql, params)).rows)
    await client.end()
    const before = await readFile(join(dir, 'menus/admin.json'), 'utf8')
    const { schema } = await loadSchema(schemasIn(dir))
    const { screens, conflicts } = await generate({ tables, facts, schema, dir, force: false, dryRun: false })
    expect(conflicts).toEqual([])
    expect(screens.map(({ id }) => id)).toEqual([...ids.values()])
    expect(await readFile(join(dir, 'menus/admin.json'), 'utf8')).toBe(before)
  })
})

function flat(rules: readonly MenuRule[]): MenuRule[] {
  return rules.flatMap((rule) => [rule, ...flat(rule.children ?? [])])
}
