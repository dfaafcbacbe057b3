import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/core/db/connect.ts'
import { computedSql } from '../../server/crud/screen/computed.ts'
import { insidesOf } from '../../server/crud/screen/insides.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { productSchema } from '../harness/schemas.ts'

const schema = await productSchema()
const pages = [...schema.pages.values()]
const nested = pages.flatMap((page) =>
  insidesOf(page, schema).map((inside) => ({ page, inside, name: `${page.id} ${inside.relation}` })),
)
const virtual = pages.flatMap((page) =>
  Object.values(page.entity.fields).flatMap((field) => {
    const text = computedSql(field, page.entity, schema)
    return text === undefined ? [] : [{ page, text, name: `${page.id} ${field.name}` }]
  }),
)

let fresh: TestDatabase
let database: Database
beforeAll(async () => {
  fresh = await freshDatabase('seed')
  database = openDatabase(fresh.url, { connections: 1 })
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

test.each(nested)('a list finds its rows of another table by an index: $name', async ({ page, inside }) => {
  const table = page.entity.relations[inside.relation]?.table ?? ''
  const scans = await database.write.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx) // what is scanned now cannot be found by any index
    await inside.read(trx, [{ [page.entity.key ?? 'id']: 1 }, { [page.entity.key ?? 'id']: 9_007_199_254_740_993n }])
    const { rows } = await sql<{ n: number }>`select pg_stat_get_xact_numscans(${table}::regclass)::int as n`.execute(trx)
    return rows[0]?.n
  })
  expect(scans).toBe(0)
})

test.each(virtual)('a computed column finds its rows of another table by an index: $name', async ({ page, text }) => {
  const { table } = page.entity
  const plan = await database.write.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    return (await sql<{ 'QUERY PLAN': string }>`explain select ${sql.raw(text)} from ${sql.table(table)} as t`.execute(trx)).rows
  })
  const scanned = plan.flatMap((row) => /Seq Scan on (\S+)/.exec(row['QUERY PLAN'])?.[1] ?? [])
  expect(scanned.filter((name) => name !== table)).toEqual([])
})
