import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from '../../harness/browser/axe.ts'
import { follow, openSite, shot, soon } from '../../harness/browser/site.ts'
import type { Client } from '../../harness/client.ts'
import { DEMO_PASSWORD } from '../../harness/database.ts'
import { longTest } from '../../harness/longTest.ts'
import { signIn } from '../../harness/server.ts'

const { server, enter } = await openSite()

let manager: Client
let nickname = ''
beforeAll(async () => {
  manager = await signIn(server.url, 'manager', DEMO_PASSWORD, { lang: 'en' })
  nickname = String((await server.query("select nickname from admin where username = 'manager'"))[0]?.nickname)
})

const company = '/admin/shop.delivery.Company'

/** How many carriers of their own the tests have, by the code of each. */
const carriers = { mouse: 1, keys: 2, taken: 2, clash: 1, stale: 1, slow: 1, offline: 1, tabs: 1, looklight: 1, lookdark: 1 }
const ids: Record<string, number[]> = {}
beforeAll(async () => {
  for (const [code, count] of Object.entries(carriers)) {
    const own: number[] = []
    ids[code] = own
    for (let n = 1; n <= count; n++) {
      const values = { name: `Carrier ${code} ${n}`, code: `${code}x${n}`, phone: '100', status: 1 }
      own.unshift((await manager.post<{ id: number }>(`${company}/add`, values)).body.data.id)
    }
  }
})

/** The carriers of a test, in a list of all of them: the last added is on top. A page that shows them already stays as it is. */
async function openCarriers(page: Page, code: keyof typeof carriers): Promise<number[]> {
  const address = `${server.url}/admin/shop/delivery/company?q=Carrier`
  if (page.url() !== address) await page.goto(address)
  const own = ids[code] ?? []
  await row(page, own[0] ?? 0).waitFor()
  return own
}

/** The page that the tests share. */
const shared = await enter({ lang: 'en' })

const row = (page: Page, id: number) => page.locator(`tr[data-id="${id}"]`)
const cell = (page: Page, id: number, column: string) => row(page, id).locator(`td[data-col="${column}"]`)
const input = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const isFocused = (place: Locator) => place.evaluate((element) => element === document.activeElement)
const stored = async (id: number) => (await server.query('select name, phone from shop_delivery_company where id = $1', [id]))[0]

/** Opens a cell with the mouse. */
async function press(page: Page, id: number, column: string, label: string): Promise<void> {
  await cell(page, id, column).hover()
  await cell(page, id, column)
    .getByRole('button', { name: `Edit ${label}`, exact: true })
    .click()
}

