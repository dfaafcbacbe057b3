import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Field } from '../../src/schemas/field.ts'
import { type KindName, kindNames, kinds } from '../../src/schemas/kinds/index.ts'
import { CodecError, type Kind } from '../../src/schemas/kinds/kind.ts'
import { missing } from '../../src/schemas/language/form/formSchema.ts'
import { interpolate } from '../../src/schemas/language/words.ts'
import { operators } from '../../src/schemas/operators.ts'
import { type Lab, pageOf, startLab } from '../crud/lab.ts'
import { rule } from '../crud/labPages.ts'
import { bad, fieldName, kindsPage, neverMissing } from './kindFacts.ts'

const url = '/admin/lab.Kinds'
const requiredFields = Object.fromEntries(
  Object.entries(kindsPage.fields).map(([name, field]) => [name, { ...field, ...(name === 'name' ? {} : { required: true }) }]),
)
/** The same fields, each of them required; nothing is ever written there. */
const requiredPage = {
  ...kindsPage,
  entity: { table: 'lab_required', unindexedBecause: 'a table of tests' },
  fields: requiredFields,
}

type Wire = Record<string, unknown>

let lab: Lab
beforeAll(async () => {
  lab = await startLab({
    pages: { 'lab/kinds': kindsPage, 'lab/required': requiredPage },
    menus: ['kinds', 'required'].map((name) => rule(`lab/${name}`, ['index', 'add', 'edit', 'del'])),
  })
  // Rows that the remote fields choose.
  await lab.query(
    `insert into lab_label (name, status, admin_id, create_time, update_time) select 'l' || n, 1, 1, 0, 0 from generate_series(1, 3) n`,
  )
})
afterAll(() => lab?.close())

function fieldOf(kind: string): Field {
  const field = pageOf(lab.schema, 'lab/kinds').fields[fieldName(kind)]
  if (!field) throw new Error(`no field of kind ${kind}`)
  return field
}

async function add(values: Wire): Promise<number> {
  const { body } = await lab.owner.post<{ id: number }>(`${url}/add`, values)
  if (body.code !== 1) throw new Error(JSON.stringify(body))
  return body.data.id
}

async function rowOf(id: number): Promise<Wire> {
  return (await lab.owner.get<{ row: Wire }>(`${url}/edit`, { id })).body.data.row
}

async function refusals(page: string, values: Wire): Promise<Record<string, string>> {
  const { body } = await lab.owner.post<{ errors?: Record<string, string> }>(`/admin/lab.${page}/add`, values)
  expect(body.code, JSON.stringify(values).slice(0, 100)).toBe(0)
  return body.data.errors ?? {}
}

function text(lang: 'en' | 'zh-cn', code: string, params: Record<string, unknown> = {}): string {
  return interpolate(lab.schema.words.shared[lang][`validate.${code}`] ?? `no word ${code}`, params)
}

/** Ids of the rows that a search finds. */
async function found(field: string, operator: string, val: unknown): Promise<number[]> {
  const search = [{ field, operator, val }]
  const { body } = await lab.owner.get<{ list: { id: number }[] }>(`${url}/index`, { search, limit: 200 })
  if (body.code !== 1) throw new Error(`${field} ${operator}: ${body.msg}`)
  return body.data.list.map((row) => row.id).sort((a, b) => a - b)
}

/** Samples of kinds whose own are empty. */
function sampleOf(kind: Kind, field: Field, n: number): unknown {
  return field.fields ? [{ title: `Row ${n}`, quantity: 1 + (n % 5), reason: '', card: '', text: '' }] : kind.sample(field, n)
}

