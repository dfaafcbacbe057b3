import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
})
afterAll(() => server.close())

const path = '/admin/ajax/clearCache'

test('only super administrators clear the cache, and only by the two types there are', async () => {
  const [owner, manager] = [await server.signIn('admin'), await server.signIn('manager')]
  expect((await server.guest().post(path, { type: 'all' })).body.code).toBe(303)
  expect((await manager.post(path, { type: 'all' })).body.code).toBe(401)
  for (const type of [undefined, 'TP', ['all'], '__proto__']) expect((await owner.post(path, { type })).body.code).toBe(0)
  expect((await owner.get(path, { type: 'all' })).status).toBe(404)
})

test('cached rights are reloaded: a change made in the database applies at once', async () => {
  const [owner, packer] = [await server.signIn('admin'), await server.signIn('packer')]
  const list = async () => (await packer.get('/admin/shop.order.Order/index')).body.code
  expect(await list()).toBe(1)
  // By hand in the database, so that nobody is told.
  await server.query(
    "UPDATE admin_group SET status = 0 WHERE id = (SELECT group_id FROM admin_group_access x JOIN admin a ON a.id = x.uid WHERE a.username = 'packer' LIMIT 1)",
  )
  expect(await list()).toBe(1)
  const { body } = await owner.post<{ cleared: string[] }>(path, { type: 'tp' })
  expect(body).toMatchObject({ code: 1, msg: 'Cleared', data: { cleared: ['cached sessions and rights'] } })
  expect(await list()).toBe(401)
})

test('“all” also deletes expired data only, and is recorded in log and audit', async () => {
  const owner = await server.signIn('admin')
  await server.query(
    "INSERT INTO captcha (key, answer, tries, solved, expires_time) VALUES ('old', '{}', 0, 0, 1), ('new', '{}', 0, 0, 99999999999)",
  )
  await server.signIn('manager')
  await server.query(
    "UPDATE admin_session SET expires_time = 1 WHERE admin_id = (SELECT id FROM admin WHERE username = 'manager')",
  )
  expect((await owner.post<{ cleared: string[] }>(path, { type: 'all' })).body.data.cleared).toHaveLength(2)
  expect(await server.query('SELECT key FROM captcha')).toEqual([{ key: 'new' }])
  expect(await server.query('SELECT 1 FROM admin_session WHERE expires_time = 1')).toEqual([])
  expect((await owner.get('/admin/Index/index')).body.code).toBe(1)
  const [entry] = await server.query(
    "SELECT action, username FROM audit WHERE action = 'ajax/clearcache' ORDER BY id DESC LIMIT 1",
  )
  expect(entry).toEqual({ action: 'ajax/clearcache', username: 'admin' })
})
