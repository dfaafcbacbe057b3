import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryAnswer } from '../../../src/schemas/api/history.ts'
import { makeLimited } from '../../auth/people.ts'
import type { Answer, Client } from '../../harness/client.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
}, 300_000)
afterAll(() => server?.close())

function done<T>(answer: Answer<T>): T {
  expect(answer.body, answer.text).toMatchObject({ code: 1 })
  return answer.body.data
}
const url = '/admin/shop.goods.Service'
const addOne = async (name: string) =>
  done(await owner.post<{ id: number }>(`${url}/add`, { name, description: 'zero', status: 1 })).id
const edit = async (id: number, values: object) => done(await owner.post(`${url}/edit`, { id, ...values }))
const historyOf = async (id: number, client = owner) => done(await client.get<HistoryAnswer>(`${url}/history`, { id }))

test('tells who changed what and when, in words, the latest first', async () => {
  const id = await addOne('Wrapping')
  await edit(id, { status: 0, name: 'Gift wrapping' })
  const { list, more } = await historyOf(id)
  expect(more).toBe(false)
  expect(list.map(({ operation, what }) => [operation, what])).toEqual([
    ['edit', 'Edit'],
    ['add', 'Add'],
  ])
  expect(list[0]?.fields.map(({ label, before, after, restorable }) => [label, before, after, restorable])).toEqual(
    expect.arrayContaining([
      ['Name', 'Wrapping', 'Gift wrapping', true],
      ['Status', 'Enabled', 'Disabled', true],
    ]),
  )
  const [{ nickname } = { nickname: '' }] = await server.query<{ nickname: string }>(
    "select nickname from admin where username = 'admin'",
  )
  expect(list[0]?.who).toBe(nickname)
})

test('gives one field, or all that the form has, the values from before a change', async () => {
  const id = await addOne('A')
  await edit(id, { name: 'B', description: 'one' })
  await edit(id, { name: 'C', description: 'two' })
  const [last, first] = (await historyOf(id)).list
  done(await owner.post(`${url}/restoreVersion`, { id, change: last?.id, fields: ['name'] }))
  const read = async () =>
    (
      await server.query<{ name: string; description: string }>(
        'select name, description from shop_goods_service where id = $1',
        [id],
      )
    )[0]
  expect(await read()).toEqual({ name: 'B', description: 'two' })
  done(await owner.post(`${url}/restoreVersion`, { id, change: first?.id }))
  expect(await read()).toMatchObject({ name: 'A' })
  expect((await historyOf(id)).list).toHaveLength(5)
})

test('a value is restored only where the form would take it', async () => {
  const id = await addOne('First')
  await edit(id, { name: 'Second' })
  const other = await addOne('First')
  const [change] = (await historyOf(id)).list
  const refused = await owner.post(`${url}/restoreVersion`, { id, change: change?.id, fields: ['name'] })
  expect(refused.body.code, refused.text).toBe(0)
  done(await owner.del(`${url}/del`, { ids: [other] }))
  done(await owner.post(`${url}/restoreVersion`, { id, change: change?.id, fields: ['name'] }))
})

test('is in the words of its time', async () => {
  const id = await addOne('Old words')
  await edit(id, { name: 'New words' })
  await server.query(
    `update page_words set words = jsonb_set(words, '{en,fields.name.label}', '"Title of then"') where page = 'shop/goods/service'`,
  )
  expect((await historyOf(id)).list[0]?.fields[0]?.label).toBe('Title of then')
})

test('who may only look sees it and restores nothing; who may not look sees nothing', async () => {
  const id = await addOne('Seen')
  await edit(id, { name: 'Seen again' })
  const { client: reader } = await makeLimited(server, owner, 'past_reader', ['shop/goods/service/index'])
  const { list } = await historyOf(id, reader)
  expect(list[0]?.fields[0]).toMatchObject({ after: 'Seen again', restorable: false })
  expect((await reader.post(`${url}/restoreVersion`, { id, change: list[0]?.id })).body.code).toBe(401)
  const { client: stranger } = await makeLimited(server, owner, 'past_stranger', ['user/group/index'])
  expect((await stranger.get(`${url}/history`, { id })).body.code).toBe(401)
})

test('masked values stay masked, and passwords are never shown', async () => {
  const [member] = await server.query<{ id: number }>('select id from "user" order by id limit 1')
  const id = member?.id ?? 0
  done(await owner.post('/admin/user.User/edit', { id, mobile: '13911112222', password: 'Quiet9Forest' }))
  const answer = await owner.get<HistoryAnswer>('/admin/user.User/history', { id })
  const fields = done(answer).list[0]?.fields ?? []
  expect(answer.text).not.toContain('13911112222')
  expect(fields.find(({ name }) => name === 'mobile')).toMatchObject({ after: '139****2222', restorable: false })
  expect(fields.find(({ name }) => name === 'password')).toMatchObject({ before: '******', after: '******', restorable: false })
})