describe.each(kindNames)('a field of kind %s, on a real server', (name: KindName) => {
  const kind: Kind = kinds[name]
  const at = fieldName(name)

  it('comes back from its column as it was sent', async () => {
    const field = fieldOf(name)
    for (const n of [1, 2]) {
      const wire = field.fields ? sampleOf(kind, field, n) : kind.toWire(sampleOf(kind, field, n), field)
      const sent = name === 'password' ? sampleOf(kind, field, n) : wire
      const row = await rowOf(await add({ [at]: sent }))
      expect(row[at]).toEqual(name === 'password' ? '' : wire)
    }
  })

  it('that is left empty is stored and read as empty', async () => {
    const field = fieldOf(name)
    const row = await rowOf(await add({ [at]: '' }))
    expect(row[at] ?? null).toEqual(kind.toWire(kind.fromWire('', field), field) ?? null)
    expect((await rowOf(await add({})))[at]).toEqual(row[at])
  })

  it('is refused beside its name, in the words of the browser', async () => {
    const field = fieldOf(name)
    for (const wire of bad[name] ?? []) {
      const errors = await refusals('Kinds', { [at]: wire })
      const [[place, said] = ['', '']] = Object.entries(errors)
      expect(place.split('.')[0], JSON.stringify(wire).slice(0, 60)).toBe(at)
      expect(said).not.toMatch(/^validate\.|\{\w+\}/)
      try {
        kind.fromWire(wire, field)
      } catch (error) {
        if (!(error instanceof CodecError)) throw error
        expect(said).toBe(text('en', error.code, { label: at, ...error.params }))
      }
    }
  })

  it('that is required and missing is asked for in both languages', async () => {
    if (neverMissing.includes(name)) return
    const { code } = missing(fieldOf(name))
    expect((await refusals('Required', {}))[at]).toBe(text('en', code, { label: at }))
    const zh = await lab.owner.with({ lang: 'zh-cn' }).post<{ errors: Record<string, string> }>('/admin/lab.Required/add', {})
    expect(zh.body.data.errors[at]).toBe(text('zh-cn', code, { label: at }))
  })

  it('is found by its own operator, and by every operator that means something on its column', async () => {
    if (kind.secret) return
    const field = fieldOf(name)
    const wire = field.fields ? null : kind.toWire(kind.sample(field, 3), field)
    const id = await add({ [at]: wire ?? '' })
    for (const operator of operators) {
      const val = Array.isArray(wire)
        ? wire.join(',')
        : operator.endsWith('RANGE')
          ? `${String(wire)},${String(wire)}`
          : String(wire)
      const { body } = await lab.owner.get<{ list: unknown[] }>(`${url}/index`, { search: [{ field: at, operator, val }] })
      // What means nothing is refused by name, never by an error of the database.
      expect([0, 1], `${operator}: ${body.msg}`).toContain(body.code)
      expect(body.msg).not.toMatch(/database|unexpected/i)
    }
    if (!kind.operator || wire === null) return
    const val =
      kind.operator === 'RANGE' ? `${String(wire)},${String(wire)}` : Array.isArray(wire) ? wire.join(',') : String(wire)
    expect(await found(at, kind.operator, val)).toContain(id)
  })
})

