import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { DEMO_PASSWORD } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
})
afterAll(() => server.close())

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36'
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1 Version/17.0 Mobile Safari/604.1'
const from = (userAgent: string, username = 'packer') =>
  server.signIn(username, undefined, { headers: { 'user-agent': userAgent } })

interface Row {
  id: string
  here: string
  device: string
  ip: string
  used_time: number
  _denied?: Record<string, string>
}
const rowsOf = async (client: Client) => {
  const { body } = await client.get<{ list: Row[] }>('/admin/routine.Session/index')
  expect(body.code).toBe(1)
  return body.data.list
}
const alive = async (client: Client) => (await client.get('/admin/Index/index')).body.code === 1
const forget = () => server.query('DELETE FROM admin_session')

test('one sees where one is signed in, which of them this is, and neither tokens nor what others have', async () => {
  await forget()
  const [desk, pocket] = [await from(chrome), await from(phone)]
  await from(chrome, 'manager')
  const rows = await rowsOf(desk)
  expect(rows.map(({ device }) => device).sort()).toEqual(['Chrome · Windows', 'Safari · iOS'])
  expect(rows.filter(({ here }) => String(here) === '1').map(({ device }) => device)).toEqual(['Chrome · Windows'])
  expect((await rowsOf(pocket)).filter(({ here }) => String(here) === '1').map(({ device }) => device)).toEqual(['Safari · iOS'])
  for (const row of rows) {
    expect(row.ip).toBe('127.0.0.1')
    expect(row.used_time).toBeGreaterThan(1e9)
    expect(Object.keys(row).filter((name) => /hash|salt/.test(name))).toEqual([])
  }
})

test('ending one signs out only that browser, and is audited', async () => {
  await forget()
  const [desk, pocket, third] = [await from(chrome), await from(phone), await from(chrome)]
  const target = (await rowsOf(desk)).find(({ device }) => device === 'Safari · iOS')
  expect(await alive(pocket)).toBe(true)
  expect((await desk.post('/admin/routine.Session/end', { ids: [target?.id] })).body.code).toBe(1)
  expect(await alive(pocket)).toBe(false)
  expect([await alive(desk), await alive(third)]).toEqual([true, true])
  const [entry] = await server.query("SELECT action, username FROM audit WHERE action = 'session.end'")
  expect(entry).toMatchObject({ action: 'session.end', username: 'packer' })
})

test('the session in use is not ended from here', async () => {
  await forget()
  const desk = await from(chrome)
  const [own] = await rowsOf(desk)
  expect(own?._denied?.end).toBe('This is the session you are using. Sign out to end it.')
  const { body } = await desk.post('/admin/routine.Session/end', { ids: [own?.id] })
  expect(body).toMatchObject({ code: 0, msg: 'This is the session you are using. Sign out to end it.' })
  expect(await alive(desk)).toBe(true)
})

test('ending all others leaves this one', async () => {
  await forget()
  const [desk, pocket, third, other] = [await from(chrome), await from(phone), await from(chrome), await from(chrome, 'manager')]
  const { body } = await desk.post('/admin/routine.Session/endOthers')
  expect(body).toMatchObject({ code: 1, data: { ended: 2 } })
  expect([await alive(desk), await alive(pocket), await alive(third), await alive(other)]).toEqual([true, false, false, true])
  const [entry] = await server.query<{ detail: string }>("SELECT detail FROM audit WHERE action = 'session.endOthers'")
  expect(JSON.parse(entry?.detail ?? '{}')).toEqual({ ended: 2 })
})

test('nobody ends the session of another, a super administrator neither', async () => {
  await forget()
  const [desk, owner] = [await from(chrome), await server.signIn('admin')]
  const [own] = await rowsOf(desk)
  expect((await owner.post('/admin/routine.Session/end', { ids: [own?.id] })).body.code).toBe(0)
  expect((await rowsOf(owner)).map(({ id }) => id)).not.toContain(own?.id)
  expect(await alive(desk)).toBe(true)
})

test('a new password of one’s own ends the other sessions and keeps this one', async () => {
  await forget()
  const [desk, pocket] = [await from(chrome), await from(phone)]
  const changed = { old_password: DEMO_PASSWORD, password: 'Changed-pass-2', password_confirm: 'Changed-pass-2' }
  const { body } = await desk.post('/admin/routine.AdminInfo/changePassword', changed)
  expect(body.code).toBe(1)
  expect([await alive(desk), await alive(pocket)]).toEqual([true, false])
})
