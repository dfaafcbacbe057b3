import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conditionSql } from '../../server/core/db/condition.ts'
import { type Database, openDatabase } from '../../server/core/db/connect.ts'
import { applyMigration, planMigration } from '../../server/core/db/migrate/migrate.ts'
import { rowFromDb, rowToDb } from '../../server/core/db/values.ts'
import type { Condition } from '../../src/schemas/condition.ts'
import { conditionFields } from '../../src/schemas/language/condition/condition.ts'
import { failures, holds } from '../../src/schemas/language/condition/predicate.ts'
import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import { parseEntity } from '../../src/schemas/language/entity/parseEntity.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { isLong } from '../harness/sampling.ts'
import { productSchema } from '../harness/schemas.ts'

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

/** Rows compared, each with a condition of its own. */
const runs = isLong ? 40_000 : 3_000
/** Rows that are read by one statement. */
const batch = 50

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
  lines: {
    kind: 'subtable',
    nullable: true,
    fields: {
      count: { kind: 'integer' },
      price: { kind: 'money' },
      title: { kind: 'string' },
      open: { kind: 'switch' },
      tags: { kind: 'multiselect', options: [{ value: 'a' }, { value: 'b' }] },
      parts: { kind: 'subtable', fields: { count: { kind: 'integer' }, code: { kind: 'string' } } },
    },
  },
}

/** Rows of another table that belong to one of the first, in columns of their own. */
const noteFields = {
  lab_id: { kind: 'integer', nullable: true, index: true },
  count: { kind: 'integer', nullable: true },
  title: { kind: 'string', nullable: true },
  at: { kind: 'datetime', nullable: true, store: 'timestamptz' },
  lines: { kind: 'subtable', nullable: true, fields: { count: { kind: 'integer' } } },
}

const near = fc.integer({ min: -3, max: 3 })
const word = fc.oneof(
  fc.constantFrom('', 'a', 'A', 'b', 'ab', '%', "'", '中', 'é', '\u{1f600}', '\ufffd'),
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
const flat = Object.keys(values)
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 })
const list = <T>(row: fc.Arbitrary<T>) => optional(fc.array(row, { maxLength: 3 }))
const part = fc.record({ count: optional(near), code: optional(word) }, { requiredKeys: [] })
const line = fc.record(
  {
    count: optional(near),
    price: near,
    title: optional(word),
    open: fc.constantFrom(0, 1),
    tags: fc.subarray(['a', 'b']),
    parts: list(part),
  },
  { requiredKeys: [] },
)
const row = fc.record({
  ...Object.fromEntries(flat.map((name) => [name, optional(values[name] ?? fc.constant(null))])),
  lines: list(line),
})
const note = fc.record({
  count: optional(near),
  title: optional(word),
  at: optional(near),
  lines: list(fc.record({ count: optional(near) })),
  gone: fc.boolean(),
})

const scalar = fc.oneof(near, word, fc.constantFrom(1, 2, 'a', '2026-01-01', '08:00:00', 0.1, 0.001), fc.constant(null))
/** What may be named in a row: its values, the lists inside it, and the row around it. */
interface Place {
  values: readonly string[]
  lists: Readonly<Record<string, Place>>
}
const inLine: Place = {
  values: ['count', 'price', 'title', 'open', 'tags'],
  lists: { parts: { values: ['count', 'code'], lists: {} } },
}
const inNote: Place = { values: ['count', 'title', 'at'], lists: { lines: { values: ['count'], lists: {} } } }
const record: Place = { values: flat, lists: { lines: inLine, notes: inNote } }

