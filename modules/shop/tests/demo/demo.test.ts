import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Writer } from '../../../../server/core/db/connect.ts'
import { createSecretBox } from '../../../../server/core/secretBox.ts'
import { loadModules } from '../../../../server/main/modules.ts'
import { prepareDatabase } from '../../../../server/main/prepare.ts'
import type { DemoInput } from '../../../../server/modules/module.ts'
import {
  DEMO_NOW,
  DEMO_PASSWORD,
  freshDatabase,
  OWNER_PASSWORD,
  TEST_SECRET,
  type TestDatabase,
} from '../../../../tests/harness/database.ts'
import { longTest } from '../../../../tests/harness/longTest.ts'
import { sampleOf } from '../../../../tests/harness/sampling.ts'
import { checkInvariants } from '../../demo/invariants.ts'
import { seedDemo } from '../../demo/seed.ts'
import { readSnapshot, type Snapshot, sealOfSnapshots, snapshotFaults, takeSnapshot } from '../../demo/snapshot.ts'
import { testCatalogue } from './contents/catalogue.ts'
import { testOffers } from './contents/offers.ts'
import { testOrders } from './contents/orders.ts'
import { testTimes } from './contents/times.ts'

let shop: TestDatabase
let client: Client
let now: number

const options = {
  demo: true,
  ownerPassword: OWNER_PASSWORD,
  demoPassword: DEMO_PASSWORD,
  seal: createSecretBox('', TEST_SECRET),
  log: () => {},
}
const hour = 3600
const day = 86_400

const connect = async (database: TestDatabase) => {
  const made = new Client({ connectionString: database.url })
  await made.connect()
  return made
}
const rows = async (sql: string) => (await client.query(sql)).rows as Record<string, unknown>[]

/** A demo shop whose first start is at this time. */
async function open(at: number): Promise<void> {
  now = at
  shop = await freshDatabase(at === DEMO_NOW ? 'demo' : 'empty')
  if (at !== DEMO_NOW) await prepareDatabase({ ...options, url: shop.url, now })
  client = await connect(shop)
}
async function close(): Promise<void> {
  await client.end()
  await shop.drop()
}

const starts: readonly [when: string, at: number][] = [
  ['at noon, as its snapshot was made', DEMO_NOW],
  ['on an evening of the same month', DEMO_NOW + 11 * day + 9 * hour + 17],
  ['in the middle of a night two years later', DEMO_NOW + 763 * day - 10 * hour - 1234],
]
describe.each(sampleOf('first starts of the demo shop', starts, (_, at) => at === 2))(
  'the demo shop of a first start %s',
  (_when, start) => {
    beforeAll(() => open(start), 180_000)
    afterAll(close)

    testTimes(rows, start)
    testOrders(rows, start)
    testCatalogue(rows, start)
    testOffers(rows, start)

    test('is sound: everything that must always hold in a shop holds', async () => {
      const database = openDatabase(shop.url, { connections: 1, statementTimeout: 60_000 })
      expect(await checkInvariants(database.read)).toEqual([])
      await database.close()
    })
  },
)

