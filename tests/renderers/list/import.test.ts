import { expect, it } from 'vitest'
import { csv } from '../../dataio/imports.ts'
import { openOffice } from '../../harness/browser/site.ts'
import { longTest } from '../../harness/longTest.ts'

const { page, server } = await openOffice({ look: { acceptDownloads: true } })

const dialog = () => page.getByRole('dialog')
const shot = async (name: string) => {
  if (process.env.KONTOR_SHOTS) await page.screenshot({ path: `${process.env.KONTOR_SHOTS}/import-${name}.png` })
}
const choose = (text: string) =>
  dialog()
    .locator('input[type=file]')
    .setInputFiles({ name: '物流.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Goes to a list, where it is not in front. */
async function show(path: string): Promise<void> {
  if (page.url() !== `${server.url}/admin/${path}`) await page.goto(`${server.url}/admin/${path}`)
  await page.locator('tr[data-id]:visible').first().waitFor()
}

it('a file with two faulty lines is checked, mended and imported', async () => {
  await show('shop/delivery/company')
  await page.getByRole('button', { name: '导入', exact: true }).click()
  await dialog().getByRole('button', { name: '选择文件' }).waitFor()
  await shot('1')
  await choose(csv(['名称', '编码', '备用'], ['测试快递', 'test_one', ''], ['', 'test_two', ''], ['坏编码', '坏 编码', '']))
  await dialog().getByText('物流.csv：共 3 行').waitFor()
  await shot('2')
  await dialog().getByRole('button', { name: '校验' }).click()
  await dialog().getByText('新增 1 行，更新 0 行，错误 2 行。尚未保存任何数据。').waitFor()
  await shot('3')
  const lines = dialog().getByRole('region', { name: '错误明细' }).locator('tbody tr')
  expect(await lines.count()).toBe(2)
  expect(await lines.first().locator('td').first().textContent()).toBe('3')
  expect(await lines.last().locator('td').allTextContents()).toEqual([
    '4',
    expect.any(String),
    '坏 编码',
    expect.stringMatching(/\S/),
  ])
  expect(await server.query(`SELECT 1 FROM shop_delivery_company WHERE code = 'test_one'`)).toEqual([])
  const fetching = page.waitForEvent('download')
  await dialog().getByRole('button', { name: '下载错误行' }).click()
  expect((await fetching).suggestedFilename()).toBe('物流 - 错误行.csv')
  await dialog().getByRole('button', { name: '重新选择文件' }).click()
  await dialog().getByRole('button', { name: '选择文件' }).waitFor()
  await choose(csv(['名称', '编码'], ['测试快递', 'test_one'], ['测试快递二', 'test_two'], ['测试快递三', 'test_three']))
  await dialog().getByRole('button', { name: '校验' }).click()
  await dialog().getByText('新增 3 行，更新 0 行，错误 0 行。尚未保存任何数据。').waitFor()
  await dialog().getByRole('button', { name: '开始导入' }).click()
  await dialog().getByText('导入完成：新增 3 行，更新 0 行').waitFor()
  await shot('4')
  await dialog().locator('footer, .k-dialog-foot').getByRole('button', { name: '关闭' }).first().click()
  await expect.poll(() => dialog().count()).toBe(0)
  await page.locator('tr[data-id]:visible', { hasText: '测试快递三' }).waitFor()
})

it('the dialog says what a file may be, and that a large one is checked in parts', async () => {
  await show('shop/delivery/company')
  await page.getByRole('button', { name: '导入', exact: true }).click()
  await dialog().getByText('最大 512 MB、1,000,000 行').waitFor()
  for (const text of [
    '解压后最大 2,048 MB',
    '“全部不导入”方式最多 50,000 行',
    '最多 20,000 行',
    '错误行达到 20,000 行',
    '合计最多 4 GB',
  ])
    await dialog().getByRole('listitem').filter({ hasText: text }).waitFor()
  await shot('limits')
  await choose(`名称,编码\n${'快递,express\n'.repeat(20_001)}`)
  await dialog().getByText('物流.csv：共 20,001 行').waitFor()
  await dialog().getByText('文件超过 20,000 行，将分段校验，每段最多 5,000 行').waitFor()
  await dialog().getByText('全部不导入').click()
  await dialog().getByText('最多 50,000 行。').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog().count()).toBe(0)
})

it('the template is a file with the titles of the list', async () => {
  await show('shop/delivery/company')
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const fetching = page.waitForEvent('download')
  await dialog().getByRole('button', { name: '下载模板' }).click()
  expect((await fetching).suggestedFilename()).toBe('物流公司 导入模板.xlsx')
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog().count()).toBe(0)
})

longTest('dataio/import.test over HTTP; a file is imported from a list here')(
  'the page over imports takes a file for any list, goes on with it later, and tries its faulty lines again',
  async () => {
    await page.goto(`${server.url}/admin/dataio/import`)
    const fresh = page.getByRole('button', { name: '新建导入' })
    await fresh.waitFor()
    await fresh.focus()
    await page.keyboard.press('Enter')
    await dialog().getByRole('combobox', { name: '导入到' }).waitFor()
    // By keyboard alone: the list is asked for first.
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: '物流公司' }).waitFor()
    await page.keyboard.type('物流公司')
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    await expect.poll(() => dialog().getByRole('button', { name: '下载模板' }).isEnabled()).toBe(true)
    await shot('5')
    await choose(csv(['名称', '编码', '状态'], ['向导快递', 'wizard_one', '启用'], ['', 'wizard_two', '']))
    await dialog().getByText('物流.csv：共 2 行').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog().count()).toBe(0)
    const row = page.locator('tr[data-id]:visible').first()
    await row.getByText('待配置').waitFor()
    await row.getByRole('button', { name: '校验' }).click()
    await dialog().getByText('物流.csv：共 2 行').waitFor()
    await shot('6')
    await dialog().getByRole('button', { name: '校验' }).click()
    await dialog().getByText('新增 1 行，更新 0 行，错误 1 行。尚未保存任何数据。').waitFor()
    await dialog().getByRole('button', { name: '开始导入' }).click()
    await dialog().getByText('导入完成：新增 1 行').waitFor()
    await dialog().getByRole('button', { name: '关闭' }).last().click()
    await expect.poll(() => dialog().count()).toBe(0)
    await row.getByText('部分成功').waitFor()
    await row.locator('[data-act=panel]').click()
    await page.locator('.s-panel').getByText('名称').first().waitFor()
    await shot('7')
    await row.getByRole('button', { name: /操作|更多/ }).click()
    await page.getByRole('menuitem', { name: '重试错误行' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '重试错误行' }).click()
    await page.locator('tr[data-id]:visible', { hasText: '物流 - 错误行.csv' }).getByText('待导入').waitFor()
  },
)
