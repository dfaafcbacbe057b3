import { type DragEvent, useMemo, useState } from 'react'
import { moveTab } from '../../../runtime/stores/tabs.ts'
import { useRuntime } from '../../context.tsx'

/** What makes tabs movable with the mouse. */
export interface TabDrag {
  /** Id of the tab that is being moved. */
  moved: string | null
  /** Properties of a tab's element. */
  of(id: string): Pick<React.HTMLAttributes<HTMLElement>, 'draggable' | 'onDragStart' | 'onDragOver' | 'onDrop' | 'onDragEnd'>
}

/** Tabs change places while one is dragged over them, as soon as the pointer is past the other's middle. */
export function useTabDrag(): TabDrag {
  const { tabs } = useRuntime().stores
  const [moved, setMoved] = useState<string | null>(null)
  return useMemo(() => {
    const end = () => setMoved(null)
    const over = (id: string, event: DragEvent<HTMLElement>) => {
      if (moved === null) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      const places = tabs.tabsView.map((tab) => tab.id)
      const [from, to] = [places.indexOf(moved), places.indexOf(id)]
      const box = event.currentTarget.getBoundingClientRect()
      const past = event.clientX - box.left - box.width / 2
      if ((from < to && past >= 0) || (from > to && past <= 0)) moveTab(tabs, moved, to)
    }
    return {
      moved,
      of: (id) => ({
        draggable: true,
        onDragStart(event) {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', '') // Firefox drags nothing without
          setMoved(id)
        },
        onDragOver: (event) => over(id, event),
        onDrop(event) {
          event.preventDefault()
          end()
        },
        onDragEnd: end,
      }),
    }
  }, [moved, tabs])
}
