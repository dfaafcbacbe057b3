import type { Field } from '../../../schemas/field.ts'
import { mainField, showsState, titleField } from '../../../schemas/language/list/naming.ts'
import type { Column, ColumnLink } from '../../../schemas/language/list/table.ts'
import type { Page } from '../../../schemas/language/page.ts'
import { cellOf, cellText, plainColumn } from '../../cells/draw.ts'
import { textWidth } from '../../cells/textWidth.ts'
import { isCode, valueAt } from '../../cells/value.ts'
import { wordsAt } from '../../cells/words.ts'
import type { Cell, CellEnvironment, Row } from '../../define.ts'

/** A column of the list with everything resolved that its cells need. */
export interface GridColumn {
  id: string
  label: string
  cell: Cell
  field: Field | null
  column: Column
  width: number
  /** px that its cells need, whatever its title takes; 0 while their words are unknown. */
  content: number
  align: 'right' | undefined
  /** Identifies the record: pinned, with the tree's expander and the link to the record. */
  main: boolean
  /** A person knows the record by it. */
  names?: boolean
  /** px that its title needs, without the padding. */
  title: number
  /** px that its second line needs to be whole: phone numbers and codes below a name are never cut. */
  below?: number
  /** Its cells are edited in the list: what the button for that is called. */
  edits?: string
  /** It says in which state the record is. */
  isState?: boolean
  /** It is never left out for want of room. */
  stays?: boolean
  /** The person gave it its width. */
  isSized?: boolean
  /** The person pinned it to the left edge. */
  isPinned?: boolean
  /** Pinned to this edge, at this offset in px. */
  stick?: { side: 'left' | 'right'; at: number }
}

/**
 * Visible columns with the offsets of pinned ones. `before` and `after` are the widths in px already pinned there: tick boxes and row
 * actions.
 */
export function withEdges(columns: readonly GridColumn[], before: number, after: number): GridColumn[] {
  let left = before + (columns.find((grid) => grid.main)?.width ?? 0)
  let right = after
  const rights = new Map<string, number>()
  for (const grid of [...columns].reverse().filter((each) => each.column.fixed === 'right' && !each.isPinned)) {
    rights.set(grid.id, right)
    right += grid.width
  }
  return columns.map((grid) => {
    const fixed = grid.isPinned ? 'left' : grid.column.fixed
    if (grid.main || fixed === undefined) return grid
    const at = fixed === 'left' ? left : (rights.get(grid.id) ?? 0)
    if (fixed === 'left') left += grid.width
    return { ...grid, stick: { side: fixed, at } }
  })
}

/** The columns of a page's list, in order. The one fixed to the left, or else the first, names the record. */
export function gridColumns(page: Page, word: (key: string) => string | undefined): GridColumn[] {
  const main = mainField(page)
  const named = titleField(page)
  const state = stateField(page)
  return page.table.columns.map((column) => {
    const cell = cellOf(column.cell)
    const field = fieldAt(page, column.field)
    const words = wordsAt(column.field)
    const label = word(`${words}.label`) ?? column.field
    const options = (cell.optionsOf?.(field) ?? []).map(({ value }) => word(`${words}.options.${value}`) ?? '')
    const wanted = column.width ?? (column.field === page.entity.key ? keyWidth : cell.width)
    const own = Math.max(wanted, cell.formatWidth?.(column.format) ?? 0)
    const below = belowWidth(page, column)
    return {
      id: column.field,
      label,
      cell,
      field,
      column,
      width: Math.max(own, wordsWidth(label, options)),
      title: titleWidth(label),
      content: options.length > 0 ? wordsWidth('', options) : cell.optionsOf ? (cell.bareWidth ?? 0) : own,
      align: column.align ?? cell.align,
      main: column.field === main,
      names: column.field === named,
      isState: column.field === state,
      ...(below > 0 ? { below } : {}),
    }
  })
}

/** px of a second line that holds a masked value or a code; 0 where there is none. */
function belowWidth(page: Page, { secondLine, secondary }: Column): number {
  const fields = secondLine ? secondary.flatMap((name) => fieldAt(page, name) ?? []) : []
  return fields.some((field) => field.mask || isCode(field)) ? textWidth(longestCode) : 0
}

const longestCode = '138****0000'

/** When a row was deleted: the last column of the list of deleted rows. */
export function deletedColumn(page: Page, t: (key: string) => string): GridColumn {
  const id = 'delete_time'
  const column = { ...plainColumn(id, 'datetime'), sortable: true }
  const cell = cellOf(column.cell)
  const field = page.fields[id] ?? null
  const label = t('ui.list.deletedAt')
  return {
    id,
    label,
    cell,
    field,
    column,
    width: cell.width,
    title: titleWidth(label),
    stays: true,
    content: cell.width,
    align: undefined,
    main: false,
  }
}

/** Where a column leads to from this row. Links that the person may not follow have been taken out before. */
export function linkOf({ links = [], when: shown }: Column, row: Row, env: CellEnvironment): ColumnLink | undefined {
  if (shown && env.holds?.(shown, row) !== true) return undefined // the cell is empty
  return links.find(({ when }) => when === undefined || env.holds?.(when, row) === true)
}

/** The filters of the other list's address, for the way from this row. */
export function filtersOf({ query, values = {} }: ColumnLink, row: Row): Record<string, string> {
  const own = Object.entries(query).map(([name, from]) => [name, String(valueAt(row, from) ?? '')])
  return { ...Object.fromEntries(own), ...values }
}

/** What a person calls the record of a row: the text of the column that names it, else its key. */
export function rowName(columns: readonly GridColumn[], row: Row, env: CellEnvironment, id: string): string {
  const grid = columns.find((each) => each.names) ?? columns.find((each) => each.main)
  if (!grid) return id
  const { cell, column, field } = grid
  return cellText(cell, { value: valueAt(row, column.field), row, column, field, env }) || id
}

/** Width in px of a column with keys: room for six digits. */
const keyWidth = 72

/** The field a column or search names; one hop away it is a field of the relation's table. */
export function fieldAt(page: Page, path: string): Field | null {
  const [first = '', second] = path.split('.')
  return (second === undefined ? page.fields[first] : page.related[first]?.[second]) ?? null
}

/** The field that says in which state a record is: as the page says, else the one called so, else the first column with the colours of a state. */
export function stateField(page: Page): string | undefined {
  const { state, columns } = page.table
  const named = () => ['status', 'state'].find((name) => /^(select|radio|switch)$/.test(page.fields[name]?.kind ?? ''))
  return state ?? named() ?? columns.find((column) => !column.hidden && showsState(column, fieldAt(page, column.field)))?.field
}

/** Width in px of a button of a row: its text and the padding. */
export function buttonWidth(text: string): number {
  return textWidth(text) + 18
}

/** Titles are heavier than the text that `textWidth` reckons with. */
function titleWidth(label: string): number {
  return Math.ceil(textWidth(label) * 1.06)
}

/** What a column needs that shows its title and any of these options in full, whatever the language: px, as far as that is sensible. */
function wordsWidth(label: string, options: readonly string[]): number {
  const tag = Math.max(0, ...options.map((option) => textWidth(option) + 16))
  return Math.min(widest, Math.max(titleWidth(label), tag) + 24)
}

const widest = 208
