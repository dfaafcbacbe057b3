import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Rows } from './rows.ts'

/** Coupons, competitions, evaluations, levels and the points mall. */
export function testOffers(rows: Rows, now: number): void {
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
    for (const { path } of pictures) expect(existsSync(`modules/shop/public${String(path)}`), String(path)).toBe(true)
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
}
