import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { memberClient, registerMember } from './people.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
}, 240_000)
afterAll(() => server?.close())

const password = 'Some-password-1'
const isIn = async (token: string) =>
  (await memberClient(server, token).get('/api/index/index', { requiredLogin: 1 })).body.code === 1
const idOf = async (username: string) =>
  (await server.query<{ id: number }>('SELECT id FROM "user" WHERE username = $1', [username]))[0]?.id ?? 0
const signsIn = async (username: string) =>
  (await server.guest().post('/api/user/checkIn', { tab: 'login', username, password, keep: false })).body.code === 1

test('an administrator ends the sessions of a member, who may sign in again', async () => {
  const { token } = await registerMember(server, 'kicked1', password)
  expect(await isIn(token)).toBe(true)
  const manager = await server.signIn('manager')
  expect((await manager.post('/admin/user.User/kick', { id: await idOf('kicked1') })).body.code).toBe(1)
  expect(await isIn(token)).toBe(false)
  expect(await signsIn('kicked1')).toBe(true)
  const packer = await server.signIn('packer')
  expect((await packer.post('/admin/user.User/kick', { id: await idOf('kicked1') })).body.code).toBe(401)
})

test('several members are disabled with a reason, which signs them out, and enabled again', async () => {
  const tokens = [
    (await registerMember(server, 'disabled1', password)).token,
    (await registerMember(server, 'disabled2', password)).token,
  ]
  const ids = [await idOf('disabled1'), await idOf('disabled2')]
  const manager = await server.signIn('manager')
  const none = await manager.post('/admin/user.User/disable', { ids })
  expect(none.body).toMatchObject({ code: 0, data: { errors: { reason: expect.any(String) } } })
  expect((await manager.post('/admin/user.User/disable', { ids, reason: '恶意刷单' })).body.code).toBe(1)
  expect(await Promise.all(tokens.map(isIn))).toEqual([false, false])
  expect(await signsIn('disabled1')).toBe(false)
  const { body } = await manager.get<{ list: { disable_reason: string }[] }>('/admin/user.User/index', {
    quickSearch: 'disabled1',
  })
  expect(body.data.list.map(({ disable_reason }) => disable_reason)).toEqual(['恶意刷单'])
  expect((await manager.post('/admin/user.User/enable', { ids })).body.code).toBe(1)
  expect(await signsIn('disabled1')).toBe(true)
  const [row] = await server.query<{ disable_reason: string }>('SELECT disable_reason FROM "user" WHERE id = $1', [ids[0]])
  expect(row?.disable_reason).toBe('')
})
