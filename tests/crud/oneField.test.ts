import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Refusal } from '../../src/schemas/language/wire/envelope.ts'
import type { Client } from '../harness/client.ts'
import { type Lab, startLab } from './lab.ts'
import { rule, std } from './labPages.ts'

const shelf = {
  version: 1,
  kind: 'crud',
  entity: { table: 'lab_shelf', unindexedBecause: 'a table of tests' },
  fields: {
    name: { kind: 'string', required: true, maxLength: 20 },
    code: { kind: 'string', readOnly: true },
    born: { kind: 'string', writeOnce: true },
    places: { kind: 'integer', min: 1, max: 9, when: { disabled: { locked: 1 } } },
    price: { kind: 'money', node: 'price' },
    locked: { kind: 'switch', default: 0 },
    pin: { kind: 'password', secret: true },
  },
  table: { columns: ['name', 'code', 'born', 'places', 'price', 'locked'], editable: ['name', 'places', 'price'] },
}

let lab: Lab
/** May edit, but not change prices. */
let clerk: Client
/** May look. */
let reader: Client
beforeAll(async () => {
  lab = await startLab({ pages: { 'lab/shelf': shelf }, menus: [rule('lab/shelf', [...std, 'price'])] })
  clerk = await lab.admin('clerk', ['lab/shelf', 'lab/shelf/index', 'lab/shelf/edit'])
  reader = await lab.admin('reader', ['lab/shelf', 'lab/shelf/index'])
}, 120_000)
afterAll(() => lab.close())

type Wire = Record<string, unknown>
const at = (call: string) => `/admin/lab.Shelf/${call}`
const add = async () => {
  const first = { name: 'A1', born: 'Wuhan', places: 3, price: '5.00', pin: 'secret-1' }
  return (await lab.owner.post<{ id: number }>(at('add'), first)).body.data.id
}
const read = async (id: number) => (await lab.owner.get<{ row: Wire }>(at('edit'), { id })).body.data.row
const edit = async (id: number, values: Wire, client = clerk) =>
  (await client.post<Refusal & { id: number }>(at('edit'), { id, ...values })).body

describe('one field of a record, sent by itself with the version of the record', () => {
  test('is saved, and everything else stays', async () => {
    const id = await add()
    const before = await read(id)
    expect((await edit(id, { places: 4, _version: before._version })).code).toBe(1)
    const { _version: _before, update_time: _then, ...rest } = before
    expect(await read(id)).toMatchObject({ ...rest, places: 4 })
  })

  test('is refused where the form does not let anybody change it', async () => {
    const id = await add()
    const { _version } = await read(id)
    for (const values of [{ code: 'X' }, { born: 'Xi’an' }, { id: id + 1000, code: 'X' }])
      expect((await edit(id, { ...values, _version })).code).not.toBe(1)
    expect(await read(id)).toMatchObject({ code: '', born: 'Wuhan' })
  })

  test('is refused, or left as it is, where this person or this record does not allow it', async () => {
    const id = await add()
    await edit(id, { locked: 1 })
    const { _version } = await read(id)
    expect((await edit(id, { price: '1.00', _version })).data.errors).toHaveProperty('price')
    expect((await edit(id, { name: 'B2', _version }, reader)).code).not.toBe(1)
    await edit(id, { places: 8, _version })
    expect(await read(id)).toMatchObject({ name: 'A1', price: '5.00', places: 3 })
  })

  test('is refused where it is no value of the field, with its message', async () => {
    const id = await add()
    const { _version } = await read(id)
    for (const places of [0, 10, 'many']) expect((await edit(id, { places, _version })).data.errors).toHaveProperty('places')
    expect((await edit(id, { name: '', _version })).data.errors).toHaveProperty('name')
    expect(await read(id)).toMatchObject({ places: 3, name: 'A1' })
  })

  test('is refused where somebody else changed it meanwhile, with who did', async () => {
    const id = await add()
    const { _version } = await read(id)
    expect((await edit(id, { places: 5 }, lab.owner)).code).toBe(1)
    const { data } = await edit(id, { places: 6, _version })
    expect(data).toMatchObject({ type: 'conflict', changes: { places: { who: expect.any(String) } } })
    expect(await read(id)).toMatchObject({ places: 5 })
  })
})
