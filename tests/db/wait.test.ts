import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/core/db/connect.ts'
import { isUnavailable } from '../../server/core/http/failures.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'

const wait = 300

let base: TestDatabase
let database: Database
beforeAll(async () => {
  base = await freshDatabase('empty')
  database = openDatabase(base.url, { connections: 1, wait })
  await sql`select 1`.execute(database.read)
})
afterAll(async () => {
  await database?.close()
  await base?.drop()
})

/** Keeps the only connection for this long (ms). */
const keep = (ms: number) => sql`select pg_sleep(${ms / 1000})`.execute(database.read)

test('who waits too long for a connection is told so, with how many are in use', async () => {
  const kept = keep(wait * 3)
  const refused = await sql`select 1`.execute(database.read).catch((error) => error)
  expect(isUnavailable(refused)).toBe(true)
  expect(refused.message).toContain('(1 of 1 in use, 0 waiting)')
  await kept
})

test('a connection that came free while the process was held up is still taken', async () => {
  const kept = keep(wait / 3)
  const asked = sql`select 1 as one`.execute(database.read)
  await new Promise((resolve) => setTimeout(resolve, wait / 6))
  await new Promise(setImmediate) // timers come next, and answers after them
  const since = performance.now()
  while (performance.now() - since < wait * 2); // no answer is read in this time
  await kept
  expect((await asked).rows).toEqual([{ one: 1 }])
})
