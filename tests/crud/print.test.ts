import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesTogether } from '../../src/runtime/crud/actions/print.ts'
import { type Lab, startLab } from './lab.ts'

let lab: Lab
beforeAll(async () => {
  lab = await startLab()
})
afterAll(() => lab.close())

type Wire = Record<string, unknown>
let made = 0
async function item(more: Wire = {}): Promise<number> {
  const row = { name: `row ${++made}`, status: 2, price: 500, note: 'not for paper', create_time: 1, update_time: 1, ...more }
  const [found] = await lab.query<{ id: number }>(
    `insert into lab_item (${Object.keys(row).join(', ')}) values (${Object.keys(row)
      .map((_n, i) => `$${i + 1}`)
      .join(', ')}) returning id`,
    Object.values(row),
  )
  return found?.id ?? 0
}
const line = (id: number, title: string, amount: number) =>
  lab.query('insert into lab_line (item_id, title, amount, create_time, update_time) values ($1, $2, $3, 1, 1)', [
    id,
    title,
    amount,
  ])
const sheets = (ids: string) => lab.owner.get<{ list: Wire[] }>('/admin/lab.Item/label', { ids })

test('the sheets hold what they show of the chosen rows in their order, with the rows of the relation, and nothing else', async () => {
  const [a, b, c] = [await item({ name: 'alpha' }), await item({ name: 'beta' }), await item({ name: 'gamma' })]
  await line(a, 'nut', 100)
  await line(c, 'bolt', 250)
  await line(a, 'washer', 50)
  const { body } = await sheets(`${c},${a},${b}`)
  expect(body.data.list.map((row) => row.name)).toEqual(['gamma', 'alpha', 'beta'])
  expect(body.data.list.map((row) => (row.lines as Wire[]).map((each) => each.title))).toEqual([['bolt'], ['nut', 'washer'], []])
  expect(body.data.list[1]).toMatchObject({ id: a, price: '5.00' })
  for (const row of body.data.list) expect(Object.keys(row).sort()).toEqual(['category', 'id', 'lines', 'name', 'price'])
})

test('it asks for its node, for rows that are there, and for the state that the page wants', async () => {
  const [id, gone] = [await item(), await item({ status: 4 })]
  const reader = await lab.admin('print_reader', ['lab/item/index'])
  expect((await reader.get('/admin/lab.Item/label', { ids: id })).body.code).toBe(401)
  for (const ids of [`${id},999999`, '', 'x', `${id},${gone}`]) expect((await sheets(ids)).body.code, ids).toBe(0)
  expect((await sheets(Array.from({ length: 201 }, (_, i) => i + 1).join(','))).body.code).toBe(0)
})

test('lines that are alike in the other columns are one, with the sums of the rest', () => {
  const section = { name: 'x', as: 'table' as const, relation: 'lines', fields: ['sku', 'name', 'n'], sum: ['n'] }
  const rows = [
    {
      lines: [
        { sku: 'A', name: 'a', n: 2 },
        { sku: 'B', name: 'b', n: 1 },
      ],
    },
    { lines: [{ sku: 'A', name: 'a', n: 3 }] },
    { lines: [{ sku: 'A', name: 'other', n: 4 }] },
    {},
  ]
  expect(linesTogether(section, rows)).toEqual([
    { sku: 'A', name: 'a', n: 5 },
    { sku: 'B', name: 'b', n: 1 },
    { sku: 'A', name: 'other', n: 4 },
  ])
  expect(linesTogether({ ...section, sum: [] }, rows)).toHaveLength(4)
})
