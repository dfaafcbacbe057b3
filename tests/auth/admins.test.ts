import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import {
  adminId,
  authorityRights,
  fieldError,
  makeGroup,
  makeLimited,
  makePerson,
  ok,
  PASSWORD,
  type Person,
  refused,
} from './people.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
  owner = await server.signIn('admin')
})
afterAll(() => server.close())

const edit = (client: Client, id: number, change: Record<string, unknown>) =>
  client.post('/admin/auth.Admin/edit', { id, ...change })
const hashOf = async (id: number) =>
  (await server.query<{ password: string }>('SELECT password FROM admin WHERE id = $1', [id]))[0]?.password
const stillSignedIn = async (client: Client) => (await client.get('/admin/Index/index')).body.code === 1

describe('the owner manages administrators', () => {
  let member: Person
  beforeAll(async () => {
    member = await makeLimited(server, owner, 'member1', ['auth/admin/index', 'user/user/index'])
  })

  test('someone who was added signs in, and the list shows them with their group and without their password', async () => {
    const list = ok(
      await owner.get<{ list: Record<string, unknown>[] }>('/admin/auth.Admin/index', { quickSearch: 'member1' }),
    ).list
    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({
      username: 'member1',
      group_arr: [member.groupId],
      group_name_arr: ['group of member1'],
      status: '1',
    })
    expect(Object.keys(list[0] ?? {})).not.toContain('password')
    expect(await hashOf(member.id)).toMatch(/^\$argon2id\$/)
  })

  test('a name that is taken is refused beside the field, in whatever case it is written', async () => {
    const answer = await owner.post('/admin/auth.Admin/add', {
      username: 'MEMBER1',
      nickname: 'x',
      group_arr: [member.groupId],
      password: PASSWORD,
      status: '1',
    })
    expect(answer.body.code).toBe(0)
    expect(fieldError(answer, 'username')).toBeTruthy()
  })

  test('a new administrator needs a password and a group', async () => {
    const answer = await owner.post('/admin/auth.Admin/add', { username: 'nobody1', nickname: 'x', group_arr: [], status: '1' })
    expect(answer.body.code).toBe(0)
    expect(fieldError(answer, 'password')).toBeTruthy()
    expect(fieldError(answer, 'group_arr')).toBeTruthy()
  })

  test('an empty password on edit keeps the old one, and the form never shows it', async () => {
    const before = await hashOf(member.id)
    const row = ok(await owner.get<{ row: Record<string, unknown> }>('/admin/auth.Admin/edit', { id: member.id })).row
    expect(row.password).toBe('')
    ok(await edit(owner, member.id, { nickname: 'Renamed', password: '' }))
    expect(await hashOf(member.id)).toBe(before)
    expect(await stillSignedIn(member.client)).toBe(true)
  })

  test('a new password ends every session of that administrator and is the one that works', async () => {
    ok(await edit(owner, member.id, { password: 'Another-pass-2' }))
    expect(await stillSignedIn(member.client)).toBe(false)
    await expect(server.signIn('member1', PASSWORD)).rejects.toThrow('could not sign in')
    expect(await stillSignedIn(await server.signIn('member1', 'Another-pass-2'))).toBe(true)
  })

  test('no log holds a password that was typed', async () => {
    const tables = await server.query<{ text: string }>(
      `SELECT (SELECT coalesce(string_agg(a::text, ' '), '') FROM audit a) || (SELECT coalesce(string_agg(l::text, ' '), '') FROM admin_log l) AS text`,
    )
    expect(tables[0]?.text).toContain('auth')
    expect(tables[0]?.text).not.toContain('Another-pass-2')
    expect(tables[0]?.text).not.toContain(PASSWORD)
    expect(tables[0]?.text).not.toContain('$argon2id')
  })

  test('switching someone off ends their sessions at once and keeps them out', async () => {
    const client = await server.signIn('member1', 'Another-pass-2')
    ok(await edit(owner, member.id, { status: '0' }))
    expect(await stillSignedIn(client)).toBe(false)
    await expect(server.signIn('member1', 'Another-pass-2')).rejects.toThrow('could not sign in')
    ok(await edit(owner, member.id, { status: '1' }))
    expect(await stillSignedIn(await server.signIn('member1', 'Another-pass-2'))).toBe(true)
  })

  test('signing someone out ends their sessions; nobody signs themselves out that way', async () => {
    const client = await server.signIn('member1', 'Another-pass-2')
    ok(await owner.post('/admin/auth.Admin/kick', { id: member.id }))
    expect(await stillSignedIn(client)).toBe(false)
    refused(await owner.post('/admin/auth.Admin/kick', { id: 1 }))
    expect(await stillSignedIn(owner)).toBe(true)
  })

  test('an account is unlocked only when it was locked', async () => {
    refused(await owner.post('/admin/auth.Admin/unlock', { id: member.id }))
    await server.query('UPDATE admin SET login_failure = 12 WHERE id = $1', [member.id])
    ok(await owner.post('/admin/auth.Admin/unlock', { id: member.id }))
    expect(await server.query('SELECT login_failure FROM admin WHERE id = $1', [member.id])).toEqual([{ login_failure: 0 }])
  })

  test('a deleted administrator is gone with their memberships and sessions', async () => {
    const victim = await makePerson(server, owner, 'victim1', [member.groupId])
    ok(await owner.del('/admin/auth.Admin/del', { ids: [victim.id] }))
    expect(await stillSignedIn(victim.client)).toBe(false)
    expect(await server.query('SELECT 1 FROM admin_group_access WHERE uid = $1', [victim.id])).toEqual([])
  })
})

