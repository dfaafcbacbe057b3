import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lab, startLab } from './lab.ts'

let lab: Lab
beforeAll(async () => {
  lab = await startLab()
})
afterAll(() => lab.close())

type Form = { row: Record<string, unknown> }

let made = 0
async function row(more: Record<string, unknown> = {}): Promise<number> {
  const values = {
    name: 'one',
    code: String(++made),
    note: 'n',
    price: 1250,
    level: 2,
    secret_code: 's',
    status: 3,
    paid: 5,
    origin: 'o',
    weigh: 77,
  }
  const all = { ...values, create_time: 1, update_time: 1, ...more }
  const names = Object.keys(all)
  const [found] = await lab.query<{ id: number }>(
    `insert into lab_item (${names.join(', ')}) values (${names.map((_n, i) => `$${i + 1}`).join(', ')}) returning id`,
    Object.values(all),
  )
  return found?.id ?? 0
}

test('a copy begins with the row, without what makes it that row or what nobody may read', async () => {
  const id = await row({ name: 'first' })
  const [label] = await lab.query<{ id: number }>(
    "insert into lab_label (name, status, admin_id, create_time, update_time) values ('l', 1, 1, 1, 1) returning id",
  )
  await lab.query('insert into lab_item_label (item_id, label_id) values ($1, $2)', [id, label?.id])
  const { body } = await lab.owner.get<Form>('/admin/lab.Item/add', { copy: id })
  expect(body.data.row).toMatchObject({ note: 'n', price: '12.50', level: '2', origin: 'o', label_arr: [label?.id] })
  const fresh = (await lab.owner.get<Form>('/admin/lab.Item/add')).body.data.row
  for (const name of ['name', 'code', 'weigh', 'secret_code']) expect(body.data.row[name], name).toEqual(fresh[name])
  for (const name of ['id', 'status', 'paid', 'create_time', 'update_time', '_version', 'line_sum'])
    expect(body.data.row, name).not.toHaveProperty(name)
})

test('nothing is there before it is saved, and then it is a row of its own', async () => {
  const id = await row({ name: 'second' })
  const count = async () => (await lab.query('select 1 from lab_item')).length
  const before = await count()
  const { body } = await lab.owner.get<Form>('/admin/lab.Item/add', { copy: id })
  expect(await count()).toBe(before)
  const sent = { ...body.data.row, name: 'second again' }
  const saved = await lab.owner.post<{ id: number }>('/admin/lab.Item/add', sent)
  expect(saved.body).toMatchObject({ code: 1, msg: expect.any(String) })
  const [made] = await lab.query<{ status: number; paid: string; price: string; secret_code: string }>(
    "select status, paid, price, coalesce(secret_code, '') as secret_code from lab_item where name = 'second again'",
  )
  expect(made).toEqual({ status: 1, paid: '0', price: '1250', secret_code: '' })
})

test('copying asks for the right to add and the right to see the row, and for the row’s own condition', async () => {
  const id = await row({ name: 'third' })
  const [adder, reader, both] = [
    await lab.admin('adder', ['lab/item/add']),
    await lab.admin('reader', ['lab/item/index']),
    await lab.admin('both', ['lab/item/add', 'lab/item/index']),
  ]
  for (const client of [adder, reader])
    expect((await client.get('/admin/lab.Item/add', { copy: id })).body).toMatchObject({ code: 401 })
  expect((await adder.get('/admin/lab.Item/add')).body.code).toBe(1)
  expect((await both.get('/admin/lab.Item/add', { copy: id })).body.code).toBe(1)
  expect((await both.get('/admin/lab.Item/add', { copy: 999999 })).body).toMatchObject({ code: 0, msg: 'Record not found' })
  const gone = await row({ name: 'fourth', status: 4 })
  expect((await both.get('/admin/lab.Item/add', { copy: gone })).body).toMatchObject({ code: 0, data: { type: 'conflict' } })
})

test('where the page offers no copy, a form of adding tells nothing of other rows', async () => {
  const [category] = await lab.query<{ id: number }>(
    "insert into lab_category (pid, name, weigh, create_time, update_time) values (0, 'secret plans', 1, 1, 1) returning id",
  )
  const { body } = await lab.owner.get<Form>('/admin/lab.Category/add', { copy: category?.id })
  expect(JSON.stringify(body.data)).not.toContain('secret plans')
})
