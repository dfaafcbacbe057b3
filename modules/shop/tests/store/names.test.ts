import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { demoMember, memberClient, signInMember } from '../../../../tests/member/people.ts'
import type { ShopWindow } from '../../contract/shopWindow.ts'
import type { GoodsPage, StoreGoods } from '../../contract/storefront.ts'

let server: TestServer
let english: Client
let chinese: Client

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  english = server.guest({ lang: 'en' })
  chinese = server.guest({ lang: 'zh-cn' })
}, 180_000)
afterAll(() => server.close())

const ok = <T>(answer: Answer<T>): T => {
  expect(answer.body, answer.text).toMatchObject({ code: 1 })
  return answer.body.data
}
const han = /\p{Script=Han}/u
const list = async (client: Client, params: object = {}) =>
  ok(await client.get<GoodsPage>('/api/shop.Goods/index', { limit: 60, ...params })).list

test('the shop window speaks English to whoever reads it: products, blocks and banners', async () => {
  const read = async (client: Client) => {
    const { newest, hot, recommendations, banners } = ok(await client.get<ShopWindow>('/api/shop.Home/index'))
    const goods = [...newest, ...hot, ...recommendations.flatMap((block) => block.goods)]
    return [...goods, ...recommendations]
      .flatMap((each) => [('name' in each ? each.name : each.title) ?? '', each.subtitle])
      .concat(banners.map(({ text }) => text))
  }
  const texts = await read(english)
  expect(texts.length).toBeGreaterThan(30)
  expect(texts.filter((text) => han.test(text))).toEqual([])
  expect((await read(chinese)).filter((text) => text !== '' && !han.test(text))).toEqual([])
})

test('banners and details of notices are in the language of the site, whatever the browser speaks', async () => {
  const written = (path: string) => {
    const svg = readFileSync(`modules/shop/public${path}`, 'utf8')
    // A picture in a page cannot know what the person chose: it would follow the browser.
    expect(svg.includes('systemLanguage'), path).toBe(false)
    return [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text ?? '').join(' ')
  }
  const read = async (client: Client) => {
    const { banners, notices } = ok(await client.get<ShopWindow>('/api/shop.Home/index'))
    const pictures = banners.flatMap(({ image, image_mobile }) => [image, image_mobile])
    return [...pictures.map(written), ...notices.map(({ detail }) => detail).filter((detail) => detail !== '')]
  }
  const [inEnglish, inChinese] = [await read(english), await read(chinese)]
  expect(inEnglish.length).toBeGreaterThan(4)
  expect(inEnglish.filter((text) => text === '' || han.test(text))).toEqual([])
  expect(inChinese.filter((text) => !han.test(text))).toEqual([])
  expect(inChinese).toHaveLength(inEnglish.length)
})

test('a product has its English name in the list and on its page, and its own where it has none', async () => {
  const [one] = await list(english)
  const id = one?.id ?? 0
  const name = async (client: Client) => ok(await client.get<StoreGoods>('/api/shop.Goods/info', { id })).name
  expect(await name(english)).toBe(one?.name)
  const own = await name(chinese)
  expect(own).toMatch(han)
  await server.query(`update shop_goods set name_en = '' where id = $1`, [id])
  expect(await name(english)).toBe(own)
  expect((await list(english)).find((goods) => goods.id === id)?.name).toBe(own)
  await server.query('update shop_goods set name_en = $1 where id = $2', [one?.name, id])
})

test('a product is found by its name in either language, by everybody and in the back office', async () => {
  for (const keyword of ['Merino', '美利奴'])
    for (const client of [english, chinese]) expect(await list(client, { keyword }), keyword).toHaveLength(1)
  const owner = await server.signIn('admin')
  for (const quickSearch of ['Merino', '美利奴']) {
    const found = ok(await owner.get<{ total: number }>('/admin/shop.goods.Goods/index', { quickSearch }))
    expect(found.total, quickSearch).toBe(1)
  }
})

test('a member reads their cart and their orders in their own language', async () => {
  const [sku] = await server.query<{ id: number }>(
    `select s.id from shop_goods_sku s join shop_goods g on g.id = s.goods_id
      where g.status = 1 and g.delete_time is null and s.stock > 5 and g.min_buy = 1 order by s.id limit 1`,
  )
  const { token } = await signInMember(server)
  const names = async (lang: 'zh-cn' | 'en') => {
    const member = memberClient(server, token, { lang })
    const cart = ok(await member.get<{ list: { name: string }[] }>('/api/shop.Cart/index')).list
    const orders = ok(await member.get<{ list: { id: number }[] }>('/api/shop.account.Order/index', { limit: 3 })).list
    const items = await Promise.all(
      orders.map(async ({ id }) => {
        const { row } = ok(await member.get<{ row: { items: { name: string }[] } }>('/api/shop.account.Order/info', { id }))
        return row.items
      }),
    )
    return [...cart, ...items.flat()].map(({ name }) => name)
  }
  const own = memberClient(server, token)
  ok(await own.post('/api/shop.Cart/add', { sku_id: sku?.id, quantity: 1 }))
  const inEnglish = await names('en')
  expect(inEnglish.length, demoMember).toBeGreaterThan(1)
  expect(inEnglish.filter((name) => han.test(name))).toEqual([])
  expect((await names('zh-cn')).every((name) => han.test(name))).toBe(true)
})
