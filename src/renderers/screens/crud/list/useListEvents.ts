import { type KeyboardEvent, type SyntheticEvent, useEffect, useMemo, useRef } from 'react'
import { lazyModule } from '../../../../runtime/crud/actions/lazyModule.ts'
import { useRuntime } from '../../../context.tsx'
import { withWords } from '../../../loadedWords.ts'
import { finder, takeRowStop } from '../grid/tabStops.ts'
import { columnWords } from '../head/columnWords.ts'
import { afterPaint } from '../whenIdle.ts'
import type { ListEventOptions } from './listEvents.ts'

const keys = /^(Arrow\w+|Page\w+|Home|End|Enter|F2| |ContextMenu)$/

/**
 * The handlers of a list. Their code comes once the first rows are painted; what is pressed before is pressed again when it is there, and
 * what is pressed until then waits for its turn.
 */
export function useListEvents(options: ListEventOptions, isReady: boolean) {
  const runtime = useRuntime()
  const code = useMemo(() => lazyModule(() => withWords(runtime, columnWords, () => import('./listEvents.ts'))), [runtime])
  const latest = useRef(options)
  latest.current = options
  /** Presses held back. */
  const held = useRef(0)
  useEffect(() => {
    if (isReady) afterPaint(() => void code.get().catch(() => undefined)) // a failure shows when something is pressed
  }, [code, isReady])
  const handle = (event: SyntheticEvent) => {
    const own = code.now()
    if (event.type === 'focus') takeRowStop(event.target) // Tab may follow at once
    const again = own && held.current === 0 ? undefined : repeatOf(event)
    if (own && !again) return own.handleListEvent(options, event)
    if (again) held.current++
    const repeat = () => {
      const waiting = held.current - 1
      held.current = 0 // nothing is before this one
      again?.()
      held.current = waiting
    }
    const failed = () => {
      held.current = 0
      runtime.notices.push('error', runtime.words.say('ui.crud.notLoaded'))
    }
    void code.get().then((loaded) => {
      if (event.type === 'focus') loaded.handleListEvent(latest.current, event)
      else if (again) setTimeout(repeat) // each on its own: what one changes is drawn before the next
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
    const { activeElement } = document
    const at = activeElement && list.contains(activeElement) ? activeElement : now()
    if (at instanceof HTMLButtonElement && /^(Enter| )$/.test(key)) at.click()
    else at?.dispatchEvent(new window.KeyboardEvent('keydown', init))
  }
}
