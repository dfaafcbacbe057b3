import type { MouseEvent, ReactNode } from 'react'
import { useHref } from 'react-router-dom'
import { linkPath } from '../../../../runtime/navigation/recordPath.ts'
import { useRuntime } from '../../../context.tsx'

interface DetailLinkProps {
  /** The other screen, and the filters of its list; the key alone leads to that record. */
  page: string
  query: Readonly<Record<string, string>>
  children: ReactNode
}

/** A value that leads to another screen; where the person has not that screen it is only the value. */
export function DetailLink({ page, query, children }: DetailLinkProps) {
  const runtime = useRuntime()
  const route = runtime.routes().find((each) => each.pageId === page)
  const path = linkPath(route?.path ?? '/', query)
  const href = useHref(path)
  if (!route) return children
  const go = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    runtime.navigation.go({ type: 'path', path })
  }
  return (
    <a className="s-link" href={href} onClick={go}>
      {children}
    </a>
  )
}
