import { describe, expect, test } from 'vitest'
import type { Crud } from '../../src/runtime/crud/crud.ts'
import { createCrud } from '../../src/runtime/crud/crud.ts'
import { type Answer, type Asked, littleServer, runtimeWords, testPage, testRuntime } from './support.ts'

const company = testPage('shop/delivery/company', {
  entity: { table: 'shop_delivery_company' },
  fields: {
    name: { kind: 'string' },
    phone: { kind: 'string' },
    fee: { kind: 'money', when: { disabled: { locked: 1 } } },
    locked: { kind: 'switch' },
  },
  table: { columns: ['name', 'phone', 'fee'], editable: ['name', 'phone', 'fee'], row: ['edit'] },
})
const words = { fields: { name: { label: 'Name' }, phone: { label: 'Phone' }, fee: { label: 'Fee' } } }

type Row = Record<string, unknown> & { id: number }

/** Two carriers before a server that keeps them in memory; `special` answers first. A record's version is the number of its saves. */
async function screen(special: (asked: Asked, rows: readonly Row[]) => Answer | Promise<Answer> | undefined = () => undefined) {
  const rows: Row[] = [1, 2].map((id) => ({ id, name: `Carrier ${id}`, phone: '100', fee: '5.00', locked: id - 1 }))
  const saves = new Map<number, number>()
  const find = (id: unknown) => rows.find((row) => String(row.id) === String(id))
  const server = await littleServer(async (asked) => {
    const said = await special(asked, rows)
    if (said) return said
    const action = asked.path.split('/').pop()
    if (action === 'index') return { data: { list: rows.map(({ locked: _, ...row }) => row), total: rows.length, remark: '' } }
    const row = find(asked.method === 'GET' ? asked.query.get('id') : asked.body.id)
    if (!row) return { code: 0, msg: 'not found' }
    if (asked.method === 'GET') return { data: { row: { ...row, _version: String(saves.get(row.id) ?? 0) } } }
    const { _version, idempotency_key: _key, ...values } = asked.body
    Object.assign(row, values)
    saves.set(row.id, (saves.get(row.id) ?? 0) + 1)
    return { data: { id: row.id } }
  })
  const run = testRuntime(server.url, {
    options: { fetchPage: async () => ({ page: company, words }), fetchWords: runtimeWords },
  })
  await run.runtime.start()
  const path = '/admin/shop/delivery/company'
  run.runtime.access.take({ [path]: ['index', 'edit'].map((node) => `${path}/${node}`) }, [])
  const crud = createCrud(run.runtime.screen(await run.runtime.page('shop/delivery/company')))
  await crud.load()
  await crud.preload()
  const posts = () => server.to('/edit').filter(({ method }) => method === 'POST')
  return { crud, rows, server, posts, ...run }
}

const later = <T>(value: T, ms: number) => new Promise<T>((done) => setTimeout(() => done(value), ms))
const shown = (crud: Crud, key: number, field: string) => crud.rowOf(key)?.[field]
/** The cell of a list that was opened last. */
function lastOf(crud: Crud) {
  const cell = crud.state.cells.at(-1)
  if (!cell) throw new Error('no cell is open')
  return cell
}
/** Opens a cell and types into it. */
async function type(crud: Crud, key: number, field: string, value: unknown) {
  expect(await crud.editCell(key, field)).toBe(true)
  const cell = lastOf(crud)
  cell.form.set(field, value)
  return cell
}

