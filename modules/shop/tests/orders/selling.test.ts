import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { readSaleFacts, type SaleFacts, saleRules, type WhyNot, whyNotSold } from '../../server/goods/why.ts'
import { createOrder, type NewOrder } from '../../server/order/create.ts'
import { runTimer } from '../../server/timers.ts'
import { expectSoundShop, inTransaction } from '../helpers/helpers.ts'

let server: TestServer
let owner: Client
let member = 0
const now = () => Math.floor(Date.now() / 1000)

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
  const [row] = await server.query<{ id: number }>(`select id from "user" u where status = 'enable'
    and not exists (select 1 from shop_order o where o.user_id = u.id and o.status = 1) order by id limit 1`)
  member = row?.id ?? 0
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

const url = '/admin/shop.goods.Goods'
type Wire = Record<string, unknown>
const run = <T>(work: (trx: Writer) => Promise<T>) => inTransaction(server, work)
let made = 0
const sku = (more: Wire = {}) => ({
  values: [],
  image: '',
  price: '10.00',
  stock: 50,
  weight: '0.500',
  volume: '0.0100',
  ...more,
})
const goods = async (more: Wire = {}, own: Wire = {}): Promise<{ id: number; skuId: number; name: string }> => {
  const name = `样品 ${++made}`
  const { body } = await owner.post<{ id: number }>(`${url}/add`, {
    name,
    classify_ids: [1],
    images: ['/demo/goods-01.svg'],
    template_id: 2,
    spec: { attributes: [], skus: [sku(own)] },
    content: '<p>商品详情</p>',
    status: '1',
    ...more,
  })
  expect(body).toMatchObject({ code: 1 })
  const [row] = await server.query<{ id: number }>('select id from shop_goods_sku where goods_id = $1', [body.data.id])
  return { id: body.data.id, skuId: row?.id ?? 0, name }
}
/** A stock-taking that finds nothing left. */
const sellOut = async (id: number) => {
  const { body } = await owner.get<{ values: { skus: { id: number; stock: number }[] } }>(`${url}/stock`, { id })
  const skus = body.data.values.skus.map((row) => ({ ...row, delta: -row.stock }))
  expect((await owner.post(`${url}/stock`, { id, skus, memo: '盘点' })).body.code).toBe(1)
}
const order = (lines: NewOrder['lines'], city = '北京市 北京市 朝阳区', more: Partial<NewOrder> = {}) =>
  run((trx) =>
    createOrder(
      trx,
      {
        userId: member,
        lines,
        receiver: { name: '王芳', mobile: '13800131000', city, address: '建国路1号' },
        source: 'web',
        ...more,
      },
      { now: now(), actor: { type: 'member', id: member, name: '会员' } },
    ),
  )
const paid = async (id: number) => {
  await server.query('update shop_order set auto_close_time = 0 where id = $1', [id])
  await run((trx) => runTimer(trx, 'unpaid', { now: now(), actor: { type: 'system' } }, 100))
}
const fee = async (lines: NewOrder['lines'], city?: string): Promise<number> => {
  const { id } = await order(lines, city)
  const [row] = await server.query<{ fee: number; sum: boolean }>(
    `select delivery_amount::int as fee, pay_amount = goods_amount + delivery_amount as sum from shop_order where id = $1`,
    [id],
  )
  expect(row?.sum).toBe(true)
  await paid(id) // given up again, so that the member may order anew
  return row?.fee ?? -1
}
const one = (skuId: number, quantity = 1) => ({ skuId, quantity })
const doctor = async (id: number) =>
  (await owner.get<{ row: { problems: { title: string }[]; doctor: number } }>(`${url}/info`, { id })).body.data.row

