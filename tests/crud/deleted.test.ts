import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/core/db/connect.ts'
import { brokenAuditRows } from '../../server/core/log/setup.ts'
import type { Client } from '../harness/client.ts'
import { type Lab, startLab } from './lab.ts'

type List = { list: Record<string, unknown>[]; total: number }

let lab: Lab
let owner: Client
beforeAll(async () => {
  lab = await startLab()
  owner = lab.owner
}, 120_000)
afterAll(() => lab?.close())

const at = (call: string) => `/admin/lab.Label/${call}`
const deleted = async (client: Client, params = {}) => (await client.get<List>(at('deleted'), params)).body
const names = async (client: Client, params = {}) => (await deleted(client, params)).data.list.map((row) => row.name)

/** Adds labels and deletes them; gives their keys. */
async function gone(client: Client, ...labels: string[]): Promise<number[]> {
  const ids: number[] = []
  for (const name of labels) ids.push((await client.post<{ id: number }>(at('add'), { name })).body.data.id)
  expect((await client.del(at('del'), { ids })).body.code).toBe(1)
  return ids
}

describe('the list of deleted rows', () => {
  it('shows what was deleted, when, the last first, and is searched and sorted like the other', async () => {
    await gone(owner, 'Amber')
    await gone(owner, 'Birch')
    await lab.query(`update lab_label set delete_time = delete_time - 60 where name = 'Amber'`)
    const { data } = await deleted(owner)
    expect(data.list.map((row) => row.name)).toEqual(['Birch', 'Amber'])
    expect(data).toMatchObject({ total: 2 })
    expect(data.list.every((row) => Number(row.delete_time) > 1_700_000_000)).toBe(true)
    expect(await names(owner, { order: 'delete_time,asc' })).toEqual(['Amber', 'Birch'])
    expect(await names(owner, { quickSearch: 'irc' })).toEqual(['Birch'])
    const index = (await owner.get<List>(at('index'), { limit: 200 })).body.data.list
    expect(index.map((row) => row.name)).not.toContain('Birch')
    expect(index.every((row) => !Object.hasOwn(row, 'delete_time'))).toBe(true)
  })

  it('is for those who may restore or destroy, and shows only rows of the data scope', async () => {
    const reader = await lab.admin('reader', ['lab/label', 'lab/label/index', 'lab/label/del'])
    expect((await deleted(reader)).code).toBe(401)
    expect((await reader.post(at('restore'), { ids: [1] })).body.code).toBe(401)
    expect((await reader.del(at('destroy'), { ids: [1] })).body.code).toBe(401)
    const [others = 0] = await gone(owner, 'Of the owner')
    const nodes = ['lab/label', 'lab/label/index', 'lab/label/add', 'lab/label/del', 'lab/label/restore']
    const keeper = await lab.admin('keeper', nodes)
    await gone(keeper, 'Of the keeper')
    expect(await names(keeper)).toEqual(['Of the keeper'])
    expect((await keeper.post(at('restore'), { ids: [others] })).body).toMatchObject({ code: 0, msg: 'Record not found' })
    expect((await keeper.del(at('destroy'), { ids: [others] })).body.code).toBe(401)
    expect(await lab.query('select 1 from lab_label where id = $1 and delete_time is not null', [others])).toHaveLength(1)
  })
})

describe('restoring', () => {
  it('restores rows, and is audited under each key', async () => {
    const ids = await gone(owner, 'Cedar', 'Dogwood')
    expect((await owner.post(at('restore'), { ids })).body).toMatchObject({ code: 1, msg: 'Restored', data: { done: 2 } })
    expect(await lab.query('select name, delete_time from lab_label where id = any($1) order by id', [ids])).toEqual([
      { name: 'Cedar', delete_time: null },
      { name: 'Dogwood', delete_time: null },
    ])
    const audit = `select row_key, username from audit where action = 'lab/label/restore' and table_name = 'lab_label' and row_key = any($1)`
    expect(await lab.query(audit, [ids.map(String)])).toHaveLength(2)
    expect((await owner.post(at('restore'), { ids })).body).toMatchObject({ code: 0 })
  })

  it('says which value another row has by now, and then restores none of the rows', async () => {
    const [first = 0, second = 0] = await gone(owner, 'Elm', 'Fir')
    await owner.post(at('add'), { name: 'ELM' })
    const refused = (await owner.post(at('restore'), { ids: [second, first] })).body
    expect(refused).toMatchObject({ code: 0, data: { type: 'conflict' } })
    expect(refused.msg).toBe(
      'name "Elm" is now used by another record. Change it there, then restore this one. Nothing was restored.',
    )
    expect(await names(owner, { quickSearch: 'Fir' })).toEqual(['Fir'])
  })

  it('tells it too of two rows of the same request', async () => {
    const [first = 0] = await gone(owner, 'Ginkgo')
    const [second = 0] = await gone(owner, 'Ginkgo')
    expect((await owner.post(at('restore'), { ids: [first, second] })).body.msg).toContain(
      '"Ginkgo" is now used by another record',
    )
    expect(await names(owner, { quickSearch: 'Ginkgo' })).toHaveLength(2)
    expect((await owner.post(at('restore'), { id: first })).body.code).toBe(1)
  })

  it('of living rows, or of rows that are not there, is refused', async () => {
    const id = (await owner.post<{ id: number }>(at('add'), { name: 'Hazel' })).body.data.id
    expect((await owner.post(at('restore'), { ids: [id] })).body.code).toBe(0)
    expect((await owner.post(at('restore'), { ids: [] })).body.code).toBe(0)
    expect((await owner.post(at('restore'), { ids: [99_999_999] })).body.code).toBe(0)
  })
})

describe('deleting for good', () => {
  it('takes deleted rows and what is linked to them out of the tables, and leaves the audit whole', async () => {
    const [id = 0] = await gone(owner, 'Ivy')
    expect((await owner.del(at('destroy'), { ids: [id] })).body).toMatchObject({
      code: 1,
      msg: 'Deleted permanently',
      data: { done: 1 },
    })
    expect(await lab.query('select 1 from lab_label where id = $1', [id])).toEqual([])
    expect(await lab.query(`select 1 from audit where action = 'lab/label/destroy' and row_key = $1`, [String(id)])).toHaveLength(
      1,
    )
    const database = openDatabase(lab.databaseUrl, { connections: 1 })
    expect(await brokenAuditRows(database.read)).toEqual([])
    await database.close()
  })

  it('never touches a living row, not even beside a deleted one', async () => {
    const [id = 0] = await gone(owner, 'Juniper')
    const living = (await owner.post<{ id: number }>(at('add'), { name: 'Katsura' })).body.data.id
    expect((await owner.del(at('destroy'), { ids: [id, living] })).body.code).toBe(0)
    expect(await lab.query('select 1 from lab_label where id = any($1)', [[id, living]])).toHaveLength(2)
  })

  it('is not done by GET', async () => {
    const [id = 0] = await gone(owner, 'Larch')
    await owner.get(at('destroy'), { ids: [id] })
    expect(await lab.query('select 1 from lab_label where id = $1', [id])).toHaveLength(1)
  })
})
