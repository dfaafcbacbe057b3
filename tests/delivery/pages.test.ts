import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadSchema } from '../../codegen/load/pages.ts'
import type { Services } from '../../server/core/services.ts'
import { loadModules } from '../../server/main/modules.ts'
import { defineModule } from '../../server/modules/module.ts'
import { deliveredFile } from '../../server/modules/pages/files.ts'
import { pages as pagesModule } from '../../server/modules/pages/module.ts'
import { type PageFile, type PageHashes, pageAddress } from '../../src/schemas/api/pages.ts'
import { unpackPage } from '../../src/schemas/language/packed.ts'
import type { Client } from '../harness/client.ts'
import { copySchemas, productSchema } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { memberClient, registerMember } from '../member/people.ts'
import { openLine } from '../security/feedLine.ts'
import { person } from '../security/people.ts'

let server: TestServer
let services: Services
let owner: Client
const watching = defineModule({
  name: 'watching',
  services(input) {
    services = input.services
    return {}
  },
})
beforeAll(async () => {
  server = await startTestServer({ modules: [...(await loadModules()), watching] })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(() => server?.close())

const init = '/admin/Index/index'
const hashesOf = async (client: Client) => (await client.get<{ pages: PageHashes }>(init)).body.data.pages
const order = 'shop/order/order'
/** With the folders of the menu above it. */
const orderRights = ['shop', 'shop/order', order, `${order}/index`]

describe('the answer with the menu', () => {
  test('names the pages of the back office that the person may open, and no others', async () => {
    const schema = await productSchema()
    const all = [...schema.pages.values()].filter(({ area }) => area === 'admin').map(({ id }) => id)
    expect(Object.keys(await hashesOf(owner)).sort()).toEqual(all.sort())
    const packer = await person(server, orderRights)
    expect(Object.keys(await hashesOf(packer))).toEqual([order])
  })

  test('names the member’s own pages, and to guests none', async () => {
    const { token } = await registerMember(server, 'pagereader', 'Reader12345')
    const member = memberClient(server, token)
    const { body } = await member.get<{ pages: PageHashes }>('/api/index/index')
    expect(Object.keys(body.data.pages)).toContain('account/overview')
    expect(Object.keys(body.data.pages)).not.toContain(order)
    const guest = await server.guest().get<{ pages: PageHashes }>('/api/index/index')
    expect(guest.body.data.pages).toEqual({})
    const file = await member.get<PageFile>(pageAddress('account/overview', 'en', body.data.pages['account/overview']))
    expect(file.body.data.hash).toBe(body.data.pages['account/overview'])
    expect((await member.get(pageAddress(order, 'en'))).status).toBe(404)
    expect((await server.guest().get(pageAddress('account/overview', 'en'))).status).toBe(404)
  })

  test('says nothing of pages to a client of BuildAdmin', async () => {
    const foreign = owner.with({ headers: { 'x-kontor-strict': '' } })
    expect((await foreign.get(init)).body.data).not.toHaveProperty('pages')
    expect((await foreign.get('/api/index/index')).body.data).not.toHaveProperty('pages')
  })
})

describe('the file of a page', () => {
  test('holds the page with its words in the language of the address', async () => {
    const schema = await productSchema()
    for (const [lang, title] of [
      ['en', schema.words.page.get(order)?.en.title],
      ['zh-cn', schema.words.page.get(order)?.['zh-cn'].title],
    ] as const) {
      const { [order]: hash = '' } = await hashesOf(owner.with({ lang }))
      const { body } = await owner.get<PageFile>(pageAddress(order, lang, hash))
      expect(body).toMatchObject({ code: 1, data: { hash, words: { title } } })
      expect(unpackPage(body.data.page)).toMatchObject({ id: order, kind: 'crud' })
    }
    const [chinese, english] = await Promise.all(['zh-cn' as const, 'en' as const].map((lang) => hashesOf(owner.with({ lang }))))
    expect(chinese?.[order]).not.toBe(english?.[order])
  })

  test('is kept for ever under its hash and not at all under another', async () => {
    const { [order]: hash = '' } = await hashesOf(owner)
    const own = await owner.get(pageAddress(order, 'en', hash))
    expect(own.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    for (const other of ['latest', 'AAAAAAAAAAAAAAAA']) {
      const { headers, body } = await owner.get<PageFile>(pageAddress(order, 'en', other))
      expect(headers.get('cache-control')).toBe('no-store')
      expect(body.data.hash).toBe(hash)
    }
  })

  test('comes compressed to who accepts that', async () => {
    const { [order]: hash = '' } = await hashesOf(owner)
    const asked = (encoding: string) =>
      owner.with({ headers: { 'accept-encoding': encoding } }).get<PageFile>(pageAddress(order, 'en', hash))
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const { headers, body } = await asked(accepted)
      expect(headers.get('content-encoding')).toBe(encoding)
      expect(headers.get('vary')).toBe('accept-encoding')
      expect(body.data.hash).toBe(hash)
    }
  })

  test('is there only for who holds a node of the page or has it in the menu; nobody learns whether there is another', async () => {
    const packer = await person(server, orderRights)
    expect((await packer.get(pageAddress(order, 'en'))).status).toBe(200)
    const refused = ['auth/group', 'shop/order', 'shop/order/refund', 'account/overview', 'no/such/page'].map((id) =>
      packer.get(pageAddress(id, 'en')),
    )
    for (const { status, body } of await Promise.all(refused)) {
      expect(status).toBe(404)
      expect(body).toMatchObject({ code: 0, data: null })
    }
    expect(new Set((await Promise.all(refused)).map(({ body }) => body.msg)).size).toBe(1)
    for (const id of [order, 'no/such/page']) {
      expect((await server.guest().get(pageAddress(id, 'en'))).status).toBe(404)
      // A session that has ended is asked for again, whatever the page.
      const ended = await server.guest({ token: 'x'.repeat(43) }).get(pageAddress(id, 'en'))
      expect(ended.body.code).toBe(303)
    }
  })

  test('is there for whose own menu entry leads to the page under another name', async () => {
    await server.query(
      `INSERT INTO admin_rule (pid, type, title, name, path, icon, menu_type, url, component, keepalive, extend, weigh, status, create_time, update_time)
       VALUES (0, 'menu', 'Mine', 'mine', 'mine', '', 'tab', '', 'shop/order/refund', 0, 'none', 0, 1, 0, 0)`,
    )
    const other = await person(server, ['mine'])
    expect(Object.keys(await hashesOf(other))).toEqual(['shop/order/refund'])
    expect((await other.get(pageAddress('shop/order/refund', 'en'))).status).toBe(200)
    expect((await other.get(pageAddress(order, 'en'))).status).toBe(404)
  })

  test('follows the rights of whom a super administrator looks through', async () => {
    const packer = await person(server, orderRights)
    const through = owner.with({ headers: { lens: `admin:${packer.id}` } })
    expect((await through.get(pageAddress(order, 'en'))).status).toBe(200)
    expect((await through.get(pageAddress('auth/group', 'en'))).status).toBe(404)
  })
})

test('a hash changes with the page and its words, in the language in which they changed, and with nothing else', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'kontor-pages-'))
  try {
    const dirs = copySchemas(dir)
    const edit = (path: string, change: (json: Record<string, unknown>) => void) => {
      const json = JSON.parse(readFileSync(join(dir, path), 'utf8')) as Record<string, unknown>
      change(json)
      writeFileSync(join(dir, path), JSON.stringify(json))
    }
    edit('pages/auth/group/en.json', (words) => Object.assign(words, { title: 'Teams' }))
    edit('pages/routine/attachment/page.json', (page) => {
      page.table = { ...(page.table as object), pageSize: 50 }
    })
    const [before, { schema: after, issues }] = await Promise.all([productSchema(), loadSchema(dirs)])
    expect(issues).toEqual([])
    const changed = [...before.pages.keys()].flatMap((id) =>
      (['en', 'zh-cn'] as const)
        .filter((lang) => deliveredFile(before, id, lang)?.hash !== deliveredFile(after, id, lang)?.hash)
        .map((lang) => `${id} ${lang}`),
    )
    expect(changed.sort()).toEqual(['auth/group en', 'routine/attachment en', 'routine/attachment zh-cn'])
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}, 120_000)

test('open browsers are told over the live feed that the server serves another revision', async () => {
  const line = await openLine(server.feedUrl, server.url)
  await line.bind(owner.token ?? '')
  pagesModule.revised?.(services, {
    workspace: '',
    hash: 'next',
    schema: await productSchema(),
    registry: { all: [], find: () => undefined },
  })
  await expect.poll(() => line.messages).toContainEqual({ type: 'revision', data: { hash: 'next' } })
  line.socket.terminate()
})
