import { expect } from 'vitest'
import { makeCompetition } from '../../../modules/shop/tests/teams/teamHelpers.ts'
import { exportStatus } from '../../../src/schemas/api/exporting.ts'
import { checked } from '../../dataio/imports.ts'
import type { Client } from '../../harness/client.ts'
import type { TestServer } from '../../harness/server.ts'
import { picture, send } from '../../harness/uploads.ts'
import { longExport, longSend } from './underWay.ts'

export type Key = number | string

export interface World {
  server: TestServer
  signIn(): Promise<Client>
  /** The payment provider sends no money back meanwhile. */
  refusing(work: () => Promise<void>): Promise<void>
}

/** Makes by calls of the server what an action needs and the demo shop does not have; gives the key of the row it is about, if of one. */
export type Making = (world: World) => Promise<Key | undefined>

/** Title of the coupon that is made below. */
export const offeredCoupon = '随时可领券'

let made = 0
const unique = () => `${Date.now() % 1_000_000}${++made}`

/** Adds a row as its form does. */
const added =
  (controller: string, body: () => object): Making =>
  async ({ signIn }) => {
    const { body: answer, text } = await (await signIn()).post<{ id: number }>(`/admin/${controller}/add`, body())
    expect(answer.code, text).toBe(1)
    return answer.data.id
  }

const emptyMenu = () => ({ pid: 0, type: 'menu_dir', title: '空目录', name: `empty${unique()}`, weigh: 0, status: '1' })

/** An export of the owner that is ready to be fetched. */
const exported =
  (controller: string, column: string): Making =>
  async ({ signIn }) => {
    const owner = await signIn()
    const body = { name: `File ${unique()}`, format: 'csv', columns: [column], zone: 'Asia/Shanghai', query: {} }
    const { body: answer, text } = await owner.post<{ id: number }>(`/admin/${controller}/export`, body)
    expect(answer.code, text).toBe(1)
    const { id } = answer.data
    const status = async () => (await owner.get<{ status: number }>('/admin/dataio.Export/mine', { id })).body.data.status
    await expect.poll(status).toBe(exportStatus.done)
    return id
  }

/** An export that is under way. Of the lists with more than one kind of line the first kind is meant. */
const exporting =
  (target: string, column: string): Making =>
  ({ server }) =>
    longExport(server, target, column)

/** A bulk change of the owner that disables one member; it is reviewed, and no more. */
const reviewed: Making = async ({ server, signIn }) => {
  const [member] = await server.query<{ username: string }>(
    `select username from "user" where status = 'enable' and delete_time is null order by id desc limit 1`,
  )
  const query = { search: [{ field: 'username', operator: 'eq', val: member?.username }] }
  const body = { action: 'disable', entered: { reason: 'x' }, query }
  const { body: answer, text } = await (await signIn()).post<{ id: number }>('/admin/user.User/bulk', body)
  expect(answer.code, text).toBe(1)
  return answer.data.id
}

/** The same when it is over, or waits for a node that is not heard of any more. */
const bulkChange =
  (waits = false): Making =>
  async (world) => {
    const id = await reviewed(world)
    if (waits)
      await world.server.query(
        `insert into job (kind, ref_id, lease, lease_time, attempts, create_time, update_time)
          values ('bulk', $1, 'held', 99999999999, 1, 0, 0)`,
        [id],
      )
    await done(world, 'dataio.Bulk/start', { id })
    const status = async () =>
      (await world.server.query<{ status: number }>('select status from dataio_bulk where id = $1', [id]))[0]
    await expect.poll(status).toEqual({ status: waits ? 1 : 3 })
    return id
  }

/** A coupon that is there for everybody at any time. */
const coupon = added('shop.coupon.Coupon', () => ({
  title: offeredCoupon,
  type: '3',
  threshold: '0.00',
  amount: '3.00',
  scope: 'all',
  total: 100_000,
  per_limit: 1,
  valid_type: '2',
  valid_days: 7,
  code_mode: 'none',
  status: 1,
}))

/** A coupon on its way to everybody. */
const sending: Making = async (world) => longSend(world.server, Number(await coupon(world)))

/** Work that was called off by the button of its row. */
const calledOff =
  (controller: string, start: Making): Making =>
  async (world) => {
    const id = await start(world)
    await done(world, `${controller}/cancel`, { id })
    return id
  }

async function done({ signIn }: World, path: string, body: object): Promise<void> {
  const answer = await (await signIn()).post(`/admin/${path}`, body)
  expect(answer.body, answer.text).toMatchObject({ code: 1 })
}

