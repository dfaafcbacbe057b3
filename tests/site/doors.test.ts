import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { isListed, parseAddresses } from '../../server/core/http/addresses.ts'
import { isWithin } from '../../server/core/session/signInHours.ts'
import { formatDateTime, parseDateTime } from '../../src/schemas/kinds/clock.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { picture, send } from '../harness/uploads.ts'

const dist = await mkdtemp(join(tmpdir(), 'kontor-doors-'))
await writeFile(join(dist, 'index.html'), '<!doctype html><html><head><meta name="kontor-lang" content="zh-cn" /></head></html>')
let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'demo', siteDir: dist })
  owner = await server.signIn('admin')
})
afterAll(async () => {
  await server?.close()
  await rm(dist, { recursive: true })
})

const save = (values: object) => owner.post('/admin/routine.Config/edit', values)
const errorsOf = (answer: { body: unknown }) => (answer.body as { data: { errors?: unknown } | null }).data?.errors

describe('blocked addresses', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.8', '203.0.113.7', false],
    ['10.1.2.3', '192.168.0.0/16\n10.0.0.0/8', true],
    ['11.1.2.3', '10.0.0.0/8', false],
    ['2001:db8:1::5', '2001:db8::/32', true],
    ['2001:db9::5', '2001:db8::/32', false],
    ['127.0.0.1', '', false],
  ])('%s is among %j: %s', (ip, list, listed) => {
    expect(isListed(ip, list)).toBe(listed)
  })

  it.each(['10.0.0.0/33', '10.0.0', 'fe80::/129', '10.0.0.0/8/8', 'example.com', '10.0.0.1/x'])('%s is none', (line) => {
    expect(parseAddresses(line)).toEqual({ wrong: line })
  })

  it('get 403 for pages and calls; nobody can block their own', async () => {
    expect(errorsOf(await save({ no_access_ip: 'fine\n10.0.0.0/8' }))).toEqual({
      no_access_ip: '“fine” is no IP address or network such as 203.0.113.0/24',
    })
    expect(errorsOf(await save({ no_access_ip: '10.0.0.0/8\n127.0.0.0/8' }))).toEqual({
      no_access_ip: '127.0.0.1 is your own address; you would lock yourself out',
    })
    expect((await save({ no_access_ip: '10.0.0.0/8' })).body.code).toBe(1)
    expect((await server.guest().get('/api/index/index')).status).toBe(200)
    // Somebody sits at this address now: as if the list had been saved elsewhere.
    await server.query("update config set value = '127.0.0.1' where name = 'no_access_ip'")
    await server.query("select pg_notify('kontor_site', '')")
    await expect.poll(async () => (await server.guest().get('/api/index/index')).status).toBe(403)
    expect((await fetch(`${server.url}/`, { headers: { accept: 'text/html' } })).status).toBe(403)
    await server.query("update config set value = '' where name = 'no_access_ip'")
    await server.query("select pg_notify('kontor_site', '')")
    await expect.poll(async () => (await server.guest().get('/api/index/index')).status).toBe(200)
  })
})

describe('sign-in hours', () => {
  it.each([
    ['09:00:00', '18:00:00', '2026-03-09 09:00:00', true],
    ['09:00:00', '18:00:00', '2026-03-09 18:00:00', false],
    ['22:00:00', '06:00:00', '2026-03-09 23:30:00', true],
    ['22:00:00', '06:00:00', '2026-03-09 05:59:59', true],
    ['22:00:00', '06:00:00', '2026-03-09 12:00:00', false],
  ])('from %s to %s: at %s %s', (from, to, at, open) => {
    expect(isWithin({ from, to }, Number(parseDateTime(at)))).toBe(open)
  })

  it('keep everybody out but super administrators, and say when to come', async () => {
    const at = (hours: number) => formatDateTime(Math.floor(Date.now() / 1000) + hours * 3600).slice(11)
    expect(errorsOf(await save({ login_window_start: at(2) }))).toEqual({ login_window_end: 'Fill in both times or neither' })
    const [from, to] = [at(2), at(3)]
    expect((await save({ login_window_start: from, login_window_end: to })).body.code).toBe(1)
    await expect(server.signIn('finance')).rejects.toThrow(
      `The back office can be signed in to from ${from.slice(0, 5)} to ${to.slice(0, 5)} only.`,
    )
    await expect(server.signIn('finance', 'Wrong-12345')).rejects.not.toThrow('from')
    await server.signIn('admin')
    await save({ login_window_start: at(-1), login_window_end: at(1) })
    await server.signIn('finance')
    expect((await save({ login_window_start: '', login_window_end: '' })).body.code).toBe(1)
  })
})

