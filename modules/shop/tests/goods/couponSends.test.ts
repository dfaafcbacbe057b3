import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommandContext } from '../../../../server/core/command.ts'
import { openDatabase, type Writer } from '../../../../server/core/db/connect.ts'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { exchangeCode } from '../../server/coupon/grant.ts'
import { type SendWish, sendBatch, sendJob, sendSome, startSend } from '../../server/coupon/send.ts'
import { makeCoupon, spreadOf } from '../helpers/factories.ts'
import { expectSoundShop, inTransaction } from '../helpers/helpers.ts'

const couponUrl = '/admin/shop.coupon.Coupon'
const sendUrl = '/admin/shop.coupon.Send'
const codeUrl = '/admin/shop.coupon.Code'
const now = Math.floor(Date.now() / 1000)

let server: TestServer
let owner: Client
/** Enabled members: whom a send to all reaches. */
let members = 0

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
  const [found] = await server.query<{ n: number }>(
    `select count(*)::int as n from "user" where status = 'enable' and delete_time is null`,
  )
  members = found?.n ?? 0
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

const made = (more: object = {}) => makeCoupon(owner, { title: '发放测试', total: 100_000, ...more })
interface Sent {
  id: number
  status: string
  done: number
  total: number
  sent: number
  error: string
  progress: number
}
const sendOf = async (id: number, lang: 'en' | 'zh-cn' = 'en') =>
  (
    await owner.with({ lang }).get<{ list: Sent[] }>(`${sendUrl}/index`, {
      'search[0][field]': 'id',
      'search[0][val]': String(id),
      'search[0][operator]': 'eq',
    })
  ).body.data.list[0]
const spread = (coupon: number) => spreadOf(server, coupon)

/** A send that has done its first step and stands still: no node has it. */
async function inProgress(coupon: number): Promise<number> {
  const env: CommandContext = { now, actor: { type: 'admin', id: 1, name: 'Owner' } }
  return inTransaction(server, async (trx) => {
    const wish: SendWish = { couponId: coupon, target: 'all', quantity: 5 }
    const { id } = await startSend(trx, wish, env)
    await sendSome(trx, id, env)
    await callOffAll(trx, id)
    return id
  })
}
const callOffAll = (trx: Writer, id: number) =>
  trx.deleteFrom('job').where('kind', '=', sendJob).where('ref_id', '=', id).execute()

describe('sending coupons', () => {
  test('tells before it is done whom it reaches and how', async () => {
    const few = await made({ total: 10 })
    const count = async (id: number, entered: Record<string, unknown>) =>
      (await owner.post<Record<string, unknown>>(`${couponUrl}/sendCount`, { id, entered })).body.data
    expect(await count(few, { target: 'all', quantity: 1 })).toMatchObject({
      result: 'few',
      members,
      coupons: members,
      remaining: 10,
    })
    const many = await made()
    expect(await count(many, { target: 'all', quantity: 5 })).toMatchObject({ result: 'job', members, coupons: members * 5 })
    expect(await count(many, { target: 'users', user_ids: [1, 2], quantity: 1 })).toMatchObject({
      result: 'now',
      members: 2,
      over: 0,
    })
    expect(await spread(many)).toMatchObject({ members: 0, received: 0 })
  })

  test('to the members of levels, at once and with a row of its own', async () => {
    const [level] = await server.query<{ level_id: number; n: number }>(
      `select s.level_id, count(*)::int as n from shop_user s join "user" u on u.id = s.id
        where u.status = 'enable' and u.delete_time is null group by 1 having count(*) < 60 order by 2 desc limit 1`,
    )
    const id = await made()
    const asked = { id, target: 'level', level_ids: [level?.level_id], quantity: 1 }
    expect((await owner.post(`${couponUrl}/send`, { id, target: 'level', quantity: 1 })).body.code).toBe(0)
    const answer = await owner.post<{ id: number; path?: string }>(`${couponUrl}/send`, asked)
    expect(answer.body.data).toMatchObject({ members: level?.n, sent: level?.n })
    expect(answer.body.data.path).toBeUndefined()
    expect(await sendOf(answer.body.data.id)).toMatchObject({ status: '2', done: level?.n, progress: 100, error: '' })
  })

  test('many by a job, each member exactly as often as asked', async () => {
    const id = await made()
    const answer = await owner.post<{ id: number; path: string }>(`${couponUrl}/send`, { id, target: 'all', quantity: 5 })
    const { id: send, path } = answer.body.data
    expect(path).toBe(`/admin/shop/coupon/send?id=${send}`)
    await expect.poll(() => sendOf(send)).toMatchObject({ status: '2', done: members, total: members, sent: members * 5 })
    expect(await spread(id)).toEqual({ members, least: 5, most: 5, received: members * 5 })
    const logs = await server.query(
      `select distinct l.actor, l.action from shop_coupon_log l join shop_coupon_receive r on r.id = l.receive_id where r.coupon_id = $1`,
      [id],
    )
    expect(logs).toEqual([{ actor: 'admin', action: 'send' }])
    expect(await server.query(`select 1 from job where kind = $1`, [sendJob])).toEqual([])
  })

  test('is cancelled in the middle, keeps what was sent, and goes on where it stopped', async () => {
    const id = await made()
    const send = await inProgress(id)
    expect(await sendOf(send)).toMatchObject({ status: '1', sent: sendBatch })
    expect((await owner.post(`${sendUrl}/resume`, { id: send })).body.code).toBe(0)
    expect((await owner.post(`${sendUrl}/cancel`, { id: send })).body.code).toBe(1)
    expect((await owner.post(`${sendUrl}/cancel`, { id: send })).body.code).toBe(0)
    expect(await sendOf(send)).toMatchObject({ status: '4', sent: sendBatch })
    expect((await owner.post(`${sendUrl}/resume`, { id: send })).body.code).toBe(1)
    await expect.poll(() => sendOf(send)).toMatchObject({ status: '2' })
    expect(await spread(id)).toEqual({ members, least: 5, most: 5, received: members * 5 })
  })

  test('stops with the reason when the coupon runs out, or its sender loses the right', async () => {
    const id = await made()
    const send = await inProgress(id)
    await owner.post(`${sendUrl}/cancel`, { id: send })
    await owner.post(`${couponUrl}/stop`, { id })
    await owner.post(`${sendUrl}/resume`, { id: send })
    await expect.poll(() => sendOf(send)).toMatchObject({ status: '3', error: 'This coupon is no longer offered' })
    expect((await sendOf(send, 'zh-cn'))?.error).toBe('该优惠券已停止发放')
    await owner.post(`${couponUrl}/edit`, { id, status: 1 })
    await server.query(`update shop_coupon_send set admin_id = (select id from admin where username = 'packer') where id = $1`, [
      send,
    ])
    await owner.post(`${sendUrl}/resume`, { id: send })
    await expect.poll(() => sendOf(send)).toMatchObject({ status: '3', error: expect.stringContaining('no longer send coupons') })
    expect(await spread(id)).toMatchObject({ received: sendBatch })
  })

  test('nobody gets it twice, whether steps run concurrently or in turn', async () => {
    const id = await made()
    const send = await inProgress(id)
    const database = openDatabase(server.databaseUrl, { connections: 6, statementTimeout: 60_000, lockTimeout: 60_000 })
    const env: CommandContext = { now, actor: { type: 'admin', id: 1, name: 'Owner' } }
    const step = () => database.write.transaction().execute((trx) => sendSome(trx, send, env))
    await Promise.all(Array.from({ length: 12 }, step))
    await database.close()
    expect(await spread(id)).toEqual({ members, least: 5, most: 5, received: members * 5 })
  })
})

