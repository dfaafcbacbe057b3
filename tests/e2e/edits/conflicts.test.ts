import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from '../../harness/browser/axe.ts'
import { looks } from '../../harness/browser/looks.ts'
import { openSite, shot, soon } from '../../harness/browser/site.ts'
import type { Client } from '../../harness/client.ts'
import { DEMO_PASSWORD } from '../../harness/database.ts'
import { longTest } from '../../harness/longTest.ts'
import { signIn } from '../../harness/server.ts'

const { server, enter } = await openSite()
/** The owner's page, for all tests that need no other. */
const shared = await enter({ lang: 'en' })

let manager: Client
let nickname = ''
beforeAll(async () => {
  manager = await signIn(server.url, 'manager', DEMO_PASSWORD, { lang: 'en' })
  nickname = String((await server.query("select nickname from admin where username = 'manager'"))[0]?.nickname)
})

const company = '/admin/shop.delivery.Company'

/** A carrier of its own for a test, opened in the form of its list. */
async function openCompany(page: Page, code: string): Promise<{ id: number; form: Locator }> {
  const values = { name: `Carrier ${code}`, code, phone: '100', website: 'https://one.example', status: 1 }
  const { body } = await manager.post<{ id: number }>(`${company}/add`, values)
  const { id } = body.data
  await page.goto(`${server.url}/admin/shop/delivery/company?quickSearch=${code}`)
  const row = page.locator(`[data-id="${id}"]`)
  await row.getByRole('button', { name: /^(Edit|编辑)$/ }).click()
  const form = page.getByRole('dialog')
  await form.locator('[data-field="phone"] input').waitFor()
  return { id, form }
}

const field = (form: Locator, name: string) => form.locator(`[data-field="${name}"] input`)
const save = (form: Locator) => form.getByRole('button', { name: /^(Save|保存)$/ })
const stored = async (id: number) =>
  (await server.query('select name, phone, website from shop_delivery_company where id = $1', [id]))[0]

