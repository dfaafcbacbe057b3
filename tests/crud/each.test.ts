import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lab, startLab } from './lab.ts'

let lab: Lab
beforeAll(async () => {
  lab = await startLab()
})
afterAll(() => lab.close())

type Wire = Record<string, unknown>
let made = 0
async function item(more: Wire = {}): Promise<number> {
  const row = { name: `row ${++made}`, status: 2, note: '', create_time: 1, update_time: 1, ...more }
  const [found] = await lab.query<{ id: number }>(
    `insert into lab_item (${Object.keys(row).join(', ')}) values (${Object.keys(row)
      .map((_n, i) => `$${i + 1}`)
      .join(', ')}) returning id`,
    Object.values(row),
  )
  return found?.id ?? 0
}
const notes = async (ids: number[]) => {
  const rows = await lab.query<{ id: number; note: string }>('select id, note from lab_item where id = any($1)', [ids])
  return ids.map((id) => rows.find((row) => row.id === id)?.note)
}
const line = (id: unknown, mark: string) => ({ id, name: 'as shown', mark })
const stamp = (lines: Wire[], more: Wire = {}) =>
  lab.owner.post<Wire>('/admin/lab.Item/stamp', { origin: 'here', lines, ...more })
const some = (lines: Wire[], more: Wire = {}) =>
  lab.owner.post<Wire>('/admin/lab.Item/stampSome', { origin: 'here', lines, ...more })

test('the form has a line for each chosen row, in the order they were chosen', async () => {
  const [a, b] = [await item({ name: 'alpha' }), await item({ name: 'beta' })]
  const { body } = await lab.owner.get<{ values: Wire }>('/admin/lab.Item/stamp', { ids: `${b},${a}` })
  expect(body.data.values).toEqual({
    origin: '',
    lines: [
      { id: b, name: 'beta', mark: '' },
      { id: a, name: 'alpha', mark: '' },
    ],
  })
  expect((await lab.owner.get('/admin/lab.Item/stamp', { ids: `${a},999999` })).body.code).toBe(0)
})

test('each row gets its own line', async () => {
  const ids = [await item(), await item(), await item()]
  expect((await stamp(ids.map((id, i) => line(id, `m${i}`)))).body).toMatchObject({ code: 1, data: { done: 3 } })
  expect(await notes(ids)).toEqual(['m0', 'm1', 'm2'])
})

test('every line that fails gets an error at its place, and none is applied', async () => {
  const ids = [await item(), await item({ status: 3 }), await item(), await item({ code: 'BLOCKED' })]
  const { body } = await stamp([line(ids[3], 'x'), line(ids[2], 'bad'), line(ids[1], 'x'), line(ids[0], 'fine')])
  expect(body.code).toBe(0)
  expect(Object.keys(body.data.errors ?? {})).toEqual(['lines.0.mark', 'lines.1.mark', 'lines.2.mark'])
  expect(body.data.errors).toMatchObject({ 'lines.0.mark': 'refuse blocked' })
  expect(await notes(ids)).toEqual(['', '', '', ''])
})

test('errors of the form are returned before anything is tried, lines with their place', async () => {
  const id = await item()
  const wrong = await stamp([line(id, 'x'), line(await item(), '')], { origin: '' })
  expect(wrong.body.data.errors).toEqual({ origin: 'origin required', 'lines.1.mark': 'mark (2) required' })
  const shared = await stamp([line(id, 'x')], { origin: 'nowhere' })
  expect(Object.keys(shared.body.data.errors ?? {})).toEqual(['origin'])
  for (const lines of [[], [line(id, 'x'), line(id, 'y')], [line('none', 'x')], [line(999999, 'x')]])
    expect((await stamp(lines)).body.code, JSON.stringify(lines)).toBe(0)
  expect(await notes([id])).toEqual([''])
})

test('where the page says partly, the rest is done and the others are told', async () => {
  await item({ name: 'taken' })
  const ids = [await item(), await item(), await item()]
  const { body } = await some([line(ids[0], 'one'), line(ids[1], 'twice'), line(ids[2], 'three')])
  expect(body).toMatchObject({ code: 1, data: { done: 2, failed: 1, errors: { 'lines.1.mark': expect.any(String) } } })
  expect(await notes(ids)).toEqual(['one', '', 'three'])
  const none = await some([line(ids[1], 'bad')])
  expect(none.body).toMatchObject({ code: 0, data: { errors: { 'lines.0.mark': expect.any(String) } } })
  expect((await some([line(ids[1], 'now')])).body).toMatchObject({ code: 1, data: { done: 1 } })
})

test('many lines at once in both directions do not block each other', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => item()))
  const both = [ids, [...ids].reverse()].map((order, i) => stamp(order.map((id) => line(id, `r${i}`))))
  for (const { body } of await Promise.all(both)) expect(body).toMatchObject({ code: 1, data: { done: 12 } })
})
