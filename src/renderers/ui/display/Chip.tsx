import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { Icon } from '../Icon.tsx'

export interface ChipProps {
  children: ReactNode
  /** Quiet words before the value: the filter's name. */
  name?: string
  onRemove?: (event: MouseEvent<HTMLElement>) => void
  /** Name of the cross: "Remove filter Status". */
  removeLabel?: string
  onClick?: (event: MouseEvent<HTMLElement>) => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  /** It opens a dialog, which is open or not. */
  expanded?: boolean
}

/** A small removable fact: an active filter, a chosen value. */
export function Chip({ children, name, onRemove, removeLabel, onClick, onKeyDown, expanded }: ChipProps) {
  const text = (
    <>
      {name ? <span className="k-chip-name">{name}</span> : null}
      <span className="k-chip-value">{children}</span>
    </>
  )
  return (
    <span className="k-chip">
      {onClick ? (
        <button
          type="button"
          className="k-chip-text"
          aria-haspopup={expanded === undefined ? undefined : 'dialog'}
          aria-expanded={expanded}
          onClick={onClick}
          onKeyDown={onKeyDown}
        >
          {text}
        </button>
      ) : (
        <span className="k-chip-text">{text}</span>
      )}
      {onRemove ? (
        <button type="button" className="k-chip-x" aria-label={removeLabel} data-tip={removeLabel} onClick={onRemove}>
          <Icon name="times" />
        </button>
      ) : null}
    </span>
  )
}
