import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { follow, openSite, shot } from '../../harness/browser/site.ts'
import { everyNth, sampleOf } from '../../harness/sampling.ts'
import { productSchema } from '../../harness/schemas.ts'

/** How much of the lists is in sight: few columns, nothing cut while there is room, nothing scrolled sideways. */
const schema = await productSchema()
const { enterHome } = await openSite()

const lists = [...schema.pages.values()].filter(({ kind, area }) => kind === 'crud' && area === 'admin')
const shownOf = (id: string) =>
  lists.find((page) => page.id === id)?.table.columns.flatMap(({ field, hidden }) => (hidden ? [] : [field])) ?? []

const mainLists = [
  'shop/order/order',
  'shop/order/refund',
  'shop/goods/goods',
  'shop/goods/classify',
  'shop/coupon/coupon',
  'shop/user/user',
  'shop/order/evaluate',
  'shop/notify/notify',
  'shop/order/parcel',
  'auth/admin',
]

/** The columns of a list that show figures and times. */
const wholeOf = (id: string) =>
  lists.find((page) => page.id === id)?.table.columns.flatMap(({ field, cell }) => (whole.includes(cell) ? [field] : [])) ?? []

interface Seen {
  columns: string[]
  /** px by which the table is wider than its box. */
  over: number
  /** Titles of columns that do not fit. */
  cutTitles: string[]
  /** Times, states and figures that do not fit, by their columns. */
  cutValues: string[]
}

/** Cells of figures and times, which are worth nothing when they are cut. */
const whole: readonly string[] = ['number', 'money', 'date', 'datetime', 'duration']

/** What is seen of the table of a list, which is in front; undefined until its rows are there. */
const seen = (page: Page, id: string) =>
  page.evaluate((kept): Seen | undefined => {
    const box = [...document.querySelectorAll<HTMLElement>('.s-grid-box')].find(
      (each) => each.checkVisibility() && each.dataset.left === undefined,
    )
    const table = box?.querySelector('table')
    if (!box || !table || table.ariaBusy === 'true') return undefined
    const isCut = (each: Element) => each.scrollWidth > each.clientWidth + 1
    const heads = [...table.querySelectorAll<HTMLElement>('thead th[data-col]')]
    const values = [...table.querySelectorAll<HTMLElement>('td[data-col]:not(.s-td-first)')].filter(
      (cell) => kept.includes(cell.dataset.col ?? '') || cell.matches(':has(> .k-tag, .s-bar)'),
    )
    return {
      columns: heads.map((head) => head.dataset.col ?? ''),
      over: box.scrollWidth - box.clientWidth,
      cutTitles: heads.filter((head) => isCut(head.querySelector('.s-cut') ?? head)).map((head) => head.innerText),
      cutValues: [...new Set(values.filter(isCut).map((cell) => cell.dataset.col ?? ''))],
    }
  }, wholeOf(id))

/** Goes to a list and waits until it is the one in front. */
async function see(page: Page, id: string): Promise<Seen> {
  // Until the next list is drawn the one before is in sight, which may have columns of the same names.
  await page.evaluate(() => {
    for (const box of document.querySelectorAll<HTMLElement>('.s-grid-box')) box.dataset.left = ''
  })
  await follow(page, `/admin/${id}`)
  const all = shownOf(id)
  const isThere = (columns: readonly string[] = []) => columns.length > 0 && columns.every((name) => all.includes(name))
  let found: Seen | undefined
  const look = async () => {
    found = await seen(page, id)
    return isThere(found?.columns)
  }
  await expect.poll(look, { message: id }).toBe(true)
  if (!found) throw new Error(`no table in ${id}`)
  await shot(page, `room-${id.replaceAll('/', '-')}-${page.viewportSize()?.width}`)
  return found
}

it('no list shows more than eight columns by itself', () => {
  expect(lists.length).toBeGreaterThan(50)
  expect(lists.filter(({ id }) => shownOf(id).length > 8).map(({ id }) => id)).toEqual([])
})

const langs = ['zh-cn', 'en'] as const

/** Whose titles are the longer ones. */
const isEnglish = (lang: string) => lang === 'en'

