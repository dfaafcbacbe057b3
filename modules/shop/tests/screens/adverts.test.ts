import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { memberClient, signInMember } from '../../../../tests/member/people.ts'
import type { ShopWindow } from '../../contract/shopWindow.ts'

let server: TestServer
let owner: Client

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(() => server.close())

type Saved = { id: number; errors?: Record<string, string> }
type List<T> = { list: T[]; total: number }
const hour = 3600
const now = () => Math.floor(Date.now() / 1000)
const faults = (data: Saved | null) => Object.keys(data?.errors ?? {}).sort()

/** Goods go on sale, or off. */
async function sell(how: 'onSale' | 'offSale', ...ids: number[]): Promise<void> {
  expect((await owner.post(`/admin/shop.goods.Goods/${how}`, { ids })).body.code).toBe(1)
}

/** What the public page is told. */
async function shopWindow(lang: 'zh-cn' | 'en' = 'en', token = ''): Promise<ShopWindow> {
  return (await memberClient(server, token, { lang }).get<ShopWindow>('/api/shop.Home/index')).body.data
}

describe('banners', () => {
  const url = '/admin/shop.adverts.Banner'
  const plain = { title: '新横幅', position: 'home', image: '/demo/banner-1.svg', link_type: 'none', status: 1 }
  const add = (values: object) => owner.post<Saved>(`${url}/add`, { ...plain, ...values })
  const shown = async () => (await shopWindow()).banners.map(({ id }) => id)

  test('are eight over four places', async () => {
    const { body } = await owner.get<List<{ position: string; target: string | null }>>(`${url}/index`, { limit: 50 })
    expect(body.data.total).toBe(8)
    expect(new Set(body.data.list.map(({ position }) => position)).size).toBe(4)
    expect(body.data.list.slice(0, 3).map(({ target }) => target)).toEqual(['服饰', expect.stringMatching(/./), '/user'])
  })

  test('stand on the home page as long as they are in force, in the order they were given', async () => {
    const always = (await add({ title: '一直' })).body.data.id
    const running = (await add({ start_time: now() - hour, end_time: now() + hour })).body.data.id
    const coming = (await add({ start_time: now() + hour })).body.data.id
    const over = (await add({ start_time: now() - 2 * hour, end_time: now() - hour })).body.data.id
    const off = (await add({ status: 0 })).body.data.id
    const elsewhere = (await add({ position: 'coupon' })).body.data.id
    const ids = await shown()
    expect(ids).toContain(always)
    expect(ids).toContain(running)
    for (const hidden of [coming, over, off, elsewhere]) expect(ids).not.toContain(hidden)
    const states = await owner.get<List<{ id: number; state: string }>>(`${url}/index`, { limit: 50 })
    const stateOf = new Map(states.body.data.list.map(({ id, state }) => [id, state]))
    expect([always, running, coming, over].map((id) => stateOf.get(id))).toEqual(['running', 'running', 'scheduled', 'ended'])
    await owner.post(`${url}/sortable`, { move: running, target: ids[0], order: 'weigh,desc', direction: 'up' })
    expect((await shown())[0]).toBe(running)
    await owner.del(`${url}/del`, { ids: [always, running, coming, over, off, elsewhere] })
    expect(await shown()).not.toContain(running)
  })

  test('end after they begin', async () => {
    const wrong = await add({ start_time: now(), end_time: now() - 1 })
    expect(wrong.body.code).toBe(0)
    expect((await owner.post<Saved>(`${url}/edit`, { id: 4, end_time: 1 })).body.code).toBe(0)
  })

  test('lead to a path of the site, an https address, or to something on sale: nothing else is taken', async () => {
    expect(faults((await add({ link_type: 'url' })).body.data)).toEqual(['link_url'])
    for (const link_url of ['http://example.com/', 'mailto:a@example.com', 'javascript:alert(1)', '//example.com/', 'tel:110'])
      expect(faults((await add({ link_type: 'url', link_url })).body.data), link_url).toEqual(['link_url'])
    for (const link_url of ['/user', 'https://example.com/a?b=1']) {
      const made = await add({ link_type: 'url', link_url })
      expect(made.body.code, link_url).toBe(1)
      expect((await shopWindow()).banners.find(({ id }) => id === made.body.data.id)?.link).toBe(link_url)
      await owner.del(`${url}/del`, { ids: [made.body.data.id] })
    }
    expect(faults((await add({ link_type: 'goods' })).body.data)).toEqual(['goods_id'])
    expect(faults((await add({ link_type: 'goods', goods_id: 61 })).body.data)).toEqual(['goods_id'])
    expect(faults((await add({ link_type: 'classify', classify_id: 9999 })).body.data)).toEqual(['classify_id'])
    const targets = await owner.get<List<{ value: number }>>(`${url}/options`, { field: 'goods_id', limit: 100 })
    const onSale = await server.query('select 1 from shop_goods where status = 1 and delete_time is null')
    expect(targets.body.data.total).toBe(onSale.length)
  })

  test('lead to no member centre that is closed', async () => {
    const links = async () => (await shopWindow()).banners.map(({ link }) => link)
    expect(await links()).toContain('/user')
    await server.query(
      "insert into config (name, value) values ('open_member_center', '0') on conflict (name) do update set value = '0'",
    )
    expect(await links()).not.toContain('/user')
    await server.query("update config set value = '1' where name = 'open_member_center'")
    expect(await links()).toContain('/user')
  })

  test('of goods that go off sale are warned of in the list, and shown to nobody as long as they are', async () => {
    const made = await add({ link_type: 'goods', goods_id: 20 })
    const { id } = made.body.data
    const state = async () =>
      (await owner.get<List<{ id: number; target_state: string }>>(`${url}/index`, { limit: 50 })).body.data.list.find(
        (row) => row.id === id,
      )?.target_state
    expect(await state()).toBe('ok')
    expect(await shown()).toContain(id)
    await sell('offSale', 20)
    expect(await state()).toBe('away')
    expect(await shown()).not.toContain(id)
    await sell('onSale', 20)
    expect(await shown()).toContain(id)
    await owner.del(`${url}/del`, { ids: [id] })
  })

  test('of a class that is hidden, itself or by what is above it, lead nowhere; the home page shows neither it nor its goods', async () => {
    const [below] = await server.query<{ id: number; pid: number; image: string }>(
      'select id, pid, image from shop_goods_classify where pid > 0 order by id limit 1',
    )
    const { id: classify_id, pid } = below ?? { id: 0, pid: 0 }
    const classes = '/admin/shop.goods.Classify/edit'
    const { id } = (await add({ link_type: 'classify', classify_id })).body.data
    const state = async () =>
      (await owner.get<List<{ id: number; target_state: string }>>(`${url}/index`, { limit: 50 })).body.data.list.find(
        (row) => row.id === id,
      )?.target_state
    const had = await server.query<{ classify_ids: number[] }>('select classify_ids from shop_goods where id = 20')
    await server.query('update shop_goods set classify_ids = $1, weigh = 0, create_time = $2 where id = 20', [
      [classify_id],
      now(),
    ])
    expect((await owner.post(classes, { id: classify_id, is_nav: 1, weigh: 999 })).body.code).toBe(1)
    const seen = async () => {
      const window = await shopWindow()
      const inNavigation = window.classes.some((each) => each.id === classify_id)
      return [await state(), (await shown()).includes(id), inNavigation, window.newest.some((goods) => goods.id === 20)]
    }
    expect(await seen()).toEqual(['ok', true, true, true])
    expect((await owner.post(classes, { id: pid, status: 0 })).body.code).toBe(1)
    expect(await seen()).toEqual(['away', false, false, false])
    expect((await owner.post(classes, { id: pid, status: 1 })).body.code).toBe(1)
    expect((await owner.post(classes, { id: classify_id, is_nav: 0, weigh: 0 })).body.code).toBe(1)
    await server.query('update shop_goods set classify_ids = $1 where id = 20', [had[0]?.classify_ids])
    await owner.del(`${url}/del`, { ids: [id] })
  })

  test('count who saw and who followed them, while they are in force; people cannot set the figures', async () => {
    expect((await add({ clicks: 500, views: 900 })).body.code).toBe(0)
    const { id } = (await add({})).body.data
    const seen = (body: object) => server.guest().post('/api/shop.Home/seen', body)
    const counted = async () => (await server.query('select views, clicks from shop_banner where id = $1', [id]))[0]
    expect(await counted()).toEqual({ views: 0, clicks: 0 })
    expect((await seen({ views: [id, id] })).body.code).toBe(1)
    expect((await seen({ views: [id], clicks: [id] })).body.code).toBe(1)
    expect(await counted()).toEqual({ views: 2, clicks: 1 })
    for (const wrong of [{ views: 'all' }, { views: [0] }, { clicks: ['1 or 1=1'] }, { views: Array(21).fill(id) }])
      expect((await seen(wrong)).body.code, JSON.stringify(wrong)).toBe(0)
    await owner.post(`${url}/edit`, { id, status: 0 })
    await seen({ views: [id], clicks: [id] })
    expect(await counted()).toEqual({ views: 2, clicks: 1 })
    await owner.del(`${url}/del`, { ids: [id] })
  })
})

