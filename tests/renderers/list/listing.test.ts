import type { Request } from 'playwright-core'
import { expect, it } from 'vitest'
import { openOffice, soon } from '../../harness/browser/site.ts'
import { longTest } from '../../harness/longTest.ts'

const { page, server, openList: open } = await openOffice({ look: { allow: [/a-picture-that-is-not-there/] } })
const asked: Request[] = []
page.on('request', (request) => asked.push(request))

const rows = () => page.locator('tr[data-id]')
const summary = () => page.getByRole('region', { name: '合计' })

const yuan = (fen: unknown) => `¥${(Number(fen) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

it('sums up everything the filters find, not the page in sight, and follows the filters', async () => {
  await open('shop/order/order')
  const [all] = await server.query<{ s: string }>('select sum(pay_amount) s from shop_order')
  await soon(() => summary().innerText()).toContain(yuan(all?.s))
  await page.getByRole('tab', { name: /^待发货/ }).click()
  const [some] = await server.query<{ s: string; n: string }>(
    'select sum(pay_amount) s, count(*) n from shop_order where status = 2',
  )
  await soon(() => summary().innerText()).toContain(yuan(some?.s))
  expect(new URL(page.url()).searchParams.get('status')).toBe('2')
  await page.getByText(`${some?.n} 条`).first().waitFor()
  // Turning the page asks for no figures again.
  const before = asked.filter((request) => request.url().includes('/summary')).length
  await page.getByRole('button', { name: '下一页' }).click()
  await soon(() => page.url()).toContain('page=2')
  await soon(() => rows().count()).toBe(20)
  expect(asked.filter((request) => request.url().includes('/summary'))).toHaveLength(before)
})

it('marks the totals of other filters until their own have come, and loads them again when they failed', async () => {
  const summaries = (url: URL) => url.pathname.endsWith('/summary')
  const sumOf = async (status: number) => {
    const [found] = await server.query<{ s: string }>('select sum(pay_amount) s from shop_order where status = $1', [status])
    return yuan(found?.s)
  }
  await open('shop/order/order')
  await soon(() => summary().innerText()).toContain('¥')
  expect(await summary().getAttribute('aria-busy')).toBeNull()
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  await page.route(summaries, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('tab', { name: /^待发货/ }).click()
  await soon(() => summary().getAttribute('aria-busy')).toBe('true')
  answer()
  await soon(() => summary().innerText()).toContain(await sumOf(2))
  expect(await summary().getAttribute('aria-busy')).toBeNull()
  await page.unroute(summaries)
  await page.route(summaries, (route) => route.fulfill({ json: { code: 0, msg: '', time: 0, data: null } }))
  await page.getByRole('tab', { name: /^待收货/ }).click()
  await soon(() => summary().getByRole('alert').innerText()).toMatch(/^合计加载失败/)
  await page.unroute(summaries)
  await summary().getByRole('button', { name: '重试' }).click()
  await soon(() => summary().innerText()).toContain(await sumOf(3))
})

it('searches while one types and leaves the text as it is typed, blanks too', async () => {
  await open('shop/goods/goods')
  const box = page.getByRole('searchbox', { name: /^搜索商品名称/ })
  await box.pressSequentially('黑 ')
  await soon(() => new URL(page.url()).searchParams.get('q')).toBe('黑')
  await box.pressSequentially('茶')
  expect(await box.inputValue()).toBe('黑 茶')
  await soon(() => new URL(page.url()).searchParams.get('q')).toBe('黑 茶')
  await page.goBack()
  await soon(() => box.inputValue()).toBe('')
})

it('leaves a word to the input method until it is chosen, and Enter with it', async () => {
  await open('shop/goods/goods')
  const box = page.getByRole('searchbox', { name: /^搜索商品名称/ })
  await box.focus()
  asked.length = 0
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Input.imeSetComposition', { text: 'hei', selectionStart: 3, selectionEnd: 3 })
  await page.waitForTimeout(500) // longer than the search waits for the next key
  await page.keyboard.press('Enter')
  await devTools.send('Input.insertText', { text: '黑' })
  await soon(() => new URL(page.url()).searchParams.get('q')).toBe('黑')
  expect(asked.filter((request) => request.url().includes('hei'))).toEqual([])
})

it('shows the number of rows on every tab, and which is chosen', async () => {
  await open('shop/order/order?status=7')
  const tab = page.getByRole('tab', { name: /^申请取消/ })
  const [counted] = await server.query<{ n: string }>('select count(*) n from shop_order where status = 7')
  await soon(() => tab.innerText()).toMatch(new RegExp(`\\s*${counted?.n}$`))
  expect(await tab.getAttribute('aria-selected')).toBe('true')
  await page.getByRole('tab', { name: /^全部/ }).click()
  await page.getByText('1,200 条').first().waitFor()
  expect(new URL(page.url()).search).toBe('')
})

it('opens a row to its lines, by mouse and by keys, and goes over the panel with the arrows', async () => {
  await open('shop/order/order')
  await rows().nth(0).getByRole('button', { name: '展开详情' }).click()
  await page.locator('.s-panel-row').getByRole('heading', { name: '商品明细' }).waitFor()
  await rows().nth(0).focus()
  await page.keyboard.press('ArrowDown')
  const second = await rows().nth(1).getAttribute('data-id')
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.id)).toBe(second)
  await page.keyboard.press('Shift+Enter')
  await soon(() => page.locator('.s-panel-row').count()).toBe(2)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await soon(() => page.locator('.s-panel-row').count()).toBe(0)
})

longTest('filters.test opens addresses with filters, and takes their chips away')(
  'finds by a named filter of the address and of the search panel, and says so in a chip',
  async () => {
    const [has] = await server.query<{ n: string }>(
      "select count(*) n from shop_order where user_remark <> '' or admin_remark <> ''",
    )
    await open('shop/order/order?has_remark=1')
    await page
      .getByText(`${Number(has?.n).toLocaleString('en-US')} 条`)
      .first()
      .waitFor()
    await page.getByRole('button', { name: '移除筛选：有备注' }).click()
    await page.getByText('1,200 条').first().waitFor()
    await page.getByRole('button', { name: /^筛选/ }).click()
    await page.getByRole('combobox', { name: '有备注' }).click()
    await page.getByRole('option', { name: '否' }).click()
    await page.getByRole('button', { name: '搜索', exact: true }).click()
    await page
      .getByText(`${(1200 - Number(has?.n)).toLocaleString('en-US')} 条`)
      .first()
      .waitFor()
    expect(page.url()).toContain('has_remark=0')
  },
)

it('marks a picture that cannot be loaded in its place, and keeps the row', async () => {
  const first = await server.query<{ id: number; logo: string }>('select id, logo from shop_delivery_company order by id limit 1')
  const setLogo = (logo = '') => server.query('update shop_delivery_company set logo = $1 where id = $2', [logo, first[0]?.id])
  await setLogo('/storage/a-picture-that-is-not-there.png')
  await open('shop/delivery/company')
  await soon(() => page.locator('img.is-broken').count()).toBe(1)
  expect(await rows().count()).toBeGreaterThan(5)
  await setLogo(first[0]?.logo)
})
