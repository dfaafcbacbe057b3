import { expect, it } from 'vitest'
import { openOffice } from '../../harness/browser/site.ts'
import { buildVariant } from '../../harness/browser/variant.ts'
import { longTest } from '../../harness/longTest.ts'

/** The orders as a shop has extended them: nothing of the page itself is changed. */
const overlay = {
  add: {
    'fields.gift': { kind: 'switch', default: 0 },
    'table.columns.gift': { width: 90, after: 'order_no' },
    'table.row.wrap': { before: 'deliver' },
    'actions.wrap': {
      type: 'run',
      node: 'order-remark',
      when: { gift: 0 },
      set: { gift: 1 },
    },
  },
  set: {
    'actions.wrap.then': { page: 'user/user', query: { id: 'user_id' } },
    'actions.remark.then': 'open',
    'actions.pay.then': 'download',
    'actions.deliverEach.allowPartial': true,
  },
}
const words = { fields: { gift: { label: '礼物' } }, actions: { wrap: { title: '包装' } } }

const variant = await buildVariant({
  'overlays/gifts/shop/order/order.json': (json) => Object.assign(json, overlay),
  'overlays/gifts/shop/order/order.zh-cn.json': (json) => Object.assign(json, words),
  'overlays/gifts/shop/order/order.en.json': (json) => Object.assign(json, words),
})
const { server, page } = await openOffice({ variant })

const rows = () => page.locator('tr[data-id]:visible')

async function choose(status: number, title: string) {
  await page.goto(`${server.url}/admin/shop/order/order?status=${status}`)
  await rows().first().waitFor()
  await rows().first().getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: title }).click()
}

longTest('runtime/next.test; the other next steps are pressed here')('the row opens after an action with a form', async () => {
  await choose(3, '备注')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('商家备注').fill('记下来了')
  await dialog.getByRole('button', { name: '备注', exact: true }).click()
  await page.getByRole('dialog').getByText('记下来了').first().waitFor()
  await expect.poll(() => page.getByRole('dialog').getByLabel('商家备注').count()).toBe(0)
})

it('where the answer names no file, that is said', async () => {
  await choose(1, '确认收款')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^确认收款/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确认收款' }).click()
  await page.getByText('服务器没有给出可下载的文件').waitFor()
})

it('an action of an overlay appears in the row, runs, and leads to the member of that row', async () => {
  await page.goto(`${server.url}/admin/shop/order/order?status=5`)
  await page.getByRole('columnheader', { name: '礼物' }).waitFor()
  const id = Number(await rows().first().getAttribute('data-id'))
  await rows().first().getByRole('button', { name: '包装' }).click()
  await page.waitForURL(/\/admin\/user\/user\/\d+$/)
  const [order] = await server.query<{ gift: number; user_id: number }>('select gift, user_id from shop_order where id = $1', [
    id,
  ])
  expect(order?.gift).toBe(1)
  expect(new URL(page.url()).pathname.split('/').pop()).toBe(String(order?.user_id))
})

it('of several lines those that can be done are done; the others stay in the form with the reason', async () => {
  const orders = await server.query<{ id: number; order_no: string }>(
    'select id, order_no from shop_order where status = 2 order by create_time desc, id desc limit 3',
  )
  await page.goto(`${server.url}/admin/shop/order/order?status=2`)
  for (const { id } of orders) await page.locator(`tr[data-id="${id}"]:visible`).getByRole('checkbox').check()
  await page.getByRole('toolbar').getByRole('button', { name: '发货', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const number = await dialog.locator('tbody tr').nth(1).locator('td').first().innerText()
  await dialog.getByLabel('物流公司').click()
  await page.getByRole('option', { name: '顺丰速运' }).click()
  await dialog.getByLabel('快递单号 1').fill('SF123456789012')
  await dialog.getByLabel('快递单号 2').fill('NOT-OF-SF')
  await dialog.getByLabel('快递单号 3').fill('SF123456789013')
  await page.keyboard.press('Control+Enter')
  await page.getByText('已处理 2 条，1 条未处理').waitFor()
  await expect.poll(() => dialog.getByLabel('快递单号 2').count(), { timeout: 15_000 }).toBe(0)
  await dialog.getByRole('table').getByText(number).waitFor()
  await dialog
    .getByText(/的单号形如/)
    .first()
    .waitFor()
  expect(await dialog.getByLabel('快递单号 1').inputValue()).toBe('NOT-OF-SF')
  await dialog.getByLabel('快递单号 1').fill('SF123456789014')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => dialog.count(), { timeout: 15_000 }).toBe(0)
  const left = await server.query('select 1 from shop_order where id = any($1) and status = 2', [orders.map(({ id }) => id)])
  expect(left).toEqual([])
})
