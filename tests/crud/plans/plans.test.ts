import { Client, Pool } from 'pg'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import type { Schema } from '../../../codegen/schema/schema.ts'
import { takesTextIndex } from '../../../codegen/schema/searchedTexts.ts'
import { quote } from '../../../server/core/db/columns.ts'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import type { Client as Browser } from '../../harness/client.ts'
import { fillTable, growingPages, tablesOf } from '../../harness/fill.ts'
import { isLong, sampleOf } from '../../harness/sampling.ts'
import { productSchema } from '../../harness/schemas.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'

/** The orders, a ledger and the members: every form of index is among theirs. The long run has all lists that grow. */
const chosen = ['shop/order/order', 'shop/user/moneyLog', 'user/user']
const rows = isLong ? 1_000_000 : 8_000

const schema = await productSchema()
const pages = sampleOf('lists whose plans are read', growingPages(schema), (id) => chosen.includes(id))

let server: TestServer
let pool: Pool
/** Plans index-only scans wherever an index has all columns, however much of the table a vacuum could mark as visible. */
let indexOnly: Pool
let owner: Browser
let sent: { text: string; values: unknown[] }[] = []

beforeAll(async () => {
  const { query } = Client.prototype
  // What the server sends is read on its way; nothing is changed.
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    const [asked, values] = args
    const text = typeof asked === 'string' ? asked : String((asked as { text?: string } | null)?.text)
    const bound = typeof asked === 'string' ? values : (asked as { values?: unknown }).values
    sent.push({ text, values: Array.isArray(bound) ? bound : [] })
    return Reflect.apply(query, this, args)
  } as never)
  server = await startTestServer({ database: 'seed' })
  const name = new URL(server.databaseUrl).pathname.slice(1)
  const connectionString = inject('superUrl').replace(encodeURIComponent('{database}'), name)
  pool = new Pool({ connectionString, max: 2 })
  indexOnly = new Pool({
    connectionString,
    max: 1,
    options: '-c enable_seqscan=off -c enable_bitmapscan=off -c enable_indexscan=off',
  })
  for (const each of [pool, indexOnly]) each.on('error', () => {})
  owner = await server.signIn('admin')
})
afterAll(async () => {
  await pool?.end()
  await indexOnly?.end()
  await server?.close()
  vi.restoreAllMocks()
})

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Parent Relationship'?: string
  Plans?: Node[]
}

/** The plan of the list that a request made the server ask for: for its values, or for any where it would be prepared by its name. */
async function planOf(page: Page, params: Record<string, unknown>, db = pool): Promise<Node> {
  sent = []
  const { body } = await owner.get(`/admin/${page.controller}/index`, { limit: 20, ...params })
  if (body.code !== 1) throw new Error(`${page.id}: ${body.msg}`)
  const list = sent.find(({ text }) => text.includes('"_total"'))
  if (!list) throw new Error(`${page.id}: no list was asked for`)
  const isPrepared = /^\s*select/i.test(list.text)
  const found = isPrepared
    ? await db.query(`explain (generic_plan, format json) ${list.text}`)
    : await db.query(`explain (format json) ${list.text}`, list.values)
  return found.rows[0]['QUERY PLAN'][0].Plan
}

/** Every step of a plan, but for what is worked out beside it: the bounded count of an unfiltered list may read on and stop. */
function steps(node: Node, withBeside: boolean): Node[] {
  const inner = (node.Plans ?? []).filter((each) => withBeside || !/InitPlan|SubPlan/.test(each['Parent Relationship'] ?? ''))
  return [node, ...inner.flatMap((each) => steps(each, withBeside))]
}

const readsWhole = (plan: Node, entity: Entity, withBeside: boolean) =>
  steps(plan, withBeside).some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === entity.table)

/** The field and the table behind a name that the page sorts or searches; nothing where the page says why there is no index. */
function claimOf(page: Page, schema: Schema, place: string, isPart: boolean) {
  const [relation = '', inner] = place.split('.')
  const entity = inner === undefined ? page.entity : schema.entities.get(page.entity.relations[relation]?.table ?? '')
  const field = entity?.fields[inner ?? place]
  if (!entity || !field || entity.external || entity.unindexedBecause || field.unindexedBecause || field.virtual || field.link)
    return undefined
  return isPart && !takesTextIndex(entity, field) ? undefined : { entity, field }
}

