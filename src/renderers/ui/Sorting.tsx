import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import type { ReactNode } from 'react'

export interface SortingProps {
  ids: readonly string[]
  /** Do the parts stand beside one another as well, or only below? */
  grid?: boolean
  onMove(moved: string, target: string): void
  children: ReactNode
}

/** Parts that are put in order by dragging, with the mouse, by touch, or with Space and the arrow keys on their handles. */
export function Sorting({ ids, grid = false, onMove, children }: SortingProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onMove(String(active.id), String(over.id))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ container: document.body }}
    >
      <SortableContext items={[...ids]} strategy={grid ? rectSortingStrategy : verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

/** One part: its element, how far it is from its place (pixels), and the button that is dragged, which `label` names. */
export function useSorted(id: string, label: string) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id })
  const handle = (
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
  )
  return { ref: setNodeRef, away: transform, transition: transition ?? undefined, isDragging, handle }
}
