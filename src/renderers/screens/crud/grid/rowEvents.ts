import type { MouseEvent, PointerEvent, RefObject } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { nextSort } from '../../../../runtime/crud/nextSort.ts'
import { usualSort } from '../../../../runtime/crud/query.ts'
import type { Row } from '../../../../runtime/rows.ts'
import { cellHint } from '../../../cells/draw.ts'
import { switchSides } from '../../../cells/switch.tsx'
import { valueAt } from '../../../cells/value.ts'
import type { CellEnvironment } from '../../../define.ts'
import type { MenuEntry } from '../../../ui/overlays/MenuList.tsx'
import type { GridColumn } from '../columns.ts'
import { revealed } from '../pressing.ts'
import { rowMenu } from '../rowMenu.ts'
import type { Run } from '../useRun.ts'
import type { GoToRow } from './body.ts'
import type { TableRow } from './lines.ts'
import type { GridTable } from './useGrid.ts'

export interface GridEventOptions {
  crud: Crud
  table: GridTable
  columns: readonly GridColumn[]
  env: CellEnvironment
  run: Run
  /** What Enter, a click on the row and the first column do; undefined when a row cannot be opened. */
  open: string | undefined
  /** Opens the page of a record, or where a link of the row leads, in a window of its own. */
  openApart(row: Row, column?: GridColumn): void
  selectable: boolean
  /** The way to rows that are not drawn. */
  goTo: RefObject<GoToRow | null>
  /** Edits a cell in its place; without a column the first of its row that can be. */
  edit(row: Row, column?: string): boolean
  /** Opens or closes the panel below a row; false when rows do not open, or it is so already. */
  panel(id: string, open?: boolean): boolean
  /** Actions of a row, and what does them from its menu. */
  names: readonly string[]
  act: Run
  openMenu(items: MenuEntry[], at: { x: number; y: number }): void
  preview(address: string, title: string): void
  go(column: GridColumn, row: Row): void
  copied(text: string): void
}

/** The one set of handlers of the mouse on the rows: what was pressed is read off `data-act`, which row off `data-id`. */
export function rowEvents(options: GridEventOptions) {
  /** What a cell says beyond what it shows is made when the pointer comes. */
  const onPointerOver = (event: PointerEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('td[data-col]') : null
    const grid = cell && options.columns.find((c) => c.id === cell.dataset.col)
    const row = cell && rowAt(options, cell)
    if (!cell || !grid || !row) return
    const input = {
      value: valueAt(row.original, grid.column.field),
      row: row.original,
      column: grid.column,
      field: grid.field,
      env: options.env,
    }
    if (grid.cell.hint) cell.dataset.tip = cellHint(grid.cell, input)
    else if (isCut(cell)) cell.dataset.tip = cellHint(grid.cell, input)
    else delete cell.dataset.tip
  }
  return { ...pressHandlers(options), onPointerOver }
}

/** The row of a list that an element is part of. */
export function rowAt({ table }: GridEventOptions, element: Element): TableRow | undefined {
  const id = element.closest<HTMLElement>('[data-id]')?.dataset.id
  return id === undefined ? undefined : table.getRowModel().rowsById[id]
}

/** What presses of the mouse do: on parts that act, and on the row itself. */
function pressHandlers(options: GridEventOptions) {
  /** A window of its own for what a press would open here. */
  const openApart = (event: MouseEvent, pressed: Element) => {
    const target = pressed.closest<HTMLElement>('[data-act]')
    const row = rowAt(options, pressed)
    if (!row || !(target ? leads(target) : isOfRow(pressed))) return
    const column = options.columns.find((c) => c.id === columnOf(pressed))
    event.preventDefault()
    if (target?.dataset.act === 'link') options.openApart(row.original, column)
    else if (options.open) options.openApart(row.original)
  }
  const onClick = (event: MouseEvent) => {
    const pressed = event.target
    if (!(pressed instanceof Element)) return
    const target = pressed.closest<HTMLElement>('[data-act]')
    const row = rowAt(options, pressed)
    if ((event.ctrlKey || event.metaKey) && (target === null || leads(target))) openApart(event, pressed)
    else if (target) acts[target.dataset.act ?? '']?.({ options, target, event, row })
    else if (row && options.open && isOfRow(pressed) && !isSelecting() && !event.shiftKey)
      options.run(options.open, [row.original])
  }
  /** Where a press opens nothing, two of them edit the cell. */
  const onDoubleClick = ({ target }: MouseEvent) => {
    if (options.open || !(target instanceof Element) || !isOfRow(target)) return
    const row = rowAt(options, target)
    const column = columnOf(target)
    if (row && column !== undefined) options.edit(row.original, column)
  }
  const onAuxClick = (event: MouseEvent) => {
    if (event.button === 1 && event.target instanceof Element) openApart(event, event.target)
  }
  /** The middle button would scroll. */
  const onMouseDown = (event: MouseEvent) => {
    if (event.button === 1 && event.target instanceof Element && rowAt(options, event.target)) event.preventDefault()
  }
  return { onClick, onDoubleClick, onAuxClick, onMouseDown }
}

