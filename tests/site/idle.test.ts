import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { DEMO_PASSWORD } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
})
afterAll(() => server?.close())

const save = (values: object) => owner.post('/admin/routine.Config/edit', values)
const look = (client: Client) => client.get<{ siteConfig: { idleMinutes: number } }>('/admin/Index/index')
/** Makes the newest session look as if it had been left so many seconds ago. */
const leave = (seconds: number) =>
  server.query(
    `update admin_session set active_time = extract(epoch from now())::bigint - $1
    where id = (select id from admin_session order by create_time desc, ctid desc limit 1)`,
    [seconds],
  )
const idleOf = async () => {
  const [row] = await server.query<{ idle: string }>(`select extract(epoch from now())::bigint - active_time as idle
    from admin_session order by create_time desc, ctid desc limit 1`)
  return Number(row?.idle)
}

it('nobody is signed out for doing nothing while the setting is 0', async () => {
  const finance = await server.signIn('finance')
  await leave(86_400)
  expect((await look(finance)).body.data.siteConfig.idleMinutes).toBe(0)
})

it('who is signed in when the setting is turned on counts from now', async () => {
  const finance = await server.signIn('finance')
  await leave(86_400)
  expect((await save({ idle_logout_minutes: 1 })).body.code).toBe(1)
  expect((await look(finance)).body.data.siteConfig.idleMinutes).toBe(1)
})

it('a session that was left alone for too long is over, whatever is called in it, and a refresh brings none back', async () => {
  const finance = await server.signIn('finance')
  await leave(61)
  expect((await look(finance)).body).toMatchObject({ code: 303, data: { type: 'need login' } })
  expect((await look(finance)).body.code).toBe(303)

  const kept = { username: 'finance', password: DEMO_PASSWORD, keep: true }
  const { body } = await server.guest().post<{ userInfo: { token: string; refresh_token: string } }>('/admin/Index/login', kept)
  const { token, refresh_token: refreshToken } = body.data.userInfo
  await leave(61)
  const refreshed = await server.guest({ token }).post('/api/common/refreshToken', { refreshToken })
  expect(refreshed.body.code).not.toBe(1)
})

it('requests that the browser makes by itself keep nobody signed in; those of the person do', async () => {
  const finance = await server.signIn('finance')
  await leave(50)
  const alone = finance.with({ headers: { 'x-kontor-idle': '1' } })
  expect((await look(alone)).body.code).toBe(1)
  expect(await idleOf()).toBeGreaterThanOrEqual(50)
  expect((await look(finance)).body.code).toBe(1)
  expect(await idleOf()).toBeLessThan(5)
})

it('the dashboard offers the quick entrances that the site is set to', async () => {
  const list = [
    { key: 'Settings', value: 'routine/config' },
    { key: 'People', value: 'auth/admin' },
  ]
  const wrong = await save({ config_quick_entrance: [{ key: 'Nowhere', value: 'no/where' }] })
  expect(wrong.body.data).toMatchObject({ errors: { config_quick_entrance: 'There is no menu item “no/where”' } })
  expect((await save({ config_quick_entrance: list })).body).toMatchObject({ code: 1, data: { renew: true } })
  const booted = await owner.get<{ siteConfig: { quickEntrance: unknown } }>('/admin/Index/index')
  expect(booted.body.data.siteConfig.quickEntrance).toEqual(list)
  const theirs = owner.with({ headers: { 'x-kontor-strict': '0' } })
  expect((await theirs.get<{ quickEntrance: unknown }>('/admin/routine.Config/index')).body.data.quickEntrance).toEqual(list)
})
