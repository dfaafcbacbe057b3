import { afterAll, beforeAll, expect, test } from 'vitest'
import { operators } from '../../src/schemas/operators.ts'
import type { Params } from '../harness/client.ts'
import { type Lab, startLab } from './lab.ts'

let lab: Lab
/** Four rows that differ in every column; the fourth has nothing in any column that may be empty. */
beforeAll(async () => {
  lab = await startLab()
  await lab.query(
    `insert into lab_category (id, pid, name, weigh) values (1, 0, 'Tea', 10), (2, 1, 'Green', 5), (3, 1, 'Black', 9), (4, 0, 'Cups', 20), (5, 2, 'Sencha', 1)`,
  )
  await lab.query(
    `insert into lab_label (id, name, status, admin_id) values (1, 'new', 1, 1), (2, 'sale', 1, 1), (3, 'old', 0, 1)`,
  )
  await lab.query(`insert into lab_item (id, name, code, price, rate, count, big, level, mode, tags, open, day, at, clock, category_id, note, weigh, status, secret_code) values
    (1, 'Apple 100%', 'A_1', 100, 0.5, 1, 10, 1, 'a', '{a}', 1, '2026-01-01', 1767225600, '08:00', 2, 'x', 1, 1, 'CANARY'),
    (2, 'banana', 'B\\1', 250, 1.25, 2, 9007199254740993, 2, 'b', '{a,b}', 0, '2026-01-02', 1767312000, '09:00', 3, '', 2, 2, 'CANARY'),
    (3, 'Cherry', 'C,1', 999, 2.5, 3, null, 3, 'a', '{c}', 1, '2026-01-03', 1767398399, '10:00', 4, 'y', 3, 3, ''),
    (4, 'date', '', 0, null, 0, null, 1, null, '{}', 0, null, null, null, null, '', 4, 1, '')`)
  await lab.query(`insert into lab_line (item_id, title, amount) values (1, 'red', 5), (1, 'green', 7), (2, 'red', 1)`)
  await lab.query(`insert into lab_item_label (item_id, label_id) values (1, 1), (1, 2), (2, 1)`)
})
afterAll(() => lab.close())

type List = { list: Record<string, unknown>[]; total: number; total_is: string }
const list = (params: Params, client = lab.owner) => client.get<List>('/admin/lab.Item/index', params)
/** What every operator finds: a client that is not strict may use those too that the page does not offer for a field. */
async function ids(field: string, operator: string, val: unknown, more: object = {}): Promise<number[]> {
  const lax = lab.owner.with({ token: lab.owner.token ?? '', headers: { 'x-kontor-strict': '0' } })
  const { body } = await list({ search: [{ field, operator, val, ...more }], order: 'id,asc' }, lax)
  if (body.code !== 1) throw new Error(body.msg)
  return body.data.list.map((row) => Number(row.id))
}

