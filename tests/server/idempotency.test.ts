import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
let owner: Client
let rule = ''
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
  owner = await server.signIn('admin')
  const [row] = await server.query<{ id: number }>("SELECT id FROM admin_rule WHERE name = 'user/user'")
  rule = String(row?.id)
})
afterAll(() => server.close())

const add = (name: string, key: unknown, client: Client = owner) =>
  client.post('/admin/auth.Group/add', { pid: 1, name, rules: [rule], status: '1', idempotency_key: key })
const groups = async (name: string) => (await server.query('SELECT 1 FROM admin_group WHERE name = $1', [name])).length

test('a repeat with the same key gets the same answer byte for byte, and nothing happens twice', async () => {
  const first = await add('Once', 'key-1')
  expect(first.body.code).toBe(1)
  await new Promise((done) => setTimeout(done, 1100)) // so that the time in a new answer would differ
  const second = await add('Once', 'key-1')
  expect(second.text).toBe(first.text)
  expect(await groups('Once')).toBe(1)
})

test('the order of members does not make another body', async () => {
  const first = await add('Order', 'key-order')
  const second = await owner.post('/admin/auth.Group/add', {
    idempotency_key: 'key-order',
    status: '1',
    rules: [rule],
    name: 'Order',
    pid: 1,
  })
  expect(second.text).toBe(first.text)
})

test('the same key with another body is refused', async () => {
  await add('Mine', 'key-2')
  const { body } = await add('Other', 'key-2')
  expect(body).toMatchObject({ code: 0, msg: 'This idempotency_key was used for something else.' })
  expect(await groups('Other')).toBe(0)
})

test('a key belongs to its person and its action', async () => {
  await add('Shared', 'key-3')
  const other = await owner.post('/admin/auth.Group/edit', { idempotency_key: 'key-3' })
  expect(other.body.msg).not.toMatch(/idempotency_key/)
})

test('of many concurrent calls with one key, one takes effect; the others get its answer or hear that it is in progress', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => add('Parallel', 'key-4')))
  expect(await groups('Parallel')).toBe(1)
  const done = answers.filter((answer) => answer.body.code === 1)
  expect(new Set(done.map((answer) => answer.text)).size).toBe(1)
  for (const answer of answers.filter((each) => each.body.code !== 1))
    expect(answer.body).toMatchObject({ code: 0, data: { type: 'conflict' } })
})

test('a refused call leaves the key free', async () => {
  expect((await add('', 'key-5')).body.code).toBe(0)
  expect((await add('Now right', 'key-5')).body.code).toBe(1)
})

test('a key is forgotten after a day', async () => {
  await add('Yesterday', 'key-6')
  await server.query('UPDATE idempotency SET create_time = create_time - 90000')
  await server.query("DELETE FROM admin_group WHERE name = 'Yesterday'")
  expect((await add('Yesterday', 'key-6')).body.code).toBe(1)
  expect(await groups('Yesterday')).toBe(1)
})

test.each([['x'.repeat(256)], [1], [{}]])('the key %j is none', async (key) => {
  expect((await add('Odd', key)).body).toMatchObject({ code: 0, msg: expect.stringMatching(/255/) })
})

test('the row of a key keeps no password, neither as a hash that could be guessed against nor in its answer', async () => {
  const password = 'Canary-pass-1'
  const body = { username: 'keyed_one', nickname: 'Keyed', group_id: 1, password, status: 'enable' }
  const { body: answer } = await owner.post('/admin/user.User/add', { ...body, idempotency_key: 'key-secret' })
  expect(answer).toMatchObject({ code: 1 })
  const [row] = await server.query<{ id: string; body_hash: string; answer: string }>(
    'SELECT id, body_hash, answer FROM idempotency ORDER BY create_time DESC, id LIMIT 1',
  )
  const sorted = Object.fromEntries(Object.entries(body).sort())
  for (const text of [sorted, { ...sorted, password: '***' }].map((each) => JSON.stringify(each)))
    expect(row?.body_hash).not.toBe(createHash('sha256').update(text).digest('hex'))
  const rows = await server.query<{ text: string }>('SELECT i::text AS text FROM idempotency i')
  for (const { text } of rows) expect(text).not.toMatch(/Canary|"code":1|"data"/)
})

test('a repeat that differs in its password alone is the same call and changes nothing', async () => {
  const [member] = await server.query<{ id: number }>(`SELECT id FROM "user" WHERE username = 'keyed_one'`)
  const edit = (password: string) =>
    owner.post('/admin/user.User/edit', { id: member?.id, password, idempotency_key: 'key-password' })
  const first = await edit('Canary-pass-2')
  expect(first.body).toMatchObject({ code: 1 })
  const [before] = await server.query(`SELECT password FROM "user" WHERE id = $1`, [member?.id])
  expect((await edit('Canary-pass-3')).text).toBe(first.text)
  expect(await server.query(`SELECT password FROM "user" WHERE id = $1`, [member?.id])).toEqual([before])
})
