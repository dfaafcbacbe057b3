import { afterAll, beforeAll, expect, test } from 'vitest'
import { unlessBusy } from '../../harness/client.ts'
import { isLong } from '../../harness/sampling.ts'
import { type Lab, startLab } from '../lab.ts'

let lab: Lab
beforeAll(async () => {
  lab = await startLab()
})
afterAll(() => lab.close())

const byOwner = { who: 'Admin', time: expect.any(Number), own: true }
const item = (more: object) => ({ name: `n${Math.random()}`, ...more })
async function add(values: object): Promise<number> {
  const { body } = await lab.owner.post<{ id: number }>('/admin/lab.Item/add', item(values))
  if (body.code !== 1) throw new Error(JSON.stringify(body))
  return body.data.id
}

test('a record is added, read and edited, and what comes back is what was sent', async () => {
  const sent = {
    name: 'Green tea',
    code: 'G1',
    note: 'two\nlines',
    price: '12.50',
    rate: 1.125,
    count: 3,
    big: 9007199254740991,
    level: '2',
    mode: 'b',
    tags: ['c', 'a'],
    open: 0,
    day: '2026-02-28',
    at: 1770000000,
    seen: '2026-03-01 08:00:00',
    clock: '08:30:00',
    extra: [{ key: 'k', value: 'v' }],
  }
  const added = await lab.owner.post<{ id: number }>('/admin/lab.Item/add', sent)
  expect(added.body).toMatchObject({ code: 1, msg: 'Added successfully!' })
  const id = added.body.data.id
  const read = await lab.owner.get<{ row: Record<string, unknown> }>('/admin/lab.Item/edit', { id })
  expect(read.body.data.row).toMatchObject({
    ...sent,
    id,
    status: '1',
    paid: '0.00',
    weigh: id,
    label_arr: [],
    line_count: 0,
    line_sum: '0.00',
    shout: 'GREEN TEA',
    secret_code: '',
  })
  expect(Object.keys(read.body.data.row)).not.toContain('hidden_hash')
  const { _version } = read.body.data.row
  const edited = await lab.owner.post('/admin/lab.Item/edit', { id, ...sent, price: '13', _version })
  expect(edited.body).toMatchObject({ code: 1, msg: 'Updated successfully!' })
  const again = await lab.owner.get<{ row: Record<string, unknown> }>('/admin/lab.Item/edit', { id })
  expect(again.body.data.row).toMatchObject({ price: '13.00', big: 9007199254740991 })
  const stale = await lab.owner.post('/admin/lab.Item/edit', { id, price: '14', _version })
  expect(stale.body).toMatchObject({ code: 0, data: { type: 'conflict' } })
})

test('all errors are returned at once, per field, in the person’s language, and nothing is written', async () => {
  const wrong = {
    name: '',
    price: '1.234',
    count: 101,
    level: 9,
    tags: ['z'],
    day: '2026-02-30',
    at: 'soon',
    category_id: 4711,
    label_arr: [4711],
    mode: 'b',
    rate: 7,
  }
  const en = await lab.owner.post<{ errors: Record<string, string> }>('/admin/lab.Item/add', wrong)
  expect(en.body.code).toBe(0)
  expect(en.body.data.errors).toMatchObject({
    name: 'name required',
    price: 'price must be an amount with at most two decimals.',
    count: 'count must be at most 100.',
    level: 'level: this is not one of the options.',
    tags: 'tags: this is not one of the options.',
    day: 'day must be a date like 2026-01-31.',
    at: 'at must be a date and time like 2026-01-31 08:30:00.',
    category_id: 'category_id: this option does not exist or is not available to you.',
    label_arr: 'label_arr: this option does not exist or is not available to you.',
  })
  const zh = await lab.owner.with({ lang: 'zh-cn' }).post<{ errors: Record<string, string> }>('/admin/lab.Item/add', wrong)
  expect(zh.body.data.errors.name).toBe('请填写 name')
  expect(zh.body.msg).toMatch(/name/)
  const rule = await lab.owner.post<{ errors: Record<string, string> }>(
    '/admin/lab.Item/add',
    item({ rate: 7, count: 5, level: 3 }),
  )
  expect(rule.body.data.errors).toEqual({ note: 'note required', rate: 'check 0' })
  expect(await lab.query('select 1 from lab_item where rate = 7')).toEqual([])
})

