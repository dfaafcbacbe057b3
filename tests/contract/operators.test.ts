import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toDb } from '../../server/core/db/values.ts'
import type { Field } from '../../src/schemas/field.ts'
import { type KindName, kindNames, kinds } from '../../src/schemas/kinds/index.ts'
import type { Kind } from '../../src/schemas/kinds/kind.ts'
import { fieldSchema } from '../../src/schemas/language/form/formSchema.ts'
import { type Operator, operators } from '../../src/schemas/operators.ts'
import { type Lab, pageOf, startLab } from '../crud/lab.ts'
import { rule, std } from '../crud/labPages.ts'
import { isLong } from '../harness/sampling.ts'

/** What a field of a kind must say besides its kind; secrets can never be searched. */
const needed: Partial<Record<KindName, object>> = {
  code: { event: 'user_change_email' },
  select: { options: [{ value: 1 }, { value: 2 }, { value: 3 }] },
  radio: { options: [{ value: 'a' }, { value: 'b' }, { value: 'c' }] },
  checkbox: { options: [{ value: 1 }, { value: 2 }, { value: 3 }] },
  multiselect: { options: [{ value: 'x' }, { value: 'y' }, { value: 'z' }] },
  remoteSelect: { page: 'lab/category', show: 'name' },
  remoteMultiSelect: { page: 'lab/category', show: 'name' },
}
const extra: Partial<Record<KindName, object>> = { subtable: { fields: { a: { kind: 'string' } } } }
const searchable = kindNames.filter((name) => !(kinds[name] as Kind).secret)
const fieldName = (kind: string) => `f_${kind.toLowerCase()}`

const page = {
  version: 1,
  kind: 'crud',
  entity: { table: 'lab_kinds' },
  fields: Object.fromEntries(
    searchable.map((kind) => [fieldName(kind), { kind, nullable: true, ...needed[kind], ...extra[kind] }]),
  ),
  table: { columns: ['id'], search: [], row: [] },
}

let lab: Lab
/** The fields that are columns, and their values row by row; the last row has nothing in any of them. */
let fields: Field[]
const count = Number(isLong ? 40 : 6)
const values = new Map<string, unknown[]>()

beforeAll(async () => {
  lab = await startLab({ pages: { 'lab/kinds': page }, menus: [rule('lab/kinds', std)] })
  fields = Object.values(pageOf(lab.schema, 'lab/kinds').fields).filter((f) => f.name.startsWith('f_') && f.store)
  for (const field of fields) {
    const kind = (kinds as Record<string, Kind>)[field.kind] as Kind
    values.set(field.name, [...Array.from({ length: count }, (_, n) => kind.sample(field, n)), null])
  }
  for (let n = 0; n <= count; n++) {
    const row = fields.map((field) => toDb(values.get(field.name)?.[n], field))
    const names = fields.map((field) => `"${field.name}"`).join(', ')
    await lab.query(`insert into lab_kinds (id, ${names}) values (${n + 1}, ${row.map((_, i) => `$${i + 1}`).join(', ')})`, row)
  }
})
afterAll(() => lab.close())

/** Ids of the rows that a search finds, or the refusal. */
async function found(field: string, operator: Operator, val: string): Promise<number[] | 'refused'> {
  const { body } = await lab.owner.get<{ list: { id: number }[] }>('/admin/lab.Kinds/index', {
    search: [{ field, operator, val }],
    order: 'id,asc',
    limit: 200,
  })
  if (body.code === 1) return body.data.list.map((row) => row.id)
  expect(body.msg).not.toBe('')
  return 'refused'
}

const ids = (field: Field, is: (value: unknown) => boolean): number[] =>
  (values.get(field.name) ?? []).flatMap((value, n) => (value !== null && is(value) ? [n + 1] : []))

/** How the wire writes one value of an address. */
function wireText(field: Field, value: unknown): string {
  const wire = ((kinds as Record<string, Kind>)[field.kind] as Kind).toWire(value, field)
  return Array.isArray(wire) ? wire.join(',') : String(wire)
}

const isList = (field: Field) => field.store?.type.endsWith('[]') === true
const isDocument = (field: Field) => ['json', 'jsonb', 'bytea'].includes(field.store?.type ?? '')
const isText = (field: Field) => ['varchar', 'char', 'text'].includes(field.store?.type ?? '')
/** Texts are compared without regard to case. */
const fold = (field: Field, value: unknown) => (isText(field) ? String(value).toLowerCase() : value)
const order = (field: Field, a: unknown, b: unknown): number => {
  const [x, y] = [fold(field, a), fold(field, b)]
  if (typeof x === 'number' && typeof y === 'number') return x - y
  return String(x) < String(y) ? -1 : String(x) > String(y) ? 1 : 0
}

