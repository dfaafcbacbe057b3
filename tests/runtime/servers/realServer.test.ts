import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { loadSchema } from '../../../codegen/load/pages.ts'
import type { Schema } from '../../../codegen/schema/schema.ts'
import { notifications } from '../../../modules/shop/browser/notifications.ts'
import { notify } from '../../../modules/shop/server/notices/notify.ts'
import { inTransaction } from '../../../modules/shop/tests/helpers/helpers.ts'
import { createRuntime, type Runtime } from '../../../src/runtime/app/runtime.ts'
import { CallError } from '../../../src/runtime/callError.ts'
import { createCrud } from '../../../src/runtime/crud/crud.ts'
import type { Destination } from '../../../src/runtime/navigation/navigation.ts'
import { headlessPlatform, memoryStorage, type SocketLike } from '../../../src/runtime/platform.ts'
import { DEMO_PASSWORD, OWNER_PASSWORD } from '../../harness/database.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'

let server: TestServer
let schema: Schema
beforeAll(async () => {
  const loaded = await loadSchema()
  schema = loaded.schema
  server = await startTestServer({ database: 'demo' })
}, 240_000)
afterAll(() => server?.close())

/** A tab in front of the real server, with pages from the server and words as the build hands them out. */
function tab(storage = memoryStorage()) {
  const at = { path: '/admin/login' }
  const went: Destination[] = []
  const runtime = createRuntime({
    notifications,
    baseUrl: server.url,
    storage,
    lang: 'en',
    fetchWords: async (lang) => [schema.words.shared[lang]],
    platform: headlessPlatform({
      location: () => ({ path: at.path, protocol: 'http:', host: new URL(server.url).host }),
      openSocket: (url) => new WebSocket(url, { origin: server.url }) as unknown as SocketLike,
    }),
  })
  runtime.navigation.listen((destination) => void went.push(destination))
  return { runtime, storage, went, at }
}

async function signedIn(username: string, password = DEMO_PASSWORD) {
  const one = tab()
  await one.runtime.start()
  await one.runtime.signIn({ username, password, keep: true })
  one.at.path = '/admin/loading'
  await one.runtime.boot()
  return one
}
const said = (runtime: Runtime) => runtime.notices.state.queue.map(({ text }) => text)