/** What the provider did not send back; `where` says of which row. */
async function refusedMoney(world: World, where: string, path: string, body: object): Promise<void> {
  const failed = () => world.server.query(`select 1 from shop_money_back where ${where} and status = 3`)
  await world.refusing(async () => {
    await done(world, path, body)
    await expect.poll(failed).toHaveLength(1)
  })
}

/** A paid order that was closed, whose money could not go back. */
const unreturnedOrder: Making = async (world) => {
  const [order] = await world.server.query<{ id: number }>(
    `select id from shop_order where status = 2 and ship_status = 0 and pay_type = 'wechat' and refund_amount = 0 order by id desc limit 1`,
  )
  const id = order?.id
  await refusedMoney(world, `order_id = ${id}`, 'shop.order.Order/close', { id, reason: 'risk', note: '' })
  return id
}

/** A recharge that was returned, whose money could not go back. */
const unreturnedRecharge: Making = async (world) => {
  const [order] = await world.server.query<{ id: number; amount: string }>(
    `select o.id, (o.amount / 100.0)::numeric(12, 2)::text as amount from shop_recharge_order o join "user" u on u.id = o.user_id
      where o.status = 2 and o.pay_type = 'wechat' and u.money > o.amount + o.gift_money order by o.id desc limit 1`,
  )
  const body = { id: order?.id, amount: order?.amount, reason: '退' }
  await refusedMoney(world, `recharge_id = ${order?.id}`, 'shop.recharge.Order/refund', body)
  return order?.id
}

/** A file of delivery companies that was checked; with a line that is wrong where faults are wanted. */
const imported =
  (faulty = false): Making =>
  async ({ signIn, server }) => {
    const n = unique()
    const lines = ['名称,编码', `快递${n},k${n}`, ...(faulty ? ['坏编码,坏 编码'] : [])]
    return (await checked(await signIn(), server, 'shop.delivery.Company', lines.join('\n'))).id
  }

/** A deleted group of members in the recycle bin. */
const binned: Making = async ({ server, signIn }) => {
  const owner = await signIn()
  const { body } = await owner.post<{ id: number }>('/admin/user.Group/add', { name: `组${unique()}`, rules: [1], status: 1 })
  await owner.del('/admin/user.Group/del', { ids: [body.data.id] })
  return (await server.query<{ id: number }>('select max(id) as id from security_data_recycle_log'))[0]?.id
}

/** A changed e-mail address of a member in the log of sensitive changes. */
const sensitiveChange: Making = async ({ server, signIn }) => {
  const [member] = await server.query<{ id: number }>('select min(id) as id from "user" where delete_time is null')
  await (await signIn()).post('/admin/user.User/edit', { id: member?.id, email: `m${unique()}@example.com` })
  return (await server.query<{ id: number }>('select max(id) as id from security_sensitive_data_log'))[0]?.id
}

/** A deleted evaluation. Not by the statements of others: the stars of its product follow a deletion. */
const deletedEvaluation: Making = async ({ server, signIn }) => {
  const [row] = await server.query<{ id: number }>('select min(id) as id from shop_evaluate where delete_time is null')
  await (await signIn()).del('/admin/shop.order.Evaluate/del', { ids: [row?.id] })
  return row?.id
}

/** A delivery template of no product. */
const template = added('shop.delivery.Template', () => ({
  name: `模板${unique()}`,
  billing: '1',
  areas: [{ is_default: 1, first_quantity: 1, first_fee: '8.00', continue_quantity: 1, continue_fee: '2.50' }],
  status: 1,
}))