describe.each(searchable)('a column of kind %s', (kindName) => {
  const field = () => fields.find((each) => each.kind === kindName)

  test('is found by every operator that means something for it exactly where the value says so, and refused by the others', async () => {
    const own = field()
    // Values in tables of pairs and virtual ones are no columns; they have tests of their own.
    if (!own) return expect(kinds[kindName].store({ kind: kindName } as Field)).toBeNull()
    expect(fieldSchema(own, false)).toBeDefined()
    const all = values.get(own.name) ?? []
    const asked = all[1]
    const text = wireText(own, asked)
    if (isDocument(own)) return documents(own)
    if (isList(own)) return lists(own, asked as unknown[])
    const same = ids(own, (value) => order(own, value, asked) === 0)
    const there = ids(own, () => true)
    const not = (list: number[]) => there.filter((id) => !list.includes(id))
    expect(await found(own.name, 'eq', text)).toEqual(same)
    expect(await found(own.name, 'ne', text)).toEqual(not(same))
    expect(await found(own.name, 'IN', text)).toEqual(same)
    expect(await found(own.name, 'NOT IN', text)).toEqual(not(same))
    expect(await found(own.name, 'NULL', '1')).toEqual([count + 1, ...ids(own, (value) => value === '')].sort((a, b) => a - b))
    const filled = ids(own, (value) => value !== '')
    expect(await found(own.name, 'NOT NULL', '1')).toEqual(filled)
    const sized: [Operator, (by: number) => boolean][] = [
      ['gt', (by) => by > 0],
      ['egt', (by) => by >= 0],
      ['lt', (by) => by < 0],
      ['elt', (by) => by <= 0],
    ]
    // The order of texts is the database's own; what is equal under it is the same everywhere.
    if (!isText(own)) {
      for (const [operator, is] of sized)
        expect([operator, await found(own.name, operator, text)]).toEqual([
          operator,
          ids(own, (value) => is(order(own, value, asked))),
        ])
      const within = ids(own, (value) => order(own, value, asked) === 0)
      expect(await found(own.name, 'RANGE', `${text},${text}`)).toEqual(within)
      expect(await found(own.name, 'NOT RANGE', `${text},${text}`)).toEqual(not(within))
      expect(await found(own.name, 'RANGE', `${text},`)).toEqual(ids(own, (value) => order(own, value, asked) >= 0))
      expect(await found(own.name, 'RANGE', `,${text}`)).toEqual(ids(own, (value) => order(own, value, asked) <= 0))
    } else {
      for (const operator of ['gt', 'egt', 'lt', 'elt'] as const)
        expect(await found(own.name, operator, text)).not.toBe('refused')
      const upper = await found(own.name, 'egt', text)
      const lower = await found(own.name, 'lt', text)
      expect([...(upper as number[]), ...(lower as number[])].sort((a, b) => a - b)).toEqual(there)
      expect(await found(own.name, 'RANGE', `${text},${text}`)).toEqual(same)
      expect(await found(own.name, 'NOT RANGE', `${text},${text}`)).toEqual(not(same))
    }
    if (isText(own)) {
      const part = text.slice(0, 2).toUpperCase()
      const holding = ids(own, (value) => String(value).toUpperCase().includes(part))
      expect(await found(own.name, 'LIKE', part)).toEqual(holding)
      expect(await found(own.name, 'NOT LIKE', part)).toEqual(not(holding))
      expect(await found(own.name, 'FIND_IN_SET', text)).toEqual(text.includes(',') ? expect.anything() : same)
    } else
      for (const operator of ['LIKE', 'NOT LIKE', 'FIND_IN_SET'] as const)
        expect(await found(own.name, operator, text)).not.toBe('refused')
  })

  test('never finds a row that has nothing by anything but NULL', async () => {
    const own = field()
    if (!own) return
    const text = wireText(own, (values.get(own.name) ?? [])[1])
    if (text === '') return // an empty search asks for nothing
    for (const operator of operators.filter((each) => each !== 'NULL')) {
      const list = await found(own.name, operator, operator.includes('RANGE') ? `${text.split(',')[0]},` : text)
      if (list !== 'refused') expect([operator, list.includes(count + 1)]).toEqual([operator, false])
    }
    expect(await found(own.name, 'NULL', '1')).toContain(count + 1)
  })

  /** Lists: equal and IN mean "holds it", FIND_IN_SET "holds all of them"; there is no order. */
  async function lists(own: Field, asked: unknown[]) {
    const [first] = asked
    const one = wireText(own, [first])
    const holds = ids(own, (value) => (value as unknown[]).some((item) => String(item) === String(first)))
    const there = ids(own, () => true)
    expect(await found(own.name, 'eq', one)).toEqual(holds)
    expect(await found(own.name, 'ne', one)).toEqual(there.filter((id) => !holds.includes(id)))
    expect(await found(own.name, 'IN', one)).toEqual(holds)
    expect(await found(own.name, 'NOT IN', one)).toEqual(there.filter((id) => !holds.includes(id)))
    const all = ids(own, (value) => asked.every((item) => (value as unknown[]).map(String).includes(String(item))))
    expect(await found(own.name, 'FIND_IN_SET', wireText(own, asked))).toEqual(all)
    for (const operator of ['gt', 'egt', 'lt', 'elt', 'RANGE', 'NOT RANGE'] as const)
      expect([operator, await found(own.name, operator, one)]).toEqual([operator, 'refused'])
  }

  /** Documents are searched by their text, and by whether there is one. */
  async function documents(own: Field) {
    for (const operator of ['gt', 'egt', 'lt', 'elt', 'RANGE', 'NOT RANGE'] as const)
      expect([operator, await found(own.name, operator, '"x"')]).toEqual([operator, 'refused'])
    expect(await found(own.name, 'NULL', '1')).toContain(count + 1)
    expect(await found(own.name, 'LIKE', 'no such text')).toEqual([])
  }
})
