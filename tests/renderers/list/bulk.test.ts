import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { csvRecords } from '../../dataio/files.ts'
import { openSite } from '../../harness/browser/site.ts'
import { longTest } from '../../harness/longTest.ts'

const { server, enter } = await openSite()

const shots = process.env.KONTOR_SHOTS
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/bulk-${name}.png` })
}
const count = async (where: string) => (await server.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${where}`))[0]?.n ?? 0

it('all products that match are taken off sale, followed, found again after a reload, and undone', async () => {
  const page = await enter({ acceptDownloads: true })
  const bar = page.getByRole('toolbar')
  const dialog = page.getByRole('dialog')
  await page.goto(`${server.url}/admin/shop/goods/goods?status=1`)
  await page.locator('tr[data-id]:visible').first().waitFor()
  const total = await count('shop_goods WHERE status = 1 AND delete_time IS NULL')
  expect(total).toBeGreaterThan(20)
  await page.getByRole('checkbox', { name: '选择本页全部' }).click()
  await bar.getByText(/^已选本页 \d+ 条。$/).waitFor()
  await shoot(page, '1-offer')
  await bar.getByRole('button', { name: `选择全部 ${total} 条` }).click()
  await bar.getByText(`已选全部 ${total} 条符合条件的记录。`).waitFor()
  await shoot(page, '2-all')
  await bar.getByRole('button', { name: '下架', exact: true }).click()
  await dialog.getByText(`${total} 条记录均可执行。`).waitFor()
  await dialog.getByText('执行后可以撤销。').waitFor()
  await shoot(page, '3-review')
  expect(await count('shop_goods WHERE status = 1 AND delete_time IS NULL')).toBe(total)
  await dialog.getByRole('button', { name: `下架（${total} 条）` }).click()
  await dialog.getByText(`已完成，共处理 ${total} 条`).waitFor()
  await shoot(page, '4-done')
  expect(await count('shop_goods WHERE status = 1 AND delete_time IS NULL')).toBe(0)
  const fetching = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '下载结果' }).click()
  const records = csvRecords(await readFile(await (await fetching).path()))
  expect(records).toHaveLength(total)
  expect(new Set(records.map((record) => record.结果))).toEqual(new Set(['成功']))
  await dialog.getByRole('button', { name: '关闭', exact: true }).last().click()
  await page.reload()
  await page
    .locator('.s-bulk-bar')
    .getByText(new RegExp(`成功 ${total} 条$`))
    .waitFor()
  await shoot(page, '5-bar')
  await page.getByRole('button', { name: /下架.*详情/ }).click()
  await dialog.getByRole('button', { name: `撤销（${total} 条）` }).click()
  await dialog.getByText(`已完成，共处理 ${total} 条`).waitFor()
  await expect.poll(() => count('shop_goods WHERE status = 1 AND delete_time IS NULL')).toBe(total)
  await page.keyboard.press('Escape')
  await page.getByText('撤销：下架').waitFor()
  await page.locator('.s-bulk-bar').getByRole('button', { name: '关闭' }).click()
  await page.reload()
  await page.locator('tr[data-id]:visible').first().waitFor()
  expect(await page.locator('.s-bulk-bar').count()).toBe(0)
  await page.close()
})

longTest('the same dialog is used with products in this file, and dataio/bulk.test skips records')(
  'members that match are disabled for a reason by keyboard alone; who is disabled already is skipped',
  async () => {
    const page = await enter({ lang: 'en' })
    const bar = page.getByRole('toolbar')
    const dialog = page.getByRole('dialog')
    const total = await count(`"user" WHERE delete_time IS NULL`)
    const fit = await count(`"user" WHERE delete_time IS NULL AND status = 'enable'`)
    await page.goto(`${server.url}/admin/user/user`)
    await page.locator('tr[data-id]:visible').first().waitFor()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
    await bar.getByRole('button', { name: `Select all ${total} that match` }).press('Enter')
    await bar.getByText(`All ${total} that match are selected.`).waitFor()
    await bar.getByRole('button', { name: 'Disable', exact: true }).press('Enter')
    await dialog.getByText(`${total} records. Fields left empty stay unchanged.`).waitFor()
    await dialog.getByRole('textbox').fill('Spring clean')
    await dialog.getByRole('textbox').press('Control+Enter')
    await dialog.getByText(`${fit} of ${total} records qualify.`).waitFor()
    await dialog.getByText('Only possible when Status is on').waitFor()
    await shoot(page, '6-review-en')
    expect(await count(`"user" WHERE disable_reason = 'Spring clean'`)).toBe(0)
    await dialog.getByRole('button', { name: `Disable (${fit} records)` }).press('Enter')
    await dialog.getByText(`Completed: ${total} records processed`).waitFor({ timeout: 60_000 })
    await shoot(page, '7-done-en')
    expect(await count(`"user" WHERE status = 'disable' AND disable_reason = 'Spring clean'`)).toBe(fit)
    await page.goto(`${server.url}/admin/dataio/bulk`)
    await page.locator('tr[data-id]:visible').filter({ hasText: 'Disable members' }).waitFor()
    await shoot(page, '8-list-en')
    await page.close()
  },
)

it('one row less selected, or another question, is the page again', async () => {
  const page = await enter({ lang: 'en' })
  const bar = page.getByRole('toolbar')
  await page.goto(`${server.url}/admin/user/user`)
  const rows = page.locator('tr[data-id]:visible')
  await rows.first().waitFor()
  const total = await count(`"user" WHERE delete_time IS NULL`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await bar.getByRole('button', { name: `Select all ${total} that match` }).click()
  await bar.getByText(`All ${total} that match are selected.`).waitFor()
  await rows.first().getByRole('checkbox').click()
  await bar.getByText(/^\d+ selected/).waitFor()
  expect(await bar.getByText('that match').count()).toBe(0)
  await page.close()
})

it('does what was pressed before its code was there, though rows are drawn anew meanwhile', async () => {
  const tab = await enter({ lang: 'en' })
  const held = { listEvents: () => {}, SortableRows: () => {} }
  for (const name of ['listEvents', 'SortableRows'] as const) {
    const release = new Promise<void>((done) => {
      held[name] = done
    })
    await tab.route(`**/assets/${name}-*.js`, async (route) => {
      await release
      await route.continue()
    })
  }
  await tab.goto(`${server.url}/admin/shop/delivery/template`)
  const row = tab.locator('tr[data-id]').nth(1)
  await row.getByRole('checkbox').click()
  held.SortableRows()
  await row.locator('.s-td-handle button').waitFor()
  held.listEvents()
  await tab.getByRole('toolbar').getByText('1 selected').waitFor()
  await tab.close()
})
