import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { axeFaults, wcagTags } from '../../../../tests/harness/browser/axe.ts'
import { openSite, shot, soon } from '../../../../tests/harness/browser/site.ts'
import { isLong } from '../../../../tests/harness/sampling.ts'
import { startTestSandbox } from '../../../../tests/harness/services/sandbox.ts'
import { openRegistration } from '../../../../tests/member/people.ts'
import enOrder from '../../pages/shop/account/order/en.json' with { type: 'json' }
import zhOrder from '../../pages/shop/account/order/zh-cn.json' with { type: 'json' }
import en from '../../words/en/storefront.json' with { type: 'json' }
import zh from '../../words/zh-cn/storefront.json' with { type: 'json' }
import { makeCoupon, offerCoupon } from '../helpers/factories.ts'
import { deliver, done } from '../helpers/helpers.ts'

const sandbox = await startTestSandbox()
const { server, open } = await openSite({ settings: sandbox.settings })
afterAll(() => sandbox.close())

/** A product with two specs of which everything is in stock, and two of its combinations. */
async function findProduct(lang: 'zh-cn' | 'en') {
  const [goods] = await server.query<{ id: number; name: string }>(
    `select g.id, g.${lang === 'en' ? 'name_en' : 'name'} as name from shop_goods g where g.status = 1 and g.delete_time is null and g.min_buy = 1 and g.per_limit = 0
      and (select count(distinct name) from shop_goods_attr a where a.goods_id = g.id) = 2
      and (select min(stock) from shop_goods_sku s where s.goods_id = g.id and s.delete_time is null) > 20 order by g.id limit 1`,
  )
  const skus = await server.query<{ id: number; spec_text: string; price: number }>(
    'select id, spec_text, price::int from shop_goods_sku where goods_id = $1 and status = 1 and delete_time is null order by id',
    [goods?.id],
  )
  const [first, last] = [skus[0], skus.at(-1)]
  if (!goods || !first || !last) throw new Error('the demo shop has no product with two specs')
  return { ...goods, first, last }
}

const yuan = (fen: number) => `¥${(fen / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`

/**
 * Nothing is wrong with the page for those who cannot see it, and nothing of it is outside of a narrow window. Pages of the member centre are
 * read for contrast and sizes by accessible.test.
 */