describe('nobody locks themselves out', () => {
  test('the own account is not deleted, not switched off, and its groups do not change', async () => {
    const own = await owner.del('/admin/auth.Admin/del', { ids: [1] })
    refused(own)
    expect(own.body.msg).toBe('Only possible when it is not yourself')
    const chinese = owner.with({ lang: 'zh-cn' })
    expect((await chinese.del('/admin/auth.Admin/del', { ids: [1] })).body.msg).toBe('仅当不是本人时可以执行此操作')
    const group = await makeGroup(server, owner, 'lesser', ['user/user/index'])
    expect(fieldError(await edit(owner, 1, { status: '0' }), 'status')).toBeTruthy()
    expect(fieldError(await edit(owner, 1, { group_arr: [1, group] }), 'group_arr')).toBeTruthy()
    ok(await edit(owner, 1, { nickname: 'Owner', group_arr: ['1'], status: '1' }))
    expect(await server.query('SELECT group_id FROM admin_group_access WHERE uid = 1')).toEqual([{ group_id: 1 }])
  })

  test('of two super administrators who switch each other off at the same moment, one remains', async () => {
    const second = await makePerson(server, owner, 'second', [1])
    for (let round = 0; round < 5; round++) {
      const [one, two] = await Promise.all([edit(owner, second.id, { status: '0' }), edit(second.client, 1, { status: '0' })])
      expect([one.body.code, two.body.code].filter((code) => code === 1)).toHaveLength(1)
      const enabled = await server.query<{ id: number }>('SELECT id FROM admin WHERE status = 1 AND id IN (1, $1)', [second.id])
      expect(enabled).toHaveLength(1)
      await server.query('UPDATE admin SET status = 1 WHERE id IN (1, $1)', [second.id])
      owner = await server.signIn('admin', OWNER_PASSWORD)
      second.client = await server.signIn('second', PASSWORD)
    }
    ok(await owner.del('/admin/auth.Admin/del', { ids: [second.id] }))
  })
})

