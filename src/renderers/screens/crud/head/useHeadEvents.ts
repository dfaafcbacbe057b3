import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, type SyntheticEvent, useMemo } from 'react'
import { lazyModule } from '../../../../runtime/crud/actions/lazyModule.ts'
import { useRuntime } from '../../../context.tsx'
import { withWords } from '../../../loadedWords.ts'
import { columnWords } from './columnWords.ts'
import type { HeadContext } from './headActions.ts'

const keys = new Set(['ArrowLeft', 'ArrowRight', 'ArrowDown', 'Home', 'End', 'ContextMenu', 'F10'])

/** What is done with the names of the columns beyond sorting; its code comes when the pointer or the focus does. */
export function useHeadEvents(context: HeadContext) {
  const runtime = useRuntime()
  const code = useMemo(() => lazyModule(() => withWords(runtime, columnWords, () => import('./headActions.ts'))), [runtime])
  type Code = Awaited<ReturnType<typeof code.get>>
  const failed = () => runtime.notices.push('error', runtime.words.say('ui.crud.notLoaded'))
  const use = (act: (own: Code) => void) => {
    const now = code.now()
    if (now) act(now)
    else void code.get().then(act, failed)
  }
  // A failure shows when something is done.
  const preload = () => void code.get().catch(() => undefined)
  return {
    onPointerOver: (event: PointerEvent) => void (headAt(event) && preload()),
    onFocus(event: FocusEvent) {
      const head = headAt(event)
      if (!head) return
      preload()
      takeTabStop(head)
    },
    onPointerDown(event: PointerEvent) {
      const head = headAt(event)
      if (!head || event.button !== 0 || event.pointerType === 'touch') return
      const isEdge = isOnEdge(event)
      if (isEdge) event.preventDefault() // no text is marked
      const { clientX, pointerId } = event
      use((own) => (isEdge ? own.beginSize : own.beginMove)(context, head, { clientX, pointerId }))
    },
    onDoubleClick(event: MouseEvent) {
      const head = headAt(event)
      if (head && isOnEdge(event)) use((own) => own.fitColumn(context, head))
    },
    onContextMenu(event: MouseEvent) {
      const head = headAt(event)
      if (!head) return
      event.preventDefault()
      const at = { x: event.clientX, y: event.clientY }
      use((own) => own.openHeadMenu(context, head, at))
    },
    onKeyDown(event: KeyboardEvent) {
      const head = headAt(event)
      const isOther = event.ctrlKey || event.metaKey || (event.key === 'F10' && !event.shiftKey)
      if (!head || !keys.has(event.key) || isOther) return
      event.preventDefault()
      const { key, shiftKey, altKey } = event
      // Keys that came while the code was loading go on from where the ones before have led.
      use((own) => own.pressHeadKey(context, focusedHead() ?? head, { key, shiftKey, altKey }))
    },
  }
}

function headAt({ target }: SyntheticEvent): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('th[data-col]') : null
}

function focusedHead(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('th[data-col]') ?? null
}

function isOnEdge({ target }: SyntheticEvent): boolean {
  return target instanceof Element && target.closest('.s-size') !== null
}

/** Tab leads to one name of a column, arrow keys to the others. */
function takeTabStop(head: HTMLElement): void {
  for (const other of head.parentElement?.querySelectorAll<HTMLElement>('.s-head') ?? [])
    other.tabIndex = head.contains(other) ? 0 : -1
}
