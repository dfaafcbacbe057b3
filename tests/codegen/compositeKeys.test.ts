import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSchema } from '../../codegen/load/pages.ts'
import { type Database, openDatabase } from '../../server/core/db/connect.ts'
import { isFoundBy, isOneOf, isRow } from '../../server/core/db/rowKey.ts'
import { joinKey, splitKey } from '../../src/schemas/language/entity/madeKey.ts'
import { formatIssue } from '../../src/schemas/language/issue.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { csvRecords, exported } from '../dataio/files.ts'
import { checked, csv, ran } from '../dataio/imports.ts'
import type { Client } from '../harness/client.ts'
import { schemasIn } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { type MadeDatabase, makeDatabase } from './own/made.ts'

type Row = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: a file of any form
type Json = any

describe('a key of several columns is written as one text', () => {
  it.each([
    [['10248', '11'], '10248~11'],
    [['a~b', '!0', 'c,d'], 'a!1b~!00~c!2d'],
    [['', ''], '~'],
    [['O\'Hara "West"', '一号 架'], 'O\'Hara "West"~一号 架'],
  ])('%j is %s', (parts, key) => {
    expect(joinKey(parts)).toBe(key)
    expect(splitKey(key, parts.length)).toEqual(parts)
  })

  it('that can be told apart from any other, and holds no comma', () => {
    const signs = ['!', '~', ',', '0', '1', '2', ' ', 'é', '']
    const texts = signs.flatMap((a) => signs.flatMap((b) => signs.map((c) => a + b + c)))
    const pairs = [...new Set(texts)].flatMap((a, i, all) => [a, all[(i * 7 + 3) % all.length] ?? ''].map((b) => [a, b]))
    for (const pair of pairs) expect(splitKey(joinKey(pair), 2)).toEqual(pair)
    expect(new Set(pairs.map(joinKey)).size).toBe(new Set(pairs.map((pair) => JSON.stringify(pair))).size)
    expect(pairs.map(joinKey).filter((key) => key.includes(','))).toEqual([])
  })

  it.each(['', 'a', 'a~b~c', 'a~!3', 'a~!', 'a~b,c'])('"%s" is no key of two columns', (text) => {
    expect(splitKey(text, 2)).toBeUndefined()
  })
})

