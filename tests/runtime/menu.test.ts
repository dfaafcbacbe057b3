import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { createAccess } from '../../src/runtime/account/access.ts'
import { buildMenu, findMenu, findRoute, flatMenu, menuTrail, pageOf } from '../../src/runtime/navigation/menu.ts'
import { loadingPath, readWanted, returnPath } from '../../src/runtime/navigation/navigation.ts'
import { memoryStorage } from '../../src/runtime/platform.ts'
import type { MenuRule } from '../../src/schemas/language/menu/menu.ts'
import { littleServer, testRuntime } from './support.ts'

interface Recorded {
  path: string
  method: string
  response: { data: { menus: MenuRule[]; adminInfo: object; siteConfig: object } }
}
const recorded = JSON.parse(
  await readFile(new URL('../fixtures/buildadmin-exchanges.json', import.meta.url), 'utf8'),
) as Recorded[]
const exchange = recorded.find(({ path }) => path === '/admin/Index/index')
if (!exchange) throw new Error('the recordings hold no GET /admin/Index/index')
const { data } = exchange.response

function rule(parts: Partial<MenuRule>): MenuRule {
  return {
    id: 1,
    pid: 0,
    type: 'menu',
    title: 'T',
    name: 'a/b',
    path: 'a/b',
    icon: '',
    menu_type: 'tab',
    url: '',
    component: 'a/b',
    keepalive: 0,
    extend: 'none',
    ...parts,
  }
}
const build = (...rules: MenuRule[]) => buildMenu(rules, { prefix: '/admin' })

describe('the menu that a running BuildAdmin delivered', () => {
  const { menus, routes, nodes, first } = buildMenu(data.menus, { prefix: '/admin' })

  test('has the entries and directories of the recording, in its order', () => {
    expect(menus.map(({ title, type }) => `${type} ${title}`)).toEqual([
      'tab 控制台',
      'dir 权限管理',
      'dir 会员管理',
      'dir 常规管理',
      'tab 模块市场',
      'dir 数据安全管理',
      'tab CRUD代码生成',
    ])
    expect(menus[1]?.children.map(({ path }) => path)).toEqual([
      '/admin/auth/group',
      '/admin/auth/admin',
      '/admin/auth/rule',
      '/admin/auth/adminLog',
    ])
  })

  test('opens the screens of this front end by the names of BuildAdmin files', () => {
    const opened = Object.fromEntries(routes.map(({ path, pageId }) => [path, pageId]))
    expect(opened).toMatchObject({
      '/admin/dashboard': 'dashboard',
      '/admin/auth/admin': 'auth/admin',
      '/admin/routine/adminInfo': 'routine/adminInfo',
      '/admin/moduleStore': 'moduleStore',
      '/admin/crud/crud': 'crud/crud',
    })
    expect(first?.path).toBe('/admin/dashboard')
    expect(routes.find(({ pageId }) => pageId === 'auth/admin')?.keepalive).toBe('auth/admin')
  })

  test('returns the nodes of every screen, even where path and name differ', async () => {
    expect(nodes['/admin/auth/admin']).toEqual(['index', 'add', 'edit', 'del'].map((node) => `/admin/auth/admin/${node}`))
    const server = await littleServer(({ path }) => ({ data: path === '/admin/Index/index' ? data : null }))
    const { runtime } = testRuntime(server.url)
    await runtime.boot()
    const { can } = runtime.access
    expect([can('auth/admin', 'add'), can('/admin/auth/admin', 'edit'), can('AUTH/ADMIN', 'Del')]).toEqual([true, true, true])
    expect([can('moduleStore', 'install'), can('moduleStore/moduleStore', 'install')]).toEqual([true, true])
    expect([can('auth/adminLog', 'del'), can('auth/admin', 'unlock'), can('auth', 'admin/add'), can('nowhere', 'index')]).toEqual(
      [false, false, true, false],
    )
  })

  test('a boot keeps the tokens, takes who is signed in and the settings of the site, and leaves the rest out', async () => {
    const adminInfo = { ...data.adminInfo, email: 'admin@example.com' }
    const server = await littleServer(({ path }) => ({ data: path === '/admin/Index/index' ? { ...data, adminInfo } : null }))
    const { runtime, storage } = testRuntime(server.url)
    await Promise.all([runtime.boot(), runtime.boot()])
    expect(server.to('/Index/index')).toHaveLength(1)
    expect(runtime.stores.adminInfo).toMatchObject({ id: 1, super: true, token: 'T1', refresh_token: 'R1' })
    expect(storage.get('adminInfo')).not.toContain('example.com')
    expect(runtime.stores.siteConfig.upload).toEqual({
      mode: 'local',
      maxSize: 10485760,
      allowedSuffixes: ['jpg', 'png', 'bmp', 'jpeg', 'gif', 'webp', 'zip', 'rar', 'wav', 'mp4', 'mp3'],
      allowedMimeTypes: [],
    })
    expect(runtime.menus()).toHaveLength(7)
  })
})

