import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../harness/client.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { person } from '../people.ts'

let server: TestServer
let owner: Client
let memberId: number
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
  const [member] = await server.query<{ id: number }>('select id from "user" order by id limit 1')
  memberId = member?.id ?? 0
  const url = '/admin/shop.goods.Classify'
  const { id } = (await owner.post<{ id: number }>(`${url}/add`, { pid: 0, name: 'Binned' })).body.data
  expect((await owner.del(`${url}/del`, { ids: [id] })).body.code).toBe(1)
}, 300_000)
afterAll(() => server?.close())

type Change = { id: number; before: string; after: string }
const logUrl = '/admin/security.SensitiveDataLog'
const index = ['security/sensitiveDataLog', 'security/sensitiveDataLog/index']

/** A change of a member's name of account, by somebody who may read the log with these rights. */
async function changeBy(mask: string, nodes: readonly string[]): Promise<{ client: Client; change: Change }> {
  const client = await person(server, [...index, ...nodes])
  await server.query(`update security_sensitive_data set mask = $1 where data_table = 'user'`, [mask])
  await server.query(`update "user" set username = 'sunflower' where id = $1`, [memberId])
  expect((await owner.post('/admin/user.User/edit', { id: memberId, username: 'marigold' })).body.code).toBe(1)
  const [row] = await server.query<{ id: number }>(
    `update security_sensitive_data_log set admin_id = $1
     where id = (select max(id) from security_sensitive_data_log where data_table = 'user' and data_field = 'username') returning id`,
    [client.id],
  )
  const { list } = (await client.get<{ list: Change[] }>(`${logUrl}/index`)).body.data
  const change = list.find(({ id }) => id === row?.id)
  expect(change).toBeDefined()
  return { client, change: change as Change }
}

describe('values in the log of sensitive changes', () => {
  test.each([
    ['none', 'sunflower', 'marigold'],
    ['middle', 'su****wer', 'ma****ld'],
    ['all', '****', '****'],
  ])('are shown as the rule says: %s', async (mask, before, after) => {
    const { client, change } = await changeBy(mask, ['security/sensitiveDataLog/info'])
    expect(change).toMatchObject({ before, after })
    const { row } = (await client.get<{ row: Change }>(`${logUrl}/info`, { id: change.id })).body.data
    expect(row).toMatchObject({ before, after })
    expect((await client.post(`${logUrl}/reveal`, { id: change.id, field: 'before' })).body.code).toBe(401)
  })

  test('are whole for somebody with the right to see them so', async () => {
    const { change } = await changeBy('all', ['security/sensitiveDataLog/plain'])
    expect(change).toMatchObject({ before: 'sunflower', after: 'marigold' })
  })

  test('are found by nobody who knows only a part', async () => {
    const { client, change } = await changeBy('middle', [])
    const search = (operator: string, val: string) =>
      client.get<{ list: Change[] }>(`${logUrl}/index`, { search: [{ field: 'before', operator, val }] })
    expect((await search('LIKE', 'sunf')).body.code).toBe(0)
    expect((await search('eq', 'sunflower')).body.data.list.map(({ id }) => id)).toContain(change.id)
    const quick = await client.get<{ list: Change[] }>(`${logUrl}/index`, { quickSearch: 'sunf' })
    expect(quick.body.data.list).toEqual([])
  })
})

describe('a record of the recycle bin and a sensitive change', () => {
  test.each(['DataRecycleLog', 'SensitiveDataLog'])(
    'are opened only with the right to their details (%s)',
    async (controller) => {
      const page = `security/${controller.charAt(0).toLowerCase()}${controller.slice(1)}`
      const table = controller === 'DataRecycleLog' ? 'security_data_recycle_log' : 'security_sensitive_data_log'
      const open = async (client: Client & { id: number }) => {
        const [row] = await server.query<{ id: number }>(
          `update ${table} set admin_id = $1 where id = (select max(id) from ${table}) returning id`,
          [client.id],
        )
        return (await client.get(`/admin/security.${controller}/info`, { id: row?.id })).body.code
      }
      expect(await open(await person(server, [page, `${page}/index`]))).toBe(401)
      expect(await open(await person(server, [page, `${page}/index`, `${page}/info`]))).toBe(1)
    },
  )
})
