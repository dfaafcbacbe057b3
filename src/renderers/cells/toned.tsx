import type { ReactNode } from 'react'

/** A text in the tone of this class; without one the text alone: a list has many of them, and an element less is drawn sooner. */
export function toned(text: string, className: string | undefined): ReactNode {
  return className ? <span className={className}>{text}</span> : text
}

/** The class of a signed figure: green above nothing, red below; none for nothing. */
export function gainOrLoss(figure: number): 's-gain' | 's-loss' | undefined {
  if (figure === 0) return undefined
  return figure > 0 ? 's-gain' : 's-loss'
}
