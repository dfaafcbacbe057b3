import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generate } from '../../codegen/generate.ts'
import { introspectPostgres, type Query } from '../../codegen/introspect/postgres.ts'
import { probeTable } from '../../codegen/introspect/probe.ts'
import { readFolders } from '../../codegen/load/folders.ts'
import { readGlossaries } from '../../codegen/load/glossary.ts'
import { loadSchema } from '../../codegen/load/pages.ts'
import { wordingsOf } from '../../src/schemas/language/glossary.ts'
import { freshDatabase } from '../harness/database.ts'
import { copySchemas, schemasIn } from '../harness/schemas.ts'
import { nasties } from './nasties.ts'

type Json = Record<string, unknown>
interface PageJson {
  entity: Json
  fields: Record<string, Json>
  table: { columns: (string | Json)[]; search: string[]; quickSearch: string[] }
  detail?: Json[]
}

/** A database and the folder its screens are generated into. */
interface Made {
  dir: string
  tables: readonly string[]
  url: string
  client: pg.Client
  close(): Promise<void>
}

const run = promisify(execFile)

async function madeOf(sql: string): Promise<Made> {
  const dir = await mkdtemp(join(tmpdir(), 'kontor-look-'))
  copySchemas(dir)
  const database = await freshDatabase('seed')
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const query: Query = async (text, params) => (await client.query(text, params)).rows
  const before = new Set((await introspectPostgres(query)).keys())
  await client.query(sql)
  const facts = await introspectPostgres(query)
  const tables = [...facts.keys()].filter((name) => !before.has(name))
  for (const name of tables) {
    const own = facts.get(name)
    if (own) facts.set(name, await probeTable(query, own))
  }
  const { schema } = await loadSchema(schemasIn(dir))
  const terms = (await readGlossaries(await readFolders([dir], []), [])).flatMap(([, glossary]) => glossary.terms)
  const speech = { en: wordingsOf(terms, 'en'), 'zh-cn': wordingsOf(terms, 'zh-cn') }
  await generate({ tables, facts, schema, dir, force: false, dryRun: false, speech })
  return {
    dir,
    tables,
    url: database.url,
    client,
    close: async () => {
      await client.end()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function pageOf({ dir }: Made, id: string): Promise<PageJson> {
  return JSON.parse(await readFile(join(dir, 'pages', id, 'page.json'), 'utf8')) as PageJson
}

async function wordsOf({ dir }: Made, id: string, locale = 'en'): Promise<Json> {
  return JSON.parse(await readFile(join(dir, 'pages', id, `${locale}.json`), 'utf8')) as Json
}

const shown = (page: PageJson) =>
  page.table.columns.flatMap((each) => (typeof each === 'string' ? [each] : each.hidden ? [] : [String(each.field)]))
const hidden = (page: PageJson) =>
  page.table.columns.flatMap((each) => (typeof each === 'object' && each.hidden ? [each.field] : []))

async function fixture(name: string): Promise<string> {
  const text = await readFile(`tests/fixtures/databases/${name}.sql`, 'utf8')
  return text
    .replace(/^\\c .*$/gm, '')
    .replace(/^(?:DROP|CREATE) DATABASE .*$/gim, '')
    .replace(/^SET default_with_oids.*$/gm, '')
}

describe('what is generated of a database with everything in it', () => {
  let made: Made
  beforeAll(async () => {
    made = await madeOf(nasties)
  })
  afterAll(() => made?.close())

  it('is faultless', async () => {
    const { issues } = await loadSchema(schemasIn(made.dir))
    expect(issues).toEqual([])
    // The glossary has no "Logout".
    expect(await wordsOf(made, 'crm/line')).toMatchObject({ fields: { logout: { label: 'Sign out' } } })
  })

  it('names rows by their names, codes or titles, wherever they are referred to', async () => {
    const order = await pageOf(made, 'crm/order')
    expect(order.fields.customer_id).toMatchObject({ kind: 'remoteSelect', page: 'crm/customer', show: 'full_name' })
    expect(order.fields.category_id).toMatchObject({ kind: 'remoteSelect', show: 'title', tree: true })
    expect((await pageOf(made, 'crm/line')).fields.order_id).toMatchObject({ show: 'order_no' })
    expect(order.fields.owner_id).toMatchObject({ kind: 'integer' })
    expect((await pageOf(made, 'crm/poly')).fields.any_id).toMatchObject({ kind: 'integer' })
  })

  it('begins lists with the title, and has at most eight columns in sight, none of which only machines read', async () => {
    const order = await pageOf(made, 'crm/order')
    expect(order.table.columns[0]).toEqual({ field: 'order_no', fixed: 'left' })
    expect(shown(order)).toHaveLength(8)
    expect(shown(order).slice(1, 4).sort()).toEqual(['is_gift', 'shipping', 'status'])
    expect(shown(order)).toContain('customer.full_name')
    expect(hidden(order)).toContain('last_update')
    expect(JSON.stringify(order.table.columns)).not.toContain('payload')
    const customer = await pageOf(made, 'crm/customer')
    expect(JSON.stringify(customer.table)).not.toContain('password_hash')
    expect(customer.fields.password_hash).toMatchObject({ secret: true })
    expect(hidden(customer)).toContain('ext_uuid')
  })

  it('makes pure pairs a choice of several, and others a screen', async () => {
    const customer = await pageOf(made, 'crm/customer')
    expect(customer.fields.crm_tags).toMatchObject({
      kind: 'remoteMultiSelect',
      show: 'name',
      link: { table: 'crm_customer_tag', own: 'customer_id', other: 'tag_id' },
    })
    expect((await pageOf(made, 'crm/customer/visit')).entity).toMatchObject({ key: ['customer_id', 'tag_id'] })
  })

  it('shows trees as trees, unless rows go round in a circle', async () => {
    expect((await pageOf(made, 'crm/category')).entity.tree).toEqual({ parent: 'parent_id', maxDepth: 20 })
    expect((await pageOf(made, 'crm/ring')).entity.tree).toBeUndefined()
  })

  it('shows the rows of other tables in the record, with a way to all of them', async () => {
    const customer = await pageOf(made, 'crm/customer')
    expect(customer.detail?.map(({ name }) => name)).toEqual(['base', 'crm_orders', 'crm_customer_visits'])
    expect(customer.detail?.[1]).toMatchObject({ limit: 20, more: { page: 'crm/order', query: { customer_id: 'id' } } })
    expect((await pageOf(made, 'crm/tag')).detail?.map(({ relation }) => relation)).toContain('crm_customer_tags')
  })

  it('takes limits, lengths, patterns and options from CHECKs, and colours from what states mean', async () => {
    const { fields } = await pageOf(made, 'crm/order')
    expect(fields.qty).toMatchObject({ min: 1, max: 1000 })
    expect(fields.disc_pct).toMatchObject({ kind: 'number', min: 0, max: 100, scale: 2 })
    expect(fields.total_amt).toMatchObject({ kind: 'number', min: 0, scale: 2 })
    expect(fields.kind).toMatchObject({ options: [{ value: 'retail' }, { value: 'trade' }] })
    expect(fields.is_gift).toMatchObject({ kind: 'switch', default: 0 })
    expect(fields.shipping?.options).toEqual([
      { value: 'pending', tag: 'warning' },
      { value: 'in_transit', tag: 'warning' },
      { value: 'delivered', tag: 'success' },
      { value: 'cancelled', tag: 'danger' },
    ])
    expect(fields.status?.options).toEqual([
      { value: 0, tag: 'warning' },
      { value: 1, tag: 'success' },
      { value: 2, tag: 'danger' },
    ])
    expect(fields.size?.options).toEqual([{ value: 'S' }, { value: 'M' }, { value: 'L' }])
    expect((await pageOf(made, 'crm/customer')).fields.country_code).toMatchObject({ pattern: '^[A-Z]{2}$', maxLength: 2 })
  })

  it('asks for e-mail, mobile and web addresses only where everything stored is one, and leaves times to the database', async () => {
    const { fields } = await pageOf(made, 'crm/customer')
    expect(fields).toMatchObject({
      full_name: { kind: 'string' },
      email: { kind: 'email' },
      mobile: { kind: 'mobile' },
      website: { kind: 'string' },
      notes: { kind: 'textarea' },
      created_at: { kind: 'datetime', readOnly: true },
      updated_at: { readOnly: true },
    })
    expect(fields.full_name).not.toHaveProperty('maxLength')
  })

  it('speaks: abbreviations are written out, titles in the plural, Chinese from comments', async () => {
    expect(await wordsOf(made, 'crm/order')).toMatchObject({
      title: 'CRM orders',
      fields: {
        qty: { label: 'Quantity' },
        total_amt: { label: 'Total amount' },
        customer_id: { label: 'Customer' },
        status: { options: { 0: 'Unpaid', 1: 'Paid', 2: 'Cancelled' } },
        shipping: { options: { in_transit: 'In transit' } },
      },
    })
    expect(await wordsOf(made, 'crm/order', 'zh-cn')).toMatchObject({
      fields: { status: { label: '状态', options: { 0: '待支付' } } },
    })
  })

  it('has no screen of a partition or of a name that no page can have, and directories in the menu', async () => {
    const menu = JSON.parse(await readFile(join(made.dir, 'menus/admin.json'), 'utf8')) as Json[]
    expect(menu.find(({ name }) => name === 'crm')).toMatchObject({ type: 'menu_dir', title_en: 'CRM', icon: expect.any(String) })
    expect(menu.find(({ name }) => name === 'crm/order')).toMatchObject({ parent: 'crm' })
    expect(menu.find(({ name }) => name === 'ware/a')).toMatchObject({ parent: 'ware' })
    expect(menu.filter(({ name }) => String(name).startsWith('crm/event'))).toHaveLength(1)
  })

  const command = (...flags: string[]) =>
    run(process.execPath, [
      'codegen/cli.ts',
      ...made.tables.flatMap((table) => ['--table', table]),
      '--url',
      made.url,
      '--into',
      made.dir,
      ...flags,
    ]).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, stdout: error.stdout + error.stderr }),
    )

  it('merges a second run three ways: hand edits stay, new columns come, conflicts are told', async () => {
    expect(await command('--check')).toMatchObject({ code: 0, stdout: expect.stringContaining('unchanged') })
    const path = join(made.dir, 'pages/crm/ring/page.json')
    const page = JSON.parse(await readFile(path, 'utf8')) as PageJson
    Object.assign(page.fields.name ?? {}, { maxLength: 10, span: 2 })
    await writeFile(path, JSON.stringify(page))
    await made.client.query('alter table crm_ring add colour_code varchar(9), alter name type varchar(30)')
    const check = await command('--check')
    expect(check).toMatchObject({ code: 1, stdout: expect.stringContaining('differs: ') })
    const dry = await command('--dry-run')
    expect(dry.stdout).toContain('+')
    expect(dry.stdout).toContain('colour_code')
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(page)
    const second = await command()
    expect(second.stdout).toMatch(/kept by hand: .*ring\/page\.json fields\.name\.maxLength: 10; generated: 30/)
    const merged = await pageOf(made, 'crm/ring')
    expect(merged.fields.name).toMatchObject({ maxLength: 10, span: 2, store: 'varchar(30)' })
    expect(merged.fields.colour_code).toMatchObject({ kind: 'string', maxLength: 9 })
    expect(await command('--check')).toMatchObject({ code: 0 })
  })

  it('keeps what leads to other tables when one of them is generated again', async () => {
    const { stdout } = await run(process.execPath, [
      'codegen/cli.ts',
      '--table',
      'crm_customer',
      '--url',
      made.url,
      '--into',
      made.dir,
      '--explain',
    ])
    expect(stdout).toContain('unchanged')
    expect(stdout).not.toContain('wrote ')
    expect(stdout).toMatch(/crm_customer\.email: e-mail → email \(.+\)/)
  })
})