describe('coupons of levels', () => {
  test('are collected and exchanged by members of these only', async () => {
    const [person] = await server.query<{ id: number; level_id: number }>(
      `select u.id, s.level_id from "user" u join shop_user s on s.id = u.id where u.status = 'enable' and u.delete_time is null order by u.id limit 1`,
    )
    const id = await made({ code_mode: 'code', level_ids: [person?.level_id] })
    await owner.post(`${couponUrl}/codes`, { id, prefix: 'LV', quantity: 2 })
    const [stranger] = await server.query<{ id: number }>(
      `select u.id from "user" u join shop_user s on s.id = u.id where s.level_id <> $1 and u.status = 'enable' order by u.id limit 1`,
      [person?.level_id],
    )
    const codes = await server.query<{ code: string }>('select code from shop_coupon_code where coupon_id = $1 order by id', [id])
    const exchange = (userId: number, code: string) =>
      inTransaction(server, (trx) =>
        exchangeCode(trx, { code, userId }, { now, actor: { type: 'member', id: userId, name: '' } }),
      )
    await expect(exchange(stranger?.id ?? 0, codes[0]?.code ?? '')).rejects.toMatchObject({ code: 'coupon.levelOnly' })
    expect(await exchange(person?.id ?? 0, codes[0]?.code ?? '')).toBeGreaterThan(0)
  })
})

describe('exchange codes', () => {
  test('are listed with who exchanged them, disabled one by one and exported', async () => {
    type Code = { id: number; code: string; status: string; member: string | null; coupon: { title: string } }
    const list = async (query: Record<string, string | number>) =>
      (await owner.get<{ list: Code[]; total: number }>(`${codeUrl}/index`, query)).body.data
    const exchanged = await list({ 'search[0][field]': 'status', 'search[0][val]': '2', 'search[0][operator]': 'IN', limit: 50 })
    expect(exchanged.total).toBeGreaterThanOrEqual(12)
    for (const row of exchanged.list) expect(row.member).toBeTruthy()
    const id = await made({ code_mode: 'code', title: '兑换码清单' })
    await owner.post(`${couponUrl}/codes`, { id, prefix: 'XPORT', quantity: 3 })
    const search = [{ field: 'coupon_id', operator: 'eq', val: String(id) }]
    const own = await list({ 'search[0][field]': 'coupon_id', 'search[0][val]': id, 'search[0][operator]': 'eq' })
    expect(own.list).toHaveLength(3)
    expect((await owner.post(`${codeUrl}/disable`, { ids: [own.list[0]?.id] })).body.code).toBe(1)
    expect((await owner.post(`${codeUrl}/disable`, { ids: [exchanged.list[0]?.id] })).body.code).toBe(0)
    const asked = await owner.post<{ id: number }>(`${codeUrl}/export`, { format: 'csv', query: { search } })
    expect(asked.body, asked.text).toMatchObject({ code: 1 })
    await expect
      .poll(
        async () =>
          (await owner.get<{ status: number }>('/admin/dataio.Export/mine', { id: asked.body.data.id })).body.data.status,
      )
      .toBe(2)
    const { url } = (await owner.post<{ url: string }>('/admin/dataio.Export/fetch', { id: asked.body.data.id })).body.data
    const file = await (await fetch(`${server.url}${url}`)).text()
    for (const { code } of own.list) expect(file).toContain(code)
    expect(file.trim().split('\r\n')).toHaveLength(4)
  })
})
