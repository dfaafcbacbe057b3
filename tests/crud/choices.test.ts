import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { type Lab, startLab } from './lab.ts'
import { rule, std } from './labPages.ts'

/** Rows in a field, each with choices of its own. */
const rows = {
  kind: 'subtable',
  fields: {
    label_id: { kind: 'remoteSelect', page: 'lab/label', show: 'name', where: { status: 1 } },
    category_ids: { kind: 'remoteMultiSelect', page: 'lab/category', show: 'name' },
  },
}

/** Every kind of option field, with choices that the server makes. */
const picks = {
  version: 1,
  kind: 'crud',
  entity: { table: 'lab_picks', unindexedBecause: 'a table of tests' },
  fields: {
    name: { kind: 'string', required: true },
    screen: { kind: 'select', options: { source: 'screens' }, required: true },
    origin: { kind: 'radio', options: { source: 'tables' } },
    column: { kind: 'select', options: { source: 'columns', depends: ['origin'] } },
    columns: { kind: 'checkbox', options: { source: 'columns', depends: ['origin'] } },
    exported: { kind: 'multiselect', options: { source: 'exports' } },
    rows,
    weigh: { kind: 'integer' },
    parts: {
      kind: 'subtable',
      fields: {
        pid: { kind: 'remoteSelect', page: 'lab/category', show: 'name' },
        child_id: { kind: 'remoteSelect', page: 'lab/category', show: 'name', depends: ['pid'] },
        alike_id: { kind: 'remoteSelect', page: 'lab/category', show: 'name', depends: ['weigh'] },
      },
    },
  },
  table: { columns: ['id', 'name', 'screen', 'exported'], search: ['screen'], row: ['edit', 'detail', 'point', 'fill'] },
  form: { fields: ['name', 'screen', 'origin', 'column', 'columns', 'exported', 'rows', 'weigh', 'parts'] },
  actions: {
    point: {
      type: 'run',
      node: 'edit',
      icon: 'tag',
      set: { name: 'pointed' },
      fields: {
        origin: { kind: 'select', options: { source: 'tables' }, required: true },
        column: { kind: 'select', options: { source: 'columns', depends: ['origin'] }, required: true },
      },
    },
    fill: { type: 'run', node: 'edit', icon: 'tag', set: { name: 'filled' }, fields: { rows } },
  },
}

let lab: Lab
let worker: Client
beforeAll(async () => {
  lab = await startLab({ pages: { 'lab/picks': picks }, menus: [rule('lab/picks', [...std, 'export'])] })
  worker = await lab.admin('worker', ['lab/picks/index', 'lab/picks/add', 'lab/picks/edit', 'lab/label/index'])
})
afterAll(() => lab.close())

type Options = { list: { value: string; label: string; disabled?: boolean }[]; total: number }
const path = '/admin/lab.Picks'
const offered = async (client: Client, query: string) => (await client.get<Options>(`${path}/options?${query}`)).body.data
const valuesOf = ({ list }: Options) => list.map(({ value }) => value)
const add = (client: Client, body: object) => client.post<{ errors?: object }>(`${path}/add`, { name: 'x', ...body })

test('a source offers what the person may reach, in pages and searched by what is shown', async () => {
  const all = await offered(lab.owner, 'field=screen&limit=200')
  expect(valuesOf(all)).toEqual(expect.arrayContaining(['lab/picks', 'lab/item', 'auth/admin', 'user/user']))
  expect(all.list.find(({ value }) => value === 'user/user')?.label).toBe('Members')
  const own = await offered(worker, 'field=screen&limit=200')
  expect(valuesOf(own).sort()).toEqual(['lab/label', 'lab/picks'])
  const few = await offered(lab.owner, 'field=screen&limit=2&page=2')
  expect(few.list).toEqual(all.list.slice(2, 4))
  expect(few.total).toBe(all.total)
  expect(valuesOf(await offered(lab.owner, 'field=screen&quickSearch=members'))).toContain('user/user')
  expect(valuesOf(await offered(lab.owner, 'field=exported&limit=200'))).toEqual(expect.arrayContaining(['user/user']))
  expect(valuesOf(await offered(worker, 'field=exported'))).toEqual([])
})

