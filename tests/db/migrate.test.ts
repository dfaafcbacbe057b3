import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/core/db/connect.ts'
import { applyMigration, describePlan, MigrationError, planMigration } from '../../server/core/db/migrate/migrate.ts'
import { countOn, findRow, insertRow } from '../../server/core/db/rows.ts'
import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import { parseEntity } from '../../src/schemas/language/entity/parseEntity.ts'
import type { Issue } from '../../src/schemas/language/issue.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'

const open: { database: Database; base: TestDatabase }[] = []
afterEach(async () => {
  for (const { database, base } of open.splice(0)) {
    await database.close()
    await base.drop()
  }
})

async function start() {
  const base = await freshDatabase('empty')
  const database = openDatabase(base.url, { connections: 3 })
  open.push({ database, base })
  return { db: database.write, read: database.read, url: base.url, database }
}

function entityOf(own: Record<string, unknown>, fields: Record<string, unknown>): Entity {
  const issues: Issue[] = []
  const entity = parseEntity(own, fields, ['entity'], issues)
  if (!entity || issues.length > 0) throw new Error(JSON.stringify(issues))
  return entity
}
const schemaOf = (...entities: Entity[]) => ({ entities: new Map(entities.map((entity) => [entity.table, entity])) })

const goods = {
  name: { kind: 'string', required: true, maxLength: 40 },
  code: { kind: 'string', unique: true, maxLength: 20 },
  price: { kind: 'money', min: '0.00', default: '0.00' },
  status: { kind: 'select', default: 1, options: [{ value: 1 }, { value: 2 }] },
  tags: { kind: 'multiselect', options: [{ value: 'a' }, { value: 'b' }] },
  on: { kind: 'switch' },
  day: { kind: 'date' },
  note: { kind: 'textarea' },
  extra: { kind: 'array' },
}

test('a page becomes a table, and then nothing is left to do', async () => {
  const { db } = await start()
  const schema = schemaOf(
    entityOf(
      { table: 'goods', weigh: 'weigh', softDelete: true, index: [['status', 'price']] },
      { ...goods, weigh: { kind: 'weigh' } },
    ),
  )
  const plan = await planMigration(db, schema)
  expect(plan.steps.map((step) => step.what)).toEqual(['create table goods (14 columns)'])
  await applyMigration(db, plan)
  expect(describePlan(await planMigration(db, schema))).toBe('The database fits the schema.')
})

test('a changed page produces exactly the steps it needs, and no row is lost', async () => {
  const { db } = await start()
  const before = schemaOf(entityOf({ table: 'goods' }, goods))
  await applyMigration(db, await planMigration(db, before))
  const entity = entityOf({ table: 'goods' }, goods)
  const key = await db.transaction().execute((trx) => insertRow(trx, entity, { name: 'Tea', code: 'T1', price: 1250 }, 100))
  const { note: _gone, ...kept } = goods
  const changed = schemaOf(
    entityOf(
      { table: 'goods' },
      {
        ...kept,
        name: { ...goods.name, maxLength: 80 },
        status: { ...goods.status, options: [{ value: 1 }, { value: 2 }, { value: 3 }] },
        stock: { kind: 'integer', default: 5 },
        origin: { kind: 'string', required: true, index: true },
      },
    ),
  )
  const plan = await planMigration(db, changed)
  const what = plan.steps.map((step) => step.what)
  expect(what).toHaveLength(7)
  expect(what).toContain('change goods.name from character varying(40) to character varying(80)')
  expect(what).toContain('add column goods.stock (integer)')
  expect(what).toContain('add column goods.origin (character varying(255))')
  expect(what).toContain('add index on goods (origin, id)')
  expect(what).toContain('hold goods to "status" IN (1, 2, 3)')
  for (const name of ['status', 'note']) expect(what.some((text) => text.startsWith(`drop rule goods_${name}`))).toBe(true)
  expect(plan.held.map((step) => step.what)).toEqual(['drop column goods.note with its data'])
  await applyMigration(db, plan)
  const again = await planMigration(db, changed)
  expect(again.steps).toEqual([])
  expect(again.held).toHaveLength(1)
  const row = await findRow(db, entity, key ?? 0)
  expect(row).toMatchObject({ name: 'Tea', code: 'T1', price: 1250, status: 1, tags: [], on: 0, note: '', extra: [], day: null })
})