/** field, operator, value → ids; every operator, on every kind of column that can carry it. */
const cases: [string, string, unknown, number[], object?][] = [
  ['name', 'eq', 'BANANA', [2]],
  ['name', '=', 'banan', []],
  ['name', 'ne', 'Banana', [1, 3, 4]],
  ['name', '<>', 'x', [1, 2, 3, 4]],
  ['name', 'LIKE', 'A', [1, 2, 4]],
  ['name', 'LIKE', '%', [1]],
  ['name', 'like', '_', []],
  ['code', 'LIKE', '\\', [2]],
  ['code', 'LIKE', '_', [1]],
  ['name', 'NOT LIKE', 'an', [1, 3, 4]],
  ['name', 'IN', 'CHERRY,date', [3, 4]],
  ['name', 'NOT IN', ['cherry', 'date'], [1, 2]],
  ['name', 'RANGE', 'b,d', [2, 3]],
  ['code', 'FIND_IN_SET', 'c', [3]],
  ['code', 'NULL', 'true', [4]],
  ['code', 'NOT NULL', '1', [1, 2, 3]],
  ['price', 'eq', '2.5', [2]],
  ['price', 'egt', '9.99', [3]],
  ['price', 'gt', '9.98', [3]],
  ['price', 'elt', '1', [1, 4]],
  ['price', '<', '2.50', [1, 4]],
  ['price', 'lt', '1', [4]],
  ['price', 'RANGE', '1,9.98', [1, 2]],
  ['price', 'RANGE', ',2.5', [1, 2, 4]],
  ['price', 'RANGE', '2.51,', [3]],
  ['price', 'NOT RANGE', '1,9.98', [3, 4]],
  ['price', 'NOT RANGE', '1,', [4]],
  ['price', 'NOT RANGE', ',1', [2, 3]],
  ['price', 'RANGE', ',', [1, 2, 3, 4]],
  ['rate', 'egt', '1.25', [2, 3]],
  ['rate', 'NULL', '', [4]],
  ['rate', 'NOT NULL', '', [1, 2, 3]],
  ['rate', 'ne', '0.5', [2, 3]],
  ['count', 'FIND_IN_SET', '3', [3]],
  ['count', 'LIKE', '2', [2]],
  ['count', '>=', '2147483648', []],
  ['count', '<', '99999999999999', [1, 2, 3, 4]],
  ['big', 'eq', '9007199254740993', [2]],
  ['big', 'IN', '9007199254740992,10', [1]],
  ['level', 'eq', '3', [3]],
  ['level', 'IN', [1, 2], [1, 2, 4]],
  ['level', 'LIKE', '3', [3]],
  ['mode', 'NULL', '1', [4]],
  ['open', 'eq', '0', [2, 4]],
  ['tags', 'FIND_IN_SET', 'a', [1, 2]],
  ['tags', 'FIND_IN_SET', ['a', 'b'], [2]],
  ['tags', 'eq', 'a', [1, 2]],
  ['tags', 'ne', 'a', [3, 4]],
  ['tags', 'IN', 'b,c', [2, 3]],
  ['tags', 'NOT IN', 'b,c', [1, 4]],
  ['tags', 'LIKE', 'b', [2]],
  ['tags', 'NULL', '', [4]],
  ['tags', 'NOT NULL', '', [1, 2, 3]],
  ['day', 'RANGE', '2026-01-02,2026-01-03', [2, 3]],
  ['day', 'eq', '2026-01-01', [1]],
  ['clock', 'gt', '08:30', [2, 3]],
  ['at', 'RANGE', '2026-01-01 08:00:00,2026-01-02 08:00:00', [1, 2], { render: 'datetime' }],
  ['at', 'RANGE', '2026-01-02 08:00:00,', [2, 3], { render: 'datetime' }],
  ['at', 'RANGE', ',2026-01-01 08:00:00', [1], { render: 'datetime' }],
  ['at', 'RANGE', '2026-01-02,2026-01-02', [2], { render: 'datetime' }],
  ['at', 'NOT RANGE', '2026-01-02,2026-01-02', [1, 3], { render: 'datetime' }],
  ['at', 'eq', '2026-01-01 08:00:00', [1], { render: 'datetime' }],
  ['at', 'egt', '1767312000', [2, 3]],
  ['category_id', 'eq', '2', [1]],
  ['category.name', 'LIKE', 'ee', [1]],
  ['category.name', 'ne', 'green', [2, 3]],
  ['lines.title', 'eq', 'RED', [1, 2]],
  ['lines.title', 'LIKE', 'gree', [1]],
  ['lines.title', 'ne', 'red', [3, 4]],
  ['lines.title', 'NULL', '', [3, 4]],
  ['label_arr', 'FIND_IN_SET', '1', [1, 2]],
  ['label_arr', 'FIND_IN_SET', ['1', '2'], [1]],
  ['label_arr', 'IN', '2,3', [1]],
  ['label_arr', 'NOT IN', '2', [2, 3, 4]],
  ['label_arr', 'NULL', '', [3, 4]],
  ['id', 'IN', '1,3', [1, 3]],
  ['id', 'eq', '99999999999', []],
  ['name', 'LIKE', "'; drop table lab_item; --", []],
]

