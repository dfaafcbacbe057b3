import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Listed, placeIn } from '../../src/runtime/crud/list/neighbours.ts'
import { fromSearchParams, toSearchParams } from '../../src/runtime/crud/query.ts'
import { findRoute, type Route } from '../../src/runtime/navigation/menu.ts'
import { linkPath, listSearch, panelSearch, recordPath, recordPlace } from '../../src/runtime/navigation/recordPath.ts'
import { testPage } from './support.ts'

const screen = '/admin/shop/order/order'
const route = (path: string): Route => ({
  key: path,
  id: 1,
  path,
  alias: null,
  name: '',
  title: '',
  icon: '',
  type: 'tab',
  pageId: 'x',
  known: true,
  url: '',
  keepalive: null,
  extend: 'none',
})

describe('the address of a record', () => {
  test('is its key behind the screen, and over the list a name in its query', () => {
    expect(recordPath(screen, 123)).toEqual({ pathname: `${screen}/123`, search: '' })
    expect(recordPath(screen, 'a/b c', '?status=2&record=5')).toEqual({ pathname: `${screen}/a%2Fb%20c`, search: '?status=2' })
    expect(panelSearch('?status=2&record=1', 123)).toBe('?status=2&record=123')
    expect(listSearch('?record=1')).toBe('')
  })

  test('says the same record, list and place when it is read', () => {
    const key = fc.oneof(fc.integer({ min: 1 }).map(String), fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }))
    const query = fc
      .array(fc.tuple(fc.constantFrom('status', 'q', 'page', 'order_no.like'), fc.string({ maxLength: 8 })), { maxLength: 3 })
      .map((pairs) => new URLSearchParams(pairs).toString())
      .map((text) => (text === '' ? '' : `?${text}`))
    fc.assert(
      fc.property(key, query, fc.boolean(), (own, list, isPage) => {
        const path = isPage ? recordPath(screen, own, list) : { pathname: screen, search: panelSearch(list, own) }
        const at = new URL(path.pathname + path.search, 'http://host')
        const place = recordPlace(screen, { pathname: at.pathname, search: at.search })
        const dots = /^\.{1,2}$/.test(own)
        expect(place).toEqual({ key: own, isPage: isPage && !dots })
        expect([...new URLSearchParams(listSearch(at.search))]).toEqual([...new URLSearchParams(list)])
      }),
    )
  })

  test('is none of the list: a record that is open narrows nothing', () => {
    const page = testPage('shop/order/order', {
      entity: { table: 'shop_order' },
      fields: { record: { kind: 'string' } },
      table: { columns: ['record'], search: ['record'] },
    })
    const { state, unknown } = fromSearchParams(new URLSearchParams('record=5'), page)
    expect([state.filters, unknown]).toEqual([[], []])
    const filters = [{ field: 'record', operator: 'eq' as const, value: '5' }]
    const query = toSearchParams({ ...state, filters }, page).toString()
    expect(query).toBe('record.eq=5')
    expect(fromSearchParams(new URLSearchParams(query), page).state.filters).toEqual(filters)
  })

  test('belongs to its screen, and a screen of that path goes before it', () => {
    const routes = [route('/admin/user'), route('/admin/user/group')]
    expect(findRoute(routes, '/admin/user/7?status=1')?.path).toBe('/admin/user')
    expect(findRoute(routes, '/admin/user/group')?.path).toBe('/admin/user/group')
    expect(findRoute(routes, '/admin/user/group/7')?.path).toBe('/admin/user/group')
    expect(findRoute(routes, '/admin/user/group/7/8')).toBeUndefined()
    expect(findRoute(routes, '/admin/user/')).toBeUndefined()
    expect(findRoute(routes, '/admin/user/%E0%A4%A')).toBeUndefined()
    expect(findRoute([{ ...route('/admin/user'), known: false }], '/admin/user/7')).toBeUndefined()
  })

  test('is where a link leads that names nothing but the key', () => {
    expect(linkPath(screen, { id: '7' })).toBe(`${screen}/7`)
    expect(linkPath(screen, { id: '' })).toBe(`${screen}?id=`)
    expect(linkPath(screen, { user_id: '7' })).toBe(`${screen}?user_id=7`)
    expect(linkPath(screen, { id: '7', status: '1' })).toBe(`${screen}?id=7&status=1`)
    expect(linkPath(screen, {})).toBe(screen)
  })
})

describe('the place of a record in its list', () => {
  const listed = (more: Partial<Listed> = {}): Listed => ({
    keys: [11, 12, 13],
    query: { page: 2, limit: 3 },
    total: 8,
    whole: false,
    ...more,
  })

  test('is counted over all pages, and goes on over their ends', () => {
    expect(placeIn(listed(), '11', -1)).toEqual({ position: 4, previous: true, next: true })
    expect(placeIn(listed(), '13', -1)).toEqual({ position: 6, previous: true, next: true })
    const last = listed({ keys: [14, 15], query: { page: 3, limit: 3 } })
    expect(placeIn(last, '15', -1)).toEqual({ position: 8, previous: true, next: false })
    expect(placeIn(listed({ query: { page: 1, limit: 3 } }), '11', -1)).toEqual({ position: 1, previous: false, next: true })
  })

  test('is that of its follower once a step has taken it out of the list', () => {
    expect(placeIn(listed({ keys: [11, 13], total: 7 }), '12', 1)).toEqual({ position: null, previous: true, next: true })
    const last = listed({ keys: [14], query: { page: 3, limit: 3 }, total: 7 })
    expect(placeIn(last, '15', 1)).toEqual({ position: null, previous: true, next: false })
  })

  test('is unknown for a record that the list never held', () => {
    expect(placeIn(listed(), '99', -1)).toEqual({ position: null, previous: false, next: false })
  })

  test('of a tree, all of whose rows are there, has no pages', () => {
    expect(placeIn(listed({ whole: true, total: 3 }), '11', -1)).toEqual({ position: 1, previous: false, next: true })
    expect(placeIn(listed({ whole: true, total: 3 }), '13', -1)).toEqual({ position: 3, previous: true, next: false })
  })
})
