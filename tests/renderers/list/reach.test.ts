import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { focusedOf, heardOn, nameless } from '../../harness/browser/heard.ts'
import { holdRequests } from '../../harness/browser/hold.ts'
import { keysOf } from '../../harness/browser/keys.ts'
import { openSite, soon } from '../../harness/browser/site.ts'
import { everyNth, sampleOf } from '../../harness/sampling.ts'

const { server, enter } = await openSite()
const page = await enter({ lang: 'en', reducedMotion: 'reduce' })

async function open(path: string, on: Page = page): Promise<void> {
  await on.goto(`${server.url}/admin/${path}`)
  await on.locator('[data-id]').first().waitFor()
}

/** The same, where it is not in front as it is at first. */
const show = async (path: string) => {
  if (page.url() !== `${server.url}/admin/${path}`) await open(path)
}

const rows = (on: Page = page) => on.locator('tr[data-id]')
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const focusedId = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.id)
const focusedText = () => page.evaluate(() => document.activeElement?.textContent?.trim())
const idOf = (at: number) => rows().nth(at).getAttribute('data-id')

/** The columns that say they are sorted, with how. */
const sorted = () =>
  page
    .locator('th[aria-sort]:not([aria-sort=none])')
    .evaluateAll((heads) => heads.map((head) => `${head.textContent?.trim()} ${head.getAttribute('aria-sort')}`))

describe('a list is read out', () => {
  const words = {
    en: { all: 'Select all on this page', one: 'Select ', account: 'Account: Admin', title: 'Orders', skip: 'Skip to the list' },
    'zh-cn': { all: '选择本页全部', one: '选择 ', account: '账号：Admin', title: '订单', skip: '跳到列表' },
  } as const
  const langs = ['en', 'zh-cn'] as const
  it.each(sampleOf('languages of a list that is read out', langs, everyNth(2)))(
    'with a name for all that can be pressed, in %s',
    async (lang) => {
      const own = lang === 'en' ? page : await enter({ lang, reducedMotion: 'reduce' })
      const say = words[lang]
      await open('shop/order/order', own)
      const number = (await rows(own).first().locator('.s-into').textContent()) ?? ''
      const heard = await heardOn(own)
      const names = (role: string) => heard.filter((each) => each.role === role).map(({ name }) => name)
      expect(nameless(heard)).toEqual([])
      expect(names('checkbox')).toEqual(expect.arrayContaining([say.all, `${say.one}${number}`]))
      expect(new Set(names('checkbox')).size, 'each box has a name of its own').toBe(names('checkbox').length)
      expect(names('button')).toEqual(expect.arrayContaining([say.account, say.skip]))
      expect(names('grid').map((name) => name.includes(say.title))).toEqual([true])
      expect(names('rowheader').some((name) => name.includes(number))).toBe(true)
      expect(names('tab').length).toBeGreaterThan(3)
      expect(heard.filter(({ role, is }) => role === 'tab' && is.selected === true)).toHaveLength(1)
      if (own !== page) await own.context().close()
    },
  )

  it('says which column it is sorted by, without anybody having sorted it', async () => {
    await show('shop/order/order')
    expect(await sorted()).toEqual(['Created descending'])
    const arrow = page.locator('th[aria-sort=descending] i')
    expect(await arrow.isVisible(), 'it is seen as well').toBe(true)
    const ordered = page.getByRole('columnheader', { name: 'Created', exact: true }).getByRole('button')
    await ordered.click()
    await soon(sorted).toEqual(['Created ascending'])
    await ordered.click()
    await soon(sorted).toEqual(['Created descending'])
    await soon(() => new URL(page.url()).search).toBe('') // as usual needs no address
    await page.getByRole('columnheader', { name: 'Order total' }).getByRole('button').click()
    await soon(sorted).toEqual(['Order total ascending'])
  })

  it('says once how many rows were found', async () => {
    await open('shop/order/order')
    await page.evaluate(() => {
      const said: string[] = []
      Object.assign(window, { said })
      for (const region of document.querySelectorAll('.s-list [role=status]'))
        new MutationObserver(() => said.push(region.textContent ?? '')).observe(region, {
          subtree: true,
          childList: true,
          characterData: true,
        })
    })
    await page.getByRole('tab', { name: /^Cancelled/ }).click()
    await soon(() => page.url()).toContain('status=')
    const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said.filter(Boolean))
    await soon(async () => (await said()).length).toBe(1)
    expect((await said())[0]).toMatch(/of \d+/)
  })
})

