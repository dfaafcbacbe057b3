import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../../tests/harness/client.ts'
import { DEMO_NOW } from '../../../../tests/harness/database.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { picture, send } from '../../../../tests/harness/uploads.ts'
import { demoMember, memberClient, sessionsFor, signInMember } from '../../../../tests/member/people.ts'
import { person } from '../../../../tests/security/people.ts'
import type { ShopCommand } from '../../server/command.ts'
import { appendEvaluation, type Evaluation, writeEvaluations } from '../../server/evaluate/write.ts'
import { defaultSettings } from '../../server/settings/settings.ts'
import { expectSoundShop, findOrder, inTransaction, linesOf, type OrderFacts, orderOf } from '../helpers/helpers.ts'

let server: TestServer
let owner: Client
const url = '/admin/shop.order.Evaluate'
const now = DEMO_NOW + 600

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

const member = (order: OrderFacts, more: Partial<ShopCommand> = {}): ShopCommand => ({
  now,
  actor: { type: 'member', id: order.user_id, name: 'member' },
  ...more,
})
const said = (lineId: number, more: Partial<Evaluation> = {}): Evaluation => ({
  lineId,
  score: 4,
  deliveryScore: 5,
  serviceScore: 5,
  content: 'fine',
  images: [],
  anonymous: false,
  ...more,
})
const write = (order: OrderFacts, lines: readonly Evaluation[], more?: Partial<ShopCommand>, userId = order.user_id) =>
  inTransaction(server, (trx) => writeEvaluations(trx, { orderId: order.id, userId, lines }, member(order, more)))
const several = '(select count(*) from shop_order_goods l where l.order_id = o.id) >= 2'
const fresh = `o.status = 4 and ${several} and not exists (select 1 from shop_refund r where r.order_id = o.id)
  and not exists (select 1 from shop_evaluate e where e.order_id = o.id)`
const starsOf = async (goodsId: unknown) =>
  (
    await server.query<{ score: number | null; n: number; own: number | null }>(
      `select score::float8 as score, evaluate_count as n, (select round(avg(score), 1)::float8 from shop_evaluate
        where goods_id = g.id and status = 1 and delete_time is null) as own from shop_goods g where id = $1`,
      [goodsId],
    )
  )[0]

