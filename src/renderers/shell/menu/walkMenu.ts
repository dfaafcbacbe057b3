import type { KeyboardEvent } from 'react'
import { focusedAt } from '../../ui/focused.ts'

/** Arrow keys, Home and End move through the visible entries of a menu; with `sideways` left and right do too. */
export function walkMenu(event: KeyboardEvent<HTMLElement>, sideways = false): void {
  if (event.defaultPrevented) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')].filter((el) =>
    el.checkVisibility({ visibilityProperty: true }),
  )
  const at = focusedAt(stops)
  const aside = sideways ? { ArrowRight: at + 1, ArrowLeft: at - 1 } : undefined
  const step: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1, ...aside }
  const to = step[event.key]
  if (at < 0 || to === undefined) return
  event.preventDefault()
  stops[Math.max(0, Math.min(stops.length - 1, to))]?.focus()
}
