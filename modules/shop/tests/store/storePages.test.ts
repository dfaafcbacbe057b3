import { afterAll, expect, test } from 'vitest'
import { axeFaults } from '../../../../tests/harness/browser/axe.ts'
import { keysOf } from '../../../../tests/harness/browser/keys.ts'
import { type Look, openSite, shot } from '../../../../tests/harness/browser/site.ts'
import { DEMO_PASSWORD } from '../../../../tests/harness/database.ts'
import { longTest } from '../../../../tests/harness/longTest.ts'
import { isLong, sampleOf } from '../../../../tests/harness/sampling.ts'
import { startTestSandbox } from '../../../../tests/harness/services/sandbox.ts'
import { demoMember, memberClient, sessionsFor } from '../../../../tests/member/people.ts'
import home from '../../words/en/home.json' with { type: 'json' }
import en from '../../words/en/storefront.json' with { type: 'json' }
import { receiver } from '../helpers/factories.ts'
import { familyOf, makeCompetition } from '../teams/teamHelpers.ts'

const sandbox = await startTestSandbox()
const { server, open, enter: enterOffice } = await openSite({ settings: sandbox.settings })
afterAll(() => sandbox.close())

const words = en.storefront
const owner = await server.signIn('admin')

/** The page of all tests: what it has loaded once is loaded for all of them. */
const page = await open({ lang: 'en', reducedMotion: 'reduce' })

/** The page before its first address, of a guest unless told whose it is. */
async function begin(userInfo: string | null, { width = 1440, dark = false }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(`${server.url}/healthz`)
  const layout = JSON.stringify({ lang: 'en', isDark: dark })
  await page.evaluate(
    ([stored, who]) => {
      localStorage.clear()
      localStorage.setItem('storeConfig_v2', stored)
      if (who !== null) localStorage.setItem('userInfo', who)
    },
    [layout, userInfo] as const,
  )
}

/** Signs a member in, and gives a client of theirs. */
async function enter(userId: number, look: Look = {}): Promise<ReturnType<typeof memberClient>> {
  const [token = ''] = await sessionsFor(server, [userId])
  await begin(JSON.stringify({ id: userId, token }), look)
  return memberClient(server, token, { lang: 'en' })
}

const enterAsGuest = (look: Look = {}) => begin(null, look)

/** Saves settings of the shop; throws unless they were taken. */
async function saveSettings(values: object): Promise<void> {
  const { body, text } = await owner.post('/admin/shop.Settings/edit', values)
  expect(body.code, text).toBe(1)
}

const statusOf = async (id: number) =>
  (await server.query<{ status: number; pay_type: string }>('select status, pay_type from shop_order where id = $1', [id]))[0]

test('with the keyboard alone a member finds a product, orders it, and pays from the balance with the password', async () => {
  const { userId } = await familyOf(server, 0)
  const member = await enter(userId)
  const keys = keysOf(page)
  await server.query('update "user" set money = 9000000 where id = $1', [userId])
  expect((await member.post('/api/shop.Address/add', { ...receiver, is_default: true })).body.code).toBe(1)
  await page.goto(server.url)
  await keys.type(page.getByRole('searchbox'), '云感纯棉')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /Results/ }).waitFor()
  await keys.press(page.getByRole('link', { name: /Cloud Cotton/ }))
  await page.getByRole('button', { name: words.product.buy }).waitFor()
  for (const i of [0, 1]) {
    await keys.reach(
      page
        .getByRole('group')
        .filter({ has: page.getByRole('radio') })
        .nth(i)
        .getByRole('radio')
        .first(),
    )
    await page.keyboard.press('Space')
  }
  await expect.poll(() => page.getByRole('radio', { checked: true }).count()).toBe(2)
  await keys.press(page.getByRole('button', { name: words.product.buy }))
  await page.getByRole('region', { name: words.checkout.sums }).getByText('¥79.00').first().waitFor()
  await keys.press(page.getByRole('button', { name: words.checkout.place }))
  await page.waitForURL(/\/pay\/\d+/)
  const id = Number(/\d+$/.exec(page.url())?.[0])
  await keys.reach(page.getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => page.getByRole('radio', { name: words.pay.way.balance }).isChecked()).toBe(true)
  await page.getByText('Available: ¥90,000.00').waitFor()
  await keys.press(page.getByRole('button', { name: /^Pay ¥/ }))
  await page.getByRole('heading', { name: words.pay.paid }).waitFor()
  expect(await statusOf(id)).toEqual({ status: 2, pay_type: 'balance' })
})