/** Which lists are walked in a language: all in the long run, else each eighth. What they reckon with is asked of all in widths.test.ts. */
const walkedIn = sampleOf(
  'languages of lists',
  lists.flatMap(({ id }, at) => langs.map((lang, turn) => ({ id, lang, isTurn: at % 8 === turn * 4 }))),
  ({ isTurn }) => isTurn,
)

it.each(langs)(
  'every list has all its columns in a usual window, whole: %s',
  async (lang) => {
    const page = await enterHome({ lang })
    const faults: string[] = []
    for (const { id } of walkedIn.filter((each) => each.lang === lang)) {
      const all = shownOf(id)
      const { columns, over, cutTitles, cutValues } = await see(page, id)
      const missing = all.filter((name) => !columns.includes(name))
      if (missing.length > 0) faults.push(`${id}: no room for ${missing}`)
      if (over > 1) faults.push(`${id}: scrolls by ${over} px`)
      if (cutTitles.length > 0) faults.push(`${id}: titles cut: ${cutTitles}`)
      if (cutValues.length > 0) faults.push(`${id}: values cut: ${cutValues}`)
    }
    expect(faults).toEqual([])
    await page.context().close()
  },
  300_000,
)

it.each(sampleOf('languages of the main lists in a small window', langs, isEnglish))(
  'the main lists do not scroll sideways in a small window: %s',
  async (lang) => {
    const page = await enterHome({ lang, dark: lang === 'en', viewport: { width: 1024, height: 768 } })
    const faults: string[] = []
    for (const id of sampleOf('main lists in a small window', mainLists, everyNth(2))) {
      const { over, cutTitles, columns } = await see(page, id)
      if (over > 1 || cutTitles.length > 0 || columns.length < 3) faults.push(`${id}: ${over} px, ${cutTitles}, ${columns}`)
    }
    expect(faults).toEqual([])
    await page.context().close()
  },
  120_000,
)

/** The lines that these tools above the list take, by the middles of the first of each. */
async function linesOfTools(page: Page, names: readonly string[]): Promise<number[]> {
  const boxes = await Promise.all(
    names.map(async (name) => {
      const tool = name.startsWith('Search')
        ? page.getByRole('searchbox', { name })
        : page.getByRole('button', { name, exact: true })
      const box = await tool.boundingBox()
      if (!box) throw new Error(`"${name}" is not there`)
      return box.y + box.height / 2
    }),
  )
  const middles = boxes.sort((a, b) => a - b)
  return middles.filter((middle, i) => i === 0 || middle - (middles[i - 1] ?? 0) > 12)
}

it('the tools of the fullest list take one line in a small window and two on a phone', async () => {
  const page = await enterHome({ lang: 'en', viewport: { width: 1024, height: 768 } })
  await see(page, 'shop/goods/goods')
  const search = 'Search name, English name, product number, SKU code'
  const tools = ['Filter', 'Import', 'Export', 'Refresh']
  expect(await linesOfTools(page, [search, ...tools, 'Add'])).toHaveLength(1)
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => linesOfTools(page, [search, 'Add']), { message: `${width} px` }).toHaveLength(1)
    expect(await linesOfTools(page, tools), `${width} px`).toHaveLength(1)
  }
  await page.context().close()
})

it('the primary action is whole in a small window, however long the title and its words', async () => {
  const page = await enterHome({ lang: 'en', viewport: { width: 1024, height: 768 } })
  const lists = { 'shop/coupon/receive': 'Issue coupon', 'points/goods': 'Add', 'user/moneyLog': 'Add' }
  for (const [id, name] of Object.entries(lists)) {
    await see(page, id)
    const box = await page.locator('.s-tools').getByRole('button', { name, exact: true }).boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 2000), id).toBeLessThanOrEqual(1024 - 16)
  }
  await page.context().close()
})

