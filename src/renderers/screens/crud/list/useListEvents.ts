import { type KeyboardEvent, type SyntheticEvent, useEffect, useMemo, useRef } from 'react'
import { lazyModule } from '../../../../runtime/crud/actions/lazyModule.ts'
import { useRuntime } from '../../../context.tsx'
import { withWords } from '../../../loadedWords.ts'
import { takeRowStop } from '../grid/tabStops.ts'
import { columnWords } from '../head/columnWords.ts'
import type { ListEventOptions } from './listEvents.ts'

const keys = /^(Arrow(Up|Down|Left|Right)|Page(Up|Down)|Home|End|Enter|F2| |ContextMenu)$/

/**
 * The handlers of a list. Their code comes once the first rows are painted; what is pressed before is pressed again when it is there.
 */
export function useListEvents(options: ListEventOptions, isReady: boolean) {
  const runtime = useRuntime()
  const code = useMemo(() => lazyModule(() => withWords(runtime, columnWords, () => import('./listEvents.ts'))), [runtime])
  const latest = useRef(options)
  latest.current = options
  // A failure shows when something is pressed.
  useEffect(() => (isReady ? afterPaint(() => void code.get().catch(() => undefined)) : undefined), [code, isReady])
  const handle = (event: SyntheticEvent) => {
    const own = code.now()
    if (event.type === 'focus') takeRowStop(event.target) // Tab may follow at once
    if (own) return own.handleListEvent(options, event)
    const again = repeatOf(event)
    const failed = () => runtime.notices.push('error', runtime.words.say('ui.crud.notLoaded'))
    void code.get().then((loaded) => {
      if (event.type === 'focus') loaded.handleListEvent(latest.current, event)
      else if (again) setTimeout(again) // each on its own: what one changes is drawn before the next
    }, failed)
  }
  return {
    onClick: handle,
    onAuxClick: handle,
    onMouseDown: handle,
    onDoubleClick: handle,
    onKeyDown: handle,
    onFocus: handle,
    onPointerOver: handle,
    onPointerDown: handle,
    onContextMenu: handle,
  }
}

/** Holds a press back and returns a function that repeats it. Rows may have been replaced by then: code for dragging or scrolling redraws them. */
function repeatOf(event: SyntheticEvent): (() => void) | undefined {
  const { target, currentTarget: list } = event
  if (!(target instanceof HTMLElement) || !(list instanceof HTMLElement)) return undefined
  if (event.type === 'click' && target.closest('[data-act],tr[data-id]')) {
    event.preventDefault()
    const now = finder(list, target)
    return () => now()?.click()
  }
  if (event.type !== 'keydown' || !target.matches('tr[data-id],.s-head')) return undefined
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event as KeyboardEvent
  if (!keys.test(key) || ctrlKey || metaKey) return undefined
  event.preventDefault()
  const init = { key, shiftKey, altKey, bubbles: true, cancelable: true }
  const now = finder(list, target)
  return () => {
    if (!target.isConnected) now()?.focus()
    const { activeElement } = document
    const at = activeElement && list.contains(activeElement) ? activeElement : now()
    at?.dispatchEvent(new window.KeyboardEvent('keydown', init))
  }
}

/** Returns a function that finds the pressed element, or its replacement: the same row, and the same place among that row's `data-act` elements. */
function finder(list: HTMLElement, target: HTMLElement): () => HTMLElement | null | undefined {
  const id = target.closest<HTMLElement>('[data-id]')?.dataset.id
  const row = () => (id === undefined ? null : list.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`))
  const acting = () => [...(row()?.querySelectorAll<HTMLElement>('[data-act]') ?? [])]
  const act = target.closest<HTMLElement>('[data-act]')
  const at = act ? acting().indexOf(act) : -1
  const column = target.closest<HTMLElement>('[data-col]')?.dataset.col
  return () => {
    if (target.isConnected) return target
    if (at >= 0) return acting()[at]
    return (column && row()?.querySelector<HTMLElement>(`[data-col="${CSS.escape(column)}"]`)) || row()
  }
}

function afterPaint(act: () => void): () => void {
  let timer = 0
  const frame = requestAnimationFrame(() => {
    timer = window.setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