/** Does pressing this lead to a record? */
function leads(target: HTMLElement | null): boolean {
  return target?.dataset.act === 'open' || target?.dataset.act === 'link'
}

/** The column of a cell, or of something in it. */
function columnOf(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-col]')?.dataset.col
}

/** Is this the row itself, and nothing that does something of its own? */
function isOfRow(element: Element): boolean {
  return element.closest('button,a,input,label,[role="switch"],.s-td-select,.s-td-handle,.s-td-actions,.s-panel') === null
}

/** A press that ends the selection of a text is none on the row. */
function isSelecting(): boolean {
  const selection = window.getSelection()
  return selection !== null && !selection.isCollapsed && selection.toString().trim() !== ''
}

function isCut(cell: HTMLElement): boolean {
  return [cell, ...cell.querySelectorAll<HTMLElement>('.s-cut,.s-lines,.s-into')].some(
    (part) => part.scrollWidth > part.clientWidth || (part.className === 's-lines' && part.scrollHeight > part.clientHeight + 1),
  )
}

interface Act {
  options: GridEventOptions
  target: HTMLElement
  event: MouseEvent
  row: TableRow | undefined
}

/** What each `data-act` does. */
const acts: Readonly<Record<string, (act: Act) => void>> = {
  sort: ({ options, target }) => {
    const { crud } = options
    void crud.setSort(nextSort(crud.state.query.sort, target.dataset.field ?? '', usualSort(crud.page, crud.state.query)))
  },
  selectAll: ({ options }) => options.table.toggleAllRowsSelected(!options.table.getIsAllRowsSelected()),
  // The row's own handler also knows ranges (Shift).
  select: ({ row, event }) => row?.getToggleSelectedHandler({ deselectParents: true })(event),
  expand: ({ row }) => row?.toggleExpanded(),
  panel: ({ options, row }) => row && options.panel(row.id),
  open: ({ options, row }) => row && options.open && options.run(options.open, [row.original]),
  run: ({ options, row, target }) => row && options.run(target.dataset.name ?? '', [row.original]),
  more: ({ options, row, target }) => {
    const box = target.getBoundingClientRect()
    const beside = target.parentElement?.querySelector<HTMLElement>('[data-act="run"]')?.dataset.name
    if (row) openMenu(options, row.original, { x: box.left, y: box.bottom }, beside)
  },
  switch: ({ options, row, target }) => {
    const name = target.dataset.field ?? ''
    const field = options.crud.page.fields[name]
    if (!row || !field) return
    const { on, off } = switchSides(field)
    const next = target.getAttribute('aria-checked') === 'true' ? off : on
    void options.crud.switchField(options.crud.keyOf(row.original), name, next)
  },
  cell: ({ options, row, target }) => row && options.edit(row.original, columnOf(target)),
  preview: ({ options, target }) => options.preview(target.dataset.src ?? '', target.title),
  reveal: ({ options, row, target }) =>
    row && void revealed(options.crud, options.crud.keyOf(row.original), target.dataset.field ?? '', row.original),
  copy: ({ options, target }) => options.copied(target.dataset.text ?? ''),
  link: ({ options, row, target }) => {
    const column = options.columns.find((c) => c.id === columnOf(target))
    if (row && column) options.go(column, row.original)
  },
}

/** Opens the menu of a row. */
export function openMenu(options: GridEventOptions, row: Row, at: { x: number; y: number }, without?: string): void {
  const run = (name: string) => options.act(name, [row])
  options.openMenu(rowMenu(options.crud, row, { names: options.names, run, without }), at)
}
