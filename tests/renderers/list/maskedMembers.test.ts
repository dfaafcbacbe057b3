import { describe, expect, it } from 'vitest'
import { openSite, shot } from '../../harness/browser/site.ts'
import { longTest } from '../../harness/longTest.ts'

const { server, enter } = await openSite()
const numbers = '[role="cell"], td'

describe('numbers of members', () => {
  const looks = [
    { lang: 'zh-cn', width: 1440, dark: false },
    { lang: 'en', width: 1440, dark: true },
    { lang: 'zh-cn', width: 390, dark: true },
    { lang: 'en', width: 390, dark: false },
  ] as const
  longTest('security/masks.test over HTTP; columns.test shows a masked number').each(looks)(
    'are masked in both lists of members ($lang, $width px, dark: $dark)',
    async (look) => {
      const page = await enter(look)
      for (const [address, name] of [
        ['user/user', 'members'],
        ['shop/user/user', 'shop'],
      ] as const) {
        await page.goto(`${server.url}/admin/${address}`)
        await page.locator('[data-id]').first().waitFor()
        await shot(page, `${name}-${look.lang}-${look.width}-${look.dark ? 'dark' : 'light'}`)
        const text = await page.locator('main').innerText()
        if (look.width > 1000) expect(text, address).toMatch(/1\d{2}\*{4}\d{4}/) // cards of narrow screens leave the number out
        expect(text, address).not.toMatch(/\b1[3-9]\d{9}\b/)
      }
      await page.close()
    },
  )

  longTest('columns.test shows one of them in full after a question')(
    'are shown whole one at a time, after a question',
    async () => {
      const page = await enter({ lang: 'en' })
      await page.goto(`${server.url}/admin/user/user`)
      const cell = page.locator(numbers).filter({ hasText: '****' }).first()
      await cell.waitFor()
      await cell.hover()
      await cell.getByRole('button', { name: /reveal/i }).click()
      await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button').last().click()
      await expect.poll(() => page.locator('main').innerText()).toMatch(/\b1[3-9]\d{9}\b/)
      await shot(page, 'revealed')
      await page.close()
    },
  )

  it('are found by the whole of one, and a search by a part says why it is refused', async () => {
    const [member] = await server.query<{ mobile: string }>(`select mobile from "user" where mobile <> '' order by id limit 1`)
    const page = await enter({ lang: 'en' })
    await page.goto(`${server.url}/admin/shop/user/user?user.mobile=${member?.mobile}`)
    await expect.poll(() => page.locator('[data-id]').count()).toBe(1)
    await page.goto(`${server.url}/admin/shop/user/user?user.mobile.like=138`)
    await page
      .getByText(/is masked/)
      .first()
      .waitFor()
    await shot(page, 'refused')
    await page.close()
  })
})