describe('what members write', () => {
  test('one evaluation for each line; with the last the order is complete', async () => {
    const order = await findOrder(server, fresh)
    const [first, ...rest] = await linesOf(server, order.id)
    expect(await write(order, [said(first?.id ?? 0)])).toBe(false)
    await expect(write(order, [said(first?.id ?? 0)])).rejects.toMatchObject({ code: 'shop.noSuchLine' })
    expect((await orderOf(server, order.id)).status).toBe(4)
    expect(
      await write(
        order,
        rest.map((line) => said(line.id)),
      ),
    ).toBe(true)
    expect((await orderOf(server, order.id)).status).toBe(5)
    await expect(write(order, [said(first?.id ?? 0)])).rejects.toMatchObject({ code: 'shop.notPossible.5' })
  })

  test('stars, text, pictures and ownership of the order are validated; with review on it is hidden at first', async () => {
    const order = await findOrder(server, fresh)
    const [line] = await linesOf(server, order.id)
    const id = line?.id ?? 0
    const strict = { settings: { ...defaultSettings, evaluateWords: 'spam, 广告', evaluateImages: 1, evaluateAudit: true } }
    await expect(write(order, [said(id, { score: 6 })])).rejects.toMatchObject({ code: 'evaluate.stars' })
    await expect(write(order, [said(id, { content: '这是广告' })], strict)).rejects.toMatchObject({ code: 'evaluate.word' })
    await expect(write(order, [said(id, { images: ['/a', '/b'] })], strict)).rejects.toMatchObject({ code: 'evaluate.images' })
    await expect(write(order, [said(id)], {}, order.user_id + 1)).rejects.toMatchObject({ code: 'shop.noOrder' })
    await write(order, [said(id)], strict)
    expect(await server.query('select status from shop_evaluate where order_goods_id = $1', [id])).toEqual([{ status: 0 }])
  })

  test('points come by the rules, once for each line: for writing by its amount, and more for a picture', async () => {
    await server.query(`update points_rule set mode = 'ratio', ratio = 0.5, value = null, day_limit = 0 where event = 'evaluate'`)
    const [rule] = await server.query<{ value: number }>(
      `select value from points_rule where event = 'evaluate_image' and status = 1`,
    )
    const order = await findOrder(server, fresh)
    const [first, second] = await linesOf(server, order.id)
    await write(order, [said(first?.id ?? 0, { images: ['/demo/a.png'] }), said(second?.id ?? 0)])
    const [line, other] = await server.query<{ fen: number }>(
      'select pay_share::int as fen from shop_order_goods where id = any($1) order by id',
      [[first?.id, second?.id]],
    )
    const booked = await server.query<{ ref_no: string; score: number }>(
      `select ref_no, score from user_score_log where source = 'evaluate' and ref_no = any($1) order by ref_no`,
      [[`I${first?.id}`, `I${second?.id}`, `V${first?.id}`, `V${second?.id}`]],
    )
    expect(booked).toEqual(
      [
        { ref_no: `I${first?.id}`, score: rule?.value },
        { ref_no: `V${first?.id}`, score: Math.floor((line?.fen ?? 0) / 200) },
        { ref_no: `V${second?.id}`, score: Math.floor((other?.fen ?? 0) / 200) },
      ].sort((a, b) => (a.ref_no < b.ref_no ? -1 : 1)),
    )
    expect(booked).toHaveLength(3)
  })

  test('something may be added once, within 180 days, by its author', async () => {
    const [row] = await server.query<{ id: number; user_id: number; time: number }>(
      `select id, user_id, create_time::float8 as time from shop_evaluate where append_content = '' and delete_time is null order by id limit 1`,
    )
    const { id, user_id: userId, time } = row ?? { id: 0, user_id: 0, time: 0 }
    const add = (at: number, who = userId) =>
      inTransaction(server, (trx) =>
        appendEvaluation(
          trx,
          { id, userId: who, content: 'still fine' },
          { now: at, actor: { type: 'member', id: who, name: '' } },
        ),
      )
    await expect(add(now, userId + 1)).rejects.toMatchObject({ code: 'evaluate.none' })
    await expect(add(time + 181 * 86_400)).rejects.toMatchObject({ code: 'evaluate.tooLate' })
    await add(time + 180 * 86_400)
    await expect(add(now)).rejects.toMatchObject({ code: 'evaluate.appended' })
  })
})

describe('over the wire', () => {
  test("a member sees their own, and writes about nobody else's order", async () => {
    const client = memberClient(server, (await signInMember(server)).token)
    const [row] = await server.query<{ n: number; id: number }>(
      `select (select count(*)::int from shop_evaluate e where e.user_id = u.id and e.delete_time is null) as n, u.id from "user" u where username = $1`,
      [demoMember],
    )
    const list = await client.get<{ list: object[] }>('/api/shop.Evaluate/index')
    expect(list.body.data.list).toHaveLength(row?.n ?? -1)
    const other = await findOrder(server, `${fresh} and o.user_id <> ${row?.id}`)
    const [line] = await linesOf(server, other.id)
    const lines = [{ id: line?.id, score: 5, content: 'mine' }]
    expect((await client.post('/api/shop.Evaluate/add', { order_id: other.id, lines })).body.code).toBe(0)
    const [theirs] = await server.query<{ id: number }>('select id from shop_evaluate where user_id <> $1 order by id limit 1', [
      row?.id,
    ])
    expect((await client.post('/api/shop.Evaluate/append', { id: theirs?.id, content: 'more' })).body.code).toBe(0)
    expect((await server.guest().get('/api/shop.Evaluate/index')).body.code).not.toBe(1)
  })
})