test('who pays from the balance gives the password where the shop asks for it', async () => {
  const { userId } = await familyOf(server, 1)
  const member = await enter(userId)
  await server.query('update "user" set money = 9000000 where id = $1', [userId])
  await saveSettings({ balance_password: 1 })
  const [sku] = await server.query<{ id: number }>(
    'select id from shop_goods_sku where goods_id = 1 and stock > 9 order by id limit 1',
  )
  const lines = [{ sku_id: sku?.id, quantity: 1 }]
  const { body } = await member.post<{ id: number }>('/api/shop.Order/create', { lines, receiver })
  await page.goto(`${server.url}/pay/${body.data.id}`)
  await page.getByRole('radio', { name: words.pay.way.balance }).check()
  await page.getByRole('button', { name: /^Pay ¥/ }).click()
  await page.getByText(words.pay.passwordNeeded).waitFor()
  await page.getByLabel(words.pay.password).fill('not-the-password')
  await page.getByRole('button', { name: /^Pay ¥/ }).click()
  await expect.poll(() => page.locator('.k-error').innerText()).not.toContain(words.pay.passwordNeeded)
  expect((await statusOf(body.data.id))?.status).toBe(1)
  expect(await axeFaults(page)).toEqual([])
  await saveSettings({ balance_password: 0 })
})

test('while the shop is closed every page says so, and nothing can be ordered', async () => {
  await saveSettings({ closed: 1, closed_text: '春节放假，2 月 20 日恢复' })
  await enterAsGuest({ width: 390 })
  for (const path of sampleOf('pages of a closed shop', ['/', '/goods', '/goods/1', '/coupons'], (path) => path === '/goods/1')) {
    await page.goto(server.url + path)
    await page.getByRole('status').getByText('春节放假，2 月 20 日恢复').waitFor()
  }
  if (isLong) await page.goto(`${server.url}/goods/1`)
  const buy = page.getByRole('button', { name: words.product.buy })
  await expect.poll(() => buy.getAttribute('aria-disabled')).toBe('true')
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'store-closed')
  await saveSettings({ closed: 0, closed_text: '' })
  await page.reload()
  await expect.poll(() => buy.getAttribute('aria-disabled')).toBeNull()
})

test('a combination that is out of stock cannot be chosen, and one that is sold out says so', async () => {
  const [sku] = await server.query<{ id: number; spec_text: string; stock: number }>(
    'select id, spec_text, stock from shop_goods_sku where goods_id = 1 and status = 1 and delete_time is null order by id limit 1',
  )
  await server.query('update shop_goods_sku set stock = 0 where id = $1', [sku?.id])
  await enterAsGuest()
  await page.goto(`${server.url}/goods/1`)
  const [color = '', size = ''] = (sku?.spec_text ?? '').split(' ')
  const value = (name: string) => page.getByRole('radio', { name, exact: true })
  await value(color).check()
  expect(await value(size).isDisabled()).toBe(true)
  await page.getByRole('button', { name: words.product.clear }).click()
  expect(await value(size).isDisabled()).toBe(false)
  await server.query('update shop_goods set status = 2 where id = 1')
  await page.reload()
  await page.getByText(words.product.soldOut).first().waitFor()
  await server.query('update shop_goods_sku set stock = $2 where id = $1', [sku?.id, sku?.stock])
  await server.query('update shop_goods set status = 1 where id = 1')
})

