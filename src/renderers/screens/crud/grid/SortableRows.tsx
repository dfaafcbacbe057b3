import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { Sorting, useSorted } from '../../../ui/display/Sorting.tsx'
import type { RowComponent } from './body.ts'
import { GridRow, type GridRowProps } from './GridRow.tsx'
import type { TableRow } from './lines.ts'

interface SortableRowsProps {
  rows: readonly TableRow[]
  onMove(moved: string, target: string): void
  label: string
  /** Draws the body; `held` is the row that is being dragged. */
  children(Row: RowComponent, held: string | null): ReactNode
}

/** The body of a list whose rows are put in order by dragging, with the mouse, by touch, or with Space and arrow keys on the handle. */
export default function SortableRows({ rows, onMove, label, children }: SortableRowsProps) {
  const [held, setHeld] = useState<string | null>(null)
  const ids = useMemo(() => rows.map((row) => row.id), [rows])
  const Row = useMemo<RowComponent>(
    () =>
      function Sortable({ row }) {
        return <SortableRow row={row} label={label} />
      },
    [label],
  )
  // Only rows of the same parent change places: the server refuses everything else.
  const move = (moved: string, target: string) => {
    const parent = (id: string) => rows.find((row) => row.id === id)?.parentId
    if (parent(moved) === parent(target)) onMove(moved, target)
  }
  return (
    <Sorting ids={ids} onMove={move} onHold={setHeld}>
      {children(Row, held)}
    </Sorting>
  )
}

function SortableRow({ row, label }: { row: GridRowProps; label: string }) {
  const { ref, away, transition, isDragging, handle } = useSorted(row.id, label)
  const { rowRef } = row
  const refs = useCallback(
    (element: HTMLTableRowElement | null) => {
      ref(element)
      rowRef?.(element)
    },
    [ref, rowRef],
  )
  const style = {
    transform: away ? `translateY(${away.y}px)` : undefined,
    transition,
    ...(isDragging ? { position: 'relative' as const, zIndex: 3 } : {}),
  }
  return <GridRow {...row} rowRef={refs} style={style} handle={<td className="s-td-handle">{handle}</td>} />
}
