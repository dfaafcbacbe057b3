import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSchema } from '../../codegen/pages.ts'
import { conditionSql } from '../../server/db/condition.ts'
import { type Database, openDatabase } from '../../server/db/connect.ts'
import { applyMigration, planMigration } from '../../server/db/migrate.ts'
import { rowFromDb, rowToDb } from '../../server/db/values.ts'
import { type Condition, conditionFields } from '../../src/schemas/language/condition.ts'
import type { Entity } from '../../src/schemas/language/entity.ts'
import { parseEntity } from '../../src/schemas/language/parseEntity.ts'
import { holds } from '../../src/schemas/language/predicate.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'

let base: TestDatabase
let database: Database
beforeAll(async () => {
  base = await freshDatabase('empty')
  database = openDatabase(base.url, { connections: 2 })
})
afterAll(async () => {
  await database.close()
  await base.drop()
})

const runs = process.env.KONTOR_LONG === '1' ? 20_000 : 1_500

/** Inside a page: numbers, texts and lists in every kind of column, all of which may be empty. */
const fields = {
  count: { kind: 'integer', nullable: true },
  price: { kind: 'money', nullable: true },
  cost: { kind: 'money', nullable: true, store: 'numeric(12,2)' },
  rate: { kind: 'number', nullable: true, scale: 3 },
  real: { kind: 'float', nullable: true, store: 'double precision' },
  title: { kind: 'string', nullable: true },
  code: { kind: 'string', nullable: true, store: 'char(4)' },
  state: { kind: 'select', nullable: true, options: [{ value: 1 }, { value: 2 }] },
  mode: { kind: 'select', nullable: true, options: [{ value: 'a' }, { value: 'b' }] },
  open: { kind: 'switch', nullable: true, store: 'boolean' },
  day: { kind: 'date', nullable: true },
  at: { kind: 'datetime', nullable: true },
  stamp: { kind: 'datetime', nullable: true, store: 'timestamptz' },
  wall: { kind: 'datetime', nullable: true, store: 'timestamp' },
  clock: { kind: 'time', nullable: true },
  tags: { kind: 'multiselect', nullable: true, options: [{ value: 'a' }, { value: 'b' }] },
  more: { kind: 'array', nullable: true },
}

const near = fc.integer({ min: -3, max: 3 })
const word = fc.oneof(
  fc.constantFrom('', 'a', 'A', 'b', 'ab', '%', "'", '中', 'é'),
  fc.string({ maxLength: 4 }).filter((t) => !t.includes('\0')),
)
const values: Record<string, fc.Arbitrary<unknown>> = {
  count: near,
  price: near,
  cost: near,
  rate: fc.constantFrom(0, 0.001, -0.5, 1, 2.125),
  real: fc.constantFrom(0, 0.1, -0.1, 0.3, 1e10),
  title: word,
  code: fc.constantFrom('', 'a', 'ab', 'b'),
  state: fc.constantFrom(1, 2),
  mode: fc.constantFrom('a', 'b'),
  open: fc.constantFrom(0, 1),
  day: fc.constantFrom('2026-01-01', '2026-01-02'),
  at: near,
  stamp: near,
  wall: near,
  clock: fc.constantFrom('08:00:00', '09:30:00'),
  tags: fc.subarray(['a', 'b']),
  more: fc.constantFrom([], [{ key: 'k', value: 'v' }]),
}
const names = Object.keys(fields)
const row = fc.record(Object.fromEntries(names.map((name) => [name, fc.option(values[name] ?? fc.constant(null), { freq: 3 })])))
const scalar = fc.oneof(near, word, fc.constantFrom(1, 2, 'a', '2026-01-01', '08:00:00', 0.1, 0.001), fc.constant(null))
const operand = fc.oneof(
  scalar.map((value) => ({ value })),
  fc.constant({ self: 'id' as const }),
  near.map((now) => ({ now })),
  fc.constantFrom(...names).map((field) => ({ field })),
)
const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ op: fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte'), field: fc.constantFrom(...names), operand }),
  fc.record({ op: fc.constantFrom('in', 'notIn'), field: fc.constantFrom(...names), values: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ op: fc.constant('empty' as const), field: fc.constantFrom(...names), value: fc.boolean() }),
) as fc.Arbitrary<Condition>
const condition = fc.letrec<{ node: Condition }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({
      op: fc.constantFrom('all', 'any'),
      of: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
    }) as fc.Arbitrary<Condition>,
    fc.record({ op: fc.constant('not' as const), of: tie('node') }),
  ),
})).node