test.each(cases)('a search for %s %s %j finds rows %j', async (field, operator, val, expected, more) => {
  expect(await ids(field, operator, val, more)).toEqual(expected)
})

test('every operator of the protocol is covered by a search', () => {
  const used = new Set(cases.map(([, operator]) => operator))
  expect(operators.filter((operator) => !used.has(operator))).toEqual([])
})

test('searches are joined by "and"; empty ones ask for nothing', async () => {
  const { body } = await list({
    search: [
      { field: 'level', operator: 'eq', val: '1' },
      { field: 'open', operator: 'eq', val: '0' },
      { field: 'name', operator: 'LIKE', val: '' },
      { field: 'name', operator: 'eq' },
    ],
  })
  expect(body.data.list.map((row) => row.id)).toEqual([4])
})

test('quick search looks into every field named for it, also into lines, without regard to case', async () => {
  const found = async (quickSearch: string) => (await list({ quickSearch, order: 'id,asc' })).body.data.list.map((row) => row.id)
  expect(await found('APPLE')).toEqual([1])
  expect(await found('b\\1')).toEqual([2])
  expect(await found('gReEn')).toEqual([1])
  expect(await found('%')).toEqual([1])
  expect(await found('nothing')).toEqual([])
})

test('a row carries its relation, its linked rows and what is counted, each in the form of the wire', async () => {
  const { body } = await list({ search: [{ field: 'id', operator: 'eq', val: 1 }] })
  expect(body.data).toMatchObject({ total: 1, total_is: 'exact' })
  expect(body.data.list[0]).toMatchObject({
    id: 1,
    price: '1.00',
    level: '1',
    mode: 'a',
    tags: ['a'],
    open: 1,
    at: 1767225600,
    label_arr: [1, 2],
    line_count: 2,
    line_sum: '0.12',
    shout: 'APPLE 100%',
    category: { name: 'Green' },
  })
  const { body: other } = await list({ search: [{ field: 'id', operator: 'eq', val: 4 }] })
  expect(other.data.list[0]).toMatchObject({ category: null, line_count: 0, line_sum: '0.00', label_arr: [] })
})

test('pages have the size asked for within limits, and never share a row', async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => list({ page, limit: 2, order: 'level,asc' })))
  expect(pages.map((page) => page.body.code)).toEqual([0, 0, 0])
  const sorted = await Promise.all([1, 2, 3].map((page) => list({ page, limit: 2, order: 'price,desc' })))
  expect(sorted.map((page) => page.body.data.list.map((row) => row.id))).toEqual([[3, 2], [1, 4], []])
  expect(sorted.map((page) => page.body.data.total)).toEqual([4, 4, 4])
  for (const limit of ['0', '-1', 'abc', '', '1e9', '999999']) expect((await list({ limit })).body.data.list).toHaveLength(4)
  for (const page of ['0', '-5', 'abc', '99999999999999999999']) expect((await list({ page })).body.code).toBe(1)
})

test('rows stand by weight unless another order is asked for', async () => {
  expect((await list({})).body.data.list.map((row) => row.id)).toEqual([4, 3, 2, 1])
  expect((await list({ order: 'name,asc' })).body.data.list.map((row) => row.id)).toEqual([1, 2, 3, 4])
  expect((await list({ order: 'at,asc' })).body.data.list.map((row) => row.id)).toEqual([4, 1, 2, 3])
  expect((await list({ order: 'at,desc' })).body.data.list.map((row) => row.id)).toEqual([3, 2, 1, 4])
})

