import { describe, expect, test } from 'vitest'
import { openEntry } from '../../src/renderers/shell/menu/openEntry.ts'
import type { navigationFaults } from '../../src/runtime/navigation/faults.ts'
import { buildMenu, findRoute, type MenuItem, menuOfNames } from '../../src/runtime/navigation/menu.ts'
import { areaOf, isFrameUrl, isSafeUrl, loadingPath, wantedInside } from '../../src/runtime/navigation/navigation.ts'
import { outward, routeAt } from '../../src/runtime/navigation/routes.ts'
import type { MenuRule } from '../../src/schemas/language/menu/menu.ts'
import { testRuntime } from '../runtime/support.ts'

/** Section 2 of the specification, what needs no browser: one row per value. The rest is in tests/e2e/shell.test.ts. */

const rule = (parts: Partial<MenuRule>): MenuRule => ({
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
})
const json = (value: unknown) => JSON.stringify(value)

describe('2, loading routes: where `to` leads', () => {
  test.each<[string, 'admin' | 'user', string | undefined, string | undefined]>([
    ['nothing', 'admin', undefined, undefined],
    ['a path', 'admin', json({ path: '/admin/auth/admin' }), '/admin/auth/admin'],
    ['path and query', 'admin', json({ path: '/admin/a', query: { status: '2', q: 'x y' } }), '/admin/a?status=2&q=x+y'],
    ['a path of members', 'user', json({ path: '/user/account/balance', query: {} }), '/user/account/balance'],
    ['a public page, for members', 'user', json({ path: '/goods/5', query: { sku: '7' } }), '/goods/5?sku=7'],
    ['a public page, for administrators', 'admin', json({ path: '/goods/5' }), undefined],
    ['the back office, for members', 'user', json({ path: '/Admin/auth/admin' }), undefined],
    ['the first page, for members', 'user', json({ path: '/' }), undefined],
    ['another site as a public page', 'user', json({ path: '//example.com/goods' }), undefined],
    ['a public page with dots', 'user', json({ path: '/goods/../admin' }), undefined],
    ['a sign-in of members in capitals', 'user', json({ path: '/USER/login' }), undefined],
    ['a frame', 'admin', json({ path: '/admin/iframe/https%3A%2F%2Fa.example%2F' }), '/admin/iframe/https%3A%2F%2Fa.example%2F'],
    ['no JSON', 'admin', '/admin/auth/admin', undefined],
    ['half of a JSON', 'admin', '{"path":"/admin/a"', undefined],
    ['a number', 'admin', '5', undefined],
    ['a list', 'admin', '["/admin/a"]', undefined],
    ['null', 'admin', 'null', undefined],
    ['a path that is none', 'admin', json({ path: { path: '/admin/a' } }), undefined],
    ['another site', 'admin', json({ path: 'https://evil.example/admin/a' }), undefined],
    ['another site without scheme', 'admin', json({ path: '//evil.example/admin/a' }), undefined],
    ['a backslash for a slash', 'admin', json({ path: '/\\evil.example' }), undefined],
    ['a line break before the host', 'admin', json({ path: '/\n/evil.example' }), undefined],
    ['code', 'admin', json({ path: 'javascript:alert(1)' }), undefined],
    ['the other area', 'admin', json({ path: '/user/account/overview' }), undefined],
    ['the other area, for members', 'user', json({ path: '/admin/auth/admin' }), undefined],
    ['an area that only begins alike', 'admin', json({ path: '/administrator' }), undefined],
    ['the other area by dots', 'admin', json({ path: '/admin/../user/a' }), undefined],
    ['the other area by encoded dots', 'admin', json({ path: '/admin/%2e%2E/user/a' }), undefined],
    ['the area itself, which would load again', 'admin', json({ path: '/admin' }), undefined],
    ['the area itself with a slash', 'admin', json({ path: '/admin/' }), undefined],
    ['two slashes', 'admin', json({ path: '/admin//evil.example' }), undefined],
    ['the loading route', 'admin', json({ path: '/admin/loading' }), undefined],
    ['the loading route to itself', 'admin', json({ path: loadingPath('admin', '/admin/loading/x') }), undefined],
    ['the sign-in', 'admin', json({ path: '/admin/login' }), undefined],
    ['the sign-in with a query', 'user', json({ path: '/user/login?x=1' }), undefined],
    ['a screen whose name begins with login', 'admin', json({ path: '/admin/loginLog' }), '/admin/loginLog'],
  ])('%s', (_what, area, to, expected) => {
    expect(wantedInside(area, `/${area}/loading${to === undefined ? '' : `/${encodeURIComponent(to)}`}`)).toBe(expected)
  })

  test('the address that was asked for comes back as it was', () => {
    expect(wantedInside('admin', loadingPath('admin', '/admin/a?status=2'))).toBe('/admin/a?status=2')
  })
})

