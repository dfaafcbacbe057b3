import type { MouseEvent, ReactNode } from 'react'
import { useRuntime } from '../../../context.tsx'

interface DetailLinkProps {
  /** The other screen, and the filters of its list. */
  page: string
  query: Readonly<Record<string, string>>
  children: ReactNode
}

/** A value that leads to another screen; where the person has not that screen it is only the value. */
export function DetailLink({ page, query, children }: DetailLinkProps) {
  const runtime = useRuntime()
  const route = runtime.routes().find((each) => each.pageId === page)
  if (!route) return children
  const path = `${route.path}?${new URLSearchParams(query).toString()}`
  const go = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    runtime.navigation.go({ type: 'path', path })
  }
  return (
    <a className="s-link" href={path} onClick={go}>
      {children}
    </a>
  )
}
