import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Lab, startLab } from '../lab.ts'
import { rule, std } from '../labPages.ts'

const lines = {
  kind: 'subtable',
  fields: {
    title: { kind: 'string', required: true },
    done: { kind: 'integer', readOnly: true, default: 0 },
    parts: { kind: 'subtable', fields: { name: { kind: 'string' }, price: { kind: 'money', readOnly: true } } },
  },
}
/** Rows of which something is only read, in a record and in the form of an action. */
const plan = {
  version: 1,
  kind: 'crud',
  entity: { table: 'lab_plan', unindexedBecause: 'a table of tests' },
  fields: { name: { kind: 'string', required: true }, note: { kind: 'string' }, lines },
  table: { columns: ['id', 'name'], row: ['edit', 'push'] },
  actions: { push: { type: 'run', fields: { lines } } },
}

type Line = { title: string; done?: unknown; parts?: { name: string; price?: unknown }[] }

let lab: Lab
beforeAll(async () => {
  lab = await startLab({ pages: { 'lab/plan': plan }, menus: [rule('lab/plan', [...std, 'push'])] })
}, 120_000)
afterAll(() => lab?.close())

const stored = async (id: number) =>
  (await lab.query<{ lines: Line[] }>('select lines from lab_plan where id = $1', [id]))[0]?.lines
/** A record whose rows hold what only the server writes. */
async function record(rows: readonly Line[]): Promise<number> {
  const { body } = await lab.owner.post<{ id: number }>('/admin/lab.Plan/add', { name: 'n' })
  expect(body).toMatchObject({ code: 1 })
  await lab.query('update lab_plan set lines = $2 where id = $1', [body.data.id, JSON.stringify(rows)])
  return body.data.id
}
const save = (id: number, rows: readonly Line[]) => lab.owner.post('/admin/lab.Plan/edit', { id, lines: rows })
const read = async (id: number) =>
  (await lab.owner.get<{ row: { lines: Line[] } }>('/admin/lab.Plan/edit', { id })).body.data.row.lines

const first = { title: 'first', done: 3, parts: [{ name: 'a', price: 1250 }] }
const second = { title: 'second', done: 7, parts: [] }

describe('rows of which something is only read', () => {
  test('are added, moved and removed, and each keeps what was only read', async () => {
    const id = await record([first, second])
    const [one, two] = await read(id)
    expect(one).toMatchObject({ done: 3, parts: [{ name: 'a', price: '12.50' }] })
    const fresh = { title: 'third', done: 0, parts: [] }
    expect((await save(id, [two as Line, { ...(one as Line), title: 'first, renamed' }, fresh])).body).toMatchObject({ code: 1 })
    expect(await stored(id)).toEqual([second, { ...first, title: 'first, renamed' }, fresh])
    expect((await save(id, [two as Line])).body).toMatchObject({ code: 1 })
    expect(await stored(id)).toEqual([second])
  })

  test('take nothing of it from a body: neither in a row that is there, nor in a new one, nor inside a row', async () => {
    const id = await record([first, second])
    const forged = [{ ...first, done: 99, parts: [{ name: 'a', price: '0.01' }] }, { title: 'new', done: 50, parts: [] }, second]
    expect((await save(id, forged as Line[])).body).toMatchObject({ code: 1 })
    const [one, two, three] = (await stored(id)) ?? []
    expect(one).toEqual({ title: 'first', done: 0, parts: [{ name: 'a', price: null }] })
    expect([two?.done, three]).toEqual([0, second])
    const { body } = await lab.owner.post<{ id: number }>('/admin/lab.Plan/add', { name: 'm', lines: forged })
    expect((await stored(body.data.id))?.map(({ done }) => done)).toEqual([0, 0, 0])
  })

  test('keep it where a client does not send it, and a row cannot be had twice', async () => {
    const id = await record([first, second])
    expect((await save(id, [{ title: 'first' }, { title: 'second' }])).body).toMatchObject({ code: 1 })
    expect((await stored(id))?.map(({ done }) => done)).toEqual([3, 7])
    const twice = { title: 'again', done: 7, parts: [] }
    expect((await save(id, [twice, twice])).body).toMatchObject({ code: 1 })
    expect((await stored(id))?.map(({ done }) => done)).toEqual([7, 0])
  })

  test('take nothing of it in the form of an action', async () => {
    const id = await record([first])
    const given = [{ title: 'a', done: 99, parts: [] }]
    expect((await lab.owner.post('/admin/lab.Plan/push', { id, lines: given })).body).toMatchObject({ code: 1 })
    expect(await stored(id)).toEqual([{ title: 'a', done: 0, parts: [] }])
  })

  test('write nothing when they are saved as they were opened', async () => {
    const id = await record([first, second])
    await lab.query('update lab_plan set update_time = 5 where id = $1', [id])
    expect((await save(id, await read(id))).body).toMatchObject({ code: 1 })
    expect(await lab.query('select update_time::int from lab_plan where id = $1', [id])).toEqual([{ update_time: 5 }])
  })
})