describe('a cell of the list', () => {
  test('shows what was typed at once, and sends that field alone with the version it was read with', async () => {
    const { crud, posts, rows } = await screen()
    const saving = crud.saveCell(await type(crud, 1, 'phone', '200'))
    expect([shown(crud, 1, 'phone'), rows[0]?.phone]).toEqual(['200', '100'])
    expect(Object.keys(crud.state.busy)).toEqual(['cell:phone:1'])
    expect(await saving).toBe(true)
    expect(posts().map(({ body }) => body)).toEqual([{ id: 1, phone: '200', _version: '0', idempotency_key: expect.any(String) }])
    expect([shown(crud, 1, 'phone'), crud.state.cells.length]).toEqual(['200', 0])
  })

  test('that is left as it was, or left by Escape, sends nothing', async () => {
    const { crud, posts } = await screen()
    expect(await crud.editCell(1, 'phone')).toBe(true)
    expect(await crud.saveCell(lastOf(crud))).toBe(true)
    crud.closeCell(await type(crud, 1, 'phone', '200'))
    expect([posts().length, crud.state.cells.length, shown(crud, 1, 'phone')]).toEqual([0, 0, '100'])
  })

  test('of a record that does not allow it, or of a field that the page does not name, is not opened', async () => {
    const { crud, said } = await screen()
    expect(await crud.editCell(2, 'fee')).toBe(false)
    expect([said(), crud.state.cells.length]).toEqual([['ui.cells.notHere'], 0])
    expect(await crud.editCell(1, 'locked')).toBe(false)
    expect(await crud.editCell(1, 'fee')).toBe(true)
  })

  test('that is refused shows what is stored; what was typed and why it was refused stay, and can be saved again', async () => {
    let refused = 0
    const { crud, rows } = await screen(({ method }) =>
      method === 'POST' && refused++ === 0 ? { code: 0, msg: 'no', data: { errors: { phone: 'Already taken' } } } : undefined,
    )
    const cell = await type(crud, 1, 'phone', '200')
    expect(await crud.saveCell(cell)).toBe(false)
    expect([shown(crud, 1, 'phone'), cell.form.state.values.phone, cell.state.phase]).toEqual(['100', '200', 'refused'])
    expect(cell.form.state.errors).toEqual({ phone: 'Already taken' })
    expect(await crud.saveCell(cell)).toBe(true)
    expect([shown(crud, 1, 'phone'), rows[0]?.phone]).toEqual(['200', '200'])
  })

  test('that somebody else changed while it was open asks which is to stay, with who changed it', async () => {
    const change = { who: 'Li Na', time: 1_700_000_000, own: false }
    let tries = 0
    const { crud, rows, posts } = await screen(({ method }, stored) => {
      if (method !== 'POST' || tries++ > 0) return undefined
      Object.assign(stored[0] ?? {}, { phone: '300' })
      return { code: 0, msg: 'changed', data: { type: 'conflict', changes: { phone: change } } }
    })
    const cell = await type(crud, 1, 'phone', '200')
    expect(await crud.saveCell(cell)).toBe(false)
    expect(cell.form.state.clash?.fields).toMatchObject([{ mine: '200', theirs: '300', change, chosen: null }])
    expect(shown(crud, 1, 'phone')).toBe('300')
    expect([await crud.saveCell(cell), posts().length]).toEqual([false, 1])
    cell.form.choose('phone', 'mine')
    expect([await crud.saveCell(cell), rows[0]?.phone]).toEqual([true, '200'])
  })

  test('takes theirs without sending anything', async () => {
    const { crud, posts } = await screen(({ method }, stored) => {
      if (method !== 'POST') return undefined
      Object.assign(stored[0] ?? {}, { phone: '300' })
      return { code: 0, msg: 'changed', data: { type: 'conflict', changes: { phone: null } } }
    })
    const cell = await type(crud, 1, 'phone', '200')
    await crud.saveCell(cell)
    cell.form.choose('phone', 'theirs')
    expect([await crud.saveCell(cell), posts().length, shown(crud, 1, 'phone')]).toEqual([true, 1, '300'])
  })

  test('that was another one than the list showed is shown as it is, or asked for where somebody has typed already', async () => {
    const { crud, rows, posts } = await screen(({ method, path }) =>
      method === 'GET' && path.endsWith('/edit') ? later(undefined as never, 30) : undefined,
    )
    Object.assign(rows[0] ?? {}, { phone: '300', name: 'Renamed' })
    await crud.editCell(1, 'phone')
    expect(lastOf(crud).form.state.values.phone).toBe('300')
    crud.closeCell(lastOf(crud))
    const opening = crud.editCell(1, 'name')
    await later(null, 0)
    const cell = lastOf(crud)
    cell.form.set('name', 'Mine')
    await opening
    expect([await crud.saveCell(cell), posts().length]).toEqual([false, 0])
    expect(cell.form.state.clash?.fields).toMatchObject([{ mine: 'Mine', theirs: 'Renamed' }])
  })
})

describe('cells that are edited quickly', () => {
  test('one after the other in a row do not collide with each other, however slow the answers are', async () => {
    let saves = 0
    const { crud, posts, rows } = await screen(({ method }) =>
      method === 'POST' && saves++ === 0 ? later(undefined as never, 60) : undefined,
    )
    const first = crud.saveCell(await type(crud, 1, 'name', 'New name'))
    const opening = crud.editCell(1, 'phone')
    await later(null, 0)
    const cell = lastOf(crud)
    cell.form.set('phone', '200')
    expect(await Promise.all([first, opening, crud.saveCell(cell)])).toEqual([true, true, true])
    expect(posts().map(({ body }) => body._version)).toEqual(['0', '1'])
    expect(rows[0]).toMatchObject({ name: 'New name', phone: '200' })
  })

  test('the same one again is opened once it is stored, and stored as it was typed last', async () => {
    let saves = 0
    const { crud, rows } = await screen(({ method }) =>
      method === 'POST' && saves++ === 0 ? later(undefined as never, 60) : undefined,
    )
    const first = crud.saveCell(await type(crud, 1, 'phone', '200'))
    const second = await type(crud, 1, 'phone', '300')
    expect(await first).toBe(true)
    expect([await crud.saveCell(second), rows[0]?.phone, shown(crud, 1, 'phone')]).toEqual([true, '300', '300'])
  })

  test('keep what they show while the list is read again, which it is once none is open', async () => {
    const { crud, server } = await screen(({ method }) => (method === 'POST' ? later(undefined as never, 60) : undefined))
    const saving = crud.saveCell(await type(crud, 1, 'phone', '200'))
    const open = await type(crud, 2, 'phone', '400')
    await crud.load()
    expect([shown(crud, 1, 'phone'), open.form.state.values.phone]).toEqual(['200', '400'])
    await saving
    const reads = server.to('/index').length
    crud.closeCell(open)
    await expect.poll(() => server.to('/index').length).toBe(reads + 1)
  })

  test('are kept where the server cannot be reached, and saved when it can', async () => {
    let isOff = true
    const { crud, rows } = await screen(({ method }) => (method === 'POST' && isOff ? 'drop' : undefined))
    const cell = await type(crud, 1, 'phone', '200')
    expect(await crud.saveCell(cell)).toBe(false)
    expect([shown(crud, 1, 'phone'), cell.state.phase, cell.form.state.unsent]).toEqual(['100', 'refused', true])
    expect(cell.form.state.message).not.toBe('')
    isOff = false
    expect([await crud.saveCell(cell), rows[0]?.phone]).toEqual([true, '200'])
  })

  test('can be taken back', async () => {
    const { crud, rows, runtime } = await screen()
    await crud.saveCell(await type(crud, 1, 'phone', '200'))
    await runtime.notices.state.queue.find(({ undo }) => undo)?.undo?.()
    expect([rows[0]?.phone, shown(crud, 1, 'phone')]).toEqual(['100', '100'])
  })
})