test('choices that hang on another field are those of its value', async () => {
  const columns = valuesOf(await offered(lab.owner, 'field=column&origin=admin&limit=200'))
  expect(columns).toEqual(expect.arrayContaining(['id', 'username', 'nickname']))
  expect(columns).not.toContain('password')
  expect(valuesOf(await offered(lab.owner, 'field=column'))).toEqual([])
  expect(valuesOf(await offered(worker, 'field=column&origin=admin'))).toEqual([])
  expect(valuesOf(await offered(worker, 'field=column&origin=lab_label'))).toContain('id')
})

test('in a row they hang on the row, and on the record around it where the row has no such field', async () => {
  const category = async (name: string, pid: number, weigh: number) => {
    const [row] = await lab.query<{ id: number }>(
      'insert into lab_category (name, pid, weigh, create_time) values ($1, $2, $3, 0) returning id',
      [name, pid, weigh],
    )
    return row?.id ?? 0
  }
  const [a, b] = [await category('A', 0, 901), await category('B', 0, 901)]
  const [inA, inB] = [await category('A1', a, 902), await category('B1', b, 902)]
  const ids = async (query: string) =>
    valuesOf(await offered(lab.owner, query))
      .map(Number)
      .sort()
  expect(await ids(`field=parts.child_id&pid=${a}`)).toEqual([inA])
  expect(await ids('field=parts.alike_id&weigh=902')).toEqual([inA, inB])

  const body = { screen: 'user/user', weigh: 902 }
  const parts = [
    { pid: a, child_id: inA, alike_id: inB },
    { pid: b, child_id: inA, alike_id: a },
  ]
  const wrong = await add(lab.owner, { ...body, parts })
  expect(Object.keys(wrong.body.data.errors ?? {}).sort()).toEqual(['parts.1.alike_id', 'parts.1.child_id'])
  const made = await add(lab.owner, { ...body, parts: [parts[0], { pid: b, child_id: inB, alike_id: inA }] })
  expect(made.body, made.text).toMatchObject({ code: 1 })
  const [row] = await lab.query<{ id: number }>('select id from lab_picks order by id desc limit 1')
  const edited = await lab.owner.post<{ errors?: object }>(`${path}/edit`, { id: row?.id, weigh: 901 })
  expect(Object.keys(edited.body.data.errors ?? {}).sort()).toEqual(['parts.0.alike_id', 'parts.1.alike_id'])
  await lab.query('delete from lab_picks')
})

test('what is saved is a choice of the person, whatever was posted', async () => {
  const wrong = await add(worker, { screen: 'user/user', origin: 'admin', column: 'username', exported: ['user/user'] })
  expect(Object.keys(wrong.body.data.errors ?? {}).sort()).toEqual(['column', 'exported', 'origin', 'screen'])
  expect(Object.keys((await add(lab.owner, { screen: 'no/such' })).body.data.errors ?? {})).toEqual(['screen'])
  const foreign = await add(lab.owner, { screen: 'user/user', origin: 'lab_label', column: 'username' })
  expect(Object.keys(foreign.body.data.errors ?? {})).toEqual(['column'])
  expect(Object.keys((await add(lab.owner, { screen: '' })).body.data.errors ?? {})).toEqual(['screen'])
  expect((await add(lab.owner, { screen: ['user/user'] })).body.code).toBe(0)
  expect(await lab.query('select 1 from lab_picks')).toEqual([])
})

