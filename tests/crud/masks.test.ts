import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isMasked, maskText } from '../../src/schemas/language/wire/mask.ts'
import type { Client } from '../harness/client.ts'
import { type Lab, startLab } from './lab.ts'
import { rule, std } from './labPages.ts'

const person = {
  version: 1,
  kind: 'crud',
  entity: { table: 'lab_person', unindexedBecause: 'a table of tests', softDelete: true },
  fields: {
    name: { kind: 'string', required: true, unique: true },
    phone: { kind: 'mobile', required: true, unique: true, mask: 'middle' },
    card: { kind: 'idnumber', mask: 'middle' },
    mail: { kind: 'email', mask: 'middle' },
    key: { kind: 'string', maxLength: 40, mask: 'all' },
  },
  table: {
    columns: ['name', 'phone', 'card', 'mail', 'key'],
    search: ['name', 'phone'],
    quickSearch: ['name'],
    deleted: ['restore'],
  },
  detail: [{ name: 'main', fields: ['name', 'phone', 'card'] }],
}
/** Visits of persons: shows and offers them by what is masked. */
const visit = {
  version: 1,
  kind: 'crud',
  entity: {
    table: 'lab_visit',
    unindexedBecause: 'a table of tests',
    relations: { person: { table: 'lab_person', key: 'person_id' } },
  },
  fields: {
    person_id: { kind: 'remoteSelect', page: 'lab/person', show: 'phone' },
    note: { kind: 'string' },
  },
  table: { columns: ['id', 'person.name', 'person.phone', 'note'], search: [{ field: 'person.phone', operator: 'eq' }] },
  form: { fields: ['person_id', 'note'], lookup: { person: { fields: ['name', 'phone'] } } },
}

const whole = { phone: '13800138000', card: '110101199003070134', mail: 'zhang.san@example.com', key: 'sk-live-9d8f7a6b' }
const parts = { phone: '138****8000', card: '110****0134', mail: 'zh****san@example.com', key: '****' }

let lab: Lab
let owner: Client
let id = 0
beforeAll(async () => {
  lab = await startLab({
    pages: { 'lab/person': person, 'lab/visit': visit },
    menus: [rule('lab/person', [...std, 'reveal', 'restore']), rule('lab/visit', std)],
  })
  owner = lab.owner
  const added = await owner.post<{ id: number }>(at('add'), { name: 'Zhang', ...whole })
  expect(added.body.msg).toBe('Added successfully!')
  id = added.body.data.id
  await owner.post('/admin/lab.Visit/add', { person_id: id, note: 'first' })
}, 120_000)
afterAll(() => lab?.close())

const at = (call: string) => `/admin/lab.Person/${call}`
const stored = async () => (await lab.query<typeof whole>('select phone, card, mail, key from lab_person where id = $1', [id]))[0]

/** Nothing of what is stored stands in an answer. */
function tellsNothing(text: string) {
  for (const value of Object.values(whole)) expect(text).not.toContain(value)
}

