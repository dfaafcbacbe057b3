import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyCancel } from '../../server/domains/shop/order/applyCancel.ts'
import type { StepEnv } from '../../server/domains/shop/step.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { memberClient, signInMember } from '../member/people.ts'
import { expectSoundShop, findOrder, inTransaction } from './lab.ts'

let server: TestServer
let owner: Client
let member: Client

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
  member = memberClient(server, (await signInMember(server)).token)
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

const save = async (values: Record<string, unknown>) => {
  const answer = await owner.post<{ errors?: object }>('/admin/shop.Settings/edit', values)
  return { code: answer.body.code, errors: Object.keys(answer.body.data?.errors ?? {}) }
}
async function order(more: Record<string, unknown> = {}) {
  const [sku] = await server.query<{ id: number }>(
    `select s.id from shop_goods_sku s join shop_goods g on g.id = s.goods_id where g.status = 1 and s.status = 1 and s.stock > 20
      and g.delete_time is null and g.ship_type = 'express' and g.score_deduct = 1 and g.per_limit = 0 and g.min_buy = 1 order by s.id limit 1`,
  )
  const receiver = { name: '张伟', mobile: '13800130001', city: [330000, 330100, 330106], address: '文三路 1 号' }
  return member.post<{ id: number; order_no: string }>('/api/shop.Order/create', {
    lines: [{ sku_id: sku?.id, quantity: 1 }],
    receiver,
    ...more,
  })
}
const terms = async () => (await server.guest().get<Record<string, unknown>>('/api/shop.Base/terms')).body.data

test('a closed shop takes no orders and says why; numbers begin with the prefix', async () => {
  expect((await save({ closed: 1, closed_text: '春节放假，2 月 20 日恢复' })).code).toBe(1)
  expect((await order()).body).toMatchObject({ code: 0, msg: expect.stringContaining('春节放假') })
  expect(await terms()).toMatchObject({ closed: true, closed_text: '春节放假，2 月 20 日恢复' })
  expect((await save({ order_prefix: 'k-1' })).errors).toEqual(['order_prefix'])
  expect((await save({ closed: 0, order_prefix: 'KT' })).code).toBe(1)
  const placed = await order()
  expect(placed.body, placed.text).toMatchObject({ code: 1 })
  expect(placed.body.data.order_no).toMatch(/^KT\d+$/)
})

test('members pay in the ways that are offered only, of which there is one at least', async () => {
  expect((await save({ pay_types: [] })).errors).toEqual(['pay_types'])
  expect((await save({ pay_types: ['wechat'] })).code).toBe(1)
  const placed = await order()
  const pay = await member.post('/api/shop.Order/pay', { id: placed.body.data.id, type: 'balance' })
  expect(pay.body).toMatchObject({ code: 0, msg: 'This way to pay is not offered' })
  expect((await terms()).pay_types).toEqual(['wechat'])
  await save({ pay_types: ['balance', 'wechat', 'alipay', 'offline'] })
})

test('points may be used from an amount of goods on', async () => {
  await save({ score_min_order: '999999.00' })
  expect((await order({ score: 100 })).body).toMatchObject({ code: 0, msg: expect.stringContaining('999999.00') })
  await save({ score_min_order: '0.00' })
})

test('cancelling a paid order can be asked for as long as the settings say', async () => {
  const paid = await findOrder(server, 'o.status = 2 and o.ship_status = 0')
  const [row] = await server.query<{ pay_time: number }>('select pay_time::int from shop_order where id = $1', [paid.id])
  await save({ apply_cancel_minutes: 30 })
  const apply = (minutes: number) => {
    const env: StepEnv = {
      now: (row?.pay_time ?? 0) + minutes * 60,
      actor: { type: 'member', id: paid.user_id, name: '' },
      silent: true,
    }
    return inTransaction(server, (trx) => applyCancel(trx, { orderId: paid.id, reason: '拍错了' }, env))
  }
  await expect(apply(31)).rejects.toMatchObject({ code: 'shop.cancelNotAllowed' })
  await apply(29)
  await save({ apply_cancel_minutes: 0 })
})

test('a limit holds for changes of balances by hand, for whoever has no right beyond it', async () => {
  await server.query(
    `update admin_group set rules = array_remove(array_remove(rules, (select id::text from admin_rule where name = 'user/moneyLog/large')), 'user/moneyLog/large')`,
  )
  const cashier = await server.signIn('manager')
  const book = async (client: Client, money: string) =>
    (await client.post('/admin/shop.user.User/money', { id: 7, money, memo: '测试' })).body.code
  await save({ manual_money_limit: '10.00' })
  expect([await book(cashier, '10.00'), await book(cashier, '10.01'), await book(owner, '10.01')]).toEqual([1, 0, 1])
  await save({ manual_money_limit: '2000.00' })
})

test('the tags of members are those of the settings, and reasons and terms reach the storefront', async () => {
  const tags = async () =>
    (await owner.get<{ list: { value: string; label: string }[] }>('/admin/shop.user.User/options', { field: 'tags' })).body.data
      .list
  expect((await tags()).map((tag) => tag.value)).toEqual(['vip', 'wholesale', 'returns', 'care'])
  const kept = [
    { key: 'vip', value: '重要客户' },
    { key: 'blogger', value: '博主' },
  ]
  expect((await save({ member_tags: kept })).code).toBe(1)
  expect(await tags()).toEqual([
    { value: 'vip', label: '重要客户' },
    { value: 'blogger', label: '博主' },
  ])
  expect((await owner.post('/admin/shop.user.User/setTags', { ids: [7], tags: ['blogger'] })).body.code).toBe(1)
  expect((await owner.post('/admin/shop.user.User/setTags', { ids: [7], tags: ['wholesale'] })).body.code).toBe(0)
  expect((await terms()).refund_reasons).toContain('质量问题')
  await save({ refund_reasons: [{ key: 'a', value: '尺码不合适' }], service_terms: '<p>条款<script>alert(1)</script></p>' })
  expect(await terms()).toMatchObject({ refund_reasons: ['尺码不合适'], service_terms: '<p>条款</p>' })
})
