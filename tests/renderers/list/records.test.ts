import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeFaults } from '../../harness/browser/axe.ts'
import { follow, openSite, shot, soon } from '../../harness/browser/site.ts'
import { everyNth, sampleOf } from '../../harness/sampling.ts'

const { server, enter } = await openSite()
const page = await enter({ lang: 'en', reducedMotion: 'reduce' })

const orders = '/admin/shop/order/order'
const rows = (on: Page = page) => on.locator('tr[data-id]:visible')
const panel = (on: Page = page) => on.getByRole('dialog')
const title = (on: Page = page) => panel(on).getByRole('heading', { level: 2 })
const search = (on: Page = page) => new URL(on.url()).search
const path = (on: Page = page) => new URL(on.url()).pathname
const idAt = async (at: number) => (await rows().nth(at).getAttribute('data-id')) ?? ''
const numberAt = async (at: number) => (await rows().nth(at).locator('.s-into').innerText()).trim()
/** Goes to the list with a question. Where it is in front already with nothing over it, it is not loaded again. */
const open = async (query = '', on: Page = page) => {
  const isThere = on.url() === `${server.url}${orders}${query}` && (await rows(on).count()) > 0
  if (isThere && (await panel(on).count()) === 0) return
  await on.goto(`${server.url}${orders}${query}`)
  await rows(on).first().waitFor()
}
/** Leaves what is over the list. */
const leave = async () => {
  await page.keyboard.press('Escape')
  await panel().waitFor({ state: 'detached' })
}

