import { mkdtempSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { picture, send } from '../harness/uploads.ts'

let server: TestServer
let token = ''
const dataDir = mkdtempSync(join(tmpdir(), 'kontor-upload-test-'))
beforeAll(async () => {
  server = await startTestServer({ database: 'seed', settings: { dataDir } })
  token = (await server.signIn('admin')).token ?? ''
})
afterAll(() => server.close())

const incomplete = 'The data of the uploaded file is incomplete!'
const wrongType = 'The type of uploaded file is not allowed!'
const tooLarge = 'The size of the uploaded file exceeds the allowed range!'

const upload = (content: Uint8Array<ArrayBuffer> | string, name: string, options = {}) =>
  send(server, token, content, name, options)
const stored = () =>
  readdirSync(join(dataDir, 'storage'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
const rows = () => server.query<{ url: string; name: string }>('select url, name from attachment order by id')
const setting = (name: string, value: string) =>
  server.query('insert into config (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value', [
    name,
    value,
  ])

/** What is refused leaves nothing: no row without a file, no file without a row, nothing half received. */
afterEach(async () => {
  const urls = (await rows()).map((row) => row.url).sort()
  const files = stored()
    .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length))
    .sort()
  expect(files).toEqual(urls)
  await expect.poll(() => readdirSync(join(dataDir, 'incoming'))).toEqual([])
  expect(server.logs).toEqual([])
})

describe('what a file is decided by its content', () => {
  const exe = Buffer.concat([Buffer.from('MZ\x90\x00\x03\x00\x00\x00\x04', 'latin1'), Buffer.alloc(200)])
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><use href="data:x"/></svg>'
  const html = '<!doctype html><script>alert(1)</script>'
  test.each([
    ['a program called .png', Buffer.from(exe), 'a.png', wrongType],
    ['a page called .png', html, 'a.png', wrongType],
    ['a page called .txt while texts are not allowed', html, 'a.txt', wrongType],
    ['an svg', svg, 'a.svg', wrongType],
    ['an svg called .png', svg, 'a.png', wrongType],
    ['an svg that claims to be a png', svg, 'a.svg', wrongType],
    ['a page with two suffixes', html, 'a.jpg.html', wrongType],
    ['nothing but a png signature', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'a.png', wrongType],
    ['no content', '', 'a.png', incomplete],
  ])('%s is refused', async (_what, content, name, message) => {
    const before = await rows()
    const { status, body } = await upload(content, name, { type: 'image/png' })
    expect([status, body.code, body.msg]).toEqual([200, 0, message])
    expect(await rows()).toEqual(before)
  })

  test('an svg stays refused even where the settings allow its suffix and type', async () => {
    await setting('upload_suffixes', 'png,svg,html')
    await setting('upload_mime_types', 'image/svg+xml,text/html,application/xml')
    for (const [content, name] of [
      [svg, 'a.svg'],
      [`<?xml version="1.0"?>${svg}`, 'a.svg'],
      [html, 'a.html'],
    ] as const)
      expect((await upload(content, name)).body.msg).toBe(wrongType)
    await server.query("delete from config where name like 'upload%'")
  })

  test('a picture whose pixels are broken is refused as unreadable', async () => {
    const broken = (await picture(3)).subarray(0, 90)
    expect((await upload(Buffer.from(broken), 'a.png')).body).toMatchObject({
      code: 0,
      msg: 'This picture cannot be read. Use another file.',
    })
  })

  test('a jpeg called .png is kept as what it is', async () => {
    const { body } = await upload(await picture(4, { type: 'jpeg' }), 'photo.png')
    expect(body).toMatchObject({ code: 1, data: { file: { suffix: 'jpg', mimetype: 'image/jpeg', width: 64, height: 48 } } })
    expect(body.data.file.url).toMatch(/^\/storage\/default\/\d{8}\/[0-9a-f]{40}\.jpg$/)
  })
})

describe('a picture is re-encoded', () => {
  const fetched = async (url: string) => Buffer.from(await (await fetch(server.url + url)).arrayBuffer())

  test('what hangs behind it, in its comment or in its EXIF is gone', async () => {
    const script = '<script>alert(document.domain)</script>'
    const base = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#a33' } })
      .withExif({ IFD0: { Copyright: script, Artist: 'somebody at home' }, IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer()
    const comment = Buffer.concat([
      base.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, script.length + 2]),
      Buffer.from(script),
      base.subarray(2),
    ])
    for (const [content, name] of [
      [Buffer.concat([comment, Buffer.from(`<html>${script}</html>`)]), 'a.jpg'],
      [Buffer.concat([await picture(5, { type: 'gif' }), Buffer.from(`=1;/*${script}*/`)]), 'b.gif'],
      [Buffer.concat([await picture(6), Buffer.from('PK\x05\x06'), Buffer.alloc(18), Buffer.from(script)]), 'c.png'],
    ] as const) {
      const { body } = await upload(Buffer.from(content), name)
      expect(body.code, body.msg).toBe(1)
      const kept = await fetched(body.data.file.url)
      expect(kept.includes('script')).toBe(false)
      expect(kept.includes('somebody at home')).toBe(false)
      expect((await sharp(kept).metadata()).exif).toBeUndefined()
    }
  })

  test('it is upright, as its EXIF says', async () => {
    const lying = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#3a3' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await upload(Buffer.from(lying), 'a.jpg')).body.data.file).toMatchObject({ width: 20, height: 40 })
  })

  test('a moving picture goes on moving', async () => {
    const frames = await sharp(Buffer.concat([Buffer.alloc(20 * 20 * 3, 10), Buffer.alloc(20 * 20 * 3, 200)]), {
      raw: { width: 20, height: 40, channels: 3, pageHeight: 20 },
    })
      .gif({ delay: [100, 100] })
      .toBuffer()
    const { body } = await upload(Buffer.from(frames), 'a.gif')
    expect(body.data.file).toMatchObject({ width: 20, height: 20 })
    expect((await sharp(await fetched(body.data.file.url)).metadata()).pages).toBe(2)
  })
})

describe('size', () => {
  test('one pixel that claims to be 60 000 × 60 000 is refused without being drawn', async () => {
    const png = Buffer.from(await picture(7, { width: 1, height: 1 }))
    png.writeUInt32BE(60_000, 16)
    png.writeUInt32BE(60_000, 20)
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
    const { body } = await upload(png, 'a.png')
    expect(body).toMatchObject({ code: 0, msg: 'This picture has too many pixels: 40 million at most.' })
  })

  test('a small file of a huge picture (a bomb) is refused', async () => {
    const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect((await upload(Buffer.from(bomb), 'a.png')).body).toMatchObject({
      code: 0,
      msg: expect.stringContaining('too many pixels'),
    })
  })

  test('a file over the limit is refused by what its form says, and by what really comes', async () => {
    await setting('upload_max_size', '200000')
    expect((await upload(Buffer.alloc(200_001), 'a.zip')).body).toMatchObject({ code: 0, msg: tooLarge })
    expect((await upload(Buffer.alloc(2_000_000), 'a.zip')).body).toMatchObject({ code: 0, msg: tooLarge })
    const streamed = await raw(chunkedForm(60, 65_536))
    expect(streamed).toContain(tooLarge)
    await server.query("delete from config where name like 'upload%'")
  })

  test('a client that never stops sending is disconnected', async () => {
    await setting('upload_max_size', '200000')
    const answer = await endless()
    expect(answer.sent).toBeLessThan(64 * 1024 * 1024)
    await server.query("delete from config where name like 'upload%'")
  })

  test('all uploads of one administrator together have a limit', async () => {
    await setting('upload_quota', '100')
    expect((await upload(await picture(60, { width: 200, height: 200 }), 'a.png')).body).toMatchObject({
      code: 0,
      msg: expect.stringContaining('Your uploads would exceed'),
    })
    await server.query("delete from config where name like 'upload%'")
  })
})

describe('the name of a file', () => {
  test.each([
    ['..\\..\\x.png', 'x.png'],
    ['../../../etc/passwd.png', 'passwd.png'],
    ['/etc/cron.d/x.png', 'x.png'],
    ['C:\\Windows\\CON.png', 'CON.png'],
    ['a.svg%00.png', 'a.svg%00.png'],
    ['gnp\u202egpj.png', 'gnpgpj.png'],
    [`${'很'.repeat(85)}.png`, `${'很'.repeat(85)}.png`],
    [`${'很'.repeat(250)}.png`, `${'很'.repeat(96)}.png`],
    ['<img src=x onerror=alert(1)>.png', '<img src=x onerror=alert(1)>.png'],
    ['A.PNG', 'A.PNG'],
  ])('%s is shown as %s and never becomes a path', async (given, shown) => {
    await server.query('delete from attachment')
    for (const entry of stored()) (await import('node:fs')).rmSync(join(entry.parentPath, entry.name))
    const { body } = await upload(await picture(8), given)
    expect(body.code, body.msg).toBe(1)
    expect(body.data.file.name).toBe(shown)
    expect(body.data.file.url).toMatch(/^\/storage\/default\/\d{8}\/[0-9a-f]{40}\.png$/)
  })

  test.each(['..', '.', '\u202e', ' '])('%j is none', async (name) => {
    expect((await upload(await picture(8), name)).body.code).toBe(0)
  })

  test('a topic is a word, not a path', async () => {
    for (const topic of ['../x', 'a/b', '..', 'x'.repeat(21), 'a.b'])
      expect((await upload(await picture(9), 'a.png', { query: `?topic=${encodeURIComponent(topic)}` })).body.code).toBe(0)
    const { body } = await upload(await picture(9), 'a.png', { query: '?uuid=1&topic=Goods&driver=local' })
    expect(body.data.file.url).toMatch(/^\/storage\/goods\//)
  })
})

describe('a form', () => {
  test('of somebody who is not signed in is refused', async () => {
    expect((await send(server, undefined, await picture(1), 'a.png')).body).toMatchObject({ code: 303 })
  })

  test('without a file, with its file under another name, or with two is refused', async () => {
    expect((await upload(await picture(10), 'a.png', { field: 'other' })).body).toMatchObject({ code: 0, msg: incomplete })
    const client = await server.signIn('admin')
    expect((await client.post('/admin/ajax/upload', {})).body).toMatchObject({ code: 0, msg: incomplete })
    const part = (name: string) =>
      `--B\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/zip\r\n\r\nPK\x03\x04 something\r\n`
    expect(await raw(form(`${part('a.zip')}${part('b.zip')}--B--\r\n`))).toContain('Upload one file at a time')
    expect(await raw(form('--B\r\nContent-Disposition: form-data; name="topic"\r\n\r\nx\r\n--B--\r\n'))).toContain(incomplete)
  })

  test.each([
    ['no last boundary', '--B\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK\x03\x04 half of it'],
    ['no boundary at all', 'PK\x03\x04'],
    ['a part without a head', '--B\r\n\r\nPK\x03\x04\r\n--B--\r\n'],
    ['nothing', ''],
  ])('with %s is refused in words', async (_what, body) => {
    const answer = await raw(form(body))
    expect(answer).toMatch(/^HTTP\/1\.1 200/)
    expect(answer).toContain(incomplete)
  })

  test('with a wrong length leaves nothing', async () => {
    const body = '--B\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK\x03\x04'
    await raw(form(body, body.length + 5000), 500)
  })

  test('with files is taken by no other address', async () => {
    const answer = await fetch(`${server.url}/admin/Index/login`, {
      method: 'POST',
      body: new FormData(),
      headers: { origin: server.url },
    })
    expect(answer.status).toBe(415)
  })
})

test('the same new file sent six times at once is one row and one file, counted six times', async () => {
  const content = await picture(77)
  // Eight of one person may be under way, and one that the test before broke off may still be.
  const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => upload(content, `${i}.png`)))
  expect(answers.map(({ body }) => (body.code === 1 ? 1 : body.msg))).toEqual(Array(6).fill(1))
  expect(new Set(answers.map((answer) => answer.body.data.file.url)).size).toBe(1)
  const [row] = await server.query<{ quote: number }>('select quote from attachment where url = $1', [
    answers[0]?.body.data.file.url,
  ])
  expect(row?.quote).toBe(6)
})

