import type { Locator, Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { keysOf } from '../../../../tests/harness/browser/keys.ts'
import { openLongSite, shot, soon } from '../../../../tests/harness/browser/site.ts'
import { longTest } from '../../../../tests/harness/longTest.ts'
import { startTestSandbox } from '../../../../tests/harness/services/sandbox.ts'
import { memberClient, sessionsFor } from '../../../../tests/member/people.ts'
import en from '../../words/en/storefront.json' with { type: 'json' }
import { makeCoupon, offerCoupon, receiver } from '../helpers/factories.ts'
import { familyOf } from '../teams/teamHelpers.ts'

const sandbox = await startTestSandbox()
const { server, open, enter } = await openLongSite({ settings: sandbox.settings })
afterAll(() => sandbox.close())

const words = en.storefront
const coupon = '立减 3 元'

/** The page of a member who is signed in and has an address, and the keyboard of it. */
async function openAsMember(): Promise<Page> {
  const { userId } = await familyOf(server, 7)
  const [token = ''] = await sessionsFor(server, [userId])
  const { body } = await memberClient(server, token).post('/api/shop.Address/add', { ...receiver, is_default: true })
  expect(body.code).toBe(1)
  const value = JSON.stringify({ id: userId, token })
  const storageState = { cookies: [], origins: [{ origin: server.url, localStorage: [{ name: 'userInfo', value }] }] }
  return open({ lang: 'en', reducedMotion: 'reduce', storageState })
}

/** Chooses one of a group of radio buttons: Tab leads to the chosen one or the first, arrows to the next. */
async function choose(page: Page, group: Locator, option: Locator): Promise<void> {
  await option.waitFor()
  const chosen = group.getByRole('radio', { checked: true })
  await keysOf(page).reach((await chosen.count()) > 0 ? chosen : group.getByRole('radio'))
  if (await option.isChecked()) return
  await page.keyboard.press('Space')
  for (let n = 0; n < 20 && !(await option.isChecked()); n++) await page.keyboard.press('ArrowDown')
  expect(await option.isChecked()).toBe(true)
}

/** Finds a product, puts two of its combinations into the cart, takes a coupon, orders and pays. Returns the order. */
async function buy(page: Page): Promise<number> {
  const { press, type } = keysOf(page)
  const groupOf = (i: number) =>
    page
      .getByRole('group')
      .filter({ has: page.getByRole('radio') })
      .nth(i)
  const pick = (i: number, at: number) => choose(page, groupOf(i), groupOf(i).getByRole('radio').nth(at))
  await page.goto(server.url)
  await type(page.getByRole('searchbox'), 'Cloud Cotton')
  await page.keyboard.press('Enter')
  await press(page.getByRole('link', { name: /Cloud Cotton/ }))
  await page.getByRole('button', { name: words.product.add }).waitFor()
  for (const [i, size] of [0, 1].entries()) {
    await pick(0, 0)
    await pick(1, size)
    await press(page.getByRole('button', { name: words.product.add }))
    await page
      .getByRole('link', { name: /^Cart/ })
      .and(page.locator(`[aria-label*="${i + 1}"]`))
      .waitFor()
  }
  await press(page.getByRole('link', { name: 'Coupon centre' }))
  await press(page.getByRole('button', { name: `${words.coupons.take}: ${coupon}` }))
  await page.getByRole('link', { name: `${words.coupons.use}: ${coupon}` }).waitFor()
  await press(page.getByRole('link', { name: /^Cart/ }))
  await press(page.getByRole('button', { name: words.cart.checkout }))
  const ofCoupon = page.getByRole('radio', { name: new RegExp(coupon) })
  await ofCoupon.waitFor()
  await choose(page, page.getByRole('radiogroup').or(page.getByRole('group')).filter({ has: ofCoupon }).last(), ofCoupon)
  await page.getByRole('region', { name: words.checkout.sums }).getByText('−¥3.00').waitFor()
  await shot(page, 'keyboard-checkout')
  await press(page.getByRole('button', { name: words.checkout.place }))
  await page.waitForURL(/\/pay\/\d+/)
  const alipay = page.getByRole('radio', { name: words.pay.way.alipay })
  await alipay.waitFor()
  await choose(page, page.getByRole('radiogroup').or(page.getByRole('group')).filter({ has: alipay }).last(), alipay)
  await press(page.locator('form button[type="submit"]').last())
  const cashier = page.getByRole('link', { name: words.pay.open.replace('{way}', words.pay.way.alipay) })
  await keysOf(page).reach(cashier)
  // What the provider shows is not the shop's.
  await sandbox.pay((await cashier.getAttribute('href')) ?? '')
  await page.getByRole('heading', { name: words.pay.paid }).waitFor()
  return Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0])
}

