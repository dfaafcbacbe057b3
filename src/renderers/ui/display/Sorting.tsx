import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import type { ReactNode } from 'react'
import { type Translate, useWords } from '../words.tsx'

export interface SortingProps {
  ids: readonly string[]
  /** Whether parts can be arranged side by side as well as below each other. */
  grid?: boolean
  onMove(moved: string, target: string): void
  /** The part that is being dragged; null when it is put down. */
  onHold?(id: string | null): void
  children: ReactNode
}

/** Parts that are put in order by dragging, with the mouse, by touch, or with Space and the arrow keys on their handles. */
export function Sorting({ ids, grid = false, onMove, onHold, children }: SortingProps) {
  const words = useWords()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    onHold?.(null)
    if (over && over.id !== active.id) onMove(String(active.id), String(over.id))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => onHold?.(String(active.id))}
      onDragEnd={onDragEnd}
      onDragCancel={() => onHold?.(null)}
      accessibility={{
        container: document.body,
        announcements: saidOf(ids, words),
        screenReaderInstructions: { draggable: words('ui.sorting.help') },
      }}
    >
      <SortableContext items={[...ids]} strategy={grid ? rectSortingStrategy : verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

/** Announced positions while dragging; the keys of the parts mean nothing to people. */
function saidOf(ids: readonly string[], words: Translate): Announcements {
  const say = (key: string, id: unknown) => words(`ui.sorting.${key}`, { at: ids.indexOf(String(id)) + 1, n: ids.length })
  return {
    onDragStart: ({ active }) => say('lifted', active.id),
    onDragOver: ({ active, over }) => say('over', (over ?? active).id),
    onDragEnd: ({ active, over }) => say('put', (over ?? active).id),
    onDragCancel: () => say('left', ''),
  }
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
