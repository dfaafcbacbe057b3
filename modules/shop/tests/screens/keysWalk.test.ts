import { expect } from 'vitest'
import { axeFaults } from '../../../../tests/harness/browser/axe.ts'
import { keysOf } from '../../../../tests/harness/browser/keys.ts'
import { openLongOffice, shot, soon } from '../../../../tests/harness/browser/site.ts'
import { longTest } from '../../../../tests/harness/longTest.ts'

const { server, page, openList } = await openLongOffice({ look: { lang: 'en', width: 1024, reducedMotion: 'reduce' } })

const { reach, press } = keysOf(page)
const row = () => page.locator('[data-id]').first()
const form = () => page.getByRole('dialog').first()

longTest('rows.test ships an order and teamsKeys audits a registration by keys')(
  'an order is shipped in part, a refund agreed to and a recharge confirmed by the keyboard alone',
  async () => {
    const [order] = await server.query<{ id: number }>(`select o.id from shop_order o where status = 2 and ship_status = 0
    and (select count(*) from shop_order_goods l where l.order_id = o.id) = 2
    and not exists (select 1 from shop_order_goods l where l.order_id = o.id and l.refund_id is not null) order by o.id limit 1`)
    await openList(`shop/order/order?id=${order?.id}`)
    await press(row().getByRole('button', { name: 'Ship', exact: true }))
    await reach(form().getByRole('radio', { name: 'All lines' }))
    await page.keyboard.press('ArrowRight')
    await form().getByRole('radio', { name: 'Some lines', checked: true }).waitFor()
    await reach(form().locator('[data-field=company_id]').getByRole('combobox'))
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: '顺丰速运' }).waitFor()
    await page.keyboard.type('顺丰')
    await soon(() => page.getByRole('option').count()).toBe(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await soon(() => form().locator('[data-field=company_id]').innerText()).toContain('顺丰速运')
    await reach(form().locator('[data-field=tracking_no] input'))
    await page.keyboard.type('SF123456789012')
    await reach(form().locator('[data-field=lines] input').last())
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('0')
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'keys-deliver')
    await press(form().getByRole('button', { name: /^Ship selected lines to / }))
    const shipped = async () => (await server.query('select status, ship_status from shop_order where id = $1', [order?.id]))[0]
    await soon(shipped).toEqual({ status: 2, ship_status: 1 })

    const [refund] = await server.query<{ id: number }>(
      `select r.id from shop_refund r join shop_order o on o.id = r.order_id where r.audit_status = 1 and r.type = 1 and o.status in (2, 3, 4, 5) order by r.id limit 1`,
    )
    await openList(`shop/order/refund?id=${refund?.id}`)
    await press(row().getByRole('button', { name: 'Review', exact: true }))
    await reach(form().getByRole('radio', { name: 'Approve' }))
    await page.keyboard.press('Space')
    await form().getByText('Restock', { exact: true }).waitFor()
    await press(form().getByRole('button', { name: /^Approve ¥/ }))
    await page.getByRole('alertdialog').getByText('You are about to refund').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'keys-audit')
    await press(page.getByRole('alertdialog').getByRole('button', { name: /^Approve ¥/ }))
    const agreed = async () => (await server.query('select audit_status, status from shop_refund where id = $1', [refund?.id]))[0]
    await soon(agreed).toEqual({ audit_status: 2, status: 2 })

    // The form shows the member and the balance; the keyboard reaches it and leaves it.
    const [rich] = await server.query<{ id: number; nickname: string; money: string }>(
      `select id, nickname, to_char(money / 100.0, 'FM999,999,990.00') as money from "user" where money > 0 and nickname <> '' order by id limit 1`,
    )
    await openList(`shop/user/user?id=${rich?.id}`)
    await press(row().getByRole('button', { name: 'More actions' }))
    await page.getByRole('menuitem', { name: 'Balance' }).press('Enter')
    await form().getByText(`¥${rich?.money}`).waitFor()
    await form()
      .getByRole('heading', { name: `Balance “${rich?.nickname}”` })
      .waitFor()
    await page.keyboard.press('Escape')

    const [recharge] = await server.query<{ id: number }>(
      'select id from shop_recharge_order where status = 1 order by id limit 1',
    )
    await openList(`shop/recharge/order?id=${recharge?.id}`)
    await press(row().getByRole('button', { name: 'Confirm payment', exact: true }))
    await reach(form().locator('[data-field=trade_no] input'))
    await page.keyboard.type('BANK-20260331-7')
    await press(form().getByRole('button', { name: /^Confirm payment/ }))
    await press(page.getByRole('alertdialog').getByRole('button', { name: /^Confirm payment/ }))
    const paid = async () => (await server.query('select status from shop_recharge_order where id = $1', [recharge?.id]))[0]
    await soon(paid).toEqual({ status: 2 })
  },
  90_000,
)
