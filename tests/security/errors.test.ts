import { connect, createServer as createTcp, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isUnavailable } from '../../server/core/http/failures.ts'
import { readSettings } from '../../server/core/settings.ts'
import { createServer } from '../../server/main/server.ts'
import { makeClient } from '../harness/client.ts'
import { freshDatabase, OWNER_PASSWORD, type TestDatabase } from '../harness/database.ts'
import { signIn } from '../harness/server.ts'

/** A way to the database that can be cut. */
async function makeCable(url: string) {
  const target = new URL(url)
  const directory = target.searchParams.get('host') // of a Unix socket
  const open = new Set<Socket>()
  const cable: Server = createTcp((client) => {
    const far = directory ? connect(`${directory}/.s.PGSQL.${target.port}`) : connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [client, far],
      [far, client],
    ] as const) {
      open.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  const plug = (port = 0) =>
    new Promise<number>((done) => cable.listen(port, '127.0.0.1', () => done((cable.address() as { port: number }).port)))
  const port = await plug()
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(port)
  through.searchParams.delete('host')
  return {
    url: through.href,
    cut: async () => {
      const closed = new Promise((done) => cable.close(done))
      for (const socket of open) socket.destroy()
      open.clear()
      await closed
    },
    mend: () => plug(port),
  }
}

let database: TestDatabase
let cable: Awaited<ReturnType<typeof makeCable>>
let server: Awaited<ReturnType<typeof createServer>>
let url = ''
const logs: string[] = []
const rejections: unknown[] = []
const note = (error: unknown) => rejections.push(error)
beforeAll(async () => {
  process.on('unhandledRejection', note)
  database = await freshDatabase('seed')
  cable = await makeCable(database.url)
  const settings = { ...readSettings({}), port: 0, feedPort: 0 }
  server = await createServer({ databaseUrl: cable.url, settings, log: (line) => logs.push(line) })
  url = (await server.listen()).url
})
afterAll(async () => {
  await server.close()
  await cable.cut()
  await database.drop()
  process.off('unhandledRejection', note)
  expect(rejections).toEqual([])
})

test('while the database is away every call says so at once, the process lives, and works again afterwards', async () => {
  const admin = await signIn(url, 'admin')
  expect((await admin.get('/admin/auth.Admin/index')).body.code).toBe(1)
  await cable.cut()
  for (const answer of [
    await admin.get('/admin/auth.Admin/index'),
    await admin.post('/admin/auth.Group/add', { name: 'x', rules: [], pid: 0 }),
    await makeClient(url).post('/admin/Index/login', { username: 'admin', password: 'Passw0rd1' }),
  ]) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(answer.body).toMatchObject({ code: 0, data: null })
    expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1|postgres|select|terminated/i)
  }
  expect((await makeClient(url).get('/healthz')).status).toBe(200)
  expect((await makeClient(url).get('/readyz')).status).toBe(503)
  await cable.mend()
  await expect.poll(async () => (await admin.get('/admin/auth.Admin/index')).body.code, { timeout: 10_000 }).toBe(1)
  expect((await makeClient(url).get('/readyz')).status).toBe(200)
})

test('an unexpected error tells the person a number and nothing else; the log has the rest under that number', async () => {
  const admin = await signIn(url, 'admin')
  const { Client } = await import('pg')
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query('ALTER TABLE admin_group RENAME COLUMN name TO gone')
  logs.length = 0
  const answer = await admin.get('/admin/auth.Group/index', { secret: 'canary-in-the-address' })
  await client.query('ALTER TABLE admin_group RENAME COLUMN gone TO name')
  await client.end()
  expect(answer.status).toBe(500)
  const { id } = answer.body.data as { id: string }
  expect(answer.body).toEqual({ code: 0, msg: expect.stringContaining(id), time: expect.any(Number), data: { id } })
  expect(answer.text).not.toMatch(/column|relation|SELECT|\.ts/i)
  const line = logs.find((each) => each.includes(id)) ?? ''
  expect(JSON.parse(line)).toMatchObject({
    method: 'GET',
    path: '/admin/auth.Group/index',
    err: { message: expect.stringContaining('does not exist') },
  })
  expect(logs.join('\n')).not.toMatch(/canary-in-the-address/)
  expect(logs.join('\n')).not.toContain(admin.token ?? 'no token')
})

test('a taken name is reported with the label of its field, not with the message of the database', async () => {
  const admin = await signIn(url, 'admin')
  const { body, text } = await admin.post('/admin/auth.Admin/add', {
    username: 'ADMIN',
    nickname: 'Twin',
    password: 'Passw0rd1',
    group_arr: ['1'],
    status: '1',
  })
  expect(body.code).toBe(0)
  expect(Object.keys((body.data as { errors: object }).errors)).toEqual(['username'])
  expect(text).not.toMatch(/duplicate|constraint|_key|unique index/i)
})

/** Begins a request, sends a part of its body and goes away. */
async function breakOff(head: string, part: string): Promise<void> {
  const { hostname, port } = new URL(url)
  await new Promise<void>((done) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head}\r\nHost: ${hostname}:${port}\r\nContent-Length: 1000\r\n\r\n${part}`, () =>
        setTimeout(() => socket.destroy(), 50),
      )
    })
    socket.on('close', () => done())
  })
}

test('a caller who goes away in the middle of a body is no failure of the server, nor of the database', async () => {
  const admin = await signIn(url, 'admin')
  logs.length = 0
  const form = 'Content-Type: multipart/form-data; boundary=x'
  await breakOff('POST /admin/Index/login HTTP/1.1\r\nContent-Type: application/json', '{"username":')
  await breakOff(`POST /admin/auth.Group/add HTTP/1.1\r\nContent-Type: application/json\r\nbatoken: ${admin.token}`, '{')
  await breakOff(
    `POST /admin/ajax/upload HTTP/1.1\r\n${form}\r\nbatoken: ${admin.token}`,
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
  )
  await expect.poll(async () => (await admin.get('/admin/auth.Admin/index')).body.code).toBe(1)
  expect(logs).toEqual([])
})

test('a broken connection to somebody else says nothing of the database', () => {
  for (const [code, syscall] of [
    ['ECONNRESET', 'read'],
    ['ECONNREFUSED', 'connect'],
    ['EPIPE', 'write'],
    ['ENOENT', 'open'],
    ['ETIMEDOUT', 'connect'],
  ])
    expect(isUnavailable(Object.assign(new Error('Connection terminated'), { code, syscall }))).toBe(false)
})

test('a value that the database refuses is reported as such, and the log has the details', async () => {
  const { Client } = await import('pg')
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query("ALTER TABLE admin_session ADD CONSTRAINT lab_never CHECK (ip = 'never') NOT VALID")
  logs.length = 0
  const answer = await makeClient(url).post('/admin/Index/login', { username: 'admin', password: OWNER_PASSWORD, keep: true })
  await client.query('ALTER TABLE admin_session DROP CONSTRAINT lab_never')
  await client.end()
  expect([answer.status, answer.body.code]).toEqual([200, 0])
  expect(answer.body.msg).toContain('cannot be stored')
  expect(answer.text).not.toMatch(/lab_never|constraint/)
  expect(logs.join('')).toContain('lab_never')
})
