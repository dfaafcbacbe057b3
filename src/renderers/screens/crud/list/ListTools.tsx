import { useEffect, useRef } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { isActive } from '../../../../runtime/crud/query.ts'
import { actionOf } from '../../../../schemas/language/action/actionOf.ts'
import { useRuntime, useTab } from '../../../context.tsx'
import type { CellEnvironment } from '../../../define.ts'
import { lazyComponent } from '../../../lazyComponent.tsx'
import { pressed } from '../../../shortcuts.ts'
import { Button } from '../../../ui/Button.tsx'
import { countText } from '../../../ui/countText.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { isModalOpen } from '../../../ui/overlays/layers.ts'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { useValue } from '../../../useValue.ts'
import { AddFilter } from '../filters/AddFilter.tsx'
import { titleOf } from '../rowActions.ts'
import { saidByTab } from '../search/tabs.ts'
import type { Run } from '../useRun.ts'
import { ColumnChooser } from '../views/ColumnChooser.tsx'
import { SaveViewButton } from '../views/SaveViewButton.tsx'
import { Tools } from './Tools.tsx'
import type { ListModel } from './useListModel.ts'

/** Wanted only where there are filters. */
const Chips = lazyComponent(() => import('../filters/Chips.tsx').then((module) => module.default))
const Bulk = lazyComponent(() => import('./Bulk.tsx').then((module) => module.default))

/** Loads the code for what is done with chosen rows. */
export const preloadBulk = () => Bulk.preload()

export interface ListToolsProps {
  crud: Crud
  run: Run
  env: CellEnvironment
  model: ListModel
  searching: boolean
  onSearching(): void
  /** Goes to the rows. */
  onRows(): void
}

/** The line above the list, or what can be done with the chosen rows. */
export function ListTools(props: ListToolsProps) {
  const { crud, run, model } = props
  const chosen = useValue(crud.state, (s) => s.selection).length
  return (
    <>
      <span role="status" className="sr-only">
        {chosen > 0 ? crud.loaded.t('ui.list.selected', { n: chosen }) : ''}
      </span>
      {chosen > 0 ? (
        <Bulk crud={crud} run={run} names={model.bulk} wait={<div className="s-tools s-bulk" />} />
      ) : (
        <Line {...props} />
      )}
    </>
  )
}

const listItems = new Set(['refresh', 'add', 'edit', 'delete', 'unfold', 'search', 'quickSearch', 'columns', 'density'])

function Line({ crud, run, env, model, searching, onSearching, onRows }: ListToolsProps) {
  const { page, loaded } = crud
  const { t } = loaded
  const has = (item: string) => page.table.toolbar.includes(item)
  // To a list over files that were sent, rows come by sending one.
  const adding = actionOf(page, 'import', 'import')?.choose ? 'import' : 'add'
  const quick = useRef<HTMLInputElement>(null)
  useSlash(quick)
  const said = saidByTab(page, model.query)
  const active = model.query.filters.filter((filter) => isActive(filter) && filter !== said).length
  const quickSearch = has('quickSearch') && page.table.quickSearch.length > 0
  const search = has('search') && page.table.search.length + Object.keys(page.table.filters).length > 0
  return (
    <Tools
      title={model.deleted ? t('ui.list.deletedOf', { title: t('title') }) : t('title')}
      found={useFound(crud)}
      isCounted={!model.tree}
      quick={
        quickSearch
          ? {
              value: model.query.quickSearch,
              label: quickLabel(crud),
              input: quick,
              onChange: (text) => crud.quickSearch(text),
              onDown: onRows,
            }
          : null
      }
      search={search ? { open: searching, count: active, label: t('ui.list.filter'), onToggle: onSearching } : null}
      views={
        crud.savesViews && (quickSearch || search) && !model.deleted ? <SaveViewButton crud={crud} layout={model.layout} /> : null
      }
      chips={
        <>
          {active > 0 && <Chips crud={crud} env={env} />}
          {search && !model.deleted && <AddFilter crud={crud} env={env} />}
        </>
      }
      right={<RightTools crud={crud} run={run} model={model} has={has} />}
      primary={
        has(adding) && !model.deleted && crud.can(adding).visible
          ? { label: titleOf(crud, adding), onClick: () => run(adding, []) }
          : null
      }
    />
  )
}

