import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { adminInfoKey, layoutKey } from '../../src/runtime/stores/keys.ts'
import type { ModuleOrder, ModulePlan } from '../../src/schemas/api/market.ts'
import { openBrowser } from '../harness/browser/browser.ts'
import { follow } from '../harness/browser/site.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { longTest } from '../harness/longTest.ts'
import { isLong } from '../harness/sampling.ts'
import { startMarket, withContestedCard } from './market.ts'
import { type Lang, type Walk, walks, words } from './walks.ts'

/** Modules live their whole life in the market's screen. */
const market = await startMarket()
const { url, owner } = market.first
const browser = await openBrowser()
afterEach(() => browser.expectNoProblems())
afterAll(() => browser.close().finally(() => market.close()), 60_000)

const patience = 300_000
const shots = process.env.KONTOR_SHOTS

interface Look {
  lang: Lang
  isDark?: boolean
  width?: number
}

async function openMarket({ lang, isDark = false, width = 1440 }: Look): Promise<Page> {
  const login = { username: 'admin', password: OWNER_PASSWORD, keep: false }
  const { body } = await owner.post<{ userInfo: object }>('/admin/Index/login', login)
  const value = JSON.stringify({ ...body.data.userInfo, super: false }) // what they may do is asked for at the start
  const layout = { name: layoutKey, value: JSON.stringify({ lang, isDark, followSystem: false }) }
  const localStorage = [{ name: adminInfoKey, value }, layout]
  const page = await browser.page({
    viewport: { width, height: 900 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
    allow: [/ws:\/\//, /404 \(Not Found\)/], // the build has the shop's half, which this server has not
  })
  page.setDefaultTimeout(30_000)
  await page.goto(`${url}/admin/moduleStore`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: join(shots, `market-${name}.png`) })
}
const button = (place: Page | Locator, name: string | RegExp) =>
  place
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .filter({ visible: true })
    .first()
const call = (action: string, body: object) => owner.post<ModulePlan>(`/admin/module/${action}`, body)

async function pressInRow(page: Page, row: Locator, name: string, more: RegExp) {
  await row.waitFor()
  const direct = row.getByRole('button', { name, exact: true })
  if ((await direct.count()) > 0) return direct.first().click()
  await row.getByRole('button', { name: more }).first().click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

async function fill(form: Locator, entries: Walk['entries'], lang: Lang) {
  for (const { label, value } of entries) {
    const input = form.getByLabel(label[lang]).first()
    await input.fill(value)
    await input.blur()
  }
}

/** Adds a row in the screen of the package, edits and deletes it. */
async function work(page: Page, { menu, screen, entries, change }: Walk, lang: Lang) {
  const say = words[lang]
  await page.goto(`${url}/admin/${screen}`) // the feed of the shop's half does not say here that there is another menu
  await page.getByRole('navigation').getByText(menu[lang], { exact: true }).first().waitFor()
  await button(page, say.add).click()
  const form = page.getByRole('dialog')
  await fill(form, entries, lang)
  await button(form, say.save).click()
  const row = (text = '') => page.getByRole('row').filter({ hasText: text, visible: true }).first()
  await pressInRow(page, row(entries[0]?.value), say.edit, say.more)
  await fill(form, [change], lang)
  await button(form, say.save).click()
  await form.waitFor({ state: 'detached' })
  await row(change.value).waitFor()
  await pressInRow(page, row(change.value), say.remove, say.more)
  await page.getByRole('alertdialog').getByRole('button', { name: say.remove }).click()
  await row(change.value).waitFor({ state: 'detached' })
  await follow(page, '/admin/moduleStore')
}

/** Pays for a module as its provider would hear of it. */
async function pay(uid: string) {
  await market.query('delete from module_order') // a walk before may have paid for it
  const { data } = (await owner.post<ModuleOrder>('/admin/module/buy', { uid, pay_type: 'wechat', agree: '1' })).body
  await fetch(data.pay_url, { method: 'POST' })
  await owner.get(`/admin/module/order?order_no=${data.order_no}`)
}

async function liveWhole(uid: string, lang: Lang) {
  const walk = walks[uid] as Walk
  const say = words[lang]
  const module = walk.module[lang]
  if (walk.costs) await pay(uid)
  const before = await market.rights()
  const page = await openMarket({ lang })
  const main = page.locator('#main')
  await button(main, module).click()
  const drawer = page.getByRole('dialog', { name: module, exact: true })
  await button(drawer, say.firstVersion).click()
  const plan = page.getByRole('dialog').last()
  await plan.getByText(walk.brings[lang]).waitFor()
  await shoot(page, `plan-${uid}-${lang}`)
  await button(plan, say.install).click()
  await drawer.getByText(say.installed, { exact: true }).first().waitFor()
  await page.keyboard.press('Escape')
  await work(page, walk, lang)

  await button(main, module).click()
  await button(drawer, say.newer).click()
  await button(page.getByRole('dialog').last(), say.update).click()
  await drawer.getByText('1.0.0 → 1.1.0').waitFor()
  const disable = async () => {
    const question = page.getByRole('alertdialog', { name: say.disable })
    await button(drawer, say.disable).click()
    await question.waitFor()
    // Leave the tab and come back: the question is gone, the drawer is there, and what it asks next is above it.
    await follow(page, `/admin/${walk.screen}`)
    await question.waitFor({ state: 'detached' })
    await page.goBack()
    await drawer.waitFor()
    await button(drawer, say.disable).click()
    await button(question, say.disable).click()
    await drawer.getByText(say.disabled, { exact: true }).first().waitFor()
  }
  await disable()
  await button(drawer, say.enable).click()
  await disable()
  await button(drawer, say.uninstall).click()
  const last = page.getByRole('dialog').last()
  await last.getByRole('checkbox', { name: say.drop }).click()
  await last.getByRole('textbox').fill(uid)
  const [file] = await Promise.all([page.waitForEvent('download'), button(last, say.download).click()])
  expect(file.suggestedFilename()).toBe(`${uid}.zip`)
  await button(last, say.uninstall).click()
  await button(drawer, say.firstVersion).waitFor()
  expect(await market.rights()).toEqual(before)
  await page.context().close()
}

test(
  'a module is installed, worked with, updated, disabled, enabled and uninstalled in the market',
  () => liveWhole('repair-tickets', 'en'),
  patience,
)

test('a module is bought, a package is uploaded and its conflict is settled, and its changes are seen and undone', async () => {
  const { hash } = (await call('info', { uid: 'repair-tickets', version: '1.0.0' })).body.data
  expect((await call('install', { uid: 'repair-tickets', version: '1.0.0', hash })).body.code).toBe(1)
  const page = await openMarket({ lang: 'en' })
  await button(page.locator('#main'), 'Invoices').click()
  await button(page.getByRole('dialog'), 'Buy for ¥99.00').click()
  const buying = page.getByRole('dialog', { name: 'Buy Invoices' })
  await buying.getByRole('checkbox').click()
  await button(buying, 'Pay ¥99.00').click()
  await buying.getByRole('img', { name: 'QR code of the payment' }).waitFor()
  await shoot(page, 'pay')
  await fetch((await buying.getByRole('link').getAttribute('href')) ?? '', { method: 'POST' })
  await buying.getByText('Payment received').waitFor()
  await button(buying, 'Close').last().click()
  await buying.waitFor({ state: 'detached' })
  await button(page.getByRole('dialog', { name: 'Invoices', exact: true }), 'Install').waitFor()
  await page.keyboard.press('Escape')

  await button(page, 'Upload package').click()
  const archive = await market.pack('suppliers', withContestedCard)
  const file = { name: 'suppliers.zip', mimeType: 'application/zip', buffer: archive }
  await page.locator('input[type="file"]').setInputFiles(file)
  const plan = page.getByRole('dialog').last()
  const install = button(plan, 'Install')
  const mine = plan.getByRole('radio', { name: 'Use this module’s' })
  await mine.waitFor()
  expect(await install.getAttribute('aria-disabled')).toBe('true')
  await shoot(page, 'conflict')
  await mine.click()
  await expect.poll(() => install.getAttribute('aria-disabled')).not.toBe('true')
  await install.click()
  await plan.waitFor({ state: 'detached' })

  await button(page, 'Changes in force').click()
  const suppliers = page.getByRole('region', { name: 'Suppliers', exact: true })
  await suppliers.getByText('dashboard.cards.openRepairs').click()
  await suppliers.getByText('"icon": "building"').waitFor()
  expect(await page.getByRole('region', { name: 'Repair tickets' }).getByText('dashboard.cards.openRepairs').count()).toBe(0)
  await shoot(page, 'in-force')
  await button(suppliers, 'Revert: dashboard.cards.openRepairs').click()
  await button(page.getByRole('alertdialog'), 'Revert').click()
  await button(suppliers, 'Reapply: dashboard.cards.openRepairs').waitFor()
  await page.getByRole('region', { name: 'Repair tickets' }).getByText('dashboard.cards.openRepairs').waitFor()
  await shoot(page, 'reverted')
  await button(suppliers, 'Reapply: dashboard.cards.openRepairs').click()
  await suppliers.locator('summary').getByText('dashboard.cards.openRepairs').waitFor()
  await button(suppliers, 'Disable').click()
  await button(page.getByRole('alertdialog', { name: 'Disable' }), 'Disable').click()
  await suppliers.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Repair tickets' }).getByText('dashboard.cards.openRepairs').waitFor()
  await page.context().close()
  if (!isLong && !shots) return
  for (const uid of ['suppliers', 'repair-tickets']) {
    await call('changeState', { uid, state: 0 })
    expect((await call('uninstall', { uid, dropTables: 1, typed: uid })).body.code).toBe(1)
  }
  await market.query('delete from module_order')
}, 300_000)

for (const uid of Object.keys(walks))
  for (const lang of ['en', 'zh-cn'] as const)
    if (uid !== 'repair-tickets' || lang !== 'en')
      longTest('the walk of repair-tickets, and the calls of the others')(
        `${uid} lives its whole life in the market (${lang})`,
        () => liveWhole(uid, lang),
        patience,
      )

test.runIf(shots)('the market in all looks', { timeout: 2 * patience }, async () => {
  const { hash } = (await call('info', { uid: 'repair-tickets', version: '1.0.0' })).body.data
  await call('install', { uid: 'repair-tickets', version: '1.0.0', hash })
  for (const lang of ['en', 'zh-cn'] as const)
    for (const isDark of [false, true])
      for (const width of [1440, 1024, 390]) {
        const page = await openMarket({ lang, isDark, width })
        const name = `${lang}-${isDark ? 'dark' : 'light'}-${width}`
        await shoot(page, name)
        await button(page, words[lang].overlays).click()
        await page.getByText('dashboard.cards.openRepairs').first().click()
        await shoot(page, `overlays-${name}`)
        await page.context().close()
      }
})
