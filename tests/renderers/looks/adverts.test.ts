import { expect, test } from 'vitest'
import { axeFaults } from '../../harness/browser/axe.ts'
import { openSite, shot, soon } from '../../harness/browser/site.ts'
import { longTest } from '../../harness/longTest.ts'

const { server, open, enter } = await openSite()

/** Runs in the page before anything else: adds up how much of it moved without anybody's doing. */
function noteShifts(): void {
  const kept = window as unknown as { shifted: number }
  kept.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) kept.shifted += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

test('the banners rotate, pause under the pointer, and stop on request', async () => {
  const page = await open({ lang: 'en', reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto(server.url)
  const carousel = page.getByRole('region', { name: 'Highlights' })
  const current = () => carousel.getByRole('group').getAttribute('aria-label') // those that are not in sight are nobody's
  await soon(current).toBe('1 of 3')
  await page.clock.runFor(6100)
  await soon(current).toBe('2 of 3')
  await carousel.hover()
  await page.clock.runFor(20_000)
  expect(await current()).toBe('2 of 3')
  await carousel.getByRole('button', { name: 'Next: Highlights' }).click()
  await soon(current).toBe('3 of 3')
  // Whoever stepped by hand stays there until they let it move again.
  await page.getByRole('heading', { level: 1 }).click()
  await page.clock.runFor(20_000)
  expect(await current()).toBe('3 of 3')
  await carousel.getByRole('button', { name: 'Play slides: Highlights' }).click()
  await page.getByRole('heading', { level: 1 }).click()
  await page.clock.runFor(6100)
  await soon(current).toBe('1 of 3')
  await soon(async () => (await server.query('select views from shop_banner where id in (1, 2, 3)')).length).toBe(3)
  await soon(async () => (await server.query<{ n: number }>('select sum(views)::int as n from shop_banner'))[0]?.n).toBe(3)
  await page.context().close()
})

test('nothing moves by itself with reduced motion; everything can be reached by keyboard', async () => {
  const page = await open({ lang: 'zh-cn', reducedMotion: 'reduce' })
  await page.clock.install()
  await page.goto(server.url)
  const carousel = page.getByRole('region', { name: '精选活动' })
  await carousel.getByRole('group', { name: '第 1 张，共 3 张' }).waitFor()
  await page.clock.runFor(20_000)
  await carousel.getByRole('group', { name: '第 1 张，共 3 张' }).waitFor()
  expect(await carousel.getByRole('button').count()).toBe(2)
  await carousel.getByRole('button', { name: '上一个: 精选活动' }).press('Enter')
  await carousel.getByRole('group', { name: '第 3 张，共 3 张' }).waitFor()
  const link = carousel.getByRole('link', { name: '会员日：每月 8 日，积分翻倍' })
  await link.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname.startsWith('/user'))
  await soon(async () => (await server.query<{ clicks: number }>('select clicks from shop_banner where id = 3'))[0]?.clicks).toBe(
    1,
  )
  await page.context().close()
})

test('notices tell their details and can be closed; nothing jumps while the page comes', async () => {
  const page = await open({ lang: 'en', dark: true, width: 390, reducedMotion: 'reduce' })
  await page.addInitScript(noteShifts)
  await page.goto(server.url)
  const notices = page.getByRole('region', { name: 'Notices' })
  await notices.getByText('We ship on holidays too').waitFor()
  await page.locator('.h-tile h3').first().waitFor()
  expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.02)
  await notices.getByRole('button', { name: 'Details' }).click()
  await notices.getByText('Xinjiang, Tibet, Qinghai and Inner Mongolia').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await notices.getByRole('button', { name: /^Close this notice: We ship/ }).click()
  await notices.getByText('Join as a member').waitFor()
  expect(await notices.getByText('We ship on holidays too').count()).toBe(0)
  await notices.getByRole('button', { name: /^Close this notice/ }).click()
  await soon(() => notices.count()).toBe(0)
  await page.context().close()
})

longTest('formParts.test draws rows in rows')(
  'a spec template is made with values in rows inside a row, and what stands twice is told at its place',
  async () => {
    const page = await enter({ lang: 'en' })
    await page.goto(`${server.url}/admin/shop/goods/specTemplate`)
    await page.locator('[data-id]').first().waitFor()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: 'Name' }).fill('Mugs')
    await form.getByRole('button', { name: 'Add row' }).click()
    await form.getByRole('textbox', { name: 'Spec 1' }).fill('Glaze')
    const addValue = form.getByRole('button', { name: 'Add row' }).first()
    await addValue.click()
    await form.getByRole('textbox', { name: 'Value 1' }).fill('White')
    await addValue.click()
    await form.getByRole('textbox', { name: 'Value 2' }).fill('White')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('"White" is entered twice').first().waitFor()
    await shot(page, 'spec-template-fault')
    expect(await axeFaults(page)).toEqual([])
    await form.getByRole('textbox', { name: 'Value 2' }).fill('Blue')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Glaze: 2').waitFor()
    await page.context().close()
  },
)

const screens = ['adverts/banner', 'adverts/noticeBar', 'adverts/hotRecommend', 'goods/specTemplate']
longTest('accessible.test reads a list of this composition, formParts.test and steps.test their forms').each(screens)(
  '%s: list and form have nothing that axe finds',
  async (screen) => {
    const page = await enter({ lang: 'zh-cn', dark: true })
    await page.goto(`${server.url}/admin/shop/${screen}`)
    await page.locator('[data-id]').first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.locator('[data-id]').first().getByRole('button', { name: '编辑', exact: true }).click()
    await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    await shot(page, `form-${screen.replace('/', '-')}`)
    await page.context().close()
  },
)
