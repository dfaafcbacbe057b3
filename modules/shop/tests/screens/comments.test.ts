import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../../server/core/db/connect.ts'
import { purgeComments } from '../../../../server/modules/comments/purge.ts'
import type { CommentsAnswer, PeopleAnswer } from '../../../../src/schemas/api/comments.ts'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { person } from '../../../../tests/security/people.ts'

let server: TestServer
let owner: Client
let order: number
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
  order = await firstId('shop_order')
}, 180_000)
afterAll(() => server?.close())

const orders = '/admin/shop.order.Order'
const products = '/admin/shop.goods.Goods'
const imports = '/admin/dataio.Import'
const orderNode = 'shop/order/order/index'
const bellNode = 'shop/notify/notify/index'

async function firstId(table: string): Promise<number> {
  const [row] = await server.query<{ id: number }>(`select min(id) as id from ${table}`)
  return row?.id ?? 0
}

/** The comments on a record as somebody reads them. */
async function read(client: Client, id: number, at = orders) {
  const { body } = await client.get<CommentsAnswer>(`${at}/comments`, { id })
  return body.code === 1 ? body.data.list : body.msg
}

const write = (client: Client, text: string, more: object = {}, at = orders) =>
  client.post<{ id: number }>(`${at}/addComment`, { id: order, text, ...more })

const people = async (client: Client, q: string, id = order, at = orders) =>
  (await client.get<PeopleAnswer>(`${at}/commentPeople`, { id, q })).body.data.list.map(({ username }) => username)

const mentionsOf = (adminId: number) =>
  server.query<{ message_en: string; message_data: object }>(
    "select message_en, message_data from shop_notify where admin_id = $1 and message_type = 'mention' order by id",
    [adminId],
  )

describe('comments on a record', () => {
  test('are read by whoever may read it, the latest first, and by nobody else', async () => {
    const [clerk, packer] = [await person(server, [orderNode]), await person(server, [bellNode])]
    expect((await write(owner, '  Call first  ')).body.code).toBe(1)
    expect((await write(clerk, 'Called.')).body.code).toBe(1)
    expect(await read(clerk, order)).toMatchObject([
      { text: 'Called.', author: clerk.username, mayEdit: true, mayDelete: true, edited: null },
      { text: 'Call first', author: 'Admin', mayEdit: false, mayDelete: false },
    ])
    expect((await packer.get(`${orders}/comments`, { id: order })).body.code).toBe(401)
    expect((await write(packer, 'Hello')).body.code).toBe(401)
    expect((await write(owner, 'Nowhere', { id: 2_000_000_000 })).body.code).toBe(0)
  })

  test('have a text of some length, and are written once however often they are sent', async () => {
    for (const text of ['', '   ', 'x'.repeat(2001), 7])
      expect((await owner.post(`${orders}/addComment`, { id: order, text })).body.code).toBe(0)
    const key = { idempotency_key: 'comment-once' }
    const [first, second] = [await write(owner, 'Only once', key), await write(owner, 'Only once', key)]
    expect(second.body.data).toEqual(first.body.data)
    expect(await server.query("select 1 from record_comment where text = 'Only once'")).toHaveLength(1)
  })

  test('are corrected by their author for an hour; a super administrator may delete them', async () => {
    const [clerk, other] = [await person(server, [orderNode]), await person(server, [orderNode])]
    const { id: comment } = (await write(clerk, 'Wrnog')).body.data
    const edit = (client: Client) => client.post(`${orders}/editComment`, { id: order, comment, text: 'Wrong' })
    const remove = (client: Client) => client.post(`${orders}/deleteComment`, { id: order, comment })
    expect([(await edit(other)).body.code, (await edit(owner)).body.code, (await remove(other)).body.code]).toEqual([0, 0, 0])
    expect((await edit(clerk)).body.code).toBe(1)
    expect(await read(clerk, order)).toMatchObject([{ text: 'Wrong', edited: expect.any(Number) }, {}, {}, {}])
    // The comment belongs to this record, whatever the request says.
    expect((await clerk.post(`${orders}/editComment`, { id: order + 1, comment, text: 'Elsewhere' })).body.code).toBe(0)
    await server.query('update record_comment set create_time = create_time - 3601 where id = $1', [comment])
    expect([(await edit(clerk)).body.code, (await remove(clerk)).body.code]).toEqual([0, 0])
    expect((await remove(owner)).body.code).toBe(1)
    expect((await remove(owner)).body.code).toBe(0)
  })
})

