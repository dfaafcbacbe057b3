import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageHandlers } from '../../server/crud/engine/handlers.ts'
import { moveRow } from '../../server/crud/write/sortable.ts'
import { domainsOf } from '../../server/main/compose.ts'
import { loadModules } from '../../server/main/modules.ts'
import type { Client } from '../harness/client.ts'
import { type Lab, startLab } from './lab.ts'

let lab: Lab
beforeAll(async () => {
  lab = await startLab()
})
afterAll(() => lab.close())

let made = 0
async function item(more: Record<string, unknown> = {}): Promise<number> {
  const row = { name: `row ${++made}`, status: 2, paid: 0, create_time: 1, update_time: 1, ...more }
  const names = Object.keys(row)
  const [found] = await lab.query<{ id: number }>(
    `insert into lab_item (${names.join(', ')}) values (${names.map((_n, i) => `$${i + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return found?.id ?? 0
}
const statusOf = async (id: number) =>
  (await lab.query<{ status: number }>('select status from lab_item where id = $1', [id]))[0]?.status
const ship = (id: number, more: object = {}, client: Client = lab.owner) =>
  client.post<Record<string, unknown>>('/admin/lab.Item/ship', { id, company: 'Fast', ...more })

test('an action does its work where its condition holds, and tells the state where it does not', async () => {
  const id = await item()
  const done = await ship(id)
  expect(done.body).toMatchObject({ code: 1, msg: 'Done', data: { shipped: id } })
  const again = await ship(id)
  expect(again.body).toMatchObject({ code: 0, data: { type: 'conflict' } })
  expect(again.body.msg).toContain('"options 3"')
  expect((await ship(999999)).body).toMatchObject({ code: 0, msg: 'Record not found' })
})

test('of a hundred identical concurrent actions, one takes effect and the others get an error', async () => {
  const id = await item()
  const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => ship(id, { company: `c${i}` })))
  expect(answers.filter((answer) => answer.body.code === 1)).toHaveLength(1)
  expect(answers.filter((answer) => answer.body.code === 0 && answer.body.data.type === 'conflict')).toHaveLength(99)
})

test('an action with the same idempotency key is done once and answered alike', async () => {
  const id = await item()
  const key = { idempotency_key: 'attempt-1' }
  const [one, two] = [await ship(id, key), await ship(id, key)]
  expect(two.text).toBe(one.text)
  expect(one.body.code).toBe(1)
  expect((await ship(id, { ...key, company: 'Other' })).body.code).toBe(0)
})

test('the form of an action is checked like any other, and names that are not in it are refused', async () => {
  const id = await item()
  const wrong = await ship(id, { company: '', label_id: 4711, status: 4, lines: [{ id: 1, quantity: 0 }, { id: 2 }] })
  expect(wrong.body.data.errors).toEqual({
    company: 'company required',
    label_id: 'label_id: this option does not exist or is not available to you.',
    status: 'The field "status" cannot be written here.',
    'lines.0.quantity': 'quantity (1) must be at least 1.',
    'lines.1.quantity': 'quantity (2) required',
  })
  expect(await statusOf(id)).toBe(2)
})

test('a rule of the server refuses in the page’s words', async () => {
  const id = await item({ code: 'BLOCKED' })
  expect((await ship(id)).body).toMatchObject({ code: 0, msg: 'refuse blocked' })
  expect(await statusOf(id)).toBe(2)
})

test('the form of an action starts with values prepared by the server, only for those who hold its node', async () => {
  const id = await item()
  await lab.query('insert into lab_line (item_id, title, amount) values ($1, $2, 5)', [id, 'one'])
  const packer = await lab.admin('packer2', ['lab/item/ship'])
  const { body } = await packer.get<{ row: object; values: object }>('/admin/lab.Item/ship', { id })
  expect(body.data.row).toMatchObject({ id, status: '2', _version: expect.any(String) })
  expect(body.data.values).toEqual({
    company: `for row ${made}`,
    label_id: null,
    lines: [{ id: expect.any(Number), title: 'one' }],
  })
  expect((await ship(id, {}, packer)).body.code).toBe(1)
  expect((await packer.post('/admin/lab.Item/close', { id })).body.code).toBe(401)
})

