import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Schema } from '../../codegen/schema/schema.ts'
import { isStored } from '../../server/core/db/columns.ts'
import type { Field } from '../../src/schemas/field.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { operators } from '../../src/schemas/operators.ts'
import type { Client, Params } from '../harness/client.ts'
import { everyNth, sampleOf } from '../harness/sampling.ts'
import { productSchema } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { person } from './people.ts'

/** Two numbers of which the mask shows the same, and what is alike in them. */
const [first, second] = ['13811112222', '13833332222']
const shown = '138****2222'

let server: TestServer
let schema: Schema
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  schema = await productSchema()
}, 120_000)
afterAll(() => server.close())

/** Masked columns that hold the value itself: of what is encrypted the column holds the mask alone. */
const maskedOf = (fields: Readonly<Record<string, Field>>) =>
  Object.values(fields).filter((field) => field.mask && isStored(field) && field.sealed === undefined)

/** Names by which a list may be asked for masked columns of its table and of those beside it, with the table that each is in. */
function targetsOf(page: Page): { name: string; table: string; column: string }[] {
  const own = maskedOf(page.fields).map(({ name }) => ({ name, table: page.entity.table, column: name }))
  const related = Object.entries(page.entity.relations).flatMap(([relation, { table }]) =>
    maskedOf(schema.entities.get(table)?.fields ?? {}).map(({ name }) => ({ name: `${relation}.${name}`, table, column: name })),
  )
  return [...own, ...related]
}

const adminPages = () => [...schema.pages.values()].filter((page) => page.area === 'admin')
/** Picks every other page that shows a masked value, and each tenth of the others. */
const showsMasked = (page: Page, at: number) =>
  page.kind === 'crud' && targetsOf(page).length > 0 ? at % 2 === 0 || page.id === 'user/user' : at % 10 === 0
const lists = () => adminPages().filter((page) => page.kind === 'crud')
const pathOf = (page: Page, call: string) => `/admin/${page.controller}/${call}`

/** Somebody who may open every screen, and nothing else. */
function reader(more: readonly string[] = []) {
  return person(server, [...adminPages().flatMap(({ id }) => [id, `${id}/index`]), ...more])
}

const lax = (client: Client) => client.with({ token: client.token ?? '', headers: { 'x-kontor-strict': '0' } })

/** What a list is asked by parts, lists, order or absence of a value. */
function inexact(name: string): Params[] {
  const values = [first, '1381111', '138', `${first},${second}`, [first, second], '13800000000,13822222222', '']
  const searches = operators
    .filter((operator) => operator !== 'eq' && operator !== 'IN')
    .flatMap((operator) => values.map((val) => ({ search: [{ field: name, operator, val }] })))
  const many = [`${first},${second}`, [first, second], Array.from({ length: 100 }, (_, i) => String(13_811_110_000 + i * 7))]
  return [
    ...searches,
    ...many.map((val) => ({ search: [{ field: name, operator: 'IN', val }] })),
    ...many.map((initValue) => ({ initKey: name, initValue })),
    ...['asc', 'desc'].map((direction) => ({ order: `${name},${direction}` })),
  ]
}

/** Everything that a page answers, without exact questions. */
async function answersOf(client: Client, page: Page): Promise<string[]> {
  const texts: string[] = []
  const ask = async (who: Client, call: string, params: Params) => {
    const { body } = await who.get(pathOf(page, call), params)
    const { age: _seconds, ...data } = (body.data ?? {}) as { age?: number } // how long ago a dashboard was worked out
    texts.push(JSON.stringify([call, params, body.code, body.msg, data]))
  }
  if (page.kind !== 'crud') {
    await ask(client, 'index', {})
    return texts
  }
  const asked: Params[] = [
    { limit: 200 },
    { select: 'true', limit: 200 },
    ...['1111', '3333', '1381111', '13811112', '138****2222'].map((quickSearch) => ({ quickSearch })),
  ]
  for (const params of asked) for (const call of ['index', 'summary']) await ask(client, call, params)
  for (const field of Object.values(page.fields))
    if (field.page !== undefined || field.table !== undefined)
      for (const quickSearch of ['', '1111', '3333']) await ask(client, 'options', { field: field.name, quickSearch })
  return texts
}

/** Gives two rows of a table the two numbers, one each; `swapped` the other way round. */
async function number(table: string, column: string, swapped: boolean): Promise<void> {
  const rows = await server.query<{ id: number }>(`select id from "${table}" order by id limit 2`)
  const isMail = schema.entities.get(table)?.fields[column]?.kind === 'email'
  const written = (text: string) => (isMail ? `${text}@example.com` : text)
  const values = (swapped ? [second, first] : [first, second]).map(written)
  for (const [i, { id }] of rows.entries())
    await server.query(`update "${table}" set "${column}" = $2 where id = $1`, [id, written(`1370000000${i}`)])
  for (const [i, { id }] of rows.entries())
    await server.query(`update "${table}" set "${column}" = $2 where id = $1`, [id, values[i]])
}

