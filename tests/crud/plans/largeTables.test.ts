import { Client, Pool } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Client as Browser } from '../../harness/client.ts'
import { fillTable, tablesOf } from '../../harness/fill.ts'
import { isLong } from '../../harness/sampling.ts'
import { productSchema } from '../../harness/schemas.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'

const schema = await productSchema()
const list = '/admin/shop.user.MoneyLog/index'
const rows = 3000
const orderRows = 400

let server: TestServer
let owner: Browser
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
  const pool = new Pool({ connectionString: server.databaseUrl, max: 1 })
  pool.on('error', () => {})
  for (const entity of tablesOf(schema, 'shop/user/moneyLog')) await fillTable(pool, entity, rows)
  for (const entity of tablesOf(schema, 'shop/order/order'))
    if (entity.table === 'shop_order') await fillTable(pool, entity, orderRows)
  await pool.end()
  owner = await server.signIn('admin')
})
afterAll(() => server?.close())

type List = { list: { id: number }[]; total: number }
const page = async (params: Record<string, unknown>) => {
  const { body } = await owner.get<List>(list, { limit: 50, ...params })
  if (body.code !== 1) throw new Error(body.msg)
  return body.data
}
const idsOf = ({ list }: List) => list.map(({ id }) => Number(id))

/** The database believes that the table is as large. */
async function pretend(table: string, count: number): Promise<void> {
  const name = new URL(server.databaseUrl).pathname.slice(1)
  const client = new Client({ connectionString: inject('superUrl').replace(encodeURIComponent('{database}'), name) })
  await client.connect()
  await client.query('update pg_class set reltuples = $1 where relname = $2', [count, table])
  await client.end()
}

test.each(['create_time,asc', 'create_time,desc', 'money,asc', ''])(
  'pages one after the other have every row once, counted off or begun behind the row before (%j)',
  async (order) => {
    const whole = await server.query<{ id: number }>('select id from user_money_log')
    const seen: number[][] = [[], []]
    let last: number | undefined
    for (let number = 1; number <= 60; number++) {
      const counted = idsOf(await page({ page: number, order }))
      const behind = last === undefined ? counted : idsOf(await page({ page: number, order, after: last }))
      expect(behind).toEqual(counted)
      seen[0]?.push(...counted)
      last = behind.at(-1)
    }
    expect(new Set(seen[0])).toEqual(new Set(whole.map(({ id }) => id)))
    expect(seen[0]).toHaveLength(rows)
  },
)

test('empty values are not lost behind the row that a page begins behind', async () => {
  await server.query('update user_money_log set create_time = null where id % 100 = 0')
  const seen: number[] = []
  for (let number = 1, last: number | undefined; number <= 60; number++) {
    const ids = idsOf(await page({ page: number, order: 'create_time,desc', ...(last === undefined ? {} : { after: last }) }))
    seen.push(...ids)
    last = ids.at(-1)
  }
  expect(new Set(seen).size).toBe(rows)
})

test('a list sorted upwards is the list sorted downwards from its end', async () => {
  const down = [
    idsOf(await page({ order: 'create_time,desc' })),
    idsOf(await page({ order: 'create_time,desc', page: 2 })),
  ].flat()
  const up = idsOf(await page({ order: 'create_time,asc', page: 60 }))
  expect(up.toReversed()).toEqual(down.slice(0, 50))
})

test('a page that begins behind a row that is gone is the page of its number', async () => {
  expect(idsOf(await page({ page: 3, after: 999_999 }))).toEqual(idsOf(await page({ page: 3 })))
  expect(idsOf(await page({ page: 3, after: 'x' }))).toEqual(idsOf(await page({ page: 3 })))
})

test('a quick search over several tables finds the same rows whether the table is small or large', async () => {
  const [{ text = '' } = {}] = await server.query<{ text: string }>('select right(ref_no, 4) as text from user_money_log limit 1')
  await pretend('user_money_log', 100)
  const small = await page({ quickSearch: text })
  await pretend('user_money_log', 100_000)
  expect(await page({ quickSearch: text })).toEqual(small)
  expect(small.total).toBeGreaterThan(0)
})

