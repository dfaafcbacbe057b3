import { afterAll, beforeAll, expect, test } from 'vitest'
import { isEntrance } from '../../server/core/settings.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
})
afterAll(() => server?.close())

const read = async (path: string) => {
  const answer = await fetch(`${server.url}${path}`)
  return { status: answer.status, type: answer.headers.get('content-type'), headers: answer.headers, text: await answer.text() }
}

test('the address of the menu lists the screens of the menu, each with a page that is there', async () => {
  const index = await read('/docs/?lang=en')
  expect(index.status).toBe(200)
  expect(index.type).toBe('text/html; charset=utf-8')
  const links = [...index.text.matchAll(/<li><a href="([^"]+)"/g)].flatMap(([, link]) => link ?? [])
  expect(links).toContain('/docs/user/group?lang=en')
  expect(links).not.toContain('/docs/empty?lang=en') // the menu does not show it
  for (const link of links) expect((await read(link)).status, link).toBe(200)
})

test('the help of a screen names its filters, its buttons with their conditions, and the choices of its fields', async () => {
  const { text } = await read('/docs/user/user?lang=en')
  expect(text).toContain('<h1>Members</h1>')
  expect(text).toMatch(/<dt>Unlock<\/dt><dd>Available when: [^<]+<\/dd><dd>Asks you to confirm\.<\/dd>/)
  expect(text).toMatch(/<dt>Disable<\/dt>.*?<dd>Asks for: Reason<\/dd>/)
  const group = (await read('/docs/user/group?lang=en')).text
  expect(group).toContain('<dt>Filters</dt><dd>Name, Status</dd>')
  expect(group).toContain('<dt>Status</dt><dd>Choices: Enabled, Disabled</dd>')
})

test('help speaks the language that is asked for, else that of the browser or of the site', async () => {
  const titleFor = async (accept: string) =>
    /<h1>(.*?)<\/h1>/.exec(
      await (await fetch(`${server.url}/docs/user/group`, { headers: { 'accept-language': accept } })).text(),
    )?.[1]
  expect(await titleFor('en-GB,en;q=0.9,zh-CN;q=0.8')).toBe('Member groups')
  expect(await titleFor('fr, en;q=0.5, zh;q=0.7')).toBe('会员分组')
  expect(await titleFor('fr, zh;q=0, en;q=0.1')).toBe('Member groups')
  expect(await titleFor('*')).toBe('会员分组')
  expect((await read('/docs/user/group')).text).toContain('<h1>会员分组</h1>')
  expect((await read('/docs/user/group?lang=xx')).text).toContain('lang="zh-CN"')
  expect((await read('/docs/user/group?lang=en')).text).toContain('<h1>Member groups</h1>')
})

test('no screen is left with words that are missing', async () => {
  for (const lang of ['zh-cn', 'en']) {
    const index = (await read(`/docs/?lang=${lang}`)).text
    for (const [, link] of index.matchAll(/<li><a href="([^"]+)"/g)) {
      const { text } = await read(link ?? '')
      expect(text, link).not.toMatch(/(?:ui|help|fields|actions|related)\.[a-z]+\.?\w*[<:]/)
    }
  }
})

test('other addresses below it are none, and search engines and scripts stay out', async () => {
  for (const path of ['/docs/user/nothing', '/docs/%E0%A4%A', '/docs/../docs/constructor', '/docs/user/group/']) {
    expect((await read(path)).status, path).toBe(404)
  }
  const { headers } = await read('/docs/')
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(headers.get('content-security-policy')).toContain("style-src 'self'")
  expect((await read('/docs/help.css')).type).toBe('text/css; charset=utf-8')
  expect((await read('/docs')).status).toBe(200) // redirected
  expect(isEntrance('/docs')).toBe(false)
})
