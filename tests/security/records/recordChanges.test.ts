import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../server/core/db/connect.ts'
import { purgeCore } from '../../../server/core/jobs/purge.ts'
import type { Client } from '../../harness/client.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'

interface Change {
  operation: number
  old_values: Record<string, unknown> | null
  new_values: Record<string, unknown> | null
  username: string
  action: string
  part_of: string
  part_key: string
}

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
  owner = await server.signIn('admin')
}, 300_000)
afterAll(() => server?.close())

const changesOf = (table: string, key: string | number) =>
  server.query<Change>(
    'select operation, old_values, new_values, username, action, part_of, part_key from record_change where table_name = $1 and row_key = $2 order by id',
    [table, String(key)],
  )

describe('the database notes what changes', () => {
  test('adding, editing and deleting a record are one change each, with their author', async () => {
    const url = '/admin/user.Group'
    const added = await owner.post<{ id: number }>(`${url}/add`, { name: 'Press', rules: ['1'], status: 1 })
    const { id } = added.body.data
    await owner.post(`${url}/edit`, { id, name: 'Media' })
    await owner.post(`${url}/edit`, { id, name: 'Media' })
    await owner.del(`${url}/del`, { ids: [id] })
    const changes = await changesOf('user_group', id)
    expect(changes.map(({ operation, action, username }) => [operation, action, username])).toEqual([
      [1, 'user/Group/add', 'admin'],
      [2, 'user/Group/edit', 'admin'],
      [3, 'user/Group/del', 'admin'],
    ])
    expect(changes[1]).toMatchObject({ old_values: { name: 'Press' }, new_values: { name: 'Media' } })
    expect(changes[2]?.old_values).toMatchObject({ id, name: 'Media' })
  })

  test('secrets are hidden, and what nobody edits is left out', async () => {
    const url = '/admin/auth.Admin'
    const added = await owner.post<{ id: number }>(`${url}/add`, {
      username: 'keeper',
      nickname: 'Keeper',
      password: 'Quiet9Forest',
      group_arr: ['1'],
      status: '1',
    })
    const { id } = added.body.data
    await owner.post(`${url}/edit`, { id, password: 'Loud8Forest', nickname: 'Guard' })
    const changes = await changesOf('admin', id)
    expect(changes.at(-1)).toMatchObject({
      old_values: { password: '******' },
      new_values: { password: '******', nickname: 'Guard' },
    })
    const [links] = await server.query<Change>("select * from record_change where part_of = 'admin' and part_key = $1", [
      String(id),
    ])
    expect(links).toMatchObject({ operation: 1 })
    await owner.del(`${url}/del`, { ids: [id] })
    expect(JSON.stringify(await changesOf('admin', id))).not.toContain('argon2')
  })

  test('are deleted when they are older than the site keeps them', async () => {
    const { id } = (await owner.post<{ id: number }>('/admin/user.Group/add', { name: 'Kept', rules: ['1'], status: 1 })).body
      .data
    await server.query("update record_change set create_time = create_time - 100 * 86400 where table_name = 'user_group'")
    const database = openDatabase(server.databaseUrl)
    await purgeCore(database)
    expect(await changesOf('user_group', id)).toHaveLength(1)
    expect((await owner.post('/admin/routine.Config/edit', { history_keep_days: 30 })).body.code).toBe(1)
    await purgeCore(database)
    await database.close()
    expect(await changesOf('user_group', id)).toEqual([])
  })

  test('seeds leave no changes', async () => {
    const [row] = await server.query<{ n: number }>(
      "select count(*)::int as n from record_change where username = '' and action = ''",
    )
    expect(row?.n).toBe(0)
  })
})
