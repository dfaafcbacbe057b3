import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/core/db/connect.ts'
import { purgeFiles } from '../../server/modules/files/purge.ts'
import { makeStorage } from '../../server/modules/files/storage.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { picture, send, type UploadedFile } from '../harness/uploads.ts'
import { person } from '../security/people.ts'

let server: TestServer
let owner: Client
const dataDir = mkdtempSync(join(tmpdir(), 'kontor-files-test-'))
const pathOf = (url: string) => join(dataDir, url)
beforeAll(async () => {
  server = await startTestServer({ database: 'seed', settings: { dataDir } })
  owner = await server.signIn('admin')
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(() => server.query('update admin set avatar = $1', ['']))

async function uploaded(content: Uint8Array<ArrayBuffer> | string, name: string, who = owner): Promise<UploadedFile> {
  const { body } = await send(server, who.token, content, name)
  expect(body.code, body.msg).toBe(1)
  return body.data.file
}

const zip = (text: string) => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(26), Buffer.from(text)])

describe('an upload', () => {
  test("answers in BuildAdmin's shape, with a row beside the file", async () => {
    const file = await uploaded(await picture(1), 'tea.png')
    expect(file).toEqual({
      id: expect.any(Number),
      topic: 'default',
      admin_id: 1,
      user_id: 0,
      url: expect.stringMatching(/^\/storage\/default\/\d{8}\/[0-9a-f]{40}\.png$/),
      width: 64,
      height: 48,
      name: 'tea.png',
      size: expect.any(Number),
      mimetype: 'image/png',
      storage: 'local',
      sha1: expect.stringMatching(/^[0-9a-f]{40}$/),
      last_upload_time: expect.any(Number),
      suffix: 'png',
      full_url: file.url,
    })
    expect(existsSync(pathOf(file.url))).toBe(true)
  })

  test('of the same content is the same attachment, counted; under another topic it is another', async () => {
    const content = await picture(2)
    const first = await uploaded(content, 'a.png')
    const second = await uploaded(content, 'other name.png')
    expect(second).toMatchObject({ id: first.id, url: first.url, name: 'a.png' })
    const { body } = await send(server, owner.token, content, 'a.png', { query: '?topic=goods' })
    expect(body.data.file.id).not.toBe(first.id)
    expect(await server.query('select quote, topic from attachment where sha1 = $1 order by id', [first.sha1])).toEqual([
      { quote: 2, topic: 'default' },
      { quote: 1, topic: 'goods' },
    ])
  })

  test('into the list needs its node, and is kept under the topic of the screen whatever is asked for', async () => {
    const into = { path: '/admin/routine.Attachment/upload', query: '?topic=goods' }
    const reader = await person(server, ['routine/attachment/index'])
    expect((await send(server, reader.token, await picture(21), 'no.png', into)).body.code).toBe(401)
    expect((await send(server, undefined, await picture(21), 'no.png', into)).body.code).toBe(303)
    expect(await server.query(`select 1 from attachment where name = 'no.png'`)).toEqual([])
    const writer = await person(server, ['routine/attachment/index', 'routine/attachment/upload'])
    const { body } = await send(server, writer.token, await picture(21), 'yes.png', into)
    expect(body).toMatchObject({ code: 1, data: { file: { name: 'yes.png', topic: 'library', admin_id: writer.id } } })
    expect(existsSync(pathOf(body.data.file.url))).toBe(true)
    const list = await writer.get<{ list: { name: string }[] }>('/admin/routine.Attachment/index')
    expect(list.body.data.list.map(({ name }) => name)).toContain('yes.png')
    const wrong = await send(server, writer.token, 'no picture', 'bad.png', into)
    expect(wrong.body).toMatchObject({ code: 0 })
    expect(await server.query(`select 1 from attachment where name = 'bad.png'`)).toEqual([])
  })

  test('moves to another topic with its address, several at once; the same content is known there and here', async () => {
    const [one, other] = [await picture(51), await picture(52)]
    const files = [await uploaded(one, 'one.png'), await uploaded(other, 'other.png')]
    const ids = files.map(({ id }) => id)
    const move = (who: Client, topic: string) => who.post<{ errors: object }>('/admin/routine.Attachment/move', { ids, topic })
    expect((await move(await person(server, ['routine/attachment/index']), 'goods')).body.code).toBe(401)
    expect(Object.keys((await move(owner, 'Shop goods')).body.data.errors)).toEqual(['topic'])
    expect((await move(owner, 'goods')).body.code).toBe(1)
    const rowsOf = () =>
      server.query('select id, topic, url, quote from attachment where sha1 = $1 order by id', [files[0]?.sha1])
    const moved = { id: ids[0], topic: 'goods', url: files[0]?.url }
    expect(await rowsOf()).toEqual([{ ...moved, quote: 1 }])
    expect(await uploaded(one, 'one.png')).toMatchObject({ id: ids[0] })
    expect((await send(server, owner.token, one, 'one.png', { query: '?topic=goods' })).body.data.file.id).toBe(ids[0])
    expect(await rowsOf()).toEqual([{ ...moved, quote: 3 }])
    expect((await fetch(server.url + files[0]?.url)).status).toBe(200)
    // Two of one content cannot share a topic.
    const twin = (await send(server, owner.token, other, 'other.png', { query: '?topic=twins' })).body.data.file
    expect((await owner.post('/admin/routine.Attachment/move', { id: twin.id, topic: 'goods' })).body.code).toBe(0)
  })

  test('puts a file back that got lost', async () => {
    const content = await picture(3)
    const { url } = await uploaded(content, 'a.png')
    rmSync(pathOf(url))
    await uploaded(content, 'a.png')
    expect(existsSync(pathOf(url))).toBe(true)
  })

  test('whose row cannot be written leaves no file', async () => {
    await server.query('alter table attachment add constraint none check (name <> $$fail.png$$)')
    const { body } = await send(server, owner.token, await picture(4), 'fail.png')
    await server.query('alter table attachment drop constraint none')
    expect(body).toMatchObject({ code: 0, msg: expect.stringContaining('cannot be stored') })
    const kept = await server.query<{ url: string }>('select url from attachment')
    expect(await filesBelow()).toEqual(kept.map((row) => row.url).sort())
  })
})