test('of rows with one member in a list, the planner’s guess is taken where it lies far above what is counted', async () => {
  const orders = async (params: Record<string, unknown>) => {
    const { body } = await owner.get<List>('/admin/shop.order.Order/index', { limit: 20, ...params })
    if (body.code !== 1) throw new Error(body.msg)
    return body.data
  }
  const inBeijing = { field: 'receiver_region', operator: 'FIND_IN_SET', val: '110000' }
  const few = { field: 'receiver_region', operator: 'FIND_IN_SET', val: '120000' }
  await server.query(`update shop_order set receiver_region = '{110000}', status = 1`)
  await server.query(`update shop_order set receiver_region = '{120000}' where id in (select id from shop_order limit 3)`)
  await server.query('analyze shop_order')
  const exact = { total: orderRows - 3, total_is: 'exact' }
  expect(await orders({ search: [inBeijing] })).toMatchObject(exact)
  await pretend('shop_order', 1_000_000)
  const guessed = await orders({ search: [inBeijing] })
  expect(guessed).toMatchObject({ list: expect.objectContaining({ length: 20 }), total_is: 'estimate' })
  expect(guessed.total).toBeGreaterThan(900_000)
  // Fewer rows than a page has are counted by themselves; with another condition the guess is worth less, and they are counted.
  expect(await orders({ search: [few] })).toMatchObject({ total: 3, total_is: 'exact' })
  expect(await orders({ search: [inBeijing, { field: 'status', operator: 'IN', val: '1' }] })).toMatchObject(exact)
  // Of what is not in a list the planner knows nothing.
  const blind = [
    { field: 'receiver_region', operator: 'NOT IN', val: '120000' },
    { field: 'receiver_region', operator: 'NOT NULL', val: '' },
  ]
  for (const term of blind) expect(await orders({ search: [term] })).toMatchObject({ total_is: 'exact' })
  expect(await orders({ search: [inBeijing], page: 3 })).toMatchObject({ total: guessed.total, total_is: 'estimate' })
})

test('a large table is not sorted by a column without an index: the refusal names those that have one', async () => {
  await pretend('user_money_log', 3_000_000)
  const { body } = await owner.get(list, { order: 'before,desc' })
  expect(body).toMatchObject({
    code: 0,
    msg: expect.stringMatching(/Too many rows to sort by "Before"\. .*sort by: ID, Created\./),
  })
  const narrowed = await owner.get(list, { order: 'before,desc', search: [{ field: 'user_id', operator: 'eq', val: '5' }] })
  expect(narrowed.body.code).toBe(1)
  expect((await owner.get(list, { order: 'create_time,desc' })).body.code).toBe(1)
  await pretend('user_money_log', rows)
  expect((await owner.get(list, { order: 'before,desc' })).body.code).toBe(1)
})

test('a search that the database ends for its time says that it is too wide, and which filters are quick', async () => {
  const [{ memo = '' } = {}] = await server.query<{ memo: string }>('select memo from user_money_log limit 1')
  await server.query('alter table user_money_log rename to kept')
  await server.query('create view user_money_log as select kept.* from kept, (select pg_sleep(20)) as slow')
  const { body, status } = await owner.get(list, { search: [{ field: 'memo', operator: 'LIKE', val: memo }] })
  expect(status).toBe(200)
  expect(body).toMatchObject({ code: 0, msg: expect.stringContaining('The search is too broad') })
  if (isLong) {
    const chinese = await server.signIn('admin', undefined, { lang: 'zh-cn' })
    const told = await chinese.get(list, { order: 'create_time,asc' })
    expect(told.body.msg).toContain('搜索范围太大')
  }
  await server.query('drop view user_money_log')
  await server.query('alter table kept rename to user_money_log')
})
