import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Fragment, type ReactNode, useLayoutEffect, useRef } from 'react'
import { GridRow, type GridRowProps } from './GridRow.tsx'

interface SortableRowsProps {
  rows: GridRowProps[]
  /** What stands below a row: its open panel. */
  below(row: GridRowProps): ReactNode
  parents: ReadonlyMap<string, string>
  onMove(moved: string, target: string): void
  label: string
}

/** The body of a list whose rows are put in order by dragging, with the mouse, by touch, or with Space and arrow keys on the handle. */
export default function SortableRows({ rows, below, parents, onMove, label }: SortableRowsProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const body = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => {
    // These rows take the place of plain ones: the row that had the focus keeps it.
    const at = body.current?.closest<HTMLElement>('[data-at]')?.dataset.at
    if (at !== undefined && document.activeElement === document.body) {
      body.current?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(at)}"]`)?.focus()
    }
  }, [])
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const moved = String(active.id)
    const target = over ? String(over.id) : moved
    // Only rows of the same parent change places: the server refuses everything else.
    if (moved !== target && parents.get(moved) === parents.get(target)) onMove(moved, target)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ container: document.body }}
    >
      <SortableContext items={rows.map((row) => row.id)} strategy={verticalListSortingStrategy}>
        <tbody ref={body}>
          {rows.map((row) => (
            <Fragment key={row.id}>
              <SortableRow row={row} label={label} />
              {below(row)}
            </Fragment>
          ))}
        </tbody>
      </SortableContext>
    </DndContext>
  )
}

function SortableRow({ row, label }: { row: GridRowProps; label: string }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: row.id,
  })
  const style = {
    transform: transform ? `translateY(${transform.y}px)` : undefined,
    transition: transition ?? undefined,
    ...(isDragging ? { position: 'relative' as const, zIndex: 3 } : {}),
  }
  const handle = (
    <td className="s-td-handle">
      <button
        ref={setActivatorNodeRef}
        type="button"
        className="s-handle"
        {...listeners}
        aria-label={label}
        aria-describedby={attributes['aria-describedby']}
        data-tip={label}
      >
        <i className="pi pi-bars" aria-hidden="true" />
      </button>
    </td>
  )
  return <GridRow {...row} rowRef={setNodeRef} style={style} handle={handle} />
}
