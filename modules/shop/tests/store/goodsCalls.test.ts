import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseFen } from '../../../../src/schemas/kinds/money.ts'
import type { Answer, Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { memberClient, registerMember } from '../../../../tests/member/people.ts'
import type { ShopWindow } from '../../contract/shopWindow.ts'
import type { EvaluationPage, GoodsPage, OrderPreview, StoreClass, StoreGoods } from '../../contract/storefront.ts'
import { makeCoupon, offerCoupon, receiver } from '../helpers/factories.ts'

let server: TestServer
let guest: Client

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  guest = server.guest({ lang: 'en' })
}, 180_000)
afterAll(() => server.close())

const ok = <T>(answer: Answer<T>): T => {
  expect(answer.body, answer.text).toMatchObject({ code: 1 })
  return answer.body.data
}
const list = async (params: object = {}) => ok(await guest.get<GoodsPage>('/api/shop.Goods/index', { ...params }))
const info = (id: unknown) => guest.get<StoreGoods>('/api/shop.Goods/info', { id })
const idsOf = ({ list: goods }: GoodsPage) => goods.map(({ id }) => id)
/** Everything on sale, over all pages. */
async function everything(): Promise<GoodsPage['list']> {
  const { total } = await list({ limit: 1 })
  const pages = await Promise.all(Array.from({ length: Math.ceil(total / 60) }, (_, i) => list({ limit: 60, page: i + 1 })))
  return pages.flatMap((page) => page.list)
}

describe('the list of products', () => {
  test('has each thing on sale once, whatever the order, and nothing else', async () => {
    const sold = await server.query<{ id: number }>('select id from shop_goods where status = 1 and delete_time is null')
    const { total } = await list()
    const all = await everything()
    expect(total).toBe(all.length)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    const known = new Set(sold.map(({ id }) => id))
    expect(all.filter(({ id }) => !known.has(id))).toEqual([])
    expect(all.length).toBeGreaterThan(20)
    const window = ok(await guest.get<ShopWindow>('/api/shop.Home/index'))
    expect((await list({ limit: 8 })).list).toEqual(window.newest)
    expect((await list({ limit: 8, sort: 'sales' })).list).toEqual(window.hot)
  })

  test('is ordered by price, and by nothing it does not know', async () => {
    const prices = async (sort: string) => (await list({ sort, limit: 60 })).list.map(({ price }) => parseFen(price) ?? 0)
    const rising = await prices('price')
    expect(rising).toEqual([...rising].sort((a, b) => a - b))
    const falling = await prices('priceDown')
    expect(falling).toEqual([...falling].sort((a, b) => b - a))
    expect(idsOf(await list({ sort: 'id; drop table shop_goods' }))).toEqual(idsOf(await list()))
  })

  test('finds the words of a search, and takes none of them for a pattern', async () => {
    const [first] = (await list()).list
    const word = first?.name.slice(0, 2) ?? ''
    const found = await list({ keyword: ` ${word}  ` })
    expect(idsOf(found)).toContain(first?.id)
    expect(found.total).toBeLessThan((await list()).total)
    expect((await list({ keyword: `${word} 没有这个词` })).total).toBe(0)
    for (const keyword of [`${word[0]}%${word[1]}`, `${word[0]}_`, "''", '\\'])
      expect((await list({ keyword })).total, keyword).toBe(0)
  })

  test('of a class has what is in the classes below it', async () => {
    const classes = ok(await guest.get<{ list: StoreClass[] }>('/api/shop.Goods/classes')).list
    const top = classes.find(({ id, pid }) => pid === 0 && classes.some((each) => each.pid === id))
    const below = classes.filter(({ pid }) => pid === top?.id)
    expect(below.length).toBeGreaterThan(0)
    const all = new Set(idsOf(await list({ class: top?.id, limit: 60 })))
    for (const { id } of below) for (const goods of idsOf(await list({ class: id, limit: 60 }))) expect(all).toContain(goods)
    expect((await list({ class: 999_999 })).total).toBe(0)
  })

  test('and the classes say nothing of one that is hidden', async () => {
    const classes = async () => ok(await guest.get<{ list: StoreClass[] }>('/api/shop.Goods/classes')).list
    const top = (await classes()).find(({ pid }) => pid === 0)
    const hide = (status: number) => server.query('update shop_goods_classify set status = $1 where id = $2', [status, top?.id])
    await hide(0)
    expect((await classes()).filter(({ id, pid }) => id === top?.id || pid === top?.id)).toEqual([])
    await hide(1)
  })

  test('takes any page and any size for a page of a size it allows', async () => {
    expect((await list({ limit: 100_000 })).list.length).toBeLessThanOrEqual(60)
    for (const params of [{ page: -1 }, { page: 'x' }, { limit: 0 }, { limit: 'x' }, { class: 'x' }])
      expect(idsOf(await list(params)), JSON.stringify(params)).toEqual(idsOf(await list()))
    expect((await list({ page: 1000 })).list).toEqual([])
  })
})