describe('pages of other sites', () => {
  const origin = 'https://app.example.com'
  const ask = (method: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/index/index`, { method, headers: { origin, 'sec-fetch-site': 'cross-site', ...headers } })

  it('call the server only while the settings name them, with tokens and without cookies', async () => {
    expect((await ask('POST')).status).toBe(403)
    expect((await ask('GET')).headers.get('access-control-allow-origin')).toBeNull()
    expect(errorsOf(await save({ cors_domains: `${origin}/path` }))).toHaveProperty('cors_domains')
    expect((await save({ cors_domains: `${origin}\nhttps://other.example` })).body.code).toBe(1)
    const preflight = await ask('OPTIONS', { 'access-control-request-method': 'POST' })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('batoken')
    const read = await ask('GET')
    expect(read.headers.get('access-control-allow-origin')).toBe(origin)
    expect(read.headers.get('access-control-allow-credentials')).toBeNull()
    expect(read.headers.get('vary')).toContain('origin')
    const token = { batoken: owner.token ?? '', 'content-type': 'application/json', server: 'true' }
    const written = await fetch(`${server.url}/admin/routine.Config/edit`, {
      method: 'POST',
      headers: { origin, 'sec-fetch-site': 'cross-site', ...token },
      body: JSON.stringify({ site_name: 'From afar' }),
    })
    expect(await written.json()).toMatchObject({ code: 1 })
    const stranger = await fetch(`${server.url}/api/index/index`, { method: 'POST', headers: { origin: 'https://evil.example' } })
    expect(stranger.status).toBe(403)
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull()
    expect((await save({ cors_domains: '' })).body.code).toBe(1)
    expect((await ask('OPTIONS')).status).toBe(403)
  })
})

describe('what visitors see of the site', () => {
  it('the language of a first visit, and of texts for who asks for none', async () => {
    const page = async () => (await fetch(`${server.url}/`, { headers: { accept: 'text/html' } })).text()
    const refusal = async (headers: Record<string, string> = {}) =>
      ((await (await fetch(`${server.url}/admin/auth.Admin/index`, { headers })).json()) as { msg: string }).msg
    expect(await page()).toContain('<meta name="kontor-lang" content="zh-cn" />')
    expect(await refusal()).toBe('请先登录')
    expect((await save({ default_lang: 'en' })).body.code).toBe(1)
    expect(await page()).toContain('<meta name="kontor-lang" content="en" />')
    expect(await refusal()).toMatch(/sign in|log in/i)
    expect(await refusal({ 'think-lang': 'zh-cn' })).toBe('请先登录')
    await save({ default_lang: 'zh-cn' })
  })

  it('record number and logo, inside and outside', async () => {
    const logo = '/static/images/own.png'
    expect((await save({ record_number: '沪ICP备2026000001号', logo })).body).toMatchObject({ code: 1 })
    const shown = { recordNumber: '沪ICP备2026000001号', logo }
    expect((await server.guest().get<{ site: object }>('/api/index/index')).body.data.site).toMatchObject(shown)
    expect((await server.guest().get<{ site: object }>('/admin/Index/login')).body.data.site).toMatchObject(shown)
    expect((await server.guest().get<{ site: object }>('/api/user/checkIn')).body.data.site).toMatchObject(shown)
    expect((await owner.get<{ siteConfig: object }>('/admin/Index/index')).body.data.siteConfig).toMatchObject(shown)
  })
})

