import { useCallback, useState } from 'react'
import type { Runtime } from '../../../../runtime/app/runtime.ts'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { type Columns, draftColumns, setLayouts } from '../../../../runtime/stores/columns.ts'
import { isObject } from '../../../../schemas/isObject.ts'
import type { ListView } from '../../../../schemas/language/list/table.ts'
import type { Page } from '../../../../schemas/language/page.ts'
import type { ColumnLayout } from '../../../../schemas/language/wire/columnLayout.ts'
import { useRuntime } from '../../../context.tsx'
import { useValue } from '../../../useValue.ts'

const prefix = 'kontor.layout.'

/**
 * How the person has arranged the columns of a screen. The server keeps it, so that they have it everywhere; one that keeps no views leaves
 * it to this browser, and while another person is looked through it lasts as long as the page. A saved view has columns of its own, and
 * what is changed there is part of the view once it is saved.
 */
export function useColumnLayout(crud: Crud): [ColumnLayout, SetLayout] {
  const { stores, lens } = useRuntime()
  const { id } = crud.page
  const kept = useValue(stores.columns, (s) => s.layouts[id])
  const [own] = useState(() => (crud.savesViews ? none : read(id)))
  const view = useValue(crud.state, (s) => s.query.view)
  const ofView = useValue(stores.columns, (s) => (view === undefined ? undefined : viewLayout(s, id, view)))
  const layout = ofView ?? kept ?? own
  const set = useCallback(
    (change: Parameters<SetLayout>[0]) => {
      const next = (before: ColumnLayout) => (typeof change === 'function' ? change(before) : change)
      const at = crud.state.query.view
      const now = at === undefined ? undefined : viewLayout(stores.columns, id, at)
      if (at !== undefined && now) return draftColumns(stores.columns, at, withoutEmpty(next(now)))
      // Several changes may come before the list is drawn again: each is one of what is kept by then.
      const mine = withoutEmpty(next(stores.columns.layouts[id] ?? own))
      setLayouts(stores.columns, { ...stores.columns.layouts, [id]: mine })
      if (lens.key() !== '') return
      if (crud.savesViews) crud.saveColumns(mine)
      else keep(prefix + id, JSON.stringify(mine))
    },
    [stores, lens, crud, id, own],
  )
  return [layout, set]
}

/** The same outside of components, as far as it is known by now. */
export function layoutOf({ stores }: Runtime, { page, savesViews, state }: Crud): ColumnLayout {
  const { view } = state.query
  const ofView = view === undefined ? undefined : viewLayout(stores.columns, page.id, view)
  return ofView ?? stores.columns.layouts[page.id] ?? (savesViews ? none : read(page.id))
}

/** The columns of a saved view, as the person has changed them since; undefined where there is no such view. */
function viewLayout({ views, drafts }: Columns, screen: string, id: number): ColumnLayout | undefined {
  return drafts[id] ?? views?.[screen]?.list.find((view) => view.id === id)?.columns
}

const none: ColumnLayout = {}

/** Without what is as the page says. */
function withoutEmpty(layout: ColumnLayout): ColumnLayout {
  return Object.fromEntries(Object.entries(layout).filter(([, part]) => Object.keys(part ?? {}).length > 0))
}

export type SetLayout = (next: ColumnLayout | ((layout: ColumnLayout) => ColumnLayout)) => void

/** Names of the columns of a list that are shown in a layout. */
export function shownColumns(page: Page, { hidden = {} }: ColumnLayout): string[] {
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

function read(pageId: string): ColumnLayout {
  try {
    const stored: unknown = JSON.parse(readText(prefix + pageId) ?? '{}')
    return isObject(stored) ? stored : none
  } catch {
    return none // somebody else wrote there
  }
}
