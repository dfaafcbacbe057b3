import { expect, test } from 'vitest'
import { createCrud } from '../../src/runtime/crud/crud.ts'
import { type Answer, littleServer, testPage, testRuntime } from './support.ts'

const bootAnswer = { data: { adminInfo: { id: 1 }, menus: [], siteConfig: {} } }
const refusal: Answer = { code: 0, msg: 'not now', data: null }
const page = testPage('shop/order/order', {
  entity: { table: 'shop_order' },
  fields: { order_no: { kind: 'string' } },
  table: { columns: ['order_no'] },
})

test('what is asked of the menu ahead is what the loading route waits for, asked once', async () => {
  const server = await littleServer(({ path }) => (path === '/admin/Index/index' ? bootAnswer : { data: null }))
  const { runtime } = testRuntime(server.url)
  const ahead = runtime.preloadBoot()
  await Promise.all([ahead, runtime.boot()])
  expect(runtime.booted()).toBe(true)
  expect(server.to('/Index/index')).toHaveLength(1)
  await runtime.boot()
  expect(server.to('/Index/index')).toHaveLength(2)
})

test('a failed menu preload is reported to the first caller, and fetched again by the next', async () => {
  let answer: Answer = refusal
  const server = await littleServer(({ path }) => (path === '/admin/Index/index' ? answer : { data: null }))
  const { runtime } = testRuntime(server.url)
  await runtime.preloadBoot()
  expect(runtime.booted()).toBe(false)
  await expect(runtime.boot()).rejects.toThrow('not now')
  answer = bootAnswer
  await runtime.boot()
  expect(runtime.booted()).toBe(true)
  expect(server.to('/Index/index')).toHaveLength(2)
})

test('who signs out and in again gets a menu of their own, not the one that was asked for ahead', async () => {
  const server = await littleServer(({ path }) => (path === '/admin/Index/index' ? bootAnswer : { data: null }))
  const { runtime } = testRuntime(server.url)
  await runtime.preloadBoot()
  await runtime.signOut()
  await runtime.boot()
  expect(server.to('/Index/index')).toHaveLength(2)
})

test('notifications wait until the first screen has had its time, and are not asked for who has signed out by then', async () => {
  const server = await littleServer(({ path }) => (path === '/admin/Index/index' ? bootAnswer : { data: null }))
  const waiting: (() => void)[] = []
  const { runtime } = testRuntime(server.url, { platform: { later: (act) => void waiting.push(act) } })
  const asked = () => server.to('/shop.base/config').length
  await runtime.boot()
  expect([asked(), waiting.length]).toEqual([0, 1])
  waiting.pop()?.()
  await expect.poll(asked).toBe(1)

  await runtime.boot()
  await runtime.signOut()
  waiting.pop()?.()
  const all = server.asked.length
  await runtime.http.get('/admin/x')
  expect([asked(), server.asked.length]).toEqual([1, all + 1])
})

test('a list that is refused ahead says nothing, one the person asks for does', async () => {
  const server = await littleServer(() => refusal)
  const { runtime, said } = testRuntime(server.url, { options: { fetchPage: async () => ({ page, words: {} }) } })
  await runtime.start()
  const crud = createCrud(runtime.screen(await runtime.page('shop/order/order')))
  await crud.load({ showError: false, showCodeMessage: false })
  expect([crud.state.error, said()]).toEqual(['not now', []])
  await crud.load()
  expect(said()).toEqual(['not now'])
})
