import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fromSearchParams,
  initialList,
  isActive,
  type ListState,
  toRequest,
  toSearchParams,
} from '../../src/runtime/crud/query.ts'
import { periods } from '../../src/schemas/language/wire/periods.ts'
import { operators } from '../../src/schemas/operators.ts'
import { testPage } from './support.ts'

const page = testPage('shop/order/order', {
  entity: { table: 'shop_order', relations: { user: { table: 'user', key: 'user_id' } } },
  fields: {
    order_no: { kind: 'string' },
    user_id: { kind: 'integer' },
    status: { kind: 'select', options: [{ value: 1 }, { value: 2 }] },
    pay_amount: { kind: 'money' },
    page: { kind: 'integer' },
    in: { kind: 'string' },
    remark: { kind: 'string' },
  },
  table: {
    columns: ['order_no'],
    search: [
      'order_no',
      { field: 'status', operator: 'IN' },
      'pay_amount',
      'create_time',
      'page',
      'in',
      { field: 'user.nickname', alias: 'nickname' },
      { field: 'remark', operator: 'NOT NULL' },
    ],
  },
})
const read = (query: string) => fromSearchParams(new URLSearchParams(query), page)

describe('the address of a list', () => {
  test('says status, number and page, and what is usual is left out', () => {
    const state: ListState = {
      ...initialList(page),
      page: 3,
      filters: [
        { field: 'status', operator: 'IN', value: ['2'] },
        { field: 'order_no', operator: 'LIKE', value: 'A1' },
      ],
    }
    expect(toSearchParams(state, page).toString()).toBe('status=2&order_no=A1&page=3')
    expect(toSearchParams(initialList(page), page).toString()).toBe('')
  })

  test('knows a field by its other name too, and writes its own', () => {
    const { state, unknown } = read('nickname=Ann&nickname.ne=Bo')
    expect(unknown).toEqual([])
    expect(toSearchParams(state, page).toString()).toBe('user.nickname=Ann&user.nickname.ne=Bo')
  })

  test('is understood in its short form: status=1, name.in=a,b, name.null=1, ranges, the key', () => {
    expect(read('status=1&order_no=x').state.filters).toEqual([
      { field: 'status', operator: 'IN', value: ['1'] },
      { field: 'order_no', operator: 'LIKE', value: 'x' },
    ])
    expect(read('order_no.in=a,b').state.filters).toEqual([{ field: 'order_no', operator: 'IN', value: ['a', 'b'] }])
    expect(read('order_no.null=1').state.filters).toEqual([{ field: 'order_no', operator: 'NULL', value: '1' }])
    expect(read('pay_amount=1.00,').state.filters).toEqual([{ field: 'pay_amount', operator: 'RANGE', value: ['1.00', ''] }])
    expect(read('id=7').state.filters).toEqual([{ field: 'id', operator: 'eq', value: '7' }])
    expect(read('user.nickname=Li').state.filters).toEqual([{ field: 'user.nickname', operator: 'LIKE', value: 'Li' }])
  })

  test('fields named like reserved words of the address do not collide with them', () => {
    const filters = [
      { field: 'page', operator: 'RANGE', value: ['1', '2'] },
      { field: 'in', operator: 'eq', value: 'x' },
    ] as const
    const params = toSearchParams({ ...initialList(page), page: 2, filters }, page)
    expect(params.toString()).toBe('page.range=1%2C2&in.eq=x&page=2')
    expect(fromSearchParams(params, page).state).toMatchObject({ page: 2, filters })
  })

  test('names that are not search fields are left out and reported', () => {
    expect(read('utm_source=mail&password=x&status=1&user_id=3')).toMatchObject({
      unknown: ['utm_source', 'password', 'user_id'],
      state: { filters: [{ field: 'status' }] },
    })
  })

  test.each([
    ['page=0', { page: 1 }],
    ['page=-3', { page: 1 }],
    ['page=1e9', { page: 1 }],
    ['limit=100000', { limit: 20 }],
    ['limit=200', { limit: 200 }],
    ['sort=id', { sort: null }],
    ['sort=id,sideways', { sort: null }],
    ['sort=id,asc', { sort: { field: 'id', direction: 'asc' } }],
    ['q=%E6%9D%8E', { quickSearch: '李' }],
  ])('%s is read as %o', (query, expected) => {
    expect(read(query).state).toMatchObject(expected)
  })

  const text = fc.string({ maxLength: 12 })
  const filter = fc.record({
    field: fc.constantFrom('order_no', 'status', 'pay_amount', 'create_time', 'page', 'in', 'user.nickname', 'id', 'remark'),
    operator: fc.constantFrom(...operators),
    text,
    list: fc.array(text, { minLength: 1, maxLength: 4 }),
    range: fc.oneof(fc.tuple(text, text), fc.constantFrom(...periods)),
  })
  const states = fc.record({
    page: fc.integer({ min: 1, max: 1_000_000 }),
    limit: fc.integer({ min: 1, max: 200 }),
    sort: fc.option(
      fc.record({ field: fc.constantFrom('id', 'pay_amount'), direction: fc.constantFrom('asc' as const, 'desc' as const) }),
    ),
    quickSearch: text,
    filters: fc.array(filter, { maxLength: 5 }).map((drawn) =>
      drawn
        .map(({ field, operator, text: one, list, range }) => {
          if (operator.endsWith('NULL')) return { field, operator, value: '1' }
          return { field, operator, value: operator.endsWith('RANGE') ? range : /IN/.test(operator) ? list : one }
        })
        .filter(isActive),
    ),
    view: fc.option(fc.integer({ min: 1 }), { nil: undefined }),
  })

  test('whatever a person chooses, the address brings the same list back', () => {
    fc.assert(
      fc.property(states, ({ view, ...rest }) => {
        const state: ListState = view === undefined ? rest : { ...rest, view }
        const written = toSearchParams(state, page).toString()
        expect(fromSearchParams(new URLSearchParams(written), page)).toEqual({ state, unknown: [] })
      }),
      { numRuns: 1000 },
    )
  })

  test('and the request, which knows nothing of views, asks the same', () => {
    fc.assert(
      fc.property(states, ({ view, ...rest }) => {
        const state: ListState = view === undefined ? rest : { ...rest, view }
        const again = fromSearchParams(new URLSearchParams(toSearchParams(state, page).toString()), page).state
        expect(toRequest(again, page)).toEqual(toRequest(rest, page))
      }),
    )
  })

  test('says a period by its name, and so does the request: what day it is, is asked on the day', () => {
    const { state } = read('create_time=last7Days&pay_amount=today,')
    expect(state.filters).toEqual([
      { field: 'create_time', operator: 'RANGE', value: 'last7Days' },
      { field: 'pay_amount', operator: 'RANGE', value: ['today', ''] },
    ])
    expect(toSearchParams(state, page).toString()).toBe('create_time=last7Days&pay_amount=today%2C')
    expect(toRequest(state, page).search?.[0]).toEqual({ field: 'create_time', operator: 'RANGE', val: 'last7Days' })
  })

  test('of a view says its number and all that it shows now, even where that is nothing', () => {
    expect(toSearchParams({ ...initialList(page), view: 7 }, page).toString()).toBe('view=7&all=1')
    expect(read('view=7&status=2').state).toMatchObject({ view: 7, filters: [{ field: 'status' }] })
    for (const none of ['view=0', 'view=x', 'view=-1']) expect(read(none)).toEqual({ state: initialList(page), unknown: [] })
  })
})