describe('by keys', () => {
  it('one skips to the rows from the top of the page', async () => {
    await open('shop/order/order')
    await keysOf(page).press(page.getByRole('button', { name: 'Skip to the list' }))
    expect(await focusedId()).toBe(await idOf(0))
    await page.locator('#main').focus()
    await press('ArrowDown')
    expect(await focusedId(), 'and from the screen').toBe(await idOf(0))
  })

  it('one searches and goes down to what was found', async () => {
    await show('shop/order/order')
    const number = (await rows().nth(3).locator('.s-into').textContent()) ?? ''
    await press('/')
    await page.keyboard.type(number)
    await press('ArrowDown')
    await soon(focusedId).toBeTruthy()
    expect(await rows().count()).toBe(1)
    expect((await focusedOf(await heardOn(page)))?.role).toBe('row')
  })

  it('one goes to the actions of a row and back', async () => {
    await open('shop/order/order?status=2')
    await rows().nth(1).focus()
    const id = await focusedId()
    await press('ArrowRight')
    expect(await focusedText()).toBe('Ship')
    await press('ArrowRight')
    expect((await focusedOf(await heardOn(page)))?.name).toBe('More actions')
    await press('ArrowDown')
    await page.getByRole('menu').waitFor()
    await press('Escape', 'ArrowLeft', 'ArrowLeft')
    expect(await focusedId()).toBe(id)
    await press('ArrowRight', 'Escape')
    expect(await focusedId()).toBe(id)
    await press('End')
    expect(await focusedId()).toBe(await rows().last().getAttribute('data-id'))
    await press('Home')
    expect(await focusedId()).toBe(await idOf(0))
  })

  it('one walks the tabs of a list, and opens one', async () => {
    await open('shop/order/order')
    const tabs = page.getByRole('tablist', { name: 'List views' }).getByRole('tab')
    await keysOf(page).reach(tabs.first())
    await press('ArrowRight', 'ArrowRight')
    expect(await tabs.nth(2).evaluate((tab) => tab === document.activeElement)).toBe(true)
    expect(await tabs.first().getAttribute('aria-selected'), 'nothing is asked for yet').toBe('true')
    await press('Enter')
    await soon(() => tabs.nth(2).getAttribute('aria-selected')).toBe('true')
    expect(await page.getByRole('tabpanel').getAttribute('aria-labelledby')).toBe(await tabs.nth(2).getAttribute('id'))
    await press('Home')
    expect(await tabs.first().evaluate((tab) => tab === document.activeElement)).toBe(true)
  })

  it.each([
    ['handles and switches', 'shop/adverts/hotRecommend', '.s-td-handle button'],
    ['pictures and links', 'shop/adverts/banner', '.s-link'],
  ])('Tab goes through one row with its %s, and on to what is below the list', async (_, path, part) => {
    await open(path)
    const row = rows()
      .filter({ has: page.locator(part) })
      .first()
    await row.focus()
    const id = await focusedId()
    const at = () => page.evaluate(() => document.activeElement?.closest<HTMLElement>('.s-grid-frame tr')?.dataset.id)
    const met = new Set<string | undefined>()
    for (let now = await at(); now; now = await at()) {
      met.add(now)
      await press('Tab')
    }
    expect([...met]).toEqual([id])
    expect((await focusedOf(await heardOn(page)))?.name).toContain('Rows per page')
  })

  it('Tab leads into what a row opened to, after the rows were drawn anew as well', async () => {
    await open('shop/order/order')
    const panels = page.locator('.s-panel-row')
    for (const n of [0, 1]) {
      await rows().nth(n).locator('[data-act=panel]').click()
      await panels.nth(n).locator('button, a[href]').first().waitFor()
    }
    await rows().nth(0).focus()
    await keysOf(page).reach(panels.nth(0).locator('button, a[href]'))
  })

  it('the focus stays in the list when its row leaves it', async () => {
    await open('shop/adverts/hotRecommend')
    await rows().nth(1).focus()
    const next = await idOf(2)
    await press('ArrowRight')
    await soon(focusedText).toBe('Edit') // Tab does not wait for keys that came before their code
    await keysOf(page).reach(rows().nth(1).getByRole('button', { name: 'More actions' }))
    await press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await keysOf(page).press(page.getByRole('alertdialog').getByRole('button', { name: /^Delete/ }))
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await soon(async () => (await focusedId()) ?? (await focusedText())).toBe(next)
  })
})