describe('what is generated of Chinook and Northwind', () => {
  it('shows Chinook as a person would draw it', async () => {
    const made = await madeOf(await fixture('chinook-postgresql'))
    try {
      expect((await loadSchema(schemasIn(made.dir))).issues).toEqual([])
      const track = await pageOf(made, 'track')
      expect(track.table.columns[0]).toEqual({ field: 'name', fixed: 'left' })
      expect(shown(track)).toEqual(expect.arrayContaining(['album.title', 'genre.name', 'unit_price']))
      const [title] = (await pageOf(made, 'customer')).table.columns
      expect(title).toMatchObject({ field: 'last_name', secondary: ['first_name'] })
      expect((await pageOf(made, 'employee')).entity.tree).toMatchObject({ parent: 'reports_to' })
      const withLists = [await pageOf(made, 'playlist'), track].flatMap(({ fields }) => Object.values(fields))
      expect(withLists.filter(({ link }) => link)).toHaveLength(1)
      expect(track.fields).toHaveProperty('playlists')
      expect((await pageOf(made, 'customer')).detail?.map(({ name }) => name)).toEqual(['base', 'invoices'])
    } finally {
      await made.close()
    }
  })

  it('shows Northwind as a person would draw it', async () => {
    const made = await madeOf(await fixture('northwind-postgresql'))
    try {
      expect((await loadSchema(schemasIn(made.dir))).issues).toEqual([])
      const orders = await pageOf(made, 'orders')
      expect(orders.fields.customer_id).toMatchObject({ kind: 'remoteSelect', show: 'company_name' })
      expect(orders.table.columns).toContainEqual(
        expect.objectContaining({ field: 'employee.last_name', secondary: ['employee.first_name'] }),
      )
      expect((await pageOf(made, 'products')).fields.discontinued).toMatchObject({ kind: 'switch' })
      expect((await pageOf(made, 'employees')).entity.tree).toMatchObject({ parent: 'reports_to' })
      expect((await pageOf(made, 'suppliers')).fields.homepage).not.toMatchObject({ kind: 'url' })
      expect(orders.detail?.map(({ name }) => name)).toEqual(['base', 'order_details'])
    } finally {
      await made.close()
    }
  })
})
