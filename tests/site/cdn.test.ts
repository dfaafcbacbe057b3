import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openSite, soon } from '../harness/browser/site.ts'
import { demoMember, signInMember } from '../member/people.ts'

/** Another host that has the site's pictures, as a CDN would. */
const asked: string[] = []
const cdn = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.writeHead(200, { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' })
  response.end('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="teal"/></svg>')
})
await new Promise<void>((listening) => cdn.listen(0, '127.0.0.1', listening))
const origin = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}`
afterAll(() => void cdn.close())

const { server, open, enter } = await openSite()
const owner = await server.signIn('admin')
const save = async (values: object) => (await owner.post<{ address?: string }>('/admin/routine.Config/edit', values)).body

test('pictures come from the CDN outside, in the member centre and in the back office, and again after a new version', async () => {
  const member = await signInMember(server)
  // The policy of a page names the CDN, so the screen is loaded again.
  expect(await save({ cdn_url: `${origin}/`, version: '2.0 beta' })).toMatchObject({
    code: 1,
    data: { address: '/admin/routine/config' },
  })
  const shown = async (page: Awaited<ReturnType<typeof open>>) => {
    const picture = page.locator(`img[src^="${origin}/"]`).first()
    await picture.waitFor()
    await soon(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true)
    return (await picture.getAttribute('src')) ?? ''
  }
  const guest = await open()
  await guest.goto(server.url)
  expect(await shown(guest)).toMatch(/\?v=2\.0%20beta$/)

  const stored = JSON.stringify({ ...member, id: 164, username: demoMember })
  const inside = await open({
    storageState: { cookies: [], origins: [{ origin: server.url, localStorage: [{ name: 'userInfo', value: stored }] }] },
  })
  await inside.goto(`${server.url}/user/account/overview`)
  expect(await shown(inside)).toMatch(/\?v=2\.0%20beta$/)

  const office = await enter()
  await office.goto(`${server.url}/admin/shop/goods/goods`)
  const before = await shown(office)
  expect(before).toMatch(/\?v=2\.0%20beta$/)
  await save({ version: '2.1' })
  asked.length = 0
  await office.reload()
  const after = await shown(office)
  expect(after).toBe(before.replace('2.0%20beta', '2.1'))
  expect(asked).toContain(after.slice(origin.length))
}, 90_000)

test('without a CDN they come from the site, under the address that is stored', async () => {
  expect((await save({ cdn_url: '' })).code).toBe(1)
  const guest = await open()
  await guest.goto(server.url)
  await guest.locator('img[src^="/demo/"]').first().waitFor()
  expect(await guest.locator('img[src*="?v="]').count()).toBe(0)
})
