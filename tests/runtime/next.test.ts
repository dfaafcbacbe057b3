import { expect, it } from 'vitest'
import { nextStep } from '../../src/runtime/crud/actions/next.ts'
import type { Next } from '../../src/schemas/language/action/base.ts'
import { testPage } from './support.ts'

const after = (next: Next, done: { ids?: number[]; data?: unknown } = {}, row?: Record<string, unknown>) => {
  const page = testPage('lab/item', {
    entity: { table: 'lab_item' },
    fields: { name: { kind: 'string' } },
    actions: {
      go: JSON.parse(JSON.stringify({ type: 'run', set: { name: 'x' } }).replace('}}', `},"then":${JSON.stringify(next)}}`)),
    },
    table: { row: ['go'] },
  })
  return nextStep(page, { action: 'go', ids: [7], ...done }, row)
}

it('after an action comes the list and nothing else, unless the page says so', () => {
  expect(after('refresh')).toBeUndefined()
  expect(after('open')).toEqual({ open: 7 })
  expect(after('open', { ids: [7, 8] })).toBeUndefined()
})

it('another page is filtered by the values of the row', () => {
  const next = { page: 'user/user', query: { id: 'user_id', 'status.in': 'name' } }
  expect(after(next, {}, { user_id: 3, name: 'a&b' })).toEqual({ page: 'user/user', query: 'id=3&status.in=a%26b' })
  expect(after(next, { ids: [7, 8] })).toBeUndefined()
  expect(after({ page: 'user/user', query: {} }, { ids: [7, 8] })).toEqual({ page: 'user/user', query: '' })
})

it('what is downloaded is a file of a site, never a script', () => {
  expect(after('download', { data: { url: '/storage/default/a.pdf' } })).toEqual({ download: '/storage/default/a.pdf' })
  expect(after('download', { data: { url: 'https://files.example/a.pdf' } })).toEqual({ download: 'https://files.example/a.pdf' })
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 7, undefined])
    expect(after('download', { data: { url } })).toEqual({ download: null })
  expect(after('download', { data: null })).toEqual({ download: null })
})