/** A value that some row in the middle of the table has. */
async function someValue(entity: Entity, name: string): Promise<string> {
  const found = await pool.query(
    `select ${quote(name)}::text as value from ${quote(entity.table)} where ${quote(name)} is not null
     and ${quote(name)}::text <> '' ${entity.softDelete ? 'and delete_time is null' : ''} offset ${rows / 3} limit 1`,
  )
  return String(found.rows[0]?.value ?? '')
}

const filled = new Set<string>()

/** Fills what a list shows and looks into; what an earlier list has left is kept. */
async function fillTables(id: string): Promise<void> {
  for (const entity of tablesOf(schema, id)) {
    if (filled.has(entity.table)) continue
    await fillTable(pool, entity, rows)
    filled.add(entity.table)
  }
}

/** Empties the tables that no later list wants, so that the disk holds a few of them at a time. */
async function emptyTables(id: string): Promise<void> {
  const later = new Set(pages.slice(pages.indexOf(id) + 1).flatMap((each) => tablesOf(schema, each).map(({ table }) => table)))
  for (const { table } of tablesOf(schema, id)) {
    if (later.has(table)) continue
    await pool.query(`truncate ${quote(table)} cascade`)
    filled.delete(table)
  }
}

for (const id of pages) {
  it(`${id}: every sort and search that claims an index is served by one, among ${rows} rows`, async () => {
    const page = schema.pages.get(id)
    if (!page) throw new Error(`there is no page ${id}`)
    await fillTables(id)
    const wrong: string[] = []
    for (const { field: name, sortable } of page.table.columns) {
      if (!sortable || name.includes('.') || !claimOf(page, schema, name, false)) continue
      for (const direction of ['asc', 'desc']) {
        const plan = await planOf(page, { order: `${name},${direction}` })
        const isSorted = steps(plan, false).some((node) => node['Node Type'] === 'Sort')
        if (isSorted || readsWhole(plan, page.entity, false)) wrong.push(`sort by ${name} ${direction}`)
      }
    }
    for (const { field: name, operator } of page.table.search) {
      const claim = claimOf(page, schema, name, operator === 'LIKE')
      if (!claim || operator === 'NULL' || operator === 'NOT NULL') continue
      const value = await someValue(claim.entity, claim.field.name)
      const wire = await wireOf(claim.entity, claim.field.name, value)
      const val = operator === 'LIKE' ? value.slice(-7) : operator === 'RANGE' ? `${wire},${wire}` : wire
      const plan = await planOf(page, { search: [{ field: name, operator, val }] })
      // One of a few options may be that of so many rows that to count to the bound is quicker without an index.
      if (readsWhole(plan, claim.entity, !claim.field.options)) wrong.push(`search ${name} ${operator} ${val}`)
    }
    const quick = page.table.quickSearch.flatMap((name) => claimOf(page, schema, name, true) ?? [])
    if (quick.length === page.table.quickSearch.length && quick[0]) {
      const value = await someValue(quick[0].entity, quick[0].field.name)
      const plan = await planOf(page, { quickSearch: value.slice(-7) })
      if (readsWhole(plan, page.entity, true)) wrong.push(`quick search ${value.slice(-7)}`)
    }
    await emptyTables(id)
    expect(wrong).toEqual([])
  }, 1_200_000)
}

it('counts and picks rows by an index alone, though the list shows columns of other tables', async () => {
  const page = schema.pages.get('shop/order/order')
  if (!page) throw new Error('there is no list of orders')
  await fillTables(page.id)
  const plans = {
    filtered: await planOf(page, { search: [{ field: 'status', operator: 'IN', val: '2' }] }, indexOnly),
    'a page further down': await planOf(page, { page: 100 }, indexOnly),
  }
  await emptyTables(page.id)
  for (const [name, plan] of Object.entries(plans)) {
    const indexes = steps(plan, true).filter((node) => node['Node Type'] === 'Index Only Scan')
    expect(indexes, name).toContainEqual(expect.objectContaining({ 'Relation Name': page.entity.table }))
  }
}, 1_200_000)

/** As the list's own parameters write it: amounts in yuan. */
async function wireOf(entity: Entity, name: string, value: string): Promise<string> {
  const field = entity.fields[name]
  if (field?.kind === 'money') return (Number(value) / 100).toFixed(2)
  return value.replace(/^\{(.*)\}$/, '$1')
}