describe('menu rules', () => {
  test.each([
    ['/src/views/backend/auth/group/index.vue', 'auth/group'],
    ['/src/views/backend/routine/adminInfo.vue', 'routine/adminInfo'],
    ['\\src\\views\\backend\\auth\\rule\\index.vue', 'auth/rule'],
    ['/src/views/backend/module/index.vue', 'moduleStore'],
    ['/src/views/frontend/user/account/overview.vue', 'account/overview'],
    ['/src/views/backend/user/user/index.vue', 'user/user'],
    ['shop/order/order', 'shop/order/order'],
    ['', null],
  ])('the component %j opens the screen %j', (component, page) => {
    expect(pageOf(component)).toBe(page)
  })

  test('an entry marked add_rules_only is a route without a menu entry, add_menu_only the other way round', () => {
    const hidden = build(rule({ extend: 'add_rules_only' }))
    const shown = build(rule({ extend: 'add_menu_only' }))
    expect([hidden.menus.length, hidden.routes.length, shown.menus.length, shown.routes.length]).toEqual([0, 1, 1, 0])
  })

  test('directories without entries are hidden, also when all their entries are', () => {
    const dir = { type: 'menu_dir', menu_type: null, component: '' } as const
    expect(build(rule({ ...dir }), rule({ ...dir, children: [] })).menus).toEqual([])
    expect(build(rule({ ...dir, children: [rule({ id: 2, extend: 'add_rules_only' })] })).menus).toEqual([])
    expect(build(rule({ ...dir, children: [rule({ id: 2 })] })).menus[0]?.children).toHaveLength(1)
  })

  test('a tab without component and a link or frame without address make nothing', () => {
    const menu = build(rule({ component: '' }), rule({ menu_type: 'link' }), rule({ menu_type: 'iframe' }))
    expect([menu.menus, menu.routes]).toEqual([[], []])
  })

  test('addresses that could run code or leave the web make nothing', () => {
    const bad = ['javascript:alert(1)', 'data:text/html,x', '/\\evil', 'vbscript:x']
    const menu = build(...bad.flatMap((url) => [rule({ menu_type: 'link', url }), rule({ menu_type: 'iframe', url })]))
    expect([menu.menus, menu.routes]).toEqual([[], []])
  })

  test('an unknown menu type appears in the menu, marked as unknown', () => {
    const menu = build(rule({ menu_type: 'popup' as unknown as 'tab' }))
    expect([menu.menus[0]?.type, menu.routes]).toEqual(['unknown', []])
  })

  test('a frame is found by its encoded address and by its encoded path', () => {
    const menu = build(rule({ menu_type: 'iframe', url: 'https://example.com/a?b=1', path: 'docs' }))
    const address = `/admin/iframe/${encodeURIComponent('https://example.com/a?b=1')}`
    expect(menu.menus[0]?.path).toBe(address)
    expect(findRoute(menu.routes, address)?.url).toBe('https://example.com/a?b=1')
    expect(findRoute(menu.routes, '/admin/iframe/docs')?.url).toBe('https://example.com/a?b=1')
  })

  test('of two entries on one screen the one with the same query is meant, else the first', () => {
    const menu = build(rule({ id: 1, path: 'order' }), rule({ id: 2, path: 'order?status=2' }))
    expect(findRoute(menu.routes, '/admin/order?status=2')?.id).toBe(2)
    expect(findRoute(menu.routes, '/admin/order?status=5')?.id).toBe(1)
    expect(findMenu(menu.menus, '/admin/order?status=2')?.id).toBe(2)
    expect(findRoute(menu.routes, '/admin/orders')).toBeUndefined()
  })

  test('a screen that this front end does not have is a route that says so and not the first to be opened', () => {
    const menu = buildMenu([rule({ id: 1, component: 'gone' }), rule({ id: 2, component: 'here' })], {
      prefix: '/admin',
      hasPage: (id) => id === 'here',
    })
    expect(menu.routes.map(({ known }) => known)).toEqual([false, true])
    expect(menu.first?.id).toBe(2)
  })

  test('the way to an entry is known from the top', () => {
    const dir = rule({ id: 5, type: 'menu_dir', menu_type: null, children: [rule({ id: 6, children: [rule({ id: 7 })] })] })
    const { menus } = build(rule({ id: 4 }), dir)
    expect(menuTrail(menus, 7).map(({ id }) => id)).toEqual([5, 6, 7])
    expect([...flatMenu(menus)].map(({ id }) => id)).toEqual([4, 5, 6, 7])
  })
})

