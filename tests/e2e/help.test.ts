import { mkdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openSite } from '../harness/browser/site.ts'

const site = await openSite({ database: 'seed' })
const page = await site.enter({ lang: 'en' })
const shots = process.env.KONTOR_SHOTS
if (shots) mkdirSync(shots, { recursive: true })

it('? leads to the help of the screen in front, in the language of the person', async () => {
  await page.goto(`${site.server.url}/admin/user/group`)
  await page.getByRole('heading', { name: 'Member groups' }).or(page.getByRole('grid')).first().waitFor()
  await page.locator('body').press('?')
  const link = page.getByRole('dialog').getByRole('link', { name: 'Help for Member groups' })
  await link.waitFor()
  if (shots) await page.screenshot({ path: `${shots}/help-dialog.png` })
  const [help] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await help.getByRole('heading', { name: 'Member groups', level: 1 }).waitFor()
  expect(await help.getByText('Choices: Enabled, Disabled').count()).toBe(1)
  await help.getByRole('link', { name: '中文' }).click()
  await help.getByRole('heading', { name: '会员分组', level: 1 }).waitFor()
  if (shots) await help.screenshot({ path: `${shots}/help-zh.png`, fullPage: true })
})

it('the entry of the menu opens the list of all screens in a window of its own', async () => {
  await page.keyboard.press('Escape') // what is before it leaves the list of keys open
  const entry = page.getByRole('navigation').getByRole('link', { name: 'Documentation' })
  const [help] = await Promise.all([page.context().waitForEvent('page'), entry.click()])
  await help.waitForURL(`${site.server.url}/docs/**`)
  await help
    .getByRole('link', { name: 'English' })
    .or(help.getByRole('link', { name: '中文' }))
    .first()
    .waitFor()
  expect(await help.getByRole('link').count()).toBeGreaterThan(20)
})

it('the list of all screens leads to each, on a narrow dark window too', async () => {
  const page = await site.open({ lang: 'en', width: 390, colorScheme: 'dark' })
  await page.goto(`${site.server.url}/docs/?lang=en`)
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
  if (shots) await page.screenshot({ path: `${shots}/help-dark.png` })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