describe('2, the area of a path', () => {
  test.each([
    ['/admin', 'admin'],
    ['/admin/login', 'admin'],
    ['/admin?x=1', 'admin'],
    ['/user/account', 'user'],
    ['/administrator', undefined],
    ['/users', undefined],
    ['/', undefined],
  ])('%s is %s', (path, area) => {
    expect(areaOf(path)).toBe(area)
  })
})

/** Addresses that must never become a frame or a link, however they are written. */
const tricks = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'blob:https://a.example/1',
  'filesystem:https://a.example/x',
  'vbscript:msgbox(1)',
  'view-source:https://a.example',
  'about:blank',
  'file:///etc/passwd',
  'ws://a.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https://',
  'https://\\evil.example',
  'https://a.exa\tmple',
  'http://a b',
  'evil.example',
  '',
]
const good = ['/docs/', '/a?b=1#c', 'https://a.example/x?y=1', 'HTTP://a.example', 'http://127.0.0.1:8080/']

describe('2, frames and links: which addresses are taken', () => {
  test.each(tricks)('%j makes neither', (url) => {
    expect([isFrameUrl(url), isSafeUrl(url)]).toEqual([false, false])
    const { menus, routes } = buildMenu([rule({ menu_type: 'link', url }), rule({ id: 2, menu_type: 'iframe', url })], {
      prefix: '/admin',
    })
    expect([menus, routes]).toEqual([[], []])
  })

  test.each(good)('%j makes both', (url) => {
    expect([isFrameUrl(url), isSafeUrl(url)]).toEqual([true, true])
  })

  test.each(['mailto:shop@example.com', 'tel:+8613900001999'])('%s makes a link only', (url) => {
    expect([isFrameUrl(url), isSafeUrl(url)]).toEqual([false, true])
  })

  test.each(['/admin', '/user'])('below %s/iframe/ only what a rule delivered is found', (prefix) => {
    const url = 'https://a.example/x?y=1'
    const { routes } = buildMenu([rule({ menu_type: 'iframe', url, path: 'help' })], { prefix })
    expect(findRoute(routes, `${prefix}/iframe/${encodeURIComponent(url)}`)?.url).toBe(url)
    expect(findRoute(routes, `${prefix}/iframe/help`)?.url).toBe(url)
    for (const other of [...tricks.filter(Boolean), 'https://a.example/', 'https://a.example/x?y=2', 'https://evil.example'])
      expect(findRoute(routes, `${prefix}/iframe/${encodeURIComponent(other)}`)).toBeUndefined()
  })
})

describe('2, menus', () => {
  const dir = (children: MenuRule[]) => rule({ id: 9, type: 'menu_dir', menu_type: null, component: '', children })
  test.each<[string, MenuRule, { menus: number; routes: number; type?: MenuItem['type'] }]>([
    ['a tab', rule({}), { menus: 1, routes: 1, type: 'tab' }],
    ['a tab without component', rule({ component: '' }), { menus: 0, routes: 0 }],
    ['a link', rule({ menu_type: 'link', url: 'https://a.example' }), { menus: 1, routes: 0, type: 'link' }],
    ['a link without address', rule({ menu_type: 'link' }), { menus: 0, routes: 0 }],
    ['a frame', rule({ menu_type: 'iframe', url: 'https://a.example' }), { menus: 1, routes: 1, type: 'iframe' }],
    ['a frame without address', rule({ menu_type: 'iframe' }), { menus: 0, routes: 0 }],
    ['another type', rule({ menu_type: 'popup' as 'tab' }), { menus: 1, routes: 0, type: 'unknown' }],
    ['add_rules_only', rule({ extend: 'add_rules_only' }), { menus: 0, routes: 1 }],
    ['add_menu_only', rule({ extend: 'add_menu_only' }), { menus: 1, routes: 0, type: 'tab' }],
    ['an empty directory', dir([]), { menus: 0, routes: 0 }],
    ['a directory of buttons', dir([rule({ id: 2, type: 'button' })]), { menus: 0, routes: 0 }],
    ['a directory with an entry', dir([rule({ id: 2 })]), { menus: 1, routes: 1, type: 'dir' }],
  ])('%s', (_what, one, expected) => {
    const { menus, routes } = buildMenu([one], { prefix: '/admin' })
    expect({ menus: menus.length, routes: routes.length, type: menus[0]?.type }).toEqual({ type: undefined, ...expected })
  })

  test('favourites are the entries of the names, in their order, whatever of them is delivered now', () => {
    const { menus } = buildMenu([dir([rule({ id: 2, name: 'x' }), rule({ id: 3, name: 'y' })])], { prefix: '/admin' })
    expect(menuOfNames(menus, ['y', 'gone', 'x']).map(({ id }) => id)).toEqual([3, 2])
  })
})

