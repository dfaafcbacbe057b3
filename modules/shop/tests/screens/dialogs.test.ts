import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite, shot, soon } from '../../../../tests/harness/browser/site.ts'
import { longTest } from '../../../../tests/harness/longTest.ts'

const { server, enter } = await openSite()
const en = await enter({ lang: 'en' })
const zh = await enter({ lang: 'zh-cn' })

const row = (page: Page) => page.locator('[data-id]').first()
const dialog = (page: Page) => page.getByRole('dialog').first()
const facts = (page: Page, name = 'About the record') => dialog(page).getByRole('region', { name })
const toast = (page: Page) => page.getByRole('log').first()
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name, exact: typeof name === 'string' })

async function openList(page: Page, path: string): Promise<void> {
  await page.goto(`${server.url}/admin/${path}`)
  await row(page).waitFor()
}

/** Chooses an action of the first row: its button, or its entry in the menu. */
async function act(page: Page, name: string): Promise<void> {
  const own = row(page).getByRole('button', { name, exact: true })
  if (await own.isVisible()) return own.click()
  await row(page)
    .getByRole('button', { name: /^(More actions|更多操作)$/ })
    .click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

async function one<T extends object>(sql: string): Promise<T> {
  const [found] = await server.query<T>(sql)
  if (!found) throw new Error(`nothing found: ${sql}`)
  return found
}

test('shipping shows goods and receiver, remembers the carrier and guesses it from the number', async () => {
  type Order = { id: number; order_no: string; receiver_name: string; receiver_address: string; name: string }
  const order = await one<Order>(`select o.id, order_no, receiver_name, receiver_address, l.name from shop_order o
    join shop_order_goods l on l.order_id = o.id where o.status = 2 and o.ship_status = 0 and l.refund_id is null order by o.id limit 1`)
  await openList(en, `shop/order/order?id=${order.id}`)
  await act(en, 'Ship')
  await facts(en).getByText(order.name).waitFor()
  await facts(en).getByText(order.receiver_address).waitFor()
  const carrier = () => dialog(en).locator('[data-field=company_id]').innerText()
  await dialog(en).getByLabel('Tracking number').fill('YT1234567890123')
  await soon(carrier).toContain('圆通速递')
  await dialog(en).getByLabel('Tracking number').fill('SF123456789012')
  await soon(carrier).toContain('顺丰速运')
  await shot(en, 'ship-en')
  await button(en, `Ship to ${order.receiver_name}`).click()
  await toast(en).getByText(`Shipped order ${order.order_no}`).waitFor()
  await soon(async () => (await server.query('select status from shop_order where id = $1', [order.id]))[0]).toEqual({
    status: 3,
  })

  const next = await one<{ id: number }>(`select id from shop_order where status = 2 and ship_status = 0 order by id limit 1`)
  await openList(zh, `shop/order/order?id=${next.id}`)
  await act(zh, '发货')
  await soon(() => dialog(zh).locator('[data-field=company_id]').innerText()).toContain('顺丰速运')
  await dialog(zh).getByLabel('快递单号').fill('SF12')
  await button(zh, /^发货给 /).click()
  await dialog(zh).getByRole('alert').getByText('“顺丰速运”的单号形如 SF123456789012，共 14 位').waitFor()
  await shot(zh, 'ship-zh')
})

longTest('decisions.test: the same dialog stops at what is left and asks with the amount')(
  'a refund shows where the money goes, stops at what is left, and its button says the amount',
  async () => {
    type Order = { id: number; order_no: string; left: number; nickname: string }
    const order =
      await one<Order>(`select o.id, order_no, nickname, l.pay_share - l.refunded_amount as left from shop_order o join "user" u on u.id = o.user_id
    join shop_order_goods l on l.order_id = o.id where o.status = 3 and o.pay_status = 1 and o.pay_type = 'balance'
    and (select count(*) from shop_order_goods x where x.order_id = o.id) = 1 and l.refund_id is null and l.pay_share > 1000 order by o.id limit 1`)
    await openList(en, `shop/order/order?id=${order.id}`)
    await act(en, 'Refund')
    await facts(en).getByText('Refunded to').waitFor()
    await facts(en).getByText('Balance', { exact: true }).waitFor()
    const amount = dialog(en).getByRole('textbox', { name: /^Refund amount 1|^Amount 1/ })
    await amount.fill('99999')
    await dialog(en).getByLabel('Note').fill('Scratched in transit')
    await button(en, 'Refund ¥99,999.00').click()
    await dialog(en).locator('[data-field=lines] .k-error').first().waitFor()
    expect(await en.getByRole('alertdialog').count()).toBe(0)
    await dialog(en)
      .getByRole('button', { name: /^All of .*(Refund amount|Amount) 1/ })
      .click()
    const text = `¥${(order.left / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`
    await shot(en, 'refund-en')
    await button(en, `Refund ${text}`).click()
    const question = en.getByRole('alertdialog')
    await question.getByText(`Refund ${text} to ${order.nickname} (order ${order.order_no})? This cannot be undone.`).waitFor()
    await question.getByRole('button', { name: `Refund ${text}` }).click()
    await toast(en).getByText(`Refunded ${text} of order ${order.order_no}`).waitFor()
  },
)

longTest('refundWalk.test judges one in the same dialog')(
  'a request for a refund is judged with goods, reason and amounts in sight',
  async () => {
    const refund = await one<{ id: number; name: string; amount: number }>(`select r.id, l.name, r.amount from shop_refund r
    join shop_refund_goods g on g.refund_id = r.id join shop_order_goods l on l.id = g.order_goods_id
    where r.audit_status = 1 and r.type = 1 order by r.id limit 1`)
    await openList(zh, `shop/order/refund?id=${refund.id}`)
    await act(zh, '审核')
    await facts(zh, '记录信息').getByText(refund.name).first().waitFor()
    await facts(zh, '记录信息').getByText('退回至').waitFor()
    await dialog(zh).getByRole('radio', { name: /^同意/ }).check()
    await button(zh, /^同意退款 ¥[\d,.]+$/).waitFor()
    await shot(zh, 'audit-zh')
    await dialog(zh).getByRole('radio', { name: /^拒绝/ }).check()
    await button(zh, '拒绝申请').waitFor()
  },
)

longTest('decisions.test sends one to everybody, and is asked with how many')(
  'sending coupons counts the members on the button as the choice changes',
  async () => {
    const coupon = await one<{ id: number }>(
      `select id from shop_coupon where status = 1 and delete_time is null and code_mode <> 'code' order by total - received desc limit 1`,
    )
    const { n } = await one<{ n: number }>(
      `select count(*)::int as n from shop_user s join "user" u on u.id = s.id where u.status = 'enable'`,
    )
    await openList(en, `shop/coupon/coupon?id=${coupon.id}`)
    await act(en, 'Send')
    await dialog(en).getByRole('radio', { name: /All/ }).check()
    await button(en, /^Send to [\d,]+ members$/).waitFor()
    expect(n).toBeGreaterThan(1)
    await shot(en, 'send-en')
  },
)

test('what was unlisted is listed again from the message, by the keyboard too', async () => {
  const goods = await one<{ id: number; name: string }>(
    `select id, name from shop_goods where status = 1 and delete_time is null order by id limit 1`,
  )
  const status = async () => (await server.query('select status from shop_goods where id = $1', [goods.id]))[0]
  const shown = () => row(zh).locator('td[data-col=status]').innerText()
  await openList(zh, `shop/goods/goods?id=${goods.id}`)
  const listed = await shown()
  await act(zh, '下架')
  await soon(status).toEqual({ status: 0 })
  await toast(zh).getByText(`已下架：“${goods.name}”`).waitFor()
  await shot(zh, 'toast-zh')
  await toast(zh).getByRole('button', { name: '撤销' }).click()
  await soon(status).not.toEqual({ status: 0 })
  await soon(shown).toBe(listed)
  await act(zh, '下架')
  await soon(status).toEqual({ status: 0 })
  await toast(zh).getByRole('button', { name: '撤销' }).last().waitFor()
  await zh.keyboard.press('ControlOrMeta+z')
  await soon(status).not.toEqual({ status: 0 })
})

test('adding names the record; deleting says how long it is kept and is taken back from the message', async () => {
  await openList(en, 'shop/delivery/company')
  await en.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog(en).getByRole('heading', { name: 'New delivery company' }).waitFor()
  await dialog(en).getByRole('textbox', { name: /^Name/ }).fill('Pigeon Post')
  await dialog(en).getByRole('textbox', { name: /^Code/ }).fill('PIGEON')
  await button(en, 'Save').click()
  await toast(en).getByText('Added “Pigeon Post”').waitFor()
  await openList(en, 'shop/delivery/company?q=Pigeon')
  await soon(() => en.locator('[data-id]').count()).toBe(1)
  await act(en, 'Delete')
  const question = en.getByRole('alertdialog')
  await question.getByText(/^Delete “Pigeon Post”\? /).waitFor()
  await shot(en, 'delete-en')
  await question.getByRole('button', { name: 'Delete' }).click()
  await toast(en).getByText('Deleted “Pigeon Post”').waitFor()
})

longTest('restores.test puts one back from the bin; goods are listed again from the message in this file')(
  'a deleted category is brought back from the message, where the recycle bin keeps it',
  async () => {
    const owner = await server.signIn('admin')
    expect((await owner.post('/admin/shop.goods.Classify/add', { pid: 0, name: 'Bonsai' })).body.code).toBe(1)
    await openList(en, 'shop/goods/classify?q=Bonsai')
    const rows = () => en.locator('[data-id]:visible')
    await soon(() => rows().count()).toBe(1)
    await act(en, 'Delete')
    await en.getByRole('alertdialog').getByText(/days/).waitFor()
    await en.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await soon(() => rows().count()).toBe(0)
    await toast(en).getByRole('button', { name: 'Undo' }).last().click()
    await soon(() => rows().count()).toBe(1)
    expect(await server.query(`select name from shop_goods_classify where name = 'Bonsai'`)).toHaveLength(1)
  },
)

test('an edit is taken back, and not over what somebody else wrote meanwhile', async () => {
  const coupon = await one<{ id: number; title: string }>(
    `select id, title from shop_coupon where delete_time is null order by id desc limit 1`,
  )
  const title = async () =>
    (await server.query<{ title: string }>('select title from shop_coupon where id = $1', [coupon.id]))[0]?.title
  const rename = async (to: string) => {
    await openList(en, `shop/coupon/coupon?id=${coupon.id}`)
    await act(en, 'Edit')
    await dialog(en)
      .getByRole('heading', { name: /^Edit coupon “/ })
      .waitFor()
    await dialog(en)
      .getByRole('textbox', { name: /^Title/ })
      .fill(to)
    await button(en, 'Save').click()
    await toast(en).getByText(`Saved “${to}”`).waitFor()
  }
  await rename('Autumn cut')
  await toast(en).getByRole('button', { name: 'Undo' }).click()
  await soon(title).toBe(coupon.title)
  await toast(en).getByText(`Changes to “${coupon.title}” undone`).waitFor()
  await rename('Winter cut')
  await server.query(`update shop_coupon set title = 'Spring cut' where id = $1`, [coupon.id])
  await toast(en).getByRole('button', { name: 'Undo' }).click()
  await toast(en).getByText(`“${coupon.title}” changed again in the meantime. Nothing was undone.`).waitFor()
  expect(await title()).toBe('Spring cut')
})