async function expectFine(page: Page, name: string): Promise<void> {
  await shot(page, name)
  const isOfCentre = new URL(page.url()).pathname.startsWith('/user/')
  expect(await axeFaults(page, isOfCentre ? undefined : wcagTags), name).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${name} is too wide`).toBeLessThanOrEqual(
    0,
  )
}

const chinese = { lang: 'zh-cn', words: zh.storefront, own: zhOrder, more: '更多操作', cart: /^购物车/ } as const
const english = { lang: 'en', words: en.storefront, own: enOrder, more: 'More actions', cart: /^Cart/ } as const
const phone = { width: 390, dark: true } as const
const desktop = { width: 1440, dark: false } as const

const looks = [
  { ...chinese, ...phone, user: 'walker_one' },
  { ...english, ...desktop, user: 'walker_two' },
  { ...chinese, ...desktop, user: 'walker_three' },
  { ...english, ...phone, user: 'walker_four' },
] as const

/** Signs in as somebody new, at the page to which a guest was sent. */
async function register(page: Page, { lang, user }: (typeof looks)[number]): Promise<void> {
  const isChinese = lang === 'zh-cn'
  await page.getByRole('link', { name: isChinese ? '注册' : 'Register' }).click()
  await page.getByLabel(isChinese ? '我已阅读' : 'I have read').check() // first: what was typed before would be typed into the form to sign in
  await page.locator('input[name="username"]').fill(user)
  await page.locator('input[name="password"]').fill('Some-password-1')
  await page.locator('button[type="submit"]').click()
}

async function addAddress(page: Page, words: (typeof looks)[number]['words']['checkout']): Promise<void> {
  await page.getByRole('button', { name: words.addAddress }).click()
  const dialog = page.getByRole('dialog', { name: words.addAddress })
  await dialog.getByRole('button', { name: words.saveAddress }).click()
  await dialog.getByText(words.mobileNeeded).waitFor()
  await dialog.getByLabel(words.name).fill('王芳')
  await dialog.getByLabel(words.mobile).fill('13800131000')
  await dialog.getByRole('combobox', { name: words.city }).click()
  // Each in its own column: the next one comes when the one before is chosen, on a phone in its place.
  const choose = (level: RegExp, name: string) => page.getByRole('listbox', { name: level }).getByRole('option', { name }).click()
  await choose(/^(省份|Province)/, '北京市')
  await choose(/^(城市|City)/, '北京市')
  await choose(/^(区县|District)/, '朝阳区')
  await dialog.getByPlaceholder(words.streetHelp).fill('建国路1号')
  await dialog.getByRole('button', { name: words.saveAddress }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** What happens once the parcel is there: receipt, the money of one line asked for, a review of the other. */
async function receiveAndReview(page: Page, look: (typeof looks)[number], id: number): Promise<void> {
  const { own, more, words, lang, width } = look
  const { receive, refund, evaluate } = own.actions
  const name = (what: string) => `store-${what}-${lang}-${width}`
  await page.getByRole('link', { name: words.pay.of.order.list }).click()
  const row = page.locator(`[data-id="${id}"]`)
  await row.getByText(own.fields.status.options[3], { exact: true }).waitFor()
  await expectFine(page, name('orders'))
  await row.getByRole('button', { name: receive.title }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: receive.title }).click()
  const reviewable = row.getByText(own.fields.status.options[4], { exact: true })
  await reviewable.click()
  await page.getByRole('dialog').getByText(own.detail.amounts, { exact: true }).waitFor()
  await expectFine(page, name('record'))
  expect(new URL(page.url()).pathname).toBe('/user/shop/account/order')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await row.getByRole('button', { name: more }).click()
  await page.getByRole('menuitem', { name: refund.title }).click()
  const form = page.getByRole('dialog')
  await form.getByText(refund.fields.type.options[1]).click()
  await form.getByLabel(refund.fields.reason.label).click()
  await page.getByRole('option').first().click()
  await form.getByLabel(refund.fields.lines.fields.amount.label).first().fill('0.01')
  await expectFine(page, name('refund'))
  await form.getByRole('button', { name: refund.title }).click()
  await form.waitFor({ state: 'detached' })
  await soon(() => server.query('select amount::int from shop_refund where order_id = $1', [id])).toEqual([{ amount: 1 }])

  await row.getByRole('button', { name: evaluate.title }).click()
  await form.getByLabel(evaluate.fields.lines.fields.content.label).last().fill('结实，包装好')
  await expectFine(page, name('review'))
  await form.getByRole('button', { name: evaluate.title }).click()
  await soon(() => server.query('select content from shop_evaluate where order_id = $1', [id])).toEqual([
    { content: '结实，包装好' },
  ])
}

test.each(isLong ? looks : looks.slice(0, 1))(
  'a guest buys two specs of a product with a coupon, receives them, gives one back and reviews the other ($lang, $width)',
  async (look) => {
    const { lang, width, dark, words, user, cart } = look
    const goods = await findProduct(look.lang)
    const owner = await server.signIn('admin')
    const title = `立减 3 元 ${lang} ${width}`
    await offerCoupon(owner, await makeCoupon(owner, { title }))
    await openRegistration(server, ['name'])
    const page = await open({ lang, width, dark, reducedMotion: 'reduce' })
    const name = (what: string) => `store-${what}-${lang}-${width}`

    await page.goto(server.url)
    await page.getByRole('searchbox').fill(goods.name)
    await page.getByRole('searchbox').press('Enter')
    await page.waitForURL(/\/goods\?keyword=/)
    await page.getByRole('heading', { level: 1, name: words.goods.found.replace('{text}', goods.name) }).waitFor()
    await page.getByRole('link', { name: goods.name }).waitFor()
    await expectFine(page, name('list'))
    await page.getByRole('link', { name: goods.name }).click()
    await page.waitForURL(`${server.url}/goods/${goods.id}`)
    await page.getByRole('heading', { level: 1, name: goods.name }).waitFor()

    const choose = async (spec: string) => {
      for (const value of spec.split(' ')) await page.getByRole('radio', { name: value, exact: true }).check()
    }
    await page.getByRole('button', { name: words.product.add }).click()
    await page.getByRole('alert').waitFor() // nothing is chosen yet
    await choose(goods.first.spec_text)
    await expectFine(page, name('product'))
    await page.getByRole('button', { name: words.product.add }).click()
    await page.waitForURL(/\/user\/login\?to=/)
    await register(page, look)
    await page.waitForURL(`${server.url}/goods/${goods.id}?sku=${goods.first.id}&quantity=1`)
    await expect.poll(() => page.getByRole('radio', { checked: true }).count()).toBe(2)
    await page.getByRole('button', { name: words.product.add }).click()
    await page.getByRole('link', { name: cart }).and(page.locator('[aria-label*="1"]')).waitFor()
    if (goods.last.spec_text.split(' ').length > 1) await page.getByRole('button', { name: words.product.clear }).click()
    await choose(goods.last.spec_text)
    await page.getByRole('button', { name: words.product.add }).click()
    await page.getByRole('link', { name: cart }).and(page.locator('[aria-label*="2"]')).waitFor()

    await page.goto(`${server.url}/coupons`)
    await page.getByRole('button', { name: `${words.coupons.take}: ${title}` }).click()
    await page.getByRole('link', { name: `${words.coupons.use}: ${title}` }).waitFor()
    await expectFine(page, name('coupons'))

    await page.getByRole('link', { name: cart }).click()
    const line = page.getByRole('listitem').filter({ hasText: goods.first.spec_text })
    await line.getByRole('button', { name: new RegExp(words.more) }).click()
    const total = goods.first.price * 2 + goods.last.price
    await page.getByRole('region', { name: words.cart.sum }).getByText(yuan(total)).waitFor()
    const bins = page.getByRole('button', { name: new RegExp(`^${words.cart.remove}: `) })
    const gaps = await bins.evaluateAll((all) =>
      all.map((bin) => Math.round((bin.closest('li') ?? bin).getBoundingClientRect().right - bin.getBoundingClientRect().right)),
    )
    expect(gaps, 'all bins are at the end of their lines').toEqual([0, 0])
    await expectFine(page, name('cart'))
    await page.getByRole('button', { name: words.cart.checkout }).click()

    await page.waitForURL(/\/checkout\?cart=/)
    await addAddress(page, words.checkout)
    const sums = page.getByRole('region', { name: words.checkout.sums })
    await page.getByRole('radio', { name: new RegExp(title) }).check()
    await sums.getByText('−¥3.00').waitFor()
    await expectFine(page, name('checkout'))
    await sums.getByRole('button', { name: words.checkout.place }).click()

    await page.waitForURL(/\/pay\/\d+/)
    const id = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0])
    await page.getByRole('radio', { name: words.pay.way.alipay }).check()
    await expectFine(page, name('pay'))
    await page.locator('form button[type="submit"]').last().click()
    const cashier = page.getByRole('link', { name: words.pay.open.replace('{way}', words.pay.way.alipay) })
    await sandbox.pay((await cashier.getAttribute('href')) ?? '')
    await page.getByRole('heading', { name: words.pay.paid }).waitFor()
    await expectFine(page, name('paid'))

    const [order] = await server.query(
      `select o.status, o.pay_type, o.coupon_amount::int as coupon, u.username,
      (select array_agg(l.sku_id || 'x' || l.quantity order by l.sku_id) from shop_order_goods l where l.order_id = o.id) as lines
      from shop_order o join "user" u on u.id = o.user_id where o.id = $1`,
      [id],
    )
    const lines = [`${goods.first.id}x2`, `${goods.last.id}x1`]
    expect(order).toEqual({ status: 2, pay_type: 'alipay', coupon: 300, username: user, lines })
    done(await deliver(owner, id))
    await receiveAndReview(page, look, id)
    await page.context().close()
  },
  120_000,
)
