import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { indexesOf } from '../../server/core/db/columns.ts'
import { type Database, type Db, openDatabase } from '../../server/core/db/connect.ts'
import { createTable } from '../../server/core/db/migrate/diff.ts'
import { operatorSql, type Values } from '../../server/crud/operators.ts'
import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import { parseEntity } from '../../src/schemas/language/entity/parseEntity.ts'
import type { Operator } from '../../src/schemas/operators.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'

const fields = {
  place: { kind: 'string', index: true, maxLength: 40 },
  code: { kind: 'string', unique: true, maxLength: 40 },
  name: { kind: 'string', unique: true, required: true, maxLength: 40 },
  hash: { kind: 'string', secret: true, index: true, maxLength: 40 },
  parent: { kind: 'string', maxLength: 40 },
}
const options = { table: 'thing', softDelete: true, relations: { above: { table: 'thing', key: 'parent' } } }

let base: TestDatabase
let database: Database
let db: Kysely<Db>
let entity: Entity
beforeAll(async () => {
  base = await freshDatabase('empty')
  database = openDatabase(base.url, { connections: 1 })
  db = database.write
  const parsed = parseEntity(options, fields, [], [])
  if (!parsed) throw new Error('no such table')
  entity = parsed
  for (const text of [{ sql: ['create extension pg_trgm'] }, ...createTable(entity, { foreign: [], texts: ['place'] })].flatMap(
    (step) => step.sql,
  ))
    await sql.raw(text).execute(db)
  await sql`insert into thing (place, code, name, hash, parent, create_time, update_time)
    select 'Place ' || n || case n when 77 then '绿茶Ä_杯' when 78 then '绿 茶' else '' end, case when n % 2 = 0 then 'C' || n else '' end, 'Name ' || n, md5(n::text), 'p' || n, 0, 0
    from generate_series(1, 20000) n`.execute(db)
  await sql`analyze thing`.execute(db)
})
afterAll(async () => {
  await database?.close()
  await base?.drop()
})

function fieldOf(name: string) {
  const field = entity.fields[name]
  if (!field) throw new Error(`no field ${name}`)
  return field
}

/** The rows that a comparison of living rows finds, and how the database looks for them. */
async function look(name: string, operator: Operator, list: readonly string[]) {
  const values: Values = { text: list.join(','), list, hasTextIndex: true }
  const where = sql`${operatorSql(fieldOf(name), sql.ref(`t.${name}`), operator, values)} and t.delete_time is null`
  const plan = await sql<{ 'QUERY PLAN': string }>`explain select id from thing as t where ${where}`.execute(db)
  const rows = await sql<{ id: number }>`select id from thing as t where ${where} order by id`.execute(db)
  return { plan: plan.rows.map((row) => row['QUERY PLAN']).join('\n'), ids: rows.rows.map((row) => row.id) }
}

it.each<[string, Operator, string[], number[]]>([
  ['place', 'eq', ['PLACE 7'], [7]],
  ['place', 'IN', ['place 8', 'Place 9'], [8, 9]],
  ['code', 'eq', ['c10'], [10]],
  ['code', 'IN', ['c10', 'C12'], [10, 12]],
  ['name', 'eq', ['NAME 11'], [11]],
])('%s %s %j is looked up in its index, without regard to case', async (name, operator, list, ids) => {
  const found = await look(name, operator, list)
  expect(found.ids).toEqual(ids)
  const index = indexesOf(entity).find((each) => each.columns[0]?.name === name && each.method === 'btree')
  expect(found.plan).toContain(index?.name)
  expect(found.plan).not.toMatch(/Seq Scan/)
})

it('an empty text is compared as well, and found', async () => {
  const { ids } = await look('code', 'eq', [''])
  expect(ids).toHaveLength(10_000)
  expect((await look('code', 'IN', ['', 'c10'])).ids).toHaveLength(10_001)
})

it('secrets and keys of relations are looked up as they are', async () => {
  for (const [name, value] of [
    ['hash', 'c4ca4238a0b923820dcc509a6f75849b'],
    ['parent', 'p1'],
  ] as const) {
    const plan = await sql<{ 'QUERY PLAN': string }>`explain select id from thing where ${sql.ref(name)} = ${value}`.execute(db)
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n'), name).not.toMatch(/Seq Scan/)
  }
})

it.each<[string, number[]]>([
  ['ce 1234', [1234, ...Array.from({ length: 10 }, (_, i) => 12_340 + i)]],
  ['绿茶', [77]],
  ['绿', [77, 78]],
  ['茶ä_', [77]],
  ['绿 茶', [78]],
  ['e 77绿', [77]],
])('a part of a text (%j) is looked up in the text index, in Chinese as in digits, without regard to case', async (part, ids) => {
  const found = await look('place', 'LIKE', [part])
  expect(found.ids).toEqual(ids)
  expect(found.plan).toContain('Bitmap Index Scan')
  expect(found.plan).not.toMatch(/Seq Scan/)
})

it('a part that is too short for an index is found all the same', async () => {
  expect((await look('place', 'LIKE', ['e_1'])).ids).toEqual([])
  expect((await look('place', 'LIKE', ['9'])).ids.length).toBeGreaterThan(5000)
})
