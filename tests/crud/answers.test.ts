import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageHandlers } from '../../server/crud/engine/handlers.ts'
import { type Lab, labDomains, pageOf, startLab } from './lab.ts'

let lab: Lab
beforeAll(async () => {
  lab = await startLab()
})
afterAll(() => lab.close())

type Wire = Record<string, unknown>
let made = 0
async function item(more: Wire = {}): Promise<number> {
  const row = { name: `row ${++made}`, status: 2, price: 500, count: 3, create_time: 1, update_time: 1, ...more }
  const [found] = await lab.query<{ id: number }>(
    `insert into lab_item (${Object.keys(row).join(', ')}) values (${Object.keys(row)
      .map((_n, i) => `$${i + 1}`)
      .join(', ')}) returning id`,
    Object.values(row),
  )
  return found?.id ?? 0
}
const quote = (body: Wire) => lab.owner.post<Wire>('/admin/lab.Item/quote', body)

test('an answer holds figures and rows in the form of the wire, and nothing is written', async () => {
  const id = await item()
  const everything = () => lab.query('select * from lab_item order by id')
  const before = await everything()
  const { body } = await quote({ id, pieces: 2 })
  expect(body).toMatchObject({ code: 1, msg: '', data: { total: '10.00', parts: [{ name: `row ${made}`, sum: '10.00' }] } })
  expect(await everything()).toEqual(before)
})

test('who answers cannot write, whatever it tries', async () => {
  const id = await item()
  expect((await quote({ id, pieces: 99 })).status).toBe(500)
  expect((await lab.query('select 1 from lab_item where id = $1', [id])).length).toBe(1)
})

test('its fields, its row and its condition are validated like those of any action', async () => {
  const [id, shipped] = [await item(), await item({ status: 3 })]
  expect((await quote({ id, pieces: 0 })).body.data).toMatchObject({ errors: { pieces: expect.any(String) } })
  expect((await quote({ id, pieces: 1, strange: 1 })).body.data).toMatchObject({ errors: { strange: expect.any(String) } })
  expect((await quote({ id: shipped, pieces: 1 })).body).toMatchObject({ code: 0, data: { type: 'conflict' } })
  expect((await quote({ id: 999999, pieces: 1 })).body).toMatchObject({ code: 0, msg: 'Record not found' })
  const reader = await lab.admin('answer_reader', ['lab/item/index'])
  expect((await reader.post('/admin/lab.Item/quote', { id, pieces: 1 })).body.code).toBe(401)
})

test('unsaved values of a form are sent along and validated one by one, without requiring a complete form', async () => {
  const id = await item()
  const check = (body: Wire) => lab.owner.post<Wire>('/admin/lab.Item/check', body)
  expect((await check({ entered: { price: '7.50' } })).body.data).toEqual({ total: '7.50', parts: [] })
  expect((await check({ id, entered: { price: '1.50', name: '' } })).body.data).toEqual({
    total: '1.50',
    parts: [{ name: `row ${made}`, sum: '5.00' }],
  })
  const wrong = (await check({ entered: { price: '-1', level: '9' } })).body
  expect(wrong.data.errors).toEqual({ 'entered.price': expect.any(String), 'entered.level': expect.any(String) })
  const [row] = await lab.query('select price::int from lab_item where id = $1', [id])
  expect(row).toEqual({ price: 500 })
})

test('an answer that nobody wrote does not start', () => {
  const { 'lab/item.quote': _, ...rowActions } = labDomains.rowActions
  expect(() => pageHandlers(pageOf(lab.schema, 'lab/item'), lab.schema, { ...labDomains, rowActions })).toThrow(/quote/)
})