test('rows that break a new rule stay, are counted, and can be mended; what is written must fit', async () => {
  const { db } = await start()
  const entity = entityOf({ table: 'goods' }, { name: { kind: 'string' }, code: { kind: 'string' } })
  await applyMigration(db, await planMigration(db, schemaOf(entity)))
  const add = (code: string) => db.transaction().execute((trx) => insertRow(trx, entity, { name: 'x', code }, 100))
  const keys = [await add('A1'), await add('old code'), await add('')]
  const ruled = schemaOf(
    entityOf({ table: 'goods' }, { name: { kind: 'string', minLength: 1 }, code: { kind: 'string', pattern: '^[A-Z]\\d+$' } }),
  )
  const plan = await planMigration(db, ruled)
  const what = plan.steps.map((each) => each.what)
  expect(what).toEqual([
    expect.stringMatching(/^hold goods to "name" = '' OR char_length\("name"\) >= 1$/),
    expect.stringMatching(
      /^hold goods to "code" ~ .*; rows that do not fit: 1; they stay as they are, and can be saved again once "code" is mended$/,
    ),
  ])
  await applyMigration(db, plan)
  expect((await sql<{ n: number }>`select count(*) as n from goods`.execute(db)).rows).toEqual([{ n: 3 }])
  await expect(add('a1')).rejects.toThrow(/check constraint/)
  await add('B22')
  const write = (set: string) => sql.raw(`update goods set ${set} where id = ${keys[1]}`).execute(db)
  await expect(write(`name = 'y'`)).rejects.toThrow(/check constraint/)
  const again = await planMigration(db, ruled)
  expect(again.steps).toEqual([])
  expect(describePlan(again)).toMatch(/\? goods\.code: rows that do not fit: 1; they stay/)
  await write(`code = 'C3', name = 'y'`)
  const mended = await planMigration(db, ruled)
  expect(mended.problems).toEqual([])
  expect(mended.steps.map((each) => each.what)).toEqual([expect.stringMatching(/^note that every row of goods fits "code" ~ /)])
  await applyMigration(db, mended)
  expect(describePlan(await planMigration(db, ruled))).toBe('The database fits the schema.')
})

test('sums that are always the same become a rule of a table that is there', async () => {
  const { db } = await start()
  const fields = { before: { kind: 'integer' }, delta: { kind: 'integer' }, after: { kind: 'integer' } }
  const entity = entityOf({ table: 'moves' }, fields)
  await applyMigration(db, await planMigration(db, schemaOf(entity)))
  const add = (after: number) => db.transaction().execute((trx) => insertRow(trx, entity, { before: 1, delta: 2, after }, 100))
  await add(3)
  await add(4)
  const ruled = schemaOf(entityOf({ table: 'moves', bounds: [{ sum: ['before', 'delta'], equals: ['after'] }] }, fields))
  const plan = await planMigration(db, ruled)
  expect(plan.steps.map((each) => each.what)).toEqual([
    expect.stringMatching(/^hold moves to "before" \+ "delta" = "after"; rows that do not fit: 1;/),
  ])
  await applyMigration(db, plan)
  await expect(add(5)).rejects.toThrow(/check constraint/)
  await add(3)
  expect((await planMigration(db, ruled)).steps).toEqual([])
})

