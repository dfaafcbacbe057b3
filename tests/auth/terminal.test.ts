import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { eventsOf } from '../../server/modules/terminal/stream.ts'
import { makeTickets } from '../../server/modules/terminal/tickets.ts'
import { terminalCommands } from '../../src/schemas/api/terminal.ts'
import { type Client as Caller, encodeParams } from '../harness/client.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
let owner: Caller
beforeAll(async () => {
  server = await startTestServer({ database: 'demo', settings: { terminal: true } })
  owner = await server.signIn('admin')
})
afterAll(() => server.close())
afterEach(() => vi.useRealTimers())

const mint = '/admin/ajax/terminalTicket'
const path = '/admin/ajax/terminal'
type Given = { ticket: string }

async function ticketFor(command: string, client = owner): Promise<string> {
  const { body } = await client.post<Given>(mint, { command, password: OWNER_PASSWORD })
  expect(body).toMatchObject({ code: 1 })
  return body.data.ticket
}

/** As an EventSource asks: without a token. */
const stream = (command: string, ticket: string, client = server.guest()) =>
  client.get(path, { command, uuid: 'u1', extend: 'e1', ticket, server: 1 })

const eventsIn = (text: string) =>
  text
    .split('\n\n')
    .filter(Boolean)
    .map((part) => JSON.parse(part.replace(/^data: /, '')) as { data: string; uuid: string; extend: string; key: string })

test('it is off by default: there is neither ticket nor stream, and the client does not learn of it', async () => {
  const plain = await startTestServer({ database: 'seed' })
  try {
    const admin = await plain.signIn('admin')
    expect((await admin.post(mint, { command: 'health', password: OWNER_PASSWORD })).status).toBe(404)
    expect((await admin.get(path, { command: 'health', ticket: 'x' })).status).toBe(404)
    expect((await admin.post('/admin/ajax/changeTerminalConfig', { manager: 'npm' })).status).toBe(404)
    const { body } = await admin.get<{ siteConfig: { terminal: boolean } }>('/admin/Index/index')
    expect(body.data.siteConfig.terminal).toBe(false)
  } finally {
    await plain.close()
  }
})

test('only super administrators get a ticket, only with their password, and only for a command there is', async () => {
  const manager = await server.signIn('manager')
  expect((await server.guest().post(mint, { command: 'health', password: OWNER_PASSWORD })).body.code).toBe(303)
  expect((await manager.post(mint, { command: 'health', password: OWNER_PASSWORD })).body.code).toBe(401)
  expect((await owner.get(mint)).status).toBe(404)
  const unknown = ['ls', 'health;id', 'health\n', '__proto__', 'constructor', 'toString', ['health'], { health: 1 }, undefined]
  for (const command of unknown)
    expect((await owner.post(mint, { command, password: OWNER_PASSWORD })).body).toMatchObject({
      code: 0,
      data: { errors: { command: 'Unknown command.' } },
    })
  for (const password of ['Wrong-one-1', '', undefined, [OWNER_PASSWORD]])
    expect((await owner.post(mint, { command: 'health', password })).body).toMatchObject({
      code: 0,
      data: { errors: { password: expect.any(String) } },
    })
})

const settings = '/admin/ajax/changeTerminalConfig'
const managerOf = async () =>
  (await owner.get<{ terminal: { npmPackageManager: string } }>('/admin/Index/index')).body.data.terminal.npmPackageManager

test('the package manager that is set is kept, told to every client, and audited', async () => {
  expect(await managerOf()).toBe('npm')
  for (const manager of ['pnpm', 'none', 'cnpm']) {
    expect((await owner.post(settings, { manager })).body).toMatchObject({ code: 1, data: { manager } })
    expect(await managerOf()).toBe(manager)
  }
  const [row] = await server.query<{ detail: string }>(
    "SELECT detail FROM audit WHERE action = 'terminal.settings' ORDER BY id DESC LIMIT 1",
  )
  expect(row?.detail).toContain('cnpm')
  expect((await owner.post(settings, { manager: 'npm' })).body.code).toBe(1)
})

