import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWNER_PASSWORD } from './database.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
})
afterAll(() => server.close())

test('the owner signs in with the password of the harness and sees a menu', async () => {
  const client = await server.signIn('admin')
  const answer = await client.get<{ menus: unknown[]; adminInfo: { username: string } }>('/admin/Index/index')
  expect(answer.body.code).toBe(1)
  expect(answer.body.data.adminInfo.username).toBe('admin')
  expect(answer.body.data.menus.length).toBeGreaterThan(0)
})

test('a wrong password fails the test with the message of the server', async () => {
  await expect(server.signIn('admin', `${OWNER_PASSWORD}x`)).rejects.toThrow(/admin could not sign in: 200 \{"code":0/)
})

test('a guest is asked to sign in', async () => {
  expect((await server.guest().get('/admin/Index/index')).body).toMatchObject({ code: 303, data: { type: 'need login' } })
})

test('a test may look into the database of its server', async () => {
  expect(await server.query('SELECT username FROM admin WHERE username = $1', ['admin'])).toEqual([{ username: 'admin' }])
})

test('a copy of the demo shop holds its orders, and what one test writes no other one sees', async () => {
  const [one, two] = await Promise.all([startTestServer({ database: 'demo' }), startTestServer({ database: 'demo' })])
  try {
    await one.query('UPDATE shop_order SET admin_remark = $1', ['seen'])
    expect(await two.query('SELECT count(*)::int AS n FROM shop_order WHERE admin_remark = $1', ['seen'])).toEqual([{ n: 0 }])
    expect(await two.query('SELECT count(*)::int AS n FROM shop_order')).toEqual([{ n: 1200 }])
    await expect(two.signIn('packer')).resolves.toBeDefined()
  } finally {
    await Promise.all([one.close(), two.close()])
  }
}, 240_000)
