import { expect, test } from 'vitest'
import { parseQuery } from '../../server/core/query.ts'
import { encodeParams } from '../harness/client.ts'

test('what axios writes is read back as it was', () => {
  const params = {
    page: '2',
    quickSearch: 'a&b=c 100%+ü',
    ids: ['1', '2'],
    search: [
      { field: 'status', val: '1', operator: 'eq' },
      { field: 'create_time', val: ['a', 'b'], operator: 'RANGE' },
    ],
    filter: { user: { name: 'x' } },
    empty: '',
  }
  expect(parseQuery(encodeParams(params))).toEqual(params)
})

test.each([
  ['', {}],
  ['a', { a: '' }],
  ['a=1=2', { a: '1=2' }],
  ['a=b+c', { a: 'b c' }],
  ['a[0]=x&a[1]=y', { a: ['x', 'y'] }],
  ['a[1]=x', { a: { 1: 'x' } }],
  ['a[]=x', { a: ['x'] }],
  ['a%5B%5D=x', { a: ['x'] }],
  ['0=a&1=b', { 0: 'a', 1: 'b' }],
  ['&&a=1&', { a: '1' }],
  ['toString=1', { toString: '1' }],
])('%j is read', (text, expected) => {
  expect(parseQuery(text)).toEqual(expected)
})

test.each([
  'a=1&a=2',
  'a[x]=1&a[x]=2',
  'a=1&a[]=2',
  'a[]=1&a=2',
  'a[x]=1&a[]=2',
  '[]=1',
  '=1',
  'a[',
  'a]b[=1',
  'a[x]y=1',
  'a[][b]=1',
  'a=%',
  '__proto__=1',
  'a[__proto__]=1',
  'prototype[x]=1',
  'a=%00',
  'a[1][2][3][4][5]=1',
])('%j is refused', (text) => {
  expect(() => parseQuery(text)).toThrow()
})

test('a thousand parameters are read, one more is refused', () => {
  const many = (n: number) => Array.from({ length: n }, (_, i) => `a[]=${i}`).join('&')
  expect(parseQuery(many(1000)).a).toHaveLength(1000)
  expect(() => parseQuery(many(1001))).toThrow()
})
