import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import type { CheckAnswer, DesignerState, Draft, PlanAnswer, SavedAnswer } from '../../src/schemas/api/designer.ts'
import type { Client } from '../harness/client.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { startProcess } from '../harness/process.ts'
import { signIn } from '../harness/server.ts'
import { shelfDraft } from './shelf.ts'

const dir = mkdtempSync(join(tmpdir(), 'kontor-designer-'))
const workspace = join(dir, 'workspace')
mkdirSync(join(workspace, 'pages'), { recursive: true })
const server = await startProcess(join(dir, 'data'), { KONTOR_MODULES: '', KONTOR_WORKSPACE: workspace })
const databaseUrl = JSON.parse(readFileSync(join(dir, 'data/postgres/connection.json'), 'utf8')).url as string
const pool = new Pool({ connectionString: databaseUrl, max: 2 })
pool.on('error', () => {}) // the database ends with its server
const owner = await signIn(server.url, 'admin', OWNER_PASSWORD)
afterAll(async () => {
  await pool.end()
  server.child.kill('SIGTERM')
  await server.ended
  rmSync(dir, { recursive: true, force: true })
})

const home = '/admin/crud.Crud'
const check = async (draft: Draft) => (await owner.post<CheckAnswer>(`${home}/check`, draft)).body.data
const plan = async (draft: Draft | { id: string; remove: true }, client: Client = owner) =>
  (await client.post<PlanAnswer>(`${home}/preview`, draft)).body
const save = async (draft: Draft) => {
  const { seen } = (await plan(draft)).data
  return (await owner.post<SavedAnswer>(`${home}/generate`, { ...draft, seen })).body
}
const served = (hash: string) =>
  expect
    .poll(async () => (await owner.get<{ hash: string }>(`${home}/served`)).body.data.hash, { timeout: 120_000, interval: 300 })
    .toBe(hash)
const fileOf = (name: string) => join(workspace, 'pages/store/shelf', name)
const lastLog = async () => (await pool.query('select * from crud_log order by id desc limit 1')).rows[0]

describe('tables of the database', () => {
  test('are listed with their columns and keys, without the platform’s own bookkeeping', async () => {
    const { list } = (await owner.get<{ list: { table: string }[] }>('/admin/ajax/getTableList', { quickSearch: 'admin_group' }))
      .body.data
    expect(list.map(({ table }) => table)).toEqual(['admin_group', 'admin_group_access'])
    const all = (await owner.get<{ list: { table: string }[] }>('/admin/ajax/getTableList')).body.data.list
    expect(all.filter(({ table }) => table.startsWith('kontor_'))).toEqual([])
    expect((await owner.get('/admin/ajax/getTablePk', { table: 'admin_group' })).body.data).toEqual({ pk: 'id' })
    const { fieldList } = (
      await owner.get<{ fieldList: object }>('/admin/ajax/getTableFieldList', { table: 'admin_group', clean: 1 })
    ).body.data
    expect(fieldList).toMatchObject({ id: 'id', name: expect.any(String) })
    const connections = (await owner.get<{ list: object[] }>('/admin/ajax/getDatabaseConnectionList')).body.data.list
    expect(connections).toEqual([{ type: 'postgresql', database: expect.stringContaining('****'), key: 'main' }])
  })

  test.each(['pg_class', '../../x', 'a";DROP TABLE admin', 'kontor_migration', '__proto__'])(
    '%s is none of them',
    async (table) => {
      expect((await owner.get('/admin/ajax/getTableFieldList', { table })).body.code).toBe(0)
    },
  )
})

