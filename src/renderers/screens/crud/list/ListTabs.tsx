import type { KeyboardEvent } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { type Filter, isActive } from '../../../../runtime/crud/query.ts'
import { besideFocused } from '../../../ui/focused.ts'
import { useValue } from '../../../useValue.ts'
import './listing.css'

export interface ListTab {
  /** Key of its count. */
  id: string
  label: string
  active: boolean
  /** The filters of the list once it is pressed. */
  filters: Filter[]
}

interface ListTabsProps {
  crud: Crud
  tabs: readonly ListTab[]
  /** Id of the element with the rows. */
  panel: string
}

/**
 * Ready-made narrowings of the list, one at a time, each with the number of rows it shows. Arrow keys only move the focus: each tab is asked
 * of the server, so it opens when pressed.
 */
export function ListTabs({ crud, tabs, panel }: ListTabsProps) {
  const { t } = crud.loaded
  const counts = useValue(crud.state, (s) => s.tabs)
  const hasFront = tabs.some((tab) => tab.active)
  return (
    <div role="tablist" tabIndex={-1} className="s-tabs" aria-label={t('ui.list.tabs')} onKeyDown={walk}>
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
          onClick={() => void crud.setSearch(tab.filters)}
        >
          {tab.label}
          {counts && <span className="s-tab-count">{(counts[tab.id] ?? 0).toLocaleString('en-US')}</span>}
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

/** The tabs of a list, and which of them is in front while these filters are in force. */
export function tabsOf(crud: Crud, filters: readonly Filter[]): ListTab[] {
  const { page, loaded } = crud
  const { tabs } = page.table
  if (!tabs) return []
  const own = 'field' in tabs ? [tabs.field] : tabs.filters
  const rest = filters.filter((filter) => !own.includes(filter.field))
  const inForce = filters.filter((filter) => own.includes(filter.field) && isActive(filter))
  const all: ListTab = { id: 'all', label: loaded.t('ui.list.tabAll'), active: inForce.length === 0, filters: rest }
  if ('field' in tabs) {
    const operator = page.table.search.find((search) => search.field === tabs.field)?.operator === 'IN' ? 'IN' : 'eq'
    return [
      all,
      ...(page.fields[tabs.field]?.options ?? []).map((option): ListTab => {
        const text = String(option.value)
        return {
          id: text,
          label: loaded.find(`fields.${tabs.field}.options.${text}`) ?? text,
          active: inForce.length === 1 && isOnly(inForce[0], text),
          filters: [...rest, { field: tabs.field, operator, value: operator === 'IN' ? [text] : text }],
        }
      }),
    ]
  }
  return [
    all,
    ...tabs.filters.map(
      (name): ListTab => ({
        id: name,
        label: loaded.t(`filters.${name}`),
        active: inForce.length === 1 && inForce[0]?.field === name && inForce[0].value === '1',
        filters: [...rest, { field: name, operator: 'eq', value: '1' }],
      }),
    ),
  ]
}

/** Does the filter ask for just this value? */
function isOnly(filter: Filter | undefined, text: string): boolean {
  if (!filter || (filter.operator !== 'eq' && filter.operator !== 'IN')) return false
  const values = typeof filter.value === 'string' ? [filter.value] : filter.value
  return values.length === 1 && values[0] === text
}
