import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generate } from '../../codegen/generate.ts'
import { introspectPostgres } from '../../codegen/introspect/postgres.ts'
import { loadSchema } from '../../codegen/load/pages.ts'
import { createForm } from '../../src/runtime/form/form.ts'
import type { Field } from '../../src/schemas/field.ts'
import { plainNumber } from '../../src/schemas/kinds/define.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { csvRecords, exported } from '../dataio/files.ts'
import { checked, csv, ran } from '../dataio/imports.ts'
import type { Client } from '../harness/client.ts'
import { freshDatabase } from '../harness/database.ts'
import { copySchemas, schemasIn } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { columns, setup } from './strange.ts'

type Row = Record<string, unknown>

const runs = 120
const at = '/admin/strange'

describe('a table of another system with every type of column', () => {
  let dir = ''
  let page: Page
  let server: TestServer
  let admin: Client
  let client: pg.Client

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'kontor-exact-'))
    copySchemas(dir)
    const database = await freshDatabase('seed')
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(setup)
    const facts = await introspectPostgres(async (sql, params) => (await client.query(sql, params)).rows)
    const tables = ['strange', 'strange_firm']
    await generate({ tables, facts, schema: (await loadSchema(schemasIn(dir))).schema, dir, force: false, dryRun: false })
    await offerFiles(dir)
    const { schema, issues } = await loadSchema(schemasIn(dir))
    expect(issues).toEqual([])
    const found = schema.pages.get('strange')
    if (!found) throw new Error('no screen was generated')
    page = found
    server = await startTestServer({ on: database, schemaDir: schemasIn(dir) })
    admin = await server.signIn('admin')
  })
  afterAll(async () => {
    await client?.end()
    await server?.close()
    await rm(dir, { recursive: true, force: true })
  })

  /** The row as the database writes it, column by column, and as a whole. */
  async function textOf(id: string): Promise<Record<string, string | null>> {
    const list = columns.map(({ name }) => `"${name}"::text as "${name}"`).join(', ')
    const { rows } = await client.query(`select ${list}, row_to_json(t)::text as "$json" from strange t where id = $1`, [id])
    const { $json: _json, ...row } = rows[0]
    return row
  }

  async function insert(literals: Readonly<Record<string, string>>): Promise<string> {
    const names = Object.keys(literals)
    const { rows } = await client.query(
      `insert into strange (${names.map((n) => `"${n}"`).join(', ')}) values (${Object.values(literals).join(', ')}) returning id::text`,
    )
    return rows[0].id
  }

  /** Another value of the field, as a person enters it, that differs from the one shown. */
  function otherThan(field: Field, shown: unknown): unknown {
    const column = columns.find(({ name }) => name === field.name)
    return column?.entered?.find((value) => JSON.stringify(value) !== JSON.stringify(shown))
  }

  const editable = () =>
    Object.values(page.fields).filter(
      (field) => !field.readOnly && !field.writeOnce && columns.some(({ name, entered }) => name === field.name && entered),
    )
  const rows = fc.record(
    Object.fromEntries(
      columns.filter(({ values }) => values.length > 0).map(({ name, values }) => [name, fc.constantFrom('null', ...values)]),
    ),
  )

  /** Changes one field of generated rows the way a client does, and compares all other columns. */
  async function keepsTheRest(save: (id: string, row: Row, field: Field, value: unknown) => Promise<Row>): Promise<void> {
    const property = fc.asyncProperty(rows, fc.nat(), async (literals, pick) => {
      const id = await insert(literals)
      const before = await textOf(id)
      const { row } = (await admin.get<{ row: Row }>(`${at}/edit`, { id })).body.data
      const field = editable()[pick % editable().length]
      if (!field) throw new Error('nothing can be edited')
      const body = await save(id, row, field, otherThan(field, row[field.name]))
      const answer = await admin.with({ headers: { 'x-kontor-strict': '' } }).post(`${at}/edit`, { ...body, id })
      expect(answer.body, `${field.name}: ${answer.text} ${JSON.stringify(body)}`).toMatchObject({ code: 1 })
      const after = await textOf(id)
      expect({ ...after, [field.name]: null }, field.name).toEqual({ ...before, [field.name]: null })
      expect(after[field.name], field.name).not.toBe(before[field.name])
    })
    await fc.assert(property, { seed: 12, numRuns: runs, endOnFailure: true })
  }

  it('has at least thirty types of columns, and is shown', async () => {
    expect(new Set(columns.map(({ type }) => type)).size).toBeGreaterThanOrEqual(30)
    expect(editable().length).toBeGreaterThanOrEqual(20)
  })

  it('keeps every other column bit by bit when one field is edited with Kontor’s form', async () => {
    await keepsTheRest(async (id, row, field, value) => {
      const form = createForm({
        action: 'edit',
        ids: [id],
        mode: 'edit',
        changesOnly: true,
        fields: Object.values(page.fields),
        actor: () => ({ selfId: 1, now: 0 }),
        id: () => 'x',
        send: async () => null,
      })
      form.fill(row)
      form.set(field.name, value)
      const payload = form.payload()
      expect(Object.keys(payload)).toEqual([field.name])
      return { ...payload, _version: row._version }
    })
  })

  it('keeps every other column bit by bit when a client posts the whole row', async () => {
    await keepsTheRest(async (_id, row, field, value) => ({ ...row, [field.name]: value }))
  })

  it('keeps a row as it is when it is saved as it was read, whatever it holds', async () => {
    const property = fc.asyncProperty(rows, async (literals) => {
      const id = await insert(literals)
      const before = await textOf(id)
      const { row } = (await admin.get<{ row: Row }>(`${at}/edit`, { id })).body.data
      const answer = await admin.post(`${at}/edit`, { ...row, id })
      expect(answer.body, answer.text).toMatchObject({ code: 1 })
      expect(await textOf(id)).toEqual(before)
    })
    await fc.assert(property, { seed: 12, numRuns: runs, endOnFailure: true })
  })

  it('is listed, sorted and searched by what the generator made searchable', async () => {
    const list = await admin.get<{ list: Row[] }>(`${at}/index`, { limit: 50 })
    expect(list.body, list.text.slice(0, 300)).toMatchObject({ code: 1 })
    for (const { field, operator } of page.table.search) {
      // What nobody can type into a search is left out: what is no number, and days before and after all others.
      const isTyped = (each: unknown) => each !== null && each !== '' && !/NaN|infinity|BC/i.test(String(each))
      const value = list.body.data.list.map((row) => row[field]).find(isTyped)
      if (value === undefined) continue
      const text = plainNumber(String(value))
      const val = operator === 'RANGE' ? `${text},${text}` : text
      const found = await admin.get(`${at}/index`, { search: [{ field, val, operator }] })
      expect(found.body, `${field}: ${found.text.slice(0, 200)}`).toMatchObject({ code: 1 })
    }
  })

  it('takes whole numbers beyond 2^53 and decimals of any length exactly', async () => {
    const id = await insert({ a_bigint: '1', a_numeric: '1', a_text: "'x'" })
    const exact = { a_bigint: '9007199254740993', a_numeric: '12345678901234567890.123456789012345678901' }
    const saved = await admin.post(`${at}/edit`, { id, ...exact })
    expect(saved.body, saved.text).toMatchObject({ code: 1 })
    expect(await textOf(id)).toMatchObject(exact)
    const { row } = (await admin.get<{ row: Row }>(`${at}/edit`, { id })).body.data
    expect(row).toMatchObject(exact)
    const found = await admin.get<{ list: Row[] }>(`${at}/index`, {
      search: [{ field: 'a_bigint', val: '9007199254740993,9007199254740993', operator: 'RANGE' }],
    })
    expect([...new Set(found.body.data.list.map((each) => each.a_bigint))]).toEqual(['9007199254740993'])
  })

  it('brings whole numbers beyond 2^53 and long decimals through an export and an import', async () => {
    const exact = {
      a_bigint: '-9007199254740995',
      a_numeric: '-0.12345678901234567890',
      a_long_decimal: '98765432109876543210.123456789012',
    }
    const id = await insert({ ...exact, a_text: "'out and in'", a_timestamp: "'2026-01-02 03:04:05.123456'" })
    const before = await textOf(id)
    const records = csvRecords(await exported(admin, server, 'strange', { quickSearch: 'out and in' }))
    const titles = ['A bigint', 'A numeric', 'A long decimal']
    expect(titles.map((title) => records[0]?.[title])).toEqual(Object.values(exact))
    await client.query('update strange set a_bigint = 1, a_numeric = 1, a_long_decimal = 1 where id = $1', [id])
    const file = csv(['ID', ...titles], [id, ...Object.values(exact)])
    const judged = await checked(admin, server, 'strange', file, { mode: 'update', match: 'id' })
    expect(judged).toMatchObject({ updated: 1, failed: 0, faults: [] })
    expect(await ran(admin, judged.id)).toMatchObject({ updated: 1, failed: 0 })
    expect(await textOf(id)).toEqual(before)
  })

  it('refuses numbers that the column cannot hold, at the field', async () => {
    const id = await insert({ a_bigint: '1' })
    const answer = await admin.post<{ errors: Record<string, string> }>(`${at}/edit`, { id, a_bigint: '9223372036854775808' })
    expect(answer.body).toMatchObject({ code: 0, data: { errors: { a_bigint: expect.stringContaining('9223372036854775807') } } })
  })

  it('empties a text that may be NULL to NULL', async () => {
    const id = await insert({ a_text: "'x'", a_uuid: "'0190163d-8694-739b-aea5-966c26f8ad91'" })
    const answer = await admin.post(`${at}/edit`, { id, a_text: '', a_uuid: '' })
    expect(answer.body, answer.text).toMatchObject({ code: 1 })
    expect(await textOf(id)).toMatchObject({ a_text: null, a_uuid: null })
  })
})

/** Lets the screen make files and take them in: what is generated has no such buttons. */
async function offerFiles(dir: string): Promise<void> {
  const [page, menu] = [join(dir, 'pages/strange/page.json'), join(dir, 'menus/admin.json')]
  const json = JSON.parse(await readFile(page, 'utf8'))
  json.table.toolbar = ['refresh', 'add', 'edit', 'delete', 'search', 'quickSearch', 'columns', 'import', 'export']
  await writeFile(page, JSON.stringify(json, null, 2))
  const text = await readFile(menu, 'utf8')
  await writeFile(menu, text.replace(/("name": "strange"[^}]*"buttons": \[)/, '$1"import", "export", '))
}
