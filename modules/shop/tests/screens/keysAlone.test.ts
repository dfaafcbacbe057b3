import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { heardOn, nameless } from '../../../../tests/harness/browser/heard.ts'
import { type Keys, keysOf } from '../../../../tests/harness/browser/keys.ts'
import { openSite, shot, soon } from '../../../../tests/harness/browser/site.ts'
import { longTest } from '../../../../tests/harness/longTest.ts'
import { picture } from '../../../../tests/harness/uploads.ts'

/**
 * The four things that are done all day, from the address to the row in the database, without the mouse and without putting the focus
 * anywhere: it has to be where the next key needs it.
 */
const { server, enter } = await openSite()

interface Desk extends Keys {
  page: Page
  /** Goes to a list and by its skip link to the first row. */
  openRows(path: string): Promise<void>
  /** The first row's own step, by the arrow key. */
  step(title: string): Promise<void>
}

async function deskOf(lang: 'en' | 'zh-cn', skip: string): Promise<Desk> {
  const page = await enter({ lang, reducedMotion: 'reduce' })
  const keys = keysOf(page)
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  return {
    ...keys,
    page,
    async openRows(path) {
      await page.goto(`${server.url}/admin/${path}`)
      await page.locator('tr[data-id]').first().waitFor()
      await keys.press(page.getByRole('button', { name: skip }))
      await soon(() => page.evaluate(() => document.activeElement?.matches('tr[data-id]'))).toBe(true)
    },
    async step(title) {
      await page.keyboard.press('ArrowRight')
      await soon(focused).toBe(title)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
    },
  }
}

const focusedRow = (page: Page) => page.evaluate(() => document.activeElement?.closest<HTMLElement>('tr[data-id]')?.dataset.id)

longTest('renderers/list/rows.test ships an order with the keyboard alone')(
  'an order is shipped by keys alone, and the next is one key away',
  async () => {
    const desk = await deskOf('zh-cn', '跳到列表')
    const { page } = desk
    await desk.openRows('shop/order/order?status=2')
    const ids = await page.locator('tr[data-id]').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.id))
    await desk.step('发货')
    const form = page.getByRole('dialog').first()
    await desk.choose(form.locator('[data-field=company_id]'), '顺丰')
    await desk.type(form.locator('[data-field=tracking_no] input'), 'SF123456789012')
    expect(nameless(await heardOn(page))).toEqual([])
    await shot(page, 'keys-ship')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await soon(() => server.query('select status from shop_order where id = $1', [ids[0]])).toEqual([{ status: 3 }])
    // The next order is one key away.
    await soon(() => focusedRow(page)).toBe(ids[1])
    await desk.step('发货')
    await page.context().close()
  },
)