test('a stored choice may stay for those who may not choose it; a changed parent needs a matching column', async () => {
  const made = await add(lab.owner, { screen: 'user/user', origin: 'admin', column: 'username', columns: ['id', 'nickname'] })
  expect(made.body.code).toBe(1)
  const [row] = await lab.query<{ id: number }>('select id from lab_picks order by id desc limit 1')
  const edit = (client: Client, body: object) => client.post<{ errors?: object }>(`${path}/edit`, { id: row?.id, ...body })
  expect((await edit(worker, { name: 'renamed', screen: 'user/user' })).body.code).toBe(1)
  expect(Object.keys((await edit(worker, { screen: 'auth/admin' })).body.data.errors ?? {})).toEqual(['screen'])
  expect(Object.keys((await edit(lab.owner, { origin: 'lab_label' })).body.data.errors ?? {})).toEqual(['column', 'columns'])
  const labels = await offered(worker, 'field=screen&initValue=user/user,lab/picks')
  expect(labels.list).toEqual(
    expect.arrayContaining([
      { value: 'user/user', label: 'Members', disabled: true },
      { value: 'lab/picks', label: 'title' },
    ]),
  )
})

test('lists, records and searches tell the labels in the language of the person', async () => {
  await add(lab.owner, {
    name: 'shown',
    screen: 'user/user',
    exported: ['user/user'],
    origin: 'admin',
    columns: ['nickname', 'id'],
  })
  const [row] = await lab.query<{ id: number }>(`select id from lab_picks where name = 'shown'`)
  const info = await lab.owner.get<{ row: object }>(`${path}/info?id=${row?.id}`)
  expect(info.body.data.row).toMatchObject({
    screen: 'user/user',
    screen_text: 'Members',
    exported_text: ['Members'],
    columns: ['nickname', 'id'],
    columns_text: ['Nickname', 'ID'],
  })
  const list = await lab.owner.get<{ list: object[] }>(
    `${path}/index?search[0][field]=screen&search[0][val]=user/user&search[0][operator]=eq&search[1][field]=id&search[1][val]=${row?.id}&search[1][operator]=eq`,
  )
  expect(list.body.data.list).toEqual([expect.objectContaining({ screen_text: 'Members' })])
})

test('the form of an action is validated the same way', async () => {
  const [row] = await lab.query<{ id: number }>('select id from lab_picks order by id desc limit 1')
  const point = (client: Client, body: object) => client.post<{ errors?: object }>(`${path}/point`, { id: row?.id, ...body })
  expect(Object.keys((await point(worker, { origin: 'admin', column: 'id' })).body.data.errors ?? {}).sort()).toEqual([
    'column',
    'origin',
  ])
  expect(Object.keys((await point(lab.owner, { origin: 'admin', column: 'pid' })).body.data.errors ?? {})).toEqual(['column'])
  expect((await point(worker, { origin: 'lab_label', column: 'id' })).body.code).toBe(1)
})

test('a choice in a row of a field is validated like one of the record, at its place; an earlier choice may stay', async () => {
  const [label, closed] = await lab.query<{ id: number }>(
    "insert into lab_label (name, status, create_time) values ('open', 1, 0), ('closed', 0, 0) returning id",
  )
  const [category] = await lab.query<{ id: number }>("insert into lab_category (name, create_time) values ('c', 0) returning id")
  const right = [{ label_id: label?.id, category_ids: [category?.id] }]
  const wrong = [...right, { label_id: closed?.id, category_ids: [category?.id, 999] }]
  const refused = { 'rows.1.label_id': expect.any(String), 'rows.1.category_ids': expect.any(String) }
  expect((await add(lab.owner, { screen: 'user/user', rows: wrong })).body.data.errors).toEqual(refused)
  expect((await add(lab.owner, { screen: 'user/user', rows: right })).body.code).toBe(1)
  const [row] = await lab.query<{ id: number }>('select id from lab_picks order by id desc limit 1')
  const act = (call: string, body: object) => lab.owner.post<{ errors?: object }>(`${path}/${call}`, { id: row?.id, ...body })
  expect((await act('fill', { rows: wrong })).body.data.errors).toEqual(refused)
  await lab.query('update lab_label set status = 0')
  expect((await act('edit', { name: 'y', rows: [...right, ...right] })).body.code).toBe(1)
  expect((await act('edit', { rows: [...right, { label_id: closed?.id }] })).body.data.errors).toEqual({
    'rows.1.label_id': refused['rows.1.label_id'],
  })
})
