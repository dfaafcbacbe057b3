import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { focusedOf, type Heard, heardOn, nameless } from '../../harness/browser/heard.ts'
import { openSite, soon } from '../../harness/browser/site.ts'
import { everyNth, sampleOf } from '../../harness/sampling.ts'

const { server, enter } = await openSite()
const langs = ['en', 'zh-cn'] as const
type Lang = (typeof langs)[number]
const pages: Record<Lang, Page> = {
  en: await enter({ lang: 'en', reducedMotion: 'reduce' }),
  'zh-cn': await enter({ lang: 'zh-cn', reducedMotion: 'reduce' }),
}

/** Goes to a screen; the one in front with nothing over it is not loaded again. */
async function open(page: Page, path: string): Promise<void> {
  if (page.url() === `${server.url}/admin/${path}` && (await page.getByRole('dialog').count()) === 0) return
  await page.goto(`${server.url}/admin/${path}`)
  await page.locator('[data-id], .s-form-foot, .s-record-page h1, .s-board-card-figure').first().waitFor()
  await soon(() => page.locator('.k-skeleton:visible').count()).toBe(0)
}

const one = (heard: readonly Heard[], role: string) => heard.filter((each) => each.role === role)

describe.each(sampleOf('languages of a screen reader', langs, everyNth(2)))('to a screen reader, in %s,', (lang) => {
  const page = pages[lang]
  const say = (en: string, zh: string) => (lang === 'en' ? en : zh)

  const screens = ['dashboard', 'shop/order/refund', 'shop/settings', 'routine/config', 'auth/group', 'shop/goods/goods']
  it.each(sampleOf('screens that are read out', screens, (path) => !/refund|config/.test(path)))(
    'all of %s has a name',
    async (path) => {
      await open(page, path)
      expect(nameless(await heardOn(page))).toEqual([])
    },
  )

  it('a form of several tabs counts its errors on them and leads to each', async () => {
    await open(page, 'shop/goods/goods')
    await page.getByRole('button', { name: say('Add', '添加'), exact: true }).click()
    const dialog = page.getByRole('dialog').first()
    await dialog.getByRole('tab').first().waitFor()
    await page.keyboard.press('Control+Enter')
    await dialog.getByRole('alert').waitFor()
    await soon(async () => (await heardOn(page)).filter(({ is }) => is.invalid === 'true').length).toBeGreaterThan(0)
    const heard = await heardOn(page)
    for (const { role, name, description } of heard.filter(({ is }) => is.invalid === 'true'))
      expect(description, `${role} ${name}`).not.toBe('')
    expect(nameless(heard)).toEqual([])
    expect(one(heard, 'tab').some(({ name }) => /\d/.test(name))).toBe(true)
  })

  it('the palette is a list of choices under a field, and says which is chosen', async () => {
    await open(page, 'auth/group')
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.press('ArrowDown')
    const heard = await heardOn(page)
    expect(one(heard, 'combobox').map(({ name }) => name)).toEqual([say('Go to…', '跳转到…')])
    expect(['combobox', 'option']).toContain(focusedOf(heard)?.role)
    expect(one(heard, 'dialog').map(({ name }) => name)).toEqual([say('Go to…', '跳转到…')])
    const options = one(heard, 'option')
    expect(options.length).toBeGreaterThan(3)
    // The second one when the key was pressed: what comes above it meanwhile takes its place, but not its turn.
    const chosen = options.flatMap(({ is }, at) => (is.selected === true ? [at] : []))
    expect(chosen).toEqual([expect.any(Number)])
    expect(chosen[0]).toBeGreaterThan(0)
    expect(nameless(heard)).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('the keys of a list are listed', async () => {
    await open(page, 'auth/group')
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog')
    for (const line of [
      say('From quick search into the rows', '从快速搜索进入列表'),
      say('To the row’s actions and back', '进入、离开行操作'),
    ])
      await keys.getByText(line).waitFor()
    await page.keyboard.press('Escape')
  })

  it('a record is its own page: a heading, its actions and its parts', async () => {
    const [order] = await server.query<{ id: number; order_no: string }>(
      'select id, order_no from shop_order where status = 2 order by id limit 1',
    )
    await open(page, `shop/order/order/${order?.id}`)
    const heard = await heardOn(page)
    expect(nameless(heard)).toEqual([])
    expect(one(heard, 'article').map(({ name }) => name)).toContain(order?.order_no)
    const headings = one(heard, 'heading')
    expect(headings.filter(({ is }) => is.level === 1).map(({ name }) => name)).toEqual([
      expect.stringContaining(order?.order_no ?? ''),
    ])
    expect(headings.some(({ name }) => name.includes(say('Items', '商品')))).toBe(true)
    expect(one(heard, 'button').map(({ name }) => name)).toContain(say('Ship', '发货'))
  })

  it('a dialog has a name, is modal, and each field that is wrong says what is wrong', async () => {
    await open(page, 'shop/order/order?status=2')
    await page
      .locator('tr[data-id]')
      .first()
      .getByRole('button', { name: say('Ship', '发货'), exact: true })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('[data-field=company_id]').waitFor()
    const before = await heardOn(page)
    expect(one(before, 'dialog').map(({ name, is }) => [name.includes(say('Ship', '发货')), is.modal])).toEqual([[true, true]])
    expect(one(before, 'grid'), 'what is behind it is silent').toEqual([])
    await page.keyboard.press('Control+Enter')
    await dialog.getByRole('alert').waitFor()
    const heard = await heardOn(page)
    const wrong = heard.filter(({ is }) => is.invalid === 'true')
    expect(wrong.length).toBeGreaterThan(0)
    const errors = await dialog.locator('.k-error').allInnerTexts()
    for (const { name, description } of wrong)
      expect(
        errors.some((error) => description.includes(error.trim())),
        `${name}: ${description}`,
      ).toBe(true)
    expect(nameless(heard)).toEqual([])
    await page.keyboard.press('Escape')
    const kept = page.getByRole('alertdialog')
    await soon(async () => (await dialog.count()) === 0 || (await kept.count()) > 0).toBe(true)
  })
})