describe('notices', () => {
  const url = '/admin/shop.adverts.NoticeBar'
  const add = (values: object) => owner.post<Saved>(`${url}/add`, { content: '公告', audience: 'all', status: 1, ...values })

  test('are returned in the person’s language, each to its audience', async () => {
    expect((await shopWindow('zh-cn')).notices.map(({ text }) => text)).toEqual([
      '节假日照常发货，偏远地区时效顺延一至两天。',
      '新会员注册即可参与积分活动，登录会员中心查看。',
    ])
    expect((await shopWindow('en')).notices[0]?.text).toMatch(/^We ship/)
    const { token } = await signInMember(server)
    const icons = (await shopWindow('en', token)).notices.map(({ icon }) => icon)
    expect(icons).toEqual(['pi pi-truck', 'pi pi-star'])
    expect(JSON.stringify(await shopWindow('zh-cn'))).not.toContain('会员专享')
  })

  test('are the first five in force, and no more', async () => {
    const ids: number[] = []
    for (let n = 0; n < 5; n++) ids.push((await add({ content: `公告 ${n}` })).body.data.id)
    const over = (await add({ content: '过期', end_time: now() - 1 })).body.data.id
    expect((await shopWindow('zh-cn')).notices).toHaveLength(5)
    expect(JSON.stringify(await shopWindow('zh-cn'))).not.toContain('过期')
    await owner.del(`${url}/del`, { ids: [...ids, over] })
    expect((await shopWindow('zh-cn')).notices).toHaveLength(2)
  })

  test('can be read: too little contrast is refused, and so is an address that is no path and not https', async () => {
    expect(faults((await add({ color: '#FFFFFF', background: '#FFFBEB' })).body.data)).toEqual(['color'])
    expect(faults((await owner.post<Saved>(`${url}/edit`, { id: 1, background: '#B45309' })).body.data)).toEqual(['color'])
    expect(faults((await add({ link_url: 'http://example.com' })).body.data)).toEqual(['link_url'])
    const made = await add({
      color: '#fff',
      background: 'rgb(30, 30, 30)',
      detail: '<p onclick="x()">好<script>x()</script></p>',
    })
    expect(made.body.code).toBe(1)
    const told = (await shopWindow('zh-cn')).notices.find(({ id }) => id === made.body.data.id)
    expect(told?.detail).toBe('<p>好</p>')
    await owner.del(`${url}/del`, { ids: [made.body.data.id] })
  })
})