test('a product that nobody sells, an order of somebody else, and an empty cart say what to do', async () => {
  const { userId } = await familyOf(server, 2)
  await enter(userId, { width: 390 })
  await page.goto(`${server.url}/goods/999999`)
  await page.getByRole('heading', { level: 1, name: words.product.failed }).waitFor()
  await page.goto(`${server.url}/pay/1`)
  await page.getByRole('heading', { level: 1, name: words.pay.of.order.failed }).waitFor()
  await page.goto(`${server.url}/checkout`)
  await page.getByText(words.checkout.nothing).waitFor()
  await page.getByRole('link', { name: words.checkout.toCart }).click()
  await page.getByText(words.cart.empty).waitFor()
  expect(await axeFaults(page)).toEqual([])
})

test('a member registers for a competition and pays its fee from the balance', async () => {
  const { userId, contestants } = await familyOf(server, 3)
  await server.query('update "user" set money = 9000000 where id = $1', [userId])
  const title = 'Lake run'
  const id = await makeCompetition(owner, { title, need_idnumber: 0 })
  await enter(userId)
  await page.goto(`${server.url}/competitions`)
  await page.getByRole('button', { name: `${words.competitions.register}: ${title}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: words.competitions.submit }).click()
  await dialog.getByText(words.competitions.peopleNeeded).waitFor()
  await dialog.getByRole('checkbox').first().check()
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'store-register')
  await dialog.getByRole('button', { name: words.competitions.submit }).click()
  await page.waitForURL(/\/pay\/registration\/\d+$/)
  await page.getByRole('radio', { name: new RegExp(words.pay.way.balance) }).check()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: /^Pay ¥/ }).click()
  await page.getByText(words.pay.of.registration.next).waitFor()
  await page.goto(`${server.url}/competitions`)
  await page.getByRole('listitem').filter({ hasText: title }).getByText(words.competitions.status[2]).waitFor()
  const joins = await server.query('select status, contestant_ids from shop_team_join where competition_id = $1', [id])
  expect(joins).toEqual([{ status: 2, contestant_ids: [expect.toSatisfy((key: number) => contestants.includes(key))] }])
})

test('a member tops up the balance from its log by a plan, and pays in the sandbox', async () => {
  const { userId } = await familyOf(server, 6)
  await enter(userId, { width: 390 })
  const money = async () =>
    (await server.query<{ money: number }>('select money::int from "user" where id = $1', [userId]))[0]?.money ?? 0
  const before = await money()
  await page.goto(`${server.url}/user/account/balance`)
  await page.getByRole('button', { name: words.topUp.title, exact: true }).click()
  await page.waitForURL(`${server.url}/top-up`)
  await page.getByRole('radio', { name: /^¥100\.00/ }).check()
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'store-top-up')
  await page.getByRole('button', { name: 'Top up ¥100.00' }).click()
  await page.waitForURL(/\/pay\/top-up\/\d+$/)
  await page.getByRole('radio', { name: words.pay.way.wechat }).check()
  expect(await page.getByRole('radio', { name: new RegExp(words.pay.way.balance) }).count()).toBe(0)
  await page.getByRole('button', { name: /^Pay ¥/ }).click()
  const cashier = page.getByRole('link', { name: words.pay.open.replace('{way}', words.pay.way.wechat) })
  await sandbox.pay((await cashier.getAttribute('href')) ?? '')
  await page.getByText(words.pay.of.topUp.next).waitFor()
  expect(await axeFaults(page)).toEqual([])
  expect((await money()) - before).toBe(10_500) // the plan gives 5 yuan
  await page.getByRole('link', { name: words.pay.of.topUp.list }).click()
  await page.locator('[data-id]').first().getByText('Paid', { exact: true }).waitFor()
})

longTest('points.test over HTTP; a member registers and tops up in the same dialogs of this file')(
  'a member redeems points for what is sent to an address',
  async () => {
    const { userId } = await familyOf(server, 5)
    await server.query('update "user" set score = 1000000, money = 9000000 where id = $1', [userId])
    const member = await enter(userId, { width: 390 })
    const [row] = await server.query<{ id: number; title: string }>(
      "select id, title from points_goods where type = 'goods' and status = 1 and stock > 0 and level_ids = '{}' and delete_time is null limit 1",
    )
    expect((await member.post('/api/shop.Address/add', { ...receiver, is_default: true })).body.code).toBe(1)
    await page.goto(`${server.url}/points`)
    await page.getByText('Your points: 1,000,000').waitFor()
    await page.getByRole('button', { name: `${words.points.redeem}: ${row?.title}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { checked: true }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'store-redeem')
    await dialog.getByRole('button', { name: words.points.redeem }).click()
    await dialog.waitFor({ state: 'detached' })
    const orders = await server.query('select receiver_name from points_order where user_id = $1 and goods_id = $2', [
      userId,
      row?.id,
    ])
    expect(orders).toContainEqual({ receiver_name: receiver.name })
  },
)

test('a member checks in on the overview, whose points follow', async () => {
  const { userId } = await familyOf(server, 6)
  const score = async () =>
    (await server.query<{ score: number }>('select score from "user" where id = $1', [userId]))[0]?.score ?? 0
  const figure = (n: number) => n.toLocaleString('en-US')
  const before = await score()
  const looks: Look[] = [{ width: 390, dark: true }, {}]
  for (const look of isLong ? looks : looks.slice(1)) {
    await enter(userId, look)
    await page.goto(`${server.url}/user/account/overview`)
    await page.getByRole('heading', { name: words.sign.title }).waitFor()
    await page.getByText(words.sign.today).waitFor()
    await page.getByRole('region', { name: 'My account' }).getByText(figure(before), { exact: true }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    await shot(page, `overview-sign-${look.width ?? 1440}`)
    if (look.width) continue
    await page.getByRole('button', { name: words.sign.sign, exact: true }).click()
    await page.getByText(/^Checked in today, 1 day in a row/).waitFor()
    expect(await score()).toBeGreaterThan(before)
    // In the side of the member centre as well as in the figures.
    await expect.poll(async () => page.getByText(figure(await score()), { exact: true }).count()).toBe(2)
  }
})

test('guests who open their cart sign in and come back to it', async () => {
  const { userId } = await familyOf(server, 4)
  const [row] = await server.query<{ username: string }>('select username from "user" where id = $1', [userId])
  const [known] = await server.query<{ password: string }>('select password from "user" where username = $1', [demoMember])
  await server.query('update "user" set password = $2 where id = $1', [userId, known?.password])
  await enterAsGuest()
  await page.goto(`${server.url}/cart`)
  await page.waitForURL(`${server.url}/user/login?to=%2Fcart`)
  await page.locator('input[name="username"]').fill(row?.username ?? '')
  await page.locator('input[name="password"]').fill(DEMO_PASSWORD)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL(`${server.url}/cart`)
  await page.getByRole('heading', { level: 1, name: home.home.cart }).waitFor()
})

test('the back office loads none of the shop’s pages and words', async () => {
  const office = await enterOffice({ lang: 'en', reducedMotion: 'reduce' })
  const bodies: Promise<string>[] = []
  office.on('response', (answer) => {
    if (answer.url().endsWith('.js')) bodies.push(answer.text().catch(() => '')) // one that the end of the test cuts off
  })
  await office.goto(`${server.url}/admin/shop/order/order`)
  await office.locator('[data-id]').first().waitFor()
  const code = await Promise.all(bodies)
  expect(code.length).toBeGreaterThan(3)
  expect(code.filter((text) => text.includes(words.product.soldOut) || text.includes('storefront.'))).toEqual([])
  await office.context().close()
})