export const making: Readonly<Record<string, Making>> = {
  'shop/order/evaluate.restore': deletedEvaluation,
  'auth/admin.kick': async ({ server }) => {
    await server.signIn('packer')
    return (await server.query<{ id: number }>(`select id from admin where username = 'packer'`))[0]?.id
  },
  'security/dataRecycleLog.putBack': binned,
  'security/dataRecycleLog.delete': binned,
  'security/dataRecycleLog.detail': binned,
  'security/sensitiveDataLog.rollBack': sensitiveChange,
  'security/sensitiveDataLog.delete': sensitiveChange,
  'security/sensitiveDataLog.detail': sensitiveChange,
  // Not one of the buttons that other actions press.
  'auth/rule.delete': added('auth.Rule', emptyMenu),
  'user/rule.delete': added('user.Rule', emptyMenu),
  'auth/group.delete': added('auth.Group', () => ({ pid: 1, name: `组${unique()}`, rules: [1], status: 1 })),
  'user/user.delete': added('user.User', () => {
    const username = `spare${unique()}`
    return { username, nickname: username, group_id: 1, password: 'Secret-pass-1', status: 'enable' }
  }),
  'user/group.delete': added('user.Group', () => ({ name: `组${unique()}`, rules: [1], status: 1 })),
  'dataio/export.delete': exported('points.Goods', 'title'),
  'dataio/export.detail': exported('points.Goods', 'title'),
  'dataio/export.download': exported('points.Goods', 'title'),
  'shop/order/export.delete': exported('shop.order.Order', 'order_no'),
  'shop/order/export.detail': exported('shop.order.Order', 'order_no'),
  'shop/order/export.download': exported('shop.order.Order', 'order_no'),
  'dataio/bulk.delete': bulkChange(),
  'dataio/bulk.detail': bulkChange(),
  'dataio/bulk.result': bulkChange(),
  'dataio/bulk.undo': bulkChange(),
  'dataio/bulk.cancel': bulkChange(true),
  'dataio/import.delete': imported(),
  'dataio/import.detail': imported(),
  'dataio/import.run': imported(),
  'dataio/import.cancel': imported(),
  'dataio/import.report': imported(true),
  'routine/attachment.delete': async ({ signIn, server }) => {
    const { body } = await send(server, (await signIn()).token, await picture(++made), `spare${unique()}.png`, {
      type: 'image/png',
    })
    return body.data.file.id
  },
  // A session made for this: those that are there may be that of the browser, which cannot be ended here.
  'routine/session.end': async ({ signIn, server }) => {
    const sessions = async () => (await server.query<{ id: string }>('select id from admin_session')).map(({ id }) => id)
    const before = await sessions()
    await signIn()
    return (await sessions()).find((id) => !before.includes(id))
  },
  'shop/coupon/center.add': async (world) => void (await coupon(world)),
  'shop/coupon/coupon.sendCount': coupon,
  'shop/coupon/send.cancel': sending,
  'shop/coupon/send.resume': calledOff('shop.coupon.Send', sending),
  'dataio/export.cancel': exporting('points/goods', 'title'),
  'dataio/export.rerun': calledOff('dataio.Export', exporting('points/goods', 'title')),
  'shop/order/export.cancel': exporting('shop/order/order', 'order_no'),
  'shop/order/export.rerun': calledOff('shop.order.Export', exporting('shop/order/order', 'order_no')),
  'shop/delivery/template.delete': template,
  'shop/delivery/template.restore': async (world) => {
    const id = await template(world)
    await (await world.signIn()).del('/admin/shop.delivery.Template/del', { ids: [id] })
    return id
  },
  'shop/goods/service.delete': added('shop.goods.Service', () => ({
    name: `服务${unique()}`,
    description: '免费上门',
    status: 1,
  })),
  'shop/goods/classify.delete': added('shop.goods.Classify', () => ({ pid: 0, name: `分类${unique()}`, status: 1 })),
  // Above all others: nobody is there yet.
  'shop/user/level.delete': added('shop.user.Level', () => ({
    name: `等级${unique()}`,
    level: 99,
    growth: 90_000_000,
    status: 1,
  })),
  // The demo shop has none: every ledger agrees.
  'shop/user/ledgerFault.detail': async ({ server }) => {
    const [fault] = await server.query<{ id: number }>(
      `insert into shop_ledger_fault (user_id, ledger, held, booked, create_time, update_time)
        values (7, 'money', 1234, 1200, 1, 1) returning id`,
    )
    return fault?.id
  },
  'shop/order/order.retryMoney': unreturnedOrder,
  'shop/recharge/order.retry': unreturnedRecharge,
  'sms/config.edit': added('sms.Config', () => ({
    name: `短信${unique()}`,
    driver: 'aliyun',
    access_key: 'LTAI0000000000000000',
    secret: 'Secret-of-the-tests',
    sign: '商城',
    region: 'cn-hangzhou',
    status: 0,
  })),
  'sms/variable.delete': added('sms.Variable', () => ({
    title: '变量',
    name: `name${unique()}`,
    source: 'caller',
    format: 'none',
  })),
  'shop/team/join.register': async ({ signIn }) => {
    await makeCompetition(await signIn(), { title: '开放报名赛' })
    return undefined
  },
  'points/goods.onSale': async (world) => {
    const [goods] = await world.server.query<{ id: number }>(
      'select id from points_goods where status = 1 and delete_time is null order by id desc limit 1',
    )
    await done(world, 'points.Goods/offSale', { ids: [goods?.id] })
    return goods?.id
  },
  'points/rule.add': async ({ signIn, server }) => {
    const [rule] = await server.query<{ id: number }>(`select id from points_rule where event = 'birthday'`)
    if (rule) await (await signIn()).del('/admin/points.Rule/del', { ids: [rule.id] })
    return undefined
  },
}
