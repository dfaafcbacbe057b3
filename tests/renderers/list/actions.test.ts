import { expect, it } from 'vitest'
import { openOffice, soon } from '../../harness/browser/site.ts'
import { longTest } from '../../harness/longTest.ts'

const { page, server, openList: open } = await openOffice()

const rows = () => page.locator('tr[data-id]:visible')
const dialog = () => page.getByRole('dialog')

it('copies a group: the form holds its rights and not its name, nothing is saved unless the person says so', async () => {
  const [group] = await server.query<{ id: number; rules: string[]; pid: number }>(
    'select id, rules, pid from admin_group where pid > 0 and array_length(rules, 1) > 3 order by id limit 1',
  )
  const groups = async () => (await server.query('select 1 from admin_group')).length
  const before = await groups()
  const copy = async () => {
    await page.locator(`tr[data-id="${group?.id}"]`).getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '复制' }).click()
    await dialog().getByLabel('组名').waitFor()
  }
  await open('auth/group')
  await copy()
  expect(await dialog().getByLabel('组名').inputValue()).toBe('')
  // What was copied counts as entered: it is not thrown away without a question.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '继续填写' }).click()
  expect(await groups()).toBe(before)
  await dialog().getByLabel('组名').fill('照抄的组')
  await dialog().getByRole('button', { name: '保存', exact: true }).click()
  await soon(() => server.query('select rules, pid from admin_group where name = $1', ['照抄的组'])).toEqual([
    { rules: expect.arrayContaining(group?.rules ?? ['none']), pid: group?.pid },
  ])
  await soon(() => dialog().count()).toBe(0)
})

it('tells what closing an order would give back, in a dialog, and changes nothing', async () => {
  const [order] = await server.query<{ id: number; pay_amount: number; refund_amount: number }>(
    'select id, pay_amount::int, refund_amount::int from shop_order where status = 2 and refund_amount = 0 and pay_amount > 0 order by id limit 1',
  )
  const state = () =>
    server.query('select status, pay_status, refund_amount, update_time from shop_order where id = $1', [order?.id])
  const before = await state()
  await open(`shop/order/order?id=${order?.id}`)
  await rows().first().getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '关单影响预览' }).click()
  const told = dialog().getByRole('status')
  const amount = ((order?.pay_amount ?? 0) / 100).toFixed(2)
  await soon(async () => (await told.innerText()).replaceAll(',', '')).toContain(amount)
  await told.getByRole('columnheader', { name: '下单数量' }).waitFor()
  await page.keyboard.press('Escape')
  await soon(() => dialog().count()).toBe(0)
  expect(await state()).toEqual(before)
})

it('tries what is entered in a form and not saved, again and again, and the form stays as it was', async () => {
  await open('shop/delivery/company')
  await rows().first().getByRole('button', { name: '编辑' }).click()
  const form = dialog().first()
  await form.getByLabel('单号规则').fill('^KT[0-9]{4}$')
  await form.getByLabel('查询地址').fill('https://example.com/?no={no}')
  await form.getByRole('button', { name: '试填单号' }).click()
  const asked = dialog().filter({ has: page.getByLabel('快递单号') })
  for (const [number, verdict] of [
    ['KT12', '单号不符合规则'],
    ['KT1234', '单号符合规则'],
  ] as const) {
    await asked.getByLabel('快递单号').fill(number)
    await asked.getByRole('button', { name: '试填单号' }).click()
    await asked.getByRole('status').getByText(verdict).waitFor()
  }
  expect(await asked.getByRole('status').getByRole('link').getAttribute('href')).toBe('https://example.com/?no=KT1234')
  await asked.getByRole('button', { name: '关闭' }).last().click()
  await soon(() => dialog().count()).toBe(1)
  expect(await form.getByLabel('单号规则').inputValue()).toBe('^KT[0-9]{4}$')
  expect(await server.query("select 1 from shop_delivery_company where no_pattern like '%KT%'")).toEqual([])
})

