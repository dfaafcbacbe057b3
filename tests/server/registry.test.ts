import { describe, expect, test } from 'vitest'
import type { Handler } from '../../server/core/handler.ts'
import { addressKey, parseAddress } from '../../server/core/http/address.ts'
import { buildRegistry } from '../../server/core/http/registry.ts'

const handler = (over: Partial<Handler> = {}): Handler => ({
  app: 'admin',
  controller: 'shop.order.Order',
  action: 'index',
  method: 'GET',
  access: { type: 'login' },
  run: async () => null,
  ...over,
})

describe('addresses', () => {
  test.each([
    ['/admin/auth.Admin/index', 'admin/auth.admin/index'],
    ['/admin.php/auth.Admin/INDEX', 'admin/auth.admin/index'],
    ['/admin/shop.order.Order/index', 'admin/shop.order.order/index'],
    ['/api/common/refreshToken', 'api/common/refreshtoken'],
    ['/api.php/common/refreshToken', 'api/common/refreshtoken'],
  ])('%s is understood', (path, key) => {
    const address = parseAddress(path)
    expect(address && addressKey(address)).toBe(key)
  })

  test.each([
    '/',
    '/admin',
    '/admin/login',
    '/office/auth.Admin/index',
    '/office.php/auth.Admin/index',
    '//admin/auth.Admin/index',
    '/admin/auth.Admin/index/',
    '/admin/auth.Admin/index/id/1',
    '/admin/auth..Admin/index',
    '/admin/auth.Admin./index',
    '/admin/auth%2EAdmin/index',
    '/admin/auth.Admin/in dex',
    '/admin/auth.Admin/index\n',
    '/admin/auth.Ädmin/index',
    '/../admin/auth.Admin/index',
  ])('%j is no address', (path) => {
    expect(parseAddress(path)).toBeUndefined()
  })
})

test('where the back office has another entrance, its calls are found there alone', () => {
  const at = (path: string) => {
    const address = parseAddress(path, '/office')
    return address && addressKey(address)
  }
  expect(at('/office.php/auth.Admin/index')).toBe('admin/auth.admin/index')
  expect(at('/api/common/refreshToken')).toBe('api/common/refreshtoken')
  for (const path of [
    '/admin/auth.Admin/index',
    '/admin.php/auth.Admin/index',
    '/office/auth.Admin/index',
    '/desk.php/auth.Admin/index',
  ])
    expect(at(path), path).toBeUndefined()
})

describe('the table of addresses', () => {
  test('finds a handler whatever case the address is in, for its own method only', () => {
    const one = handler()
    const registry = buildRegistry([one])
    const at = parseAddress('/admin/SHOP.order.order/Index')
    expect(at && registry.find(at, 'GET')).toBe(one)
    expect(at && registry.find(at, 'POST')).toBeUndefined()
  })

  test('is not built with a handler that says nothing about access', () => {
    const { access: _, ...bare } = handler()
    expect(() => buildRegistry([bare as Handler])).toThrow('GET /admin/shop.order.Order/index: no access declared')
    expect(() => buildRegistry([handler({ access: { type: 'node', node: '' } })])).toThrow('no access declared')
    expect(() => buildRegistry([handler({ access: { type: 'anyNode', nodes: [] } })])).toThrow('no access declared')
    expect(() => buildRegistry([handler({ access: { type: 'all' } as never })])).toThrow('no access declared')
  })

  test('is not built with two handlers on one address, or one that no request can reach, and says all faults at once', () => {
    expect(() => buildRegistry([handler(), handler({ controller: 'shop.order.order' })])).toThrow('two handlers on one address')
    expect(() => buildRegistry([handler(), handler({ method: 'POST' })])).not.toThrow()
    const wrong = [handler({ controller: 'a/b' }), handler({ action: 'in-dex' })]
    expect(() => buildRegistry(wrong)).toThrow(/a\/b.*no request can have this address\n.*in-dex/)
  })
})