describe('the request of a list', () => {
  test('asks by the query language of the protocol', () => {
    const state: ListState = {
      page: 2,
      limit: 50,
      sort: { field: 'create_time', direction: 'desc' },
      quickSearch: 'x',
      filters: [
        { field: 'status', operator: 'IN', value: ['1', '2', ''] },
        { field: 'pay_amount', operator: 'RANGE', value: ['', '9.99'] },
        { field: 'remark', operator: 'NOT NULL', value: '' },
      ],
    }
    expect(toRequest(state, page)).toEqual({
      page: 2,
      limit: 50,
      order: 'create_time,desc',
      quickSearch: 'x',
      search: [
        { field: 'status', operator: 'IN', val: ['1', '2'] },
        { field: 'pay_amount', operator: 'RANGE', val: ',9.99' },
        { field: 'remark', operator: 'NOT NULL', val: '1' },
      ],
    })
  })

  test('searching for 0 and false is possible; empty values ask for nothing', () => {
    const of = (value: string) =>
      toRequest({ ...initialList(page), filters: [{ field: 'order_no', operator: 'eq', value }] }, page).search
    expect([of('0'), of('false'), of('')]).toEqual([
      [{ field: 'order_no', operator: 'eq', val: '0' }],
      [{ field: 'order_no', operator: 'eq', val: 'false' }],
      undefined,
    ])
  })

  test('a tree is asked for whole', () => {
    const tree = testPage('auth/rule', {
      entity: { table: 'admin_rule', tree: { parent: 'pid' } },
      fields: { pid: { kind: 'integer' }, title: { kind: 'string' } },
    })
    expect(toRequest(initialList(tree), tree)).toEqual({})
  })
})
