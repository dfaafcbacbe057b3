import { describe, expect, it } from 'vitest'
import { buttonWidth, type GridColumn, gridColumns } from '../../../src/renderers/screens/crud/columns.ts'
import { fitting, growingColumn, roomyWidths, tightWidths } from '../../../src/renderers/screens/crud/grid/fit.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { type Locale, locales } from '../../../src/schemas/language/words.ts'
import { productSchema } from '../../harness/schemas.ts'

/** How the columns of the product's lists share the room beside the menu, as it is reckoned before anything is drawn. */
const schema = await productSchema()
const lists = [...schema.pages.values()].filter(({ kind, area }) => kind === 'crud' && area === 'admin')
const usual = 1440 - 260
const small = 1024 - 260

/** The columns that a list has by itself, and px of tick boxes and the widest action. */
function listOf(page: Page, lang: Locale): { columns: GridColumn[]; taken: number } {
  const word = (key: string) => schema.words.text(lang, page.id, key)
  const { row } = page.table
  const steps = row.slice(0, row.includes('detail') ? row.indexOf('detail') + 1 : row.length)
  const likely = steps.filter((name) => name !== 'sort' && page.actions[name]?.severity !== 'danger')
  const step = Math.max(0, ...likely.map((name) => buttonWidth(word(`actions.${name}.title`))))
  const columns = gridColumns(page, word).filter(({ main, column }) => main || !column.hidden)
  return { columns, taken: 40 + step + 50 }
}

/** px of the columns in a box; those that need no tightening are as wide as they want to be. */
function widthsIn(columns: readonly GridColumn[], room: number, taken: number): number[] {
  return tightWidths(columns, room, taken) ?? columns.map(({ width }) => width)
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

describe.each(locales)('a list of the product in a usual window: %s', (lang) => {
  it('has room for all its columns and their titles', () => {
    const faults = lists.flatMap((page) => {
      const { columns, taken } = listOf(page, lang)
      const fits = fitting(columns, usual, taken)
      const widths = widthsIn(fits, usual, taken)
      const cut = fits.filter(({ title }, i) => title + 16 > (widths[i] ?? 0))
      const out = columns.filter((grid) => !fits.includes(grid))
      return out.length > 0 || cut.length > 0 || sum(widths) + taken > usual
        ? [`${page.id}: ${[...out, ...cut].map(({ id }) => id)}`]
        : []
    })
    expect(faults).toEqual([])
  })

  it('gives what is left to a text, never to a number or a code', () => {
    const grows = lists.map((page) => {
      const { columns } = listOf(page, lang)
      return columns.find(({ id }) => id === growingColumn(columns))
    })
    expect(grows.filter((grid) => grid === undefined || grid.align || grid.column.copy)).toEqual([])
  })
})

describe('a list with room left', () => {
  const page = schema.pages.get('security/dataRecycle') as Page
  const { columns, taken } = listOf(page, 'zh-cn')
  const widthOf = (name: string, widths: readonly number[] = []) => widths[columns.findIndex(({ id }) => id === name)] ?? 0

  it('gives its names of screens and tables the room that the name of the record does not need', () => {
    const widths = roomyWidths(columns, usual, taken)
    expect(widthOf('data_table', widths)).toBeGreaterThanOrEqual(224)
    expect(widthOf('screen', widths)).toBeGreaterThanOrEqual(224)
    expect(sum(widths ?? [])).toBeLessThan(usual - taken)
  })

  it('leaves figures, widths of the page and widths that a person chose', () => {
    const sized = columns.map((grid) => (grid.id === 'screen' ? { ...grid, isSized: true } : grid))
    const widths = roomyWidths(sized, usual, taken)
    for (const name of ['screen', 'log_count', 'status', 'create_time'])
      expect(widthOf(name, widths)).toBe(columns.find(({ id }) => id === name)?.width)
  })

  it('shares nothing while the room is unknown or taken', () => {
    expect(roomyWidths(columns, 0, taken)).toBeUndefined()
    expect(roomyWidths(columns, sum(columns.map(({ width }) => width)) + taken, taken)).toBeUndefined()
  })
})

describe('a list that lacks room', () => {
  const page = schema.pages.get('shop/order/order') as Page
  const { columns, taken } = listOf(page, 'zh-cn')
  const ids = (some: readonly GridColumn[]) => some.map(({ id }) => id)

  it('leaves out its last columns, and keeps the order of the others', () => {
    const fits = fitting(columns, small, taken)
    expect(ids(fits)).toEqual(ids(columns).slice(0, fits.length))
    expect(fits.length).toBeLessThan(columns.length)
    expect(sum(widthsIn(fits, small, taken)) + taken).toBeLessThanOrEqual(small)
  })

  it('leaves out the state of a record after everything else', () => {
    const goods = schema.pages.get('shop/goods/goods') as Page
    const list = listOf(goods, 'en')
    expect(ids(list.columns).at(-1)).toBe('status')
    const some = ids(fitting(list.columns, small, list.taken))
    expect(some).toContain('status')
    expect(some.length).toBeLessThan(list.columns.length)
    expect(ids(fitting(list.columns, 100, list.taken))).not.toContain('status')
  })

  it('keeps what names the record, what grows and what is pinned, however little room there is', () => {
    const pinned = columns.map((grid) => (grid.id === 'create_time' ? { ...grid, isPinned: true } : grid))
    expect(ids(fitting(pinned, 100, taken))).toEqual(['order_no', 'goods', 'create_time'])
  })

  it('shows the phone number below a name whole, whatever room there is', () => {
    for (let room = 800; room < 1200; room += 10) {
      const fits = fitting(columns, room, taken)
      const at = fits.findIndex(({ id }) => id === 'receiver_name')
      if (at >= 0) expect(widthsIn(fits, room, taken)[at], `${room} px`).toBeGreaterThanOrEqual(102)
    }
  })

  it('has all columns while the room is unknown', () => {
    expect(fitting(columns, 0, taken)).toBe(columns)
  })
})
