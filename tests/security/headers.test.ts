import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '../../server/core/settings.ts'
import { createServer } from '../../server/main/server.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'

let database: TestDatabase
let server: Awaited<ReturnType<typeof createServer>>
let url = ''
let feedPort = 0
const site = mkdtempSync(join(tmpdir(), 'kontor-site-'))
beforeAll(async () => {
  mkdirSync(join(site, 'assets'))
  writeFileSync(join(site, 'index.html'), '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__" /><div id="root"></div>')
  writeFileSync(join(site, 'assets', 'app-abc.js'), `console.log(${JSON.stringify('x'.repeat(4000))})`)
  writeFileSync(join(site, 'assets', 'app-abc.js.map'), '{}')
  writeFileSync(join(site, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(site, '.env'), 'SECRET=1')
  database = await freshDatabase('seed')
  const settings = { ...readSettings({}), port: 0, feedPort: 0, hosts: ['office.example.com'] }
  server = await createServer({ databaseUrl: database.url, settings, siteDir: site })
  const listening = await server.listen()
  url = listening.url
  feedPort = listening.feedPort
})
afterAll(async () => {
  await server.close()
  await database.drop()
  rmSync(site, { recursive: true })
})

const page = { accept: 'text/html,application/xhtml+xml' }
const post = (body: string, type = 'application/json') => ({ method: 'POST', body, headers: { 'content-type': type } })

/** Requests of every kind of answer the server gives. */
const kinds: [string, string, RequestInit, number][] = [
  ['a page', '/admin/login', { headers: page }, 200],
  ['the home page', '/', { headers: page }, 200],
  ['a script', '/assets/app-abc.js', {}, 200],
  ['a picture', '/favicon.svg', {}, 200],
  ['an envelope', '/admin/Index/login', {}, 200],
  ['a refusal', '/admin/Index/index', {}, 200],
  ['an unknown address', '/admin/nope.Nope/index', {}, 404],
  ['an unknown file', '/assets/nope.js', {}, 404],
  ['a source map', '/assets/app-abc.js.map', { headers: page }, 404],
  ['a hidden file', '/.env', { headers: page }, 404],
  ['the repository', '/.git/HEAD', { headers: page }, 404],
  ['a broken address', '/admin/%zz', {}, 404],
  ['a body of another type', '/admin/Index/login', post('a=1', 'text/plain'), 415],
  ['a body too large', '/admin/Index/login', post(`{"a":"${'x'.repeat(1_100_000)}"}`), 413],
  ['a foreign origin', '/admin/Index/login', { ...post('{}'), headers: { origin: 'https://evil.example' } }, 403],
  ['another method', '/admin/Index/login', { method: 'PUT' }, 404],
  ['health', '/healthz', {}, 200],
  ['readiness', '/readyz', {}, 200],
]

test.each(kinds)('%s carries every security header', async (_name, path, init, status) => {
  const answer = await fetch(url + path, init)
  expect(answer.status).toBe(status)
  expectHeaders(answer.headers)
})

function expectHeaders(headers: Headers): void {
  const policy = headers.get('content-security-policy') ?? ''
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    'frame-ancestors',
  ]) {
    expect(policy).toContain(part)
  }
  expect(policy).not.toMatch(/unsafe-|\*/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('permissions-policy')).toContain('camera=()')
  expect(headers.get('strict-transport-security')).toBeNull()
  expect(headers.get('x-powered-by')).toBeNull()
  expect(headers.get('server')).toBeNull()
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
}

test('an unexpected error carries them too', async () => {
  server.app.log.level = 'silent'
  const { rows } = await breakTable()
  expect(rows).toBe('broken')
  const answer = await fetch(`${url}/admin/Index/login`, post('{"username":"admin","password":"Passw0rd1"}'))
  expect(answer.status).toBe(500)
  expectHeaders(answer.headers)
})

async function breakTable(): Promise<{ rows: string }> {
  const { Client } = await import('pg')
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query('ALTER TABLE login_throttle RENAME TO login_throttle_gone')
  await client.end()
  return { rows: 'broken' }
}

test('pages get a nonce of their own, and may be framed by nobody inside the back office', async () => {
  const read = async (path: string) => {
    const answer = await fetch(url + path, { headers: page })
    const policy = answer.headers.get('content-security-policy') ?? ''
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? []
    expect(await answer.text()).toContain(`<meta name="csp-nonce" content="${nonce}"`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    return { nonce, policy }
  }
  const [first, second, home] = [await read('/admin/login'), await read('/admin/shop/order/order?status=2'), await read('/')]
  expect(first.nonce).toMatch(/^[\w+/]{22}==$/)
  expect(new Set([first.nonce, second.nonce, home.nonce]).size).toBe(3)
  expect(first.policy).toContain("frame-ancestors 'none'")
  expect(home.policy).toContain("frame-ancestors 'self'")
  expect(first.policy).toContain(`ws://127.0.0.1:${feedPort}`)
  expect(first.policy).toContain('wss://office.example.com')
})

test('files are cached for good when their name says their content, and checked otherwise', async () => {
  const script = await fetch(`${url}/assets/app-abc.js`, { headers: { 'accept-encoding': 'br' } })
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(script.headers.get('content-encoding')).toBe('br')
  expect(await script.text()).toContain('console.log')
  const icon = await fetch(`${url}/favicon.svg`)
  expect(icon.headers.get('cache-control')).toBe('no-cache')
  const again = await fetch(`${url}/favicon.svg`, { headers: { 'if-none-match': icon.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
})

test('over https, browsers get the header that keeps them there', async () => {
  const answer = await fetch(`${url}/admin/login`, { headers: { ...page, 'x-forwarded-proto': 'https' } })
  expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=31536000/)
})

test.each(['https://evil.example', 'null', 'http://127.0.0.1.evil', 'http://localhost:8000@evil'])(
  'a page of %s may read nothing',
  async (origin) => {
    for (const method of ['GET', 'OPTIONS']) {
      const headers = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'batoken' }
      const answer = await fetch(`${url}/admin/Index/login`, { method, headers })
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  },
)