describe('a masked value', () => {
  it('leaves the server with its middle, or all of it, hidden: in the list, the record, the form, what is offered, other lists', async () => {
    const list = await owner.get<{ list: object[] }>(at('index'))
    expect(list.body.data.list[0]).toMatchObject(parts)
    const answers = [
      list,
      await owner.get(at('index'), { select: 'true' }),
      await owner.get(at('info'), { id }),
      await owner.get(at('edit'), { id }),
      await owner.get('/admin/lab.Visit/index'),
      await owner.get('/admin/lab.Visit/lookup', { relation: 'person', key: id }),
      await owner.get('/admin/lab.Visit/options', { field: 'person_id' }),
      await owner.get('/admin/lab.Visit/options', { labels: { person_id: id } }),
    ]
    for (const answer of answers) {
      expect(answer.body.code).toBe(1)
      tellsNothing(answer.text)
      expect(answer.text).toContain('138****8000')
    }
    await owner.del(at('del'), { ids: [id] })
    const deleted = await owner.get(at('deleted'))
    expect(deleted.text).toContain('138****8000')
    tellsNothing(deleted.text)
    await owner.post(at('restore'), { ids: [id] })
  })

  it('is found by its exact value, and not by parts, ranges or the order', async () => {
    const found = async (operator: string, val: string) =>
      (await owner.get<{ list: object[] }>(at('index'), { search: [{ field: 'phone', operator, val }] })).body
    expect((await found('eq', whole.phone)).data.list).toHaveLength(1)
    expect((await found('eq', '13800138001')).data.list).toHaveLength(0)
    for (const operator of ['LIKE', 'NOT LIKE', 'gt', 'elt', 'RANGE', 'ne', 'NOT IN', 'FIND_IN_SET', 'NULL', 'NOT NULL'])
      expect((await found(operator, '138')).code, operator).toBe(0)
    expect((await owner.get(at('index'), { order: 'phone,asc' })).body.code).toBe(0)
    const byRelation = { search: [{ field: 'person.phone', operator: 'LIKE', val: '138' }] }
    expect((await owner.get('/admin/lab.Visit/index', byRelation)).body.code).toBe(0)
    const offered = async (quickSearch: string) =>
      (await owner.get<{ list: object[] }>('/admin/lab.Visit/options', { field: 'person_id', quickSearch })).body.data.list
    expect(await offered('1380013')).toEqual([])
    expect(await offered(whole.phone)).toHaveLength(1)
  })

  it('is revealed for one row to those who hold the node, and the reveal is audited', async () => {
    const answer = await owner.post(at('reveal'), { id, field: 'phone' })
    expect(answer.body).toMatchObject({ code: 1, data: { value: whole.phone } })
    const rows = await lab.query<{ detail: string; username: string }>(
      `select detail, username from audit where action = 'lab/person/reveal' and table_name = 'lab_person' and row_key = $1`,
      [String(id)],
    )
    expect(rows).toEqual([{ detail: '{"field":"phone"}', username: 'admin' }])
    const reader = await lab.admin('mask_reader', ['lab/person', 'lab/person/index', 'lab/person/edit'])
    expect((await reader.post(at('reveal'), { id, field: 'phone' })).body.code).toBe(401)
    for (const field of ['name', 'password', 'constructor', '', 7])
      expect((await owner.post(at('reveal'), { id, field })).body.code, String(field)).toBe(0)
    expect((await owner.post(at('reveal'), { id: 99_999, field: 'phone' })).body.msg).toBe('Record not found')
    expect((await owner.get(at('reveal'), { id, field: 'phone' })).status).toBe(404)
  })

  it('stays as it is when a form posts its mask, and changes when it is typed', async () => {
    const { body } = await owner.get<{ row: Record<string, unknown> }>(at('edit'), { id })
    const { phone, card, mail, key, _version } = body.data.row
    const before = await stored()
    const saved = await owner.post(at('edit'), { id, name: 'Zhang San', phone, card, mail, key, _version })
    expect(saved.body.msg).toBe('Updated successfully!')
    expect(await stored()).toEqual(before)
    expect((await owner.post(at('edit'), { id, mail: 'li@example.com' })).body.code).toBe(1)
    expect((await stored())?.mail).toBe('li@example.com')
    expect((await owner.post(at('edit'), { id, mail: '' })).body.code).toBe(1)
    expect((await stored())?.mail).toBe('')
    await owner.post(at('edit'), { id, mail: whole.mail })
  })

  it('is never overwritten by a mask of something else', async () => {
    for (const body of [{ key: 'sk-****' }, { phone: '139****8000' }, { mail: 'x****@example.com' }]) {
      const answer = await owner.post(at('edit'), { id, ...body })
      expect(answer.body, JSON.stringify(body)).toMatchObject({ code: 0, data: { errors: expect.anything() } })
      expect(answer.body.msg).toContain('enter the whole value')
    }
    expect((await owner.post(at('add'), { name: 'Li', ...whole, phone: '139****8000' })).body.code).toBe(0)
    expect(await stored()).toEqual(whole)
  })

  it('does not stand in the log, and does not make the version of a record', async () => {
    const rows = await lab.query<{ data: string }>(`select data from admin_log where url ilike '%lab.person%'`)
    const audits = await lab.query<{ data: string }>(`select detail as data from audit where action like 'lab/person%'`)
    expect(rows.length).toBeGreaterThan(3)
    for (const { data } of [...rows, ...audits]) tellsNothing(data)
    const version = async () => (await owner.get<{ row: { _version: string } }>(at('edit'), { id })).body.data.row._version
    const before = await version()
    await lab.query(`update lab_person set phone = '13900139000' where id = $1`, [id])
    expect(await version()).toBe(before)
    await lab.query('update lab_person set phone = $2 where id = $1', [id, whole.phone])
  })
})

describe('the mask', () => {
  it.each([
    ['', ''],
    ['a', '****'],
    ['ab', '****'],
    ['abcd', 'a****d'],
    ['13800138000', '138****8000'],
    ['a@b.cn', '****@b.cn'],
    ['张三丰先生', '张****生'],
  ])('of %j is %j', (text, shown) => {
    expect(maskText(text, 'middle')).toBe(shown)
    expect(maskText(text, 'all')).toBe(text === '' ? '' : '****')
  })

  it('hides a third of every text at least, and of what is not an address says no length', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 60 }).filter((text) => !/[*@]/.test(text)),
        (text) => {
          const shown = maskText(text, 'middle')
          expect(isMasked({ mask: 'middle' }, shown)).toBe(true)
          expect([...shown.replace('****', '')].length).toBeLessThanOrEqual([...text].length * 0.65)
        },
      ),
    )
  })
})
