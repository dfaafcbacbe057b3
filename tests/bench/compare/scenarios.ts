import type { Browser } from 'playwright-core'
import { type ComparedForm, type ComparedList, forms, lists } from '../screens/content.ts'
import { type Cost, costOf, costOfKeys, costOfLoading, liveHeap, unmeasured } from './actions.ts'
import { type Opened, openEmpty, openSide, type Served, type Side, type SignedIn } from './sides.ts'

/** Measured costs by scenario. */
export type Costs = Record<string, Cost>

const keysTyped = 30

/** Loads a list with an empty cache. */
export async function measureLoading(browser: Browser, side: Side, served: Served, state: SignedIn): Promise<Costs> {
  const { opened, load } = await openEmpty(browser, side, served, state)
  const cost = await costOfLoading(opened, () => load('list10'), hasRows, { row: side.firstRow, known: '' })
  await opened.close()
  return { 'cold load → first row': cost }
}

/** Opens each of these lists from another screen, pages, sorts, ticks a row and jumps to the last column; what remains in memory after all. */
export async function measureLists(
  browser: Browser,
  side: Side,
  served: Served,
  state: SignedIn,
  opening: readonly ComparedList[] = lists,
): Promise<Costs> {
  const opened = await openSide(browser, side, 'form30', served, state)
  const costs: Costs = {}
  try {
    for (const list of opening) Object.assign(costs, await measureListOf(opened, list))
    if (opening.length === lists.length) costs['after these lists'] = { ...unmeasured, heap: await liveHeap(opened) }
  } finally {
    await opened.close()
  }
  return costs
}

async function measureListOf(opened: Opened, { id, columns, rows }: ComparedList): Promise<Costs> {
  const { side, page } = opened
  const name = `${columns.length}×${rows}`
  const another = async () => ({ row: side.firstRow, known: await firstRowText(opened) })
  const costs: Costs = {}
  const open = () => page.evaluate(openScreen, `${side.base}/${id}?limit=${rows}`)
  costs[`open list ${name}`] = await costOf(opened, open, hasOtherRows, await another())
  costs[`next page ${name}`] = await costOf(opened, () => click(opened, side.nextPage), hasOtherRows, await another())
  costs[`sort ${name}`] = await costOf(opened, () => click(opened, side.sort), hasOtherRows, await another())
  const tick = () => page.locator(side.tick(3)).locator('visible=true').first().dispatchEvent('click')
  costs[`tick a row ${name}`] = await costOf(opened, tick, isThere, side.ticked)
  const last = { box: side.scroller, cells: side.cells(columns.at(-1)?.name ?? '') }
  costs[`last column ${name}`] = await costOf(opened, () => page.evaluate(toTheRight, side.scroller), isAtTheRight, last)
  return costs
}

/** Opens the forms in their dialogs and types into a field. */
export async function measureForms(browser: Browser, side: Side, served: Served, state: SignedIn): Promise<Costs> {
  const costs: Costs = {}
  for (const form of forms) {
    const opened = await openSide(browser, side, form.id, served, state)
    try {
      Object.assign(costs, await measureFormOf(opened, form))
    } finally {
      await opened.close()
    }
  }
  return costs
}

async function measureFormOf(opened: Opened, { fields }: ComparedForm): Promise<Costs> {
  const { side, page } = opened
  const wanted = fields.length
  const open = () => costOf(opened, () => click(opened, side.add), hasFields, wanted)
  const close = async () => {
    await page.keyboard.press('Escape')
    await page.locator('[role=dialog]').waitFor({ state: 'detached' })
  }
  await open() // the first one loads the code of forms
  await close()
  const dialog = await open()
  const key = async (at: number) => {
    await page.locator(`[role=dialog] [data-field=f${at}] input`).first().focus()
    return costOfKeys(opened, Array<string>(keysTyped).fill('a'))
  }
  await key(5) // what is compiled and drawn with the first change
  const typed = await key(1)
  await page.locator('[role=dialog] [data-field=f2] input').first().focus()
  const digits = await costOfKeys(opened, Array<string>(8).fill('1'))
  return {
    [`dialog of ${wanted} fields`]: dialog,
    [`key in a form of ${wanted} fields`]: typed,
    [`digit in a form of ${wanted} fields`]: digits,
  }
}

async function click({ page }: Opened, selector: string): Promise<void> {
  await page.locator(selector).locator('visible=true').first().click()
}

function firstRowText({ page, side }: Opened): Promise<string> {
  return page.evaluate(
    (row) => [...document.querySelectorAll(row)].find((each) => each.checkVisibility())?.textContent ?? '',
    side.firstRow,
  )
}

// What follows runs in the page and stands alone.

function openScreen(path: string): void {
  document.body.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
}

function hasRows({ row }: { row: string }): boolean {
  return [...document.querySelectorAll(row)].some((each) => each.checkVisibility())
}

function hasOtherRows({ row, known }: { row: string; known: string }): boolean {
  const first = [...document.querySelectorAll(row)].find((each) => each.checkVisibility())
  return first !== undefined && first.textContent !== known
}

function isThere(selector: string): boolean {
  return [...document.querySelectorAll(selector)].some((each) => each.checkVisibility() || each.closest('tr')?.checkVisibility())
}

function toTheRight(selector: string): void {
  document.body.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  const box = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility())
  box?.scrollTo({ left: box.scrollWidth })
}

function isAtTheRight({ box, cells }: { box: string; cells: string }): boolean {
  const shown = [...document.querySelectorAll(box)].find((each) => each.checkVisibility())
  const isThere = shown !== undefined && shown.scrollLeft + shown.clientWidth >= shown.scrollWidth - 2
  return isThere && shown.querySelector(cells) !== null
}

function hasFields(count: number): boolean {
  return document.querySelectorAll('[role=dialog] [data-field]').length >= count
}