describe('the checks of soundness', () => {
  beforeAll(() => open(DEMO_NOW), 180_000)
  afterAll(close)

  test.each<[string, string, RegExp]>([
    ['a unit that vanished', 'update shop_goods_sku set stock = stock - 1 where id = 1', /^I1 the stock/],
    ['money that nobody booked', 'update "user" set money = money + 1 where id = 1', /^I3 every balance/],
    [
      'a state that nobody stepped to',
      'update shop_order set status = 3 where id = (select min(id) from shop_order where status = 2)',
      /^I4 every change of an order/,
    ],
    [
      'a refund twice as large',
      'update shop_order set refund_amount = refund_amount * 2 where id = (select min(id) from shop_order where pay_status = 2)',
      /^I2 an order/,
    ],
    [
      'a line shipped without a parcel',
      'update shop_order_goods set shipped = shipped - 1 where id = (select min(id) from shop_order_goods where shipped > 0)',
      /^E1 parcels/,
    ],
    [
      'a log row that was taken out',
      "delete from shop_order_log where id = (select min(id) from shop_order_log where action = 'pay')",
      /^I4/,
    ],
    [
      'a coupon given beyond its number',
      'update shop_coupon set received = received + 1, remaining = remaining - 1 where id = 1',
      /^E5 a coupon/,
    ],
    [
      'a receipt used by nobody',
      'update shop_coupon_receive set status = 3 where id = (select min(id) from shop_coupon_receive where status = 1)',
      /E5 every change/,
    ],
    [
      'an entry that nobody registered',
      'update shop_team_join set contestant_ids = contestant_ids[2:] where id = (select min(id) from shop_team_join where status = 3)',
      /^E7 an approved registration/m,
    ],
    [
      'a fee that did not wholly go back',
      'update shop_team_join set refund_amount = refund_amount - 1 where id = (select min(id) from shop_team_join where status = 4)',
      /^E7 a registration gives back/,
    ],
    [
      'a refund whose log says otherwise',
      'update shop_refund set user_ship_status = 2 where id = (select min(id) from shop_refund where user_ship_status = 1)',
      /^I4 every change of a refund/,
    ],
  ])('see %s', async (_what, harm, fault) => {
    const database = openDatabase(shop.url, { connections: 1, statementTimeout: 60_000 })
    const undone = new Error('undone')
    const work = database.write.transaction().execute(async (trx) => {
      await sql.raw(harm).execute(trx)
      expect((await checkInvariants(trx)).join('\n')).toMatch(fault)
      throw undone
    })
    await expect(work).rejects.toBe(undone)
    await database.close()
  })
})

longTest('lives through ninety days; here the shops restored from it and the faults of a snapshot prove it')(
  'the snapshot holds what living through the ninety days makes, row for row',
  async () => {
    const fresh = await freshDatabase('empty')
    let made: Snapshot | undefined
    const demo = async (trx: Writer, input: DemoInput) => {
      made = await takeSnapshot(trx, DEMO_NOW, () => seedDemo(trx, input))
      return []
    }
    const modules = (await loadModules()).map((module) => (module.demo ? { ...module, demo } : module))
    await prepareDatabase({ ...options, url: fresh.url, now: DEMO_NOW, seal: sealOfSnapshots, modules })
    const kept = await readSnapshot()
    expect(kept.now, '`npm run demo:snapshot` makes a new one').toBe(made?.now)
    expect(Object.keys(kept.tables)).toEqual(Object.keys(made?.tables ?? {}))
    for (const [name, table] of Object.entries(kept.tables)) expect(table, name).toEqual(made?.tables[name])
    await fresh.drop()
  },
  240_000,
)

test('a snapshot does not fit tables that lack one of its columns, or have one without a default', async () => {
  const fresh = await freshDatabase('seed')
  const database = openDatabase(fresh.url, { connections: 1 })
  const snapshot = await readSnapshot()
  await sql`alter table shop_goods add column colour text not null default 'red', add column note text`.execute(database.write)
  expect(await snapshotFaults(database.read, snapshot)).toEqual([])
  await sql`alter table shop_order drop column admin_remark`.execute(database.write)
  await sql`alter table shop_goods alter column colour drop default`.execute(database.write)
  expect((await snapshotFaults(database.read, snapshot)).sort()).toEqual(['shop_goods: colour', 'shop_order: admin_remark'])
  await database.close()
  await fresh.drop()
})

test('a second start adds nothing', async () => {
  await open(DEMO_NOW)
  const before = await fingerprints(client)
  expect(Object.keys(before).length).toBeGreaterThan(20)
  expect(await prepareDatabase({ ...options, url: shop.url, now: DEMO_NOW + day })).toMatchObject({
    firstStart: false,
    accounts: [],
  })
  expect(await fingerprints(client)).toEqual(before)
  await close()
})

/** A hash of the rows of every table of the shop and its members; passwords are salted and so left out. */
async function fingerprints(from: Client): Promise<Record<string, string>> {
  const tables = await from.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and (table_name like 'shop\\_%' or table_name like 'user%' or table_name in ('admin_rule', 'admin_group')) order by 1`,
  )
  const out: Record<string, string> = {}
  for (const { name } of tables.rows) {
    const { rows: found } = await from.query<{ row: string }>(
      `select (to_jsonb(t) - 'password')::text as row from "${name}" t order by 1`,
    )
    out[name] = createHash('sha256')
      .update(found.map((each) => each.row).join('\n'))
      .digest('hex')
  }
  return out
}
