import { expect, test } from 'vitest'
import { openSite, soon } from '../harness/browser/site.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'

const { server, open } = await openSite()

test('behind another entrance one signs in, goes from screen to screen and back, and reloads; links and the address say the entrance', async () => {
  const owner = await server.signIn('admin')
  await owner.post('/admin/routine.Config/edit', { backend_entrance: '/office', entrance_password: OWNER_PASSWORD })
  const page = await open({ lang: 'en' })
  const at = () => {
    const { pathname, search } = new URL(page.url())
    return pathname + search
  }
  const rows = page.locator('tr[data-id]:visible').first()
  await page.goto(`${server.url}/office/user/user?page=2`)
  await soon(at).toBe('/office/login')
  await page.locator('input[name="username"]').fill('admin')
  await page.locator('input[name="password"]').fill(OWNER_PASSWORD)
  await page.keyboard.press('Enter')
  await rows.waitFor()
  expect(at()).toBe('/office/user/user?page=2')
  const groups = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Member groups' })
  expect(await groups.getAttribute('href')).toBe('/office/user/group')
  await groups.click()
  await soon(at).toBe('/office/user/group')
  await page.goBack()
  await soon(at).toBe('/office/user/user?page=2')
  await page.reload()
  await rows.waitFor()
  expect(at()).toBe('/office/user/user?page=2')
})
