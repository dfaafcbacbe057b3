import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../../server/core/db/connect.ts'
import { purgePrivateFiles } from '../../../../server/modules/dataio/purge.ts'
import { createPrivateFiles } from '../../../../server/modules/files/privateFiles.ts'
import { ask, csvRecords, exported, fetchFile, reaches, standing } from '../../../../tests/dataio/files.ts'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { person } from '../../../../tests/security/people.ts'

const screen = '/admin/shop.order.Export'
/** What Order desk has of it. */
const nodes = ['order/index', 'order/export', 'export/index', 'export/add', 'export/del'].map((node) => `shop/order/${node}`)

let server: TestServer
let owner: Client
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kontor-order-export-'))
  server = await startTestServer({ database: 'demo', settings: { dataDir }, jobs: { every: 0.2 } })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(async () => {
  await server?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

let made = 0
/** The clock of the demo shop stands: these are its days, to the last. */
const last = Math.floor(Date.UTC(2026, 2, 31, 16) / 1000)
const year = { time_field: 'create_time', time_from: last - 200 * 86_400, time_to: last }
const form = (values: object) => ({ name: `June ${++made}`, scope: 'orders', format: 'csv', ...year, ...values })

/** Fills the form in and gives the key of the export. */
async function add(who: Client, values: object): Promise<number> {
  const body = form(values)
  const answer = await who.post(`${screen}/add`, body)
  expect(answer.body).toMatchObject({ code: 1 })
  const [row] = await server.query<{ id: number }>('SELECT max(id) AS id FROM dataio_export WHERE name = $1', [body.name])
  return row?.id ?? 0
}

/** Fills the form in, waits, and gives the lines of the file. */
async function file(who: Client, values: object): Promise<Record<string, string>[]> {
  const id = await add(who, values)
  await reaches(who, id, 2)
  return csvRecords(Buffer.from(await (await fetchFile(who, server, id)).arrayBuffer()))
}

/** Makes the job of the next export one that a node took which is not heard of any more: it waits. */
const holdNext = () =>
  server.query(`WITH next AS (SELECT coalesce(max(id), 0) + 1 AS id FROM dataio_export), set AS (
       SELECT setval(pg_get_serial_sequence('dataio_export', 'id'), next.id, false) FROM next)
     INSERT INTO job (kind, ref_id, lease, lease_time, attempts, create_time, update_time)
     SELECT 'export', next.id, 'held', 99999999999, 1, 0, 0 FROM next, set`)
const leaseEnds = () => server.query(`UPDATE job SET lease_time = 1 WHERE kind = 'export'`)
const inbox = (adminId: number) =>
  server.query<{ message: string; message_en: string; message_data: object }>(
    `SELECT message, message_en, message_data FROM shop_notify WHERE admin_id = $1 AND message_type = 'order_export' ORDER BY id`,
    [adminId],
  )

describe('what the file holds', () => {
  test('orders of some states, of a time: those that the list finds', async () => {
    const lines = await file(owner, { status_in: ['2', '3'], columns: ['order_no', 'status', 'receiver_mobile'] })
    const found = await server.query<{ order_no: string; mobile: string }>(
      'SELECT order_no, receiver_mobile AS mobile FROM shop_order WHERE status IN (2, 3) ORDER BY create_time DESC, id DESC',
    )
    expect(lines.map((line) => line['Order number'])).toEqual(found.map((row) => row.order_no))
    expect(new Set(lines.map((line) => line.Status))).toEqual(new Set(['To ship', 'Shipped']))
    const hidden = found.map(({ mobile }) => mobile.replace(/^(...).*(....)$/, '$1****$2'))
    expect(lines.map((line) => line.Mobile)).toEqual(hidden)
    const whole = await file(owner, { status_in: ['2', '3'], columns: ['receiver_mobile'], mask_sensitive: 0 })
    expect(whole.map((line) => line.Mobile)).toEqual(found.map((row) => row.mobile))
  })

  test('only orders of the time that is asked for', async () => {
    const [at] = await server.query<{ from: number; to: number; n: number }>(
      `WITH paid AS (SELECT pay_time FROM shop_order WHERE pay_time IS NOT NULL ORDER BY pay_time OFFSET 100 LIMIT 50)
       SELECT min(pay_time)::int AS from, max(pay_time)::int AS to,
         (SELECT count(*)::int FROM shop_order o WHERE o.pay_time BETWEEN (SELECT min(pay_time) FROM paid) AND (SELECT max(pay_time) FROM paid)) AS n
       FROM paid`,
    )
    const lines = await file(owner, { time_field: 'pay_time', time_from: at?.from, time_to: at?.to, columns: ['order_no'] })
    expect(lines.length).toBe(at?.n)
  })

  test('a line for each line of the orders, with what was shipped and given back', async () => {
    const lines = await file(owner, { scope: 'lines' })
    const found = await server.query<{ order_no: string; name: string; pay_share: string; shipped: number }>(
      `SELECT o.order_no, l.name, (l.pay_share / 100.0)::numeric(12, 2)::text AS pay_share, l.shipped FROM shop_order o
       JOIN shop_order_goods l ON l.order_id = o.id ORDER BY o.create_time DESC, o.id DESC, l.id`,
    )
    expect(lines.map((line) => [line['Order number'], line.Product, line['After discounts'], line.Shipped])).toEqual(
      found.map((row) => [row.order_no, row.name, row.pay_share, String(row.shipped)]),
    )
  })

  test('a shipping list of what is still to be shipped, whatever else is asked for', async () => {
    const lines = await file(owner, { scope: 'ship', status_in: ['2', '3', '4'], mask_sensitive: 0 })
    const found = await server.query<{ order_no: string; receiver_address: string; open: number }>(
      `SELECT o.order_no, o.receiver_address, l.quantity - l.shipped - l.refunded_quantity AS open FROM shop_order o
       JOIN shop_order_goods l ON l.order_id = o.id WHERE o.status = 2 AND l.quantity - l.shipped - l.refunded_quantity > 0
       ORDER BY o.create_time DESC, o.id DESC, l.id`,
    )
    expect(found.length).toBeGreaterThan(0)
    expect(lines.map((line) => [line['Order number'], line.Address, line['To ship']])).toEqual(
      found.map((row) => [row.order_no, row.receiver_address, String(row.open)]),
    )
  })

  test('from the list of orders: its filters, its columns, and a name of its own', async () => {
    const query = { search: [{ field: 'status', operator: 'IN', val: ['4'] }], order: 'pay_amount,asc' }
    const body = { name: 'To evaluate', scope: 'lines', columns: ['order_no', 'items.quantity'], query }
    const lines = csvRecords(await exported(owner, server, 'shop.order.Order', body))
    const found = await server.query<{ order_no: string }>(
      'SELECT o.order_no FROM shop_order o JOIN shop_order_goods l ON l.order_id = o.id WHERE o.status = 4 ORDER BY o.pay_amount, o.id, l.id',
    )
    expect(lines.map((line) => line['Order number'])).toEqual(found.map((row) => row.order_no))
    await reaches(owner, await ask(owner, 'shop.order.Order', body), 2)
    const { list } = (await owner.get<{ list: { id: number; name: string; scope: string }[] }>(`${screen}/index`)).body.data
    expect(list.slice(0, 2).map(({ name, scope }) => [name, scope])).toEqual([
      ['To evaluate (2)', 'lines'],
      ['To evaluate', 'lines'],
    ])
    const { row } = (await owner.get<{ row: object }>(`${screen}/info`, { id: list[0]?.id })).body.data
    expect(row).toMatchObject({
      status_in: ['4'],
      time_from: null,
      columns_text: ['Order number', 'Ordered'],
      total: lines.length,
    })
    // It is one mechanism: all of them stand among all exports, and those of other lists do not stand here.
    await reaches(owner, await ask(owner, 'user.User', { name: 'Members', columns: ['id'] }), 2)
    const names = async (controller: string) =>
      (await owner.get<{ list: { name: string }[] }>(`/admin/${controller}/index`)).body.data.list.map(({ name }) => name)
    expect(await names('dataio.Export')).toEqual(expect.arrayContaining(['Members', 'To evaluate']))
    expect(await names('shop.order.Export')).not.toContain('Members')
  })
})

describe('what may be asked for', () => {
  const backwards = { time_from: year.time_to, time_to: year.time_from }
  test.each([
    ['more than 366 days', { time_from: year.time_to - 366 * 86_400 }, 'time_to'],
    ['a time that ends before it begins', backwards, 'time_to'],
    ['no time', { time_from: null }, 'time_from'],
    ['a column of another scope', { columns: ['items.name'] }, 'columns'],
    ['a secret of the table', { columns: ['password'] }, 'columns'],
    ['no name', { name: '' }, 'name'],
    ['another list', { target: 'user/user' }, 'target'],
  ])('%s is refused beside its field', async (_what, values, field) => {
    const answer = await owner.post<{ errors: Record<string, string> }>(`${screen}/add`, form(values))
    expect(answer.body.code).toBe(0)
    expect(Object.keys(answer.body.data?.errors ?? answer.body.data ?? {})).toContain(field)
  })

  test('no two exports of a person are called the same; those of two persons may be', async () => {
    const [one, other] = [await person(server, nodes), await person(server, nodes)]
    await reaches(one, await add(one, { name: 'Mine', columns: ['order_no'] }), 2)
    expect((await one.post(`${screen}/add`, form({ name: 'mine' }))).body.code).toBe(0)
    await reaches(other, await add(other, { name: 'Mine', columns: ['order_no'] }), 2)
    const both = await Promise.all([0, 1].map(() => one.post(`${screen}/add`, form({ name: 'At once', columns: ['order_no'] }))))
    expect(both.map(({ body }) => body.code).sort()).toEqual([0, 1])
  })

  test('the form begins with a name that is free and the last thirty days', async () => {
    const { row } = (await owner.get<{ row: Record<string, unknown> }>(`${screen}/add`)).body.data
    expect(row).toMatchObject({ scope: 'orders', format: 'xlsx', mask_sensitive: 1, time_field: 'create_time' })
    expect(row.name).toMatch(/^Orders \d{4}-\d\d-\d\d \d{4}( \(\d+\))?$/)
    expect(Number(row.time_to) - Number(row.time_from)).toBe(30 * 86_400 - 1)
  })

  test('who may not export orders asks for nothing here, who holds no right of all exports hides personal data of other lists', async () => {
    const without = await person(
      server,
      nodes.filter((node) => node !== 'shop/order/order/export'),
    )
    expect((await without.post(`${screen}/add`, form({}))).body).toMatchObject({ code: 0, msg: expect.stringContaining('right') })
    const members = await person(server, ['user/user/index', 'user/user/export'])
    const [first] = csvRecords(await exported(members, server, 'user.User', { columns: ['mobile'] }))
    expect(Object.values(first ?? {})[0]).toMatch(/^1..\*{4}\d{4}$/)
    expect((await members.post('/admin/user.User/export', { format: 'csv', columns: ['mobile'], mask: 0 })).body.code).toBe(0)
    const plain = await person(server, ['user/user/index', 'user/user/export', 'dataio/export/plain'])
    const [whole] = csvRecords(await exported(plain, server, 'user.User', { columns: ['mobile'], mask: 0 }))
    expect(Object.values(whole ?? {})[0]).toMatch(/^1\d{10}$/)
  })
})

describe('what becomes of it', () => {
  test('only the person who requested it is notified that it is ready', async () => {
    const [one, other] = [await person(server, nodes), await person(server, nodes)]
    await reaches(one, await add(one, { name: 'Told', columns: ['order_no'] }), 2)
    expect(await inbox(one.id)).toEqual([
      { message: '导出任务“Told”已完成', message_en: 'Export "Told" is ready', message_data: { name: 'Told' } },
    ])
    expect(await inbox(other.id)).toEqual([])
  })

  test('a person who lost the right meanwhile gets no file, and a message says so', async () => {
    const one = await person(server, nodes)
    await holdNext()
    const id = await add(one, { name: 'Too late', columns: ['order_no'] })
    await server.query(
      `UPDATE admin_group SET rules = (SELECT array_agg(id::text) FROM admin_rule WHERE name = ANY ($2)) WHERE name = $1`,
      [one.username, nodes.filter((node) => node !== 'shop/order/order/export')],
    )
    await server.query(`SELECT pg_notify('kontor_access', '*')`)
    await leaseEnds()
    expect(await reaches(one, id, 3)).toMatchObject({ error: 'You do not have the right to export this list.' })
    expect((await inbox(one.id)).map((row) => row.message_en)).toEqual(['Export "Too late" could not be made'])
  })

  test('who lost the right to whole numbers meanwhile gets no file', async () => {
    const one = await person(server, nodes)
    await holdNext()
    const id = await add(one, { columns: ['receiver_mobile'], mask_sensitive: 0 })
    await server.query(
      `UPDATE admin_group SET rules = (SELECT array_agg(id::text) FROM admin_rule WHERE name = ANY ($2)) WHERE name = $1`,
      [one.username, nodes.filter((node) => node !== 'shop/order/export/add')],
    )
    await server.query(`SELECT pg_notify('kontor_access', '*')`)
    await leaseEnds()
    expect(await reaches(one, id, 3)).toMatchObject({ error: expect.stringContaining('personal data unmasked') })
  })

  test('in every state just the actions of that state are done', async () => {
    const one = await person(server, nodes)
    const tried = ['download', 'cancel', 'rerun'] as const
    /** Those that are refused; what would be done is left out by `but`. */
    const refused = async (id: number, but: string) => {
      for (const action of tried.filter((each) => each !== but))
        expect([action, (await one.post(`${screen}/${action}`, { id })).body.code]).toEqual([action, 0])
    }
    const does = async (id: number, action: string) => expect((await one.post(`${screen}/${action}`, { id })).body.code).toBe(1)
    await holdNext()
    const id = await add(one, { columns: ['order_no'] })
    await refused(id, 'cancel')
    await does(id, 'cancel')
    expect(await standing(one, id)).toMatchObject({ status: 4 })
    await refused(id, 'rerun')
    await does(id, 'rerun')
    await reaches(one, id, 2)
    await refused(id, 'download')
    await does(id, 'download')
    await server.query('UPDATE dataio_export SET expire_time = 1 WHERE id = $1', [id])
    const database = openDatabase(server.databaseUrl)
    await purgePrivateFiles(database, createPrivateFiles(dataDir))
    await database.close()
    expect(await standing(one, id)).toMatchObject({ status: 5 })
    await refused(id, 'rerun')
    expect((await one.del(`${screen}/del`, { ids: [id] })).body.code).toBe(1)
    expect((await one.get(`${screen}/info`, { id })).body.code).toBe(0)
  })

  test('a superior sees that it was made, and neither fetches nor stops it', async () => {
    const one = await person(server, nodes)
    const id = await add(one, { name: 'Seen from above', columns: ['order_no'] })
    await reaches(one, id, 2)
    const { list } = (await owner.get<{ list: { id: number }[] }>(`${screen}/index`, { quickSearch: 'Seen from above' })).body
      .data
    expect(list.map((row) => row.id)).toEqual([id])
    expect((await owner.post(`${screen}/download`, { id })).body.code).toBe(0)
    const equal = await person(server, nodes)
    expect((await equal.get<{ total: number }>(`${screen}/index`, { quickSearch: 'Seen from above' })).body.data.total).toBe(0)
  })
})
