import { Fragment, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Sorting, useSorted } from '../../../ui/display/Sorting.tsx'
import { GridRow, type GridRowProps } from './GridRow.tsx'

interface SortableRowsProps {
  rows: GridRowProps[]
  /** The content below a row: its open panel. */
  below(row: GridRowProps): ReactNode
  parents: ReadonlyMap<string, string>
  onMove(moved: string, target: string): void
  label: string
}

/** The body of a list whose rows are put in order by dragging, with the mouse, by touch, or with Space and arrow keys on the handle. */
export default function SortableRows({ rows, below, parents, onMove, label }: SortableRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => {
    // These rows take the place of plain ones: the row that had the focus keeps it.
    const at = body.current?.closest<HTMLElement>('[data-at]')?.dataset.at
    if (at !== undefined && document.activeElement === document.body) {
      body.current?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(at)}"]`)?.focus()
    }
  }, [])
  // Only rows of the same parent change places: the server refuses everything else.
  const move = (moved: string, target: string) => {
    if (parents.get(moved) === parents.get(target)) onMove(moved, target)
  }
  return (
    <Sorting ids={rows.map((row) => row.id)} onMove={move}>
      <tbody ref={body}>
        {rows.map((row) => (
          <Fragment key={row.id}>
            <SortableRow row={row} label={label} />
            {below(row)}
          </Fragment>
        ))}
      </tbody>
    </Sorting>
  )
}

function SortableRow({ row, label }: { row: GridRowProps; label: string }) {
  const { ref, away, transition, isDragging, handle } = useSorted(row.id, label)
  const style = {
    transform: away ? `translateY(${away.y}px)` : undefined,
    transition,
    ...(isDragging ? { position: 'relative' as const, zIndex: 3 } : {}),
  }
  return <GridRow {...row} rowRef={ref} style={style} handle={<td className="s-td-handle">{handle}</td>} />
}
