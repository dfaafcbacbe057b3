import { it } from 'vitest'
import { openSite } from '../harness/site.ts'

const { server, enter } = await openSite()
const dir = '/tmp/k/goods'
it('looks', async () => {
  for (const [lang, dark, width] of [
    ['zh-cn', false, 1440],
    ['en', true, 1440],
  ] as const) {
    const page = await enter({ lang, dark, width, reducedMotion: 'reduce', allow: [/.*/] })
    const tag = `${lang}-${width}`
    await page.goto(`${server.url}/admin/shop/goods/goods`)
    const row = page.locator('[data-id="60"]').first()
    await row.waitFor()
    await page.waitForTimeout(800)
    await page.screenshot({ path: `${dir}/list-${tag}.png` })
    await row.locator('button[aria-expanded]').first().click()
    await page.waitForTimeout(1200)
    await page.screenshot({ path: `${dir}/expand-${tag}.png` })
    await row.locator('button[aria-expanded]').first().click()
    await page.goto(`${server.url}/admin/shop/goods/goods?goods_no=KT10001`)
    const first = page.locator('[data-id="1"]').first()
    await first.waitFor()
    await first
      .getByRole('button', { name: lang === 'en' ? 'Edit' : '编辑' })
      .first()
      .click()
    const form = page.getByRole('dialog').first()
    await form.waitFor()
    await page.waitForTimeout(1200)
    await page.screenshot({ path: `${dir}/form-${tag}.png` })
    const tabs = form.getByRole('tab')
    const n = await tabs.count()
    for (let i = 1; i < n; i++) {
      await tabs.nth(i).click()
      await page.waitForTimeout(900)
      await page.screenshot({ path: `${dir}/form${i}-${tag}.png` })
    }
    await page.context().close()
  }
}, 120_000)
