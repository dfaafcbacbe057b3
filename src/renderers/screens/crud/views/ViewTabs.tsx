import { type RefObject, useRef, useState } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { isChangedView } from '../../../../runtime/crud/list/views.ts'
import type { ListState } from '../../../../runtime/crud/query.ts'
import { draftColumns } from '../../../../runtime/stores/columns.ts'
import type { ColumnLayout } from '../../../../schemas/language/wire/columnLayout.ts'
import type { ListViews, SavedView } from '../../../../schemas/language/wire/envelope.ts'
import { useRuntime } from '../../../context.tsx'
import { useLoadedWords } from '../../../loadedWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { useMedia } from '../../../useMedia.ts'
import { isSameLayout } from './sameLayout.ts'
import ViewForm from './ViewForm.tsx'
import { viewMenu } from './viewMenu.ts'
import { viewWords } from './viewWords.ts'
import './views.css'

/** What the list shows now. */
interface Shown {
  query: ListState
  layout: ColumnLayout
}

export interface ViewTabsProps {
  crud: Crud
  model: Shown
  views: ListViews
}

/** The saved views of a list as tabs; those that have no room are in a menu. */
export default function ViewTabs(props: ViewTabsProps) {
  return useLoadedWords(viewWords) ? <Tabs {...props} /> : null
}

/** Tabs that are drawn at most, with and without tabs of the page beside them. */
const room = { wide: [4, 8], narrow: [2, 4] } as const

function Tabs({ crud, model, views }: ViewTabsProps) {
  const { t } = crud.loaded
  const isWide = useMedia('(min-width: 1280px)')
  const [form, setForm] = useState<{ renamed?: SavedView } | null>(null)
  const tab = useRef<HTMLButtonElement>(null)
  const active = views.list.find(({ id }) => id === model.query.view)
  const most = room[isWide ? 'wide' : 'narrow'][crud.page.table.tabs ? 0 : 1]
  const isChanged = active !== undefined && isChangedOf(crud, model, active)
  const shown = views.list.filter((view, at) => at < most || view === active)
  const more = views.list.filter((view) => !shown.includes(view))
  const close = () => {
    setForm(null)
    tab.current?.focus()
  }
  return (
    <>
      <fieldset className="s-view-tabs" aria-label={t('ui.views.tabs')}>
        {shown.map((view) => (
          <ViewTab
            key={view.id}
            view={view}
            crud={crud}
            isStart={view.id === views.start}
            isActive={view === active}
            isChanged={view === active && isChanged}
            tab={tab}
            actions={
              view === active && (
                <ActiveMenu {...{ crud, views, isChanged }} view={view} onName={(renamed) => setForm({ renamed })} />
              )
            }
          />
        ))}
        {more.length > 0 && (
          <Menu
            label={t('ui.views.more')}
            placement="bottom-start"
            items={more.map(({ id, name }) => ({ id: String(id), label: name, onSelect: () => void crud.openView(id) }))}
          >
            {t('ui.views.more')}
          </Menu>
        )}
      </fieldset>
      {active && isChanged && (
        <Changed crud={crud} model={model} view={active} mayShare={views.mayShare} onNew={() => setForm({})} />
      )}
      {form && <ViewForm crud={crud} layout={model.layout} anchor={tab} onClose={close} {...form} />}
    </>
  )
}

function isChangedOf(crud: Crud, { query, layout }: Shown, view: SavedView): boolean {
  return isChangedView(view, query, crud.page) || !isSameLayout(view.columns, layout)
}

interface ViewTabProps {
  crud: Crud
  view: SavedView
  isStart: boolean
  isActive: boolean
  isChanged: boolean
  /** Gets the button of the active one. */
  tab: RefObject<HTMLButtonElement | null>
  actions: React.ReactNode
}

function ViewTab({ crud, view, isStart, isActive, isChanged, tab, actions }: ViewTabProps) {
  const { t } = crud.loaded
  return (
    <>
      <button
        ref={isActive ? tab : undefined}
        type="button"
        className="s-tab"
        aria-pressed={isActive}
        data-tip={view.by ? t('ui.views.by', { name: view.by }) : undefined}
        onClick={() => !isActive && void crud.openView(view.id)}
      >
        {isStart && <Icon name="star" />}
        <span className="s-cut s-view-name">{view.name}</span>
        {isChanged && (
          <>
            <span className="s-view-dot" aria-hidden="true" />
            <span className="sr-only">{t('ui.views.changed')}</span>
          </>
        )}
      </button>
      {actions}
    </>
  )
}

interface ActiveMenuProps extends Pick<ViewTabsProps, 'crud' | 'views'> {
  view: SavedView
  isChanged: boolean
  onName(renamed: SavedView): void
}

function ActiveMenu({ crud, views, view, isChanged, onName }: ActiveMenuProps) {
  const { columns } = useRuntime().stores
  const { t } = crud.loaded
  return (
    <Menu
      label={t('ui.views.of', { name: view.name })}
      icon="angle-down"
      placement="bottom-start"
      className="s-view-menu"
      items={viewMenu({ crud, views, view, isChanged, onName, onDiscard: () => discard(crud, columns, view) })}
    />
  )
}

function discard(crud: Crud, columns: Parameters<typeof draftColumns>[0], view: SavedView): void {
  draftColumns(columns, view.id, undefined)
  void crud.openView(view.id)
}

interface ChangedProps {
  crud: Crud
  model: Shown
  view: SavedView
  mayShare: boolean
  onNew(): void
}

/** What is done with a view that shows something else than was saved. */
function Changed({ crud, model, view, mayShare, onNew }: ChangedProps) {
  const { t } = crud.loaded
  const { columns } = useRuntime().stores
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    const isSaved = await crud.changeView(view.id, { shows: true, columns: model.layout })
    setSaving(false)
    if (isSaved) draftColumns(columns, view.id, undefined)
  }
  return (
    <span className="s-view-changed">
      {view.own && (mayShare || !view.shared) && (
        <Button look="link" size="small" loading={saving} onClick={() => void save()}>
          {t('ui.views.save')}
        </Button>
      )}
      <Button look="link" size="small" onClick={onNew}>
        {t('ui.views.saveAs')}
      </Button>
    </span>
  )
}
