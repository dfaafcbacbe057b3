import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'

export interface EmptyStateProps {
  icon?: string
  /** What is the case. */
  title: string
  /** Why, and what to do. */
  text?: ReactNode
  /** The button that does it. */
  action?: ReactNode
  tone?: 'empty' | 'error'
  /** The title is the heading of the page. */
  isPage?: boolean
}

/** Nothing to show, no right, or something went wrong: says why and what to do. Errors are announced. */
export function EmptyState({ icon = 'inbox', title, text, action, tone = 'empty', isPage }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className="k-empty" role={tone === 'error' ? 'alert' : undefined}>
      <span className="k-empty-icon">
        <Icon name={icon} />
      </span>
      <Title className="k-empty-title">{title}</Title>
      {text ? <div className="k-empty-text">{text}</div> : null}
      {action ? <div className="k-empty-action">{action}</div> : null}
    </div>
  )
}