describe('before all code of a list has come', () => {
  /** A list in a window of its own, without this part of its code until it is let through. */
  async function openEarly(code: string, path: string) {
    const early = await enter({ lang: 'en', reducedMotion: 'reduce' })
    const goOn = await holdRequests(early, `**/${code}-*.js`)
    await open(path, early)
    return { early, goOn }
  }

  it('the focus stays on the button of a row that is drawn anew for dragging', async () => {
    const { early, goOn } = await openEarly('SortableRows', 'shop/adverts/hotRecommend')
    const row = rows(early).nth(1)
    await row.focus()
    await keysOf(early).reach(row.getByRole('button', { name: 'More actions' }))
    goOn()
    await row.locator('.s-td-handle button').waitFor()
    await early.keyboard.press('Enter')
    await early.getByRole('menuitem', { name: 'Delete' }).waitFor()
    await early.context().close()
  })

  it('a button of a row is gone to and pressed', async () => {
    const { early, goOn } = await openEarly('listEvents', 'shop/order/order?status=2')
    await rows(early).nth(1).focus()
    await early.keyboard.press('ArrowRight')
    await early.keyboard.press('Enter')
    goOn()
    await early.getByRole('dialog', { name: 'Ship' }).waitFor()
    await early.context().close()
  })

  it('what is pressed waits for what was pressed before it', async () => {
    const { early, goOn } = await openEarly('listEvents', 'shop/order/order')
    await rows(early).first().focus()
    const third = await rows(early).nth(2).getAttribute('data-id')
    // A busy browser: keys come before what waits for its turn.
    await early.evaluate(() => {
      const { setTimeout } = window
      Object.assign(window, { setTimeout: (act: () => void, ms?: number) => setTimeout(act, Math.max(ms ?? 0, 1000)) })
    })
    await early.keyboard.press('ArrowDown')
    const code = early.waitForResponse('**/listEvents-*.js')
    goOn()
    await (await code).finished()
    await early.keyboard.press('ArrowDown')
    await early.keyboard.press('Enter')
    await early.getByRole('dialog').waitFor()
    await soon(() => new URL(early.url()).search).toContain(third)
    await early.context().close()
  })
})

describe('the ring of a row that has the focus', () => {
  it('is whole, over the columns that stay at the edges', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await show('shop/order/order')
    await rows().nth(1).focus()
    await press('ArrowDown')
    const rings = await rows()
      .nth(2)
      .evaluate((row) => [...row.children].map((cell) => getComputedStyle(cell).boxShadow))
    expect(rings.every((ring) => /0px 2px 0px 0px inset/.test(ring) && /0px -2px 0px 0px inset/.test(ring))).toBe(true)
    expect(rings[0]).toMatch(/ 2px 0px 0px 0px inset/)
    expect(rings.at(-1)).toMatch(/ -2px 0px 0px 0px inset/)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('is drawn in the colours of the system where it chooses them', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    await show('shop/order/order')
    await rows().nth(1).focus()
    await press('ArrowDown')
    const outline = await rows()
      .nth(2)
      .locator('td')
      .first()
      .evaluate((cell) => getComputedStyle(cell).outlineStyle)
    expect(outline).toBe('solid')
    await page.emulateMedia({ forcedColors: null })
  })
})

describe.each([['at 200 %', 720, 450]] as const)('%s', (_, width, height) => {
  const lists = ['shop/order/order', 'shop/goods/goods', 'user/user']
  it.each(sampleOf('lists at 200 %', lists, everyNth(3)))('%s scrolls to its tenth row and its pager', async (path) => {
    await page.setViewportSize({ width, height })
    await open(path)
    const tenth = page.locator('[data-id]').nth(9)
    for (let n = 0; n < 200 && !(await isInSight(tenth)); n++) {
      await page.mouse.move(width / 2, height - 40)
      await page.mouse.wheel(0, height / 6)
    }
    expect(await isInSight(tenth)).toBe(true)
    const bars = await page.evaluate(() => {
      const bars = [...document.querySelectorAll<HTMLElement>('.k-header, .k-tabbar, .k-pager, .s-tools')]
      const inSight = bars.map((bar) => bar.getBoundingClientRect()).filter(({ bottom, top }) => bottom > 0 && top < innerHeight)
      return inSight.reduce((sum, box) => sum + box.height, 0) / innerHeight
    })
    expect(bars, 'part of the window that is no row').toBeLessThan(0.25)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})

/** Is the row in the window as a whole, and nothing over it? */
function isInSight(row: ReturnType<Page['locator']>): Promise<boolean> {
  return row.evaluate((element) => {
    const { top, bottom, left, height } = element.getBoundingClientRect()
    const isIn = top >= 0 && bottom <= innerHeight + (height > innerHeight ? height : 0)
    const over = document.elementFromPoint(Math.max(left, 0) + 60, top + Math.min(height, 40) / 2)
    return isIn && over !== null && element.contains(over)
  })
}
