import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { QuickSearch, type QuickSearchProps } from './QuickSearch.tsx'

export interface ToolsProps {
  title: string
  /** How many were found, in words; '' while unknown. */
  found: string
  /** The pager says it as well, and is what is read out. */
  isCounted: boolean
  quick: QuickSearchProps | null
  search: { open: boolean; count: number; label: string; onToggle(): void } | null
  /** The way to save a view. */
  views: ReactNode
  /** The filters in force, and the way to another one. */
  chips: ReactNode
  /** Quiet buttons on the right: refresh, columns, density. */
  right: ReactNode
  primary: { label: string; onClick(): void } | null
}

/** The one line above a list: what it is, how to narrow it, how many there are; what can be done with it. */
export function Tools(props: ToolsProps) {
  const { title, found, isCounted, quick, search, views, chips, right, primary } = props
  return (
    <div className="s-tools">
      <h1 className="s-tools-title">{title}</h1>
      <span className="s-tools-found" role={isCounted ? undefined : 'status'}>
        {found}
      </span>
      {quick && <QuickSearch {...quick} />}
      {search && (
        <Button look="quiet" icon="filter" aria-expanded={search.open} onClick={search.onToggle}>
          {search.label}
          {search.count > 0 && <span className="s-count">{search.count}</span>}
        </Button>
      )}
      {views}
      <span className="s-tools-chips">{chips}</span>
      <span className="s-tools-right">
        {right}
        {primary && (
          <Button look="primary" icon="plus" onClick={primary.onClick}>
            {primary.label}
          </Button>
        )}
      </span>
    </div>
  )
}
