import { describe, expect, it } from 'vitest'
import { unwrapped } from '../../../src/renderers/app/unwrapped.ts'
import { greeting } from '../../../src/renderers/shell/frame/greeting.ts'
import { loginFaults } from '../../../src/renderers/shell/login/loginFaults.ts'
import { searchMenu } from '../../../src/renderers/shell/menu/searchMenu.ts'
import { type Command, findCommands } from '../../../src/renderers/shell/palette/findCommands.ts'
import { aliveTabs } from '../../../src/renderers/shell/tabs/aliveTabs.ts'
import type { MenuItem, Route } from '../../../src/runtime/navigation/menu.ts'
import { loadingPath } from '../../../src/runtime/navigation/navigation.ts'
import type { Tab } from '../../../src/runtime/stores/tabs.ts'

const entry = (id: number, title: string, name: string, children: MenuItem[] = []): MenuItem => ({
  id,
  title,
  icon: '',
  name,
  type: children.length > 0 ? 'dir' : 'tab',
  path: `/admin/${name}`,
  pageId: name,
  children,
})

const menus = [
  entry(1, 'Shop', 'shop', [
    entry(2, 'Orders', 'shop/order', [entry(3, 'Refunds', 'shop/order/refund')]),
    entry(4, 'Goods', 'shop/goods/goods'),
  ]),
  entry(5, 'Authority', 'auth', [entry(6, 'Administrators', 'auth/admin')]),
]

describe('Searching the menu', () => {
  it('finds entries by their own title, by the directory they stand in and by their name', () => {
    expect(searchMenu(menus, 'refu').map((item) => item.id)).toEqual([3])
    expect(searchMenu(menus, 'ORDERS').map((item) => item.id)).toEqual([3])
    expect(searchMenu(menus, 'auth/admin').map((item) => item.id)).toEqual([6])
  })
  it('returns no directories', () => {
    expect(searchMenu(menus, 'shop').every((item) => item.type !== 'dir')).toBe(true)
  })
})

describe('The palette', () => {
  const command = (title: string, note = ''): Command => ({ id: title, title, note, icon: '', run: () => undefined })
  const all = [command('Shop orders', 'Shop'), command('Orders', 'Shop / Orders'), command('Sign out', 'Command')]
  it('puts what begins with the text first', () => {
    expect(findCommands(all, 'orders').map((one) => one.title)).toEqual(['Orders', 'Shop orders'])
  })
  it('wants every word somewhere in the line', () => {
    expect(findCommands(all, 'out command').map((one) => one.title)).toEqual(['Sign out'])
    expect(findCommands(all, 'out shop')).toEqual([])
  })
})

describe('Tabs kept alive', () => {
  const tab = (id: number, keep = true): Tab => ({
    id: `rule:${id}`,
    title: '',
    fullPath: '',
    route: { keepalive: keep ? String(id) : null } as Route,
  })
  const never = () => false
  const fifteen = Array.from({ length: 15 }, (_, id) => tab(id))
  const recent = fifteen.map((one) => one.id).reverse()
  const alive = (isUnsaved: (id: string) => boolean) =>
    aliveTabs(fifteen, recent, 'rule:14', isUnsaved).map(({ id }) => Number(id.split(':')[1]))

  it('are the twelve used last, however many are open', () => {
    expect(alive(never)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
  })
  it('keep what is not saved: the oldest of the others go in its place', () => {
    const unsaved = ['rule:0', 'rule:2']
    expect(alive((id) => unsaved.includes(id))).toEqual([0, 2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
  })
  it('become more than twelve when nothing in any of them is saved', () => {
    expect(alive(() => true)).toHaveLength(15)
  })
  it('leave out what a rule does not keep, unless it is in front', () => {
    const tabs = [tab(1, false), tab(2)]
    const recent = ['rule:2', 'rule:1']
    expect(aliveTabs(tabs, recent, 'rule:2', never).map((one) => one.id)).toEqual(['rule:2'])
    expect(aliveTabs(tabs, ['rule:1', 'rule:2'], 'rule:1', never).map((one) => one.id)).toEqual(['rule:1', 'rule:2'])
  })
})

describe('Signing in', () => {
  const t = (key: string) => key
  it('says what is missing before the server is asked', () => {
    expect(loginFaults({ username: ' ', password: '' }, t)).toEqual({
      username: 'ui.login.usernameNeeded',
      password: 'ui.login.passwordNeeded',
    })
    expect(loginFaults({ username: 'admin', password: '12345' }, t)).toEqual({ password: 'ui.login.passwordShort' })
    expect(loginFaults({ username: 'admin', password: '123456' }, t)).toEqual({})
  })
  it('leads back to what was wanted when the session ended on the loading route', () => {
    expect(unwrapped(loadingPath('admin', '/admin/user/user?status=1'))).toBe('/admin/user/user?status=1')
    expect(unwrapped('/admin/loading')).toBe('')
    expect(unwrapped('/admin/shop/order/order')).toBe('/admin/shop/order/order')
  })
})

describe('The greeting', () => {
  it('changes at 5, 9, 12, 14 and 18', () => {
    const hours = [0, 4, 5, 8, 9, 11, 12, 13, 14, 17, 18, 23]
    expect(hours.map(greeting).join(' ')).toBe(
      'night night morning morning forenoon forenoon noon noon afternoon afternoon evening evening',
    )
  })
})
