import { expect, test } from 'vitest'
import { createSecretBox } from '../../../../../server/core/secretBox.ts'
import { openText } from '../../../../../server/crud/rows/sealed.ts'
import { maskText } from '../../../../../src/schemas/language/wire/mask.ts'
import { TEST_SECRET } from '../../../../../tests/harness/database.ts'
import type { Rows } from './rows.ts'

const hour = 3600
const day = 86_400
const seal = createSecretBox('', TEST_SECRET)

/** Whose times, numbers and people are those of a shop that was first started now. */
export function testTimes(rows: Rows, now: number): void {
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
      const text = await openText(seal, 'shop_contestant', 'idnumber', String(sealed))
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
}