describe('a record over its list', () => {
  beforeEach(() => open())

  it('gives the focus to the screen that a link in it leads to', async () => {
    await rows().nth(1).locator('td[data-col=pay_amount]').click()
    const member = panel().locator('a.s-link').first()
    await member.focus()
    await page.keyboard.press('Enter')
    await soon(() => path()).not.toBe(orders)
    await soon(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  })

  it('opens with a press on its row, has an address, and is left by Back, the cross and Escape', async () => {
    const [id, number] = [await idAt(1), await numberAt(1)]
    await rows().nth(1).locator('td[data-col=pay_amount]').click()
    await title().getByText(number).waitFor()
    expect(search()).toBe(`?record=${id}`)
    await panel().getByText('Timeline', { exact: true }).waitFor()
    await shot(page, 'record-panel-en')
    expect(await axeFaults(page)).toEqual([])
    await page.goBack()
    await panel().waitFor({ state: 'detached' })
    expect(search()).toBe('')

    await rows().nth(1).locator('td[data-col=pay_amount]').click()
    await panel().getByRole('button', { name: 'Close' }).click()
    await panel().waitFor({ state: 'detached' })
    await rows().nth(1).focus()
    await page.keyboard.press('Enter')
    await title().getByText(number).waitFor()
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
    expect(search()).toBe('')
    // Where one came from has the focus again.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-id'))).toBe(id)
  })

  it('shows the whole number of an order on a phone, its state with it', async () => {
    const number = await numberAt(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${server.url}${orders}?record=${await page.locator('[data-id]').first().getAttribute('data-id')}`)
    await title().getByText(number).waitFor()
    const name = title().getByText(number)
    expect(await name.evaluate((each) => [each.scrollWidth <= each.clientWidth, each.clientHeight <= 20])).toEqual([true, true])
    const state = (await title().locator('.s-record-state').boundingBox()) ?? { x: 0, width: 0 }
    expect(state.x + state.width).toBeLessThan(390)
    await page.setViewportSize({ width: 1440, height: 900 })
    await leave()
  })

  it('stays open after the second press of a double click', async () => {
    await rows().nth(1).locator('td[data-col=create_time]').dblclick()
    await panel().getByText('Timeline', { exact: true }).waitFor()
    await leave()
  })

  it('adds its amounts up to what was paid, and leaves out lines of nothing', async () => {
    await rows().first().locator('td[data-col=create_time]').click()
    const amounts = panel().getByRole('region', { name: 'Amounts' })
    await amounts.waitFor()
    const lines = await amounts.locator('.s-sum > div').evaluateAll((all) =>
      all.map((each) => ({
        total: each.classList.contains('s-sum-total'),
        fen: Math.round(Number((each.querySelector('dd')?.textContent ?? '').replace(/[¥,]/g, '')) * 100),
      })),
    )
    const at = lines.findIndex(({ total }) => total)
    expect(lines.slice(0, at).reduce((sum, { fen }) => sum + fen, 0)).toBe(lines[at]?.fen)
    expect(lines.slice(0, at).every(({ fen }) => fen !== 0)).toBe(true)
    await leave()
  })

  it('takes a remark above its timeline, under the name of who wrote it', async () => {
    await rows().nth(3).locator('td[data-col=create_time]').click()
    const timeline = panel().getByRole('region', { name: 'Timeline' })
    await timeline.getByRole('button', { name: 'Remark', exact: true }).click()
    await timeline.getByRole('textbox').fill('Call before delivery')
    await timeline.getByRole('button', { name: 'Add note' }).click()
    const newest = timeline.getByRole('listitem').first()
    await newest.getByText('Call before delivery').waitFor()
    expect(await newest.innerText()).toContain('Admin')
    await soon(() => timeline.getByRole('textbox').inputValue()).toBe('')
    await leave()
  })

  it('is there again after a reload, and where the link is opened', async () => {
    await rows().nth(2).locator('td[data-col=create_time]').click()
    await panel().getByText('Timeline', { exact: true }).waitFor()
    const number = await title().innerText()
    await page.reload()
    await panel().getByText('Timeline', { exact: true }).waitFor()
    expect(await title().innerText()).toBe(number)
    await panel().getByRole('button', { name: 'Close' }).click()
    await panel().waitFor({ state: 'detached' })
    expect(path() + search()).toBe(orders)
  })

  it('is not opened by what does something of its own', async () => {
    await rows().nth(0).getByRole('checkbox').click()
    await rows()
      .nth(0)
      .locator('.s-td-select')
      .click({ position: { x: 2, y: 2 } })
    await rows().nth(0).getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    expect([await panel().count(), search()]).toEqual([0, ''])
  })

  it('leads to the one before and behind it, over the end of a page, and says where it is', async () => {
    await open('?limit=10')
    const ids = await rows().evaluateAll((all) => all.map((each) => each.getAttribute('data-id')))
    await rows().nth(8).locator('td[data-col=create_time]').click()
    await panel()
      .getByText(/^9 of 1,2/)
      .waitFor()
    await panel().getByRole('button', { name: 'Next' }).click()
    await soon(() => search()).toBe(`?limit=10&record=${ids[9]}`)
    await panel()
      .getByText(/^10 of 1,2/)
      .waitFor()
    await page.keyboard.press('Alt+ArrowDown')
    await panel()
      .getByText(/^11 of 1,2/)
      .waitFor()
    expect(new URLSearchParams(search()).get('page')).toBe('2')
    await page.keyboard.press('Alt+ArrowUp')
    await panel()
      .getByText(/^10 of 1,2/)
      .waitFor()
    await soon(() => search()).toBe(`?limit=10&record=${ids[9]}`)
    // Going through records is one step: Back leads out of them.
    await page.goBack()
    await panel().waitFor({ state: 'detached' })
    expect(search()).toBe('?limit=10')
  })

  it('offers one step, and says of the others in their tooltip alone why they are not possible', async () => {
    await open('?status=2')
    await rows().first().locator('td[data-col=create_time]').click()
    await panel().getByText('Timeline', { exact: true }).waitFor()
    expect(await panel().locator('.k-btn-primary:visible').count()).toBe(1)
    expect(
      await panel()
        .getByText(/^Only when/)
        .count(),
    ).toBe(0)
    await panel().getByRole('button', { name: 'More actions' }).click()
    const paid = page.getByRole('menuitem', { name: 'Confirm payment' })
    expect(await paid.getAttribute('aria-disabled')).toBe('true')
    expect(await paid.getAttribute('aria-description')).toContain('Only when')
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await leave()
  })

  it('goes on behind a record that its next step took out of the list', async () => {
    await open('?status=2')
    const [first, second, third] = [await numberAt(0), await numberAt(1), await numberAt(2)]
    await rows().nth(1).locator('td[data-col=create_time]').click()
    await title().getByText(second).waitFor()
    await panel()
      .getByRole('button', { name: /^(Deliver|Ship)$/ })
      .click()
    const form = page.getByRole('dialog').last()
    await form
      .getByText(/^No parcel|^Without/)
      .first()
      .click()
    await form.getByRole('button', { name: /^(Ship|Mark as shipped)/ }).click()
    await soon(() => page.getByRole('dialog').count()).toBe(1)
    await soon(() => rows().first().innerText()).not.toContain(second)
    await panel().getByRole('button', { name: 'Next' }).click()
    await title().getByText(third).waitFor()
    await panel().getByRole('button', { name: 'Previous' }).click()
    await title().getByText(first).waitFor()
  })
})

describe('the page of a record', () => {
  it('is opened from its panel, is called by the record, and leads back to the list', async () => {
    await open('?status=2')
    const [id, number] = [await idAt(0), await numberAt(0)]
    await rows().first().locator('td[data-col=create_time]').click()
    await panel().getByRole('button', { name: 'Open as page' }).click()
    await page.getByRole('heading', { level: 1, name: number }).waitFor()
    expect(path() + search()).toBe(`${orders}/${id}?status=2`)
    expect(await page.title()).toContain(number)
    await page.getByText('Timeline', { exact: true }).waitFor()
    await shot(page, 'record-page-en')
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Alt+ArrowDown')
    await soon(() => path()).not.toBe(`${orders}/${id}`)
    await page.getByRole('link', { name: 'Orders', exact: true }).last().click()
    await rows().first().waitFor()
    expect(path() + search()).toBe(`${orders}?status=2`)
  })

  it('comes in a window of its own with Ctrl or the middle button', async () => {
    await open()
    const id = await idAt(1)
    const presses = [{ modifiers: ['ControlOrMeta' as const] }, { button: 'middle' as const }]
    for (const press of sampleOf('presses that open a record apart', presses, everyNth(2))) {
      const [apart] = await Promise.all([
        page.context().waitForEvent('page'),
        rows().nth(1).locator('td[data-col=create_time]').click(press),
      ])
      await apart.getByText('Timeline', { exact: true }).waitFor()
      expect(path(apart)).toBe(`${orders}/${id}`)
      await apart.close()
    }
    expect([await panel().count(), search()]).toEqual([0, ''])
  })

  it('is where the members of orders lead', async () => {
    await open()
    const cell = rows().first().locator('td[data-col="user.nickname"]')
    await cell.getByRole('button').first().click()
    await page.waitForURL(/\/admin\/shop\/user\/user\/\d+$/)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goBack()
    await rows().first().waitFor()
    expect(path()).toBe(orders)
  })

  it('says that a record is gone, and is for nobody without the right', async () => {
    await page.goto(`${server.url}${orders}/999999`)
    await page.getByText('This record can’t be shown').waitFor()
    await follow(page, `${orders}?record=999999`)
    await panel().getByText('This record can’t be shown').waitFor()
    await follow(page, '/admin/dashboard/7')
    await page.waitForURL(/\/404$/)

    const [order] = await server.query<{ id: number; order_no: string }>(
      'select id::int, order_no from shop_order order by id limit 1',
    )
    const packer = await enter({ lang: 'en', allow: [/401/] }, 'packer')
    await packer.goto(`${server.url}${orders}/${order?.id}`)
    await packer.getByRole('heading', { level: 1, name: order?.order_no ?? '' }).waitFor()
    await follow(packer, '/admin/auth/group/1')
    await packer.waitForURL(/\/401$/)
    await packer.close()
  })
})

describe('what a record says', () => {
  const value = (label: string) => page.locator('.s-facts > div', { has: page.getByText(label, { exact: true }) }).locator('dd')

  it('names what the rows of a relation choose', async () => {
    const [entry] = await server.query<{ id: number; title: string }>(
      `select e.contestant_id::int id, c.title from shop_user_competition e join shop_competition c on c.id = e.competition_id
       order by e.id limit 1`,
    )
    await page.goto(`${server.url}/admin/shop/user/contestant/${entry?.id}`)
    const entries = page.getByRole('region', { name: 'Entries' }).last()
    await entries
      .getByText(entry?.title ?? '')
      .first()
      .waitFor()
    expect(await page.locator('.k-toast').count()).toBe(0)
  })

  it('is called by the word of the option that it is known by, and says what it is above its rows', async () => {
    await follow(page, '/admin/shop/notify/setting/1')
    await page.getByRole('heading', { level: 1, name: 'New order' }).waitFor()
    await value('Message type').getByText('New order').waitFor()
  })

  it('says a remark only where it says more than the number beside it', async () => {
    const [log] = await server.query<{ id: number; ref_no: string }>(
      'select id::int, ref_no from user_money_log where memo = ref_no order by id limit 1',
    )
    await follow(page, `/admin/shop/user/moneyLog/${log?.id}`)
    await value('Reference')
      .getByText(log?.ref_no ?? '')
      .waitFor()
    expect(await value('Memo').count()).toBe(0)
  })

  it('reads a long text to its end with its lines, and data that is kept as text as data', async () => {
    const text = `${'A long way to say that it fits. '.repeat(14)}\nThe end.`
    await server.query('update shop_evaluate set content = $1 where id = (select min(id) from shop_evaluate)', [text])
    const [review] = await server.query<{ id: number }>('select min(id)::int id from shop_evaluate')
    await page.goto(`${server.url}/admin/shop/order/evaluate/${review?.id}`)
    const shown = value('Review')
    await shown.getByText('The end.').waitFor()
    expect(await shown.innerText()).toBe(text)

    const data = JSON.stringify({ name: 'Spring sale', note: 'x'.repeat(100) })
    const [log] = await server.query<{ id: number }>(
      'update admin_log set data = $1 where id = (select min(id) from admin_log) returning id::int',
      [data],
    )
    await follow(page, `/admin/auth/adminLog/${log?.id}`)
    await value('Request data').getByRole('button', { name: 'Show as text' }).waitFor()
    await value('Request data').getByText('Spring sale').waitFor()
  })
})

describe('Back in a list', () => {
  it('keeps a list as it was when the menu leads to it', async () => {
    await open('?status=2')
    await page.getByRole('link', { name: 'Refunds', exact: true }).first().click()
    await page.waitForURL(/order\/refund/)
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
    await soon(() => path() + search()).toBe(`${orders}?status=2`)
  })
})
