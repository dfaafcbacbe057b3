import { describe, expect, test } from 'vitest'
import { createCrud } from '../../src/runtime/crud/crud.ts'
import { isChangedView } from '../../src/runtime/crud/list/views.ts'
import { takeColumns } from '../../src/runtime/stores/columns.ts'
import { buildAdminWire } from '../../src/runtime/wire/buildadmin/wire.ts'
import type { SavedView } from '../../src/schemas/language/wire/envelope.ts'
import { littleServer, testPage, testRuntime } from './support.ts'

const id = 'shop/order/order'
const page = testPage(id, {
  entity: { table: 'shop_order' },
  fields: {
    status: { kind: 'select', options: [{ value: 1 }, { value: 2 }] },
    paid: { kind: 'datetime' },
    day: { kind: 'date' },
  },
  table: { columns: ['status'], search: ['status', 'paid', 'day'], preset: { status: '1' } },
})
const view = (number: number, query: string): SavedView => ({
  id: number,
  name: `View ${number}`,
  query,
  columns: {},
  shared: false,
  own: true,
  by: '',
})
const plain = view(5, 'all=1')
const second = view(6, 'status=2&sort=id,asc')

/** A list of orders with two views; `start` is the default one. */
async function screen(start: number | null, parts: Parameters<typeof testRuntime>[1] = {}) {
  const server = await littleServer(() => ({ data: { list: [], total: 0, remark: '' } }))
  const { runtime } = testRuntime(server.url, {
    ...parts,
    options: { ...parts.options, fetchPage: async () => ({ page, words: { title: 'Orders' } }) },
  })
  await runtime.start()
  takeColumns(runtime.stores.columns, { views: { [id]: { list: [plain, second], start, mayShare: true } } })
  return { crud: createCrud(runtime.screen(await runtime.page(id))), server, runtime }
}

describe('a saved view', () => {
  test('opens by its number, says what it shows in the address, and what is changed in it too', async () => {
    const { crud } = await screen(null)
    await crud.openView(6)
    expect(crud.address()).toBe('view=6&status=2&sort=id%2Casc')
    expect(isChangedView(second, crud.state.query, page)).toBe(false)
    await crud.setPage(3)
    expect(isChangedView(second, crud.state.query, page), 'where one is in the list is no part of it').toBe(false)
    await crud.setSearch([])
    expect(crud.address()).toBe('view=6&all=1&sort=id%2Casc')
    expect(isChangedView(second, crud.state.query, page)).toBe(true)
    await crud.leaveView()
    expect(crud.address()).toBe('')
    expect(crud.state.query.filters).toEqual([{ field: 'status', operator: 'eq', value: '1' }])
  })

  test('is what an address of its number alone shows; one that the person does not have leaves its filters', async () => {
    const { crud, runtime } = await screen(null)
    expect(crud.readAddress('?view=6')).toBe(true)
    expect(crud.state.query).toMatchObject({ view: 6, sort: { field: 'id', direction: 'asc' }, filters: [{ value: '2' }] })
    expect(crud.readAddress('?view=5&record=3')).toBe(true)
    expect(crud.state.query).toMatchObject({ view: 5, filters: [] })
    crud.readAddress('?view=99&status=2')
    expect(crud.state.query.view).toBe(undefined)
    expect(crud.address()).toBe('status=2')
    // Before the server has said which views there are, the address keeps what it says.
    takeColumns(runtime.stores.columns)
    crud.readAddress('?view=99&status=2')
    expect(crud.address()).toBe('view=99&status=2')
  })

  test('that is the default opens where the address says nothing, and not where it says anything', async () => {
    const { crud } = await screen(6)
    expect(crud.readAddress('')).toBe(true)
    expect(crud.address()).toBe('view=6&status=2&sort=id%2Casc')
    await crud.leaveView()
    expect(crud.address(), 'the list without a view').toBe('view=0')
    expect(crud.readAddress('?view=0')).toBe(false)
    crud.readAddress('?status=2')
    expect(crud.state.query.view).toBe(undefined)
    crud.readAddress('?record=7')
    expect(crud.state.query.view).toBe(6)
  })
})

test('a BuildAdmin server is asked for the times of a period, and for the days of a day', async () => {
  // 2026-03-01 00:30 in Shanghai, the day before elsewhere.
  const now = Date.parse('2026-02-28T16:30:00Z')
  const { crud, server } = await screen(null, { options: { wire: buildAdminWire }, platform: { now: () => now } })
  crud.readAddress('?paid=lastMonth&day=today')
  await crud.load()
  const asked = server.to('/index').at(-1)?.query
  const from = Date.parse('2026-01-31T16:00:00Z') / 1000
  const to = Date.parse('2026-02-28T15:59:59Z') / 1000
  expect(asked?.get('search[0][val]')).toBe(`${from},${to}`)
  expect(asked?.get('search[1][val]')).toBe('2026-03-01,2026-03-01')
})
