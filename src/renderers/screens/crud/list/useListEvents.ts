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
      else again?.()
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

/** Holds a press back; returns what presses again. */
function repeatOf(event: SyntheticEvent): (() => void) | undefined {
  const { target } = event
  if (!(target instanceof HTMLElement)) return undefined
  if (event.type === 'click' && target.closest('[data-act],tr[data-id]')) {
    event.preventDefault()
    return () => target.click()
  }
  if (event.type !== 'keydown' || !target.matches('tr[data-id],.s-head')) return undefined
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event as KeyboardEvent
  if (!keys.test(key) || ctrlKey || metaKey) return undefined
  event.preventDefault()
  const init = { key, shiftKey, altKey, bubbles: true, cancelable: true }
  return () => (document.activeElement ?? target).dispatchEvent(new window.KeyboardEvent('keydown', init))
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
