import { useLayoutEffect, useRef } from 'react'
import type { BoxWatch } from './boxWatch.ts'

interface EdgesProps {
  watch: BoxWatch
  /** Width in px of what stays at each edge, and of all columns. */
  before: number
  after: number
  width: number
}

/** A line and a shade beside the columns that stay at an edge while others lie below them; above the table, so that no cell is restyled. */
export function Edges({ watch, before, after, width }: EdgesProps) {
  const start = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const draw = () => {
      const height = `${Math.min(watch.height, watch.table)}px`
      place(start.current, watch.left > 0, { insetInlineStart: `${before}px`, height })
      const more = watch.width > 0 && watch.left + watch.width < width - 1
      place(end.current, more, { insetInlineEnd: `${after + watch.bar}px`, height })
    }
    draw()
    // Drawn after the other listeners have read their sizes: reading after a change forces a layout. It is still the same frame.
    let frame = 0
    const stop = watch.subscribe(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(draw)
    })
    return () => {
      cancelAnimationFrame(frame)
      stop()
    }
  }, [watch, before, after, width])
  return (
    <>
      <div ref={start} className="s-edge" data-edge="before" />
      <div ref={end} className="s-edge" data-edge="after" />
    </>
  )
}

function place(edge: HTMLElement | null, isShown: boolean, style: Partial<CSSStyleDeclaration>): void {
  if (!edge) return
  edge.toggleAttribute('data-on', isShown)
  Object.assign(edge.style, style)
}
