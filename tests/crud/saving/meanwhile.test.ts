import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Refusal } from '../../../src/schemas/language/wire/envelope.ts'
import type { Client } from '../../harness/client.ts'
import { type Lab, startLab } from '../lab.ts'
import { rule, std } from '../labPages.ts'

const person = {
  version: 1,
  kind: 'crud',
  entity: { table: 'lab_person', unindexedBecause: 'a table of tests' },
  fields: {
    name: { kind: 'string', required: true },
    phone: { kind: 'mobile', mask: 'middle' },
    pin: { kind: 'password', secret: true },
    from: { kind: 'integer' },
    to: { kind: 'integer' },
    tags: { kind: 'checkbox', options: [{ value: 'a' }, { value: 'b' }] },
    visits: { kind: 'subtable', fields: { place: { kind: 'string' } } },
  },
  check: [{ from: { lte: { $field: 'to' } } }],
  table: { columns: ['name', 'phone'] },
}

let lab: Lab
let other: Client
beforeAll(async () => {
  lab = await startLab({ pages: { 'lab/person': person }, menus: [rule('lab/person', [...std, 'reveal'])] })
  const nodes = [
    'lab/person',
    'lab/person/index',
    'lab/person/edit',
    'lab/item',
    'lab/item/index',
    'lab/item/edit',
    'lab/item/ship',
  ]
  other = await lab.admin('lina', nodes)
}, 120_000)
afterAll(() => lab.close())

type Wire = Record<string, unknown>
const at = (call: string) => `/admin/lab.Person/${call}`

async function add(): Promise<number> {
  const first = {
    name: 'Zhang',
    phone: '13800138000',
    pin: 'secret-1',
    from: 1,
    to: 5,
    tags: ['a'],
    visits: [{ place: 'Xi’an' }],
  }
  return (await lab.owner.post<{ id: number }>(at('add'), first)).body.data.id
}
const read = async (id: number, client = lab.owner) => (await client.get<{ row: Wire }>(at('edit'), { id })).body.data.row
const edit = (id: number, values: Wire, client = lab.owner) =>
  client.post<Refusal & { id?: number; merged?: string[] }>(at('edit'), { id, ...values })

describe('a record that somebody else changed since it was read', () => {
  test('takes what collides with nothing, and says which fields of others stay', async () => {
    const id = await add()
    const { _version } = await read(id)
    expect((await edit(id, { name: 'Zhang San', tags: ['b'] }, other)).body.code).toBe(1)
    const saved = await edit(id, { to: 7, _version })
    expect(saved.body).toMatchObject({ code: 1, data: { id, merged: ['name', 'tags'] } })
    expect(await read(id)).toMatchObject({ name: 'Zhang San', tags: ['b'], from: 1, to: 7 })
  })

  test('is refused where both changed the same field, with who and when; nothing of it is saved', async () => {
    const id = await add()
    const { _version } = await read(id)
    await edit(id, { name: 'Of Li Na', visits: [{ place: 'Wuhan' }] }, other)
    const { body } = await edit(id, { name: 'Of the owner', to: 9, visits: [{ place: 'Xi’an' }, { place: 'Jinan' }], _version })
    expect(body).toMatchObject({ code: 0, data: { type: 'conflict' } })
    expect(Object.keys(body.data.changes ?? {}).sort()).toEqual(['name', 'visits'])
    expect(body.data.changes?.name).toEqual({ who: 'lina', time: expect.any(Number), own: false })
    expect(Math.abs((body.data.changes?.visits?.time ?? 0) - Date.now() / 1000)).toBeLessThan(600)
    expect(await read(id)).toMatchObject({ name: 'Of Li Na', to: 5 })
    // With what is there now as the version, the same is saved.
    expect((await edit(id, { name: 'Of the owner', _version: (await read(id))._version })).body.code).toBe(1)
  })

  test('says that it was oneself, in another window', async () => {
    const id = await add()
    const { _version } = await read(id)
    await edit(id, { name: 'First' })
    expect((await edit(id, { name: 'Second', _version })).body.data.changes?.name).toMatchObject({ own: true })
  })

  test('takes the same value from both, and whole rows of clients that post all they were shown', async () => {
    const id = await add()
    const row = await read(id)
    await edit(id, { name: 'The same', from: 2 }, other)
    expect((await edit(id, { name: 'The same', _version: row._version })).body.code).toBe(1)
    await lab.query('update lab_person set update_time = update_time + 60 where id = $1', [id]) // nobody else writes in the same second
    const { phone: _phone, ...whole } = row
    expect((await edit(id, { ...whole, to: 8 })).body).toMatchObject({ code: 1 })
    expect(await read(id)).toMatchObject({ name: 'The same', from: 2, to: 8 })
  })

  test('is judged by the rules of the page as it would be then', async () => {
    const id = await add()
    const { _version } = await read(id)
    expect((await edit(id, { from: 4 }, other)).body.code).toBe(1)
    // 3 was right over what was read; over what is there now it is not.
    const { body } = await edit(id, { to: 3, _version })
    expect(body).toMatchObject({ code: 0, data: { errors: { from: expect.any(String) } } })
  })

  test('tells nothing of what is masked or secret', async () => {
    const id = await add()
    const { _version } = await read(id)
    await edit(id, { phone: '13911112222', pin: 'secret-2', name: 'Other' }, other)
    const { body } = await edit(id, { name: 'Mine', phone: '13700001111', _version })
    expect(Object.keys(body.data.changes ?? {})).toEqual(['name'])
    expect(JSON.stringify(body)).not.toMatch(/139|2222|secret/)
  })

  test('is refused as a whole where the version is of other fields, or of nobody', async () => {
    const id = await add()
    for (const version of ['', 'x', `${'a'.repeat(16)}.${'b'.repeat(40)}`, 17, ['x']]) {
      const { body } = await edit(id, { name: 'Mine', _version: version })
      expect(body).toMatchObject({ code: 0, data: { type: 'conflict', changes: {} } })
    }
  })
})

describe('an action', () => {
  const item = async (name: string) => (await lab.owner.post<{ id: number }>('/admin/lab.Item/add', { name })).body.data.id

  test('that was decided on another state of the record says what changed', async () => {
    const id = await item('ship me')
    await lab.query('update lab_item set status = 2 where id = $1', [id])
    const { row } = (await lab.owner.get<{ row: Wire }>('/admin/lab.Item/ship', { id })).body.data
    await other.post('/admin/lab.Item/edit', { id, note: 'handle with care' })
    const { body } = await lab.owner.post<Refusal>('/admin/lab.Item/ship', { id, company: 'Fast', _version: row._version })
    expect(body.data).toMatchObject({ type: 'conflict', changes: { note: { who: 'lina', own: false } } })
  })

  test('on rows that are in another state now names each of them, its state, and who brought it there', async () => {
    const [a, b, c] = [await item('a'), await item('b'), await item('c')]
    await lab.query('update lab_item set status = 2 where id = any($1)', [[a, b, c]])
    for (const id of [a, c]) await other.post('/admin/lab.Item/ship', { id, company: 'Fast' })
    const { body } = await lab.owner.post<Refusal>('/admin/lab.Item/close', { ids: [a, b, c] })
    expect(body.data.type).toBe('conflict')
    expect(body.data.rows?.map(({ key }) => key).sort()).toEqual([a, c].sort())
    for (const row of body.data.rows ?? []) expect(row).toMatchObject({ state: 'options 3', change: { who: 'lina', own: false } })
  })
})