test('steps that lose data run only on request', async () => {
  const { db } = await start()
  const wide = schemaOf(entityOf({ table: 'goods' }, goods), entityOf({ table: 'old' }, { name: { kind: 'string' } }))
  await applyMigration(db, await planMigration(db, wide))
  const narrow = schemaOf(entityOf({ table: 'goods' }, { name: { ...goods.name, maxLength: 10 } }))
  const plan = await planMigration(db, narrow)
  expect(plan.held.map((step) => step.what)).toEqual(
    expect.arrayContaining([
      'change goods.name from character varying(40) to character varying(10) (may lose data)',
      'drop table old with its rows',
    ]),
  )
  await applyMigration(db, plan)
  const left = await planMigration(db, narrow)
  expect(left.steps).toEqual([])
  await applyMigration(db, left, { dangerous: true })
  expect(describePlan(await planMigration(db, narrow))).toBe('The database fits the schema.')
})

test('a step that fails undoes all steps and says which one it was', async () => {
  const { db } = await start()
  const entity = entityOf({ table: 'goods' }, { name: { kind: 'string' } })
  await applyMigration(db, await planMigration(db, schemaOf(entity)))
  for (let i = 0; i < 2; i++) await db.transaction().execute((trx) => insertRow(trx, entity, { name: 'same' }, 100))
  const changed = schemaOf(entityOf({ table: 'goods' }, { name: { kind: 'string', unique: true }, more: { kind: 'string' } }))
  const plan = await planMigration(db, changed)
  await expect(applyMigration(db, plan)).rejects.toThrow(MigrationError)
  await expect(applyMigration(db, plan)).rejects.toThrow(/unique index on goods \(name\).*duplicated/s)
  expect((await planMigration(db, changed)).steps.map((step) => step.what)).toContain(
    'add column goods.more (character varying(255))',
  )
})

test('two processes that start at once migrate once', async () => {
  const { db, url } = await start()
  const other = openDatabase(url, { connections: 2 })
  const schema = schemaOf(entityOf({ table: 'goods' }, goods))
  const plans = await Promise.all([planMigration(db, schema), planMigration(other.write, schema)])
  const done = await Promise.all([applyMigration(db, plans[0]), applyMigration(other.write, plans[1])])
  await other.close()
  expect(done.map((steps) => steps.length).sort()).toEqual([0, 1])
})

test('a plan that no longer fits the database is not carried out', async () => {
  const { db } = await start()
  const schema = schemaOf(entityOf({ table: 'goods' }, goods))
  await applyMigration(db, await planMigration(db, schema))
  const more = schemaOf(entityOf({ table: 'goods' }, { ...goods, more: { kind: 'string' } }))
  const plan = await planMigration(db, more)
  await applyMigration(
    db,
    await planMigration(
      db,
      schemaOf(entityOf({ table: 'goods' }, { ...goods, more: { kind: 'string' } }), entityOf({ table: 'x' }, {})),
    ),
  )
  expect(await applyMigration(db, plan)).toEqual([])
  const unmade = await planMigration(
    db,
    schemaOf(entityOf({ table: 'goods' }, { ...goods, code: { ...goods.code, maxLength: 30 } })),
  )
  await sql`alter table goods drop column price`.execute(db)
  await expect(applyMigration(db, unmade)).rejects.toThrow(/changed since the plan was made/)
})

test('a table of another system is never changed, only compared', async () => {
  const { db, url } = await start()
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create table legacy (no integer primary key, title varchar(20) not null, at timestamp)')
  await client.end()
  const legacy = (fields: Record<string, unknown>) =>
    schemaOf(entityOf({ table: 'legacy', key: 'no', external: true }, { no: { kind: 'integer' }, ...fields }))
  const good = await planMigration(
    db,
    legacy({ title: { kind: 'string', maxLength: 20 }, at: { kind: 'datetime', store: 'timestamp' } }),
  )
  expect(describePlan(good)).toBe('The database fits the schema.')
  const bad = await planMigration(db, legacy({ title: { kind: 'integer' }, nope: { kind: 'string' } }))
  expect(bad.steps).toEqual([])
  expect(bad.problems.join('\n')).toMatch(
    /legacy\.title: the column is character varying.*legacy\.nope: the external table has no such column/s,
  )
})