describe('a region', () => {
  const hangzhou = [330_000, 330_100, 330_106]

  it('is found by each of its levels, and labelled with its names', async () => {
    const id = await add({ f_city: hangzhou })
    const other = await add({ f_city: [110_000, 110_100, 110_101] })
    for (const val of ['330000', '330000,330100', '330000,330100,330106']) {
      const ids = await found('f_city', 'FIND_IN_SET', val)
      expect(ids).toContain(id)
      expect(ids).not.toContain(other)
    }
    expect(await rowOf(id)).toMatchObject({ f_city: hangzhou, f_city_text: '浙江省,杭州市,西湖区' })
  })

  it('that is on no map is refused', async () => {
    expect(await refusals('Kinds', { f_city: [330_000, 330_100, 330_199] })).toEqual({
      f_city: text('en', 'city', { label: 'f_city' }),
    })
  })

  it('or several are told by the names of each, and refused when one is on no map or lies in another', async () => {
    const id = await add({ f_regions: [330_000, 320_500, 330_106] }).catch(() => 0)
    expect(id).toBe(0)
    const fine = await add({ f_regions: [110_000, 320_500, 330_106] })
    expect(await rowOf(fine)).toMatchObject({
      f_regions: [110_000, 320_500, 330_106],
      f_regions_text: '北京市、江苏省/苏州市、浙江省/杭州市/西湖区',
    })
    for (const [codes, code] of [
      [[330_000, 330_106], 'regionsOverlap'],
      [[330_199], 'regions'],
    ] as const)
      expect(await refusals('Kinds', { f_regions: codes })).toEqual({ f_regions: text('en', code, { label: 'f_regions' }) })
  })

  it.each(['/admin/ajax/area', '/api/ajax/area'])('is offered level by level by %s', async (address) => {
    const who = address.startsWith('/admin') ? lab.owner : lab.guest
    const provinces = (await who.get<{ value: number; label: string }[]>(address)).body.data
    expect(provinces).toHaveLength(34)
    expect(provinces[0]).toEqual({ value: 110_000, label: '北京市' })
    const cities = (await who.get<{ value: number; label: string }[]>(address, { province: 330_000 })).body.data
    expect(cities).toContainEqual({ value: 330_100, label: '杭州市' })
    const districts = (await who.get<object[]>(address, { province: 330_000, city: 330_100 })).body.data
    expect(districts).toContainEqual({ value: 330_106, label: '西湖区' })
    expect((await who.get<object[]>(address, { province: 110_000, city: 330_100 })).body.data).toEqual([])
    expect((await who.get(address, { province: "1' or 1=1" })).body.code).toBe(0)
  })
})