test('what cannot be searched or sorted by is refused by its name: unknown, secret and computed fields in the same words', async () => {
  const message = (name: string) => `There is no field "${name}" to search or sort by.`
  for (const name of [
    'nothing',
    'secret_code',
    'hidden_hash',
    'line_count',
    'shout',
    'category.pid',
    'lines.amount',
    'nothing.x',
    'lines',
    '__proto__',
    'lab_item.name',
  ]) {
    for (const operator of ['eq', 'LIKE', 'NULL']) {
      const { body } = await list({ search: [{ field: name, operator, val: '1' }] })
      expect(body, name).toMatchObject({ code: 0, msg: message(name), data: null })
    }
    expect((await list({ order: `${name},asc` })).body).toMatchObject({ code: 0, msg: message(name) })
    if (!name.startsWith('lab_item.'))
      expect((await list({ initKey: name, initValue: ['1'] })).body).toMatchObject({ code: 0, msg: message(name) })
  }
  expect((await list({ order: 'code,asc' })).body).toMatchObject({ code: 0, msg: message('code') })
  expect((await list({ search: [{ field: 'name', operator: 'WAT', val: '1' }] })).body.msg).toBe(
    'This field cannot be compared with "WAT".',
  )
  expect((await list({ search: [{ field: 'count', operator: 'eq', val: 'abc' }] })).body).toMatchObject({
    code: 0,
    msg: '"abc" is not a valid value for "count".',
  })
})

test('a list or an object where a text belongs is refused', async () => {
  for (const params of [
    { order: ['id,asc'] },
    { quickSearch: ['a'] },
    { limit: { a: 1 } },
    { search: 'x' },
    { search: [{ field: ['name'], operator: 'eq', val: 'x' }] },
    { search: [{ field: 'name', operator: 'eq', val: { a: 1 } }] },
  ]) {
    expect((await list(params as Params)).body, JSON.stringify(params)).toMatchObject({ code: 0, data: null })
  }
})

test('a secret does not show in totals, order or quick search', async () => {
  const before = await list({ quickSearch: 'CANARY' })
  expect(before.body.data).toMatchObject({ list: [], total: 0 })
  const { text } = await list({})
  expect(text).not.toContain('CANARY')
  expect(text).not.toContain('secret_code')
})

test('above ten thousand rows the total is an estimate, and says so', async () => {
  await lab.query(`insert into lab_line (item_id, title) select 3, 't' from generate_series(1, 5)`)
  await lab.query(
    `insert into lab_label (id, name, admin_id, status) select n, 'l' || n, 1, 1 from generate_series(100, 10200) n`,
  )
  await lab.query('analyze lab_label')
  const { body } = await lab.owner.get<List>('/admin/lab.Label/index', { limit: 5 })
  expect(body.data.total_is).toBe('estimate')
  expect(body.data.total).toBeGreaterThan(10_000)
  const few = await lab.owner.get<List>('/admin/lab.Label/index', { search: [{ field: 'name', operator: 'eq', val: 'l150' }] })
  expect(few.body.data).toMatchObject({ total: 1, total_is: 'exact' })
  await lab.query(`delete from lab_label where id > 3`)
})

type Tree = { list: { id: number; name: string; children?: Tree['list'] }[] }
const names = (nodes: Tree['list']): unknown[] =>
  nodes.map((node) => (node.children ? [node.name, names(node.children)] : node.name))

test('a tree comes whole, in the order of weights, and a quick search keeps what is above', async () => {
  const all = await lab.owner.get<Tree>('/admin/lab.Category/index')
  expect(names(all.body.data.list)).toEqual(['Cups', ['Tea', ['Black', ['Green', ['Sencha']]]]])
  expect(all.body.data).not.toHaveProperty('total')
  const found = await lab.owner.get<Tree>('/admin/lab.Category/index', { quickSearch: 'senc' })
  expect(names(found.body.data.list)).toEqual([['Tea', [['Green', ['Sencha']]]]])
  const flat = await lab.owner.get<Tree>('/admin/lab.Category/index', { isTree: 'false' })
  expect(names(flat.body.data.list)).toEqual(['Cups', 'Tea', 'Black', 'Green', 'Sencha'])
})