describe('mentions', () => {
  test('notify those who are named in the text, with the way to the record', async () => {
    const [clerk, other] = [await person(server, [orderNode, bellNode]), await person(server, [orderNode, bellNode])]
    const text = `@${clerk.username} please call`
    const { id: comment } = (await write(owner, text, { mentions: [clerk.id, other.id] })).body.data
    expect(await mentionsOf(clerk.id)).toEqual([
      {
        message_en: expect.stringMatching(new RegExp(`^Admin mentioned you in Orders, \\S+: ${text}$`)),
        message_data: { page: 'shop/order/order', key: 'id', value: order, node: orderNode },
      },
    ])
    expect(await mentionsOf(other.id)).toEqual([]) // chosen, and taken out of the text again
    const both = { id: order, comment, text: `${text}, or @${other.username}`, mentions: [clerk.id, other.id] }
    expect((await owner.post(`${orders}/editComment`, both)).body.code).toBe(1)
    expect([(await mentionsOf(clerk.id)).length, (await mentionsOf(other.id)).length]).toEqual([1, 1])
    const go = await clerk.post<{ path: string }>('/admin/shop.notify.Notify/go', {
      id: (await server.query<{ id: number }>('select max(id) as id from shop_notify where admin_id = $1', [clerk.id]))[0]?.id,
    })
    expect(go.body.data.path).toBe(`/admin/shop/order/order/${order}`)
  })

  test('of somebody who may not read the record are refused, and nothing is written', async () => {
    const [clerk, packer] = [await person(server, [orderNode]), await person(server, [bellNode])]
    const text = `@${packer.username} look`
    const refused = await write(owner, text, { mentions: [packer.id] })
    expect(refused.body).toMatchObject({ code: 0, msg: expect.stringContaining(packer.username) })
    expect(await server.query('select 1 from record_comment where text = $1', [text])).toEqual([])
    expect(await mentionsOf(packer.id)).toEqual([])
    expect(await people(owner, clerk.username)).toEqual([clerk.username])
    expect(await people(owner, packer.username)).toEqual([])
    expect((await write(owner, 'x', { mentions: [2_000_000] })).body.code).toBe(0)
  })

  test('follow the owners of rows: a record of one’s own is nobody else’s', async () => {
    const node = 'dataio/import/index'
    const [one, other] = [await person(server, [node]), await person(server, [node])]
    await server.query("update admin_group set data_scope = 'own' where name = any($1::text[])", [[one.username, other.username]])
    const [row] = await server.query<{ id: number }>(
      `insert into dataio_import (name, target, mapping, faults, admin_id, create_time, update_time)
       values ('Customers', 'user/user', '[]', '[]', $1, 0, 0) returning id`,
      [one.id],
    )
    const id = row?.id ?? 0
    expect((await one.post(`${imports}/addComment`, { id, text: 'Mine' })).body.code).toBe(1)
    expect(await read(one, id, imports)).toMatchObject([{ text: 'Mine' }])
    expect((await other.get(`${imports}/comments`, { id })).body.code).toBe(0)
    expect((await other.post(`${imports}/addComment`, { id, text: 'Not mine' })).body.code).toBe(0)
    expect(await people(one, other.username, id, imports)).toEqual([])
    expect((await one.post(`${imports}/addComment`, { id, text: `@${other.username}`, mentions: [other.id] })).body.code).toBe(0)
  })
})

test('comments wait for a deleted record, and go with one that is gone for good', async () => {
  const [kept, gone] = await server.query<{ id: number }>(
    'select id from shop_goods where delete_time is null order by id limit 2',
  )
  for (const { id } of [kept, gone].flatMap((each) => each ?? []))
    await owner.post(`${products}/addComment`, { id, text: 'About it' })
  const ids = [kept?.id ?? 0, gone?.id ?? 0]
  expect((await owner.del(`${products}/del`, { ids })).body.code).toBe(1)
  expect((await owner.get(`${products}/comments`, { id: ids[0] })).body.code).toBe(0)
  await server.query('delete from shop_goods_sku where goods_id = $1', [ids[1]])
  await server.query('delete from shop_goods where id = $1', [ids[1]])
  await server.query("delete from security_data_recycle_log where data_table = 'shop_goods'")
  const database = openDatabase(server.databaseUrl, { connections: 1 })
  await purgeComments(database).finally(() => database.close())
  expect((await owner.post(`${products}/restore`, { ids: [ids[0]] })).body.code).toBe(1)
  expect(await read(owner, ids[0] ?? 0, products)).toMatchObject([{ text: 'About it' }])
  const left = await server.query<{ row_key: string }>("select row_key from record_comment where table_name = 'shop_goods'")
  expect(left).toEqual([{ row_key: String(ids[0]) }])
})