describe('why goods cannot be bought', () => {
  const cases: [WhyNot, (id: number) => Promise<unknown>][] = [
    ['offSale', (id) => owner.post(`${url}/offSale`, { id })],
    ['recycled', (id) => owner.del(`${url}/del`, { ids: [id] })],
    ['notYet', (id) => server.query('update shop_goods set on_sale_time = $2 where id = $1', [id, now() + 3600])],
    ['over', (id) => server.query('update shop_goods set off_sale_time = $2 where id = $1', [id, now() - 3600])],
    ['noSku', (id) => server.query('update shop_goods_sku set status = 0 where goods_id = $1', [id])],
    ['soldOut', (id) => sellOut(id)],
    ['hidden', (id) => server.query('update shop_goods set classify_ids = $2 where id = $1', [id, [99]])],
    ['noImage', (id) => server.query(`update shop_goods set images = '{}' where id = $1`, [id])],
    ['noTemplate', (id) => server.query('update shop_goods set template_id = null where id = $1', [id])],
    [
      'noWeight',
      (id) =>
        server.query(
          'with w as (update shop_goods_sku set weight_g = 0 where goods_id = $1) update shop_goods set template_id = 3 where id = $1',
          [id],
        ),
    ],
    [
      'noVolume',
      (id) =>
        server.query(
          'with w as (update shop_goods_sku set volume_cm3 = 0 where goods_id = $1) update shop_goods set template_id = 4 where id = $1',
          [id],
        ),
    ],
  ]

  it('is known for every reason there is', () => {
    // That a SKU costs something the database holds as well.
    expect([...cases.map(([reason]) => reason), 'noPrice'].sort()).toEqual(Object.keys(saleRules).sort())
    const facts: SaleFacts = {
      id: 1,
      name: '样品',
      status: 1,
      on_sale_time: null,
      off_sale_time: null,
      delete_time: null,
      classify_ids: [1],
      enabled: 1,
      units: 5,
      images: 1,
      shown: true,
      billing: 1,
      skus: [{ price: 1, weight: 0, volume: 0 }],
    }
    expect(whyNotSold(facts, now())).toEqual([])
    expect(whyNotSold({ ...facts, skus: [{ price: 0, weight: 0, volume: 0 }] }, now())).toEqual(['noPrice'])
  })

  it.each(cases)('%s: the order is refused with it, and the screen tells, counts and finds it', async (reason, harm) => {
    const { id, skuId, name } = await goods()
    expect((await doctor(id)).problems).toEqual([])
    await harm(id)
    const why = new RegExp(`"${name}"`)
    await expect(order([one(skuId)])).rejects.toMatchObject({ params: { name } })
    const refused = await order([one(skuId)]).catch((error: { code: string }) => error.code)
    expect(String(refused)).toBe(`shop.why.${reason}`)
    if (reason !== 'recycled') {
      const told = await doctor(id)
      expect(told.problems[0]?.title).toMatch(why)
      expect(told.doctor).toBe(told.problems.length)
      const found = await owner.get<{ total: number }>(`${url}/index`, {
        search: [
          { field: 'unsellable', val: '1', operator: 'eq' },
          { field: 'id', val: String(id), operator: 'eq' },
        ],
      })
      expect(found.body.data.total).toBe(1)
    }
    if (reason !== 'recycled' && reason !== 'offSale') await owner.post(`${url}/offSale`, { id })
    await server.query('update shop_goods set template_id = 2 where id = $1', [id])
  })

  it('is decided alike by the function and by SQL', async () => {
    const ids = (await server.query<{ id: number }>('select id from shop_goods order by id')).map(({ id }) => id)
    const facts = await run((trx) => readSaleFacts(trx, ids))
    const at = now()
    const told = new Map(facts.map((each: SaleFacts) => [each.id, whyNotSold(each, at)]))
    for (const [reason, rule] of Object.entries(saleRules)) {
      const rows = await server.query<{ id: number; wrong: boolean }>(
        `select t.id, (${rule.sql}) as wrong from shop_goods t order by t.id`,
      )
      for (const { id, wrong } of rows)
        expect([id, reason, told.get(id)?.includes(reason as WhyNot)]).toEqual([id, reason, wrong])
    }
    expect(new Set([...told.values()].flat()).size).toBeGreaterThan(5)
  })

  it('a class hides what lies below it', async () => {
    const [below] = await server.query<{ id: number; pid: number }>(
      'select id, pid from shop_goods_classify where pid = 8 limit 1',
    )
    const { skuId, name } = await goods({ classify_ids: [below?.id] })
    expect((await owner.post('/admin/shop.goods.Classify/edit', { id: below?.pid, status: 0 })).body.code).toBe(1)
    await expect(order([one(skuId)])).rejects.toMatchObject({ code: 'shop.why.hidden', params: { name } })
    expect((await owner.post('/admin/shop.goods.Classify/edit', { id: below?.pid, status: 1 })).body.code).toBe(1)
    expect(await fee([one(skuId)])).toBe(1000)
  })

  it('a SKU that is off, or was taken out, is not sold though its goods are', async () => {
    const red = { ...sku(), values: ['红'] }
    const spec = (...skus: Wire[]) => ({
      attributes: [{ name: '颜色', values: skus.map((each) => ({ value: (each.values as string[])[0] })) }],
      skus,
    })
    const { id, skuId } = await goods({ spec_type: 'multi', spec: spec(red, { ...sku({ status: 0 }), values: ['蓝'] }) })
    const skus = await server.query<{ id: number }>('select id from shop_goods_sku where goods_id = $1 order by id', [id])
    await expect(order([one(skus[1]?.id ?? 0)])).rejects.toMatchObject({ code: 'shop.notOnSale' })
    const saved = await owner.post(`${url}/edit`, { id, spec: spec({ ...sku(), values: ['绿'] }) })
    expect(saved.body.code).toBe(1)
    await expect(order([one(skuId)])).rejects.toMatchObject({ code: 'shop.notOnSale' })
  })

  it('fewer than the least, or more than each member may have, are refused', async () => {
    const { skuId } = await goods({ min_buy: 2, per_limit: 3 })
    await expect(order([one(skuId)])).rejects.toMatchObject({ code: 'shop.minBuy' })
    await expect(order([one(skuId, 4)])).rejects.toMatchObject({ code: 'shop.perLimit' })
    const { id } = await order([one(skuId, 2)])
    await expect(order([one(skuId, 2)])).rejects.toMatchObject({ code: 'shop.perLimit' })
    await paid(id)
    await expect(order([one(skuId, 3)])).resolves.toMatchObject({ payAmount: 3000 + 1000 + 2 * 300 })
  })
})

