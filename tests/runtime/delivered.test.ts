import { expect, test } from 'vitest'
import { memoryStorage } from '../../src/runtime/platform.ts'
import { openTab } from '../../src/runtime/stores/tabs.ts'
import { packPage } from '../../src/schemas/language/packed.ts'
import { type Answer, littleServer, signedIn, testPage, testRuntime } from './support.ts'

const list = {
  entity: { table: 'memo' },
  fields: { text: { kind: 'string' } },
  table: { columns: ['text'] },
}
const rule = (name: string) => ({
  id: name.charCodeAt(0),
  pid: 0,
  type: 'menu',
  title: name,
  name,
  path: name,
  icon: '',
  menu_type: 'tab',
  url: '',
  component: name,
  keepalive: name,
  extend: 'none',
})

/** A server that delivers these pages, in the version that each has now. */
async function deliverer(versions: Record<string, string>, storage = memoryStorage(signedIn('T1', 'R1'))) {
  const server = await littleServer(({ path }): Answer => {
    const names = Object.keys(versions)
    if (path === '/admin/Index/index')
      return { data: { adminInfo: { id: 1 }, menus: names.map(rule), siteConfig: {}, pages: versions } }
    const id = /^\/pages\/[^/]+\/(.+)\.(?:en|zh-cn)\.json$/.exec(path)?.[1] ?? ''
    const hash = versions[id]
    if (hash === undefined) return { status: 404, text: '' }
    return { time: 0, data: { hash, page: packPage(testPage(id, list)), words: { title: `${id} ${hash}` } } }
  })
  const made = testRuntime(server.url, { storage, delivers: true })
  await made.runtime.start()
  const files = () => server.asked.map(({ path }) => path).filter((path) => path.startsWith('/pages/'))
  return { ...made, server, files }
}

test('a screen is asked for once, under the hash that came with the menu', async () => {
  const { runtime, files, server } = await deliverer({ memo: 'h1' })
  await runtime.boot()
  expect(runtime.routes().map(({ pageId, known }) => [pageId, known])).toEqual([['memo', true]])
  const [page] = await Promise.all([runtime.page('memo'), runtime.page('memo')])
  expect(page.t('title')).toBe('memo h1')
  expect(page.page.fields.text?.kind).toBe('string')
  expect(files()).toEqual(['/pages/h1/memo.en.json'])
  expect(server.to('.json')[0]?.headers.batoken).toBe('T1')
  expect(await runtime.pages.words('memo', 'zh-cn')).toEqual({ title: 'memo h1' })
  expect(files().at(-1)).toBe('/pages/latest/memo.zh-cn.json')
})

test('when the server has other screens, the changed ones are forgotten, the others kept, and the menu follows', async () => {
  const versions: Record<string, string> = { memo: 'h1', list: 'l1' }
  const { runtime, files } = await deliverer(versions)
  await runtime.boot()
  const memo = await runtime.page('memo')
  const other = await runtime.page('list')
  versions.memo = 'h2'
  versions.fresh = 'f1'
  await runtime.refresh()
  expect([memo, other].map(runtime.pages.isOutdated)).toEqual([true, false])
  expect(runtime.menus().map(({ name }) => name)).toEqual(['memo', 'list', 'fresh'])
  expect(runtime.pages.peek('memo')).toBeUndefined()
  expect(runtime.pages.peek('list')).toBe(other)
  expect((await runtime.page('memo')).t('title')).toBe('memo h2')
  expect(files()).toEqual(['/pages/h1/memo.en.json', '/pages/l1/list.en.json', '/pages/h2/memo.en.json'])
})

test('tabs of screens that are gone close, but for the one in front and those that hold something', async () => {
  const versions: Record<string, string> = { clean: 'a', dirty: 'b', front: 'c', stays: 'd' }
  const { runtime } = await deliverer(versions)
  await runtime.boot()
  const { tabs } = runtime.stores
  for (const route of runtime.routes()) openTab(tabs, route, route.path)
  const at = (name: string) => tabs.tabsView.find((tab) => tab.title === name)
  const front = at('front')
  if (front) openTab(tabs, front.route, front.fullPath)
  runtime.unsaved.add({}, at('dirty')?.id ?? '')
  for (const name of ['clean', 'dirty', 'front']) delete versions[name]
  await runtime.refresh()
  expect(runtime.menus().map(({ name }) => name)).toEqual(['stays'])
  expect(tabs.tabsView.map(({ title }) => title)).toEqual(['dirty', 'front', 'stays'])
  expect(tabs.activeRoute?.title).toBe('front')
  expect(runtime.unsaved.has(at('dirty')?.id)).toBe(true)
})

test('a screen that changed before the browser heard of it comes at once, and the menu is read again', async () => {
  const versions: Record<string, string> = { memo: 'h1' }
  const { runtime, server, files } = await deliverer(versions)
  await runtime.boot()
  versions.memo = 'h2'
  const memo = await runtime.page('memo')
  expect(memo.t('title')).toBe('memo h2')
  expect(files()).toEqual(['/pages/h1/memo.en.json'])
  await expect.poll(() => server.to('/Index/index')).toHaveLength(2)
  expect(runtime.pages.isOutdated(memo)).toBe(false)
})

test('the next start knows the screens of the last one before the menu has come; after signing out nobody does', async () => {
  const storage = memoryStorage(signedIn('T1', 'R1'))
  const first = await deliverer({ memo: 'h1' }, storage)
  expect(first.runtime.pages.has('memo')).toBe(false)
  await first.runtime.boot()
  const { runtime, files } = await deliverer({ memo: 'h2' }, storage)
  expect(runtime.pages.has('memo')).toBe(true)
  const early = await runtime.page('memo')
  expect(files()).toEqual(['/pages/h1/memo.en.json'])
  await runtime.boot()
  expect(runtime.pages.isOutdated(early)).toBe(false)
  await runtime.signOut()
  expect((await deliverer({ memo: 'h3' }, storage)).runtime.pages.has('memo')).toBe(false)
})

test('a screen that is not there rejects, and is asked for again the next time', async () => {
  const versions: Record<string, string> = {}
  const { runtime } = await deliverer(versions)
  await runtime.boot()
  await expect(runtime.page('memo')).rejects.toThrow()
  versions.memo = 'h1'
  expect((await runtime.page('memo')).t('title')).toBe('memo h1')
})