longTest('crud/each.test over HTTP, next.test in a form of lines')(
  'ships several orders at once: one company, a number for each, and a line that is wrong says so',
  async () => {
    const orders = await server.query<{ id: number; order_no: string }>(
      'select id, order_no from shop_order where status = 2 order by create_time desc, id desc limit 2',
    )
    await open('shop/order/order?status=2')
    for (const { id } of orders) await page.locator(`tr[data-id="${id}"]`).getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: '发货', exact: true }).click()
    await dialog().getByLabel('物流公司').waitFor()
    for (const { order_no } of orders) await dialog().getByRole('table').getByText(order_no).waitFor()
    const lines = await dialog().locator('tbody tr td:first-child').allInnerTexts()
    await dialog().getByLabel('物流公司').click()
    await page.getByRole('option', { name: '顺丰速运' }).click()
    await dialog().getByLabel('快递单号 1').fill('SF123456789012')
    await dialog().getByLabel('快递单号 2').fill('NOT-OF-SF')
    await page.keyboard.press('Control+Enter')
    await dialog().getByText('“顺丰速运”的单号形如 SF123456789012，共 14 位').first().waitFor()
    const shipped = () => server.query('select 1 from shop_order where id = any($1) and status = 3', [orders.map(({ id }) => id)])
    expect(await shipped()).toEqual([])
    await dialog().getByLabel('快递单号 2').fill('SF123456789013')
    await page.keyboard.press('Control+Enter')
    await soon(() => dialog().count()).toBe(0)
    expect((await shipped()).length).toBe(2)
    const parcels = await server.query<{ order_id: number; tracking_no: string }>(
      'select order_id, tracking_no from shop_order_delivery where order_id = any($1) order by tracking_no',
      [orders.map(({ id }) => id)],
    )
    const own = parcels.filter((parcel) => parcel.tracking_no.startsWith('SF12345678901')).map((parcel) => parcel.order_id)
    expect(own).toHaveLength(2)
    expect(own).toEqual(lines.map((number) => orders.find(({ order_no }) => order_no === number)?.id))
  },
)

it('does what a button says at the first click, also when leaving an input takes errors away or brings some', async () => {
  const orders = await server.query<{ id: number }>(
    'select id from shop_order where status = 2 order by create_time desc, id desc limit 3',
  )
  await open('shop/order/order?status=2')
  for (const { id } of orders) await page.locator(`tr[data-id="${id}"]`).getByRole('checkbox').check()
  await page.getByRole('toolbar').getByRole('button', { name: '发货', exact: true }).click()
  await dialog().getByLabel('快递单号 3').waitFor()
  const send = dialog().getByRole('button', { name: /^发货/ })
  // Touched and left empty: its error comes with leaving it, and the button moves from under the pointer.
  await dialog().getByLabel('快递单号 1').fill('S')
  await dialog().getByLabel('快递单号 1').fill('')
  await send.click()
  await dialog().getByRole('alert').waitFor()
  await dialog().getByLabel('物流公司').click()
  await page.getByRole('option', { name: '顺丰速运' }).click()
  for (const n of [1, 2, 3]) await dialog().getByLabel(`快递单号 ${n}`).fill(`SF99999999990${n}`)
  const errors = dialog().locator('tbody .k-error')
  expect(await errors.count()).toBeGreaterThan(0)
  await send.click()
  await soon(() => dialog().count()).toBe(0)
  expect(
    await server.query('select 1 from shop_order where id = any($1) and status = 3', [orders.map(({ id }) => id)]),
  ).toHaveLength(3)
})

longTest('crud/print.test')(
  'prints a slip for each chosen order, a page each, and one pick list for all, with the keyboard',
  async () => {
    await open('shop/order/order?status=2')
    for (const i of [0, 1, 2]) await rows().nth(i).getByRole('checkbox').check()
    const numbers = await Promise.all([0, 1, 2].map((i) => rows().nth(i).locator('.s-into').innerText()))
    await page.getByRole('toolbar').getByRole('button', { name: '打印发货单' }).press('Enter')
    await soon(() => dialog().getByRole('article').count()).toBe(3)
    for (const number of numbers) await dialog().getByRole('article').filter({ hasText: number }).first().waitFor()
    await soon(() => page.evaluate(() => document.activeElement?.textContent)).toContain('打印')
    // What comes out of the printer: three pages, and nothing of the screen below.
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(3)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('#root').isVisible()).toBe(false)
    expect(await dialog().getByRole('button').first().isVisible()).toBe(false)
    await page.emulateMedia({ media: null })
    await page.keyboard.press('Escape')
    await soon(() => dialog().count()).toBe(0)
    await page.getByRole('toolbar').getByRole('button', { name: '拣货单' }).press('Enter')
    await soon(() => dialog().getByRole('article').count()).toBe(1)
    for (const number of numbers) await dialog().getByRole('cell', { name: number }).waitFor()
    await page.keyboard.press('Escape')
    await soon(() => dialog().count()).toBe(0)
  },
)