describe('what delivery costs an order', () => {
  it('follows from template, number and region', async () => {
    const { skuId } = await goods()
    expect(await fee([one(skuId)])).toBe(1000)
    expect(await fee([one(skuId, 3)])).toBe(1600)
    expect(await fee([one(skuId, 3)], '江苏省 南京市 鼓楼区')).toBe(800)
    expect(await fee([one(skuId, 3)], '上海市 上海市 徐汇区')).toBe(0) // three pieces go free to Shanghai
    expect(await fee([one(skuId, 20)])).toBe(0) // from 199 yuan on
  })

  it('counts lines of one template together and adds the templates', async () => {
    const [pieces, more, weight] = [await goods(), await goods(), await goods({ template_id: 3 }, { weight: '0.800' })]
    expect(await fee([one(pieces.skuId), one(more.skuId)])).toBe(1300)
    expect(await fee([one(weight.skuId, 2)])).toBe(800 + 2 * 250) // 1.6 kg: 1 kg and two halves begun
    expect(await fee([one(pieces.skuId), one(more.skuId), one(weight.skuId, 2)])).toBe(1300 + 1300)
  })

  it('is nothing for what is picked up; where a template does not deliver, or nobody knows the region, there is no order', async () => {
    const [here, sent] = [await goods({ ship_type: 'pickup' }), await goods()]
    expect(await fee([one(here.skuId)], '台湾省 台北市 中正区')).toBe(0)
    await expect(order([one(sent.skuId)], '香港特别行政区 香港岛 中西区')).rejects.toMatchObject({ code: 'shop.notDelivered' })
    await expect(order([one(sent.skuId)], '月球 静海')).rejects.toMatchObject({ code: 'shop.badRegion' })
  })
})

describe('goods that change by themselves', () => {
  const status = async (id: number) =>
    (await server.query<{ status: number }>('select status from shop_goods where id = $1', [id]))[0]?.status
  const tick = (at: number) => run((trx) => runTimer(trx, 'sale', { now: at, actor: { type: 'system' } }, 50))

  it('go on sale at their time, off at the other, and stay as people set them between', async () => {
    const start = now()
    const times = { on_sale_time: start + 60, off_sale_time: start + 120 }
    const { id } = await goods({ status: '0', ...times })
    await tick(start + 59)
    expect(await status(id)).toBe(0)
    expect(await tick(start + 60)).toBe(1)
    expect(await status(id)).toBe(1)
    expect((await owner.post(`${url}/offSale`, { id })).body.code).toBe(1)
    expect(await tick(start + 90)).toBe(0)
    expect(await status(id)).toBe(0)
    expect((await owner.post(`${url}/onSale`, { id })).body.code).toBe(1)
    expect(await tick(start + 120)).toBe(1)
    expect(await status(id)).toBe(0)
    expect(await tick(start + 999)).toBe(0)
  })

  it('without a unit are sold out when their time comes', async () => {
    const start = now()
    const { id } = await goods({ status: '0', on_sale_time: start + 60 }, { stock: 0 })
    await tick(start + 60)
    expect(await status(id)).toBe(2)
  })

  it('of two servers one changes them', async () => {
    const start = now()
    const ids = [await goods({ status: '0', on_sale_time: start + 60 }), await goods({ status: '0', on_sale_time: start + 60 })]
    const done = await Promise.all([tick(start + 61), tick(start + 61)])
    expect(done[0] + done[1]).toBe(2)
    for (const { id } of ids) expect(await status(id)).toBe(1)
  })
})

describe('races', () => {
  it('people who buy while the editor is saved lose no unit and win none', async () => {
    const { id, skuId } = await goods({}, { stock: 10 })
    const row = (await owner.get<{ row: { spec: { attributes: unknown[]; skus: Wire[] } } }>(`${url}/edit`, { id })).body.data.row
    const users = await server.query<{ id: number }>(`select id from "user" where status = 'enable' order by id limit 12`)
    const buy = (userId: number) => order([one(skuId)], undefined, { userId })
    const save = () =>
      owner.post(`${url}/edit`, { id, spec: { ...row.spec, skus: row.spec.skus.map((each) => ({ ...each, stock: 12 })) } })
    const [saved, ...bought] = await Promise.allSettled([save(), ...users.map((user) => buy(user.id))])
    expect(saved?.status).toBe('fulfilled')
    const sold = bought.filter((each) => each.status === 'fulfilled').length
    const [after] = await server.query<{ stock: number; goods: number }>(
      'select s.stock, g.stock as goods from shop_goods_sku s join shop_goods g on g.id = s.goods_id where s.id = $1',
      [skuId],
    )
    expect(after).toEqual({ stock: 12 - sold, goods: 12 - sold })
    expect(sold).toBeGreaterThan(0)
  })
})
