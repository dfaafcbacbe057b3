import { expect, test } from 'vitest'
import type { Rows } from './rows.ts'

const day = 86_400

/** Orders, recharges, messages and refunds as a shop of ninety days has them. */
export function testOrders(rows: Rows, now: number): void {
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
}
