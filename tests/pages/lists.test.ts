import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asRow, flatRows } from '../../src/runtime/rows.ts'
import type { Field } from '../../src/schemas/field.ts'
import { kindOf } from '../../src/schemas/kinds/index.ts'
import type { SearchField } from '../../src/schemas/language/list/table.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { encodeValue } from '../../src/schemas/language/wire/codec.ts'
import type { Client, Params } from '../harness/client.ts'
import { productSchema } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { memberClient, signInMember } from '../member/people.ts'

/** Every list of the product over HTTP, as BuildAdmin's client asks: read, searched, sorted, opened for editing and saved as it was. */

type Row = Record<string, unknown>
interface List {
  list: Row[]
  total?: number
  remark: string
}

const schema = await productSchema()
let server: TestServer
let owner: Client
let member: Client
/** Posts a row as it was read, with what is only read in it: such fields are passed over. */
let buildadmin: Record<Page['area'], Client>
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
  const { token } = await signInMember(server)
  member = memberClient(server, token)
  const headers = { 'x-kontor-strict': '0' }
  buildadmin = { admin: owner.with({ headers }), user: memberClient(server, token, { headers }) }
})
afterAll(() => server?.close())

const pages = [...schema.pages.values()].filter(({ kind, entity }) => kind === 'crud' && entity.key !== null)
const urlOf = ({ area, controller }: Page) => `/${area === 'admin' ? 'admin' : 'api'}/${controller}`
const clientOf = ({ area }: Page) => (area === 'admin' ? owner : member)

async function read(page: Page, params: Params = {}): Promise<List & { rows: Row[] }> {
  const { body } = await clientOf(page).get<List>(`${urlOf(page)}/index`, { limit: 200, ...params })
  expect(body.code, `${page.id} ${JSON.stringify(params)}: ${body.msg}`).toBe(1)
  return { ...body.data, rows: [...flatRows(body.data.list)] as Row[] }
}

const idsOf = (page: Page, rows: readonly Row[]) => rows.map((row) => String(row[page.entity.key ?? 'id'])).sort()

/** The values that a row shows under a name: one, or those of its lines; a list of choices is its members. */
function valuesAt(row: Row, name: string): unknown[] {
  const [first = '', ...rest] = name.split('.')
  const value = row[first]
  if (rest.length === 0) return [value]
  return (Array.isArray(value) ? value : [value]).flatMap((inner) => valuesAt(asRow(inner), rest.join('.')))
}

const fieldAt = (page: Page, name: string): Field | undefined => {
  const [first = '', inner] = name.split('.')
  return inner === undefined ? page.fields[first] : page.related[first]?.[inner]
}

const parts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : String(value).split(','))
const isThere = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

/** What a search by an operator asks of a value, and the text that asks for just this value; by the words of the protocol, not of the server. */
const judges: Readonly<Record<string, { ask(value: unknown): string; fits(value: unknown, asked: string): boolean }>> = {
  eq: {
    ask: String,
    fits: (value, asked) => parts(value).some((part) => part.toLowerCase() === asked.toLowerCase()) || String(value) === asked,
  },
  LIKE: {
    // Lists are searched part by part.
    ask: (value) => (parts(value)[0] ?? '').slice(0, 6),
    fits: (value, asked) => String(value).toLowerCase().includes(asked.toLowerCase()),
  },
  IN: { ask: (value) => parts(value)[0] ?? '', fits: (value, asked) => parts(value).includes(asked) },
  FIND_IN_SET: { ask: (value) => parts(value)[0] ?? '', fits: (value, asked) => parts(value).includes(asked) },
  RANGE: {
    ask: (value) => `${value},${value}`,
    fits: (value, asked) => String(value) === asked.split(',')[0] || Number(value) === Number(asked.split(',')[0]),
  },
}

