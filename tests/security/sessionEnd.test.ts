import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '../../server/core/settings.ts'
import { createServer } from '../../server/main/server.ts'
import { makeClient } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { person } from './people.ts'

let server: TestServer
let second: Awaited<ReturnType<typeof createServer>>
let secondUrl = ''
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
  second = await createServer({ databaseUrl: server.databaseUrl, settings: { ...readSettings({}), port: 0, feedPort: 0 } })
  secondUrl = (await second.listen()).url
})
afterAll(async () => {
  await second.close()
  await server.close()
})

const nodes = ['auth/admin/index', 'auth/admin/edit', 'auth/group/index']

/** A signed-in person, known to both nodes' memory. */
async function knownPerson() {
  const one = await person(server, nodes)
  const there = makeClient(secondUrl, { token: one.token })
  for (const client of [one, there]) expect((await client.get('/admin/auth.Admin/index')).body.code).toBe(1)
  return { one, there }
}

test.each([
  ['a new password', { password: 'Changed-pass1' }],
  ['being disabled', { status: '0' }],
])(
  '%s ends every session of the account, on this node with the next call and on the other within a moment',
  async (_what, change) => {
    const { one, there } = await knownPerson()
    const owner = await server.signIn('admin')
    const { row } = (await owner.get<{ row: Record<string, unknown> }>('/admin/auth.Admin/edit', { id: one.id })).body.data
    const lax = owner.with({ token: owner.token ?? '', headers: { 'x-kontor-strict': '0' } })
    const { body } = await lax.post('/admin/auth.Admin/edit', { ...row, ...change })
    expect(body).toMatchObject({ code: 1 })
    expect((await one.get('/admin/auth.Admin/index')).body.code).toBe(303)
    await expect.poll(async () => (await there.get('/admin/auth.Admin/index')).body.code, { timeout: 15_000 }).toBe(303)
  },
)

test('losing a group takes the rights away at once, and the session stays', async () => {
  const { one, there } = await knownPerson()
  const owner = await server.signIn('admin')
  const [group] = await server.query<{ id: number }>('SELECT group_id AS id FROM admin_group_access WHERE uid = $1', [one.id])
  const { row } = (await owner.get<{ row: Record<string, unknown> }>('/admin/auth.Group/edit', { id: group?.id })).body.data
  const lax = owner.with({ token: owner.token ?? '', headers: { 'x-kontor-strict': '0' } })
  const { body } = await lax.post('/admin/auth.Group/edit', { ...row, status: '0' })
  expect(body).toMatchObject({ code: 1 })
  expect((await one.get('/admin/auth.Admin/index')).body.code).toBe(401)
  await expect.poll(async () => (await there.get('/admin/auth.Admin/index')).body.code, { timeout: 15_000 }).toBe(401)
})

test('a deleted administrator is signed out', async () => {
  const { one, there } = await knownPerson()
  const owner = await server.signIn('admin')
  expect((await owner.del('/admin/auth.Admin/del', { ids: [one.id] })).body).toMatchObject({ code: 1 })
  expect((await one.get('/admin/auth.Admin/index')).body.code).toBe(303)
  await expect.poll(async () => (await there.get('/admin/auth.Admin/index')).body.code, { timeout: 15_000 }).toBe(303)
})

test('a node that does not hear the others believes nothing it remembers', async () => {
  const { one, there } = await knownPerson()
  await server.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kontor-listen' AND datname = current_database()",
  )
  await server.query('DELETE FROM admin_session WHERE admin_id = $1', [one.id])
  await expect.poll(async () => (await there.get('/admin/auth.Admin/index')).body.code, { timeout: 15_000 }).toBe(303)
  // it listens again by itself
  const again = await knownPerson()
  await expect
    .poll(
      async () => {
        const rows = await server.query(
          "SELECT 1 FROM pg_stat_activity WHERE application_name = 'kontor-listen' AND datname = current_database()",
        )
        return rows.length
      },
      { timeout: 10_000 },
    )
    .toBe(2)
  await again.one.post('/admin/Index/logout', {})
  await expect.poll(async () => (await again.there.get('/admin/auth.Admin/index')).body.code, { timeout: 15_000 }).toBe(303)
})