/** Addresses of all files there are. */
async function filesBelow(): Promise<string[]> {
  const found: string[] = []
  for await (const url of makeStorage(dataDir).older(Date.now() + 60_000)) found.push(url)
  return found.sort()
}

describe('a stored file', () => {
  test('is served to be shown, whole and in parts, with nothing of the site in its reach', async () => {
    const { url } = await uploaded(await picture(5), 'a.png')
    const whole = await fetch(server.url + url)
    expect(whole.status).toBe(200)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; img-src 'self'; media-src 'self'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
    })
    const bytes = Buffer.from(await whole.arrayBuffer())
    const part = await fetch(server.url + url, { headers: { range: 'bytes=10-19' } })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20))
    const again = await fetch(server.url + url, {
      headers: { 'if-none-match': whole.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    })
    expect(again.status).toBe(304)
  })

  test('that a browser cannot show is a download', async () => {
    const { url } = await uploaded(zip('x'), 'a.zip')
    const { headers } = await fetch(server.url + url)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toBe('attachment')
    expect(headers.get('content-security-policy')).toContain('sandbox')
  })

  test('of text is a download of bytes, whatever is written in it', async () => {
    await server.query("insert into config (name, value) values ('upload_suffixes', 'txt,csv')")
    const { url } = await uploaded('<script>alert(1)</script>', 'notes.txt')
    expect((await send(server, owner.token, Buffer.from([0xff, 0xfe, 0, 1]), 'a.txt')).body.code).toBe(0)
    await server.query("delete from config where name = 'upload_suffixes'")
    const { headers } = await fetch(server.url + url)
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual(['application/octet-stream', 'attachment'])
  })

  test.each([
    '/storage/',
    '/storage/default',
    '/storage/../postgres/PG_VERSION',
    '/storage/%2e%2e/incoming',
    '/storage/default/20260101/..%2f..%2f..%2fx',
    '/storage/default/20260101/0000000000000000000000000000000000000000.png',
    '/storage//default',
  ])('at %s there is none', async (path) => {
    const answer = await fetch(server.url + path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toContain('application/json')
  })
})

