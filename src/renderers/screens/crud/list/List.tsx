import { memo, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { lastBulk } from '../../../../runtime/crud/lastBulk.ts'
import { pageSizes, usualSort } from '../../../../runtime/crud/query.ts'
import type { Row } from '../../../../runtime/rows.ts'
import { useRuntime } from '../../../context.tsx'
import type { CellEnvironment } from '../../../define.ts'
import { lazyComponent } from '../../../lazyComponent.tsx'
import { ContextMenu } from '../../../ui/overlays/ContextMenu.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { useSkipTarget } from '../../../ui/skipTo.ts'
import { useMedia } from '../../../useMedia.ts'
import { useValue } from '../../../useValue.ts'
import { CardsWait } from '../cards/CardsWait.tsx'
import type { GoToRow } from '../grid/body.ts'
import { maxColumns, maxRows } from '../grid/drawn.ts'
import { Grid } from '../grid/Grid.tsx'
import { preloadWindow } from '../grid/GridBody.tsx'
import { focusRows } from '../grid/tabStops.ts'
import type { RecordMoves } from '../useRecordPlace.ts'
import type { Run } from '../useRun.ts'
import { ListState } from './ListState.tsx'
import { type ListTab, ListTabs, listTabId, tabsOf } from './ListTabs.tsx'
import { ListTools } from './ListTools.tsx'
import { NewRows } from './NewRows.tsx'
import { SummaryBar } from './SummaryBar.tsx'
import { useFloats } from './useFloats.ts'
import { type ListModel, rowFor, useListModel } from './useListModel.ts'

/** Most windows are wide and most lists are tables: on the others it comes beside the first answer. */
const Cards = lazyComponent(() => import('../cards/Cards.tsx').then((module) => module.default))
const BulkBar = lazyComponent(() => import('../bulk/BulkBar.tsx').then((module) => module.default))
const RowPanel = lazyComponent(() => import('../detail/RowPanel.tsx').then((module) => module.default))
const LiveRows = lazyComponent(() => import('./LiveRows.tsx').then((module) => module.default))
const CellEdits = lazyComponent(() => import('../cellEdit/CellEdits.tsx').then((module) => module.default))
const Preview = lazyComponent(() => import('../../../ui/overlays/Preview.tsx').then((module) => module.Preview))
const Search = lazyComponent(() => import('../search/Search.tsx').then((module) => module.default))

export interface ListProps {
  crud: Crud
  env: CellEnvironment
  run: Run
  /** The ways to its records. */
  moves: RecordMoves
}

/** The list of a screen: tools, filters, rows and pager. */
export const List = memo(function List({ crud, env, run, moves }: ListProps) {
  const { t } = crud.loaded
  const model = useListModel(crud)
  const goTo = useRef<GoToRow | null>(null)
  const floats = useFloats({ crud, env, run, model, moves, goTo })
  const [searching, setSearching] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const panel = useId()
  const tabs = model.deleted ? [] : tabsOf(crud, model.query)
  const toRows = () => focusRows(frame.current)
  useSkipTarget(t('ui.list.toRows'), toRows)
  const edits = useValue(crud.state, (s) => s.cells.length > 0)
  return (
    <section className="s-list" aria-label={t('title')}>
      <ListTools
        crud={crud}
        run={run}
        env={env}
        model={model}
        searching={searching}
        onSearching={() => setSearching(!searching)}
        onRows={toRows}
      />
      {searching && <Search crud={crud} env={env} />}
      <Remark crud={crud} />
      <ListTabs crud={crud} model={model} tabs={tabs} panel={panel} />
      {!model.deleted && <NewRows crud={crud} />}
      <LastBulk crud={crud} />
      {crud.page.table.live && <LiveRows crud={crud} />}
      <div
        ref={frame}
        id={panel}
        className="s-grid-frame"
        data-opens={model.opening !== undefined || undefined}
        {...panelOf(panel, tabs)}
        {...floats.handlers}
      >
        <Rows crud={crud} env={env} model={model} box={box} goTo={goTo} />
        <span role="status" className="sr-only s-head-said" />
      </div>
      {crud.page.table.summary.length > 0 && !model.deleted && <SummaryBar crud={crud} env={env} />}
      {!model.tree && <Pages crud={crud} />}
      {edits && <CellEdits crud={crud} env={env} model={model} box={box} goTo={goTo} />}
      {floats.menu && <ContextMenu label={model.words.more} {...floats.menu} />}
      {floats.picture && <Preview {...floats.picture} />}
    </section>
  )
})

/** The rows are what the tab in front shows. */
function panelOf(panel: string, tabs: readonly ListTab[]) {
  const front = tabs.find((tab) => tab.active)
  if (tabs.length === 0) return {}
  return { role: 'tabpanel', 'aria-labelledby': front && listTabId(panel, front) }
}

/** The change of all rows that was started here last and is not put away. Not while its dialog says the same. */
function LastBulk({ crud }: { crud: Crud }) {
  const { storage } = useRuntime()
  const [, redraw] = useState(0)
  const isShown = useValue(crud.state, (s) => s.bulk !== null)
  const id = lastBulk(storage, crud.page)
  return id !== null && !isShown ? <BulkBar crud={crud} id={id} onForget={() => redraw((n) => n + 1)} /> : null
}

interface RowsProps {
  crud: Crud
  env: CellEnvironment
  model: ListModel
  box: RefObject<HTMLDivElement | null>
  goTo: RefObject<GoToRow | null>
}

/** px of a row by the chosen density (tokens.css). */
const rowHeights = { compact: 32, default: 40, roomy: 52 }

/** The rows as a table, or as cards: on a narrow window, and where the person or the page wants them so. */
function Rows({ crud, env, model, box, goTo }: RowsProps) {
  const { t } = crud.loaded
  const { state } = crud
  const narrow = useMedia('(max-width: 639.98px)')
  const cards = narrow || model.view === 'cards'
  const loading = useValue(state, (s) => s.loading)
  const loaded = useValue(state, (s) => s.loaded)
  const error = useValue(state, (s) => s.error)
  const busy = useBusy(state)
  const density = useValue(useRuntime().stores.layout, (s) => s.density)
  const asked = useAsked(crud, model)
  useWindowAhead(model)
  const common = {
    label: t('title'),
    table: model.table,
    columns: model.visible,
    env,
    words: model.words,
    rowActionState: model.face,
    selectable: model.bulk.length > 0,
    // Before the first answer the list is loading, whether the request has left or not.
    loading: loading || (!loaded && error === null),
    expected: Math.min(model.query.limit, 20),
  }
  const panel = model.panels.has ? (row: Row) => <RowPanel crud={crud} env={env} row={row} /> : undefined
  const empty = <ListState crud={crud} error={error} filtered={model.filtered} />
  if (cards && (model.rows.length > 0 || common.loading))
    return (
      <Cards
        {...common}
        rowKey={crud.page.entity.key ?? 'id'}
        panel={panel}
        opened={model.panels.opened}
        wide={!narrow}
        wait={<CardsWait wide={!narrow} expected={common.expected} />}
      />
    )
  if (cards) return <div className="s-grid-empty">{empty}</div>
  return (
    <Grid
      {...common}
      opens={model.opening !== undefined}
      tree={model.tree}
      actionsLabel={t('ui.list.actions')}
      actionsWidth={model.actionsWidth}
      sort={model.query.sort ?? usualSort(crud.page, model.query)}
      busy={busy}
      onMove={model.movable ? (moved, target) => void move(crud, model, moved, target) : undefined}
      moveLabel={t('ui.list.move')}
      panel={panel}
      opened={model.panels.opened}
      {...model.room}
      empty={empty}
      box={box}
      goTo={goTo}
      rowHeight={rowHeights[density]}
      asked={`${asked} ${density}`}
    />
  )
}

/** Which question the rows in sight answer, as text. */
function useAsked(crud: Crud, { rows }: ListModel): string {
  return useMemo(() => (rows.length >= 0 ? crud.address() : ''), [crud, rows])
}

/** The code for large lists comes beside their first answer. */
function useWindowAhead({ query, visible }: ListModel): void {
  const isLarge = query.limit > maxRows || visible.length > maxColumns
  useEffect(() => {
    if (isLarge) preloadWindow()
  }, [isLarge])
}

/** The current position in the list; always visible. */
function Pages({ crud }: { crud: Crud }) {
  const { state } = crud
  const query = useValue(state, (s) => s.query)
  const total = useValue(state, (s) => s.total)
  const totalIs = useValue(state, (s) => s.totalIs)
  return (
    <Pager
      page={query.page}
      limit={query.limit}
      total={total}
      totalIs={totalIs}
      limits={[...pageSizes]}
      disabled={total === null}
      onPage={(next) => void crud.setPage(next)}
      onLimit={(limit) => void crud.setLimit(limit)}
    />
  )
}

/** What the server says of the list as a whole. */
function Remark({ crud }: { crud: Crud }) {
  const remark = useValue(crud.state, (s) => s.remark)
  return remark ? <p className="s-remark">{remark}</p> : null
}

/** Rows whose change is being sent: `<action>:<key>` and `switch:<field>:<key>`. */
function useBusy(state: Crud['state']): ReadonlySet<string> {
  const names = useValue(state, (s) => Object.keys(s.busy).join(' '))
  return useMemo(() => new Set(names.split(' ').flatMap((name) => name.slice(name.lastIndexOf(':') + 1).split(','))), [names])
}

/** Puts a row in another's place: below it when it came from above, above it when it came from below. */
function move(crud: Crud, model: ListModel, moved: string, target: string): Promise<boolean> {
  const order = model.table.getRowModel().rows.map((row) => row.id)
  const from = rowFor(crud, moved)
  const to = rowFor(crud, target)
  if (!from || !to) return Promise.resolve(false)
  return crud.sort(crud.keyOf(from), crud.keyOf(to), order.indexOf(moved) < order.indexOf(target) ? 'down' : 'up')
}