/** Sends bytes and gives all that comes back; `hangUpAfter` ms ends it from this side. */
function raw(bytes: string, hangUpAfter?: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString('utf8')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
    if (hangUpAfter !== undefined) setTimeout(() => socket.destroy(), hangUpAfter)
  })
}

const head = () =>
  `POST /admin/ajax/upload HTTP/1.1\r\nHost: 127.0.0.1:${new URL(server.url).port}\r\nbatoken: ${token}\r\nthink-lang: en\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=B\r\n`

const form = (body: string, length = body.length) => `${head()}Content-Length: ${length}\r\n\r\n${body}`

const opening = '--B\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK\x03\x04'

/** A form without a length that comes in chunks. */
function chunkedForm(count: number, size: number): string {
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  return `${head()}Transfer-Encoding: chunked\r\n\r\n${chunk(opening)}${chunk('x'.repeat(size)).repeat(count)}${chunk('\r\n--B--\r\n')}0\r\n\r\n`
}

/** Sends until the server hangs up. */
function endless(): Promise<{ sent: number }> {
  return new Promise((resolve) => {
    let sent = 0
    const block = `10000\r\n${'x'.repeat(65_536)}\r\n`
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
      socket.write(`${head()}Transfer-Encoding: chunked\r\n\r\n${opening.length.toString(16)}\r\n${opening}\r\n`)
      more()
    })
    const more = () => {
      while (!socket.destroyed) {
        sent += 65_536
        if (sent > 512 * 1024 * 1024) return socket.destroy()
        if (!socket.write(block)) break
      }
      return undefined
    }
    socket.on('drain', more)
    socket.on('data', () => undefined)
    socket.on('error', () => undefined)
    socket.on('close', () => resolve({ sent }))
  })
}

/** Checksum of a chunk of a png. */
function crc32(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}
