import type { Crud } from '../../../../runtime/crud/crud.ts'
import { type Filter, isActive } from '../../../../runtime/crud/query.ts'
import { useValue } from '../../../useValue.ts'
import './listing.css'

interface Tab {
  /** Key of its count. */
  id: string
  label: string
  active: boolean
  /** The filters of the list once it is pressed. */
  filters: Filter[]
}

/** Ready-made narrowings of the list, one at a time, each with the number of rows it shows. */
export function ListTabs({ crud }: { crud: Crud }) {
  const { t } = crud.loaded
  const filters = useValue(crud.state, (s) => s.query.filters)
  const counts = useValue(crud.state, (s) => s.tabs)
  const tabs = tabsOf(crud, filters)
  return (
    <fieldset className="s-tabs" aria-label={t('ui.list.tabs')}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          className="s-tab"
          aria-pressed={tab.active}
          onClick={() => void crud.setSearch(tab.filters)}
        >
          {tab.label}
          {counts && <span className="s-tab-count">{(counts[tab.id] ?? 0).toLocaleString('en-US')}</span>}
        </button>
      ))}
    </fieldset>
  )
}

function tabsOf(crud: Crud, filters: readonly Filter[]): Tab[] {
  const { page, loaded } = crud
  const { tabs } = page.table
  if (!tabs) return []
  const own = 'field' in tabs ? [tabs.field] : tabs.filters
  const rest = filters.filter((filter) => !own.includes(filter.field))
  const inForce = filters.filter((filter) => own.includes(filter.field) && isActive(filter))
  const all: Tab = { id: 'all', label: loaded.t('ui.list.tabAll'), active: inForce.length === 0, filters: rest }
  if ('field' in tabs) {
    const operator = page.table.search.find((search) => search.field === tabs.field)?.operator === 'IN' ? 'IN' : 'eq'
    return [
      all,
      ...(page.fields[tabs.field]?.options ?? []).map((option): Tab => {
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
      (name): Tab => ({
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