describe('a product', () => {
  test('costs and has what its SKUs cost and have, for each thing on sale', async () => {
    for (const { id, price, price_max } of await everything()) {
      const goods = ok(await info(id))
      const skus = await server.query<{ id: number; price: number; stock: number }>(
        'select id, price::int, stock from shop_goods_sku where goods_id = $1 and status = 1 and delete_time is null order by id',
        [id],
      )
      expect(goods.skus.map((sku) => ({ id: sku.id, price: parseFen(sku.price), stock: sku.stock }))).toEqual(skus)
      expect([price, price_max]).toEqual([goods.price, goods.price_max])
      const prices = goods.skus.map((sku) => parseFen(sku.price) ?? 0)
      expect(parseFen(price)).toBe(Math.min(...prices))
      expect(parseFen(price_max)).toBe(Math.max(...prices))
      for (const sku of goods.skus) {
        expect(sku.values).toHaveLength(goods.specs.length)
        sku.values.forEach((value, i) => {
          expect(goods.specs[i]?.values.map((each) => each.value)).toContain(value)
        })
      }
      expect(new Set(goods.skus.map(({ values }) => values.join('\n'))).size).toBe(goods.skus.length)
    }
  })

  test('says what it is, and nothing that is the shop’s own business', async () => {
    const [first] = (await list({ sort: 'sales' })).list
    const goods = ok(await info(first?.id))
    expect(goods).toMatchObject({ id: first?.id, name: first?.name, sold_out: false })
    expect(goods.images[0]).toBe(first?.image)
    expect(goods.classes.length).toBeGreaterThan(0)
    expect(JSON.stringify(goods)).not.toMatch(/cost|low_stock|sku_code|virtual|admin/)
  })

  test('has no script in its text, whatever the database holds', async () => {
    const [first] = (await list()).list
    const [before] = await server.query<{ content: string }>('select content from shop_goods where id = $1', [first?.id])
    const write = (content = '') => server.query('update shop_goods set content = $1 where id = $2', [content, first?.id])
    await write('<p onclick="alert(1)">Fine<script>alert(1)</script></p>')
    expect(ok(await info(first?.id)).content).toBe('<p>Fine</p>')
    await write(before?.content)
  })

  test('that is not on sale is not found; one that is sold out is, and says so', async () => {
    const [first] = (await list()).list
    const status = (value: number) => server.query('update shop_goods set status = $1 where id = $2', [value, first?.id])
    await status(0)
    expect((await info(first?.id)).body.code).toBe(0)
    await status(2)
    expect(ok(await info(first?.id)).sold_out).toBe(true)
    expect(idsOf(await list({ limit: 60 }))).not.toContain(first?.id)
    await status(1)
    for (const id of [0, -1, 'x', 999_999, undefined]) expect((await info(id)).body.code, String(id)).toBe(0)
  })

  test('shows the evaluations that may be shown, without the names of who wrote them', async () => {
    const [most] = await server.query<{ goods_id: number; n: number }>(
      `select e.goods_id, count(*)::int as n from shop_evaluate e join shop_goods g on g.id = e.goods_id and g.status = 1
        where e.status = 1 and e.delete_time is null and g.delete_time is null group by 1 order by 2 desc limit 1`,
    )
    const id = most?.goods_id
    const read = async (params: object = {}) =>
      ok(await guest.get<EvaluationPage>('/api/shop.Goods/evaluations', { id, ...params }))
    const { evaluations } = ok(await info(id))
    const page = await read({ limit: 2 })
    expect([evaluations.count, page.total]).toEqual([most?.n, most?.n])
    expect(evaluations.stars.reduce((sum, n) => sum + n, 0)).toBe(most?.n)
    expect(page.list.map(({ name }) => name)).toEqual(page.list.map(() => expect.stringMatching(/^.?\*{3}.?$/u)))
    for (const [i, n] of evaluations.stars.entries()) expect((await read({ stars: i + 1 })).total).toBe(n)
    const [shown] = page.list
    const hide = (status: number) => server.query('update shop_evaluate set status = $1 where id = $2', [status, shown?.id])
    await hide(0)
    expect((await read()).list.map((each) => each.id)).not.toContain(shown?.id)
    await hide(1)
  })
})

describe('the preview of an order', () => {
  test('says of each coupon of the member what it takes off, exactly what the order then says, or why it takes nothing off', async () => {
    const owner = await server.signIn('admin')
    const member = memberClient(server, (await registerMember(server, 'shopper_coupon', 'Shopper-pass-1')).token, { lang: 'en' })
    const [sku] = await server.query<{ id: number; price: number }>(
      `select s.id, s.price::int from shop_goods_sku s join shop_goods g on g.id = s.goods_id
        where g.status = 1 and g.delete_time is null and s.status = 1 and s.stock > 60 and g.min_buy = 1 and g.per_limit = 0 limit 1`,
    )
    const take = async (more: object) =>
      ok(await member.post('/api/shop.Coupon/receive', { id: await offerCoupon(owner, await makeCoupon(owner, more)) }))
    await take({ title: 'three off', amount: '3.00' })
    await take({ title: 'five off', amount: '5.00' })
    await take({ title: 'too dear', type: '1', threshold: '900000.00', amount: '9.00' })
    const input = { lines: [{ sku_id: sku?.id, quantity: 2 }], receiver }
    const preview = async (receipt_id?: number) =>
      ok(await member.post<OrderPreview>('/api/shop.Order/preview', { ...input, receipt_id }))
    const { coupons, coupon_amount } = await preview()
    expect(coupon_amount).toBe('0.00')
    expect(coupons.slice(0, 2).map(({ title, discount, why }) => [title, discount, why])).toEqual([
      ['five off', '5.00', ''],
      ['three off', '3.00', ''],
    ])
    expect(coupons.find(({ title }) => title === 'too dear')).toMatchObject({ discount: '0.00', why: expect.stringMatching(/./) })
    for (const { id, discount, why } of coupons) if (why === '') expect((await preview(id)).coupon_amount).toBe(discount)
    expect(
      await server.query('select 1 from shop_order o join "user" u on u.id = o.user_id where u.username = $1', [
        'shopper_coupon',
      ]),
    ).toEqual([])
  })
})