describe('tables with keys of several columns', () => {
  let made: MadeDatabase
  let server: TestServer
  let admin: Client
  let database: Database

  beforeAll(async () => {
    made = await makeDatabase('archive')
    await letFilesInAndOut('shelves')
    server = await startTestServer({ on: made.database, schemaDir: schemasIn(made.dir) })
    admin = await server.signIn('admin')
    database = openDatabase(made.database.url)
  })
  afterAll(async () => {
    await database?.close()
    await made?.close()
    await server?.close()
  })

  it('name their rows by what the database writes of each column', async () => {
    for (const page of made.pages) {
      const parts = page.entity.keyParts ?? []
      const { rows } = await made.client.query({
        text: `select ${parts.map((name) => `"${name}"::text`).join()} from "${page.entity.table}"`,
        rowMode: 'array',
      })
      const keys = (await list(page)).map(({ _key }) => _key)
      expect(parts.length, page.id).toBeGreaterThan(1)
      expect(new Set(keys), page.id).toEqual(new Set(rows.map((row) => joinKey(row))))
    }
  })

  it('are in the order of their keys, page by page', async () => {
    const all = (await list(pageOf('shelves'))).map(({ _key }) => _key)
    const found: unknown[] = []
    for (const page of [1, 2, 3, 4]) {
      const { body } = await admin.get<{ list: Row[] }>('/admin/shelves/index', { limit: 4, page, after: found.at(-1) })
      found.push(...body.data.list.map(({ _key }) => _key))
    }
    expect(found).toEqual(all)
  })

  it('give the row that is asked for and no other, also as a filter of the list', async () => {
    const rows = await list(pageOf('shelves'))
    for (const { _key, building, shelf } of rows) {
      const { body } = await admin.get<{ row: Row }>('/admin/shelves/edit', { _key })
      expect(body.data.row, String(_key)).toMatchObject({ _key, building, shelf })
      expect(await found([_key], 'eq')).toEqual([_key])
    }
    const some = rows.slice(3, 6).map(({ _key }) => _key)
    expect(new Set(await found(some, 'IN'))).toEqual(new Set(some))
    expect(await found(['no~where'], 'eq')).toEqual([])
  })

  it.each([
    ['loans', 'ffffffff-ffff-4fff-8fff-ffffffffffff~1999-12-31~no such medium'],
    ['loans', 'ffffffff-ffff-4fff-8fff-ffffffffffff~1999-02-30~book'],
    ['loans', 'fff~1999-12-31~book'],
    ['readings', 'N-1~yesterday'],
    ['readings', 'N-1~2026-01-02 25:04:05+00'],
    ['tariffs', '1e3~1.250~true~2026-01-01 00:00:00'],
    ['tariffs', `${'9'.repeat(18)}~1.250~true~2026-01-01 00:00:00`],
    ['shelves', 'Main'],
    ['shelves', 'Main~A 1~'],
    ['shelves', '[object Object]'],
  ])('of %s has none that is called %j', async (table, _key) => {
    const at = `/admin/${pageOf(table).controller}`
    expect((await admin.get(`${at}/edit`, { _key })).body).toMatchObject({ code: 0, msg: 'Record not found' })
    expect((await admin.del(`${at}/del`, { ids: [_key] })).body).toMatchObject({ code: 0 })
    expect(server.logs).toEqual([])
  })

  it('take a key once, and keep it', async () => {
    const row = { building: 'O\'Hara "West"', shelf: 'B,2', metres: 3 }
    const again = await admin.post('/admin/shelves/add', row)
    expect(again.body).toMatchObject({ code: 0 })
    expect(again.body.msg).toContain('Shelf')
    const _key = joinKey([row.building, row.shelf])
    const moved = { _key, ...row, building: 'East' }
    const refused = await admin.post('/admin/shelves/edit', moved)
    expect(refused.body).toMatchObject({ code: 0, msg: 'The field "building" cannot be written here.' })
    expect((await admin.post('/admin/shelves/edit', { _key, metres: 3 })).body).toMatchObject({ code: 1 })
    const { rows } = await made.client.query('select building, metres from shelves where shelf = $1', [row.shelf])
    expect(rows).toEqual([{ building: row.building, metres: '3.00' }])
  })

  it('give up several rows at once', async () => {
    const rows = [
      ['x,y', '1'],
      ['~x', '!2'],
    ].map(([building, shelf]) => ({ building, shelf, metres: 1 }))
    for (const row of rows) expect((await admin.post('/admin/shelves/add', row)).body).toMatchObject({ code: 1 })
    const before = await list(pageOf('shelves'))
    const ids = rows.map(({ building = '', shelf = '' }) => joinKey([building, shelf]))
    expect((await admin.del('/admin/shelves/del', { ids: [...ids, 'gone~1'] })).body).toMatchObject({ code: 0 })
    expect(await list(pageOf('shelves'))).toHaveLength(before.length)
    expect((await admin.del('/admin/shelves/del', { ids: ids.join() })).body).toMatchObject({ code: 1 })
    expect(await list(pageOf('shelves'))).toHaveLength(before.length - 2)
  })

  it('go out in a file, which changes them when it comes in again', async () => {
    const { rows } = await made.client.query<Row>('select building, shelf, metres from shelves order by 1, 2')
    const file = csvRecords(await exported(admin, server, 'shelves', { columns: ['building', 'shelf', 'metres'] }))
    const told = (row: Row) => ({ Building: row.building, Shelf: row.shelf, Metres: String(Number(row.metres)) })
    expect(new Set(file.map((each) => JSON.stringify(each)))).toEqual(new Set(rows.map((row) => JSON.stringify(told(row)))))

    const longer = file.map(({ Building = '', Shelf = '', Metres = '' }) => [Building, Shelf, String(Number(Metres) + 0.25)])
    const lines = csv(['Building', 'Shelf', 'Metres'], ...longer)
    const judged = await checked(admin, server, 'shelves', lines, { mode: 'update', match: 'building+shelf' })
    const done = await ran(admin, judged.id)
    // Cells are read without the blanks around them, so this line names no row.
    const isRead = ({ building }: Row) => building !== ' blank '
    expect(done).toMatchObject({ updated: rows.length - 1, failed: 1 })
    expect(done.faults.map(({ message }) => message)).toEqual(['Shelf: row not found.'])
    const after = await made.client.query<Row>('select building, shelf, metres from shelves order by 1, 2')
    const grown = (row: Row) => ({ ...row, metres: (Number(row.metres) + 0.25).toFixed(2) })
    expect(after.rows).toEqual(rows.map((row) => (isRead(row) ? grown(row) : row)))
  })

  it('are found by the index of their own primary key', async () => {
    await made.client.query(`insert into shelves select 'B' || n, 'S' || n % 7, 1 from generate_series(1, 30000) n;
      insert into tariffs select n, 1, true, '2026-01-01' from generate_series(1, 30000) n;
      insert into loans select gen_random_uuid(), '2026-01-01', 'book' from generate_series(1, 30000);
      insert into readings select 'N-' || n % 999, now() + n * interval '1 minute', 1 from generate_series(1, 30000) n;
      analyze shelves, tariffs, loans, readings`)
    for (const table of ['shelves', 'tariffs', 'loans', 'readings']) {
      const { entity } = pageOf(table)
      const rows = await list(pageOf(table), 3)
      const keys = rows.map(({ _key }) => String(_key))
      const [first = ''] = keys
      const few = sql`${sql.table(table)} as t order by ${sql.join((entity.keyParts ?? []).map((name) => sql.ref(`t.${name}`)))} limit 3`
      for (const where of [isRow(entity, first), isOneOf(entity, keys), isFoundBy(entity, few)]) {
        const statement = sql<{ 'QUERY PLAN': string }>`explain select * from ${sql.table(table)} as t where ${where}`
        const plan = (await statement.execute(database.read)).rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(plan).toContain(`${table}_pkey`)
        expect(plan).not.toContain('Seq Scan')
      }
    }
  })

  it('cannot be what a field or a relation of one row leads to', async () => {
    const file = join(made.dir, 'pages/loans/page.json')
    const text = await readFile(file, 'utf8')
    const page = JSON.parse(text)
    page.fields.note = { kind: 'remoteSelect', page: 'shelves', show: 'building', store: 'varchar(200)' }
    page.entity.relations = { shelf: { table: 'shelves', key: 'note' } }
    await writeFile(file, JSON.stringify(page))
    const { issues } = await loadSchema(schemasIn(made.dir))
    await writeFile(file, text)
    const faults = issues.map((issue) => formatIssue(issue)).join('\n')
    expect(faults).toContain('rows of "shelves" are named by several columns (building, shelf), and a field holds one value')
    expect(faults).toContain('rows of "shelves" are named by several columns (building, shelf), and "note" is one')
  })

  /** Gives the screen of a table the buttons of exports and imports. */
  async function letFilesInAndOut(table: string): Promise<void> {
    const change = async (file: string, edit: (json: Json) => void) => {
      const path = join(made.dir, file)
      const json = JSON.parse(await readFile(path, 'utf8'))
      edit(json)
      await writeFile(path, JSON.stringify(json))
    }
    await change(`pages/${table}/page.json`, (page) => {
      page.table.toolbar = ['refresh', 'add', 'edit', 'delete', 'search', 'quickSearch', 'columns', 'export', 'import']
    })
    await change('menus/admin.json', (menu) => menu.find(({ name }: Json) => name === table).buttons.push('export', 'import'))
  }

  const pageOf = (table: string): Page => {
    const page = made.pages.find(({ entity }) => entity.table === table)
    if (!page) throw new Error(`no page of ${table}`)
    return page
  }

  async function list({ controller }: Page, limit = 100): Promise<Row[]> {
    const { body } = await admin.get<{ list: Row[] }>(`/admin/${controller}/index`, { limit })
    return body.data.list
  }

  async function found(keys: readonly unknown[], operator: string): Promise<unknown[]> {
    const search = [{ field: '_key', val: operator === 'eq' ? keys[0] : keys.join(), operator }]
    const { body } = await admin.get<{ list: Row[] }>('/admin/shelves/index', { search, limit: 100 })
    return body.data.list.map(({ _key }) => _key)
  }
})
