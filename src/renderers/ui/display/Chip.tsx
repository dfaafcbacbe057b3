import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'

export interface ChipProps {
  children: ReactNode
  /** Quiet words before the value: the filter's name. */
  name?: string
  onRemove?: () => void
  /** Name of the cross: "Remove filter Status". */
  removeLabel?: string
  onClick?: () => void
}

/** A small removable fact: an active filter, a chosen value. */
export function Chip({ children, name, onRemove, removeLabel, onClick }: ChipProps) {
  const text = (
    <>
      {name ? <span className="k-chip-name">{name}</span> : null}
      <span className="k-chip-value">{children}</span>
    </>
  )
  return (
    <span className="k-chip">
      {onClick ? (
        <button type="button" className="k-chip-text" onClick={onClick}>
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