describe('rich text', () => {
  const payloads = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="java&#9;script:alert(1)">x</a>',
    '<a href=" &#14;javascript:alert(1)">x</a>',
    '<svg><animate onbegin=alert(1)></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<p style="position:fixed">x</p>',
    '<p id="root" name="x" class="k-btn ql-align-center">x</p>',
    '<iframe src="https://evil.example"></iframe>',
    '<img src="//evil.example/x.png">',
    '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
    '<form action="https://evil.example"><input></form>',
    '<p onclick="alert(1)">x</p>',
    '<video src="https://evil.example/a.mp4" autoplay onplay=alert(1)></video>',
    '<video src="//evil.example/a.mp4"></video><video src="/\\\\evil.example/a.mp4"></video><video src="/a/../evil.example"></video>',
    '<video poster="https://evil.example/a.png"><source src="https://evil.example/a.mp4"><track src="https://evil.example/t.vtt"></video>',
    '<span style="color:red;background:url(https://evil.example)" class="ql-color-red k-btn ql-color-evil ql-bg-#fff ql-size-99px">x</span>',
    '<table style="position:fixed" onclick="alert(1)" background="https://evil.example"><tbody><tr><td style="x" data-row="1" id="a" onload=alert(1)>x</td></tr></tbody></table>',
    '<object data="x"></object><embed src="x"><base href="https://evil.example"><meta http-equiv="refresh" content="0">',
  ]
  const harmful =
    /<script|javascript:|onerror|onbegin|onload|onclick|<svg|<math|<style|style=|<iframe|<form|<input|<object|<embed|<base|<meta|\sid=|\sname=|evil\.example|k-btn/i

  it.each(payloads)('is cleaned before it is stored: %s', async (payload) => {
    const id = await add({ f_richtext: `<p>safe</p>${payload}` })
    const [{ f_richtext: stored = '' } = {}] = await lab.query<{ f_richtext: string }>(
      'select f_richtext from lab_kind where id = $1',
      [id],
    )
    expect(stored).toContain('<p>safe</p>')
    expect(stored).not.toMatch(harmful)
    expect((await rowOf(id)).f_richtext).toBe(stored)
  })

  it.each(payloads)('is sanitized when it is read, no matter who wrote it: %s', async (payload) => {
    const id = await add({ f_richtext: '<p>safe</p>' })
    await lab.query('update lab_kind set f_richtext = $2 where id = $1', [id, `<p>safe</p>${payload}`])
    for (const path of ['edit', 'info', 'index']) {
      const { text: answer } = await lab.owner.get(`${url}/${path}`, path === 'index' ? { limit: 1 } : { id })
      expect(answer).toContain('<p>safe</p>')
      expect(answer).not.toMatch(/alert\(1\)|evil\.example|position:fixed/)
    }
  })

  it('is cleaned inside the rows of a subtable too', async () => {
    const id = await add({ f_subtable: [{ title: 'a', text: '<p>x<script>alert(1)</script></p>' }] })
    expect((await rowOf(id)).f_subtable).toMatchObject([{ title: 'a', text: '<p>x</p>' }])
  })

  it('of nothing but what is taken out counts as missing where it is required', async () => {
    expect((await refusals('Required', { f_richtext: '<script>alert(1)</script>' })).f_richtext).toBe('Content cannot be empty')
  })

  it('keeps what an editor makes, and cleaning it again changes nothing', async () => {
    const html =
      '<h2>Title</h2><p class="ql-align-center"><strong>bold</strong> <em>it</em> <u>u</u> <s>s</s></p><ul><li>one<ul><li>two</li></ul></li></ul>' +
      '<blockquote>q</blockquote><pre>code\n</pre><p><a href="https://example.com" target="_blank" rel="noopener noreferrer">link</a>' +
      '<img src="/static/a.png" alt="a" /></p><table><tbody><tr><td>1</td></tr></tbody></table>'
    const row = await rowOf(await add({ f_richtext: html }))
    expect(row.f_richtext).toBe(html)
  })

  it('keeps tables with a header row, colours and sizes of the list, and videos of the site', async () => {
    const html =
      '<table><thead><tr><th scope="col">Size</th><th scope="col">Chest</th></tr></thead><tbody><tr><td class="ql-align-center">M</td><td>96</td></tr></tbody></table>' +
      '<p><span class="ql-color-red">a</span><span class="ql-bg-yellow">b</span><strong class="ql-size-huge">c</strong></p>' +
      '<video src="/demo/a.mp4" controls="controls" preload="metadata"></video>'
    const row = await rowOf(await add({ f_richtext: html }))
    expect(row.f_richtext).toBe(html)
  })
})

it('the database itself enforces options and limits for every writer', async () => {
  const id = await add({})
  for (const [column, value] of [
    ['f_select', 9],
    ['f_radio', 9],
    ['f_switch', 7],
  ] as const)
    await expect(lab.query(`update lab_kind set ${column} = $2 where id = $1`, [id, value]), column).rejects.toThrow(
      /check constraint/,
    )
})

it('a row that breaks a newer rule shows the error at the field, and can be saved once the field is fixed', async () => {
  const id = await add({ f_mobile: '' })
  const [rule] = await lab.query<{ name: string; text: string }>(
    `select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
      where conrelid = 'lab_kind'::regclass and conname like 'lab\\_kind\\_f\\_mobile\\_k%'`,
  )
  expect(rule?.text).toMatch(/^CHECK /)
  await lab.query(`alter table lab_kind drop constraint "${rule?.name}"`)
  await lab.query(`update lab_kind set f_mobile = '12' where id = $1`, [id])
  await lab.query(`alter table lab_kind add constraint "${rule?.name}" ${rule?.text} not valid`)
  const save = async (values: Wire) => (await lab.owner.post<{ errors?: Wire }>(`${url}/edit`, { id, ...values })).body
  expect(await save({ f_string: 'x' })).toMatchObject({
    code: 0,
    data: { errors: { f_mobile: text('en', 'mobile', { label: 'f_mobile' }) } },
  })
  expect((await save({ f_string: 'x', f_mobile: '13800138000' })).code).toBe(1)
})
