import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { demoPapers } from '../../../demo/files.ts'
import { demoPictures } from '../../../demo/pictures/pictures.ts'
import type { Rows } from './rows.ts'

/** What the shop sells, how it is paid, its inboxes and its files. */
export function testCatalogue(rows: Rows, now: number): void {
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
    union select image from shop_goods_classify union select logo from shop_delivery_company union select image from points_goods
    union select image from shop_goods_sku union select image from shop_goods_attr where image <> '' union select cover from shop_competition
    union select logo from shop_team union select image from shop_banner union select image_mobile from shop_banner`)
    expect(pictures.length).toBeGreaterThan(300)
    for (const { path } of pictures) expect(existsSync(`modules/shop/public${String(path)}`), String(path)).toBe(true)
  })

  test('has attachments: 180 pictures, 6 papers and 2 sounds that are there as the rows say', async () => {
    const files = await rows('select url, name, size, sha1, mimetype, last_upload_time as time from attachment order by id')
    const count = (type: string) => files.filter(({ mimetype }) => String(mimetype).startsWith(type)).length
    expect([count('image/'), count('text/') + count('application/'), count('audio/')]).toEqual([180, 6, 2])
    for (const { url, size, sha1, time } of files) {
      const content = readFileSync(`${String(url).startsWith('/demo/') ? 'modules/shop/public' : 'public'}${String(url)}`)
      expect([content.length, createHash('sha1').update(content).digest('hex')]).toEqual([Number(size), sha1])
      expect(Number(time)).toBeLessThan(now)
    }
    const used = `select count(distinct a.id)::int as n from attachment a join shop_goods g on a.url = any(g.images)`
    expect(await rows(used)).toEqual([{ n: 96 }])
  })

  test('shows each product from several sides and each of its colours in a picture of its own', async () => {
    expect(await rows('select id from shop_goods where cardinality(images) <> 3')).toEqual([])
    const values = await rows(`select s.goods_id, s.spec_text, s.image, a.image as of_value from shop_goods_sku s
      join shop_goods_attr a on a.goods_id = s.goods_id and a.value = any(string_to_array(s.spec_text, ' ')) and a.image <> ''`)
    expect(values.length).toBeGreaterThan(90)
    for (const { spec_text, image, of_value } of values) expect(image, String(spec_text)).toBe(of_value)
    const pictures = [...demoPictures()]
    const products = pictures.filter(([name]) => name.startsWith('goods-'))
    // The two T-shirts and the like differ by colour: no two products or colours share a drawing.
    expect(new Set(products.map(([, svg]) => svg)).size).toBe(products.length)
    for (const [name, svg] of pictures) {
      expect(svg.length, name).toBeLessThan(20_000)
      expect(svg.match(/href|url\((?!#)|<image|<script|NaN|undefined/) ?? [], name).toEqual([])
      // A drawing, no letter on a coloured square.
      expect(svg.match(/<(path|ellipse|rect)/g)?.length, name).toBeGreaterThan(2)
    }
  })

  test('has pictures and papers as they are made now', () => {
    for (const [name, text] of [...demoPictures(), ...demoPapers()])
      expect(readFileSync(`modules/shop/public/demo/${name}`, 'utf8'), name).toBe(text)
  })
}
