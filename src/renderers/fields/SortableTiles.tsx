import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { fileName } from '../asset.ts'
import { useWords } from '../ui/words.tsx'
import { FileTile } from './FileTile.tsx'

interface SortableTilesProps {
  urls: readonly string[]
  picture: boolean
  asset(url: string): string | undefined
  onRemove(url: string): void
  onMove(from: string, to: string): void
}

/** Stored files that are put in order by dragging, or with Space and the arrow keys on the handle. */
export function SortableTiles({ urls, onMove, ...rest }: SortableTilesProps) {
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
      <SortableContext items={[...urls]} strategy={rest.picture ? rectSortingStrategy : verticalListSortingStrategy}>
        <ul className="s-tiles">
          {urls.map((url) => (
            <SortableTile key={url} url={url} {...rest} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function SortableTile({ url, picture, asset, onRemove }: Omit<SortableTilesProps, 'urls' | 'onMove'> & { url: string }) {
  const words = useWords()
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortable({ id: url })
  const label = words('ui.upload.move', { name: fileName(url) })
  return (
    <FileTile
      ref={setNodeRef}
      style={{
        transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined,
        transition: transition ?? undefined,
      }}
      url={url}
      address={asset(url)}
      picture={picture}
      onRemove={() => onRemove(url)}
      handle={
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
      }
    />
  )
}
