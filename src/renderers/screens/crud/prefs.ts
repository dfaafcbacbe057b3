import { useState } from 'react'

const prefix = 'kontor.columns.'

/** Which columns the person has shown or hidden on a screen; kept in this browser. */
export function useHiddenColumns(pageId: string): [Record<string, boolean>, (next: Record<string, boolean>) => void] {
  const [hidden, setHidden] = useState(() => read(pageId))
  const set = (next: Record<string, boolean>) => {
    setHidden(next)
    try {
      localStorage.setItem(prefix + pageId, JSON.stringify(next))
    } catch {
      // Storage is forbidden or full: the choice lasts as long as the page.
    }
  }
  return [hidden, set]
}

function read(pageId: string): Record<string, boolean> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(prefix + pageId) ?? '{}')
    if (stored === null || typeof stored !== 'object') return {}
    return Object.fromEntries(Object.entries(stored).filter((part): part is [string, boolean] => typeof part[1] === 'boolean'))
  } catch {
    return {}
  }
}
