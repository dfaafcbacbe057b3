import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadModules } from '../../../server/main/modules.ts'
import { startTimers } from '../../../server/main/timers.ts'
import type { Client } from '../../harness/client.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'

/** Super administrators hear of changes of sensitive fields whose rule says so. */

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
})
afterAll(() => server?.close())

const told = () =>
  server.query<{ username: string; message_en: string; message_data: { page: string; key: string; value: string } }>(
    `select a.username, n.message_en, n.message_data from shop_notify n join admin a on a.id = n.admin_id
      where n.message_data ->> 'page' = 'security/sensitiveDataLog' order by n.id`,
  )
const waiting = async () =>
  Number((await server.query('select count(*)::int as n from security_sensitive_data_log where notify = 1'))[0]?.n)

/** One round of the timers, at least. */
async function round(): Promise<void> {
  const timers = startTimers({ url: server.databaseUrl, modules: await loadModules(), log: () => undefined })
  try {
    await expect.poll(waiting).toBe(0)
  } finally {
    await timers.stop()
  }
}

test('once for what somebody has changed under a rule, with name and rule, without a value; others hear nothing', async () => {
  const [rule] = await server.query<{ id: number; name: string }>(
    "select id, name from security_sensitive_data where data_table = 'user' and status = 1",
  )
  const [one, two] = await server.query<{ id: number }>('select id from "user" order by id limit 2')
  const change = (id: number | undefined, mobile: string) => owner.post('/admin/user.User/edit', { id, mobile })
  expect((await change(one?.id, '13911110001')).body.code).toBe(1)
  expect(await waiting()).toBe(0) // the rule does not ask for it yet
  expect((await owner.post('/admin/security.SensitiveData/edit', { id: rule?.id, notify: 1 })).body).toMatchObject({ code: 1 })
  for (const [i, member] of [one, two].entries()) expect((await change(member?.id, `1391111000${i + 2}`)).body.code).toBe(1)
  expect(await waiting()).toBe(2)
  await round()
  const said = await told()
  const [supers] = await server.query<{ names: string[] }>(
    `select array_agg(distinct a.username::text) as names from admin a join admin_group_access x on x.uid = a.id
      join admin_group g on g.id = x.group_id where a.status = 1 and g.status = 1 and '*' = any(g.rules)`,
  )
  expect(said.map(({ username }) => username)).toEqual(supers?.names)
  expect(said[0]?.message_en).toContain(`admin changed sensitive data: ${rule?.name}. Records: 2`)
  expect(said[0]?.message_data).toMatchObject({ key: 'sensitive.name', value: rule?.name })
  expect(JSON.stringify(said)).not.toContain('139111')
  await round()
  expect(await told()).toHaveLength(said.length)
  expect((await change(one?.id, '13911110009')).body.code).toBe(1)
  await round()
  expect(await told()).toHaveLength(said.length + (supers?.names.length ?? 0))
})

test('a rule is found by a part of the name of a field it watches', async () => {
  const named = async (val: string) => {
    const search = [{ field: 'data_fields', operator: 'LIKE', val }]
    const { body } = await owner.get<{ list: { data_table: string }[] }>('/admin/security.SensitiveData/index', { search })
    return body.data.list.map((row) => row.data_table)
  }
  expect(await named('mobi')).toContain('user')
  expect(await named('no such field')).toEqual([])
})