describe('the owner', () => {
  test('signs in, gets a menu whose screens all exist, and every right of the order screen', async () => {
    const { runtime } = await signedIn('admin', OWNER_PASSWORD)
    expect(runtime.routes().filter(({ known }) => !known)).toEqual([])
    expect(runtime.routes().map(({ pageId }) => pageId)).toContain('shop/order/order')
    for (const node of ['index', 'order-delivery', 'order-receive', 'order-cancel', 'order-close']) {
      expect(runtime.access.can('shop/order/order', node)).toBe(true)
    }
  })

  test('shows an English error when the password is wrong', async () => {
    const { runtime } = tab()
    await runtime.start()
    await expect(runtime.signIn({ username: 'admin', password: 'Wrong12345', keep: false })).rejects.toThrow(CallError)
    expect(said(runtime)[0]).toMatch(/^[\x20-\x7e’“”]+$/)
  })

  test('searches, sorts and pages the orders', async () => {
    const { runtime } = await signedIn('admin', OWNER_PASSWORD)
    const crud = createCrud(runtime.screen(await runtime.page('shop/order/order')))
    expect(await crud.load()).toBe(true)
    expect(crud.state).toMatchObject({ total: 1200, totalIs: 'exact' })
    expect(crud.state.rows).toHaveLength(20)
    const [first] = crud.state.rows
    crud.readAddress(`status=2&order_no=${first?.order_no}`)
    await crud.load()
    expect(crud.state.rows.every((row) => row.status === 2)).toBe(true)
    await crud.reset()
    await crud.setSort({ field: 'pay_amount', direction: 'asc' })
    const amounts = crud.state.rows.map((row) => Number(row.pay_amount))
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
    await crud.setLimit(50)
    await crud.setPage(3)
    expect([crud.state.rows.length, said(runtime)]).toEqual([50, []])
  })

  test('has the figures of a list twice when it is open in two tabs that load at the same time', async () => {
    const { runtime } = await signedIn('admin', OWNER_PASSWORD)
    const screen = runtime.screen(await runtime.page('shop/order/order'))
    const tabs = [createCrud(screen), createCrud(screen)]
    expect(await Promise.all(tabs.map((crud) => crud.load()))).toEqual([true, true])
    for (const { state } of tabs) await expect.poll(() => state.summaryIs).toBe('ready')
    const [one, other] = tabs.map(({ state }) => state)
    expect(Number(one?.summary?.pay_amount)).toBeGreaterThan(0)
    expect([other?.summary, other?.tabs]).toEqual([one?.summary, one?.tabs])
  })

  test('reads a record for the details of its row and for its form at the same time', async () => {
    const { runtime } = await signedIn('admin', OWNER_PASSWORD)
    const crud = createCrud(runtime.screen(await runtime.page('shop/order/order')))
    await crud.load()
    const key = crud.keyOf(crud.state.rows[0] ?? {})
    const [details, record] = await Promise.all([crud.info(key), crud.record(key)])
    expect(details).toEqual(record)
    expect(record).toMatchObject({ id: key })
  })

  test('renews an expired token without noticing', async () => {
    const { runtime, storage } = tab()
    await runtime.start()
    await runtime.signIn({ username: 'admin', password: OWNER_PASSWORD, keep: true })
    const before = { ...runtime.stores.adminInfo }
    await server.query('update admin_session set access_time = extract(epoch from now()) - 60')
    await runtime.boot()
    expect(runtime.session.token('admin')).not.toBe(before.token)
    expect(runtime.session.refreshToken('admin')).not.toBe(before.refresh_token)
    expect(storage.get('adminInfo')).toContain(runtime.session.token('admin'))
    expect(said(runtime)).toEqual([])
  })

  test('signs out: what is called afterwards leads to the sign-in', async () => {
    const { runtime, went } = await signedIn('admin', OWNER_PASSWORD)
    await runtime.signOut()
    await expect(runtime.boot()).rejects.toThrow(CallError)
    expect(went.at(-1)).toMatchObject({ type: 'signIn', area: 'admin' })
  })
})

describe('on the other screens', () => {
  test('an administrator is added, edited, switched and deleted, and the second of two conflicting editors sees the conflict', async () => {
    const { runtime } = await signedIn('admin', OWNER_PASSWORD)
    const crud = createCrud(runtime.screen(await runtime.page('auth/admin')))
    await crud.openForm('add')
    const groups = await crud.options('group_arr', { action: 'add' })
    const group = groups.list[1]?.value
    expect(
      await crud.submit({ username: 'newcomer', nickname: 'New', password: 'Newcomer-1', group_arr: [group], status: 1 }),
    ).toBe(true)
    await crud.setSearch([{ field: 'username', operator: 'LIKE', value: 'newcomer' }])
    const [row] = crud.state.rows
    if (!row) throw new Error(said(runtime).join())
    const key = crud.keyOf(row)
    const form = await crud.openForm('edit', [key])
    expect(form && (await crud.labels(form)).group_arr).toMatchObject([{ value: group }])
    const other = createCrud(runtime.screen(crud.loaded))
    await other.openForm('edit', [key])
    expect(await other.submit({ nickname: 'Theirs' })).toBe(true)
    expect(await crud.submit({ nickname: 'Mine' })).toBe(false)
    expect(form?.state).toMatchObject({ conflict: false, values: { nickname: 'Mine' } })
    expect(form?.state.clash?.fields).toMatchObject([{ name: 'nickname', theirs: 'Theirs', mine: 'Mine', change: { own: true } }])
    expect(await crud.switchField(key, 'status', 0)).toBe(true)
    expect(await crud.del([key])).toBe(true)
    expect(crud.state.rows).toEqual([])
  })

  test('a refused value shows its error next to the field', async () => {
    const { runtime } = await signedIn('admin', OWNER_PASSWORD)
    const crud = createCrud(runtime.screen(await runtime.page('auth/admin')))
    const form = await crud.openForm('add')
    expect(await crud.submit({ username: '1x', nickname: '', password: 'abc' })).toBe(false)
    expect(Object.keys(form?.state.errors ?? {})).toEqual(expect.arrayContaining(['username', 'nickname', 'password']))
  })

  test('every screen that the menu offers can be listed', async () => {
    const { runtime } = await signedIn('admin', OWNER_PASSWORD)
    const failed: string[] = []
    for (const { pageId } of runtime.routes()) {
      const loaded = pageId ? await runtime.page(pageId) : undefined
      if (loaded?.page.kind === 'crud' && !(await createCrud(runtime.screen(loaded)).load()))
        failed.push(`${pageId}: ${said(runtime).at(-1)}`)
    }
    expect(failed).toEqual([])
  })
})

