import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { csvRecords } from '../../dataio/files.ts'
import { openOffice } from '../../harness/browser/site.ts'
import { longTest } from '../../harness/longTest.ts'

const { page, server } = await openOffice({ look: { acceptDownloads: true } })

const dialog = () => page.getByRole('dialog')

async function openDialog(path: string): Promise<void> {
  await page.goto(server.url + path)
  await page.locator('tr[data-id]:visible').first().waitFor()
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await dialog().getByLabel('文件名').waitFor()
}

it('the list as it is filtered goes to a file with the columns in sight', async () => {
  await openDialog('/admin/shop/order/order?status=2&sort=pay_amount,desc')
  const total = await server.query<{ n: number }>('SELECT count(*)::int AS n FROM shop_order WHERE status = 2')
  await dialog().getByText(`共 ${total[0]?.n} 行，按列表当前的筛选和排序导出。`).waitFor()
  expect(await dialog().getByLabel('订单号').isChecked()).toBe(true)
  expect(await dialog().getByLabel('支付方式').isChecked()).toBe(false)
  if (process.env.KONTOR_SHOTS) await page.screenshot({ path: `${process.env.KONTOR_SHOTS}/export-1.png` })
  await dialog().getByLabel('CSV').check()
  await dialog().getByLabel('文件名').fill('待发货')
  await dialog().getByLabel('支付方式').check()
  await dialog().getByRole('button', { name: '导出', exact: true }).click()
  const fetching = page.waitForEvent('download')
  await dialog().getByRole('button', { name: '下载' }).click()
  const download = await fetching
  if (process.env.KONTOR_SHOTS) await page.screenshot({ path: `${process.env.KONTOR_SHOTS}/export-2.png` })
  expect(download.suggestedFilename()).toBe('待发货.csv')
  const records = csvRecords(await readFile(await download.path()))
  expect(records.length).toBe(total[0]?.n)
  expect(new Set(records.map((row) => row.订单状态 ?? row.状态))).toEqual(new Set(['待发货']))
  expect(Object.keys(records[0] ?? {})).toContain('支付方式')
  expect(Object.keys(records[0] ?? {}).some((title) => title.endsWith('(Asia/Shanghai)'))).toBe(true)
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
})

it('the chosen rows alone go to a file, by keyboard', async () => {
  const address = `${server.url}/admin/shop/order/order?status=2&sort=pay_amount,desc`
  if (page.url() !== address) await page.goto(address)
  const rows = page.locator('tr[data-id]:visible')
  await rows.nth(2).waitFor()
  const chosen = [rows.nth(2), rows.nth(0)]
  const keys = await Promise.all(chosen.map(async (row) => Number(await row.getAttribute('data-id'))))
  for (const row of chosen) await row.press('Space')
  await page.getByRole('toolbar').getByRole('button', { name: '导出', exact: true }).press('Enter')
  await dialog().getByText('只导出所选的 2 行，按列表当前的排序。').waitFor()
  await dialog().getByLabel('所选 2 行').press('ArrowDown')
  await dialog().getByText('按列表当前的筛选和排序导出。').waitFor()
  await dialog().getByLabel('列表中的全部行').press('ArrowUp')
  await dialog().getByLabel('文件名').fill('所选')
  await dialog().getByLabel('CSV').press('Space')
  await dialog().getByRole('button', { name: '导出', exact: true }).press('Enter')
  const fetching = page.waitForEvent('download')
  await dialog().getByRole('button', { name: '下载' }).press('Enter')
  const records = csvRecords(await readFile(await (await fetching).path()))
  const found = await server.query<{ order_no: string }>(
    'SELECT order_no FROM shop_order WHERE id = any($1) ORDER BY pay_amount DESC, create_time DESC, id DESC',
    [keys],
  )
  expect(records.map(({ 订单号: no }) => no)).toEqual(found.map(({ order_no }) => order_no))
  expect(records).toHaveLength(2)
})

