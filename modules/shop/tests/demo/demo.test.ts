import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Writer } from '../../../../server/core/db/connect.ts'
import { createSecretBox } from '../../../../server/core/secretBox.ts'
import { openText } from '../../../../server/crud/rows/sealed.ts'
import { loadModules } from '../../../../server/main/modules.ts'
import { prepareDatabase } from '../../../../server/main/prepare.ts'
import type { DemoInput } from '../../../../server/modules/module.ts'
import { maskText } from '../../../../src/schemas/language/wire/mask.ts'
import {
  DEMO_NOW,
  DEMO_PASSWORD,
  freshDatabase,
  OWNER_PASSWORD,
  TEST_SECRET,
  type TestDatabase,
} from '../../../../tests/harness/database.ts'
import { demoPapers } from '../../demo/files.ts'
import { demoTiles } from '../../demo/goods/tiles.ts'
import { checkInvariants } from '../../demo/invariants.ts'
import { seedDemo } from '../../demo/seed.ts'
import { readSnapshot, type Snapshot, sealOfSnapshots, snapshotFaults, takeSnapshot } from '../../demo/snapshot.ts'

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

describe.each([
  ['at noon, as its snapshot was made', DEMO_NOW],
  ['on an evening of the same month', DEMO_NOW + 11 * day + 9 * hour + 17],
  ['in the middle of a night two years later', DEMO_NOW + 763 * day - 10 * hour - 1234],
])('the demo shop of a first start %s', (_when, start) => {
  beforeAll(() => open(start), 180_000)
  afterAll(close)

  test('has reached the time of the start: its last orders came within the hour, nothing but plans is later', async () => {
    const last = await rows(
      `select max(create_time) > ${now - 2 * hour} as fresh, max(create_time) <= ${now} as past from shop_order`,
    )
    expect(last).toEqual([{ fresh: true, past: true }])
    const columns = await rows(`select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public' and data_type = 'bigint' and column_name ~ '^(create|update|pay|ship|receive|finish|read|use|login|join|check|publish)_time$'`)
    expect(columns.length).toBeGreaterThan(150)
    const late = columns.map(
      ({ table, column }) => `select '${table}.${column}' as late from "${table}" where "${column}" > ${now}`,
    )
    expect(await rows(late.join(' union all '))).toEqual([])
  })

  test('has orders whose numbers say when they were made, in the order of their keys, most of them by day', async () => {
    const number = `to_char(to_timestamp(create_time) at time zone 'Asia/Shanghai', 'YYMMDDHH24MISS')`
    expect(
      await rows(`select order_no, ${number} as time from shop_order where order_no not like ${number} || '______'`),
    ).toEqual([])
    const behind =
      'select id from (select id, create_time < lag(create_time) over (order by id) as behind from shop_order) o where behind'
    expect(await rows(behind)).toEqual([])
    const atNight = `extract(hour from to_timestamp(create_time) at time zone 'Asia/Shanghai') between 1 and 5`
    const [night] = await rows(`select count(*)::int as n from shop_order where ${atNight} and create_time < ${now - 4 * day}`)
    expect(Number(night?.n)).toBeLessThan(60)
  })

  test('quotes orders and competitions by the numbers and titles that they have', async () => {
    const orphans = `select memo from user_money_log where ref_no ~ '^[0-9]{18}$' and not exists (select 1 from shop_order o where o.order_no = ref_no)
      union all select message from shop_notify where message_type = 'order' and not exists (select 1 from shop_order o where strpos(message, o.order_no) > 0)
      union all select memo from user_score_log where source = 'competition' and not exists (select 1 from shop_competition c where c.title = memo)
      union all select ref_no from user_score_log s where source = 'sign_in' and not exists
        (select 1 from shop_user_sign d where d.user_id = s.user_id and s.ref_no = 'S' || to_char(d.day, 'YYYYMMDD'))`
    expect(await rows(orphans)).toEqual([])
    const years = await rows(`select title from shop_competition where title ~ '^20[0-9]{2}'
      and left(title, 4) <> to_char(to_timestamp(start_time) at time zone 'Asia/Shanghai', 'YYYY')`)
    expect(years).toEqual([])
  })

  test('begins competitions at eight in the morning', async () => {
    const starts = `select distinct to_char(to_timestamp(start_time) at time zone 'Asia/Shanghai', 'HH24:MI:SS') as at from shop_competition`
    expect(await rows(starts)).toEqual([{ at: '08:00:00' }])
  })

  test('keeps the numbers of identity cards encrypted for this server', async () => {
    const people = await rows(
      "select idnumber, idnumber_sealed as sealed from shop_contestant where idnumber_sealed <> '' limit 5",
    )
    expect(people).toHaveLength(5)
    for (const { idnumber, sealed } of people) {
      const text = await openText(options.seal, 'shop_contestant', 'idnumber', String(sealed))
      expect(maskText(text ?? '', 'middle')).toBe(idnumber)
    }
  })

  test('has a member to sign in as whose orders are in most states and whose balance and points moved', async () => {
    const [member] = await rows(`
      select count(distinct o.status)::int as states, (select count(*) from user_money_log m where m.user_id = u.id)::int as money,
        (select count(*) from user_score_log s where s.user_id = u.id)::int as score
      from "user" u join shop_order o on o.user_id = u.id where u.password <> '' group by u.id`)
    expect(member?.states).toBeGreaterThan(4)
    expect(member?.money).toBeGreaterThan(0)
    expect(member?.score).toBeGreaterThan(0)
  })

  test('has 1 200 orders of ninety days in the seven states', async () => {
    expect(await rows('select status, count(*)::int as n from shop_order group by status order by status')).toEqual(
      [36, 96, 120, 84, 744, 108, 12].map((n, i) => ({ status: i + 1, n })),
    )
    expect(await rows('select count(*)::int as n from shop_order where status = 2 and ship_status = 1')).toEqual([{ n: 11 }])
    const [span] = await rows(
      `select min(create_time) > ${now - 91 * day} as from, max(create_time) <= ${now} as to from shop_order`,
    )
    expect(span).toEqual({ from: true, to: true })
  })

  test('has six recharge plans and 160 recharges in the four states', async () => {
    expect(await rows('select count(*)::int as n from shop_recharge_plan')).toEqual([{ n: 6 }])
    expect(await rows('select status, count(*)::int as n from shop_recharge_order group by status order by status')).toEqual(
      [6, 142, 10, 2].map((n, i) => ({ status: i + 1, n })),
    )
  })

  test('has two SMS configurations, ten templates, twelve variables, and messages that were sent', async () => {
    expect(
      await rows(`select (select count(*)::int from sms_config) as configs, (select count(*)::int from sms_template) as templates,
        (select count(*)::int from sms_variable) as variables, (select count(*)::int from sms_log where status <> 1) as unsent,
        (select count(*)::int from job) as jobs`),
    ).toEqual([{ configs: 2, templates: 10, variables: 12, unsent: 0, jobs: 0 }])
    const [told] = await rows(
      `select count(*)::int as n, (select sum(sent_count)::int from sms_template) as sent,
        (select sent_count from sms_template where event = 'order_shipped') as shipped,
        (select sent_count from sms_template where event = 'refund_done') as refunded from sms_log`,
    )
    expect(told?.shipped).toBeGreaterThan(50)
    expect(told?.refunded).toBeGreaterThan(0)
    expect(told?.sent).toBe(told?.n)
  })

  test('has remarks of the shop, each with its entry in the timeline', async () => {
    const [found] = await rows(`select count(*)::int as n, count(*) filter (where exists (select 1 from shop_order_log l
      where l.order_id = o.id and l.action = 'remark' and l.note = o.admin_remark and l.actor_name <> ''))::int as noted
      from shop_order o where admin_remark <> ''`)
    expect(Number(found?.n)).toBeGreaterThan(20)
    expect(found?.noted).toBe(found?.n)
  })

  test('has cancelled orders for every reason', async () => {
    const [counts] =
      await rows(`select count(*) filter (where l.action = 'time_out')::int as timed_out, count(*) filter (where l.action = 'cancel')::int as by_member,
      count(*) filter (where l.action = 'cancel_agree')::int as agreed, count(*) filter (where l.action = 'refund_all')::int as refunded,
      count(*) filter (where l.action = 'close')::int as closed from shop_order_log l join shop_order o on o.id = l.order_id where l."to" = 6 and o.status = 6`)
    expect(counts).toEqual({ timed_out: 52, by_member: 18, agreed: 14, refunded: 14, closed: 10 })
  })

  test('has orders of one to five lines, 1.8 on average, by about 62 % of 300 members, the best 20 buying nearly a third', async () => {
    const [lines] = await rows(
      'select min(n)::int as least, max(n)::int as most, avg(n)::float as mean from (select count(*) as n from shop_order_goods group by order_id) l',
    )
    expect(lines).toMatchObject({ least: 1, most: 5 })
    expect(lines?.mean).toBeGreaterThan(1.6)
    expect(lines?.mean).toBeLessThan(2)
    const [buyers] = await rows(
      'select count(*)::int as members, count(distinct o.user_id)::int as buyers from "user" u left join (select distinct user_id from shop_order) o on o.user_id = u.id',
    )
    expect(buyers?.members).toBe(300)
    expect(buyers?.buyers).toBe(186)
    const [best] = await rows(
      'select sum(n)::int as n from (select count(*) as n from shop_order group by user_id order by 1 desc limit 20) b',
    )
    expect(Number(best?.n)).toBeGreaterThan(300)
    expect(Number(best?.n)).toBeLessThan(480)
  })

  test('has 80 refunds on every stretch of the way', async () => {
    const found =
      await rows(`select concat_ws('/', audit_status, status, user_ship_status) as state, money_status as money, count(*)::int as n
      from shop_refund group by 1, 2 order by 1, 2`)
    expect(found).toEqual([
      { state: '1/1/0', money: 0, n: 12 },
      { state: '2/1/0', money: 0, n: 6 },
      { state: '2/1/1', money: 0, n: 8 },
      { state: '2/2/0', money: 2, n: 23 },
      { state: '2/2/0', money: 3, n: 1 },
      { state: '2/2/2', money: 2, n: 18 },
      { state: '2/3/2', money: 0, n: 2 },
      { state: '3/3/0', money: 0, n: 10 },
    ])
    expect(await rows(`select count(*)::int as n from shop_refund where end_reason = 'withdrawn'`)).toEqual([{ n: 3 }])
  })

  test('has its catalogue: classes, goods and SKUs, carriers, addresses, members', async () => {
    const [counts] =
      await rows(`select (select count(*)::int from shop_goods_classify where pid = 0) as tops, (select count(*)::int from shop_goods_classify where pid > 0) as below,
      (select count(*)::int from shop_goods where delete_time is null) as goods, (select count(*)::int from shop_goods where delete_time is not null) as recycled,
      (select count(*)::int from shop_goods_sku s join shop_goods g on g.id = s.goods_id where g.delete_time is null) as skus,
      (select count(*)::int from shop_goods where spec_type = 'multi') as multi, (select count(*)::int from shop_goods where status = 2) as sold_out,
      (select count(*)::int from shop_goods where status = 0 and delete_time is null) as off_sale, (select count(*)::int from shop_delivery_company) as companies,
      (select count(*)::int from shop_delivery_address) as addresses`)
    expect(counts).toEqual({
      tops: 8,
      below: 22,
      goods: 60,
      recycled: 2,
      skus: 190,
      multi: 26,
      sold_out: 3,
      off_sale: 5,
      companies: 10,
      addresses: 3,
    })
    expect(await rows('select count(distinct goods_id)::int as n from shop_goods_attr')).toEqual([{ n: 26 }])
    const low = await rows(
      'select distinct g.id from shop_goods g join shop_goods_sku s on s.goods_id = g.id where g.status = 1 and g.delete_time is null and s.stock <= coalesce(s.low_stock, g.low_stock)',
    )
    expect(low.length).toBeGreaterThanOrEqual(6)
    expect(await rows(`select gender, count(*)::int as n from "user" group by gender order by gender`)).toEqual(
      [90, 110, 100].map((n, gender) => ({ gender, n })),
    )
    expect(await rows(`select count(*)::int as n from "user" where status = 'disable'`)).toEqual([{ n: 4 }])
  })

  test('pays in every way, half by WeChat', async () => {
    const shares = await rows(
      `select pay_type, round(100.0 * count(*) / sum(count(*)) over ())::int as percent from shop_order where pay_time is not null group by pay_type`,
    )
    const share = Object.fromEntries(shares.map((row) => [row.pay_type, Number(row.percent)]))
    expect(Math.abs((share.wechat ?? 0) - 50)).toBeLessThan(6)
    expect(Math.abs((share.balance ?? 0) - 25)).toBeLessThan(6)
    expect(Math.abs((share.alipay ?? 0) - 23)).toBeLessThan(6)
    expect(share.offline).toBeGreaterThan(0)
  })

  test('has 60 messages in each inbox, nine unread', async () => {
    const boxes = await rows(
      'select count(*)::int as all, (count(*) filter (where status = 0))::int as unread from shop_notify group by admin_id order by admin_id',
    )
    expect(boxes).toEqual(Array.from({ length: 5 }, () => ({ all: 60, unread: 9 })))
    const types = await rows('select count(distinct message_type)::int as n from shop_notify group by admin_id')
    expect(Math.max(...types.map(({ n }) => Number(n)))).toBe(5) // the sixth comes with the exports
  })

  test('invents mobile numbers that belong to nobody and points pictures to files that are there', async () => {
    expect(
      await rows(
        `select 1 from "user" where mobile !~ '^1380013[0-9]{4}$' union all select 1 from shop_order where receiver_mobile !~ '^1380013[0-9]{4}$'`,
      ),
    ).toEqual([])
    const pictures =
      await rows(`select unnest(images) as path from shop_goods union select image from shop_order_goods union select avatar from "user"
      union select image from shop_goods_classify union select logo from shop_delivery_company`)
    expect(pictures.length).toBeGreaterThan(90)
    for (const { path } of pictures) expect(existsSync(`public${String(path)}`), String(path)).toBe(true)
  })

  test('has attachments: files that are there as the rows say, pictures that are used, a table and a paper', async () => {
    const files = await rows('select url, name, size, sha1, mimetype, last_upload_time as time from attachment order by id')
    expect(files.map(({ mimetype }) => mimetype)).toEqual([...Array(6).fill('image/svg+xml'), 'text/csv', 'application/pdf'])
    for (const { url, size, sha1, time } of files) {
      const content = readFileSync(`public${String(url)}`)
      expect([content.length, createHash('sha1').update(content).digest('hex')]).toEqual([Number(size), sha1])
      expect(Number(time)).toBeLessThan(now)
    }
    const used = `select count(distinct a.id)::int as n from attachment a join shop_goods g on a.url = any(g.images)`
    expect(await rows(used)).toEqual([{ n: 4 }])
  })

  test('has pictures and papers as they are made now', () => {
    for (const [name, text] of [...demoTiles(), ...demoPapers()])
      expect(readFileSync(`public/demo/${name}`, 'utf8'), name).toBe(text)
  })

  test('has ten coupons of four kinds, eight offers and 520 receipts on every stretch of the way', async () => {
    expect(await rows('select type, count(*)::int as n from shop_coupon group by type order by type')).toEqual(
      [4, 3, 2, 1].map((n, i) => ({ type: i + 1, n })),
    )
    const [odd] = await rows(`select count(*) filter (where receive_end < ${now})::int as ended,
      count(*) filter (where remaining = 0)::int as used_up, count(*) filter (where status = 0)::int as stopped from shop_coupon`)
    expect(odd).toEqual({ ended: 1, used_up: 1, stopped: 1 })
    expect(await rows('select count(*)::int as n from shop_coupon_center')).toEqual([{ n: 8 }])
    expect(await rows('select status, count(*)::int as n from shop_coupon_receive group by status order by status')).toEqual(
      [210, 6, 190, 106, 8].map((n, i) => ({ status: i + 1, n })),
    )
  })

  test('has eight competitions, 24 teams, 260 contestants, 140 registrations, 420 entries and 320 results on every stretch of the way', async () => {
    const [stages] = await rows(`select count(*) filter (where end_time < ${now})::int as finished,
      count(*) filter (where start_time <= ${now} and end_time >= ${now})::int as running,
      count(*) filter (where join_start <= ${now} and join_end > ${now})::int as open,
      count(*) filter (where join_start > ${now})::int as soon from shop_competition`)
    expect(stages).toEqual({ finished: 3, running: 1, open: 2, soon: 2 })
    expect(await rows('select status, count(*)::int as n from shop_team group by status order by status')).toEqual(
      [3, 19, 1, 1].map((n, i) => ({ status: i + 1, n })),
    )
    expect(await rows('select status, count(*)::int as n from shop_team_join group by status order by status')).toEqual(
      [6, 14, 102, 8, 10].map((n, i) => ({ status: i + 1, n })),
    )
    const [counts] = await rows(`select (select count(*)::int from shop_contestant) as contestants,
      (select count(*)::int from shop_user_competition) as entries, (select count(*)::int from shop_team_chengji) as results,
      (select count(*)::int from shop_team_chengji where published = 1) as published,
      (select count(*)::int from shop_contestant where idnumber !~ '^999[*]{4}[0-9]{3}[0-9X]$' or idnumber_sealed !~ '^v1[.]') as plain`)
    expect(counts).toEqual({ contestants: 260, entries: 420, results: 320, published: 200, plain: 0 })
    const pictures = await rows('select cover as path from shop_competition union select logo from shop_team')
    for (const { path } of pictures) expect(existsSync(`public${String(path)}`), String(path)).toBe(true)
  })

  test('has 200 evaluations with the stars, pictures and replies of a shop that people like', async () => {
    const seen = 'from shop_evaluate where delete_time is null'
    expect(await rows(`select score::int, count(*)::int as n ${seen} group by score order by score desc`)).toEqual(
      [128, 40, 16, 9, 7].map((n, i) => ({ score: 5 - i, n })),
    )
    const [found] =
      await rows(`select count(*) filter (where images <> '{}')::int as pictures, count(*) filter (where reply <> '')::int as replied,
      count(*) filter (where status = 0)::int as hidden, count(*) filter (where append_content <> '')::int as appended ${seen}`)
    expect(found).toEqual({ pictures: 60, replied: 85, hidden: 12, appended: 18 })
  })

  test('has 300 members on five levels, three of them blocked', async () => {
    const held = await rows(`select l.level, count(s.id)::int as n, min(l.growth)::int as growth from shop_user_level l
      left join shop_user s on s.level_id = l.id group by l.level order by l.level`)
    expect(held.map(({ n }) => n)).toEqual([160, 80, 40, 15, 5])
    const growth = held.map((row) => Number(row.growth))
    expect(growth).toEqual([...growth].sort((a, b) => a - b))
    expect(await rows('select count(*)::int as n from shop_user where blocked = 1')).toEqual([{ n: 3 }])
  })

  test('has a points mall: eight rules, eighteen goods of three kinds, ninety exchanges in four states', async () => {
    expect(await rows('select count(*)::int as n from points_rule')).toEqual([{ n: 8 }])
    expect(await rows('select type, count(*)::int as n from points_goods group by type order by type')).toEqual([
      { type: 'coupon', n: 4 },
      { type: 'goods', n: 11 },
      { type: 'money', n: 3 },
    ])
    expect(
      await rows(`select count(*) filter (where stock = 0)::int as sold_out, count(*) filter (where start_time > ${now})::int as to_come
      from points_goods`),
    ).toEqual([{ sold_out: 2, to_come: 1 }])
    expect(await rows('select status, count(*)::int as n from points_order group by status order by status')).toEqual(
      [9, 11, 66, 4].map((n, i) => ({ status: i + 1, n })),
    )
    const [ledger] = await rows('select count(*)::int as n from user_score_log')
    expect(ledger?.n).toBeGreaterThan(2000)
    expect(ledger?.n).toBeLessThan(2800)
  })

  test('is sound: everything that must always hold in a shop holds', async () => {
    const database = openDatabase(shop.url, { connections: 1, statementTimeout: 60_000 })
    expect(await checkInvariants(database.read)).toEqual([])
    await database.close()
  })
})

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

test('the snapshot holds what living through the ninety days makes, row for row', async () => {
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
}, 240_000)

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
  expect(await prepareDatabase({ ...options, url: shop.url, now: DEMO_NOW + day })).toEqual({ firstStart: false, accounts: [] })
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
