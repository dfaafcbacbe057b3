import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { cx } from '../control.ts'
import { useLayer } from './layers.ts'

export type Placement = 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end' | 'right-start'

export interface PopoverProps {
  /** Its anchor: an element, or a point of the viewport. */
  anchor: RefObject<HTMLElement | null> | { x: number; y: number }
  onClose: () => void
  children: ReactNode
  placement?: Placement
  /** At least as wide as the anchor. */
  matchWidth?: boolean
  className?: string
  id?: string
  role?: string
  label?: string
}

const gap = 4
const edge = 8

interface Size {
  width: number
  height: number
}

/** Left and top of a box at the anchor, turned over where it would leave the window. */
export function placeAt(
  anchor: DOMRect,
  { width: w, height: h }: Size,
  placement: Placement,
  win: Size,
): { left: number; top: number } {
  const beside = placement === 'right-start'
  let left = beside ? anchor.right + gap : placement.endsWith('end') ? anchor.right - w : anchor.left
  if (beside && left + w > win.width - edge) left = anchor.left - w - gap
  let top = beside ? anchor.top : placement.startsWith('top') ? anchor.top - h - gap : anchor.bottom + gap
  const below = anchor.bottom + gap
  if (!beside && top < edge) top = below
  if (!beside && top === below && top + h > win.height - edge && anchor.top - h - gap >= edge) top = anchor.top - h - gap
  left = Math.max(edge, Math.min(left, win.width - w - edge))
  top = Math.max(edge, Math.min(top, win.height - h - edge))
  return { left, top }
}

function anchorRect(anchor: PopoverProps['anchor']): DOMRect | null {
  if ('x' in anchor) return new DOMRect(anchor.x, anchor.y, 0, 0)
  return anchor.current?.getBoundingClientRect() ?? null
}

/** A floating panel in the browser's top layer. Mount it to open it: what carries data-autofocus takes the focus; Escape and a press outside close it. */
export function Popover({
  anchor,
  onClose,
  children,
  placement = 'bottom-start',
  matchWidth,
  className,
  id,
  role,
  label,
}: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useLayer(true, onClose)

  useLayoutEffect(() => {
    const el = panel.current
    if (!el) return
    const place = () => {
      const at = anchorRect(anchor)
      if (!at) return
      if (matchWidth) el.style.minWidth = `${at.width}px`
      const size = { width: el.offsetWidth, height: el.offsetHeight }
      const { left, top } = placeAt(at, size, placement, { width: innerWidth, height: innerHeight })
      el.style.left = `${left}px`
      el.style.top = `${top}px`
    }
    el.showPopover()
    place()
    el.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
    const sized = new ResizeObserver(place)
    sized.observe(el)
    addEventListener('scroll', place, true)
    addEventListener('resize', place)
    return () => {
      sized.disconnect()
      removeEventListener('scroll', place, true)
      removeEventListener('resize', place)
    }
  }, [anchor, placement, matchWidth])

  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      const target = event.target as Node
      const onAnchor = 'current' in anchor && anchor.current?.contains(target)
      if (!panel.current?.contains(target) && !onAnchor) close.current()
    }
    document.addEventListener('pointerdown', onPress, true)
    return () => document.removeEventListener('pointerdown', onPress, true)
  }, [anchor])

  return (
    <div ref={panel} id={id} popover="manual" {...(role && { role, 'aria-label': label })} className={cx('k-popover', className)}>
      {children}
    </div>
  )
}
