import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { axeFaults } from '../../harness/browser/axe.ts'
import { follow, openSite, shot, soon } from '../../harness/browser/site.ts'
import { longTest } from '../../harness/longTest.ts'

const { server, enter } = await openSite()
const page = await enter()
const list = 'user/moneyLog'

beforeEach(() => server.query('delete from saved_view'))

async function open(page: Page, path: string = list): Promise<void> {
  await page.goto(`${server.url}/admin/${path}`)
  await page.locator('[data-id], .s-grid-empty').first().waitFor()
}

const asked = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const tab = (page: Page, name: string) => page.getByRole('group', { name: '已存视图' }).getByRole('button', { name, exact: true })
const names = (page: Page) => page.locator('.s-view-tabs .s-view-name').allTextContents()
/** The tabs that are pressed, without their counts. */
const pressed = async (page: Page) =>
  (await page.locator('.s-tabs :is([aria-selected="true"], [aria-pressed="true"])').allTextContents()).map((text) =>
    text.replace(/(有未保存的更改|[\d,]+)$/, ''),
  )

async function save(page: Page, name: string, ...ticked: string[]): Promise<void> {
  await page.getByRole('button', { name: '保存为视图' }).click()
  const dialog = page.getByRole('dialog', { name: '保存为视图' })
  await dialog.getByLabel('视图名称').fill(name)
  for (const word of ticked) await dialog.getByRole('checkbox', { name: word }).click()
  if (ticked.length > 0) await page.keyboard.press('Control+Enter')
  else await dialog.getByRole('button', { name: '保存', exact: true }).click()
  await soon(() => pressed(page)).toEqual([name])
  await soon(() => asked(page).view).toBeTruthy()
}

