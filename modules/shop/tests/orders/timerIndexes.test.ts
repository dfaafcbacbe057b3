import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../../server/core/db/connect.ts'
import { DEMO_NOW, freshDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import { type TimerName, timers } from '../../server/timers.ts'

/** Asks every member once a minute: a birthday is a day of the year, of which no index knows. */
const byScan: readonly TimerName[] = ['birthday']
const names = (Object.keys(timers) as TimerName[]).filter((name) => !byScan.includes(name))

/** Before everything that the demo shop plans. */
const longAgo = DEMO_NOW - 1000 * 86_400
/** What timers go by: a few rows. */
const settings = ['shop_setting', 'points_rule']

let shop: TestDatabase
beforeAll(async () => {
  shop = await freshDatabase('demo')
})
afterAll(() => shop.drop())

test.each(names)('while nothing is due, the shop reads no row that could become due: %s', async (name) => {
  const database = openDatabase(shop.url, { connections: 1 }) // its statistics begin with it
  const read = await database.write.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx) // few rows of a demo are scanned faster than looked up; many are not
    await timers[name].due(trx, { now: longAgo, actor: { type: 'system' } }, 1)
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all(${settings})
      and pg_stat_get_xact_tuples_fetched(oid) + pg_stat_get_xact_tuples_returned(oid) > 0`.execute(trx)
    return rows.map((row) => row.name)
  })
  await database.close()
  expect(read).toEqual([])
})