describe('someone with fewer rights', () => {
  let chief: Person
  let peer: Person
  let below: Person
  let lowGroup: number
  beforeAll(async () => {
    chief = await makeLimited(server, owner, 'chief', [...authorityRights, 'user/user/index', 'user/user/edit'])
    peer = await makePerson(server, owner, 'peer', [chief.groupId])
    lowGroup = await makeGroup(server, owner, 'low', ['user/user/index'], chief.groupId)
    below = await makePerson(server, owner, 'below', [lowGroup])
  })

  test('sees themselves and their subordinates, nobody else', async () => {
    const list = ok(
      await chief.client.get<{ list: { username: string }[]; total: number }>('/admin/auth.Admin/index', { limit: 100 }),
    )
    const seen = list.list.map((row) => row.username)
    expect(seen).toEqual(expect.arrayContaining(['chief', 'below']))
    expect(seen).not.toContain('admin')
    expect(seen).not.toContain('peer')
    expect(list.total).toBe(seen.length)
  })

  test.each([
    ['the owner', () => 1],
    ['a peer', () => peer.id],
  ])('reads, changes, signs out and deletes not %s', async (_who, idOf) => {
    const id = idOf()
    const before = await server.query('SELECT * FROM admin WHERE id = $1', [id])
    refused(await chief.client.get('/admin/auth.Admin/edit', { id }))
    refused(await edit(chief.client, id, { password: 'Taken-over-1' }))
    refused(await edit(chief.client, id, { email: 'attacker@example.com' }))
    refused(await edit(chief.client, id, { status: '0' }))
    refused(await chief.client.post('/admin/auth.Admin/kick', { id }))
    refused(await chief.client.del('/admin/auth.Admin/del', { ids: [id] }))
    refused(await chief.client.del('/admin/auth.Admin/del', { ids: [below.id, id] }))
    expect(await server.query('SELECT * FROM admin WHERE id = $1', [id])).toEqual(before)
    expect(await adminId(server, 'below')).toBe(below.id)
  })

  test('puts people only into groups with fewer rights than their own', async () => {
    const add = (group_arr: number[], username: string) =>
      chief.client.post('/admin/auth.Admin/add', { username, nickname: username, group_arr, password: PASSWORD, status: '1' })
    expect(fieldError(await add([1], 'climber1'), 'group_arr')).toBeTruthy()
    expect(fieldError(await add([chief.groupId], 'climber2'), 'group_arr')).toBeTruthy()
    expect(fieldError(await add([lowGroup, 1], 'climber3'), 'group_arr')).toBeTruthy()
    ok(await add([lowGroup], 'climber4'))
    expect(fieldError(await edit(chief.client, await adminId(server, 'climber4'), { group_arr: [1] }), 'group_arr')).toBeTruthy()
    expect(fieldError(await edit(chief.client, chief.id, { group_arr: [1] }), 'group_arr')).toBeTruthy()
  })

  test('is offered only groups that can be assigned', async () => {
    const offered = ok(
      await chief.client.get<{ list: { value: number }[] }>('/admin/auth.Admin/options', { field: 'group_arr', action: 'add' }),
    ).list.map((option) => Number(option.value))
    expect(offered).toContain(lowGroup)
    expect(offered).not.toContain(1)
    expect(offered).not.toContain(chief.groupId)
    const old = ok(
      await chief.client.get<{ options: { id: number }[] }>('/admin/auth.Group/index', {
        select: true,
        isTree: true,
        absoluteAuth: 1,
      }),
    ).options.map((option) => option.id)
    expect(old).toContain(lowGroup)
    expect(old).not.toContain(1)
  })

  test('manages subordinates: edits, resets the password, signs out, deletes', async () => {
    ok(await edit(chief.client, below.id, { nickname: 'Helper', password: 'New-pass-for-you' }))
    expect(await stillSignedIn(below.client)).toBe(false)
    ok(await chief.client.post('/admin/auth.Admin/kick', { id: below.id }))
    ok(await chief.client.del('/admin/auth.Admin/del', { ids: [below.id] }))
  })
})

test('the list of administrators shows who holds every right, which no form can set', async () => {
  const owner = await server.signIn('admin')
  const { body } = await owner.get<{ list: { id: number; username: string; super: number }[] }>('/admin/auth.Admin/index', {
    limit: 50,
  })
  expect(body.data.list.filter((row) => row.super === 1).map(({ username }) => username)).toEqual(['admin'])
  const packer = body.data.list.find(({ username }) => username === 'packer')
  await owner.post('/admin/auth.Admin/edit', { id: packer?.id, super: 1 })
  const again = await owner.get<{ list: { username: string; super: number }[] }>('/admin/auth.Admin/index', { limit: 50 })
  expect(again.body.data.list.filter((row) => row.super === 1)).toHaveLength(1)
})
