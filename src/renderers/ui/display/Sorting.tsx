import {
  type Active,
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragStartEvent,
  type Over,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
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
import { type PointerEvent, type ReactNode, useState } from 'react'
import { useLayer } from '../overlays/layers.ts'
import { type Translate, useWords } from '../words.tsx'
import { KeySensor } from './keySensor.ts'

export interface SortingProps {
  ids: readonly string[]
  /** Whether parts can be arranged side by side as well as below each other. */
  grid?: boolean
  onMove(moved: string, target: string): void
  /** Something new (`useSource`) was dropped among the parts: before one of them, or behind the last (null). */
  onTake?(source: string, before: string | null): void
  /** The part that is being dragged; null when it is put down. */
  onHold?(id: string | null): void
  children: ReactNode
}

/** Parts that are put in order by dragging, with the mouse, by touch, or with Space and the arrow keys on their handles. */
export function Sorting({ ids, grid = false, onMove, onTake, onHold, children }: SortingProps) {
  const words = useWords()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeySensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const [isHeld, setHeld] = useState(false)
  // Escape puts the part back, which dnd-kit does, and closes nothing.
  useLayer(isHeld, () => {})
  const onDragStart = ({ active }: DragStartEvent) => {
    setHeld(true)
    if (sourceOf(active) === undefined) onHold?.(String(active.id))
  }
  const letGo = () => {
    setHeld(false)
    onHold?.(null)
  }
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    letGo()
    const source = sourceOf(active)
    if (source !== undefined) {
      if (over) onTake?.(source, over.id === zone ? null : String(over.id))
    } else if (over && over.id !== active.id) onMove(String(active.id), String(over.id))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={placeOf}
      onDragStart={onDragStart}
      onDragEnd={onDragEnd}
      onDragCancel={letGo}
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

/** The id of the place where something new can be dropped. */
const zone = ':zone'

/** What a source brings; undefined for a part that is moved. */
function sourceOf({ data }: { data: { current?: Record<string, unknown> } }): string | undefined {
  const source = data.current?.source
  return typeof source === 'string' ? source : undefined
}

/**
 * Where the dragged part would be put. A part that is moved takes the place of the nearest one, wherever the pointer is. Something new is
 * taken only inside the zone: before the first part whose middle is below the pointer, else behind the last.
 */
const placeOf: CollisionDetection = (args) => {
  const parts = args.droppableContainers.filter(({ id }) => id !== zone)
  if (sourceOf(args.active) === undefined) return closestCenter({ ...args, droppableContainers: parts })
  const around = pointerWithin({ ...args, droppableContainers: args.droppableContainers.filter(({ id }) => id === zone) })
  const { pointerCoordinates: pointer, droppableRects: rects } = args
  if (!pointer || around.length === 0) return []
  const below = parts
    .flatMap((part) => {
      const rect = rects.get(part.id)
      return rect && rect.top + rect.height / 2 > pointer.y ? [{ id: part.id, top: rect.top }] : []
    })
    .sort((a, b) => a.top - b.top)
  return below[0] ? [{ id: below[0].id }] : around
}

/** Announced positions while dragging; the keys of the parts mean nothing to people. */
function saidOf(ids: readonly string[], words: Translate): Announcements {
  const say = (key: string, id: unknown) => words(`ui.sorting.${key}`, { at: ids.indexOf(String(id)) + 1, n: ids.length })
  // Something new has no position; it is only dragged with the pointer, and a press of its button does the same.
  const saidOfPart = (key: string, part: Active, over: Over | null) =>
    sourceOf(part) === undefined ? say(key, (over ?? part).id) : undefined
  return {
    onDragStart: ({ active }) => saidOfPart('lifted', active, null),
    onDragOver: ({ active, over }) => saidOfPart('over', active, over),
    onDragEnd: ({ active, over }) => saidOfPart('put', active, over),
    onDragCancel: () => say('left', ''),
  }
}

/** Something new that can be dragged among the parts with the pointer: its element, how far it is from its place, and what starts it. */
export function useSource(source: string, disabled: boolean) {
  const { setNodeRef, transform, listeners, isDragging } = useDraggable({ id: `:new ${source}`, data: { source }, disabled })
  // Keys press its button.
  const onPointerDown = (event: PointerEvent) => listeners?.onPointerDown?.(event)
  return { ref: setNodeRef, away: transform, isDragging, onPointerDown }
}

/** The place where something new can be dropped: its element, and whether it would be put behind the last part now. */
export function useZone() {
  const { setNodeRef, isOver } = useDroppable({ id: zone })
  return { ref: setNodeRef, isOver }
}

/** One part: its element, how far it is from its place (pixels), and the button that is dragged, which `label` names. */
export function useSorted(id: string, label: string) {
  const sortable = useSortable({ id })
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging, active } = sortable
  /** Something new would be put before it. */
  const isBehind = sortable.isOver && active !== null && sourceOf(active) !== undefined
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
  return { ref: setNodeRef, away: transform, transition: transition ?? undefined, isDragging, isBehind, handle }
}