test('a taken name shows an error next to its field, ignoring case, also when two people add it at once', async () => {
  await add({ name: 'Only one' })
  const second = await lab.owner.post<{ errors: Record<string, string> }>('/admin/lab.Item/add', { name: 'ONLY ONE' })
  expect(second.body.data.errors).toEqual({ name: 'name is already in use.' })
  const both = await Promise.all(
    Array.from({ length: 8 }, () => lab.owner.post<{ errors?: object }>('/admin/lab.Item/add', { name: 'Raced' })),
  )
  expect(both.filter((answer) => answer.body.code === 1)).toHaveLength(1)
  expect(both.filter((answer) => answer.body.data?.errors)).toHaveLength(7)
})

test('a switch in the list changes one field and nothing else', async () => {
  const id = await add({ note: 'keep', price: '5.00', label_arr: [] })
  const answer = await lab.owner.post('/admin/lab.Item/edit', { id, open: '0' })
  expect(answer.body.code).toBe(1)
  expect(await lab.query('select open, note, price from lab_item where id = $1', [id])).toEqual([
    { open: 0, note: 'keep', price: '500' },
  ])
})

test('only fields that one may write are written: the others are refused by name, or left out for other clients', async () => {
  const id = await add({ origin: 'once' })
  const before = (await lab.query('select * from lab_item where id = $1', [id]))[0]
  const foreign = {
    status: 3,
    paid: '9.00',
    hidden_hash: 'x',
    create_time: 1,
    update_time: 1,
    admin_id: 1,
    super: 1,
    line_count: 5,
    shout: 'x',
    origin: 'twice',
    category: { name: 'x' },
    'lines.title': 'x',
    constructor: { prototype: { a: 1 } },
    delete_time: 5,
  }
  const strict = await lab.owner.post<{ errors: Record<string, string> }>('/admin/lab.Item/edit', { id, ...foreign })
  expect(strict.body.code).toBe(0)
  const expected = Object.keys(foreign)
    .filter((name) => name !== 'constructor')
    .sort()
  expect(Object.keys(strict.body.data.errors).sort()).toEqual(expected)
  expect(strict.body.data.errors.status).toBe('The field "status" cannot be written here.')
  const loose = lab.owner.with({ headers: { 'x-kontor-strict': '' } })
  expect((await loose.post('/admin/lab.Item/edit', { id, ...foreign, note: 'written' })).body.code).toBe(1)
  const after = (await lab.query('select * from lab_item where id = $1', [id]))[0]
  expect({ ...after, update_time: 0 }).toEqual({ ...before, note: 'written', update_time: 0 })
  expect((await loose.post('/admin/lab.Item/add', { name: 'loose', ...foreign, id: 4242 })).body.code).toBe(1)
  expect(
    await lab.query(`select id = 4242 as own, status, paid, hidden_hash, origin from lab_item where name = 'loose'`),
  ).toEqual([{ own: false, status: 1, paid: '0', hidden_hash: '', origin: 'twice' }])
})

test('a secret is written, kept when left empty, and never comes back', async () => {
  const id = await add({ secret_code: 'CANARY-1' })
  await lab.owner.post('/admin/lab.Item/edit', { id, secret_code: '', note: 'x' })
  expect(await lab.query('select secret_code from lab_item where id = $1', [id])).toEqual([{ secret_code: 'CANARY-1' }])
  for (const path of ['index', 'info', 'edit']) {
    const { text, body } = await lab.owner.get(`/admin/lab.Item/${path}`, { id })
    expect(body.code).toBe(1)
    expect(text).not.toContain('CANARY')
  }
})

const rounds = isLong ? 1_000 : 10

test('of two edits of the same version, the second gets a conflict', async () => {
  const id = await add({ count: 1 })
  const read = await lab.owner.get<{ row: { _version: string } }>('/admin/lab.Item/edit', { id })
  const { _version } = read.body.data.row
  for (let round = 0; round < rounds; round++) {
    const version =
      round === 0
        ? _version
        : (await lab.owner.get<{ row: { _version: string } }>('/admin/lab.Item/edit', { id })).body.data.row._version
    const answers = await Promise.all(
      [10, 20].map((n) =>
        unlessBusy(() => lab.owner.post('/admin/lab.Item/edit', { id, count: n + (round % 10), _version: version })),
      ),
    )
    expect(answers.map((answer) => answer.body.code).sort()).toEqual([0, 1])
    const refused = answers.find((answer) => answer.body.code === 0)
    expect(refused?.body.data, refused?.text).toEqual({ type: 'conflict', changes: { count: byOwner } })
  }
}, 600_000)

