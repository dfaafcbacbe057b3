import { expect, test } from 'vitest'
import { axeFaults } from '../../../../tests/harness/browser/axe.ts'
import { openOffice, shot, soon } from '../../../../tests/harness/browser/site.ts'

const { server, page, openList } = await openOffice({ look: { lang: 'en' } })

test('a refund is approved from its list, its record leads to the order, and the order says what can be done next', async () => {
  const [row] = await server.query<{ id: number; order_no: string; refund_no: string }>(
    `select r.id, o.order_no, r.refund_no from shop_refund r join shop_order o on o.id = r.order_id
      where r.audit_status = 1 and r.type = 1 and o.status = 2 order by r.id limit 1`,
  )
  const { id, order_no, refund_no } = row ?? { id: 0, order_no: '', refund_no: '' }
  await openList(`shop/order/refund?audit_status=1&order_no=${order_no}`)
  await soon(() => page.locator('[data-id]').count()).toBe(1)
  await shot(page, 'refund-list')
  await page.locator('[data-id]').getByRole('button', { name: 'Review', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByText('Refuse', { exact: true }).click()
  await form.getByRole('button', { name: /^(Approve|Refuse)/ }).click()
  await form.locator('[aria-invalid="true"]').first().waitFor() // a refusal needs a note
  await form.getByText('Approve', { exact: true }).click()
  await form.getByText('Restock', { exact: true }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'refund-audit')
  await form.getByRole('button', { name: /^(Approve|Refuse)/ }).click()
  const asked = page.getByRole('alertdialog')
  // Money is asked about once more, with whom it goes to and how much it is.
  const [facts] = await server.query<{ who: string; amount: string }>(
    `select u.nickname as who, to_char(r.amount / 100.0, 'FM9999990.00') as amount from shop_refund r join "user" u on u.id = r.user_id where r.id = $1`,
    [id],
  )
  await asked.getByText('You are about to refund').waitFor()
  expect(await asked.textContent()).toContain(`You are about to refund ¥${facts?.amount} to ${facts?.who} (refund ${refund_no})`)
  await asked.getByRole('button', { name: /^Approve/ }).click()
  await soon(async () => (await server.query('select status from shop_refund where id = $1', [id]))[0]).toEqual({ status: 2 })

  await openList(`shop/order/refund?refund_no=${refund_no}`)
  await page
    .locator('[data-id]')
    .first()
    .click({ position: { x: 300, y: 8 } })
  const record = page.getByRole('dialog')
  await record.getByText('Timeline', { exact: true }).waitFor()
  await shot(page, 'refund-record')
  await record.getByRole('link', { name: order_no }).click()
  await page.waitForURL(/\/admin\/shop\/order\/order\/\d+$/)
  const order = page.getByRole('article', { name: order_no })
  await order.getByText('Timeline', { exact: true }).waitFor()
  expect(await order.getByText('Only when').count()).toBe(0)
  await order.getByRole('link', { name: refund_no }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'order-record')
})
