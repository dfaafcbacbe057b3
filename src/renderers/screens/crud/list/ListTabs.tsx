import type { KeyboardEvent } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Filter, ListState } from '../../../../runtime/crud/query.ts'
import type { ListViews } from '../../../../schemas/language/wire/envelope.ts'
import { useRuntime } from '../../../context.tsx'
import { lazyComponent } from '../../../lazyComponent.tsx'
import { countText } from '../../../ui/countText.ts'
import { besideFocused } from '../../../ui/focused.ts'
import { useValue } from '../../../useValue.ts'
import { filtersOfTabs, isSame, tabFilters } from '../search/tabs.ts'
import type { ListModel } from './useListModel.ts'
import './listing.css'

const ViewTabs = lazyComponent(() => import('../views/ViewTabs.tsx').then((module) => module.default))

export interface ListTab {
  /** Key of its count. */
  id: string
  label: string
  active: boolean
  /** What it narrows the list by. */
  own: Filter[]
}

interface ListTabsProps {
  crud: Crud
  model: ListModel
  /** Those of the page. */
  tabs: readonly ListTab[]
  /** Id of the element with the rows. */
  panel: string
}

/** Ready-made narrowings of the list, one at a time: those of the page, each with the number of rows it shows, and the person's views. */
export function ListTabs(props: ListTabsProps) {
  const { crud, model, tabs } = props
  const views = useListViews(crud)
  if (model.deleted || (tabs.length === 0 && !views)) return null
  return (
    <div className="s-tabs" data-view={model.query.view === undefined ? undefined : ''}>
      {tabs.length > 0 && <PageTabs {...props} />}
      {views && <ViewTabs crud={crud} model={model} views={views} />}
    </div>
  )
}

/** The saved views of the list, where the person has any. */
function useListViews(crud: Crud): ListViews | undefined {
  const { columns } = useRuntime().stores
  const views = useValue(columns, (s) => s.views?.[crud.page.id])
  return crud.savesViews && views && views.list.length > 0 ? views : undefined
}

/** Arrow keys only move the focus: each tab is asked of the server, so it opens when pressed. */
function PageTabs({ crud, model, tabs, panel }: ListTabsProps) {
  const { t } = crud.loaded
  const { filters, view } = model.query
  const counts = useValue(crud.state, (s) => s.tabs)
  const inForce = filtersOfTabs(crud.page, filters)
  const rest = filters.filter((filter) => !inForce.includes(filter))
  const hasFront = tabs.some((tab) => tab.active)
  return (
    <div role="tablist" tabIndex={-1} className="s-page-tabs" aria-label={t('ui.list.tabs')} onKeyDown={walk}>
      {tabs.map((tab, i) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={listTabId(panel, tab)}
          className="s-tab"
          aria-selected={tab.active}
          aria-controls={panel}
          tabIndex={tab.active || (!hasFront && i === 0) ? 0 : -1}
          // What a view narrows the list by goes with the view.
          onClick={() =>
            void (view === undefined ? crud.setSearch([...rest, ...tab.own]) : crud.leaveView(tab.own[0] && tab.own))
          }
        >
          {tab.label}
          {counts && <span className="s-tab-count">{countText(counts[tab.id] ?? 0)}</span>}
        </button>
      ))}
    </div>
  )
}

/** Id of the element of a tab. */
export function listTabId(panel: string, { id }: ListTab): string {
  return `${panel}-${id}`
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const next = besideFocused([...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')], event.key)
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** The tabs of a list, and which of them is in front; none while a saved view is. */
export function tabsOf(crud: Crud, { filters, view }: Pick<ListState, 'filters' | 'view'>): ListTab[] {
  const { page, loaded } = crud
  if (!page.table.tabs) return []
  const [only, ...more] = filtersOfTabs(page, filters)
  const isAlone = view === undefined && more.length === 0
  return [
    { id: 'all', label: loaded.t('ui.list.tabAll'), own: [], active: isAlone && !only },
    ...tabFilters(page).map(({ id, filter }) => ({
      id,
      label: labelOf(crud, id),
      own: [filter],
      active: isAlone && only !== undefined && isSame(only, filter),
    })),
  ]
}

function labelOf({ page, loaded }: Crud, id: string): string {
  const { tabs } = page.table
  return tabs && 'field' in tabs ? (loaded.find(`fields.${tabs.field}.options.${id}`) ?? id) : loaded.t(`filters.${id}`)
}