test('linked rows are added and taken away, and a change of them alone is a change of the record', async () => {
  const label = async (name: string) => (await lab.owner.post<{ id: number }>('/admin/lab.Label/add', { name })).body.data.id
  const [a, b, c] = [await label('la'), await label('lb'), await label('lc')]
  const id = await add({ label_arr: [a, String(b)] })
  const read = await lab.owner.get<{ row: { _version: string; label_arr: number[] } }>('/admin/lab.Item/edit', { id })
  expect(read.body.data.row.label_arr).toEqual([a, b])
  expect((await lab.owner.post('/admin/lab.Item/edit', { id, label_arr: [b, c] })).body.code).toBe(1)
  expect(await lab.query('select label_id from lab_item_label where item_id = $1 order by 1', [id])).toEqual([
    { label_id: b },
    { label_id: c },
  ])
  const stale = await lab.owner.post('/admin/lab.Item/edit', { id, label_arr: [a], _version: read.body.data.row._version })
  expect(stale.body.data).toEqual({ type: 'conflict', changes: { label_arr: byOwner } })
})

test('a row of a tree cannot stand below itself nor deeper than the tree allows', async () => {
  const make = async (name: string, pid: number) =>
    (await lab.owner.post<{ id: number }>('/admin/lab.Category/add', { name, pid })).body.data
  const a = (await make('A', 0)).id
  const b = (await make('B', a)).id
  const c = (await make('C', b)).id
  const deep = await lab.owner.post<{ errors: object }>('/admin/lab.Category/add', { name: 'D', pid: c })
  expect(deep.body.data.errors).toEqual({ pid: 'pid: at most 3 levels are allowed.' })
  for (const pid of [a, b, c]) {
    const answer = await lab.owner.post<{ errors: object }>('/admin/lab.Category/edit', { id: a, pid })
    expect(answer.body.data.errors).toEqual({ pid: 'pid: a row cannot be its own parent.' })
  }
  const x = (await make('X', 0)).id
  const moved = await lab.owner.post<{ errors: object }>('/admin/lab.Category/edit', { id: a, pid: x })
  expect(moved.body.data.errors).toEqual({ pid: 'pid: at most 3 levels are allowed.' })
  expect((await lab.owner.post('/admin/lab.Category/edit', { id: b, pid: x })).body.code).toBe(1)
})

test('two moves that together would make a circle: one is refused', async () => {
  const make = async (name: string) =>
    (await lab.owner.post<{ id: number }>('/admin/lab.Category/add', { name, pid: 0 })).body.data.id
  const [p, q] = [await make('P'), await make('Q')]
  const answers = await Promise.all([
    lab.owner.post('/admin/lab.Category/edit', { id: p, pid: q }),
    lab.owner.post('/admin/lab.Category/edit', { id: q, pid: p }),
  ])
  expect(answers.map((answer) => answer.body.code).sort()).toEqual([0, 1])
})

test('a record that is not there is said not to be there', async () => {
  for (const id of [999999, 'x', '9'.repeat(30), -1]) {
    expect((await lab.owner.get('/admin/lab.Item/edit', { id })).body).toMatchObject({
      code: 0,
      msg: 'Record not found',
      data: null,
    })
    expect((await lab.owner.post('/admin/lab.Item/edit', { id, note: 'x' })).body).toMatchObject({
      code: 0,
      msg: 'Record not found',
    })
  }
})

