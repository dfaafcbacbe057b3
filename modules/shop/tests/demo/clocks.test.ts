import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../server/core/db/connect.ts'
import { createSecretBox } from '../../../../server/core/secretBox.ts'
import { prepareDatabase } from '../../../../server/main/prepare.ts'
import { DEMO_PASSWORD, freshDatabase, OWNER_PASSWORD, TEST_SECRET } from '../../../../tests/harness/database.ts'
import { isLong } from '../../../../tests/harness/sampling.ts'
import { productSchema } from '../../../../tests/harness/schemas.ts'
import { planDemo } from '../../demo/seed.ts'

/** A moment at which few orders are old enough for a refund. */
const scarce = 1_795_323_490
const schema = await productSchema()
const count = isLong ? 400 : 6
const clocks = [scarce, ...Array.from({ length: count }, (_, i) => scarce + (i + 1) * 7919)]

test(`orders, evaluations and refunds of the demo shop can be planned at every time of the clock (${clocks.length})`, async () => {
  const fresh = await freshDatabase('seed')
  const database = openDatabase(fresh.url, { connections: 1, statementTimeout: 60_000 })
  const undone = new Error('undone')
  for (const now of clocks) {
    const planned = database.write.transaction().execute(async (trx) => {
      await planDemo(trx, { now, schema })
      throw undone
    })
    await expect(planned, String(now)).rejects.toBe(undone)
  }
  await database.close()
  await fresh.drop()
}, 400_000)

test.runIf(isLong)(
  'the whole shop is made at a time at which few orders are old enough',
  async () => {
    const fresh = await freshDatabase('empty')
    const passwords = { ownerPassword: OWNER_PASSWORD, demoPassword: DEMO_PASSWORD, seal: createSecretBox('', TEST_SECRET) }
    const { firstStart } = await prepareDatabase({ url: fresh.url, demo: true, ...passwords, now: scarce, log: () => {} })
    expect(firstStart).toBe(true)
    const database = openDatabase(fresh.url, { connections: 1 })
    // The owner's messages are those of the catalogue then too, save those of exports, which come when a server makes them.
    const { rows } =
      await sql`select count(*)::int as n, (count(*) filter (where n.status = 0))::int as unread, count(distinct message_type)::int as types
    from shop_notify n join admin a on a.id = n.admin_id where a.username = 'admin'`.execute(database.read)
    expect(rows).toEqual([{ n: 60, unread: 9, types: 5 }])
    await database.close()
    await fresh.drop()
  },
  240_000,
)