describe('a value in the list', () => {
  test('is edited with the mouse, shown at once, said, and taken back', async () => {
    const page = shared
    const [id = 0] = await openCarriers(page, 'mouse')
    await press(page, id, 'phone', 'Phone')
    const phone = input(page, 'Phone of Carrier mouse 1')
    await soon(() => isFocused(phone)).toBe(true)
    await phone.fill('200')
    expect(await axeFaults(page)).toEqual([])
    await shot(page, 'cell-open')
    // A press elsewhere enters it.
    await page.getByRole('heading', { level: 1 }).first().click()
    await soon(() => stored(id)).toMatchObject({ phone: '200', name: 'Carrier mouse 1' })
    const toast = page.locator('.k-toast').filter({ hasText: '“Carrier mouse 1”: Phone is now “200”' })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await soon(() => stored(id)).toMatchObject({ phone: '100' })
    await soon(() => cell(page, id, 'phone').innerText()).toContain('100')
    // A click beside the pencil still opens the record.
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('is edited with the keyboard: F2, Tab to the next, Enter down, Escape leaves it', async () => {
    const page = shared
    const [first = 0, second = 0] = await openCarriers(page, 'keys')
    await row(page, first).focus()
    await page.keyboard.press('F2')
    await soon(() => isFocused(input(page, 'Name of Carrier keys 2'))).toBe(true)
    await page.keyboard.press('Tab')
    await soon(() => isFocused(input(page, 'Phone of Carrier keys 2'))).toBe(true)
    await page.keyboard.press('Shift+Tab')
    await soon(() => isFocused(input(page, 'Name of Carrier keys 2'))).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.type('301')
    await page.keyboard.press('Enter')
    await soon(() => isFocused(input(page, 'Phone of Carrier keys 1'))).toBe(true)
    await page.keyboard.type('302')
    await page.keyboard.press('Escape')
    await soon(() => isFocused(row(page, second))).toBe(true)
    await soon(() => stored(first)).toMatchObject({ phone: '301' })
    expect(await stored(second)).toMatchObject({ phone: '100' })
    expect(await cell(page, second, 'phone').innerText()).toContain('100')
  })

  test('that is wrong is said before it is sent; what the server refuses comes back with what was typed', async () => {
    const page = shared
    const [id = 0, other = 0] = await openCarriers(page, 'taken')
    await press(page, id, 'name', 'Name')
    const name = input(page, 'Name of Carrier taken 2')
    await name.fill('')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'Name' }).waitFor()
    expect(await isFocused(name)).toBe(true)
    expect(await axeFaults(page)).toEqual([])
    await name.fill('Carrier taken 1')
    await page.keyboard.press('Enter')
    // The next row was opened already; its typing is not disturbed.
    await soon(() => isFocused(input(page, 'Name of Carrier taken 1'))).toBe(true)
    const refused = page.getByRole('alert').filter({ hasText: 'Not saved. Still: Carrier taken 2' })
    await refused.waitFor()
    await shot(page, 'cell-refused')
    expect(await name.inputValue()).toBe('Carrier taken 1')
    await soon(() => cell(page, id, 'name').innerText()).toContain('Carrier taken 2')
    await page.keyboard.press('Escape')
    await name.fill('Carrier taken 3')
    await refused.getByRole('button', { name: 'Save again' }).click()
    // A record that gets another name is called by the one that it had.
    await page.getByText('“Carrier taken 2”: Name is now “Carrier taken 3”').waitFor()
    await soon(() => stored(id)).toMatchObject({ name: 'Carrier taken 3' })
    expect(await stored(other)).toMatchObject({ name: 'Carrier taken 1' })
  })

  test('that somebody else changed meanwhile is asked for, with who and when', async () => {
    const page = shared
    const [id = 0] = await openCarriers(page, 'clash')
    const phone = input(page, 'Phone of Carrier clash 1')
    for (const [mine, theirs, choice, kept] of [
      ['201', '301', 'Take theirs', '301'],
      ['202', '302', 'Keep mine', '202'],
    ] as const) {
      const read = page.waitForResponse((answer) => answer.url().includes(`${company}/edit`))
      await press(page, id, 'phone', 'Phone')
      await read
      await phone.fill(mine)
      expect((await manager.post(`${company}/edit`, { id, phone: theirs })).body.code).toBe(1)
      await page.keyboard.press('Enter')
      const alert = page.getByRole('alert').filter({ hasText: `Now: ${theirs} ${nickname}` })
      await alert.waitFor()
      await shot(page, 'cell-clash')
      await alert.getByRole('button', { name: choice }).click()
      await soon(() => phone.count()).toBe(0)
      await soon(() => stored(id)).toMatchObject({ phone: kept })
      await soon(() => cell(page, id, 'phone').innerText()).toContain(kept)
    }
  })

  test('that was another one before the cell was opened is not written over unseen', async () => {
    const page = shared
    await page.reload() // a list that is read again after an earlier change would show what is stored now
    const [id = 0] = await openCarriers(page, 'stale')
    expect((await manager.post(`${company}/edit`, { id, phone: '400' })).body.code).toBe(1)
    let answer: () => void = () => undefined
    const isTyped = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**${company}/edit?*`, async (route) => {
      await isTyped
      await route.continue()
    })
    expect(await cell(page, id, 'phone').innerText()).toContain('100')
    await press(page, id, 'phone', 'Phone')
    await input(page, 'Phone of Carrier stale 1').fill('500')
    answer()
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'Someone else changed this value meanwhile.' }).waitFor()
    expect(await stored(id)).toMatchObject({ phone: '400' })
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await soon(() => stored(id)).toMatchObject({ phone: '500' })
    await page.unroute(`**${company}/edit?*`)
  })

  test('that is changed again before the first answer is stored as it was typed last', async () => {
    const page = shared
    const [id = 0] = await openCarriers(page, 'slow')
    let posts = 0
    await page.route(`**${company}/edit`, async (route) => {
      posts += 1
      if (posts === 1) await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    for (const phone of ['601', '602']) {
      await press(page, id, 'phone', 'Phone')
      await input(page, 'Phone of Carrier slow 1').fill(phone)
      await page.keyboard.press('Enter')
      await soon(() => cell(page, id, 'phone').innerText()).toContain(phone)
    }
    await soon(() => stored(id)).toMatchObject({ phone: '602' })
    expect(await page.getByRole('alert').count()).toBe(0)
    await soon(() => cell(page, id, 'phone').innerText()).toContain('602')
    await page.unroute(`**${company}/edit`)
  })

  test('that did not get through is kept, and saved once the network is back', async () => {
    const page = await enter({ lang: 'en', allow: [/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load/] })
    const [id = 0] = await openCarriers(page, 'offline')
    await press(page, id, 'phone', 'Phone')
    const phone = input(page, 'Phone of Carrier offline 1')
    await phone.fill('700')
    await page.context().setOffline(true)
    await page.keyboard.press('Enter')
    const alert = page.getByRole('alert').filter({ hasText: 'Not saved. Still: 100' })
    await alert.waitFor()
    expect(await phone.inputValue()).toBe('700')
    await page.context().setOffline(false)
    await alert.getByRole('button', { name: 'Save again' }).click()
    await soon(() => stored(id)).toMatchObject({ phone: '700' })
  })

  test('stays open while another tab is in front', async () => {
    const page = shared
    const [id = 0] = await openCarriers(page, 'tabs')
    await press(page, id, 'phone', 'Phone')
    const phone = input(page, 'Phone of Carrier tabs 1')
    await phone.fill('900')
    await follow(page, '/admin/shop/adverts/banner')
    await page.locator('tr[data-id]:visible').first().waitFor()
    await page
      .getByRole('link', { name: /^Delivery companies/ })
      .first()
      .click()
    await soon(() => page.locator('.s-cell-edit:visible').count()).toBe(1)
    expect(await phone.inputValue()).toBe('900')
    await phone.press('Enter')
    await soon(() => stored(id)).toMatchObject({ phone: '900' })
  })

  test('stays open while the list is read again and scrolled away, in a list of many rows', async () => {
    const page = shared
    await server.query(`insert into shop_delivery_company (name, code, phone, status, create_time, update_time)
      select 'Many ' || n, 'manyx' || n, '100', 1, 1, 1 from generate_series(1, 150) n`)
    await follow(page, '/admin/shop/delivery/company?q=manyx&limit=200')
    // Rows below are drawn once there is code to follow the scrolling.
    await page.locator('tr[data-id]:visible', { hasText: 'Many ' }).first().waitFor()
    const box = page.locator('.s-grid-box:visible')
    const top = page.locator('tr[data-index="75"]')
    await soon(async () => {
      await box.evaluate((element) => element.scrollTo({ top: 3000 }))
      return top.count()
    }).toBe(1)
    const id = Number(await top.getAttribute('data-id'))
    await press(page, id, 'phone', 'Phone')
    const phone = page.getByRole('textbox', { name: /^Phone of Many / })
    await phone.fill('800')
    const read = page.waitForResponse((answer) => answer.url().includes(`${company}/index`))
    await page.getByRole('button', { name: 'Refresh' }).first().dispatchEvent('click')
    await read
    expect(await phone.inputValue()).toBe('800')
    for (const place of [0, 5000]) await box.evaluate((element, to) => element.scrollTo({ top: to }), place)
    expect(await phone.inputValue()).toBe('800')
    await phone.press('Enter')
    await soon(() => stored(id)).toMatchObject({ phone: '800' })
  })

  test('is only shown to a person who may not edit records', async () => {
    await server.query(`update admin_group set rules = array_remove(rules,
        (select id::text from admin_rule where name = 'shop/recharge/plan/edit'))
      where id = (select group_id from admin_group_access join admin on admin.id = uid where username = 'finance')`)
    const page = await enter({ lang: 'en' }, 'finance')
    await page.goto(`${server.url}/admin/shop/recharge/plan`)
    const first = page.locator('tr[data-id]').first()
    await first.waitFor()
    await first.focus()
    await page.keyboard.press('F2')
    expect(await page.locator('.s-pencil').count()).toBe(0)
    expect(await page.locator('.s-cell-edit').count()).toBe(0)
  })
})

describe('a choice in the list', () => {
  test('is entered by choosing it', async () => {
    const page = shared
    await follow(page, '/admin/shop/adverts/banner')
    const line = page.locator('tr[data-id]:visible').first()
    await line.waitFor()
    const id = Number(await line.getAttribute('data-id'))
    const before = (await server.query('select position from shop_banner where id = $1', [id]))[0]?.position
    await press(page, id, 'position', 'Place')
    const select = page.locator('.s-cell-edit').getByRole('combobox')
    await select.click()
    await page.getByRole('option', { selected: false }).first().click()
    await soon(() => page.locator('.s-cell-edit:visible').count()).toBe(0)
    await soon(async () => (await server.query('select position from shop_banner where id = $1', [id]))[0]?.position).not.toBe(
      before,
    )
  })
})

describe('how an open cell looks', () => {
  longTest('axe reads an open cell, wrong and right, in the first tests of this file').each([
    { lang: 'en', dark: false },
    { lang: 'zh-cn', dark: true },
  ] as const)('in $lang', async (look) => {
    const page = await enter(look)
    const [id = 0] = await openCarriers(page, look.dark ? 'lookdark' : 'looklight')
    await cell(page, id, 'name').hover()
    await shot(page, `cell-pencil-${look.lang}`)
    await cell(page, id, 'name')
      .getByRole('button', { name: /^(Edit |编辑)/ })
      .click()
    const name = page.locator('.s-cell-edit').getByRole('textbox')
    await name.fill('')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await shot(page, `cell-${look.lang}`)
  })
})
