import type { Key } from '../../../../runtime/rows.ts'
import { focusLine, rowIn } from '../grid/tabStops.ts'
import type { CellProps } from './cellProps.ts'

/** Where the keyboard goes on when a cell is done: to another one, to its row, or nowhere (something else was pressed). */
export type CellMove = 'down' | 'up' | 'next' | 'previous' | 'row' | 'stay'

/** Goes on from a cell; where there is no other one its row takes the focus. */
export function moveOn(props: CellProps, move: CellMove): void {
  if (move === 'stay') return
  const { crud, cell } = props
  const to = move === 'row' ? undefined : cellAt(props, move)
  focusRow(props, to?.key ?? cell.key)
  if (!to) return
  void crud.editCell(to.key, to.name).then((isOpen) => isOpen || focusRow(props, to.key))
}

/** The row keeps being drawn while it has the focus, or had it last. */
function focusRow({ table, goTo }: CellProps, key: Key): void {
  const row = rowIn(table, String(key))
  if (row) focusLine(row)
  else goTo.current?.(String(key))
}

function cellAt(
  { crud, env, model, cell }: CellProps,
  move: Exclude<CellMove, 'row' | 'stay'>,
): { key: Key; name: string } | undefined {
  const { name } = cell.field
  const rows = model.table.getRowModel().rows.map((row) => row.original)
  const at = rows.findIndex((row) => crud.keyOf(row) === cell.key)
  const row = rows[at]
  if (move === 'next' || move === 'previous') {
    const names = model.visible.flatMap((grid) => (grid.edits && row && env.canSwitch(row, grid.id) ? [grid.id] : []))
    const to = names[names.indexOf(name) + (move === 'next' ? 1 : -1)]
    return to === undefined ? undefined : { key: cell.key, name: to }
  }
  const others = move === 'down' ? rows.slice(at + 1) : rows.slice(0, Math.max(0, at)).reverse()
  const to = others.find((other) => env.canSwitch(other, name))
  return to && { key: crud.keyOf(to), name }
}