describe('8, navigation messages', () => {
  const item = (type: MenuItem['type'], path = '', children: MenuItem[] = []): MenuItem => ({
    id: 1,
    title: '',
    icon: '',
    name: '',
    type,
    path,
    pageId: null,
    children,
  })

  test.each<[keyof typeof navigationFaults, string, string]>([
    ['intercepted', 'error', 'Navigation failed, navigation guard intercepted!'],
    ['alreadyThere', 'warning', 'Navigation failed, it is at the navigation target position!'],
    ['invalidRoute', 'error', 'Navigation failed, invalid route!'],
    ['unknownMenuType', 'error', 'Navigation failed, the menu type is unrecognized!'],
    ['beyondRange', 'warning', 'The moving position is beyond the movable range!'],
    ['noChildMenu', 'warning', 'No child menu to jump to!'],
  ])('%s is said as %s', async (fault, type, text) => {
    const { runtime, warnings } = testRuntime('http://127.0.0.1:1')
    await runtime.start()
    runtime.navigationFailed(fault, 'some/route')
    expect(runtime.notices.state.queue).toMatchObject([{ type, text }])
    expect(warnings).toEqual(fault === 'invalidRoute' ? [`${text} some/route`] : [])
  })

  test.each<[string, MenuItem, string[], string | undefined]>([
    ['a tab', item('tab', '/admin/a'), ['/admin/a'], undefined],
    ['a frame', item('iframe', '/admin/iframe/x'), ['/admin/iframe/x'], undefined],
    ['a type nobody knows', item('unknown'), [], 'Navigation failed, the menu type is unrecognized!'],
    ['the entry one is at', item('tab', '/admin/here'), [], 'Navigation failed, it is at the navigation target position!'],
    ['a directory', item('dir', '', [item('dir', '', [item('tab', '/admin/deep')])]), ['/admin/deep'], undefined],
    ['a directory that holds links only', item('dir', '', [item('link', 'https://a.example')]), [], 'No child menu to jump to!'],
  ])('choosing %s', async (_what, entry, went, said) => {
    const test = testRuntime('http://127.0.0.1:1')
    await test.runtime.start()
    Object.assign(test.runtime.stores.tabs, { activeRoute: { id: 'x', fullPath: '/admin/here', title: '', route: {} } })
    const gone: string[] = []
    openEntry(entry, test.runtime, ((path: string) => void gone.push(path)) as Parameters<typeof openEntry>[2])
    expect([gone, test.said()]).toEqual([went, said ? [said] : []])
  })
})

test.each([
  [false, '/admin/a', '?x=1', '#/user', '/admin/a?x=1'],
  [true, '/', '', '#/admin/a?x=1', '/admin/a?x=1'],
  [true, '/', '', '', '/'],
  [true, '/', '?x=1', '#main', '/'],
])('2, routes behind the #: %s', (hashed, pathname, search, hash, path) => {
  expect(routeAt({ pathname, search, hash }, undefined, hashed)).toBe(path)
})

test.each([
  ['/office', '/office/auth/group', '', '/admin/auth/group'],
  ['/office', '/office', '?x=1', '/admin?x=1'],
  ['/office', '/officer', '', '/officer'],
  ['/office', '/admin/login', '', '/404'],
  ['/office', '/Admin', '', '/404'],
  ['', '/admin/login', '', '/404'],
  ['/admin', '/admin/login', '', '/admin/login'],
])('2, the back office at %s: %s%s is the route %s', (entrance, pathname, search, route) => {
  expect(routeAt({ pathname, search, hash: '' }, entrance, false)).toBe(route)
  if (route.startsWith('/admin')) expect(outward(route, entrance)).toBe(pathname + search)
})
