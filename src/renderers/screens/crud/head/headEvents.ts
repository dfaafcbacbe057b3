import type { FocusEvent, KeyboardEvent, MouseEvent, PointerEvent, SyntheticEvent } from 'react'
import { beginMove, beginSize, fitColumn, openHeadMenu, pressHeadKey } from './headActions.ts'
import type { HeadContext } from './headContext.ts'

const keys = new Set(['ArrowLeft', 'ArrowRight', 'ArrowDown', 'Home', 'End', 'ContextMenu', 'F10'])

/** The handlers of the names of the columns, for what is done with them beyond sorting. */
export function headEvents(context: HeadContext) {
  return {
    onFocus(event: FocusEvent) {
      const head = headAt(event)
      if (head) takeTabStop(head)
    },
    onPointerDown(event: PointerEvent) {
      const head = headAt(event)
      if (!head || event.button !== 0 || event.pointerType === 'touch') return
      const isEdge = isOnEdge(event)
      if (isEdge) event.preventDefault() // no text is marked
      const { clientX, pointerId } = event
      const begin = isEdge ? beginSize : beginMove
      begin(context, head, { clientX, pointerId })
    },
    onDoubleClick(event: MouseEvent) {
      const head = headAt(event)
      if (head && isOnEdge(event)) fitColumn(context, head)
    },
    onContextMenu(event: MouseEvent) {
      const head = headAt(event)
      if (!head) return
      event.preventDefault()
      openHeadMenu(context, head, { x: event.clientX, y: event.clientY })
    },
    onKeyDown(event: KeyboardEvent) {
      const head = headAt(event)
      const isOther = event.ctrlKey || event.metaKey || (event.key === 'F10' && !event.shiftKey)
      if (!head || !keys.has(event.key) || isOther) return
      event.preventDefault()
      pressHeadKey(context, head, event)
    },
  }
}

function headAt({ target }: SyntheticEvent): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('th[data-col]') : null
}

function isOnEdge({ target }: SyntheticEvent): boolean {
  return target instanceof Element && target.closest('.s-size') !== null
}

/** Tab leads to one name of a column, arrow keys to the others. */
function takeTabStop(head: HTMLElement): void {
  for (const other of head.parentElement?.querySelectorAll<HTMLElement>('.s-head') ?? [])
    other.tabIndex = head.contains(other) ? 0 : -1
}