test('settings of the terminal are for super administrators, name what is known, and add no command', async () => {
  const manager = await server.signIn('manager')
  expect((await server.guest().post(settings, { manager: 'pnpm' })).body.code).toBe(303)
  expect((await manager.post(settings, { manager: 'pnpm' })).body.code).toBe(401)
  expect((await owner.get(settings, { manager: 'pnpm' })).status).toBe(404)
  for (const unknown of ['bun', 'npm;id', 'npm\\', '', '__proto__', ['npm'], { npm: 1 }, undefined, null])
    expect((await owner.post(settings, { manager: unknown })).body).toMatchObject({
      code: 0,
      data: { errors: { manager: expect.stringContaining('Choose npm') } },
    })
  expect(await managerOf()).toBe('npm')
  await owner.post(settings, { manager: 'npm', commands: { ls: 'ls' } })
  expect((await owner.post(mint, { command: 'ls', password: OWNER_PASSWORD })).body.code).toBe(0)
})

test('each command streams its output between the markers of the protocol, and is audited', async () => {
  for (const command of terminalCommands) {
    const answer = await stream(command, await ticketFor(command))
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const events = eventsIn(answer.text)
    expect(events.every(({ uuid, extend, key }) => uuid === 'u1' && extend === 'e1' && key === command)).toBe(true)
    const said = events.map(({ data }) => data)
    expect(said.slice(0, 2)).toEqual(['command-link-success', `> ${command}`])
    expect(said.slice(-3)).toEqual(['exitCode: 0', 'command-exec-success', 'command-exec-completed'])
    expect(said.length).toBeGreaterThan(5)
    const rows = await server.query<{ action: string; username: string; detail: string }>(
      "SELECT action, username, detail FROM audit WHERE action LIKE 'terminal.%' ORDER BY id DESC LIMIT 3",
    )
    expect(rows.map(({ action, username }) => [action, username])).toEqual([
      ['terminal.ended', 'admin'],
      ['terminal.run', 'admin'],
      ['terminal.ticket', 'admin'],
    ])
    expect(rows.every(({ detail }) => detail.includes(`"${command}"`))).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(OWNER_PASSWORD)
  }
})

test('the page checker tells what it found: as many pages as there are', async () => {
  const said = eventsIn((await stream('pages.check', await ticketFor('pages.check'))).text).map(({ data }) => data)
  expect(said.some((line) => /^\d{2,} pages, \d{2,} tables: 0 errors/.test(line))).toBe(true)
})

test('clean-up really cleans: sessions.sweep deletes what has run out', async () => {
  await server.query("INSERT INTO captcha (key, answer, tries, solved, expires_time) VALUES ('old', '{}', 0, 0, 1)")
  await stream('sessions.sweep', await ticketFor('sessions.sweep'))
  expect(await server.query("SELECT 1 FROM captcha WHERE key = 'old'")).toEqual([])
})

test('a ticket is good once, for its own command, and for nobody else who is signed in', async () => {
  const used = await ticketFor('health')
  expect((await stream('health', used)).text).toContain('command-exec-completed')
  expect((await stream('health', used)).body.code).toBe(401)
  expect((await stream('cache.clear', await ticketFor('health'))).body.code).toBe(401)
  const manager = await server.signIn('manager')
  const foreign = await ticketFor('health')
  expect((await stream('health', foreign, manager)).body.code).toBe(401)
  expect((await stream('health', foreign)).body.code).toBe(401)
  for (const none of ['', 'x', '__proto__']) expect((await stream('health', none)).body.code).toBe(401)
  expect(await server.query("SELECT 1 FROM audit WHERE action = 'terminal.refused'")).not.toEqual([])
})