describe('a record that somebody else saved while it was open', () => {
  test('is saved together with theirs where they touched other fields, and says what was kept', async () => {
    const page = shared
    const { id, form } = await openCompany(page, 'merge1')
    await field(form, 'name').fill('Merged carrier')
    await manager.post(`${company}/edit`, { id, phone: '200' })
    await save(form).click()
    await page.locator('.k-toast').getByText('Saved together with changes by others: Phone').waitFor()
    await soon(() => form.count()).toBe(0)
    expect(await stored(id)).toMatchObject({ name: 'Merged carrier', phone: '200' })
  })

  test('asks field by field in a drawer too', async () => {
    const page = await enter({ lang: 'en' })
    const [coupon] = await server.query<{ id: number }>('select min(id) as id from shop_coupon where delete_time is null')
    await page.goto(`${server.url}/admin/shop/coupon/coupon?id=${coupon?.id}`)
    await page.locator('[data-id]').first().getByRole('button', { name: 'Edit', exact: true }).click()
    const drawer = page.getByRole('dialog')
    await field(drawer, 'title').fill('My title')
    const elsewhere = await server.signIn('admin')
    const edited = await elsewhere.post('/admin/shop.coupon.Coupon/edit', { id: coupon?.id, title: 'Their title' })
    expect(edited.body).toMatchObject({ code: 1 })
    await save(drawer).click()
    const panel = drawer.getByRole('alert').filter({ hasText: 'changed this record' })
    await panel.getByText('Their title').waitFor()
    await panel.getByRole('radio').first().check()
    await save(drawer).click()
    await soon(() => drawer.count()).toBe(0)
    expect(await server.query('select title from shop_coupon where id = $1', [coupon?.id])).toEqual([{ title: 'My title' }])
  })

  test('shows yours, theirs and what was before, with who and when; chosen by the keyboard, it is saved without reopening', async () => {
    const page = shared
    const { id, form } = await openCompany(page, 'clash1')
    await field(form, 'phone').fill('My phone')
    await field(form, 'website').fill('https://mine.example')
    await manager.post(`${company}/edit`, { id, phone: 'Their phone', website: 'https://theirs.example', name: 'Renamed' })
    await save(form).click()
    const panel = form.getByRole('alert').filter({ hasText: 'Someone else changed this record' })
    await panel.waitFor()
    await soon(() => panel.evaluate((element) => element === document.activeElement)).toBe(true)
    const phone = panel.getByRole('group', { name: 'Phone' })
    for (const text of ['My phone', 'Their phone', '100', `${nickname}, `]) await phone.getByText(text).first().waitFor()
    // What nobody touched here is there already, and said.
    expect(await field(form, 'name').inputValue()).toBe('Renamed')
    expect(await panel.getByText('Also changed by others').count()).toBe(1)
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'clash')
    // Saving too early leads to the first open choice.
    await save(form).click()
    await soon(() =>
      phone
        .getByRole('radio')
        .first()
        .evaluate((element) => element === document.activeElement),
    ).toBe(true)
    await phone.getByText('Choose yours or theirs').waitFor()
    expect(await panel.getByText('Renamed').locator('xpath=ancestor::dd').textContent()).toContain(nickname)
    await page.keyboard.press('Space')
    expect(await field(form, 'phone').inputValue()).toBe('My phone')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await soon(() => field(form, 'website').inputValue()).toBe('https://theirs.example')
    await page.keyboard.press('Control+Enter')
    await soon(() => form.count()).toBe(0)
    expect(await stored(id)).toEqual({ name: 'Renamed', phone: 'My phone', website: 'https://theirs.example' })
  })

  longTest('a form of a record asks in this file')('a form of settings asks in the same way', async () => {
    const page = shared
    await page.goto(`${server.url}/admin/shop/settings`)
    const form = page.locator('#main')
    const name = form.getByRole('textbox', { name: 'Shop name' })
    await soon(() => name.inputValue()).not.toBe('')
    await name.fill('My shop')
    const owner = await signIn(server.url, 'admin')
    expect((await owner.post('/admin/shop.Settings/edit', { shop_name: 'Their shop' })).body.code).toBe(1)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    const choice = form.getByRole('group', { name: 'Shop name' })
    await choice.getByText('you in another window').waitFor()
    await shot(page, 'clash-settings')
    await choice.getByRole('radio', { name: 'Theirs' }).check()
    await soon(() => name.inputValue()).toBe('Their shop')
    await name.fill('A third name')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    const kept = () => server.query("select value from shop_setting where name = 'shop_name'").then(([row]) => row?.value)
    await soon(kept).toMatch(/A third name/)
  })

  longTest('the clash of two fields is read with axe in this file').each(looks)(
    'looks right in $lang, $width px wide',
    async (look) => {
      const page = await enter(look)
      const { id, form } = await openCompany(page, `look${look.lang.slice(0, 2)}${look.width}${look.dark ? 'd' : ''}`)
      await field(form, 'phone').fill('A phone number of mine')
      await field(form, 'website').fill('https://mine.example/a/long/address/of/a/page')
      await manager.post(`${company}/edit`, { id, phone: 'Theirs', website: 'https://theirs.example', name: `Renamed ${id}` })
      await save(form).click()
      await form.locator('.s-clash').waitFor()
      await form.locator('.s-clash-value').first().waitFor()
      expect(await axeFaults(page)).toEqual([])
      await shot(page, `clash-${look.lang}-${look.width}${look.dark ? '-dark' : ''}`)
    },
  )
})

describe('an action on a row that somebody else brought into another state', () => {
  test('names it, its state, and who did it', async () => {
    const page = shared
    const [order] = await server.query('select id, order_no from shop_order where status = 3 order by id desc limit 1')
    const id = Number(order?.id)
    await page.goto(`${server.url}/admin/shop/order/order?status=3`)
    await page.locator(`[data-id="${id}"]`).getByRole('button', { name: 'Mark as received' }).click()
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    expect((await manager.post('/admin/shop.order.Order/receive', { id })).body.code).toBe(1)
    await question.getByRole('button', { name: 'Mark as received' }).click()
    const toast = page.locator('.k-toast').filter({ hasText: 'Not possible any more' })
    await toast.waitFor()
    for (const text of [String(order?.order_no), nickname]) expect(await toast.textContent()).toContain(text)
    await shot(page, 'rows-changed')
  })
})