describe('an attachment in use', () => {
  const edit = async (values: object) => {
    const { body } = await owner.get<{ row: { _version: string } }>('/admin/auth.Admin/edit', { id: 1 })
    return owner.post('/admin/auth.Admin/edit', { id: 1, _version: body.data.row._version, ...values })
  }

  test('is named by a record only when it is there and of the kind the field takes', async () => {
    const { url } = await uploaded(await picture(6), 'a.png')
    const archive = await uploaded(zip('six'), 'a.zip')
    expect((await edit({ avatar: url })).body.code).toBe(1)
    expect((await edit({ avatar: archive.url })).body).toMatchObject({
      code: 0,
      data: { errors: { avatar: 'The type of uploaded file is not allowed!' } },
    })
    const missing = `/storage/default/20260101/${'0'.repeat(40)}.png`
    expect((await edit({ avatar: missing })).body).toMatchObject({
      code: 0,
      data: { errors: { avatar: expect.stringContaining('this file no longer exists') } },
    })
    await server.query('update admin set avatar = $1 where id = 1', [missing])
    expect((await edit({ avatar: missing, nickname: 'Owner' })).body.code, 'what was there may stay').toBe(1)
    expect((await edit({ avatar: 'https://example.com/a.png' })).body.code).toBe(1)
  })

  test('is not deleted, unless by force; one that is not in use goes with its file', async () => {
    const file = await uploaded(await picture(7), 'a.png')
    await edit({ avatar: file.url })
    const refused = await owner.del('/admin/routine.Attachment/del', { ids: [file.id] })
    expect(refused.body).toMatchObject({ code: 0, msg: '"a.png" is used in 1 place. Remove it there first.' })
    expect(existsSync(pathOf(file.url))).toBe(true)
    const { body } = await owner.get<{ row: { used: number } }>('/admin/routine.Attachment/info', { id: file.id })
    expect(body.data.row.used).toBe(1)
    await edit({ avatar: '' })
    expect((await owner.del('/admin/routine.Attachment/del', { ids: [file.id] })).body.code).toBe(1)
    expect(existsSync(pathOf(file.url))).toBe(false)
    const other = await uploaded(await picture(8), 'b.png')
    await edit({ avatar: other.url })
    expect((await owner.post('/admin/routine.Attachment/force', { id: other.id })).body.code).toBe(1)
    expect(existsSync(pathOf(other.url))).toBe(false)
  })

  test('one of several that is in use keeps all of them', async () => {
    const used = await uploaded(await picture(9), 'a.png')
    const free = await uploaded(await picture(10), 'b.png')
    await edit({ avatar: used.url })
    expect((await owner.del('/admin/routine.Attachment/del', { ids: [free.id, used.id] })).body.code).toBe(0)
    expect([existsSync(pathOf(used.url)), existsSync(pathOf(free.url))]).toEqual([true, true])
  })

  test('deleted and uploaded at once ends with row and file, or without both', async () => {
    const content = await picture(11)
    for (let round = 0; round < 6; round++) {
      const { id, url } = await uploaded(content, 'a.png')
      await Promise.all([
        owner.del('/admin/routine.Attachment/del', { ids: [id] }),
        send(server, owner.token, content, 'a.png'),
        send(server, owner.token, content, 'a.png'),
      ])
      const rows = await server.query('select id from attachment where url = $1', [url])
      expect(existsSync(pathOf(url))).toBe(rows.length === 1)
    }
  })

  test('of its metadata only the name can be changed', async () => {
    const file = await uploaded(await picture(12), 'a.png')
    const save = (values: object) =>
      owner.with({ headers: { 'x-kontor-strict': '0' } }).post('/admin/routine.Attachment/edit', { id: file.id, ...values })
    expect((await save({ name: 'c.png', url: '/storage/../../etc/passwd', size: 1, quote: 99, sha1: 'x' })).body.code).toBe(1)
    expect(await server.query('select name, url, size::int, quote, sha1 from attachment where id = $1', [file.id])).toEqual([
      { name: 'c.png', url: file.url, size: file.size, quote: 1, sha1: file.sha1 },
    ])
  })
})

