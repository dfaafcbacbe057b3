import { useState } from 'react'
import type { ListView } from '../../../../schemas/language/list/table.ts'
import type { Page } from '../../../../schemas/language/page.ts'

const prefix = 'kontor.columns.'

/** Which columns the person has shown or hidden on a screen; kept in this browser. */
export function useHiddenColumns(pageId: string): [Record<string, boolean>, (next: Record<string, boolean>) => void] {
  const [hidden, setHidden] = useState(() => read(pageId))
  const set = (next: Record<string, boolean>) => {
    setHidden(next)
    keep(prefix + pageId, JSON.stringify(next))
  }
  return [hidden, set]
}

/** Names of the columns of a list that are shown, of those that the person has shown or hidden. */
export function shownColumns(page: Page, hidden: Readonly<Record<string, boolean>> = read(page.id)): string[] {
  return page.table.columns.flatMap(({ field, hidden: usually }) => ((hidden[field] ?? usually) ? [] : [field]))
}

/** How the person wants the list of a screen drawn, of the ways that its page offers; kept in this browser. */
export function useView(page: Page): [ListView, (next: ListView) => void] {
  const key = `kontor.view.${page.id}`
  const { view } = page.table
  const [chosen, setChosen] = useState(() => readText(key))
  const set = (next: ListView) => {
    setChosen(next)
    keep(key, next)
  }
  return [view.find((each) => each === chosen) ?? view[0] ?? 'table', set]
}

function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Storage is forbidden or full: the choice lasts as long as the page.
  }
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
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