describe('pictures of an evaluation', () => {
  test('are those the member uploaded: any other path is refused, and earns nothing', async () => {
    const order = await findOrder(server, fresh)
    const [line] = await linesOf(server, order.id)
    const [token = ''] = await sessionsFor(server, [order.user_id])
    const client = memberClient(server, token)
    const points = () => server.query('select score from "user" where id = $1', [order.user_id])
    const before = await points()
    const upload = (n: number, member: string) =>
      picture(n).then((content) => send(server, undefined, content, `${n}.png`, { path: '/api/ajax/upload', member }))
    const theirs = (await upload(31, (await signInMember(server)).token)).body.data.file.url
    const add = async (images: unknown) =>
      (await client.post('/api/shop.Evaluate/add', { order_id: order.id, lines: [{ id: line?.id, score: 5, images }] })).body
    for (const images of [
      ['/storage/member/20260101/none.png'],
      ['/storage/x'],
      ['/demo/goods-01.svg'],
      ['https://elsewhere.example/a.png'],
      [theirs],
      [[theirs]],
      'not/a/path',
    ])
      expect(await add(images), JSON.stringify(images)).toMatchObject({
        code: 0,
        data: { errors: { 'lines.0.images': expect.any(String) } },
      })
    expect(await points()).toEqual(before)
    const own = (await upload(32, token)).body.data.file.url
    expect(await add([own])).toMatchObject({ code: 1 })
    expect(await points()).not.toEqual(before)
  })

  test('and of a refund are held to the same rule', async () => {
    const order = await findOrder(server, 'o.status = 3 and not exists (select 1 from shop_refund r where r.order_id = o.id)')
    const [line] = await linesOf(server, order.id)
    const [token = ''] = await sessionsFor(server, [order.user_id])
    const body = { order_id: order.id, type: 1, reason: 'no_need', lines: [{ id: line?.id, quantity: 1 }] }
    const images = ['/storage/member/20260101/0123456789012345678901234567890123456789.png']
    expect((await memberClient(server, token).post('/api/shop.Refund/apply', { ...body, images })).body).toMatchObject({
      code: 0,
      data: { errors: { images: expect.any(String) } },
    })
  })
})

describe('what the shop does', () => {
  test('finds those to reply to, the bad ones, those with pictures and the hidden ones', async () => {
    for (const [filter, where] of Object.entries({
      to_reply: `reply = ''`,
      low: 'score <= 2',
      with_images: `images <> '{}'`,
      hidden: 'status = 0',
    })) {
      const search = [{ field: filter, operator: 'eq', val: '1' }]
      const found = await owner.get<{ total: number }>(`${url}/index`, { search })
      const [row] = await server.query<{ n: number }>(
        `select count(*)::int as n from shop_evaluate where delete_time is null and ${where}`,
      )
      expect([filter, found.body.data.total]).toEqual([filter, row?.n])
      expect(row?.n).toBeGreaterThan(0)
    }
  })

  test('replies to several at once, with the node for it', async () => {
    const search = [{ field: 'to_reply', operator: 'eq', val: '1' }]
    const list = await owner.get<{ list: { id: number }[] }>(`${url}/index`, { search, limit: 3 })
    const ids = list.body.data.list.map((row) => row.id)
    const looker = await person(server, ['shop/order/evaluate/index'])
    expect((await looker.post(`${url}/reply`, { ids, reply: 'thanks' })).body.code).toBe(401)
    expect((await owner.post(`${url}/reply`, { ids, reply: 'thanks' })).body).toMatchObject({ code: 1, data: { done: 3 } })
    const replied = await server.query(
      'select reply, reply_time is not null as told from shop_evaluate where id = any($1::int[])',
      [ids],
    )
    expect(replied).toEqual(Array.from({ length: 3 }, () => ({ reply: 'thanks', told: true })))
  })

  test('hidden, shown again, switched and deleted: the stars of the goods follow', async () => {
    const [row] = await server.query<{ id: number; goods_id: number }>(
      `select e.id, e.goods_id from shop_evaluate e where e.status = 1 and e.delete_time is null and e.score < 5
        and (select count(*) from shop_evaluate o where o.goods_id = e.goods_id and o.status = 1 and o.delete_time is null) >= 3 order by e.id limit 1`,
    )
    const { id, goods_id } = row ?? { id: 0, goods_id: 0 }
    const before = await starsOf(goods_id)
    expect(before?.score).toBe(before?.own)
    const steps: [string, Record<string, unknown>, number][] = [
      ['hide', { id }, -1],
      ['show', { id }, 0],
      ['edit', { id, status: 0 }, -1],
      ['edit', { id, status: 1 }, 0],
    ]
    for (const [call, body, less] of steps) {
      expect([call, (await owner.post(`${url}/${call}`, body)).body.code]).toEqual([call, 1])
      const after = await starsOf(goods_id)
      expect([call, after?.n, after?.score]).toEqual([call, (before?.n ?? 0) + less, after?.own])
    }
    expect((await owner.del(`${url}/del`, { ids: [id] })).body.code).toBe(1)
    const after = await starsOf(goods_id)
    expect([after?.n, after?.score]).toEqual([(before?.n ?? 0) - 1, after?.own])
  })
})