longTest('rows.test fills in the form of an action by keys; refundWalk.test approves a refund')(
  'a refund is agreed to by keys alone',
  async () => {
    const desk = await deskOf('en', 'Skip to the list')
    const { page } = desk
    const [refund] = await server.query<{ id: number }>(
      `select r.id from shop_refund r join shop_order o on o.id = r.order_id
      where r.audit_status = 1 and r.type = 1 and o.status in (2, 3, 4, 5) order by r.id limit 1`,
    )
    await desk.openRows(`shop/order/refund?id=${refund?.id}`)
    await desk.step('Review')
    const form = page.getByRole('dialog').first()
    const answer = form.locator('[data-field=result], [data-field=audit]').first()
    await desk.reach(answer.getByRole('radio'))
    await page.keyboard.press('Space')
    expect(await form.getByRole('radio', { name: 'Approve' }).isChecked()).toBe(true)
    await desk.press(form.getByRole('button', { name: /^Approve ¥/ }))
    const question = page.getByRole('alertdialog')
    await desk.press(question.getByRole('button', { name: /^Approve ¥/ }))
    await soon(() => server.query('select audit_status from shop_refund where id = $1', [refund?.id])).toEqual([
      { audit_status: 2 },
    ])
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await soon(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
    await page.context().close()
  },
)

longTest('a product, whose form is larger, is made by keys alone in this file')('a coupon is made by keys alone', async () => {
  const desk = await deskOf('en', 'Skip to the list')
  const { page } = desk
  await page.goto(`${server.url}/admin/shop/coupon/coupon`)
  await page.locator('[data-id]').first().waitFor()
  await desk.press(page.getByRole('button', { name: 'Add', exact: true }))
  const form = page.getByRole('dialog').first()
  await desk.type(form.getByLabel('Title'), 'Ten off by keys')
  await desk.type(form.getByLabel('Threshold', { exact: true }), '100.00')
  await desk.type(form.locator('[data-field=amount] input'), '100.00')
  await desk.type(form.getByLabel('Total'), '5')
  await desk.type(form.getByLabel('Valid days'), '7')
  await page.keyboard.press('Control+Enter')
  // The summary has the focus; its link leads to the field that is wrong.
  await desk.press(form.getByRole('alert').getByRole('button').first())
  await soon(() => form.locator('[data-field=amount] input').evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('10.00')
  await desk.save()
  await soon(() => server.query(`select amount::int, total from shop_coupon where title = 'Ten off by keys'`)).toEqual([
    { amount: 1000, total: 5 },
  ])
  await page.context().close()
})

it('a product with two specs is made by keys alone', async () => {
  const desk = await deskOf('en', 'Skip to the list')
  const { page } = desk
  const { keyboard } = page
  const form = page.getByRole('dialog').first()
  const field = (name: string) => form.locator(`[data-field=${name}]`)
  const turnTo = async (tab: string) => {
    const wanted = form.getByRole('tab', { name: tab, exact: true })
    await desk.reach(form.getByRole('tablist').first())
    for (let n = 0; n < 5 && (await wanted.getAttribute('aria-selected')) !== 'true'; n++) await keyboard.press('ArrowRight')
    expect(await wanted.getAttribute('aria-selected')).toBe('true')
  }
  await page.goto(`${server.url}/admin/shop/goods/goods`)
  await page.locator('[data-id]').first().waitFor()
  await desk.press(page.getByRole('button', { name: 'Add', exact: true }))
  await field('classify_ids').waitFor()
  await desk.reach(field('classify_ids').getByRole('combobox'))
  await keyboard.press('ArrowDown')
  await page.getByRole('option').or(page.getByRole('treeitem')).first().waitFor()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await keyboard.press('Escape')
  await desk.type(field('name').getByRole('textbox'), 'Keyboard tee')
  const chooser = page.waitForEvent('filechooser')
  await desk.press(field('images').getByRole('button', { name: 'Upload', exact: true }))
  await (await chooser).setFiles([{ name: 'tee.png', mimeType: 'image/png', buffer: await picture(7) }])
  await field('images').locator('img').first().waitFor()

  await turnTo('Sales')
  await desk.reach(field('spec_type').getByRole('radio'))
  await keyboard.press('ArrowRight')
  await desk.press(form.getByRole('button', { name: 'Add spec' }))
  await keyboard.type('Colour')
  await keyboard.press('Enter')
  await keyboard.type('Red, Blue')
  for (const key of ['Enter', 'Tab', 'Enter']) await keyboard.press(key)
  await keyboard.type('Size')
  await keyboard.press('Enter')
  await keyboard.type('S')
  await keyboard.press('Enter')
  await keyboard.type('M')
  await keyboard.press('Enter')
  await desk.press(form.getByRole('button', { name: 'Generate SKUs' }))
  await form.getByRole('grid').waitFor()
  await keyboard.type('9.9')
  for (const key of ['Enter', 'ArrowUp', 'Control+Shift+ArrowDown', 'Control+d', 'Control+Home', 'ArrowRight'])
    await keyboard.press(key)
  for (let n = 0; n < 4; n++) await keyboard.press('ArrowRight')
  await keyboard.type('7')
  for (const key of ['Enter', 'ArrowUp', 'Control+Shift+ArrowDown', 'Control+d']) await keyboard.press(key)
  expect(nameless(await heardOn(page))).toEqual([])
  await shot(page, 'keys-product')

  await turnTo('Delivery')
  await desk.reach(field('template_id').getByRole('combobox'))
  await keyboard.press('ArrowDown')
  await page.getByRole('option').first().waitFor()
  await keyboard.press('Enter')
  await turnTo('Details')
  await desk.type(field('content').getByRole('textbox'), 'A tee of cotton')
  await desk.save()
  await soon(() =>
    server.query(
      `select s.spec_text, s.price::int, s.stock from shop_goods_sku s join shop_goods g on g.id = s.goods_id
        where g.name = 'Keyboard tee' and s.delete_time is null order by s.id`,
    ),
  ).toEqual(
    ['Red S', 'Red M', 'Blue S', 'Blue M'].map((spec) => ({
      spec_text: expect.stringMatching(spec.replace(' ', '.+')),
      price: 990,
      stock: 7,
    })),
  )
  await page.context().close()
})