describe.each(pages.map((page) => [page.id, page] as const))('the list of %s', (id, page) => {
  it('is read: rows, how many there are, and what is said of the screen', async () => {
    const { list, rows, total, remark } = await read(page)
    expect(typeof remark).toBe('string')
    if (page.entity.tree) expect(total).toBeUndefined()
    else expect(total).toBeGreaterThanOrEqual(list.length)
    expect(new Set(idsOf(page, rows)).size).toBe(rows.length)
    for (const { field } of page.table.columns)
      for (const row of rows.slice(0, 3)) expect(row, `${id}: column ${field}`).toHaveProperty(field.split('.')[0] ?? '')
  })

  it('is searched by each of its fields: what is found is what fits', async () => {
    const all = await read(page)
    const whole = page.entity.tree !== null || (all.total ?? 0) <= 200
    for (const search of page.table.search) await searched(page, search, all.rows, whole)
  })

  it('is searched by its own words', async () => {
    const { rows } = await read(page)
    for (const name of page.table.quickSearch) {
      const field = fieldAt(page, name)
      const row = rows.find((each) => valuesAt(each, name).some((value) => typeof value === 'string' && /^\S{2,}$/.test(value)))
      const word = row && valuesAt(row, name).find((value) => typeof value === 'string' && /^\S{2,}$/.test(value))
      if (!row || field?.mask) continue
      const found = await read(page, { quickSearch: String(word) })
      expect(found.rows.length, `${id}: ${name} ${word}`).toBeGreaterThan(0)
      if ((found.total ?? 0) <= 200) expect(idsOf(page, found.rows)).toContain(String(row[page.entity.key ?? 'id']))
    }
  })

  it('is sorted by each column that can be sorted, both ways', async () => {
    if (page.entity.tree) return
    for (const { field, sortable } of page.table.columns) {
      if (!sortable) continue
      const values = async (direction: string) =>
        (await read(page, { order: `${field},${direction}` })).rows.map((row) => valuesAt(row, field)[0])
      const [up, down] = [await values('asc'), await values('desc')]
      const numbers = (list: unknown[]) => list.filter(isThere).map(Number)
      if (numbers(up).every((n) => !Number.isNaN(n))) {
        expect(numbers(up), `${id}: ${field} up`).toEqual(numbers(up).sort((a, b) => a - b))
        expect(numbers(down), `${id}: ${field} down`).toEqual(numbers(down).sort((a, b) => b - a))
      } else if (up.length < 200) expect(up.filter(isThere), `${id}: ${field}`).toEqual(down.filter(isThere).reverse())
    }
  })

  it('opens its rows for editing, and saving one as it is writes nothing', async () => {
    if (!page.actions.edit) return
    const key = page.entity.key ?? 'id'
    const { rows } = await read(page)
    for (const row of [rows[0], rows[Math.floor(rows.length / 2)], rows.at(-1)]) {
      if (!row || typeof asRow(row._denied).edit === 'string') continue
      const stored = () =>
        server.query(`select xmin::text, to_jsonb(t) as row from "${page.entity.table}" t where "${key}" = $1`, [row[key]])
      const before = await stored()
      const opened = await buildadmin[page.area].get<{ row: Row }>(`${urlOf(page)}/edit`, { [key]: row[key] })
      expect(opened.body.code, `${id} ${row[key]}: ${opened.body.msg}`).toBe(1)
      const { body } = await buildadmin[page.area].post(`${urlOf(page)}/edit`, opened.body.data.row)
      expect(body, `${id} ${row[key]}: ${JSON.stringify(body)}`).toMatchObject({ code: 1 })
      expect(await stored(), `${id} ${row[key]}`).toEqual(before)
    }
  })

  it('names what its rows and forms choose of other tables', async () => {
    const { rows } = await read(page)
    if (!page.actions.edit && !page.actions.add) return
    const fields = page.form.sections.flatMap((section) => section.fields).flatMap((name) => page.fields[name] ?? [])
    // Checked trees are told in the list by their number or words (auth/group).
    for (const field of fields.filter(({ kind, check }) => (kind === 'remoteSelect' || kind === 'remoteMultiSelect') && !check)) {
      // 0 is the outermost level of a tree, * all there are.
      const value = rows.map((row) => row[field.name]).find((each) => isThere(each) && each !== 0)
      const ask = async (params: Params) => {
        const action = page.actions.edit ? 'edit' : 'add'
        const answer = await clientOf(page).get<{ list: Row[] }>(`${urlOf(page)}/options`, {
          field: field.name,
          action,
          ...params,
        })
        expect(answer.body.code, `${id}: ${field.name}: ${answer.body.msg}`).toBe(1)
        return answer.body.data.list
      }
      if (!field.depends)
        for (const one of await ask({})) expect(one.label, `${id}: ${field.name}`).toEqual(expect.stringMatching(/\S/))
      if (value === undefined) continue
      const chosen = await ask({ initValue: parts(value) })
      expect(chosen.map((one) => String(one.value)).sort(), `${id}: ${field.name}`).toEqual(parts(value).sort())
      for (const one of chosen) expect(one.label).toEqual(expect.stringMatching(/\S/))
    }
  })
})

