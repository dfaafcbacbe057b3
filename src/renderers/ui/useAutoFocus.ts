import { type Ref, type RefCallback, useCallback, useRef } from 'react'

/**
 * Focuses an element when it first appears, in place of the `autofocus` attribute. Returns the element's ref; `ref` receives the
 * element too. What appears again later (a tab that wakes up) does not take the focus a second time.
 */
export function useAutoFocus<Element extends HTMLElement>(wanted: boolean | undefined, ref?: Ref<Element>): RefCallback<Element> {
  const waiting = useRef(wanted)
  return useCallback(
    (element: Element | null) => {
      if (element && waiting.current) element.focus()
      if (element) waiting.current = false
      if (typeof ref === 'function') return ref(element)
      if (ref) ref.current = element
    },
    [ref],
  )
}