/** Conditions on a row, given the rows around it from the record on. */
function conditionIn(places: readonly Place[], depth: number): fc.Arbitrary<Condition> {
  const reach = places.flatMap((place, i): [string, Place, readonly Place[]][] => {
    const around = places.slice(0, i + 1)
    if (i === places.length - 1) return [['', place, around]]
    return [
      ...(i === places.length - 2 ? [['$parent.', place, around] as [string, Place, readonly Place[]]] : []),
      ...(i === 0 ? [['$root.', place, around] as [string, Place, readonly Place[]]] : []),
    ]
  })
  const value = fc.constantFrom(...reach.flatMap(([prefix, place]) => place.values.map((name) => prefix + name)))
  const lists = reach.flatMap(([prefix, place, around]) =>
    Object.entries(place.lists).map(([name, inner]) => ({ rows: prefix + name, inner: [...around, inner] })),
  )
  const operand = fc.oneof(
    scalar.map((value) => ({ value })),
    fc.constant({ self: 'id' as const }),
    near.map((now) => ({ now })),
    value.map((field) => ({ field })),
  )
  const leaf = fc.oneof(
    fc.record({ op: fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte'), field: value, operand }),
    fc.record({ op: fc.constantFrom('in', 'notIn'), field: value, values: fc.array(scalar, { maxLength: 3 }) }),
    fc.record({
      op: fc.constant('empty' as const),
      field: fc.oneof(value, fc.constantFrom(...(lists.length > 0 ? lists.map((l) => l.rows) : ['count']))),
      value: fc.boolean(),
    }),
  ) as fc.Arbitrary<Condition>
  if (depth === 0) return leaf
  const node = conditionIn(places, depth - 1)
  const rows = lists.map(({ rows, inner }) =>
    fc.record({ op: fc.constantFrom('some', 'every'), rows: fc.constant(rows), of: conditionIn(inner, depth - 1) }),
  ) as fc.Arbitrary<Condition>[]
  return fc.oneof(
    leaf,
    fc.record({
      op: fc.constantFrom('all', 'any'),
      of: fc.array(node, { minLength: 1, maxLength: 3 }),
    }) as fc.Arbitrary<Condition>,
    fc.record({ op: fc.constant('not' as const), of: node }),
    ...rows,
  )
}
const condition = conditionIn([record], 3)

const env = { selfId: 2, now: 1 }

interface Case {
  row: Record<string, unknown>
  notes: Record<string, unknown>[]
  conditions: Condition[]
}

/** Stores the rows, reads them back, and asks the database and the predicate about every condition. */
async function compare(cases: readonly Case[], lab: Entity, notes: Entity): Promise<number> {
  const names = Object.keys(fields)
  const made = await database.write
    .insertInto('lab')
    .values(cases.map(({ row }) => rowToDb(row, lab)))
    .returning(['id', ...names])
    .execute()
  const own = cases.flatMap(({ notes: list }, i) =>
    list.map(({ gone, ...each }) => ({
      ...rowToDb({ ...each, lab_id: Number(made[i]?.id) }, notes),
      delete_time: gone ? 1 : null,
    })),
  )
  if (own.length > 0) await database.write.insertInto('lab_note').values(own).execute()
  const kept = await database.read.selectFrom('lab_note').selectAll().where('delete_time', 'is', null).execute()
  const entityOf = (table: string) => (table === 'lab_note' ? notes : undefined)
  const asked = cases.flatMap(({ conditions }, i) => {
    const id = Number(made[i]?.id)
    const model = rowFromDb(made[i] ?? {}, lab)
    model.notes = kept.filter((each) => Number(each.lab_id) === id).map((each) => rowFromDb(each, notes))
    return conditions.map((each) => ({ id, model, each }))
  })
  const statements = asked.map(
    ({ id, each }) => sql`(select ${conditionSql(each, lab, { ...env, entityOf })} from lab as t where t.id = ${id}::integer)`,
  )
  const found = await sql<{ yes: (boolean | null)[] }>`select array[${sql.join(statements)}] as yes`.execute(database.read)
  let truths = 0
  for (const [i, { model, each }] of asked.entries()) {
    const expected = holds(each, { values: model, ...env })
    truths += expected ? 1 : 0
    expect(found.rows[0]?.yes[i], JSON.stringify({ each, model })).toBe(expected)
    expect(failures(each, { values: model, ...env }).length === 0).toBe(expected)
  }
  await database.write.deleteFrom('lab_note').execute()
  await database.write.deleteFrom('lab').execute()
  return truths
}

test('the browser and the database read a condition alike, over every kind of column, rows inside, and with empty values', async () => {
  const relations = { notes: { table: 'lab_note', many: 'lab_id' } }
  const lab = parseEntity({ table: 'lab', relations }, fields, [], [])
  const notes = parseEntity({ table: 'lab_note', softDelete: true }, noteFields, [], [])
  if (!lab || !notes) throw new Error('an entity was not parsed')
  const entities = new Map([
    ['lab', lab],
    ['lab_note', notes],
  ])
  await applyMigration(database.write, await planMigration(database.write, { entities }))
  let truths = 0
  const one = fc.record({
    row,
    notes: fc.array(note, { maxLength: 3 }),
    conditions: fc.array(condition, { minLength: 1, maxLength: 1 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: batch, maxLength: batch, size: 'max' }), async (cases) => {
      truths += await compare(cases, lab, notes)
    }),
    { numRuns: runs / batch, seed: 20260331, endOnFailure: true },
  )
  expect(truths).toBeGreaterThan(runs / 10)
  expect(runs - truths).toBeGreaterThan(runs / 10)
}, 600_000)

test('for every order status and refunded amount, the browser shows an action exactly when the server allows it', async () => {
  const schema = await productSchema()
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