test('BuildAdmin’s remote select gets a tree as a flat list with glyphs, and chosen rows alone', async () => {
  const { body } = await lab.owner.get<{ options: { name: string }[] }>('/admin/lab.Category/index', {
    select: true,
    isTree: true,
    initKey: 'id',
  })
  expect(body.data.options.map((row) => row.name)).toEqual(['Cups', 'Tea', '    ├Black', '    └Green', '        └Sencha'])
  const chosen = await lab.owner.get<{ options: { name: string }[] }>('/admin/lab.Category/index', {
    select: true,
    isTree: true,
    initKey: 'id',
    initValue: ['2'],
  })
  expect(chosen.body.data.options.map((row) => row.name)).toEqual(['Green'])
  const one = await list({ select: true, initKey: 'lab_item.id', initValue: ['2'] })
  expect(one.body.data.list.map((row) => row.id)).toEqual([2])
})

test('options of a remote select carry value and label only, within what the page allows', async () => {
  type Options = { list: object[]; total: number }
  const ask = (params: Params) => lab.owner.get<Options>('/admin/lab.Item/options', params)
  expect((await ask({ field: 'label_arr' })).body.data).toEqual({
    list: [
      { value: 2, label: 'sale' },
      { value: 1, label: 'new' },
    ],
    total: 2,
  })
  expect((await ask({ field: 'label_arr', quickSearch: 'SAL' })).body.data.list).toEqual([{ value: 2, label: 'sale' }])
  expect((await ask({ field: 'label_arr', initValue: ['3', '1'] })).body.data.list).toEqual([
    { value: 3, label: 'old', disabled: true },
    { value: 1, label: 'new' },
  ])
  expect((await ask({ field: 'category_id' })).body.data.list).toContainEqual({ value: 5, label: 'Sencha', pid: 2 })
  expect((await ask({ field: 'category_id', quickSearch: 'senc' })).body.data.list).toHaveLength(3)
  expect((await ask({ field: 'label_id', action: 'ship' })).body.data.total).toBe(3)
  for (const params of [
    { field: 'name' },
    { field: 'secret_code' },
    { field: 'label_id' },
    { field: 'label_arr', action: 'nothing' },
    {},
  ]) {
    expect((await ask(params)).body.code, JSON.stringify(params)).toBe(0)
  }
})

test('a person with only the node of an action gets the options of its form and nothing else', async () => {
  const packer = await lab.admin('packer1', ['lab/item/ship'])
  expect((await packer.get('/admin/lab.Item/options', { field: 'label_id', action: 'ship' })).body.code).toBe(1)
  expect((await packer.get('/admin/lab.Item/options', { field: 'label_arr' })).body.code).toBe(401)
  expect((await packer.get('/admin/lab.Item/index')).body.code).toBe(401)
  const other = await lab.admin('adder1', ['lab/category/index'])
  expect((await other.get('/admin/lab.Item/options', { field: 'label_id', action: 'ship' })).body.code).toBe(401)
})

test('a computed column gets the fields that it declares and no others, though the list shows none of them', async () => {
  const [id, extra] = [4, '[{"key":"k","value":"v"}]']
  await lab.query("update lab_item set note = 'a note', extra = $2::jsonb where id = $1", [id, extra])
  const gist = 'note,extra | a note | [{"key":"k","value":"v"}]'
  const { row } = (await lab.owner.get<{ row: Record<string, unknown> }>('/admin/lab.Item/info', { id })).body.data
  expect(row.gist).toBe(gist)
  const found = await lab.owner.get<{ list: Record<string, unknown>[] }>('/admin/lab.Item/index', { quickSearch: 'date' })
  const [listed] = found.body.data.list
  expect(listed).toMatchObject({ id, gist })
  // What was read for it only does not travel.
  expect(Object.keys(listed ?? {})).not.toContain('note')
})
