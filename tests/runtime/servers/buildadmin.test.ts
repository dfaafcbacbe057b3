import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { withAncestors } from '../../../src/runtime/crud/actions/checked.ts'
import { createCrud } from '../../../src/runtime/crud/crud.ts'
import { readDialect } from '../../../src/runtime/dialect.ts'
import { memoryStorage } from '../../../src/runtime/platform.ts'
import { buildAdminWire } from '../../../src/runtime/wire/buildadmin/wire.ts'
import { productSchema } from '../../harness/schemas.ts'
import { type Asked, littleServer, testRuntime } from '../support.ts'

interface Recorded {
  step: string
  method: string
  path: string
  body: Record<string, unknown> | null
  status: number
  response: { code: number; msg: string; data: unknown }
}
const recorded = JSON.parse(
  await readFile(new URL('../../fixtures/buildadmin-exchanges.json', import.meta.url), 'utf8'),
) as Recorded[]
const schema = await productSchema()

/** The recordings cut long lists and put "… 4 more" in the place of the rest. */
function whole(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((part) => typeof part !== 'string' || !/^… \d+ more$/.test(part)).map(whole)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, whole(part)]))
}

const action = (path: string) => path.split('?')[0] ?? ''
const idOf = (path: string) => new URL(path, 'http://x').searchParams.get('id')

/** Answers as the recorded BuildAdmin did: by method and address, of records the one with the same id. */
function replay({ method, path, query }: Asked) {
  const same = recorded.filter(
    (one) => one.method === method && action(one.path) === path && one.status === 200 && one.response.code === 1,
  )
  const select = query.has('select')
  const named = (one: Recorded) => Number(one.path.includes('initValue') !== query.has('initValue[]'))
  const fit = same.filter((one) => one.path.includes('select=true') === select).sort((a, b) => named(a) - named(b))
  const found = fit.find((one) => idOf(one.path) === query.get('id')) ?? (query.has('id') ? undefined : fit[0])
  return found ? (whole(found.response) as Recorded['response']) : { code: 0 as const, msg: `not recorded: ${method} ${path}` }
}

async function frontEnd() {
  const server = await littleServer((asked) => replay(asked) as object)
  const one = testRuntime(server.url, {
    storage: memoryStorage(),
    path: '/admin/login',
    options: {
      wire: buildAdminWire,
      pageIds: [...schema.pages.keys()],
      fetchPage: async (id) => {
        const page = schema.pages.get(id)
        if (!page) throw new Error(`no page ${id}`)
        return { page, words: schema.words.page.get(id)?.en }
      },
      fetchWords: async () => [schema.words.shared.en],
    },
  })
  const { runtime } = one
  await runtime.start()
  await runtime.signIn({ username: 'admin', password: 'Admin123456', keep: true })
  one.at.path = '/admin/loading'
  await runtime.boot()
  const screen = async (id: string) => createCrud(runtime.screen(await runtime.page(id)))
  return { server, screen, ...one }
}

test('the page names the server it talks to; any other value than the two is refused', () => {
  expect([readDialect(''), readDialect('kontor'), readDialect(' buildadmin ')]).toEqual(['kontor', 'kontor', 'buildadmin'])
  expect(() => readDialect('laravel')).toThrow('says "laravel": it must be "kontor" or "buildadmin"')
})

test('a ticked tree is posted with all ancestors of its leaves; a star ticks everything', () => {
  const list = [
    { value: 1, label: 'a' },
    { value: 2, label: 'b', pid: 1 },
    { value: 3, label: 'c', pid: 2 },
    { value: 4, label: 'd', pid: 1 },
  ]
  expect(withAncestors(list, ['3'])).toEqual(['3', '2', '1'])
  expect(withAncestors(list, [4, 3, 99])).toEqual(['4', '1', '3', '2', '99'])
  expect(withAncestors(list, ['*'])).toEqual(['1', '2', '3', '4'])
  expect(withAncestors(list, [])).toEqual([])
})