test('an effect that the page states as data happens in the guarded write', async () => {
  const [open, paid] = [await item(), await item({ paid: 1 })]
  expect((await lab.owner.post('/admin/lab.Item/close', { id: open })).body).toMatchObject({ code: 1, data: null })
  const [row] = await lab.query<{ status: number; at: string }>('select status, at from lab_item where id = $1', [open])
  expect(row?.status).toBe(4)
  expect(Math.abs(Number(row?.at) - Date.now() / 1000)).toBeLessThan(600)
  expect((await lab.owner.post('/admin/lab.Item/close', { id: paid })).body.code).toBe(0)
  expect(await statusOf(paid)).toBe(2)
})

test('an action on several rows is done on all of them or on none', async () => {
  const [a, b, c] = [await item(), await item({ status: 3 }), await item()]
  expect((await lab.owner.post('/admin/lab.Item/close', { ids: [a, b] })).body).toMatchObject({
    code: 0,
    data: { type: 'conflict' },
  })
  expect(await statusOf(a)).toBe(2)
  expect((await lab.owner.post('/admin/lab.Item/close', { ids: [a, c] })).body).toMatchObject({ code: 1, data: { done: 2 } })
  expect([await statusOf(a), await statusOf(c)]).toEqual([4, 4])
})

test('deleting takes all of the rows or none, and says when none is there', async () => {
  const [a, b] = [await item(), await item()]
  await lab.query('insert into lab_item_label (item_id, label_id) values ($1, 1)', [a])
  expect((await lab.owner.del('/admin/lab.Item/del', { ids: [a, 999999] })).body).toMatchObject({ code: 0 })
  expect(await statusOf(a)).toBe(2)
  expect((await lab.owner.del('/admin/lab.Item/del', { ids: [a, b] })).body).toMatchObject({
    code: 1,
    msg: 'Deleted successfully!',
    data: { done: 2 },
  })
  expect(await lab.query('select 1 from lab_item_label where item_id = $1', [a])).toEqual([])
  expect((await lab.owner.del('/admin/lab.Item/del')).body).toMatchObject({ code: 0, msg: 'No rows were deleted' })
  expect((await lab.owner.del('/admin/lab.Item/del', { ids: [a] })).body).toMatchObject({ code: 0, msg: 'No rows were deleted' })
  expect((await lab.owner.get('/admin/lab.Item/del', { ids: [a] })).status).toBe(404)
})

test('a row of a tree goes only together with what is below it', async () => {
  const add = async (name: string, pid: number) =>
    (await lab.owner.post<{ id: number }>('/admin/lab.Category/add', { name, pid })).body.data.id
  const top = await add('top', 0)
  const below = await add('below', top)
  expect((await lab.owner.del('/admin/lab.Category/del', { ids: [top] })).body).toMatchObject({
    code: 0,
    msg: expect.stringContaining('Delete its children first'),
  })
  expect((await lab.owner.del('/admin/lab.Category/del', { ids: [top, below] })).body.code).toBe(1)
})

test('a soft-deleted row is gone for everybody, and its name is free again', async () => {
  const add = () => lab.owner.post<{ id: number }>('/admin/lab.Label/add', { name: 'again' })
  const first = (await add()).body.data.id
  expect((await add()).body.code).toBe(0)
  expect((await lab.owner.del('/admin/lab.Label/del', { ids: [first] })).body.code).toBe(1)
  expect(await lab.query('select delete_time > 0 as gone from lab_label where id = $1', [first])).toEqual([{ gone: true }])
  expect((await lab.owner.get('/admin/lab.Label/edit', { id: first })).body.code).toBe(0)
  expect((await add()).body.code).toBe(1)
})

test('a condition on a built-in action binds the server too', async () => {
  const { id } = (await lab.owner.post<{ id: number }>('/admin/lab.Label/add', { name: 'kept', status: 0 })).body.data
  expect((await lab.owner.del('/admin/lab.Label/del', { ids: [id] })).body).toMatchObject({ code: 0, data: { type: 'conflict' } })
  expect((await lab.owner.post('/admin/lab.Label/edit', { id, status: 1 })).body.code).toBe(1)
  expect((await lab.owner.del('/admin/lab.Label/del', { ids: [id] })).body.code).toBe(1)
})

