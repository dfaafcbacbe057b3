import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../server/core/db/connect.ts'
import { computedSql } from '../../../server/crud/screen/computed.ts'
import { insidesOf } from '../../../server/crud/screen/insides.ts'
import { freshDatabase, type TestDatabase } from '../../harness/database.ts'
import { productSchema } from '../../harness/schemas.ts'

const schema = await productSchema()
const pages = [...schema.pages.values()]
const nested = pages.flatMap((page) =>
  insidesOf(page, schema).map((inside) => ({ page, text: inside.sql, name: `${page.id} ${inside.relation}` })),
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

test('there are such columns of both kinds', () => {
  expect(nested).not.toEqual([])
  expect(virtual).not.toEqual([])
})

test.each([...nested, ...virtual])('a column finds its rows of another table by an index: $name', async ({ page, text }) => {
  const { table } = page.entity
  const plan = await database.write.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    return (await sql<{ 'QUERY PLAN': string }>`explain select ${sql.raw(text)} from ${sql.table(table)} as t`.execute(trx)).rows
  })
  const scanned = plan.flatMap((row) => /Seq Scan on (\S+)/.exec(row['QUERY PLAN'])?.[1] ?? [])
  expect(scanned.filter((name) => name !== table)).toEqual([])
})