describe('the live feed', () => {
  test('shows a new notice through the real socket; opening it marks it read and leads to the filtered orders', async () => {
    const { runtime, went } = await signedIn('admin', OWNER_PASSWORD)
    await expect.poll(() => runtime.feed.state.connection, { timeout: 20_000 }).toBe('bound')
    const before = runtime.stores.liveFeed.unreadCount
    const admins = [Number(runtime.stores.adminInfo.id)]
    const told = { type: 'order' as const, data: { order_no: 'A1', amount: '9.90' }, key: 'A1', admins }
    const env = { now: Math.floor(Date.now() / 1000), actor: { type: 'system' as const } }
    await inTransaction(server, (trx) => notify(trx, told, env))
    await expect.poll(() => runtime.feed.popups.state.showing.length, { timeout: 20_000 }).toBe(1)
    expect(runtime.stores.liveFeed.unreadCount).toBe(before + 1)
    const [message] = runtime.feed.popups.state.showing
    if (!message) throw new Error('no notice is shown')
    expect(message.message).toBe('New order A1 to ship')
    await runtime.feed.open(message)
    expect(went.at(-1)).toEqual({ type: 'path', path: '/admin/shop/order/order?status=2&order_no=A1' })
    expect(runtime.stores.liveFeed.unreadCount).toBe(before)
    runtime.feed.stop()
    expect(runtime.feed.state.connection).toBe('off')
  })
})

describe('the packer', () => {
  test('opens the deliver form with companies to choose from, ships the order, and can do nothing else with it', async () => {
    const { runtime } = await signedIn('packer')
    const crud = createCrud(runtime.screen(await runtime.page('shop/order/order')))
    crud.readAddress('status=2')
    expect(await crud.load()).toBe(true)
    const row = crud.state.rows.find((each) => crud.can('deliver', each).visible)
    if (!row) throw new Error('no order can be shipped')
    expect(crud.can('close', row).allowed).toBe(false)
    const key = crud.keyOf(row)
    const form = await crud.openForm('deliver', [key])
    if (!form) throw new Error(said(runtime).join())
    const companies = await crud.options('company_id', { action: 'deliver', form: form.state.values })
    expect(companies.list.length).toBeGreaterThan(0)
    const done = await crud.submit({ company_id: companies.list[0]?.value, tracking_no: 'SF123456789012' })
    expect([done, form.state.errors, form.state.message]).toEqual([true, {}, ''])
    const after = await crud.info(key)
    expect(after?.status).toBe(3)
    const right = crud.can('deliver', after ?? undefined)
    expect(right).toMatchObject({ visible: false, allowed: true })
    expect(right.why[0]).toContain('To ship')
  })
})