async function choose(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `视图“${name}”` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

it('keeps filters, order and columns as a tab, apart from the person’s own columns, and opens the list with it if wanted', async () => {
  await open(page, `${list}?in=1&sort=id,asc`)
  await page.getByRole('button', { name: '显示的列' }).click()
  await page.getByRole('checkbox', { name: '备注' }).click()
  await page.keyboard.press('Escape')
  await save(page, '进账', '打开列表时默认使用')
  await shot(page, 'views-tabs')
  expect(await axeFaults(page)).toEqual([])
  await soon(() => pressed(page)).toEqual(['进账'])
  const { view = '', ...rest } = asked(page)
  expect(rest).toEqual({ in: '1', sort: 'id,asc' })
  await page.getByRole('button', { name: '显示的列' }).click()
  await page.getByRole('button', { name: '恢复默认' }).click()
  await page.getByText('有未保存的更改').waitFor()
  await page.keyboard.press('Escape')
  // What was changed in the view is no part of the list itself.
  await page.getByRole('tab', { name: /^全部/ }).click()
  await soon(() => asked(page)).toEqual({ view: '0' })
  expect(await page.getByRole('columnheader', { name: '备注' }).count()).toBe(0)
  await page.goBack()
  await soon(() => pressed(page)).toEqual(['进账'])
  await open(page)
  await soon(() => asked(page)).toEqual({ view, in: '1', sort: 'id,asc' })
  const [count] = await server.query<{ n: string }>('select count(*) n from user_money_log where money > 0')
  await page
    .getByText(`${Number(count?.n).toLocaleString('en-US')} 条`)
    .first()
    .waitFor()
})

it('marks what was changed since, saves it, saves it as a new one, or takes it back', async () => {
  await open(page, `${list}?in=1`)
  await save(page, '进账')
  await page.getByRole('button', { name: '移除筛选' }).first().click()
  await page.getByText('有未保存的更改').waitFor()
  await soon(() => asked(page)).toMatchObject({ all: '1' })
  await shot(page, 'views-changed')
  await choose(page, '进账', '放弃更改')
  await soon(() => asked(page)).toMatchObject({ in: '1' })
  expect(await page.getByText('有未保存的更改').count()).toBe(0)
  await page.getByRole('button', { name: '移除筛选' }).first().click()
  await page.getByRole('button', { name: '保存更改' }).click()
  await page.getByText('有未保存的更改').waitFor({ state: 'detached' })
  const kept = await server.query<{ name: string; query: string }>("select name, query from saved_view where name <> ''")
  expect(kept).toEqual([{ name: '进账', query: '' }])
  await follow(page, `/admin/${list}?view=${asked(page).view}&all=1&sort=id,asc`)
  await page.getByRole('button', { name: '另存为新视图' }).click()
  await page.getByLabel('视图名称').fill('排序')
  await page.getByLabel('视图名称').press('Enter')
  await soon(() => names(page)).toEqual(['进账', '排序'])
  await soon(() => pressed(page)).toEqual(['排序'])
})

longTest('the first test opens the list with its default; runtime/views.test has none where the address says so')(
  'opens the list with the view that the person made the default, and with none where they say so',
  async () => {
    await open(page, `${list}?in=1`)
    await save(page, '进账', '打开列表时默认使用')
    const { view = '' } = asked(page)
    await open(page)
    await soon(() => asked(page)).toEqual({ view, in: '1' })
    await soon(() => pressed(page)).toEqual(['进账'])
    await page.getByRole('tab', { name: /^全部/ }).click()
    await soon(() => asked(page)).toEqual({ view: '0' })
    await page.reload()
    await page.locator('[data-id]').first().waitFor()
    await soon(() => pressed(page)).toEqual(['全部'])
    await tab(page, '进账').click()
    const kept = page.waitForResponse((response) => response.request().method() === 'POST')
    await choose(page, '进账', '取消默认')
    await (await kept).finished()
    await open(page)
    expect(asked(page)).toEqual({})
  },
)

it('is shared with whoever may see the list, who finds it and its filters, and cannot change it', async () => {
  await open(page, 'shop/order/order?pay_status=1')
  await save(page, '已付款', '共享给可见此列表的人')
  const link = new URL(page.url()).search
  const colleague = await enter({ lang: 'en' }, 'packer')
  await open(colleague, `shop/order/order${link}`)
  const shared = colleague.getByRole('group', { name: 'Saved views' }).getByRole('button', { name: '已付款' }).first()
  await shared.waitFor()
  expect(await shared.getAttribute('aria-pressed')).toBe('true')
  await colleague.getByRole('button', { name: 'View “已付款”' }).click()
  await colleague.getByRole('menuitem', { name: 'Make my default' }).waitFor()
  expect(await colleague.getByRole('menuitem', { name: 'Rename' }).count()).toBe(0)
  expect(await colleague.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0)
  await shot(colleague, 'views-shared-en')
  await colleague.context().close()
})

longTest('crud/listing.test withdraws it; runtime/views.test: a link to a view that one does not have')(
  'is withdrawn, and the link still shows what it says',
  async () => {
    await open(page, 'shop/order/order?pay_status=1')
    await save(page, '已付款', '共享给可见此列表的人')
    const link = new URL(page.url()).search
    const colleague = await enter({ lang: 'en' }, 'packer')
    await choose(page, '已付款', '取消共享')
    await soon(async () => (await server.query('select 1 from saved_view where shared = 1')).length).toBe(0)
    await open(colleague, `shop/order/order${link}`)
    await soon(() => asked(colleague)).toEqual({ pay_status: '1' })
  },
)

it('renames, orders, shows the rest in a menu and deletes, by the keyboard alone', async () => {
  await page.setViewportSize({ width: 1024, height: 900 })
  await server.query(
    `insert into saved_view (admin_id, screen, name, query, columns)
      select a.id, 'shop/order/order', v.name, 'pay_status=' || (v.at - 1), '{}'
      from admin a, unnest(array['一', '二', '三', '四']) with ordinality as v(name, at) where a.username = 'admin' order by v.at`,
  )
  await open(page, 'shop/order/order')
  await soon(() => names(page)).toEqual(['一', '二'])
  await page.getByRole('button', { name: '更多视图' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: '三' }).waitFor()
  await page.keyboard.press('Enter')
  await soon(() => pressed(page)).toEqual(['三'])
  await page.getByRole('button', { name: '视图“三”' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: '左移' }).focus()
  await page.keyboard.press('Enter')
  await soon(() => names(page)).toEqual(['一', '三'])
  await page.getByRole('button', { name: '视图“三”' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: '重命名' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('视图名称').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('三号')
  await page.keyboard.press('Enter')
  await soon(() => names(page)).toEqual(['一', '三号'])
  await page.getByRole('button', { name: '视图“三号”' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: '删除' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).focus()
  await page.keyboard.press('Enter')
  await soon(() => names(page)).toEqual(['一', '二'])
  await soon(() => asked(page)).toEqual({})
})