describe('recommendations', () => {
  const url = '/admin/shop.adverts.HotRecommend'
  const add = (values: object) =>
    owner.post<Saved>(`${url}/add`, { title: '推荐', position: 'home_hot', limit: 4, status: 1, ...values })
  const block = async (id: number) => (await shopWindow()).recommendations.find((one) => one.id === id)

  test('of picked goods show them in their order, without what is off sale', async () => {
    expect(faults((await add({ mode: 'manual', goods_ids: [] })).body.data)).toEqual(['goods_ids'])
    expect(faults((await add({ mode: 'manual', goods_ids: [61] })).body.data)).toEqual(['goods_ids'])
    expect(faults((await add({ mode: 'manual', goods_ids: [5], limit: 31 })).body.data)).toEqual(['limit'])
    const { id } = (await add({ mode: 'manual', goods_ids: [30, 5, 12] })).body.data
    const ids = async () => (await block(id))?.goods.map((goods) => goods.id)
    expect(await ids()).toEqual([30, 5, 12])
    await sell('offSale', 5)
    expect(await ids()).toEqual([30, 12])
    const labels = await owner.get<{ labels: { goods_ids: { value: number; disabled?: boolean }[] } }>(`${url}/options`, {
      labels: { goods_ids: '30,5,12' },
    })
    expect(labels.body.data.labels.goods_ids.find(({ value }) => value === 5)?.disabled).toBe(true)
    await sell('offSale', 30, 12)
    expect(await block(id)).toBeUndefined()
    await sell('onSale', 5, 30, 12)
    await owner.del(`${url}/del`, { ids: [id] })
  })

  test('by a rule show what sold best in thirty days, or what came last, of a class and those below it', async () => {
    expect(faults((await add({ mode: 'auto' })).body.data)).toEqual(['auto_rule'])
    const order = (await server.query<{ id: number }>('select id from shop_order order by id limit 1'))[0]?.id
    await server.query('update shop_order set pay_time = extract(epoch from now())::bigint where id = $1', [order])
    const lines = await server.query<{ goods_id: number }>(
      'select goods_id from shop_order_goods where order_id = $1 group by goods_id order by sum(quantity) desc, goods_id desc',
      [order],
    )
    const best = (await add({ mode: 'auto', auto_rule: 'sales_30' })).body.data.id
    expect((await block(best))?.goods.slice(0, lines.length).map(({ id }) => id)).toEqual(lines.map(({ goods_id }) => goods_id))
    const newest = (await add({ mode: 'auto', auto_rule: 'newest', classify_id: 2, limit: 3 })).body.data.id
    const expected = await server.query<{ id: number }>(
      'select id from shop_goods where classify_ids @> array[2] and status = 1 and delete_time is null order by create_time desc, id desc limit 3',
    )
    expect((await block(newest))?.goods.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    const wide = (await add({ mode: 'auto', auto_rule: 'score', classify_id: 2, limit: 30 })).body.data.id
    const picked = (await add({ mode: 'manual', goods_ids: [30, 5] })).body.data.id
    const { list } = (await owner.get<List<{ id: number; goods_count: number }>>(`${url}/index`, { limit: 50 })).body.data
    const counts = new Map(list.map((row) => [row.id, row.goods_count]))
    const there = (await block(wide))?.goods.length
    expect(there).toBeLessThan(30)
    expect([best, newest, wide, picked].map((id) => counts.get(id))).toEqual([4, 3, there, 2])
    await owner.del(`${url}/del`, { ids: [wide, picked] })
    await owner.del(`${url}/del`, { ids: [best, newest] })
  })

  test('can be looked at before they are saved', async () => {
    const goods = await server.query<{ name: string }>(
      'select name_en as name from shop_goods where id in (3, 7) order by id desc',
    )
    const entered = { mode: 'manual', goods_ids: [7, 3], limit: 10 }
    const asked = await owner.post<{ goods: { name: string; price: string }[]; images: string[] }>(`${url}/preview`, { entered })
    expect(asked.body.data.goods.map(({ name }) => name)).toEqual(goods.map(({ name }) => name))
    expect(asked.body.data.goods[0]?.price).toMatch(/^¥\d+\.\d\d/)
    expect(asked.body.data.images).toEqual(['/demo/goods-07.svg', '/demo/goods-03.svg'])
    const saved = await owner.post<{ goods: unknown[] }>(`${url}/preview`, { id: 2 })
    expect(saved.body.data.goods).toHaveLength(4)
  })
})

test('adverts are for who holds their nodes: others neither read nor change them', async () => {
  const packer = await server.signIn('packer')
  for (const screen of ['Banner', 'NoticeBar', 'HotRecommend']) {
    const url = `/admin/shop.adverts.${screen}`
    expect((await packer.get(`${url}/index`)).body.code, screen).toBe(401)
    expect((await packer.post(`${url}/edit`, { id: 1, status: 0 })).body.code, screen).toBe(401)
    expect((await packer.del(`${url}/del`, { ids: [1] })).body.code, screen).toBe(401)
  }
  expect(await server.query('select status from shop_banner where id = 1')).toEqual([{ status: 1 }])
})
