import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Schema } from '../../codegen/schema/schema.ts'
import { notifications } from '../../modules/shop/browser/notifications.ts'
import type { LensPlace } from '../../src/runtime/account/lens.ts'
import { createRuntime } from '../../src/runtime/app/runtime.ts'
import { CallError } from '../../src/runtime/callError.ts'
import { headlessPlatform, memoryStorage } from '../../src/runtime/platform.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { productSchema } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
let schema: Schema
beforeAll(async () => {
  schema = await productSchema()
  server = await startTestServer({ database: 'demo' })
}, 240_000)
afterAll(() => server?.close())

/** A document of a browser tab; `place` is the tab, which outlives it. */
async function opened(storage: ReturnType<typeof memoryStorage>, place: LensPlace) {
  const runtime = createRuntime({
    notifications,
    baseUrl: server.url,
    storage,
    lens: place,
    lang: 'en',
    pageIds: [...schema.pages.keys()],
    fetchPage: async (id, lang) => {
      const page = schema.pages.get(id)
      if (!page) throw new Error(`no page ${id}`)
      return { page, words: schema.words.page.get(id)?.[lang] }
    },
    fetchWords: async (lang) => [schema.words.shared[lang]],
    platform: headlessPlatform({
      location: () => ({ path: '/admin/loading', protocol: 'http:', host: new URL(server.url).host }),
    }),
  })
  await runtime.start()
  return runtime
}

function tab() {
  const kept = { key: '', went: [] as string[] }
  const place: LensPlace = {
    get: () => kept.key,
    set: (key) => {
      kept.key = key
    },
    load: (path) => void kept.went.push(path),
  }
  return { kept, place }
}

/** The owner, signed in, in a document that looks through `key`. */
async function looking(key: string) {
  const storage = memoryStorage()
  const { kept, place } = tab()
  const first = await opened(storage, place)
  await first.signIn({ username: 'admin', password: OWNER_PASSWORD, keep: true })
  await first.boot()
  first.lens.start(key, '/admin/shop/order/order')
  expect(kept).toEqual({ key, went: ['/admin/shop/order/order'] })
  const runtime = await opened(storage, place)
  await runtime.boot()
  return { runtime, kept }
}

test('menus, rights and conditions are those of the viewed person; the viewer stays signed in', async () => {
  const { runtime } = await looking('admin:3')
  expect(runtime.access.can('shop/order/order', 'order-delivery')).toBe(true)
  expect(runtime.access.can('shop/order/order', 'order-cancel')).toBe(false)
  expect(runtime.routes().map(({ pageId }) => pageId)).not.toContain('auth/admin')
  expect(runtime.actor().selfId).toBe(3)
  expect(runtime.lens.self).toEqual({ id: 3, super: false })
  expect(runtime.stores.adminInfo).toMatchObject({ id: 1, username: 'admin', super: true })
  expect(runtime.feed.state.connection).toBe('off')
  // The lens itself is asked as oneself.
  const asked = runtime.http.get('/admin/auth.Lens/subjects', {}, { asSelf: true })
  expect((await asked).code).toBe(1)
})

test('nothing is written: a call that would is refused before it leaves', async () => {
  const { runtime } = await looking('group:1')
  const rows = () => server.query('SELECT count(*) FROM audit')
  const before = await rows()
  for (const write of [
    () => runtime.http.post('/admin/shop.order.Order/remark', { id: 1, admin_remark: 'x' }),
    () => runtime.http.delete('/admin/user.User/del', { ids: [1] }),
    () => runtime.http.upload('/admin/ajax/upload', new FormData()),
  ]) {
    const error = await write().catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({
      failure: 'refused',
      message: 'The permission lens is read-only. Nothing was changed.',
    })
  }
  expect(await rows()).toEqual(before)
})

test('a token that has expired is renewed meanwhile', async () => {
  const { runtime } = await looking('group:4')
  const token = runtime.session.token('admin')
  await server.query('UPDATE admin_session SET access_time = 1')
  await server.query("SELECT pg_notify('kontor_access', '*')")
  await expect
    .poll(async () => {
      await runtime.http.get('/admin/shop.order.Order/index')
      return runtime.session.token('admin') !== token
    })
    .toBe(true)
  await expect(runtime.http.get('/admin/user.User/index', {}, { showCodeMessage: false })).rejects.toThrow(/permission/)
})

test('it ends at its expiry and with the session: the next person to sign in is not affected', async () => {
  const one = await looking('group:4')
  one.runtime.lens.end('/admin/auth/lens')
  expect(one.kept).toMatchObject({ key: '', went: ['/admin/shop/order/order', '/admin/auth/lens'] })
  const { runtime, kept } = await looking('group:4')
  await runtime.signOut()
  expect(kept.key).toBe('')
  await runtime.signIn({ username: 'admin', password: OWNER_PASSWORD, keep: false })
  await runtime.boot()
  expect(runtime.routes().map(({ pageId }) => pageId)).toContain('auth/admin')
})