describe('this front end in front of the recorded BuildAdmin', () => {
  test('signs in, and the menu opens the screens both have', async () => {
    const { runtime, server } = await frontEnd()
    expect(server.asked[0]?.body).toMatchObject({ username: 'admin', keep: true })
    const open = runtime.routes().filter(({ known }) => known)
    expect(open.map(({ pageId }) => pageId)).toEqual(
      expect.arrayContaining(['auth/admin', 'auth/group', 'auth/rule', 'user/user', 'user/group']),
    )
    expect(runtime.access.can('auth/admin', 'del')).toBe(true)
  })

  test.each(['auth/admin', 'auth/group', 'auth/rule', 'user/user', 'user/group', 'user/moneyLog'])(
    'lists %s, and every value is one of its kind',
    async (id) => {
      const { screen, warnings, said } = await frontEnd()
      const crud = await screen(id)
      expect(await crud.load()).toBe(true)
      const list = recorded.find(
        ({ path }) => action(path) === `/admin/${crud.page.controller}/index` && !path.includes('select'),
      )
      const { list: rows } = whole(list?.response.data) as { list: { id: number }[] }
      expect(crud.state.rows.map(crud.keyOf)).toEqual(rows.map(({ id }) => id))
      expect([warnings, said()]).toEqual([[], []])
    },
  )

  test('searches with the words of the recording', async () => {
    const { screen, server } = await frontEnd()
    const crud = await screen('auth/admin')
    await crud.load()
    await crud.setSearch([{ field: 'username', operator: 'LIKE', value: 'staff1' }])
    const query = server.asked.at(-1)?.query
    expect([query?.get('search[0][field]'), query?.get('search[0][val]'), query?.get('search[0][operator]')]).toEqual([
      'username',
      'staff1',
      'LIKE',
    ])
    await crud.setSort({ field: 'last_login_time', direction: 'asc' })
    expect(server.asked.at(-1)?.query.get('order')).toBe('last_login_time,asc')
  })

  test('edits an administrator: reads the record, offers the groups, posts what the recorded server knows and no more', async () => {
    const { screen, server, warnings } = await frontEnd()
    const crud = await screen('auth/admin')
    await crud.load()
    const form = await crud.openForm('edit', [1900])
    expect(form?.state.values).toMatchObject({ username: 'staff1900', group_arr: [2] })
    const groups = await crud.options('group_arr', { action: 'edit', values: [2] })
    expect(groups.list[0]).toMatchObject({ value: 2 })
    expect(await crud.submit({ nickname: 'Renamed' })).toBe(true)
    const posted = server.to('/admin/auth.Admin/edit').find(({ method }) => method === 'POST')?.body ?? {}
    const known = recorded.find(({ step, method }) => step === 'auth-admin-edit' && method === 'POST')?.body ?? {}
    expect(Object.keys(posted).filter((name) => !Object.hasOwn(known, name))).toEqual([])
    expect(posted).toMatchObject({ id: 1900, nickname: 'Renamed', status: '1', email: 'staff1900@example.com' })
    expect(warnings).toEqual([])
  })

  test('adds and deletes one', async () => {
    const { screen, server, said } = await frontEnd()
    const crud = await screen('auth/admin')
    await crud.load()
    await crud.openForm('add')
    expect(await crud.submit({ username: 'newcomer', nickname: 'New', password: 'Newcomer-1', group_arr: [3], status: 1 })).toBe(
      true,
    )
    const posted = server.to('/admin/auth.Admin/add').at(-1)?.body ?? {}
    expect(posted).toMatchObject({ username: 'newcomer', password: 'Newcomer-1', status: '1' })
    expect(posted).not.toHaveProperty('idempotency_key')
    expect(await crud.del([1901])).toBe(true)
    expect(server.to('/del')[0]?.query.getAll('ids[]')).toEqual(['1901'])
    expect(said()).toEqual(['Added “newcomer”', 'Deleted administrator'])
  })

  test('asks for choices as BuildAdmin does: groups that may be given, without the drawing of the tree', async () => {
    const { screen, server } = await frontEnd()
    const crud = await screen('auth/admin')
    const { list } = await crud.options('group_arr', { action: 'add' })
    expect(list.map(({ label }) => label)).toEqual(['超级管理组', '一级管理员', '二级管理员', '三级管理员'])
    const query = server.asked.at(-1)?.query
    expect(['select', 'isTree', 'absoluteAuth', 'initKey'].map((name) => query?.get(name))).toEqual(['true', 'true', '1', 'id'])
    const log = await screen('user/moneyLog')
    await log.options('user_id', { action: 'add', values: [1001] })
    const asked = server.asked.at(-1)?.query
    expect([asked?.get('initKey'), asked?.getAll('initValue[]')]).toEqual(['user.id', ['1001']])
  })

  test('edits the rights of a group: all rules are offered, and the ancestors of a ticked one are posted with it', async () => {
    const { screen, server } = await frontEnd()
    const crud = await screen('auth/group')
    await crud.load()
    const form = await crud.openForm('edit', [5])
    expect(form?.state.dirty).toBe(false)
    const { list } = await crud.options('rules', { action: 'edit' })
    expect(list.find(({ value }) => value === 89)).toEqual({ value: 89, label: '查看', pid: 1 })
    expect(await crud.submit()).toBe(true)
    const posted = server.to('/admin/auth.Group/edit').find(({ method }) => method === 'POST')?.body.rules as unknown[]
    const known = recorded.find(({ step, method }) => step === 'auth-group-edit' && method === 'POST')?.body?.rules as unknown[]
    expect(posted.map(Number).sort()).toEqual(known.map(Number).sort())
  })

  test('neither shows nor posts what only Kontor knows, and does not search by what BuildAdmin cannot', async () => {
    const { screen, server, said } = await frontEnd()
    const groups = await screen('auth/group')
    await groups.load()
    expect([groups.supports('name'), groups.supports('data_scope')]).toEqual([true, false])
    const form = await groups.openForm('add')
    expect(form?.fields.map(({ name }) => name)).toEqual(['pid', 'name', 'rules', 'status'])
    const admins = await screen('auth/admin')
    await admins.load()
    expect([admins.supports('group_arr'), admins.supports('group_arr', 'search')]).toEqual([true, false])
    await admins.setSearch([{ field: 'group_arr', operator: 'FIND_IN_SET', value: ['2'] }])
    expect(server.asked.at(-1)?.query.has('search[0][field]')).toBe(false)
    expect(said()).toHaveLength(1)
  })

  test('works without a shop: it is not asked for one, there is no live feed, and nothing is said about it', async () => {
    const { runtime, server, said } = await frontEnd()
    await runtime.feed.load()
    expect(server.to('/shop.base/config')).toEqual([])
    expect([runtime.feed.state.connection, runtime.stores.liveFeed.notify, said()]).toEqual(['off', false, []])
  })
})