const columns = () =>
  [...schema.entities.values()].flatMap(({ table, fields }) => maskedOf(fields).map(({ name }) => ({ table, column: name })))

test('a column is masked alike on every screen of the back office that shows it, in lists, records and logs', () => {
  const masks = new Map<string, Map<string, string[]>>()
  const note = (column: string, mask: unknown, where: string) => {
    const known = masks.get(column) ?? new Map<string, string[]>()
    masks.set(column, known.set(JSON.stringify(mask ?? null), [...(known.get(JSON.stringify(mask ?? null)) ?? []), where]))
  }
  for (const { id, area, entity, fields, related } of schema.pages.values()) {
    if (area !== 'admin') continue
    for (const field of Object.values(fields)) if (field.store) note(`${entity.table}.${field.name}`, field.mask, id)
    for (const [relation, of] of Object.entries(related))
      for (const field of Object.values(of))
        note(`${entity.relations[relation]?.table}.${field.name}`, field.mask, `${id} ${relation}`)
  }
  expect([...masks].filter(([, known]) => known.size > 1).map(([column, known]) => [column, ...known])).toEqual([])
  // The numbers of members stand on several screens: the comparison compares something.
  expect([...(masks.get('user.mobile')?.values() ?? [])].flat().length).toBeGreaterThan(2)
  expect(masks.get('user.mobile')?.has('null')).toBe(false)
})

describe('a masked value', () => {
  test('is one in several tables, and members, their addresses and the contestants are among them', () => {
    const found = columns().map(({ table, column }) => `${table}.${column}`)
    expect(found).toEqual(
      expect.arrayContaining([
        ...['user.mobile', 'user.email', 'shop_user_address.mobile', 'sms_log.mobile', 'shop_contestant.mobile'],
        ...['shop_contestant.email', 'shop_order.receiver_mobile', 'points_order.receiver_mobile', 'shop_team.mobile'],
      ]),
    )
    expect(lists().flatMap((page) => targetsOf(page)).length).toBeGreaterThan(10)
  })

  test('is refused by every list to every operator but one exact value, for every caller and spelling', async () => {
    const client = await reader()
    const wrong: string[] = []
    let asked = 0
    const targets = lists().flatMap((page) => targetsOf(page).map(({ name }) => ({ page, name })))
    for (const { page, name } of sampleOf('masked columns that are searched', targets, everyNth(4)))
      for (const params of inexact(name))
        for (const who of [client, lax(client)]) {
          asked++
          const { body } = await who.get<{ list: unknown[] }>(pathOf(page, 'index'), params)
          const isNothing = JSON.stringify(params).includes('"val":""') && !JSON.stringify(params).includes('NULL')
          if (body.code !== 0 && !isNothing) wrong.push(`${page.id} ${JSON.stringify(params)}`)
          else if (body.code === 0 && !body.msg.includes(name)) wrong.push(`${page.id} ${JSON.stringify(params)}: ${body.msg}`)
        }
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(200)
  }, 240_000)

  test('makes no difference to any answer of any page, when its hidden digits are others', async () => {
    const client = await reader()
    const set = async (swapped: boolean) => {
      for (const { table, column } of columns()) await number(table, column, swapped)
    }
    const pages = sampleOf('pages with masked columns', adminPages(), showsMasked)
    const all = async () => {
      const texts: string[] = []
      for (const page of pages) texts.push(...(await answersOf(client, page)))
      return texts
    }
    await set(false)
    const before = await all()
    await set(true)
    const after = await all()
    expect(before.length).toBeGreaterThan(50)
    expect(before.filter((text, i) => text !== after[i])).toEqual([])
    const text = before.join('\n')
    expect(text).toContain(shown)
    for (const value of [first, second]) {
      expect(text.replaceAll(`"quickSearch":"${value}"`, '')).not.toContain(`"${value}"`)
      expect(text).not.toContain(`${value}@`)
    }
  }, 240_000)

  test('is not searched in a file either', async () => {
    const pages = lists().filter((page) => page.actions.export)
    const client = await reader(pages.map(({ id }) => `${id}/export`))
    for (const page of pages)
      for (const { name } of targetsOf(page)) {
        const scope = Object.keys(page.table.sheets)[0] ?? ''
        const query = { search: [{ field: name, operator: 'LIKE', val: '138' }] }
        const body = { format: 'csv', scope, columns: [page.table.columns[0]?.field], query }
        const answer = await client.post(pathOf(page, 'export'), body)
        expect(answer.body, `${page.id} ${name}`).toMatchObject({ code: 0 })
        expect(answer.body.msg).toContain(name)
      }
  })

  test('does not stand in the log when somebody exports what they searched for', async () => {
    const client = await reader(['shop/user/user/export'])
    const query = { search: [{ field: 'user.mobile', operator: 'eq', val: first }] }
    const asked = await client.post('/admin/shop.user.User/export', { format: 'csv', columns: ['id'], query })
    expect(asked.body.code).toBe(1)
    const rows = await server.query<{ data: string }>('select data from admin_log where admin_id = $1', [client.id])
    const text = rows.map(({ data }) => data).join()
    expect(text).toContain('"val":"***"')
    expect(text).not.toContain(first)
  })

  test('is found by one exact value, of a row or of the row beside it', async () => {
    await number('user', 'mobile', false)
    await number('shop_contestant', 'mobile', false)
    const client = await reader()
    for (const [path, field] of [
      ['/admin/user.User/index', 'mobile'],
      ['/admin/shop.user.User/index', 'user.mobile'],
      ['/admin/shop.user.Contestant/index', 'mobile'],
    ] as const)
      for (const operator of ['eq', 'IN']) {
        const { body } = await client.get<{ list: object[] }>(path, { search: [{ field, operator, val: first }] })
        expect(body.data.list, `${path} ${operator}`).toHaveLength(1)
      }
    const quick = await client.get<{ list: object[] }>('/admin/shop.user.User/index', { quickSearch: second })
    expect(quick.body.data.list).toHaveLength(1)
  })
})