longTest('orderExport.test over HTTP; the list as it is filtered goes to a file here')(
  'the lines of these orders go to a file that waits among the exports of orders, by keyboard alone',
  async () => {
    await openDialog('/admin/shop/order/order?status=2')
    await dialog().getByLabel('订单', { exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => dialog().getByLabel('订单明细').isChecked()).toBe(true)
    await dialog().getByLabel('文件名').fill('明细')
    await dialog().getByLabel('CSV').press('Space')
    await dialog().getByRole('button', { name: '导出', exact: true }).press('Enter')
    await dialog().getByText('“订单导出”').waitFor()
    await dialog().getByRole('button', { name: '下载' }).waitFor()
    await page.keyboard.press('Escape')
    // The notice leads to the exports of orders of this name.
    await page.goto(`${server.url}/admin/shop/order/export?name=${encodeURIComponent('明细')}`)
    const row = page.locator('tr[data-id]:visible').first()
    await row.getByText('订单明细').waitFor()
    await row.getByText('已完成').waitFor()
    const fetching = page.waitForEvent('download')
    await row.getByRole('button', { name: '下载' }).press('Enter')
    const records = csvRecords(await readFile(await (await fetching).path()))
    const lines = await server.query<{ order_no: string; name: string }>(
      `SELECT o.order_no, l.name FROM shop_order o JOIN shop_order_goods l ON l.order_id = o.id WHERE o.status = 2
     ORDER BY o.create_time DESC, o.id DESC, l.id`,
    )
    expect(records.map((record) => [record.订单号, record.商品])).toEqual(lines.map((line) => [line.order_no, line.name]))
    expect(records[0]?.收货手机).toContain('****')
  },
)

it('nothing is asked for without a column, and all of them are one press away', async () => {
  await openDialog('/admin/user/user')
  await dialog().getByRole('button', { name: '清空' }).click()
  const button = dialog().getByRole('button', { name: '导出', exact: true })
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
  await dialog().getByRole('button', { name: '全选' }).click()
  await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull()
  expect(await dialog().getByRole('checkbox', { checked: false }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog().count()).toBe(0)
})

longTest('dataio/export.test: the live feed tells the owner how far it is')(
  'who does not wait is told when it is ready, and finds the file among the exports',
  async () => {
    await server.query(
      `INSERT INTO user_money_log (user_id, money, before, after, source, memo, create_time, update_time)
     SELECT (SELECT min(id) FROM "user"), n, 0, n, 'manual', 'behind', 1, 1 FROM generate_series(1, 60000) n`,
    )
    await openDialog('/admin/user/moneyLog')
    await dialog().getByLabel('文件名').fill('余额')
    await dialog().getByRole('button', { name: '导出', exact: true }).click()
    await dialog().getByRole('button', { name: '后台继续' }).click()
    await page.getByText('文件“余额”已生成').waitFor({ timeout: 60_000 })
    await page.goto(`${server.url}/admin/dataio/export`)
    const row = page.locator('tr[data-id]:visible', { hasText: '余额' }).first()
    await row.getByText('已完成').waitFor()
    await row.getByText('会员余额管理').waitFor()
    if (process.env.KONTOR_SHOTS) await page.screenshot({ path: `${process.env.KONTOR_SHOTS}/export-3.png` })
    const fetching = page.waitForEvent('download')
    await row.getByRole('button', { name: '下载' }).click()
    expect((await fetching).suggestedFilename()).toBe('余额.xlsx')
  },
)

it('an export can be called off', async () => {
  // So many rows that there is time to do so.
  const columns = await server.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = 'user_money_log' and column_name <> 'id'`,
  )
  const names = columns.map(({ name }) => `"${name}"`)
  const values = names.map((name) => (name === '"ref_no"' ? 'md5(ref_no || n)' : name))
  await server.query(
    `insert into user_money_log (${names.join(', ')}) select ${values.join(', ')} from user_money_log, generate_series(1, 30) as n`,
  )
  await openDialog('/admin/user/moneyLog')
  await dialog().getByRole('button', { name: '导出', exact: true }).click()
  await dialog().getByRole('button', { name: '取消导出' }).click()
  await dialog().getByText('已取消').waitFor()
  await dialog().getByRole('button', { name: '关闭' }).last().click()
  await expect.poll(() => dialog().count()).toBe(0)
})
