import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BulkNews, BulkReview } from '../../src/schemas/api/bulk.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { person } from '../security/people.ts'
import { csvRecords } from './files.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
}, 180_000)
afterAll(() => server?.close())

const nodes = ['user/user/index', 'user/user/edit', 'user/user/del', 'dataio/bulk/index']
const someone = (more: readonly string[] = []) => person(server, [...nodes, ...more])

let series = 0
/** Adds members of one name, of which every `enabledEvery`-th is enabled already; gives what finds them. */
async function members(n: number, enabledEvery = 0): Promise<string> {
  const name = `bulk${++series}x`
  await server.query(
    `INSERT INTO "user" (username, nickname, group_id, password, status, create_time, update_time)
     SELECT $1 || i, $1 || i, (SELECT min(id) FROM user_group), '',
       CASE WHEN $3::int > 0 AND i % greatest($3::int, 1) = 0 THEN 'enable' ELSE 'disable' END, 1, 1
     FROM generate_series(1, $2::int) i, (SELECT set_config('kontor.history', 'off', true)) AS nobody`,
    [name, n, enabledEvery],
  )
  return name
}

const statusOf = async (name: string) => {
  const rows = await server.query<{ status: string; n: number }>(
    `SELECT status, count(*)::int AS n FROM "user" WHERE username LIKE $1 || '%' AND delete_time IS NULL GROUP BY 1`,
    [name],
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}
const review = (who: Client, name: string, action = 'enable', entered: object = {}) =>
  who.post<BulkReview>('/admin/user.User/bulk', { action, query: { quickSearch: name, order: 'id,asc' }, entered })
const start = (who: Client, id: number) => who.post<{ id: number }>('/admin/dataio.Bulk/start', { id })
const mine = async (who: Client, id: number) => (await who.get<BulkNews>('/admin/dataio.Bulk/mine', { id })).body.data
const ends = async (who: Client, id: number, status = 3) => {
  await expect.poll(async () => (await mine(who, id)).status, { timeout: 60_000 }).toBe(status)
  return mine(who, id)
}
/** Keeps the job of the next bulk change from being taken, as if a node that is not heard of any more had it. */
const holdNext = () =>
  server.query(
    `WITH next AS (SELECT coalesce(max(id), 0) + 1 AS id FROM dataio_bulk), set AS (
       SELECT setval(pg_get_serial_sequence('dataio_bulk', 'id'), next.id, false) FROM next)
     INSERT INTO job (kind, ref_id, lease, lease_time, attempts, create_time, update_time)
     SELECT 'bulk', next.id, 'held', 99999999999, 1, 0, 0 FROM next, set`,
  )
const release = (id: number) => server.query(`UPDATE job SET lease_time = 1 WHERE kind = 'bulk' AND ref_id = $1`, [id])
const results = async (who: Client, id: number) => {
  const { body } = await who.post<{ url: string }>('/admin/dataio.Bulk/fetch', { id })
  return csvRecords(Buffer.from(await (await fetch(server.url + body.data.url)).arrayBuffer()))
}

describe('a review', () => {
  test('says how many would be done and why the others are left out, and changes nothing', async () => {
    const who = await someone()
    const name = await members(40, 4)
    const { data } = (await review(who, name)).body
    expect(data).toMatchObject({ total: 40, fit: 30, reasons: [{ n: 10 }], undo: false })
    expect(data.reasons[0]?.text).toBe('Only possible when Status is off')
    expect(data.sample[0]).toEqual({ key: expect.any(String), name: `${name}1`, reason: '' })
    expect(data.sample[3]?.reason).toBe(data.reasons[0]?.text)
    expect(await statusOf(name)).toEqual({ disable: 30, enable: 10 })
    expect((await review(who.with({ token: who.token ?? '', lang: 'zh-cn' }), name)).body.data.reasons[0]?.text).toContain('仅当')
  })

  test('is refused without the right of the action, for an action that is not for all, and where nothing or too much matches', async () => {
    const name = await members(3)
    const without = await person(server, ['user/user/index'])
    expect((await review(without, name)).body).toMatchObject({ code: 0, msg: 'You do not have the right to do this.' })
    const who = await someone(['user/user/kick'])
    expect((await review(who, name, 'kick')).body).toMatchObject({
      code: 0,
      msg: expect.stringContaining('selected records only'),
    })
    expect((await review(who, 'nobody at all')).body).toMatchObject({ code: 0, msg: 'No records match any more.' })
    const many = await members(10_001)
    expect((await review(who, many)).body).toMatchObject({
      code: 0,
      msg: 'More than 10,000 records match. Filter the list first.',
    })
    expect(
      (
        await who.post('/admin/user.User/bulk', {
          action: 'enable',
          query: { search: [{ field: 'password', operator: 'eq', val: 'x' }] },
        })
      ).body.code,
    ).toBe(0)
  })

  test('says at its field what is wrong with what was entered', async () => {
    const who = await someone()
    const answer = await review(who, await members(3, 1), 'disable', { reason: '' })
    expect(answer.body).toMatchObject({ code: 0, data: { errors: { reason: expect.any(String) } } })
  })
})

describe('a bulk change', () => {
  test('does the action to all that matched, says what became of each, and is started once', async () => {
    const who = await someone()
    const name = await members(40, 4)
    const { data } = (await review(who, name)).body
    const both = await Promise.all([start(who, data.id), start(who, data.id)])
    expect(both.map(({ body }) => [body.code, body.data.id])).toEqual([
      [1, data.id],
      [1, data.id],
    ])
    expect(await ends(who, data.id)).toMatchObject({
      total: 40,
      done: 40,
      succeeded: 30,
      skipped: 10,
      failed: 0,
      progress: 100,
      undo: false,
    })
    expect(await statusOf(name)).toEqual({ enable: 40 })
    const records = await results(who, data.id)
    expect(records.map(({ Name }) => Name)).toEqual(Array.from({ length: 40 }, (_, i) => `${name}${i + 1}`))
    expect(records.map(({ Outcome }) => Outcome).filter((text) => text === 'Changed')).toHaveLength(30)
    expect(records[3]).toMatchObject({ Outcome: 'Skipped', Reason: expect.stringMatching(/^Not possible in state .*Enabled/) })
    expect((await start(who, data.id)).body.data.id).toBe(data.id)
    expect(await mine(who, data.id)).toMatchObject({ status: 3, done: 40 })
  })

  test('carries what was entered, and is undone for the records that it changed', async () => {
    const who = await someone()
    const name = await members(12, 2)
    const { data } = (await review(who, name, 'disable', { reason: 'Spam' })).body
    expect(data).toMatchObject({ total: 12, fit: 6, undo: true })
    await start(who, data.id)
    expect(await ends(who, data.id)).toMatchObject({ succeeded: 6, undo: true })
    const reasons = await server.query(`SELECT 1 FROM "user" WHERE username LIKE $1 || '%' AND disable_reason = 'Spam'`, [name])
    expect(reasons).toHaveLength(6)
    const both = await Promise.all([1, 2].map(() => who.post<{ id: number }>('/admin/dataio.Bulk/takeBack', { id: data.id })))
    const [id] = both.map(({ body }) => body.data.id)
    expect(both.map(({ body }) => body.data.id)).toEqual([id, id])
    expect(await ends(who, id ?? 0)).toMatchObject({ name: 'Undo: Disable members', total: 6, succeeded: 6, undo: false })
    expect(await statusOf(name)).toEqual({ disable: 6, enable: 6 })
    expect(await mine(who, data.id)).toMatchObject({ undone: 6, undo: false })
    expect(await server.query('SELECT inverse FROM dataio_bulk WHERE id = $1', [data.id])).toEqual([{ inverse: '' }])
    expect((await who.post('/admin/dataio.Bulk/takeBack', { id: data.id })).body).toMatchObject({
      code: 0,
      msg: 'There is nothing left to undo.',
    })
  })

  test('leaves out what no longer matches, and takes in nothing that began to match after the review', async () => {
    const who = await someone()
    const name = await members(6)
    await holdNext()
    const { data } = (await review(who, name)).body
    await start(who, data.id)
    await server.query(`UPDATE "user" SET username = 'renamed' || id, nickname = 'renamed' WHERE username = $1 || 2`, [name])
    await server.query(`UPDATE "user" SET status = 'enable' WHERE username = $1 || 3`, [name])
    await server.query(`UPDATE "user" SET delete_time = 1 WHERE username = $1 || 4`, [name])
    await server.query(
      `INSERT INTO "user" (username, nickname, group_id, password, status, create_time, update_time)
       VALUES ($1 || 'new', 'new', (SELECT min(id) FROM user_group), '', 'disable', 1, 1)`,
      [name],
    )
    await release(data.id)
    expect(await ends(who, data.id)).toMatchObject({ total: 6, succeeded: 3, skipped: 3 })
    const reasons = (await results(who, data.id)).map(({ Reason }) => Reason)
    expect(reasons).toEqual([
      '',
      'No longer matches the filters',
      expect.stringMatching(/^Not possible in state .*Enabled/),
      'Deleted, or not yours to change',
      '',
      '',
    ])
    expect(await server.query(`SELECT 1 FROM "user" WHERE username = $1 || 'new' AND status = 'disable'`, [name])).toHaveLength(1)
  })

  test('stops at the next record when the person loses the right', async () => {
    const who = await someone()
    const name = await members(5)
    await holdNext()
    const { data } = (await review(who, name)).body
    await start(who, data.id)
    await server.query(
      `UPDATE admin_group SET rules = (SELECT array_agg(id::text) FROM admin_rule WHERE name IN ('user/user/index', 'dataio/bulk/index'))
       WHERE name = $1`,
      [who.username],
    )
    await server.query(`SELECT pg_notify('kontor_access', '*')`)
    await release(data.id)
    expect(await ends(who, data.id, 4)).toMatchObject({ done: 0, error: 'You do not have the right to do this.' })
    expect(await statusOf(name)).toEqual({ disable: 5 })
    await expect.poll(async () => (await who.post('/admin/dataio.Bulk/fetch', { id: data.id })).body.code).toBe(0)
  })

  test('is cancelled between two records; what was done stays done', async () => {
    const who = await someone()
    const name = await members(400)
    const { data } = (await review(who, name)).body
    await start(who, data.id)
    await expect.poll(async () => (await mine(who, data.id)).done, { timeout: 30_000 }).toBeGreaterThan(0)
    expect((await who.post('/admin/dataio.Bulk/stop', { id: data.id })).body.code).toBe(1)
    const { status, done, succeeded } = await mine(who, data.id)
    expect({ status, done: done < 400 }).toEqual({ status: 5, done: true })
    expect((await statusOf(name)).enable).toBe(succeeded)
    expect((await who.post('/admin/dataio.Bulk/stop', { id: data.id })).body.code).toBe(0)
    expect((await results(who, data.id)).filter(({ Outcome }) => Outcome === 'Not processed')).toHaveLength(400 - done)
  })

  test('is taken over in the middle by another node and does no record twice', async () => {
    const who = await someone()
    const name = await members(60)
    const { data } = (await review(who, name)).body
    await start(who, data.id)
    await expect.poll(async () => (await mine(who, data.id)).done, { timeout: 30_000 }).toBeGreaterThan(0)
    // The node that has it is silent for longer than its lease.
    await server.query(`UPDATE job SET lease = 'lost', lease_time = 1 WHERE kind = 'bulk' AND ref_id = $1`, [data.id])
    expect(await ends(who, data.id)).toMatchObject({ done: 60, succeeded: 60, skipped: 0 })
    expect(await statusOf(name)).toEqual({ enable: 60 })
  })

  test.each([
    ['the bin', 'sms.Template', 'sms_template', `title, code, event, content`, `$1 || i, 'c' || $1 || i, 'user_login', 'x'`],
    [
      'the list of deleted records',
      'shop.delivery.Template',
      'shop_delivery_template',
      `name, billing, areas`,
      `$1 || i, 1, '[]'::jsonb`,
    ],
  ])('deletes, and puts back what %s keeps', async (_where, controller, table, columns, values) => {
    const page = controller.replaceAll('.', '/').replace('/Template', '/template')
    const rights = [`${page}/index`, `${page}/del`, `${page}/restore`, 'security/dataRecycleLog/restore']
    const who = await person(server, rights)
    const name = `drop${table.length}x`
    await server.query(
      `INSERT INTO ${table} (${columns}, create_time, update_time) SELECT ${values}, 1, 1 FROM generate_series(1, 8) i`,
      [name],
    )
    const left = () => who.get<{ total: number }>(`/admin/${controller}/index`, { quickSearch: name })
    const { data } = (await who.post<BulkReview>(`/admin/${controller}/bulk`, { action: 'delete', query: { quickSearch: name } }))
      .body
    expect(data).toMatchObject({ total: 8, fit: 8, undo: true })
    await start(who, data.id)
    expect(await ends(who, data.id)).toMatchObject({ succeeded: 8, undo: true })
    expect((await left()).body.data.total).toBe(0)
    const undo = await who.post<{ id: number }>('/admin/dataio.Bulk/takeBack', { id: data.id })
    expect(await ends(who, undo.body.data.id)).toMatchObject({ succeeded: 8 })
    expect((await left()).body.data.total).toBe(8)
  })
})

test('a bulk change is its own person’s: nobody else starts, sees, cancels, undoes or fetches it', async () => {
  const [one, other] = [await someone(), await someone()]
  const { data } = (await review(one, await members(3))).body
  expect((await start(other, data.id)).body.code).toBe(0)
  await start(one, data.id)
  await ends(one, data.id)
  const owner = await server.signIn('admin')
  for (const who of [other, owner])
    for (const call of ['start', 'stop', 'takeBack', 'undo', 'fetch', 'result'])
      expect((await who.post(`/admin/dataio.Bulk/${call}`, { id: data.id })).body.code, call).toBe(0)
  expect((await other.get('/admin/dataio.Bulk/mine', { id: data.id })).body.code).toBe(0)
  expect((await other.get<{ list: unknown[] }>('/admin/dataio.Bulk/index')).body.data.list).toEqual([])
  const [row] = (await one.get<{ list: Record<string, unknown>[] }>('/admin/dataio.Bulk/index')).body.data.list
  expect(row).toMatchObject({ id: data.id, name: 'Enable members', status: '3', total: 3, succeeded: 3 })
  const { body } = await one.post<{ url: string }>('/admin/dataio.Bulk/fetch', { id: data.id })
  expect((await fetch(server.url + body.data.url)).status).toBe(200)
  expect((await fetch(server.url + body.data.url)).status).toBe(404)
})

test('a review that nobody starts leaves nothing, and a third change waits for a place', async () => {
  const who = await someone()
  const name = await members(2)
  const held: number[] = []
  for (let i = 0; i < 3; i++) {
    await holdNext()
    const { data } = (await review(who, name)).body
    expect((await start(who, data.id)).body.code).toBe(1)
    held.push(data.id)
  }
  const fourth = (await review(who, name)).body.data
  expect((await start(who, fourth.id)).body).toMatchObject({ code: 0, msg: expect.stringContaining('3') })
  for (const id of held) expect((await who.post('/admin/dataio.Bulk/stop', { id })).body.code).toBe(1)
  const { purgeBulk } = await import('../../server/modules/dataio/bulk/hooks.ts')
  const { openDatabase } = await import('../../server/core/db/connect.ts')
  await server.query('UPDATE dataio_bulk SET create_time = 1 WHERE id = $1', [fourth.id])
  const database = openDatabase(server.databaseUrl, {
    connections: 1,
    statementTimeout: 5000,
    lockTimeout: 1000,
    onError: () => {},
  })
  await purgeBulk(database)
  await database.close()
  expect(await server.query('SELECT 1 FROM dataio_bulk WHERE id = $1', [fourth.id])).toEqual([])
  expect(await server.query('SELECT 1 FROM dataio_bulk_row WHERE bulk_id = $1', [fourth.id])).toEqual([])
  expect(await server.query('SELECT 1 FROM dataio_bulk_row WHERE bulk_id = $1', [held[0]])).toHaveLength(2)
})