test('an administrator meets only rows in their scope, in every way there is', async () => {
  const nodes = [
    'lab/label/index',
    'lab/label/add',
    'lab/label/edit',
    'lab/label/del',
    'lab/item/index',
    'lab/item/add',
    'lab/item/edit',
  ]
  const [mine, theirs] = [await lab.admin('scope1', nodes), await lab.admin('scope2', nodes)]
  const { id } = (await mine.post<{ id: number }>('/admin/lab.Label/add', { name: 'mine' })).body.data
  const other = (await theirs.post<{ id: number }>('/admin/lab.Label/add', { name: 'theirs' })).body.data.id
  const list = await theirs.get<{ list: { id: number }[]; total: number }>('/admin/lab.Label/index', { quickSearch: 'mine' })
  expect(list.body.data).toMatchObject({ list: [], total: 0 })
  expect(
    (await theirs.get<{ list: object[] }>('/admin/lab.Label/index', { select: true, initKey: 'id', initValue: [id] })).body.data
      .list,
  ).toEqual([])
  for (const path of ['edit', 'info'])
    expect((await theirs.get(`/admin/lab.Label/${path}`, { id })).body).toMatchObject({ code: 0, msg: 'Record not found' })
  expect((await theirs.post('/admin/lab.Label/edit', { id, name: 'taken over' })).body).toMatchObject({
    code: 0,
    msg: 'Record not found',
  })
  expect((await theirs.del('/admin/lab.Label/del', { ids: [other, id] })).body.code).toBe(0)
  expect(
    (await theirs.get<{ list: object[] }>('/admin/lab.Item/options', { field: 'label_arr', initValue: [id] })).body.data.list,
  ).toEqual([])
  const linked = await theirs.post<{ errors: object }>('/admin/lab.Item/add', { name: 'foreign link', label_arr: [id] })
  expect(linked.body.data.errors).toEqual({ label_arr: 'label_arr: this option does not exist or is not available to you.' })
  expect(await lab.query('select name, delete_time from lab_label where id = any($1) order by id', [[id, other]])).toEqual([
    { name: 'mine', delete_time: null },
    { name: 'theirs', delete_time: null },
  ])
})

test('of rows with an owner one meets one’s own, those of groups below, or all, as one’s widest group says', async () => {
  const nodes = ['lab/label/index', 'lab/label/add']
  const boss = await lab.admin('boss1', nodes)
  const worker = await lab.admin('worker1', nodes)
  const other = await lab.admin('other1', nodes)
  const idOf = async (name: string) =>
    (await lab.query<{ id: number }>('select id from admin_group where name = $1', [name]))[0]?.id ?? 0
  await lab.query('update admin_group set pid = $1 where name = $2', [await idOf('g-boss1'), 'g-worker1'])
  for (const [client, name] of [
    [boss, 'own of boss'],
    [worker, 'own of worker'],
    [other, 'own of other'],
  ] as const) {
    expect((await client.post('/admin/lab.Label/add', { name })).body.code).toBe(1)
  }
  const seen = async (client: Client) =>
    (await client.get<{ list: { name: string }[] }>('/admin/lab.Label/index', { quickSearch: 'own of' })).body.data.list
      .map((row) => row.name)
      .sort()
  const scope = (value: string) => lab.query('update admin_group set data_scope = $1 where name = $2', [value, 'g-boss1'])
  await scope('own')
  expect(await seen(boss)).toEqual(['own of boss'])
  await scope('children')
  expect(await seen(boss)).toEqual(['own of boss', 'own of worker'])
  await scope('all')
  expect(await seen(boss)).toEqual(['own of boss', 'own of other', 'own of worker'])
  expect(await seen(worker)).toEqual(['own of worker'])
})

test('a screen may say itself which rows somebody meets, in lists, trees, options and writes', async () => {
  const nodes = ['lab/category/index', 'lab/category/edit', 'lab/item/edit', 'lab/item/add', 'lab/category/sortable']
  const limited = await lab.admin('limited1', nodes)
  const { id } = (await lab.owner.post<{ id: number }>('/admin/lab.Category/add', { name: 'hidden' })).body.data
  const open = (await lab.owner.post<{ id: number }>('/admin/lab.Category/add', { name: 'open' })).body.data.id
  expect((await limited.get('/admin/lab.Category/index')).text).not.toContain('hidden')
  expect((await limited.get('/admin/lab.Item/options', { field: 'category_id' })).text).not.toContain('hidden')
  expect((await limited.post('/admin/lab.Category/edit', { id, name: 'x' })).body.code).toBe(0)
  expect((await limited.post('/admin/lab.Category/edit', { id: open, pid: id })).body.code).toBe(0)
  expect((await limited.post('/admin/lab.Category/sortable', { move: open, target: id, direction: 'up' })).body.code).toBe(0)
  expect((await limited.post('/admin/lab.Item/add', { name: 'in hidden', category_id: id })).body.code).toBe(0)
})

