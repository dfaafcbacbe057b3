import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FirstStepsAnswer } from '../../src/schemas/api/firstSteps.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { person } from '../security/people.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signIn('admin')
}, 180_000)
afterAll(() => server?.close())

const index = '/admin/firstSteps/index'
const read = async (client = owner) => (await client.get<FirstStepsAnswer>(index)).body.data.steps
const isDone = async (name: string) => (await read()).find((step) => step.name === name)?.done

test('a new owner is told what to do first, and what of it the site already has', async () => {
  const steps = await read()
  expect(steps.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['site', 'mail', 'colleague', 'payment', 'delivery', 'product']),
  )
  expect(steps.find(({ name }) => name === 'delivery')).toEqual({ name: 'delivery', page: 'shop/delivery/template', done: false })
  expect(await isDone('colleague')).toBe(false)
  const other = await person(server, ['dashboard/index'])
  expect(await isDone('colleague')).toBe(true)
  expect((await other.get(index)).body.code).toBe(401)
  expect((await other.post('/admin/firstSteps/dismiss')).body.code).toBe(401)
})

test('who has dismissed them does not see them again; others still do', async () => {
  const second = await secondOwner()
  expect((await owner.post('/admin/firstSteps/dismiss')).body.code).toBe(1)
  expect((await owner.post('/admin/firstSteps/dismiss')).body.code).toBe(1)
  expect(await read()).toEqual([])
  expect(await read(second)).not.toEqual([])
})

/** Somebody else in the group that may do everything. */
async function secondOwner(): Promise<Client> {
  const other = await person(server, [])
  await server.query("update admin_group set rules = '{*}' where name = $1", [other.username])
  await server.query("select pg_notify('kontor_access', '*')")
  await expect.poll(async () => (await other.get(index)).body.code, { timeout: 15_000 }).toBe(1)
  return other
}