it('the line of the search on a phone has the primary action, however long its words, and nothing else', async () => {
  const page = await enterHome({ lang: 'en', viewport: { width: 360, height: 844 } })
  const lists = { 'dataio/import': ['Search file', 'New import'], 'shop/goods/classify': ['Search name, English name', 'Add'] }
  for (const [id, names] of Object.entries(lists)) {
    await follow(page, `/admin/${id}`)
    await page.getByRole('searchbox', { name: names[0] ?? '' }).waitFor()
    expect(await linesOfTools(page, names), id).toHaveLength(1)
    expect(await linesOfTools(page, [...names, 'Refresh']), id).toHaveLength(2)
  }
  const [top, found] = [page.getByRole('button', { name: 'Add', exact: true }), page.getByText('30 found')]
  const [above, below] = [await top.boundingBox(), await found.boundingBox()]
  expect((below?.y ?? 0) > (above?.y ?? 0) + (above?.height ?? 0), 'how many there are is below the action').toBe(true)
  await page.context().close()
})

it('a card has the picture of its record beside the name, and no line for it', async () => {
  const page = await enterHome({ lang: 'en', viewport: { width: 390, height: 844 } })
  for (const [id, label] of [
    ['shop/goods/goods', 'Images'],
    ['points/goods', 'Image'],
  ] as const) {
    await follow(page, `/admin/${id}`)
    const card = page.locator('li[data-id]').locator('visible=true').first()
    await card.waitFor()
    const [picture, name] = [await card.locator('img').first().boundingBox(), await card.locator('[data-act=open]').boundingBox()]
    if (!picture || !name) throw new Error(`${id}: no picture or no name`)
    expect(picture.x + picture.width, id).toBeLessThanOrEqual(name.x)
    expect(picture.width, id).toBeGreaterThanOrEqual(36)
    expect(picture.height, id).toBeGreaterThanOrEqual(36)
    expect(await card.locator('dt').allInnerTexts(), id).not.toContain(label)
  }
  await page.context().close()
})

it('a column without room is not ticked in the list of columns, and comes when it is, wherever the table ends', async () => {
  const id = 'shop/order/order'
  const all = shownOf(id)
  const page = await enterHome({ viewport: { width: 1024, height: 768 } })
  const found = await see(page, id)
  const missing = all.find((name) => !found.columns.includes(name)) ?? ''
  const label = schema.words.text('zh-cn', id, `fields.${missing}.label`)
  await page.getByRole('button', { name: '显示的列' }).click()
  const box = page.getByRole('dialog').getByRole('checkbox', { name: label })
  expect(await box.isChecked()).toBe(false)
  await box.click()
  await expect.poll(async () => (await seen(page, id))?.columns).toEqual(all)
  expect((await seen(page, id))?.over).toBeGreaterThan(0)
  await page.getByRole('button', { name: '恢复默认' }).click()
  await expect.poll(async () => (await seen(page, id))?.columns).toEqual(found.columns)
  await page.context().close()
})

it('says in whole words how many rows a page has, in both languages', async () => {
  for (const lang of ['en', 'zh-cn'] as const) {
    const page = await enterHome({ lang })
    await follow(page, '/admin/shop/order/order?limit=100')
    const size = page.locator('.k-pager-size .k-picker-text').last()
    await size.getByText(/100/).waitFor()
    expect(await size.evaluate((text) => text.scrollWidth <= text.clientWidth), lang).toBe(true)
    await page.context().close()
  }
})

const ledgers = ['shop/user/moneyLog', 'shop/user/score', 'user/moneyLog', 'user/scoreLog']

it('a ledger shows its numbers whole, and a remark only where it says more than the number', async () => {
  const page = await enterHome({ lang: 'zh-cn' })
  for (const id of ledgers) {
    expect((await see(page, id)).columns).toEqual(expect.arrayContaining(['ref_no', 'memo']))
    const rows = page.locator('tr[data-id]').locator('visible=true')
    const shown = await rows.evaluateAll((found) =>
      found.map((row) => {
        const [number, memo] = ['ref_no', 'memo'].map((name) => row.querySelector<HTMLElement>(`[data-col=${name}]`))
        return {
          number: number?.innerText,
          memo: memo?.innerText,
          isCut: number ? number.scrollWidth > number.clientWidth : true,
        }
      }),
    )
    expect(
      shown.filter(({ isCut }) => isCut),
      id,
    ).toEqual([])
    expect(
      shown.some(({ number }) => number !== '' && number !== '–'),
      id,
    ).toBe(true)
    expect(
      shown.filter(({ number, memo }) => memo === number),
      id,
    ).toEqual([])
  }
  await page.context().close()
})