test('what a screen does not offer nobody can call, whatever their rights', async () => {
  const page = lab.schema.pages.get('shop/order/order')
  if (!page) throw new Error('there is no page of orders')
  const calls = pageHandlers(page, lab.schema, domainsOf(await loadModules())).map(
    (handler) => `${handler.method} ${handler.action}`,
  )
  expect(calls).toContain('POST delivery')
  expect(calls.filter((call) => / (add|edit|del|sortable)$/.test(call))).toEqual([])
  expect((await lab.owner.post('/admin/lab.Item/sortable', { move: 1, target: 2, direction: 'up' })).status).toBe(404)
})

test('names that every object has are no fields and no actions', async () => {
  for (const name of ['toString', 'valueOf', 'hasOwnProperty', '__proto__', 'constructor']) {
    expect((await lab.owner.get('/admin/lab.Item/options', { field: name })).body.code).toBe(0)
    expect((await lab.owner.get('/admin/lab.Item/options', { field: 'label_id', action: name })).body.code).toBe(0)
    expect(
      (
        await lab.owner.get('/admin/lab.Item/index', {
          search: [{ field: name, operator: 'eq', val: '1' }],
          order: `${name},asc`,
        })
      ).body.code,
    ).toBe(0)
  }
  const answer = await lab.owner.post<{ errors: object }>('/admin/lab.Item/add', { name: 'odd', toString: 'x', valueOf: 1 })
  expect(Object.keys(answer.body.data.errors)).toEqual(['toString', 'valueOf'])
})

test('rows are dragged among those with the same parent, up and down, in either order of the list', async () => {
  await lab.query('delete from lab_category')
  const add = async (name: string, pid = 0) =>
    (await lab.owner.post<{ id: number }>('/admin/lab.Category/add', { name, pid })).body.data.id
  const [a, b, c, d] = [await add('a'), await add('b'), await add('c'), await add('d')]
  const child = await add('child', a)
  const order = async () =>
    (await lab.query<{ name: string }>('select name from lab_category where pid = 0 order by weigh desc, id'))
      .map((row) => row.name)
      .join('')
  const drag = async (move: number, target: number, direction: string, sort?: string) =>
    (await lab.owner.post('/admin/lab.Category/sortable', { move, target, direction, ...(sort ? { order: sort } : {}) })).body
  expect(await order()).toBe('dcba')
  expect(await drag(d, b, 'down')).toMatchObject({ code: 1, msg: '', data: null })
  expect(await order()).toBe('cbda')
  await drag(a, c, 'up', 'weigh,desc')
  expect(await order()).toBe('acbd')
  await drag(d, c, 'down', 'weigh,asc') // shown as dbca: below c means above it here
  expect(await order()).toBe('adcb')
  await lab.query('update lab_category set weigh = 0')
  expect(await order()).toBe('abcd')
  await drag(d, a, 'up')
  expect(await order()).toBe('dabc')
  expect(await drag(a, a, 'up')).toMatchObject({ code: 0, msg: 'Record not found' })
  expect(await drag(child, b, 'up')).toMatchObject({ code: 0, msg: 'Rows can be dragged only within the same parent.' })
  expect(await drag(a, b, 'up', 'name,asc')).toMatchObject({ code: 0 })
  expect(await drag(a, b, 'sideways')).toMatchObject({ code: 0 })
})

test('drags at the same moment leave every row with a weight of its own', async () => {
  await lab.query('delete from lab_category')
  await lab.query(`insert into lab_category (id, pid, name, weigh) select n, 0, 'n' || n, 100 - n from generate_series(1, 12) n`)
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      lab.owner.post('/admin/lab.Category/sortable', {
        move: (i % 12) + 1,
        target: ((i * 5) % 12) + 1,
        direction: i % 2 ? 'up' : 'down',
      }),
    ),
  )
  const rows = await lab.query<{ weigh: number }>('select weigh from lab_category')
  expect(new Set(rows.map((row) => row.weigh)).size).toBe(12)
})

test('only the rows between the two places change their weight', () => {
  const rows = [90, 70, 50, 30, 10].map((weigh, i) => ({ key: i + 1, weigh }))
  expect(moveRow(rows, 4, 2, false)).toEqual([
    { key: 4, weigh: 70 },
    { key: 2, weigh: 50 },
    { key: 3, weigh: 30 },
  ])
})
