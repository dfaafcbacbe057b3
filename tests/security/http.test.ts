import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
let port = 0
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
  port = Number(new URL(server.url).port)
})
afterAll(() => server.close())

/** Sends bytes as they are and gives everything that comes back until the server hangs up (or `end` is seen). */
function raw(text: string, end?: RegExp): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    const done = () => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
      if (end?.test(answer)) done()
    })
    socket.on('error', done)
    socket.on('close', done)
  })
}

const host = () => `Host: 127.0.0.1:${port}`
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
const login = '/admin/Index/login'
const anyStatus = /^HTTP\/1\.1 \d{3}[\s\S]*\r\n\r\n/

test.each([
  [
    'two lengths',
    (h: string) =>
      `POST ${login} HTTP/1.1\r\n${h}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  ],
  [
    'a length and chunks',
    (h: string) =>
      `POST ${login} HTTP/1.1\r\n${h}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'an unknown transfer encoding',
    (h: string) =>
      `POST ${login} HTTP/1.1\r\n${h}\r\nContent-Type: application/json\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  ],
  ['bare line feeds', (h: string) => `GET ${login} HTTP/1.1\n${h}\n\n`],
  ['a header of 64 KB', (h: string) => `GET ${login} HTTP/1.1\r\n${h}\r\nX-Long: ${'x'.repeat(65_536)}\r\n\r\n`],
  ['TRACE', (h: string) => `TRACE ${login} HTTP/1.1\r\n${h}\r\nX-Secret: canary\r\n\r\n`],
  ['an expectation', (h: string) => `GET ${login} HTTP/1.1\r\n${h}\r\nExpect: 200-maybe\r\n\r\n`],
  ['an address of another server', (h: string) => `GET http://evil.example${login} HTTP/1.1\r\n${h}\r\n\r\n`],
  ['HTTP/1.0 without a host', () => `GET ${login} HTTP/1.0\r\n\r\n`],
  ['no host', () => `GET ${login} HTTP/1.1\r\n\r\n`],
  ['two hosts', (h: string) => `GET ${login} HTTP/1.1\r\n${h}\r\nHost: evil.example\r\n\r\n`],
  ['an upgrade to anything', (h: string) => `GET ${login} HTTP/1.1\r\n${h}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`],
  ['no HTTP at all', () => '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n'],
])('%s is turned away', async (_what, request) => {
  const answer = await raw(request(host()), anyStatus)
  expect(statusOf(answer)).toBeGreaterThanOrEqual(400)
  expect(statusOf(answer)).toBeLessThan(500)
  expect(answer).not.toMatch(/canary|evil/)
})

test.each(['evil.example', '127.0.0.1.evil.example', 'localhost@evil.example', '127.0.0.1:80:80', '[::2]', '', '127.0.0.1/evil'])(
  'a call under the name "%s" is refused, and the name is not repeated',
  async (name) => {
    const answer = await raw(`GET ${login} HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`)
    expect([400, 403]).toContain(statusOf(answer))
    expect(answer).not.toContain('evil')
  },
)

test.each(['localhost', '127.0.0.1', 'LOCALHOST', '[::1]'])('a call under the own name %s is answered', async (name) => {
  const answer = await raw(`GET ${login} HTTP/1.1\r\nHost: ${name}:${port}\r\nConnection: close\r\n\r\n`)
  expect(statusOf(answer)).toBe(200)
})

test('a client that sends its request head too slowly is disconnected, and others are served meanwhile', async () => {
  const slow: Socket[] = []
  let open = 200
  for (let i = 0; i < 200; i++) {
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${login} HTTP/1.1\r\nX-Slow: `))
    socket.on('error', () => {})
    socket.on('close', () => open--)
    slow.push(socket)
  }
  const dripping = setInterval(() => slow.forEach((socket) => void socket.write('x')), 500)
  const answers = await Promise.all(Array.from({ length: 20 }, () => server.guest().get(login)))
  expect(answers.every((answer) => answer.body.code === 1)).toBe(true)
  await expect.poll(() => open, { timeout: 20_000 }).toBe(0)
  clearInterval(dripping)
}, 30_000)

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(server.url + login, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'think-lang': 'en', ...headers },
  })

test('packed bodies are not unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  for (const encoding of ['gzip', 'deflate', 'br']) expect((await post(bomb, { 'content-encoding': encoding })).status).toBe(415)
})

test.each([
  ['no JSON', '{"username":'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['null', 'null'],
  ['nothing but depth', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ['33 levels', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
  ['a NUL', '{"username":"a\\u0000b"}'],
  ['broken UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
])('a body of %s is refused in words', async (_what, body) => {
  const answer = await post(body)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ code: 0, msg: 'The data sent is not a valid JSON object.' })
})

test.each([
  ['too many parameters', Array.from({ length: 1001 }, (_, i) => `p${i}=1`).join('&')],
  ['a parameter given twice', 'page=1&page=2'],
  ['a parameter that is two things', 'a[b]=1&a[]=2'],
  ['brackets too deep', 'a[b][c][d][e][f]=1'],
  ['broken brackets', 'a[b=1'],
  ['broken percent-encoding', 'a=%zz'],
  ['a NUL', 'a=%00'],
  ['a prototype', '__proto__[x]=1'],
  ['a constructor', 'a[constructor][prototype][x]=1'],
])('an address with %s is refused in words', async (_what, query) => {
  const answer = await fetch(`${server.url}${login}?${query}`, { headers: { 'think-lang': 'en' } })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ code: 0, msg: expect.stringMatching(/parameter/) })
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})
