import { expect } from 'vitest'
import { axeFaults } from '../../../../tests/harness/browser/axe.ts'
import { openLongOffice, shot } from '../../../../tests/harness/browser/site.ts'
import { longTest } from '../../../../tests/harness/longTest.ts'

const { server, page, openList } = await openLongOffice({ look: { lang: 'en', reducedMotion: 'reduce' } })

longTest('joins.test and results.test over HTTP; refundWalk.test judges in such a form, maskedMembers.test reveals')(
  'a registration is looked at and audited, its entries stand in their list, and a result is shown with its rank',
  async () => {
    await openList('shop/team/competition')
    await page.locator('[data-id="1"] button[aria-expanded]').first().click()
    await page.getByText('Places by group').first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'competitions-en')

    await openList('shop/team/join?status=2')
    await shot(page, 'joins-en')
    const row = page.locator('[data-id]').first()
    const id = Number(await row.getAttribute('data-id'))
    await row.getByRole('button', { name: 'Review' }).first().click()
    const form = page.getByRole('dialog', { name: /Review/ })
    await form.getByText('Approve', { exact: true }).waitFor()
    await shot(page, 'join-audit-en')
    await form.getByRole('button', { name: /^(Approve|Refuse) / }).click()
    await form.waitFor({ state: 'detached' })
    const statusOf = async () =>
      (await server.query<{ status: number }>('select status from shop_team_join where id = $1', [id]))[0]?.status
    await expect.poll(statusOf).toBe(3)

    await page.getByRole('button', { name: 'Register' }).first().click()
    const register = page.getByRole('dialog', { name: /Register/ })
    await register.locator('[data-field=contestant_ids]').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'join-register-en')
    await page.keyboard.press('Escape')
    await register.waitFor({ state: 'detached' })

    await openList(`shop/user/competition?join_id=${id}`)
    await expect.poll(() => page.locator('[data-id]').count()).toBeGreaterThan(1)
    await openList('shop/team/chengji')
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'results-en')
    await openList('shop/user/contestant')
    const first = page.locator('[data-id]').first()
    await first.getByText(/^999[*]{4}/).waitFor()
    await first.locator('[data-act=reveal]').first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reveal' }).click()
    await first.getByText(/^999999/).waitFor()
    await shot(page, 'contestants-en')
  },
)