/** A field that the list does not show: its value is read from its table. */
async function searchedUnseen(page: Page, field: string, operator: string): Promise<void> {
  const [relation = '', inner] = field.split('.')
  const { table, key, relations } = page.entity
  const joined = relations[relation]
  const column = inner === undefined ? `t."${field}"` : `r."${inner}"`
  const on = joined?.type === 'many' ? `r."${joined.foreignKey}" = t."${key}"` : `r.id = t."${joined?.key}"`
  const join = inner === undefined ? '' : `join "${joined?.table}" r on ${on}`
  const [found] = await server.query<{ id: unknown; value: unknown }>(
    `select t."${key}" as id, ${column} as value from "${table}" t ${join} where ${column}::text <> '' ${page.entity.softDelete ? 'and t.delete_time is null' : ''} limit 1`,
  )
  const what = `${page.id}: ${field} ${operator}, which the list does not show`
  if (fieldAt(page, field)?.mask) return // tests/crud/masks.test.ts
  expect(found, what).toBeDefined()
  const of = fieldAt(page, field)
  // Amounts are fen there, and yuan on the wire; large numbers come as text.
  const value = of?.store?.type === 'bigint' ? Number(found?.value) : found?.value
  const asked = judges[operator]?.ask(of ? encodeValue(of, value) : value) ?? ''
  const { rows, total = 0 } = await read(page, { search: [{ field, operator, val: asked }] })
  expect(total, `${what}: ${asked}`).toBeGreaterThan(0)
  if (total <= 200) expect(idsOf(page, rows), `${what}: ${asked}`).toContain(String(found?.id))
}

async function searched(
  page: Page,
  { field, operator, below }: SearchField,
  rows: readonly Row[],
  whole: boolean,
): Promise<void> {
  const what = `${page.id}: ${field} ${operator}`
  if (operator === 'NULL' || operator === 'NOT NULL') {
    const found = await read(page, { search: [{ field, operator, val: '1' }] })
    for (const each of found.rows) expect(valuesAt(each, field).some(isThere), what).toBe(operator === 'NOT NULL')
    return
  }
  const judge = judges[operator]
  if (!judge) throw new Error(`${what}: no test for this operator`)
  const row = rows.find((each) => valuesAt(each, field).some(isThere))
  const value = row && valuesAt(row, field).find(isThere)
  if (rows.length === 0) return // nothing there yet: exports, imports
  if (!row) return searchedUnseen(page, field, operator)
  const of = fieldAt(page, field)
  if (of?.mask) return // tests/crud/masks.test.ts
  const asked = judge.ask(value)
  const found = await read(page, {
    search: [{ field, operator, val: asked, ...(of && kindOf(of).input === 'dateRange' ? {} : {}) }],
  })
  const key = page.entity.key ?? 'id'
  const fits = rows.filter((each) => valuesAt(each, field).some((one) => isThere(one) && judge.fits(one, asked)))
  expect(fits, what).toContain(row)
  if (whole && !below && !page.entity.tree) expect(idsOf(page, found.rows), `${what} ${asked}`).toEqual(idsOf(page, fits))
  else {
    if ((found.total ?? 0) <= 200) expect(idsOf(page, found.rows), `${what} ${asked}`).toContain(String(row[key]))
    if (below || page.entity.tree) return
    const strangers = found.rows.filter((each) => !valuesAt(each, field).some((one) => isThere(one) && judge.fits(one, asked)))
    expect(idsOf(page, strangers), `${what} ${asked}`).toEqual([])
  }
}