interface RightToolsProps {
  crud: Crud
  run: Run
  model: ListModel
  has(item: string): boolean
}

/** Quiet buttons: actions of the page on the list as a whole, unfold, refresh, columns, row height. */
function RightTools({ crud, run, model, has }: RightToolsProps) {
  const { page, loaded } = crud
  const { t } = loaded
  const loading = useValue(crud.state, (s) => s.loading)
  const own = page.table.toolbar.filter(
    (name) => !listItems.has(name) && !actionOf(page, name, 'import')?.choose && !model.deleted && crud.can(name).visible,
  )
  const { unfold } = model
  return (
    <>
      {own.map((name) => (
        <Button
          key={name}
          look="quiet"
          icon={page.actions[name]?.icon}
          onClick={() => run(name, [])}
          data-tip={titleOf(crud, name)}
        >
          {titleOf(crud, name)}
        </Button>
      ))}
      {crud.deletedActions().length > 0 && (
        <IconButton
          icon="trash"
          label={t('ui.list.deleted')}
          aria-pressed={model.deleted}
          onClick={() => void crud.showDeleted(!model.deleted)}
        />
      )}
      {unfold && has('unfold') && (
        <IconButton
          icon={unfold.all ? 'angle-double-up' : 'angle-double-down'}
          label={t(unfold.all ? 'ui.list.foldAll' : 'ui.list.unfoldAll')}
          onClick={unfold.toggle}
        />
      )}
      {has('refresh') && (
        <IconButton
          icon="refresh"
          label={t('ui.list.refresh')}
          onClick={() => void crud.load()}
          className={loading ? 's-turning' : undefined}
        />
      )}
      <span className="s-tools-wide">
        {page.table.view.length > 1 && (
          <IconButton
            icon={model.view === 'cards' ? 'list' : 'th-large'}
            label={t(model.view === 'cards' ? 'ui.list.asTable' : 'ui.list.asCards')}
            onClick={() => model.setView(model.view === 'cards' ? 'table' : 'cards')}
          />
        )}
        {has('columns') && model.view === 'table' && <ColumnChooser own={model} onReset={() => model.setLayout({})} t={t} />}
        {has('density') && model.view === 'table' && <Density t={t} />}
      </span>
    </>
  )
}

const densities = ['compact', 'default', 'roomy'] as const

/** How high rows are; the choice holds for the whole product. */
function Density({ t }: { t(key: string): string }) {
  const { layout } = useRuntime().stores
  const now = useValue(layout, (s) => s.density)
  const items = densities.map((density) => ({
    id: density,
    label: t(`ui.list.density.${density}`),
    checked: density === now,
    onSelect: () => {
      layout.density = density
    },
  }))
  return <Menu label={t('ui.list.density.title')} icon="align-justify" items={items} />
}

/** "1,200 records", "about 10,200 records", "30 records" of a tree. */
function useFound(crud: Crud): string {
  const total = useValue(crud.state, (s) => s.total)
  const about = useValue(crud.state, (s) => s.totalIs === 'estimate')
  if (total === null) return ''
  return crud.loaded.t(about ? 'ui.list.foundAbout' : 'ui.list.found', { n: countText(total) })
}

/** "Search order number, receiver" – what the quick search looks at. */
function quickLabel({ page, loaded }: Crud): string {
  const names = page.table.quickSearch.map((name) =>
    withinSentence(loaded.find(`${name.includes('.') ? 'related' : 'fields'}.${name}.label`) ?? name),
  )
  return loaded.t('ui.list.quick', { fields: names.join(loaded.t('ui.controls.comma')) })
}

/** A label inside a sentence: "Order number" begins small; "SKU code", "ID" and "English name" as they are written. */
function withinSentence(label: string): string {
  return /^(?:English|Chinese)\b/.test(label) ? label : label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
}

/** `/` goes to the quick search, unless the person is typing somewhere or a dialog is open. */
function useSlash(input: { current: HTMLInputElement | null }): void {
  const active = useTab()?.active ?? true
  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent) => {
      const at = event.target
      const typing = at instanceof HTMLElement && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName))
      if (pressed(event, 'lists.quickSearch') < 0 || typing || isModalOpen()) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input, active])
}