test('keys that seeds gave are counted on from', async () => {
  const { db } = await start()
  const entity = entityOf({ table: 'goods' }, { name: { kind: 'string' } })
  await applyMigration(db, await planMigration(db, schemaOf(entity)))
  const next = await db.transaction().execute(async (trx) => {
    await insertRow(trx, entity, { id: 41, name: 'seed' }, 100)
    await countOn(trx, entity)
    return insertRow(trx, entity, { name: 'next' }, 100)
  })
  expect(next).toBe(42)
})

test('reading connections cannot write, and both come back after the database ended them', async () => {
  const { db, read, url } = await start()
  const entity = entityOf({ table: 'goods' }, { name: { kind: 'string' } })
  await applyMigration(db, await planMigration(db, schemaOf(entity)))
  await expect(read.insertInto('goods').values({ name: 'x' }).execute()).rejects.toThrow(/read-only/)
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
  await expect
    .poll(() =>
      read
        .selectFrom('goods')
        .select('id')
        .execute()
        .catch(() => 'broken'),
    )
    .toEqual([])
})

test('statements that were prepared go on working when a column changes its type', async () => {
  const { db, read } = await start()
  const entity = entityOf({ table: 'goods' }, { name: { kind: 'string', maxLength: 20 }, count: { kind: 'integer' } })
  await applyMigration(db, await planMigration(db, schemaOf(entity)))
  await db.transaction().execute((trx) => insertRow(trx, entity, { name: 'x', count: 5 }, 100))
  const ask = () => read.selectFrom('goods').select(['name', 'count']).where('name', '=', 'x').execute()
  for (let i = 0; i < 6; i++) expect(await ask()).toEqual([{ name: 'x', count: 5 }])
  const prepared = await sql<{
    n: number
  }>`select count(*)::int as n from pg_prepared_statements where statement like '%goods%' and 1 = ${1}::int`.execute(read)
  expect(prepared.rows[0]?.n).toBe(1)
  const wider = schemaOf(
    entityOf({ table: 'goods' }, { name: { kind: 'string', maxLength: 20 }, count: { kind: 'integer', store: 'bigint' } }),
  )
  await applyMigration(db, await planMigration(db, wider))
  for (let i = 0; i < 6; i++) expect(await ask()).toEqual([{ name: 'x', count: 5 }])
})

test('indexes of an older Kontor are made again in the order of lists, and the next start finds nothing to do', async () => {
  const { db } = await start()
  const schema = schemaOf(entityOf({ table: 'goods', index: [['price'], ['day']] }, goods))
  await applyMigration(db, await planMigration(db, schema))
  const made = () =>
    sql<{
      name: string
      text: string
    }>`select indexname as name, indexdef as text from pg_indexes where tablename = 'goods'`.execute(db)
  const [price, day] = ['price', 'day'].map((name) => new RegExp(`\\(${name}( NULLS FIRST)?, id\\)`))
  const now = (await made()).rows
  const ofDay = now.find(({ text }) => day?.test(text))
  expect(now.some(({ text }) => price?.test(text) && !text.includes('NULLS'))).toBe(true)
  expect(ofDay?.text).toContain('(day NULLS FIRST, id)')
  // As it was: by the column alone, empty values last.
  await sql`drop index ${sql.ref(ofDay?.name ?? '')}`.execute(db)
  await sql`create index goods_day_k0123abcd on goods (day)`.execute(db)
  const plan = await planMigration(db, schema)
  expect(plan.steps.map((step) => step.what)).toEqual([
    'drop index goods_day_k0123abcd, which the schema no longer asks for',
    'add index on goods (day, id)',
  ])
  await applyMigration(db, plan)
  expect(describePlan(await planMigration(db, schema))).toBe('The database fits the schema.')
  expect((await made()).rows.map(({ text }) => text).toSorted()).toEqual(now.map(({ text }) => text).toSorted())
})
