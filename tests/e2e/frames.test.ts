import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { openOffice, soon } from '../harness/browser/site.ts'

/** Another site, as a shop might want to see it in its menu. */
const other = createServer((_request, response) =>
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<!doctype html><title>Report</title><h1>Figures of elsewhere</h1>'),
)
await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
afterAll(() => void other.close())

const { server, browser, page } = await openOffice({ look: { lang: 'en' } })
const owner = await server.signIn('admin')
const rule = {
  type: 'menu',
  pid: 0,
  title: '报表',
  title_en: 'Report',
  name: 'report',
  menu_type: 'iframe',
  url: `${origin}/day`,
}
const allow = (iframe_hosts: string) => owner.post('/admin/routine.Config/edit', { iframe_hosts })
const at = () => page.goto(`${server.url}/admin/iframe/${encodeURIComponent(rule.url)}`)

it('a menu item frames another site only when the settings allow its address', async () => {
  const refused = await owner.post('/admin/auth.Rule/add', rule)
  expect(refused.body).toMatchObject({
    code: 0,
    data: { errors: { url: expect.stringMatching(/System configuration, Security/) } },
  })
  const wrong = await allow('https://fine.example\nhttps://no.example/path')
  expect(wrong.body).toMatchObject({
    code: 0,
    data: { errors: { iframe_hosts: expect.stringContaining('https://no.example/path') } },
  })
  for (const line of ['https://a.example;script-src', '*', 'javascript:alert(1)', "'unsafe-inline'", 'https://user@a.example'])
    expect((await allow(line)).body.code, line).toBe(0)
  expect((await allow(`report.example.com\n${origin}/\n${origin}`)).body.code).toBe(1)
  expect((await owner.post('/admin/auth.Rule/add', rule)).body.code).toBe(1)
  const policy = (await fetch(`${server.url}/admin/login`, { headers: { accept: 'text/html' } })).headers.get(
    'content-security-policy',
  )
  expect(policy).toContain(`frame-src 'self' https://report.example.com ${origin};`)
})

it('shows it in a sandbox; when the settings allow it no more, says so and leads there in a tab of its own', async () => {
  // A start that takes its time leads over the loading route, which keeps the address of the frame as it is.
  await page.route('**/admin/Index/index*', async (route) => {
    await page.waitForURL(/\/admin\/loading\//)
    await route.continue()
  })
  await at()
  await page.frameLocator('iframe[title="Report"]').getByRole('heading', { name: 'Figures of elsewhere' }).waitFor()
  expect(await page.locator('iframe').getAttribute('sandbox')).not.toContain('top-navigation')
  await allow('')
  await at()
  await page.getByRole('alert').getByText('This page cannot be shown here').waitFor()
  expect(await page.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')).toBe(rule.url)
  await soon(() => page.locator('iframe').count()).toBe(0)
  expect(browser.problems.splice(0).join()).toMatch(/frame-src/)
})
