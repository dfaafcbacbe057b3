import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Client } from '../../harness/client.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
}, 300_000)
afterAll(() => server?.close())

function done<T>(answer: Answer<T>): T {
  expect(answer.body, answer.text).toMatchObject({ code: 1 })
  return answer.body.data
}

/** All rows of a table as JSON, in the order of their text. */
const rowsOf = async (table: string, leftOut: readonly string[] = []) =>
  (
    await server.query<{ row: unknown }>(`select to_jsonb(t) - $1::text[] as row from ${table} t order by to_jsonb(t)::text`, [
      leftOut,
    ])
  ).map(({ row }) => row)

const inBin = (table: string, key: unknown) =>
  server.query<{ id: number; is_restore: number; row_title: string; username: string; children: string }>(
    'select id, is_restore, row_title, username, children from security_data_recycle_log where data_table = $1 and row_key = $2',
    [table, String(key)],
  )
const restore = (...ids: number[]) => owner.post('/admin/security.DataRecycleLog/restore', { ids })

describe('the recycle bin', () => {
  test('keeps a deleted product class and puts it back as it was', async () => {
    const { id } = done(await owner.post<{ id: number }>('/admin/shop.goods.Classify/add', { pid: 0, name: 'Bonsai' }))
    const before = await rowsOf('shop_goods_classify')
    done(await owner.del('/admin/shop.goods.Classify/del', { ids: [id] }))
    const [entry] = await inBin('shop_goods_classify', id)
    expect(entry).toMatchObject({ is_restore: 0, row_title: 'Bonsai', username: 'admin', children: '' })
    done(await restore(entry?.id ?? 0))
    expect(await rowsOf('shop_goods_classify')).toEqual(before)
    expect((await inBin('shop_goods_classify', id))[0]?.is_restore).toBe(1)
    expect((await restore(entry?.id ?? 0)).body.code).toBe(0)
  })

  test('puts an administrator back with the groups, and without the password', async () => {
    const body = { username: 'gardener', nickname: 'Gardener', password: 'Quiet9Forest', group_arr: ['2'], status: '1' }
    const { id } = done(await owner.post<{ id: number }>('/admin/auth.Admin/add', body))
    const secret = ['password', 'salt']
    const before = [await rowsOf('admin', secret), await rowsOf('admin_group_access')]
    done(await owner.del('/admin/auth.Admin/del', { ids: [id] }))
    const [entry] = await inBin('admin', id)
    expect(JSON.parse(entry?.children ?? '')).toMatchObject([{ table: 'admin_group_access' }])
    done(await restore(entry?.id ?? 0))
    expect([await rowsOf('admin', secret), await rowsOf('admin_group_access')]).toEqual(before)
    await expect(server.signIn('gardener', 'Quiet9Forest')).rejects.toThrow()
  })

  test('says what is in the way: a name that is taken, a record above it that is gone', async () => {
    const url = '/admin/shop.goods.Classify'
    const { id: parent } = done(await owner.post<{ id: number }>(`${url}/add`, { pid: 0, name: 'Trees' }))
    const { id: child } = done(await owner.post<{ id: number }>(`${url}/add`, { pid: parent, name: 'Firs' }))
    done(await owner.del(`${url}/del`, { ids: [parent, child] }))
    const [below] = await inBin('shop_goods_classify', child)
    const [above] = await inBin('shop_goods_classify', parent)
    const refused = await restore(below?.id ?? 0)
    expect(refused.body).toMatchObject({ code: 0 })
    expect(refused.body.msg).toContain(String(parent))
    done(await restore(above?.id ?? 0, below?.id ?? 0))
    const groups = '/admin/user.Group'
    const { id } = done(await owner.post<{ id: number }>(`${groups}/add`, { name: 'Reviewers', rules: ['1'], status: 1 }))
    done(await owner.del(`${groups}/del`, { ids: [id] }))
    done(await owner.post(`${groups}/add`, { name: 'Reviewers', rules: ['1'], status: 1 }))
    const [entry] = await inBin('user_group', id)
    const taken = await restore(entry?.id ?? 0)
    expect(taken.body.code).toBe(0)
    expect(taken.body.msg).toContain('Reviewers')
    expect((await inBin('user_group', id))[0]?.is_restore).toBe(0)
  })

  test('takes nothing while its rule is off', async () => {
    await server.query("update security_data_recycle set status = 0 where data_table = 'user_group'")
    const { id } = done(await owner.post<{ id: number }>('/admin/user.Group/add', { name: 'Gone', rules: ['1'], status: 1 }))
    done(await owner.del('/admin/user.Group/del', { ids: [id] }))
    expect(await inBin('user_group', id)).toEqual([])
    await server.query("update security_data_recycle set status = 1 where data_table = 'user_group'")
  })
})

describe('sensitive changes', () => {
  interface Logged {
    id: number
    data_field: string
    before: string
    after: string
    is_rollback: number
  }
  const logOf = (table: string, key: unknown) =>
    server.query<Logged>(
      'select id, data_field, before, after, is_rollback from security_sensitive_data_log where data_table = $1 and row_key = $2 order by id',
      [table, String(key)],
    )
  const rollBack = (...ids: number[]) => owner.post('/admin/security.SensitiveDataLog/rollback', { ids })

  test('are logged with both values, and rolled back through the form', async () => {
    const [member] = await server.query<{ id: number; mobile: string; nickname: string }>(
      'select id, mobile, nickname from "user" order by id limit 1',
    )
    const id = member?.id ?? 0
    done(await owner.post('/admin/user.User/edit', { id, mobile: '13900001234', nickname: 'Not logged' }))
    const [change] = await logOf('user', id)
    expect(change).toMatchObject({ data_field: 'mobile', before: member?.mobile, after: '13900001234', is_rollback: 0 })
    done(await rollBack(change?.id ?? 0))
    const [now] = await server.query<{ mobile: string; nickname: string }>('select mobile, nickname from "user" where id = $1', [
      id,
    ])
    expect(now).toEqual({ mobile: member?.mobile, nickname: 'Not logged' })
    const log = await logOf('user', id)
    expect(log.map(({ before, after, is_rollback }) => [before, after, is_rollback])).toEqual([
      [member?.mobile, '13900001234', 1],
      ['13900001234', member?.mobile, 0],
    ])
  })

  test('that were changed again since, and secrets, are not rolled back', async () => {
    const [member] = await server.query<{ id: number }>('select id from "user" order by id offset 1 limit 1')
    const id = member?.id ?? 0
    done(await owner.post('/admin/user.User/edit', { id, mobile: '13900001235' }))
    done(await owner.post('/admin/user.User/edit', { id, mobile: '13900001236', password: 'Quiet9Forest' }))
    const log = await logOf('user', id)
    const [first] = log
    expect((await rollBack(first?.id ?? 0)).body.code).toBe(0)
    const secret = log.find(({ data_field }) => data_field === 'password')
    expect(secret).toMatchObject({ before: '******', after: '******' })
    expect((await rollBack(secret?.id ?? 0)).body.code).toBe(0)
    const both = log.filter(({ data_field }) => data_field === 'mobile').map((each) => each.id)
    done(await rollBack(...both))
  })
})