describe('a draft', () => {
  test('is checked with places, and drawn as far as it can be read', async () => {
    const fine = await check(shelfDraft())
    expect(fine.findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(fine.preview?.words).toMatchObject({ title: 'Shelves', 'fields.name.label': 'The name' })
    const wrong = await check(shelfDraft({ depth: { kind: 'integr' } }))
    expect(wrong.findings).toContainEqual(
      expect.objectContaining({
        file: 'page',
        path: expect.arrayContaining(['fields', 'depth']),
        text: expect.stringContaining('integer'),
      }),
    )
    const draft = shelfDraft()
    const silent = await check({ ...draft, words: { ...draft.words, en: '{ "title": "Shelves" }' } })
    expect(silent.findings).toContainEqual(expect.objectContaining({ file: 'en', path: ['fields', 'name', 'label'] }))
  })

  test.each(['../x', 'shelf', 'Store/shelf', 'store/../admin', 'store//shelf', 'store/shelf.json'])(
    'may not be called %s',
    async (id) => {
      expect((await owner.post(`${home}/check`, { ...shelfDraft(), id })).body.code).toBe(0)
    },
  )

  test('may neither take the place of a screen of the platform nor be about who may do what', async () => {
    expect((await plan({ ...shelfDraft(), id: 'auth/admin' })).code).toBe(0)
    const draft = shelfDraft()
    expect((await plan({ ...draft, page: draft.page.replace('store_shelf', 'admin_group') })).code).toBe(0)
  })

  test('is planned: the table that is made, the files that are written', async () => {
    const { data } = await plan(shelfDraft())
    expect(data.findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(data.steps).toContainEqual(expect.objectContaining({ kind: 'createTable', table: 'store_shelf', held: false }))
    expect(data.files.map(({ path }) => path)).toEqual(['page', 'zh-cn', 'en'].map((name) => `pages/store/shelf/${name}.json`))
    expect(existsSync(fileOf('page.json'))).toBe(false)
  })
})

describe('saving', () => {
  test('is refused until screens may be designed here, and to everybody but super administrators', async () => {
    expect((await save(shelfDraft())).msg).toContain('may not be designed')
    expect((await owner.post('/admin/routine.Config/edit', { allow_generator: 1 })).body.code).toBe(1)
    const manager = await signIn(server.url, 'manager', await passwordOf('manager'))
    expect((await plan(shelfDraft(), manager)).code).toBe(401)
    expect(existsSync(fileOf('page.json'))).toBe(false)
  })

  test('writes the files, and the running server serves the screen', async () => {
    const { data, code } = await save(shelfDraft())
    expect(code).toBe(1)
    expect(readFileSync(fileOf('page.json'), 'utf8')).toBe(shelfDraft().page)
    await served(data.hash)
    expect((await owner.post('/admin/store.Shelf/add', { name: 'North', places: 12 })).body.code).toBe(1)
    expect(await lastLog()).toMatchObject({ screen_id: 'store/shelf', table_name: 'store_shelf', status: 'success', before: '' })
    const { screens } = (await owner.get<DesignerState>(`${home}/index`)).body.data
    expect(screens).toEqual([{ id: 'store/shelf', title: 'Shelves' }])
    expect((await owner.get<Draft>(`${home}/source`, { id: 'store/shelf' })).body.data).toEqual(shelfDraft())
  })

  test('takes nothing else than what was shown', async () => {
    const { seen } = (await plan(shelfDraft({ depth: { kind: 'integer' } }))).data
    const other = shelfDraft({ height: { kind: 'integer' } })
    expect((await owner.post(`${home}/generate`, { ...other, seen })).body.code).toBe(0)
    expect(readFileSync(fileOf('page.json'), 'utf8')).toBe(shelfDraft().page)
  })

  test('a changed screen keeps its rows; a field that goes keeps its column', async () => {
    const wide = shelfDraft({ depth: { kind: 'integer' } })
    expect((await plan(wide)).data.steps).toEqual([expect.objectContaining({ kind: 'addColumn', column: 'depth', held: false })])
    await served((await save(wide)).data.hash)
    expect((await plan(shelfDraft())).data.steps).toEqual([
      expect.objectContaining({ kind: 'dropColumn', column: 'depth', held: true }),
    ])
    expect((await pool.query('select name, depth from store_shelf')).rows).toEqual([{ name: 'North', depth: null }])
  })

  test('leaves nothing outside of the workspace, also not through a link', async () => {
    mkdirSync(join(dir, 'elsewhere'))
    symlinkSync(join(dir, 'elsewhere'), join(workspace, 'pages/linked'))
    const draft = { ...shelfDraft(), id: 'linked/shelf' }
    const page = draft.page.replace('store_shelf', 'linked_shelf')
    expect((await save({ ...draft, page })).msg).toContain('outside of the workspace')
    expect(existsSync(join(dir, 'elsewhere/shelf'))).toBe(false)
    expect(await lastLog()).toMatchObject({ screen_id: 'linked/shelf', status: 'error' })
    rmSync(join(workspace, 'pages/linked'))
  })
})

describe('the history', () => {
  test('has the settings of the table, the fields and the files with their hashes', async () => {
    const { rows } = await pool.query(
      `select id from crud_log where screen_id = 'store/shelf' and status = 'success' order by id limit 1`,
    )
    const { row } = (await owner.get<{ row: Record<string, unknown> }>('/admin/crud.Log/info', { id: rows[0].id })).body.data
    const page = JSON.parse(shelfDraft().page)
    expect(row).toMatchObject({
      table: page.entity,
      fields: page.fields,
      connection: 'main',
      admin: { nickname: expect.any(String) },
    })
    const hash = createHash('sha256').update(shelfDraft().page).digest('hex')
    expect(row.files).toContainEqual({ path: 'pages/store/shelf/page.json', hash })
    expect(row.files).toHaveLength(3)
  })

  test('leads to the designer with the screen of a record, or with the plan to delete it', async () => {
    const idOf = async (screen: string) =>
      (await pool.query('select id from crud_log where screen_id = $1 order by id limit 1', [screen])).rows[0].id as number
    const [shelf, linked] = [await idOf('store/shelf'), await idOf('linked/shelf')]
    expect((await owner.post('/admin/crud.Log/design', { id: shelf })).body).toMatchObject({
      code: 1,
      data: { path: `/admin/crud/crud?record=${shelf}` },
    })
    expect((await owner.post('/admin/crud.Log/deleteCode', { id: shelf })).body).toMatchObject({
      code: 1,
      data: { path: '/admin/crud/crud?remove=store%2Fshelf' },
    })
    // It could not be written, so that nothing can be deleted.
    expect((await owner.post('/admin/crud.Log/deleteCode', { id: linked })).body.msg).toContain('no screen')
    expect(existsSync(fileOf('page.json'))).toBe(true)
  })

  test('puts a screen back to what it was before a save, with its words', async () => {
    const { rows } = await pool.query(`select id from crud_log where status = 'success' order by id desc limit 1`)
    expect((await owner.post('/admin/crud.Log/putBack', { id: rows[0].id })).body).toMatchObject({ code: 1 })
    expect(readFileSync(fileOf('page.json'), 'utf8')).toBe(shelfDraft().page)
    expect(readFileSync(fileOf('en.json'), 'utf8')).toBe(shelfDraft().words.en)
    expect(await lastLog()).toMatchObject({ status: 'success', after: expect.stringContaining('store_shelf') })
  })

  test('brings a deleted screen back; its rows have stayed', async () => {
    const gone = { id: 'store/shelf', remove: true } as const
    const { seen } = (await plan(gone)).data
    expect((await owner.post(`${home}/delete`, { id: 'store/shelf', seen })).body.code).toBe(1)
    expect(existsSync(join(workspace, 'pages/store'))).toBe(false)
    const { id, status } = await lastLog()
    expect(status).toBe('delete')
    expect((await owner.post('/admin/crud.Log/putBack', { id })).body.code).toBe(1)
    expect(readFileSync(fileOf('page.json'), 'utf8')).toBe(shelfDraft().page)
    expect((await pool.query('select name from store_shelf')).rows).toEqual([{ name: 'North' }])
  })
})

describe('a table that is there', () => {
  test('becomes a draft by what its columns are', async () => {
    await pool.query('create table depot (id serial primary key, name varchar(80) not null, opened date)')
    const { draft, choices } = (await owner.get<{ draft: Draft; choices: object[] }>(`${home}/fromTable`, { table: 'depot' }))
      .body.data
    expect(JSON.parse(draft.page)).toMatchObject({
      entity: { table: 'depot', external: true },
      fields: { opened: { kind: 'date' } },
    })
    expect(choices.length).toBeGreaterThan(0)
    expect((await check(draft)).findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect((await owner.get(`${home}/fromTable`, { table: 'admin' })).body.code).toBe(0)
  })
})

/** The password of a demo administrator, as the first start prints it. */
async function passwordOf(username: string): Promise<string> {
  const line =
    server
      .output()
      .split('\n')
      .find((each) => new RegExp(`\\b${username}\\b`).test(each)) ?? ''
  return line.trim().split(/\s+/).at(-1) ?? ''
}
