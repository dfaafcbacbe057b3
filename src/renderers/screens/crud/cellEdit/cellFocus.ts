import { type PointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react'

/** What takes the keys of a cell. */
export function controlIn(own: HTMLElement | null): HTMLElement | null {
  return own?.querySelector<HTMLElement>('input,[role="combobox"]') ?? null
}

/** A cell that is opened takes the focus; one that comes back refused only where nobody types elsewhere meanwhile. */
export function useCellFocus(own: RefObject<HTMLElement | null>, table: HTMLElement, phase: 'open' | 'refused'): void {
  // Not sooner: what is around the control is not there yet when it is drawn first.
  useEffect(() => {
    const { activeElement } = document
    const isIdle =
      activeElement === document.body || (activeElement instanceof HTMLTableRowElement && table.contains(activeElement))
    const isWithin = own.current?.contains(activeElement) ?? false
    if (isWithin || (phase === 'refused' && !isIdle)) return
    const control = controlIn(own.current)
    control?.focus({ preventScroll: true })
    if (control instanceof HTMLInputElement) control.select()
    own.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [own, table, phase])
}

/** Calls back when something else is pressed, floating parts of the own control apart. Returns the handler of presses within. */
export function usePressOutside(act: () => void): (event: PointerEvent<HTMLElement>) => void {
  const within = useRef<Event | null>(null)
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const pressed = (event: Event) => {
      if (within.current !== event) latest.current()
    }
    document.addEventListener('pointerdown', pressed)
    return () => document.removeEventListener('pointerdown', pressed)
  }, [])
  return useCallback((event: PointerEvent<HTMLElement>) => {
    within.current = event.nativeEvent
    event.currentTarget.dataset.by = 'pointer'
  }, [])
}
