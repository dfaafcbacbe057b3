import { describe, expect, it } from 'vitest'
import { buttonWidth, type GridColumn, gridColumns } from '../../../src/renderers/screens/crud/columns.ts'
import { fitting, growingColumn, tightWidths } from '../../../src/renderers/screens/crud/grid/fit.ts'
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

  it('keeps what names the record, what grows and what is pinned, however little room there is', () => {
    const pinned = columns.map((grid) => (grid.id === 'create_time' ? { ...grid, isPinned: true } : grid))
    expect(ids(fitting(pinned, 100, taken))).toEqual(['order_no', 'goods', 'create_time'])
  })

  it('has all columns while the room is unknown', () => {
    expect(fitting(columns, 0, taken)).toBe(columns)
  })
})