test('rows of a table without a key can be read, and the answer says why they cannot be written', async () => {
  await lab.query(`insert into lab_keyless values (1, 'one'), (2, 'two')`)
  const list = await lab.owner.get<{ list: object[]; total: number }>('/admin/lab.Keyless/index')
  expect(list.body.data).toMatchObject({
    list: [
      { a: 1, b: 'one' },
      { a: 2, b: 'two' },
    ],
    total: 2,
  })
  for (const answer of [
    await lab.owner.post('/admin/lab.Keyless/add', { a: 1 }),
    await lab.owner.post('/admin/lab.Keyless/edit', { id: 1 }),
    await lab.owner.del('/admin/lab.Keyless/del', { ids: [1] }),
  ]) {
    expect(answer.body).toMatchObject({ code: 0, msg: expect.stringContaining('no primary key') })
  }
})

test('a table of another system is written with the defaults and rules it has there', async () => {
  const add = (values: object) => lab.owner.post<{ id: number; errors: object }>('/admin/lab.Legacy/add', values)
  const first = (await add({ title: 'one', amount: '12.5', ok: 0 })).body.data.id
  const row = (await lab.owner.get<{ row: Record<string, unknown> }>('/admin/lab.Legacy/edit', { no: first })).body.data.row
  expect(row).toMatchObject({ no: first, title: 'one', kind: 'std', amount: 12.5, ok: 0, parent: null })
  expect(Math.abs(Number(row.made) - Date.now() / 1000)).toBeLessThan(600)
  expect((await add({ title: 'one' })).body).toMatchObject({ code: 0, msg: 'title is already in use.' })
  expect((await add({ title: 'two', amount: '1000' })).body).toMatchObject({
    code: 0,
    msg: expect.stringMatching(/^amount: the rule “.*” of the table does not allow this\.$/),
  })
  expect((await add({ title: 'three', amount: '123456789' })).body.code).toBe(0)
  expect(
    (await lab.owner.post<{ errors: object }>('/admin/lab.Legacy/edit', { no: first, made: null })).body.data.errors,
  ).toEqual({ made: 'made required' })
  const second = (await add({ title: 'four', parent: first, made: '2026-01-01 08:00:00' })).body.data.id
  expect(await lab.query('select made from lab_legacy where no = $1', [second])).toEqual([
    { made: new Date('2026-01-01T00:00:00Z') },
  ])
  expect((await lab.owner.del('/admin/lab.Legacy/del', { ids: [first] })).body).toMatchObject({
    code: 0,
    msg: expect.stringMatching(/^Records of “.*” refer to it\. Nothing was changed\.$/),
  })
  expect((await lab.owner.del('/admin/lab.Legacy/del', { ids: [second, first] })).body.code).toBe(1)
})

test('a change that makes another field required asks for it, and old faults of a record do not hold up a switch', async () => {
  const id = await add({ level: 1 })
  const answer = await lab.owner.post<{ errors: object }>('/admin/lab.Item/edit', { id, level: 3 })
  expect(answer.body.data.errors).toEqual({ note: 'note required' })
  await lab.query('update lab_item set level = 3, rate = 50, count = 1 where id = $1', [id])
  expect((await lab.owner.post('/admin/lab.Item/edit', { id, open: 0 })).body.code).toBe(1)
  expect((await lab.owner.post<{ errors: object }>('/admin/lab.Item/edit', { id, count: 2 })).body.data.errors).toEqual({
    rate: 'check 0',
  })
})

test('a computed field that is writable is sent by the form, validated, and saved by the screen', async () => {
  const sizes = [{ key: 'S', value: '1' }]
  const id = await add({ sizes })
  const read = async () => (await lab.owner.get<{ row: Record<string, unknown> }>('/admin/lab.Item/edit', { id })).body.data.row
  expect((await read()).sizes).toEqual(sizes)
  const edit = async (values: object) => (await lab.owner.post('/admin/lab.Item/edit', { id, ...values })).body
  expect(await edit({ sizes: [...sizes, ...sizes, ...sizes] })).toMatchObject({
    code: 0,
    data: { errors: { sizes: expect.stringMatching(/2/) } },
  })
  expect(await edit({ note: 'without them' })).toMatchObject({ code: 1 })
  expect((await read()).sizes).toEqual(sizes)
  expect(await edit({ sizes: [] })).toMatchObject({ code: 1 })
  expect((await read()).sizes).toEqual([])
  const blank = await lab.owner.get<{ row: Record<string, unknown> }>('/admin/lab.Item/add')
  expect(blank.body.data.row).toMatchObject({ sizes: [] })
  expect(blank.body.data.row).not.toHaveProperty('shout')
})
