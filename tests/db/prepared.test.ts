import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/core/db/connect.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'

let base: TestDatabase
let database: Database
beforeAll(async () => {
  base = await freshDatabase('empty')
  database = openDatabase(base.url, { connections: 1 })
})
afterAll(async () => {
  await database?.close()
  await base?.drop()
})

/** Often enough for the connection to prepare the statement by its name and to run it several times. */
const often = [1, 2, 3, 4, 5, 6]

const prepared = async (mark: string) => {
  const found = await sql<{ n: number }>`select count(*)::int as n from pg_prepared_statements
    where statement like ${`%${mark}%`} and statement not like '%pg_prepared%'`.execute(database.read)
  return found.rows[0]?.n
}

test('a statement that comes again and again gives the rows of its first run', async () => {
  const ask = async () =>
    (
      await sql`select 'first mark' as mark, n, null::text as empty, 9007199254740993 as large, 12.50 as exact, n > 1 as truth,
      1.5::float8 as double, '2026-01-02 03:04:05'::timestamp as moment, '{"a": [1]}'::jsonb as document, '\\x0102'::bytea as bytes,
      array[1, null, 3] as numbers, array[9007199254740993, 1] as larges, '{}'::text[] as none,
      array['a', 'b c', ' d ', '木']::varchar[] as plain, array['a,b', 'c"d', 'e\\f', '{g}', '', 'NULL', null] as odd,
      array['NULLS', 'x'] as nulls, array[array['a', 'b'], array['c', 'd']] as nested, '[0:1]={a,b}'::text[] as bounds
      from unnest(${[1, 2]}::int[]) as n where n < ${3}::int`.execute(database.read)
    ).rows
  const first = await ask()
  expect(first).toHaveLength(2)
  expect(first[0]).toMatchObject({
    empty: null,
    large: '9007199254740993',
    exact: '12.50',
    plain: ['a', 'b c', ' d ', '木'],
    none: [],
    odd: ['a,b', 'c"d', 'e\\f', '{g}', '', 'NULL', null],
    nulls: ['NULLS', 'x'],
    nested: [
      ['a', 'b'],
      ['c', 'd'],
    ],
    bounds: ['a', 'b'],
  })
  for (const _ of often) expect(await ask()).toEqual(first)
  expect(await prepared('first mark')).toBe(1)
})

test('values that the database refuses fail alone, before and after the statement is known', async () => {
  const ask = async (text: string) =>
    (await sql<{ n: number }>`select 10 / ${text}::int as n, 'second mark' as mark`.execute(database.read)).rows[0]?.n
  await ask('1')
  await ask('1')
  await expect(ask('x')).rejects.toThrow(/invalid input syntax/)
  await expect(ask('0')).rejects.toThrow(/division by zero/)
  for (const _ of often) expect(await ask('5')).toBe(2)
  await expect(ask('x')).rejects.toThrow(/invalid input syntax/)
  await expect(ask('0')).rejects.toThrow(/division by zero/)
  expect(await ask('2')).toBe(5)
  expect(await prepared('second mark')).toBe(1)
})

test('one statement takes values of every kind, by turns', async () => {
  const ask = async (value: unknown) =>
    (await sql<{ t: string }>`select ${value}::text as t, 'third mark' as mark`.execute(database.read)).rows[0]?.t
  for (const _ of often) {
    expect(await ask('木 "x"')).toBe('木 "x"')
    expect(await ask(12.5)).toBe('12.5')
    expect(await ask(9007199254740993n)).toBe('9007199254740993')
    expect(await ask(true)).toBe('true')
    expect(await ask(null)).toBeNull()
    expect(await ask(['a', 'b'])).toBe('{"a","b"}')
    expect(await ask({ a: 1 })).toBe('{"a":1}')
  }
  expect(await prepared('third mark')).toBe(1)
})

test('what a statement wrote is counted', async () => {
  await sql`create table counted (n int)`.execute(database.write)
  for (const n of often) {
    const added = await sql`with added as (insert into counted select unnest(${[n, n]}::int[]) where ${true}::boolean returning n)
      select count(*)::int as n from added`.execute(database.write)
    expect(added.rows).toEqual([{ n: 2 }])
    const gone = await sql`with one as (select ${n}::int as n) delete from counted using one where counted.n = one.n`.execute(
      database.write,
    )
    expect(gone.numAffectedRows).toBe(2n)
  }
})