/** Whoever packs ships everything. */
async function ship(id: number): Promise<void> {
  const page = await enter({ lang: 'en', reducedMotion: 'reduce' }, 'packer')
  const { press, choose: take, type } = keysOf(page)
  const form = page.getByRole('dialog').first()
  await page.goto(`${server.url}/admin/shop/order/order?id=${id}`)
  await press(page.locator(`[data-id="${id}"]`).getByRole('button', { name: 'Ship', exact: true }))
  await take(form.locator('[data-field=company_id]'), '顺丰')
  await type(form.locator('[data-field=tracking_no] input'), 'SF123456789012')
  await press(form.getByRole('button', { name: /^Ship to / }))
  await soon(() => server.query('select status from shop_order where id = $1', [id])).toEqual([{ status: 3 }])
  await page.context().close()
}

/** The member has it, wants the money of one line back and reviews the other. */
async function receiveAndReview(page: Page, id: number): Promise<void> {
  const { press, type, reach, further } = keysOf(page)
  const form = page.getByRole('dialog').first()
  await press(page.getByRole('link', { name: words.pay.of.order.list }))
  const row = page.locator(`[data-id="${id}"]`)
  await press(row.getByRole('button', { name: 'Confirm receipt' }))
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Confirm receipt' }))
  await row.getByText('To review', { exact: true }).waitFor()

  await further('Request refund')
  const kinds = form.locator('[data-field=type]')
  await choose(page, kinds, kinds.getByRole('radio', { name: 'Refund only' }))
  await reach(form.locator('[data-field=reason]').getByRole('combobox'))
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('option').first().waitFor({ state: 'detached' })
  await type(form.getByLabel('Amount'), '0.01')
  await shot(page, 'keyboard-refund')
  await press(form.getByRole('button', { name: 'Request refund' }))
  await soon(() => server.query('select amount::int from shop_refund where order_id = $1', [id])).toEqual([{ amount: 1 }])
  await form.waitFor({ state: 'detached' })

  await press(row.getByRole('button', { name: 'Write review' }))
  const stars = form.getByRole('radiogroup', { name: 'Rating' }).last()
  await reach(stars.getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowLeft')
  await type(form.getByLabel('Your review').last(), 'Soft and true to size')
  await shot(page, 'keyboard-review')
  await press(form.getByRole('button', { name: 'Write review' }))
  await soon(() => server.query('select content, score::int from shop_evaluate where order_id = $1', [id])).toEqual([
    { content: 'Soft and true to size', score: 4 },
  ])
}

longTest('storeWalk.test makes the whole sale; storePages.test orders and pays with the keyboard alone')(
  'with the keyboard alone a member buys, the packer ships, and the member returns one line and reviews the other',
  async () => {
    const owner = await server.signIn('admin')
    await offerCoupon(owner, await makeCoupon(owner, { title: coupon }))
    const page = await openAsMember()
    const id = await buy(page)
    await ship(id)
    await receiveAndReview(page, id)
    await page.context().close()
  },
  180_000,
)
