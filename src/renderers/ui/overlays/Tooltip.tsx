import { cloneElement, type ReactElement, useEffect, useRef } from 'react'
import { placeAt } from './Popover.tsx'

export interface TooltipProps {
  /** Empty: no tooltip. */
  text: string | undefined
  /** One element; it must be able to take attributes. */
  children: ReactElement<Record<string, unknown>>
  /** The text adds something to the element's name: then it is its accessible description too. */
  describes?: boolean
}

/** Adds a tooltip to an element (shown by the one TooltipLayer). Any element may carry `data-tip` directly instead. */
export function Tooltip({ text, children, describes }: TooltipProps) {
  if (!text) return children
  return cloneElement(children, { 'data-tip': text, ...(describes ? { 'aria-description': text } : {}) })
}

const wait = 350

/**
 * Shows `data-tip` of whatever is hovered or focused by keyboard; mounted once by the shell. `data-tip=""` on an element that is cut
 * (wider inside than outside) shows its whole text. One layer for all: thousands of cells cost nothing.
 */
export function TooltipLayer() {
  const tip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const el = tip.current
    if (!el) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let shownFor: Element | null = null
    const hide = () => {
      clearTimeout(timer)
      shownFor = null
      if (el.matches(':popover-open')) el.hidePopover()
    }
    const show = (target: HTMLElement, text: string) => {
      shownFor = target
      el.textContent = text
      if (!el.matches(':popover-open')) el.showPopover()
      const box = target.getBoundingClientRect()
      const { left, top } = placeAt(box, { width: el.offsetWidth, height: el.offsetHeight }, 'bottom-start', {
        width: innerWidth,
        height: innerHeight,
      })
      const centred = box.left + box.width / 2 - el.offsetWidth / 2
      el.style.left = `${Math.max(8, Math.min(box.width < 80 ? centred : left, innerWidth - el.offsetWidth - 8))}px`
      el.style.top = `${top}px`
    }
    const over = (event: Event) => {
      const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null
      if (target === shownFor && target) return
      hide()
      if (!target || (event.type === 'focusin' && !target.matches(':focus-visible'))) return
      const said = target.dataset.tip
      const text = said || (target.scrollWidth > target.clientWidth ? (target.textContent ?? '') : '')
      if (text) timer = setTimeout(() => target.isConnected && show(target, text), event.type === 'focusin' ? 0 : wait)
    }
    const onKey = (event: KeyboardEvent) => {
      // What is pressed or picked up is known, and may move away from its tip.
      if (/^(?:Escape|Enter| )$/.test(event.key)) hide()
    }
    const events = ['pointerover', 'focusin'] as const
    const hiders = ['pointerdown', 'focusout', 'wheel'] as const
    for (const name of events) document.addEventListener(name, over)
    for (const name of hiders) document.addEventListener(name, hide, { passive: true })
    document.addEventListener('keydown', onKey)
    return () => {
      hide()
      for (const name of events) document.removeEventListener(name, over)
      for (const name of hiders) document.removeEventListener(name, hide)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  return <div ref={tip} popover="manual" className="k-tip" aria-hidden="true" />
}
