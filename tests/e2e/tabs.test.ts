import { expect, it } from 'vitest'
import { openSite, soon } from '../harness/browser/site.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { sampleOf } from '../harness/sampling.ts'

const { server, open } = await openSite()

it('tabs whose access token has run out ask for one refresh between them, and none loses its place', async () => {
  const first = await open({ lang: 'en' })
  await first.goto(`${server.url}/admin/login`)
  await first.getByLabel('Username').fill('admin')
  await first.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
  await first.getByLabel('Keep me signed in').check() // without it there is nothing to refresh with
  await first.getByRole('button', { name: 'Sign in', exact: true }).click()
  await first.waitForURL(/\/admin\/(?!login|loading)/)
  const screens = ['user/user', 'shop/order/order', 'auth/admin', 'shop/goods/classify', 'user/group']
  const paths = sampleOf('tabs that refresh at once', screens, (path) => path.startsWith('user/') || path === 'auth/admin')
  const tabs = [first, ...(await Promise.all(paths.slice(1).map(() => first.context().newPage())))]
  const refreshes: string[] = []
  first.context().on('request', (request) => {
    if (request.url().includes('refreshToken')) refreshes.push(request.url())
  })
  for (const [i, tab] of tabs.entries()) {
    await tab.goto(`${server.url}/admin/${paths[i]}`)
    await tab.locator('tr[data-id]').first().waitFor()
  }
  const token = () => first.evaluate(() => (JSON.parse(localStorage.getItem('adminInfo') ?? '{}') as { token?: string }).token)
  const before = await token()
  const refreshed = async () => (await server.query('SELECT 1 FROM admin_session WHERE refreshed_time IS NOT NULL')).length
  const earlier = await refreshed()
  await server.query('UPDATE admin_session SET access_time = 1')
  await server.query("SELECT pg_notify('kontor_access', '*')")
  // Tabs behind another one draw nothing, so that nothing in them could be clicked with the mouse. The server forgets the token in a moment.
  await soon(async () => {
    await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Refresh', exact: true }).dispatchEvent('click')))
    return refreshed()
  }).toBe(earlier + 1)
  await soon(token).not.toBe(before)
  await Promise.all(tabs.map((tab) => tab.reload()))
  for (const [i, tab] of tabs.entries()) {
    await tab.locator('tr[data-id]').first().waitFor()
    expect(new URL(tab.url()).pathname).toBe(`/admin/${paths[i]}`)
  }
  expect(refreshes).toHaveLength(1)
})