describe('who may not reveal numbers', () => {
  const ask = (client: Client, val: string, page = 1) =>
    client.get<{ list: object[] }>('/admin/shop.user.Contestant/index', {
      search: [{ field: 'mobile', operator: 'eq', val }],
      page,
    })
  const audits = (client: { id: number }) =>
    server.query<{ detail: string }>(
      `select detail from audit where admin_id = $1 and action = 'shop/user/contestant/searchMasked' order by id`,
      [client.id],
    )

  test('asks for sixty of them in an hour, each noted, and pages through what one finds without being counted', async () => {
    const client = await reader()
    for (let i = 0; i < 60; i++) expect((await ask(client, String(13_711_110_000 + i))).body.code, String(i)).toBe(1)
    for (let page = 1; page <= 3; page++) expect((await ask(client, '13711110000', page)).body.code).toBe(1)
    const refused = await ask(client, '13711119999')
    expect(refused.body).toMatchObject({ code: 0, msg: expect.stringContaining('mobile') })
    const noted = await audits(client)
    expect(noted).toHaveLength(61)
    expect(noted.at(-1)?.detail).toContain('"refused":true')
    expect(noted.map(({ detail }) => detail).join()).not.toContain('1371111')
    // Another door is the same door.
    const others = [
      client.get('/admin/shop.user.User/index', { quickSearch: '13711118888' }),
      client.get('/admin/shop.user.User/index', { search: [{ field: 'user.mobile', operator: 'eq', val: '13711118888' }] }),
      client.get('/admin/user.User/index', { initKey: 'mobile', initValue: '13711118888' }),
    ]
    for (const { body } of await Promise.all(others)) expect(body.code).toBe(0)
    // A name is no number, and costs nothing.
    expect((await client.get('/admin/shop.user.User/index', { quickSearch: '张' })).body.code).toBe(1)
  })

  test('is not limited where the number may be revealed, but noted', async () => {
    const client = await reader(['shop/user/contestant/plain'])
    for (let i = 0; i < 70; i++) expect((await ask(client, String(13_711_120_000 + i))).body.code).toBe(1)
    expect(await audits(client)).toHaveLength(70)
  })

  test('does not find numbers out by saving members, whose number no two share', async () => {
    const client = await reader(['user/user/add'])
    const [group] = await server.query<{ id: number }>('select id from user_group limit 1')
    const add = (mobile: string, username: string) =>
      client.post('/admin/user.User/add', {
        username,
        nickname: 'x',
        group_id: group?.id,
        mobile,
        password: 'Long-enough-1',
        gender: 0,
        status: 'enable',
      })
    await number('user', 'mobile', false)
    const unsaved = await add(first, '')
    expect(unsaved.body).toMatchObject({ code: 0 })
    expect(JSON.stringify(unsaved.body.data)).not.toContain('mobile')
    expect((await add(first, 'masked_one')).body).toMatchObject({ code: 0, data: { errors: { mobile: expect.any(String) } } })
    for (let i = 0; i < 59; i++) await add(String(13_711_130_000 + i), '')
    expect((await add('13711139999', 'masked_two')).body.code).toBe(1) // what cannot be saved is not asked for
  })
})
