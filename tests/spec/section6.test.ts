import { describe, expect, test } from 'vitest'
import { createAccess } from '../../src/runtime/account/access.ts'
import { buildMenu } from '../../src/runtime/navigation/menu.ts'
import type { MenuRule } from '../../src/schemas/language/menu/menu.ts'

/** Section 6 of the specification: the map of permission nodes, for each area its own. */

const button = (id: number, name: string): MenuRule =>
  rule({ id, type: 'button', name, path: '', component: '', menu_type: null })
function rule(parts: Partial<MenuRule>): MenuRule {
  return {
    id: 1,
    pid: 0,
    type: 'menu',
    title: 'T',
    name: 'shop/order/order',
    path: 'shop/order/order',
    icon: '',
    menu_type: 'tab',
    url: '',
    component: 'shop/order/order',
    keepalive: 0,
    extend: 'none',
    ...parts,
  }
}
const orders = rule({
  children: ['delivery', 'receive', 'cancel', 'close'].map((node, at) => button(10 + at, `shop/order/order/order-${node}`)),
})
const refunds = rule({
  id: 2,
  name: 'shop/order/refund',
  path: 'shop/order/refund',
  component: 'shop/order/refund',
  children: ['audit', 'receive'].map((node, at) => button(20 + at, `shop/order/refund/refund-${node}`)),
})

function access(prefix: string, ...rules: MenuRule[]) {
  const made = createAccess()
  made.take(buildMenu(rules, { prefix }).nodes, [])
  return made
}

describe('6, nodes', () => {
  const { can } = access('/admin', orders, refunds)
  test.each<[string, string, boolean]>([
    ['shop/order/order', 'order-delivery', true],
    ['shop/order/order', 'order-receive', true],
    ['shop/order/order', 'order-cancel', true],
    ['shop/order/order', 'order-close', true],
    ['shop/order/refund', 'refund-audit', true],
    ['shop/order/refund', 'refund-receive', true],
    // the current path plus the action's name
    ['/admin/shop/order/order', 'order-delivery', true],
    ['/admin/shop/order/order?status=2', 'order-delivery', true],
    // a named node and sub-node below the wrong parent, part of a name, a parent's name
    ['shop/order/order', 'refund-audit', false],
    ['shop/order/refund', 'order-delivery', false],
    ['shop/order/order', 'order', false],
    ['shop/order', 'order/order-delivery/x', false],
    ['shop/order/order', 'index', false],
    ['shop/order/order', '', false],
    ['', 'order-delivery', false],
    ['constructor', 'name', false],
  ])('%j %j: %s', (page, node, held) => {
    expect(can(page, node)).toBe(held)
  })

  test('the map goes from the route to the full paths of its nodes', () => {
    expect(buildMenu([orders], { prefix: '/admin' }).nodes).toEqual({
      '/admin/shop/order/order': ['delivery', 'receive', 'cancel', 'close'].map((n) => `/admin/shop/order/order/order-${n}`),
    })
  })

  test('administrators and members have maps of their own', () => {
    const admin = access('/admin', orders)
    const member = access('/user', refunds)
    expect([admin.can('shop/order/order', 'order-close'), member.can('shop/order/order', 'order-close')]).toEqual([true, false])
    expect([admin.can('shop/order/refund', 'refund-audit'), member.can('shop/order/refund', 'refund-audit')]).toEqual([
      false,
      true,
    ])
  })
})