test('files are read from the CDN that is set, inside and outside; without one from here', async () => {
  const cdn = 'https://cdn.shop.example'
  const upload = async (seed: number) => (await send(server, owner.token, await picture(seed), 'a.png')).body.data.file
  const here = await upload(51)
  expect(here.full_url).toBe(here.url)
  expect((await save({ cdn_url: `${cdn}/` })).body).toMatchObject({ code: 1 })
  const there = await upload(52)
  expect(there.full_url).toBe(cdn + there.url)
  const shown = { cdnUrl: `${cdn}/` }
  expect((await server.guest().get<{ site: object }>('/api/index/index')).body.data.site).toMatchObject(shown)
  expect((await owner.get<{ siteConfig: object }>('/admin/Index/index')).body.data.siteConfig).toMatchObject(shown)
  expect((await save({ cdn_url: '' })).body).toMatchObject({ code: 1 })
})

describe('uploaded pictures', () => {
  const sizeOf = async (seed: number) => {
    const { body } = await send(server, owner.token, await picture(seed, { width: 400, height: 200 }), 'wide.png')
    return [body.data.file.width, body.data.file.height]
  }

  it('are scaled down to the longest edge that is set', async () => {
    expect(await sizeOf(31)).toEqual([400, 200])
    expect((await save({ image_max_edge: 100 })).body.code).toBe(1)
    expect(await sizeOf(32)).toEqual([100, 50])
    expect((await save({ image_max_edge: 0 })).body.code).toBe(1)
    expect(await sizeOf(33)).toEqual([400, 200])
  })
})

describe('the path of uploaded files', () => {
  const usual = '/storage/{topic}/{year}{mon}{day}/{fileSha1}{.suffix}'
  const urlOf = async (seed: number, name: string) =>
    (await send(server, owner.token, await picture(seed), name, { query: '?topic=goods' })).body.data.file.url
  const today = () => formatDateTime(Math.floor(Date.now() / 1000))

  it('follows the setting for what is uploaded from then on; the files are served there', async () => {
    const before = await urlOf(41, 'Running Shoes.PNG')
    expect(before).toMatch(/^\/storage\/goods\/\d{8}\/[0-9a-f]{40}\.png$/)
    expect((await save({ upload_save_name: '/storage/{topic}/{year}/{mon}/{fileName}-{fileSha1}{.suffix}' })).body.code).toBe(1)
    const month = today().slice(0, 7).replace('-', '/')
    const after = await urlOf(42, 'Été – Running Shoes.PNG')
    expect(after).toMatch(new RegExp(`^/storage/goods/${month}/[a-z-]*running-shoes-[0-9a-f]{40}\\.png$`))
    expect(await urlOf(43, '../../跑步鞋.png')).toMatch(new RegExp(`^/storage/goods/${month}/-[0-9a-f]{40}\\.png$`))
    for (const url of [before, after]) expect((await fetch(server.url + url)).status).toBe(200)
    const { body } = await owner.get<{ siteConfig: { upload: { saveName: string } } }>('/admin/Index/index')
    expect(body.data.siteConfig.upload.saveName).toBe('/storage/{topic}/{year}/{mon}/{fileName}-{fileSha1}{.suffix}')
    expect((await save({ upload_save_name: usual })).body.code).toBe(1)
  })

  it.each([
    ['/uploads/{topic}/{fileSha1}{.suffix}', 'Start with'],
    ['/storage/{topic}/{year}/{fileName}{.suffix}', 'Start with'],
    ['/storage/{topic}/../{fileSha1}{.suffix}', 'Use the listed'],
    ['/storage/{topic}//{fileSha1}{.suffix}', 'Use the listed'],
    ['/storage/{topic}/{random}/{fileSha1}{.suffix}', 'Use the listed'],
    ['/storage/{topic}/Photos/{fileSha1}{.suffix}', 'Use the listed'],
    ['/storage/{topic}/a/b/c/d/e/f/{fileSha1}{.suffix}', 'Use the listed'],
    ['/storage/{topic}/{fileSha1}{.suffix}/{fileSha1}{.suffix}', 'Use the listed'],
  ])('cannot be %s', async (pattern, fault) => {
    expect(errorsOf(await save({ upload_save_name: pattern }))).toEqual({ upload_save_name: expect.stringMatching(fault) })
  })
})
