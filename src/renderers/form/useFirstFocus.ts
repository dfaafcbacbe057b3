import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { focusable } from '../ui/overlays/layers.ts'
import type { Place } from './rjsfParts.ts'

/**
 * A form whose record came late finds the focus on its dialog: it goes on to the first field that can be filled in, or to what is chosen
 * there already. A form that starts over goes on where it was.
 */
export function useFirstFocus(box: RefObject<HTMLElement | null>, place: Place) {
  useEffect(() => {
    const at = document.activeElement
    if (!box.current || (at !== document.body && at !== box.current.closest('[role="dialog"], main'))) return
    const all = focusable(box.current)
    const first =
      all.find((each) => !each.matches('[role="tab"], .s-form-steplist *, [readonly], [aria-readonly="true"]')) ?? all[0]
    const chosen = first?.closest('[role="radiogroup"]')?.querySelector<HTMLElement>('input:checked')
    const before = place.focus ? all.find((each) => each.id === place.focus) : undefined
    ;(before ?? chosen ?? first)?.focus({ preventScroll: true })
  }, [box, place])
  useLayoutEffect(() => {
    const { current } = box
    return () => {
      const at = document.activeElement
      place.focus = current?.contains(at) && at ? at.id : ''
      place.view.set({ counts: {} })
    }
  }, [box, place])
}
