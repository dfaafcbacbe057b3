import fc from 'fast-check'
import { Client as Postgres } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operators } from '../../src/schemas/operators.ts'
import { isLong } from '../harness/sampling.ts'
import { type Lab, startLab } from './lab.ts'

/** Statements that the server sent, without their values: pg writes text and values apart, so the text is what this client sends. */
const seen = new Set<string>()
let lab: Lab
let restore = () => {}
beforeAll(async () => {
  const proto = Postgres.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const plain = proto.query
  proto.query = function (this: unknown, first: unknown, ...rest: unknown[]) {
    const given = first as { text?: unknown } | string
    seen.add(typeof given === 'string' ? given : String(given.text))
    return plain.call(this, first, ...rest)
  }
  restore = () => {
    proto.query = plain
  }
  lab = await startLab()
  await lab.query(
    `insert into lab_item (name, code, secret_code) select 'n' || n, 'c' || n, 'CANARY' from generate_series(1, 30) n`,
  )
})
afterAll(async () => {
  restore()
  await lab.close()
})

const runs = isLong ? 20_000 : 2_000
/** Stands in every text a person could have sent; must be in no statement. */
const mark = 'zqxj'
const nasty = [
  "'",
  '"',
  ';',
  '--',
  '/*',
  '\\',
  '%',
  '_',
  '$1',
  '$$',
  ')',
  ' or 1=1',
  '\u2019',
  '{',
  '}',
  ',',
  '\n',
  "E'",
  '::text',
]
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...nasty),
      fc.string({ maxLength: 3 }).filter((t) => !t.includes('\0')),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(mark))
const fields = [
  'id',
  'name',
  'code',
  'price',
  'rate',
  'count',
  'big',
  'level',
  'mode',
  'tags',
  'open',
  'day',
  'at',
  'seen',
  'clock',
  'category_id',
  'label_arr',
  'category.name',
  'lines.title',
  'extra',
  'note',
  'status',
  'secret_code',
]
const field = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fields) }, { weight: 1, arbitrary: text })
const value = fc.oneof(
  text,
  fc.constantFrom(
    '1',
    '0',
    '-5',
    '1,2',
    ',9',
    '1.5',
    'a,b',
    '2026-01-01',
    '2026-01-01 00:00:00,2026-02-01 00:00:00',
    '99999999999999999999',
    '08:00',
    '9007199254740993',
  ),
  fc.array(text, { maxLength: 3 }),
  fc.constantFrom(['a', 'b'], ['1', '2']),
)
const term = fc.record({
  field,
  operator: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...operators) }, { weight: 1, arbitrary: text }),
  val: value,
  render: fc.option(fc.constantFrom('datetime', mark), { nil: undefined, freq: 3 }),
})
const request = fc.record(
  {
    search: fc.array(term, { maxLength: 1 }),
    order: fc.oneof(
      fc.constantFrom('id,asc', 'name,desc', 'price,asc', 'at,desc'),
      fc.tuple(field, fc.oneof(fc.constantFrom('asc', 'desc'), text)).map((parts) => parts.join(',')),
    ),
    quickSearch: text,
    page: fc.oneof(fc.integer().map(String), text),
    limit: fc.oneof(fc.integer().map(String), text),
    initKey: fc.oneof(fc.constantFrom('id', 'lab_item.id', 'name'), field),
    initValue: fc.array(text, { maxLength: 3 }),
    select: fc.constantFrom('', 'true'),
    isTree: fc.constantFrom('true', 'false'),
  },
  { requiredKeys: [] },
)

test('nothing that a person sends becomes part of a statement, and no statement fails', async () => {
  const call = fc.oneof(
    request.map((params) => ({ path: 'lab.Item/index', params })),
    request.map((params) => ({ path: 'lab.Category/index', params: { ...params, order: undefined, search: [] } })),
    fc
      .record({ id: fc.oneof(text, fc.constantFrom('1', '99999999999', '-1')) })
      .map((params) => ({ path: 'lab.Item/edit', params })),
    fc
      .record(
        {
          field: fc.oneof(fc.constantFrom('label_arr', 'category_id'), text),
          action: fc.constantFrom('', 'ship'),
          quickSearch: text,
          initValue: fc.array(text, { maxLength: 2 }),
          page: text,
          limit: text,
        },
        { requiredKeys: ['field'] },
      )
      .map((params) => ({ path: 'lab.Item/options', params })),
  )
  let rows = 0
  seen.clear()
  await fc.assert(
    fc.asyncProperty(call, async ({ path, params }) => {
      const { status, body, text: answer } = await lab.owner.get<{ list?: unknown[] }>(`/admin/${path}`, params)
      expect(status, JSON.stringify({ path, params, answer })).toBe(200)
      expect([0, 1]).toContain(body.code)
      expect(answer).not.toContain('CANARY')
      rows += body.data?.list?.length ?? 0
    }),
    { numRuns: runs, seed: 20260331 },
  )
  expect(rows).toBeGreaterThan(100)
  expect(seen.size).toBeGreaterThan(50)
  expect([...seen].filter((statement) => statement.includes(mark))).toEqual([])
  // The number of texts is bounded by the schema: fields × operators × orders × shapes of a request, not by what was sent.
  const known = new Set(seen)
  const more = { search: [{ field: 'name', operator: 'LIKE', val: `${mark}'` }], order: 'id,asc' }
  await lab.owner.get('/admin/lab.Item/index', more)
  const once = seen.size
  for (const val of nasty)
    await lab.owner.get('/admin/lab.Item/index', { ...more, search: [{ field: 'name', operator: 'LIKE', val: `${val}x` }] })
  expect(seen.size).toBe(once)
  expect(known.size).toBeLessThan(fields.length * operators.length * 20)
}, 600_000)

test('what is written is written as it was sent, whatever it holds', async () => {
  seen.clear()
  await fc.assert(
    fc.asyncProperty(text, text, async (note, secret) => {
      const name = `w${Math.random()}`
      const { body } = await lab.owner.post<{ id: number; errors?: object }>('/admin/lab.Item/add', {
        name,
        note,
        secret_code: secret,
        origin: secret.slice(0, 20),
      })
      expect(body.code, JSON.stringify(body)).toBe(1)
      const [row] = await lab.query('select note, secret_code from lab_item where id = $1', [body.data.id])
      expect(row).toEqual({ note: note, secret_code: secret })
      expect((await lab.owner.post('/admin/lab.Item/edit', { id: body.data.id, note: `${note}!` })).body.code).toBe(1)
      expect((await lab.owner.del('/admin/lab.Item/del', { ids: [body.data.id] })).body.code).toBe(1)
    }),
    { numRuns: Math.ceil(runs / 20), seed: 20260331 },
  )
  expect([...seen].filter((statement) => statement.includes(mark))).toEqual([])
}, 600_000)

test('the role of the server is no superuser and can read no file of the machine', async () => {
  await expect(lab.query(`select pg_read_file('/etc/passwd')`)).rejects.toThrow(/permission denied/)
  await expect(lab.query(`copy lab_item to program 'true'`)).rejects.toThrow(
    /permission denied|must be superuser|pg_execute_server_program/,
  )
  await expect(lab.query('select rolpassword from pg_authid')).rejects.toThrow(/permission denied/)
})
