import type { FocusEvent, KeyboardEvent, MouseEvent, PointerEvent, SyntheticEvent } from 'react'
import { type GridEventOptions, rowEvents } from '../grid/rowEvents.ts'
import type { HeadContext } from '../head/headContext.ts'
import { headEvents } from '../head/headEvents.ts'

export interface ListEventOptions {
  rows: GridEventOptions
  head: HeadContext
}

/** What a list does at an event on its rows or its head. */
export function handleListEvent({ rows, head }: ListEventOptions, event: SyntheticEvent): void {
  const ofRows = rowEvents(rows)
  const ofHead = headEvents(head)
  const handlers: Readonly<Record<string, () => void>> = {
    click: () => ofRows.onClick(event as MouseEvent),
    auxclick: () => ofRows.onAuxClick(event as MouseEvent),
    mousedown: () => ofRows.onMouseDown(event as MouseEvent),
    dblclick: () => {
      ofRows.onDoubleClick(event as MouseEvent)
      ofHead.onDoubleClick(event as MouseEvent)
    },
    keydown: () => {
      ofRows.onKeyDown(event as KeyboardEvent)
      ofHead.onKeyDown(event as KeyboardEvent)
    },
    focus: () => ofHead.onFocus(event as FocusEvent),
    pointerover: () => ofRows.onPointerOver(event as PointerEvent),
    pointerdown: () => ofHead.onPointerDown(event as PointerEvent),
    contextmenu: () => ofHead.onContextMenu(event as MouseEvent),
  }
  handlers[event.type === 'focusin' ? 'focus' : event.type]?.()
}