const env = { selfId: 2, now: 1 }

async function inSql(entity: Entity, key: number, condition: Condition): Promise<boolean> {
  const found = await sql<{
    yes: boolean | null
  }>`select ${conditionSql(condition, entity, env)} as yes from ${sql.table(entity.table)} as t where t.id = ${key}`.execute(
    database.read,
  )
  const yes = found.rows[0]?.yes
  if (typeof yes !== 'boolean') throw new Error(`the condition is ${String(yes)} in SQL`)
  return yes
}

test('the browser and the database read a condition alike, over every kind of column and with empty values', async () => {
  const entity = parseEntity({ table: 'lab' }, fields, [], [], [])
  if (!entity) throw new Error('the entity was not parsed')
  await applyMigration(database.write, await planMigration(database.write, { entities: new Map([['lab', entity]]) }))
  let truths = 0
  await fc.assert(
    fc.asyncProperty(row, fc.array(condition, { minLength: 3, maxLength: 3 }), async (given, conditions) => {
      const made = await database.write
        .insertInto('lab')
        .values(rowToDb(given, entity))
        .returning(['id', ...names])
        .executeTakeFirstOrThrow()
      const model = rowFromDb(made, entity)
      for (const each of conditions) {
        const expected = holds(each, { values: model, ...env })
        truths += expected ? 1 : 0
        expect(await inSql(entity, Number(made.id), each), JSON.stringify({ each, model })).toBe(expected)
      }
    }),
    { numRuns: Math.ceil(runs / 3), seed: 20260331 },
  )
  expect(truths).toBeGreaterThan(runs / 10)
}, 600_000)

test('for every order status and refunded amount, the browser shows an action exactly when the server allows it', async () => {
  const { schema } = await loadSchema('src/schemas')
  const page = schema.pages.get('shop/order/order')
  if (!page) throw new Error('there is no page shop/order/order')
  const statuses = (page.fields.status?.options ?? []).map((option) => Number(option.value))
  const table: Record<string, string[]> = {}
  expect(statuses).toEqual([1, 2, 3, 4, 5, 6, 7])
  for (const status of statuses) {
    for (const refund_amount of [null, -1, 0, 1, 100]) {
      for (const name of ['deliver', 'receive', 'cancel', 'close']) {
        const action = page.actions[name]
        if (!action?.when) throw new Error(`order action ${name} has no condition`)
        const model = { status, refund_amount }
        const shown = holds(action.when, { values: model, ...env })
        const from = sql`(select ${status}::smallint as status, ${refund_amount}::bigint as refund_amount) as t`
        const found = await sql<{
          yes: boolean
        }>`select ${conditionSql(action.when, page.entity, env)} as yes from ${from}`.execute(database.read)
        expect(found.rows[0]?.yes, `${name} at ${status}, ${refund_amount}`).toBe(shown)
        if (shown) table[name] = [...(table[name] ?? []), `${status}:${refund_amount}`]
        expect(conditionFields(action.when).every((field) => ['status', 'refund_amount'].includes(field))).toBe(true)
      }
    }
  }
  const all = [null, -1, 0, 1, 100]
  const at = (status: number, amounts: (number | null)[]) => amounts.map((amount) => `${status}:${amount}`)
  expect(table).toEqual({
    deliver: at(2, all),
    receive: at(3, all),
    cancel: at(7, all),
    close: [1, 2, 3, 4].flatMap((status) => at(status, [-1, 0])),
  })
})
