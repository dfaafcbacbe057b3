import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { ListViews } from '../../../../schemas/language/wire/envelope.ts'
import { useRuntime } from '../../../context.tsx'
import { lazyComponent } from '../../../lazyComponent.tsx'
import { useValue } from '../../../useValue.ts'
import { filtersOfTabs, isSame, tabFilters } from '../search/tabs.ts'
import type { ListModel } from './useListModel.ts'
import './listing.css'

const ViewTabs = lazyComponent(() => import('../views/ViewTabs.tsx').then((module) => module.default))

interface ListTabsProps {
  crud: Crud
  model: ListModel
}

/** Ready-made narrowings of the list, one at a time: those of the page, each with the number of rows it shows, and the person's views. */
export function ListTabs({ crud, model }: ListTabsProps) {
  const views = useListViews(crud)
  const { page } = crud
  if (model.deleted || (!page.table.tabs && !views)) return null
  return (
    <div className="s-tabs" data-view={model.query.view === undefined ? undefined : ''}>
      <PageTabs crud={crud} model={model} />
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

function PageTabs({ crud, model }: ListTabsProps) {
  const { page, loaded } = crud
  const { t } = loaded
  const { filters, view } = model.query
  const counts = useValue(crud.state, (s) => s.tabs)
  const inForce = filtersOfTabs(page, filters)
  const rest = filters.filter((filter) => !inForce.includes(filter))
  const [only, ...more] = inForce
  const tabs = [
    { id: 'all', label: t('ui.list.tabAll'), own: [], isOn: !only },
    ...tabFilters(page).map(({ id, filter }) => ({
      id,
      label: labelOf(crud, id),
      own: [filter],
      isOn: only !== undefined && more.length === 0 && isSame(only, filter),
    })),
  ]
  return (
    <fieldset aria-label={t('ui.list.tabs')}>
      {tabs.map(({ id, label, own, isOn }) => (
        <button
          key={id}
          type="button"
          className="s-tab"
          aria-pressed={isOn && view === undefined}
          // What a view narrows the list by goes with the view.
          onClick={() => void (view === undefined ? crud.setSearch([...rest, ...own]) : crud.leaveView(own[0] && own))}
        >
          {label}
          {counts && <span className="s-tab-count">{(counts[id] ?? 0).toLocaleString('en-US')}</span>}
        </button>
      ))}
    </fieldset>
  )
}

function labelOf({ page, loaded }: Crud, id: string): string {
  const { tabs } = page.table
  return tabs && 'field' in tabs ? (loaded.find(`fields.${tabs.field}.options.${id}`) ?? id) : loaded.t(`filters.${id}`)
}
