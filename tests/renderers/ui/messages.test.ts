import { expect, test } from 'vitest'
import { openSite } from '../../harness/browser/site.ts'

const { server, enter } = await openSite()

test('a message said again stays for as long as one said for the first time', async () => {
  const page = await enter({ lang: 'en' })
  await page.context().grantPermissions(['clipboard-write', 'clipboard-read'])
  await page.clock.install()
  await page.goto(`${server.url}/admin/shop/order/order`)
  const copy = page.locator('tr[data-id] [data-act="copy"]').first()
  await copy.waitFor({ state: 'attached' })
  const message = page.getByRole('log').getByText('Copied')
  await copy.dispatchEvent('click')
  await message.waitFor() // the code for it has come
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
  await message.waitFor({ state: 'detached' })
  await copy.dispatchEvent('click')
  await message.waitFor()
  await page.clock.runFor(4000)
  await copy.dispatchEvent('click')
  await message.and(page.getByText('×2')).waitFor()
  await page.clock.runFor(4000)
  expect(await message.count()).toBe(1)
  await page.clock.runFor(6000)
  await message.waitFor({ state: 'detached' })
})
