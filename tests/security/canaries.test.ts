import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Schema } from '../../codegen/schema/schema.ts'
import { loadModules } from '../../server/main/modules.ts'
import { allHandlers } from '../../server/main/server.ts'
import type { Answer, Client } from '../harness/client.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { isLong, sampleOf } from '../harness/sampling.ts'
import { productSchema } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
let owner: Client
let schema: Schema
/** Every text that crossed the wire. */
const seen: string[] = []
const canary = '$argon2id$CANARY$'
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
  schema = await productSchema()
  // what a leak would show: a value that stands nowhere else
  for (const entity of schema.entities.values()) {
    const names = Object.values(entity.fields).filter((field) => field.secret && field.store && field.name !== 'delete_time')
    for (const field of names) {
      if (entity.table === 'admin_session') continue // its hashes are the canaries, or nobody is signed in
      // another in each row: some of them are unique
      const leaked = field.kind === 'json' ? 'to_jsonb(concat($1::text, ctid))' : 'concat($1::text, ctid)'
      await server.query(`UPDATE "${entity.table}" SET "${field.name}" = ${leaked}`, [`${canary}${entity.table}`])
    }
  }
})
afterAll(() => server.close())

/** Picks what shows rows: a list, a search and an order by a secret, one row. */
const isTelling = (_: unknown, at: number) => [1, 4, 5, 7].includes(at)

const keep = <T>(answer: Answer<T>): Answer<T> => {
  seen.push(answer.text, JSON.stringify([...answer.headers]))
  return answer
}

async function secrets(): Promise<string[]> {
  const rows = await server.query<{ s: string }>(
    'SELECT unnest(ARRAY[access_hash, refresh_hash, salt, previous_hash, previous_access_hash]) AS s FROM admin_session',
  )
  return [canary, 'CANARY', ...rows.map((row) => row.s).filter((text) => text.length > 20)]
}

test('there are secret fields in the schemas, and they hold the canary', async () => {
  const [row] = await server.query<{ n: number }>('SELECT count(*)::int AS n FROM admin WHERE password LIKE $1', [`${canary}%`])
  expect(row?.n).toBeGreaterThan(3)
})

test('no answer to anything that reads shows a secret, not even to the owner', async () => {
  for (const handler of allHandlers(schema, { modules: await loadModules() }).filter((each) => each.method === 'GET')) {
    const path = `/${handler.app}/${handler.controller}/${handler.action}`
    const ids = await idsOf(handler.controller)
    const queries = sampleOf<Record<string, unknown>>(
      'questions that could show a secret',
      [
        {},
        { page: 1, limit: 200 },
        { select: true, quickSearch: '' },
        { quickSearch: '$argon2id' },
        { search: [{ field: 'password', val: '$', operator: 'LIKE' }] },
        { order: 'password,asc' },
        { search: [{ field: 'user.password', val: '$', operator: 'LIKE' }], order: 'user.password,desc' },
        ...ids.map((id) => ({ id })),
      ],
      isTelling,
    )
    for (const query of queries) keep(await owner.get(path, query))
    const page = [...schema.pages.values()].find((each) => each.controller === handler.controller)
    if (handler.action === 'options' && page) {
      for (const field of Object.keys(page.fields).filter((_, at) => isLong || at % 8 === 0))
        keep(await owner.get(path, { field, action: 'edit' }))
    }
  }
  expect(seen.length).toBeGreaterThan(300)
  await expectNone(seen)
})

test('no answer to a write, refused or not, shows one', async () => {
  for (const handler of allHandlers(schema, { modules: await loadModules() }).filter(
    (each) => each.method === 'POST' && each.action !== 'logout',
  )) {
    const path = `/${handler.app}/${handler.controller}/${handler.action}`
    for (const id of [0, 3]) keep(await owner.post(path, { id, password: 'Sent-canary-1', username: 'x' }))
  }
  await expectNone(seen)
})

test('the live feed shows none', async () => {
  const socket = new WebSocket(server.feedUrl, { origin: server.url })
  const first = new Promise<string>((done) => socket.on('message', (data) => done(data.toString())))
  socket.on('open', () => socket.send(JSON.stringify({ pathInfo: 'shop/worker.notify/bind', ba_token: owner.token })))
  seen.push(await first)
  socket.terminate()
  await expectNone(seen)
})

test('neither the log, nor the audit, nor what administrators read of each other holds a password or a token', async () => {
  await server.guest().post('/admin/Index/login', { username: 'admin', password: 'Typed-canary-2' })
  const lax = owner.with({ token: owner.token ?? '', headers: { 'x-kontor-strict': '0' } })
  const added = await lax.post('/admin/auth.Admin/add', {
    username: 'withcanary',
    nickname: 'x',
    password: 'Typed-canary-3',
    group_arr: ['1'],
    status: '1',
  })
  expect(added.body).toMatchObject({ code: 1 })
  await owner.post('/api/common/refreshToken', { refreshToken: 'canary-refresh-token' })
  const logged = await server.query<{ t: string }>(
    'SELECT l::text AS t FROM admin_log l UNION ALL SELECT a::text FROM audit a UNION ALL SELECT i::text FROM idempotency i',
  )
  const all = [...logged.map((row) => row.t), ...server.logs]
  expect(all.some((text) => text.includes('withcanary'))).toBe(true)
  expect(all.join('\n')).not.toMatch(/-canary-/)
  expect(all.join('\n')).not.toContain(OWNER_PASSWORD)
  expect(all.join('\n')).not.toContain(owner.token)
  await expectNone(all)
})

async function idsOf(controller: string): Promise<unknown[]> {
  const page = [...schema.pages.values()].find((each) => each.controller === controller)
  if (!page?.entity.key) return []
  const rows = await server.query<{ id: unknown }>(`SELECT "${page.entity.key}" AS id FROM "${page.entity.table}" LIMIT 3`)
  return rows.map((row) => row.id)
}

async function expectNone(texts: readonly string[]): Promise<void> {
  const bad = await secrets()
  const leaks = texts.filter((text) => bad.some((secret) => text.includes(secret)))
  expect(leaks.map((text) => text.slice(0, 500))).toEqual([])
}
