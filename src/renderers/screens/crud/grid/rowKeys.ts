import type { KeyboardEvent } from 'react'
import type { Row } from '../../../../runtime/rows.ts'
import { pressed, shortcuts } from '../../../shortcuts.ts'
import type { TableRow } from './lines.ts'
import { type GridEventOptions, openMenu, rowAt } from './rowEvents.ts'
import { focusLine, rowIn } from './tabStops.ts'

/** What a key does on a row that has the focus, and on its actions. */
export function pressRowKey(options: GridEventOptions, event: KeyboardEvent): void {
  const { target } = event
  if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
  if (target.closest('.s-td-actions')) pressActionKey(event, target)
  const row = target instanceof HTMLTableRowElement ? rowAt(options, target) : undefined
  const handler = keys[nameOf(event)]
  if (!row || !handler) return
  const line = target as HTMLTableRowElement
  if (handler({ options, line, row: row.original, tableRow: row })) event.preventDefault()
}

function nameOf(event: KeyboardEvent): string {
  if (pressed(event, 'lists.menu') >= 0) return 'ContextMenu'
  return pressed(event, 'lists.panel') >= 0 ? shortcuts['lists.panel'][0] : event.key
}

interface KeyAct {
  options: GridEventOptions
  line: HTMLTableRowElement
  row: Row
  tableRow: TableRow
}

/** True when the key did something. */
const keys: Readonly<Record<string, (act: KeyAct) => boolean>> = {
  [shortcuts['lists.rows'][1]]: (act) => goBy(act, 1),
  [shortcuts['lists.rows'][0]]: (act) => goBy(act, -1),
  PageDown: (act) => goBy(act, rowsInSight(act)),
  PageUp: (act) => goBy(act, -rowsInSight(act)),
  [shortcuts['lists.ends'][0]]: (act) => goBy(act, Number.NEGATIVE_INFINITY),
  [shortcuts['lists.ends'][1]]: (act) => goBy(act, Number.POSITIVE_INFINITY),
  [shortcuts['lists.rowActions'][0]]: ({ tableRow, line }) => {
    if (tableRow.subRows.length === 0 || tableRow.getIsExpanded()) return focusAction(line, 0)
    tableRow.toggleExpanded(true)
    return true
  },
  [shortcuts['lists.rowActions'][1]]: (act) => {
    const { options, tableRow } = act
    if (options.panel(tableRow.id, false)) return true
    if (tableRow.subRows.length > 0 && tableRow.getIsExpanded()) {
      tableRow.toggleExpanded(false)
      return true
    }
    return tableRow.parentId !== undefined && goTo(act, tableRow.parentId)
  },
  [shortcuts['lists.open'][0]]: ({ options, row }) => {
    if (options.open) options.run(options.open, [row])
    return options.open !== undefined
  },
  [shortcuts['lists.editCell'][0]]: ({ options, row }) => options.edit(row),
  [shortcuts['lists.panel'][0]]: ({ options, tableRow }) => options.panel(tableRow.id),
  [shortcuts['lists.select'][0]]: ({ options, tableRow }) => {
    if (options.selectable) tableRow.toggleSelected(undefined, { deselectParents: true })
    return true
  },
  ContextMenu: ({ options, line, row }) => {
    const box = line.getBoundingClientRect()
    openMenu(options, row, { x: box.left + 48, y: box.bottom })
    return true
  },
}

/** Left and right go along the actions of a row; left of the first, and Escape, back to the row. Down opens the menu. */
function pressActionKey(event: KeyboardEvent, target: HTMLElement): void {
  const line = target.closest<HTMLTableRowElement>('tr[data-id]')
  if (!line) return
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  const at = actionsOf(line).indexOf(target) + (by ?? 0)
  if (event.key === 'ArrowDown' && target.getAttribute('aria-haspopup') === 'menu') target.click()
  else if (event.key === 'Escape' || at < 0) line.focus({ preventScroll: true })
  else if (by === undefined || !focusAction(line, at)) return
  event.preventDefault()
}

function actionsOf(line: HTMLElement): HTMLElement[] {
  return [...line.querySelectorAll<HTMLElement>(':scope > .s-td-actions button')]
}

/** Gives an action of a row the focus; false when it has none there. */
function focusAction(line: HTMLElement, at: number): boolean {
  const action = actionsOf(line)[at]
  action?.focus({ preventScroll: true })
  return action !== undefined
}

/** Goes so many rows down, or to the last one there is. */
function goBy(act: KeyAct, count: number): boolean {
  const { rows } = act.options.table.getRowModel()
  const from = rows.findIndex((row) => row.id === act.tableRow.id)
  const to = rows[Math.max(0, Math.min(rows.length - 1, from + count))]
  return to !== undefined && goTo(act, to.id)
}

function goTo({ options, line }: KeyAct, id: string): boolean {
  const row = rowIn(line.closest('table'), id)
  if (!row) return options.goTo.current?.(id) ?? false
  focusLine(row)
  return true
}

/** Rows that one page of the keyboard passes over. */
function rowsInSight({ line }: KeyAct): number {
  const box = line.closest('.s-grid-box')
  const height = Math.min(box?.clientHeight ?? 0, window.innerHeight)
  return Math.max(1, Math.floor(height / line.offsetHeight) - 2)
}