test('who may not see the attachments chooses among their own uploads, filtered and paged', async () => {
  const clerk = await person(server, [])
  const own = await uploaded(await picture(30), 'mine.png', clerk)
  await uploaded(zip('thirty'), 'mine.zip', clerk)
  const seen = await clerk.get<{ list: UploadedFile[]; total: number }>('/admin/ajax/attachments', { accept: 'image/*' })
  expect(seen.body.data).toMatchObject({ total: 1, list: [{ url: own.url }] })
  expect((await clerk.get('/admin/ajax/attachments', { accept: '.zip' })).body.data).toMatchObject({ total: 1 })
  const all = await owner.get<{ list: UploadedFile[]; total: number }>('/admin/ajax/attachments', {
    quickSearch: 'mine',
    limit: 1,
    page: 2,
  })
  expect(all.body.data.total).toBe(2)
  expect(all.body.data.list).toHaveLength(1)
  expect((await owner.get('/admin/ajax/attachments', { quickSearch: '%' })).body.data).toMatchObject({ total: 0 })
  expect((await server.guest().get('/admin/ajax/attachments')).body.code).toBe(303)
  expect((await owner.get('/admin/ajax/attachments', { limit: 5000 })).body.code).toBe(0)
})

test('what a kill left behind is swept: parts received, and files without a row', async () => {
  const kept = await uploaded(await picture(31), 'a.png')
  const orphan = pathOf(`/storage/default/20260101/${'a'.repeat(40)}.png`)
  const part = join(dataDir, 'incoming', 'part')
  mkdirSync(dirname(orphan), { recursive: true })
  for (const path of [orphan, part]) writeFileSync(path, 'x')
  const database = openDatabase(server.databaseUrl)
  const storage = makeStorage(dataDir)
  try {
    expect(await purgeFiles(database, storage), 'what is new may still be under way').toBe(0)
    const long = new Date(Date.now() - 7_200_000)
    for (const path of [orphan, part, pathOf(kept.url)]) utimesSync(path, long, long)
    expect(await purgeFiles(database, storage)).toBe(1)
  } finally {
    await database.close()
  }
  expect([existsSync(orphan), existsSync(part), existsSync(pathOf(kept.url))]).toEqual([false, false, true])
})

test('the picture of a suffix is made of letters and a colour only', async () => {
  const get = (query: string) => fetch(`${server.url}/admin/ajax/buildSuffixSvg?${query}`)
  const answer = await get('suffix=docx&background=%2300aa00')
  expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  const text = await answer.text()
  expect(text).toContain('>DOCX</text>')
  expect(text).toContain('fill="#00aa00"')
  expect(await (await get('suffix=zip')).text()).not.toBe(await (await get('suffix=rar')).text())
  for (const query of [
    'suffix=%3Cscript%3E',
    'suffix=a&background=url(x)',
    'suffix=a&background=%22onload%3D',
    'suffix=',
    'suffix[]=a',
  ])
    expect((await (await get(query)).json()).code, query).toBe(0)
})