describe('rights', () => {
  test('nothing is allowed before the menu came and after it is gone', () => {
    const access = createAccess()
    expect(access.can('a/b', 'add')).toBe(false)
    access.take({ '/admin/a/b': ['/admin/a/b/add'] }, [])
    expect([access.can('a/b', 'add'), access.can('/admin/a/b?x=1', 'add'), access.can('a/b', 'edit')]).toEqual([
      true,
      true,
      false,
    ])
    access.clear()
    expect(access.can('a/b', 'add')).toBe(false)
  })
})

describe('the wanted address', () => {
  test('survives the loading route with its query', () => {
    const path = loadingPath('admin', '/admin/shop/order/order?status=2&order_no=A 1')
    expect(readWanted(decodeURIComponent(path.slice('/admin/loading/'.length)))).toBe(
      '/admin/shop/order/order?status=2&order_no=A+1',
    )
    expect(loadingPath('admin', '')).toBe('/admin/loading')
  })

  test('from the loading route one comes back to what was being loaded', () => {
    const wanted = '/admin/shop/order/order?status=2'
    expect(returnPath(loadingPath('admin', wanted), 'admin')).toBe(wanted)
    expect([returnPath(wanted, 'admin'), returnPath('/admin/loading', 'admin'), returnPath('/admin/loading/%', 'admin')]).toEqual(
      [wanted, '', ''],
    )
  })

  test.each(['', 'x', '{"path":"//evil.example"}', '{"path":"https://evil.example"}', '{"path":3}', 'null'])(
    '%j leads nowhere',
    (to) => {
      expect(readWanted(to)).toBeUndefined()
    },
  )
})

test('what is signed in survives a start, and its broken copy counts as nothing', () => {
  expect(testRuntime('http://127.0.0.1:1').runtime.stores.adminInfo).toMatchObject({ id: 7, token: 'T1' })
  for (const broken of ['{', '[]', '"x"', '{"token":5,"id":"7"}']) {
    const { runtime } = testRuntime('http://127.0.0.1:1', { storage: memoryStorage({ adminInfo: broken }) })
    expect(runtime.stores.adminInfo).toMatchObject({ id: 0, token: '' })
  }
})