test('a ticket ends after a minute, and with the session that asked for it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const tickets = makeTickets()
  const give = () => tickets.give({ adminId: 1, sessionId: 's', command: 'health', lang: 'en' })
  const [fresh, old] = [give(), give()]
  vi.setSystemTime(Date.now() + 59_000)
  expect(tickets.take(fresh)).toEqual({ adminId: 1, sessionId: 's', command: 'health', lang: 'en' })
  vi.setSystemTime(Date.now() + 2_000)
  expect(tickets.take(old)).toBeUndefined()
  vi.useRealTimers()
  const second = await server.signIn('admin')
  const ticket = await ticketFor('health', second)
  await second.post('/admin/Index/logout', {})
  expect((await stream('health', ticket)).body.code).toBe(401)
})

test('one run at a time; a reader that goes away ends its run', async () => {
  const holder = new Client({ connectionString: server.databaseUrl })
  await holder.connect()
  await holder.query('BEGIN; LOCK TABLE captcha IN ACCESS EXCLUSIVE MODE') // sessions.sweep waits for it
  const [first, second, third] = [await ticketFor('sessions.sweep'), await ticketFor('health'), await ticketFor('health')]
  const reader = new AbortController()
  const parameters = encodeParams({ command: 'sessions.sweep', uuid: '', extend: '', ticket: first, server: 1 })
  const answer = await fetch(`${server.url}${path}?${parameters}`, { signal: reader.signal })
  expect(answer.status).toBe(200)
  expect((await stream('health', second)).body).toMatchObject({ code: 0, msg: expect.stringContaining('already running') })
  // Who would start another is told before the password is looked at.
  expect((await owner.post(mint, { command: 'health', password: OWNER_PASSWORD })).body).toMatchObject({
    code: 0,
    msg: expect.stringContaining('already running'),
  })
  reader.abort()
  await holder.query('ROLLBACK')
  await holder.end()
  const ends = () =>
    server.query<{ detail: string }>("SELECT detail FROM audit WHERE action = 'terminal.ended' ORDER BY id DESC LIMIT 1")
  await expect.poll(async () => (await ends())[0]?.detail, { timeout: 15_000 }).toMatch(/"sessions.sweep".*false/)
  expect((await stream('health', third)).text).toContain('command-exec-success')
})

test('what is no text is taken out, too much is left out, and a failure tells a number only', async () => {
  const name = { command: 'health', uuid: '', extend: '' }
  const collect = async (lines: AsyncGenerator<string, boolean>) => {
    const ends: boolean[] = []
    let text = ''
    for await (const part of eventsOf(name, lines, { failed: () => 'number 1', ended: async (well) => void ends.push(well) }))
      text += part
    return { said: eventsIn(text).map(({ data }) => data), ends }
  }
  const coloured = await collect(
    (async function* () {
      yield '\u001b[31mred\u001b[0m\u0007\r'
      yield 'a\n\ndata: b'
      return true
    })(),
  )
  expect(coloured.said.slice(2, 4)).toEqual(['red', 'a\n\ndata: b'])
  const much = await collect(
    (async function* () {
      for (let i = 0; i < 30; i++) yield 'x'.repeat(100_000)
      return true
    })(),
  )
  expect(much.said.join('').replace(/[^x]/g, '').length).toBeLessThan(1_100_000)
  const failing = await collect(
    (async function* (): AsyncGenerator<string, boolean> {
      yield* []
      throw new Error('secret')
    })(),
  )
  expect(failing.said.slice(2)).toEqual(['number 1', 'exitCode: 1', 'command-exec-error', 'command-exec-completed'])
  expect(failing.ends).toEqual([false])
})

test('guesses of the password count like those at the sign-in: after some the right one is refused too', async () => {
  for (let i = 0; i < 6; i++) await owner.post(mint, { command: 'health', password: `Wrong-one-${i}` })
  expect((await owner.post(mint, { command: 'health', password: OWNER_PASSWORD })).body.code).toBe(0)
})
