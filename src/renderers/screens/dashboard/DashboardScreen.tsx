import { useEffect, useState } from 'react'
import type { LoadedPage } from '../../../runtime/page.ts'
import type { DashboardModel } from '../../../runtime/screens/dashboard.ts'
import type { Dashboard } from '../../../schemas/language/dashboard/dashboard.ts'
import { usePluginScreens, useRuntime } from '../../context.tsx'
import type { ScreenProps } from '../../define.ts'
import { lazyComponent } from '../../lazyComponent.tsx'
import { times } from '../../numbered.ts'
import { QuickEntrances } from '../../quick/QuickEntrances.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useValue } from '../../useValue.ts'
import { CardPart } from './CardPart.tsx'
import { ChartPart } from './ChartPart.tsx'
import { RowsPart } from './RowsPart.tsx'
import { startBoard, takeBoard } from './startBoard.ts'
import '../../cells/cells.css'
import './dashboard.css'

const FirstSteps = lazyComponent(() => import('./FirstSteps.tsx').then((module) => module.default))
const Welcome = lazyComponent(() => import('./Welcome.tsx').then((module) => module.default))

/** Figures, section by section: numbers, pictures of them, and the newest rows of lists. */
export default function DashboardScreen({ loaded }: ScreenProps) {
  const runtime = useRuntime()
  const [board] = useState(() => startBoard(runtime, loaded))
  const { id } = loaded.page
  if (board) return <Figures board={board} loaded={loaded} />
  return <EmptyState icon="info-circle" title={loaded.t('ui.list.noPage')} text={loaded.t('ui.list.noPageText', { id })} />
}

function Figures({ board, loaded }: { board: DashboardModel; loaded: LoadedPage }) {
  const { dashboard } = loaded.page
  const error = useValue(board.state, (s) => s.error)
  const ready = useValue(board.state, (s) => s.loaded)
  const remark = useValue(board.state, (s) => s.remark)
  const plugins = usePluginScreens()
  const isOwner = useIsOwner() && !loaded.wire
  // Other servers know nothing of what plugins draw.
  const Own = loaded.wire ? undefined : plugins[loaded.page.id]
  useEffect(() => {
    if (!takeBoard(loaded, board)) void board.load()
  }, [board, loaded])
  if (!dashboard) return null
  return (
    <div className="s-board">
      <Head board={board} loaded={loaded} dashboard={dashboard} />
      {dashboard.welcome && <Welcome loaded={loaded} remark={remark} wait={<Skeleton height={72} />} />}
      {dashboard.welcome && isOwner && <FirstSteps />}
      <QuickEntrances />
      {Own && <Own loaded={loaded} reload={() => void board.load(board.state.range, true)} />}
      {ready ? (
        <Sections board={board} loaded={loaded} dashboard={dashboard} />
      ) : error === null ? (
        <Waiting />
      ) : (
        <EmptyState
          tone="error"
          icon="exclamation-circle"
          title={loaded.t('ui.board.failed')}
          text={error}
          action={<Button onClick={() => void board.load()}>{loaded.t('ui.list.retry')}</Button>}
        />
      )}
    </div>
  )
}

/** A super administrator who looks at nobody else's office. */
function useIsOwner(): boolean {
  const { lens, stores } = useRuntime()
  const isSuper = useValue(stores.adminInfo, (s) => s.super)
  return isSuper && lens.key() === ''
}

function Head({ board, loaded, dashboard }: SectionsProps) {
  const { t } = loaded
  const chosen = useValue(board.state, (s) => s.range)
  const loading = useValue(board.state, (s) => s.loading)
  const remark = useValue(board.state, (s) => s.remark)
  const age = useValue(board.state, (s) => s.age)
  return (
    <header className="s-board-head">
      <h1 className="s-tools-title">{t('title')}</h1>
      {remark && !dashboard.welcome && <p className="s-board-remark">{remark}</p>}
      <fieldset className="s-board-range">
        <legend className="sr-only">{t('ui.board.range')}</legend>
        {dashboard.range.map((days) => (
          <Button key={days} look="quiet" aria-pressed={days === chosen} onClick={() => void board.load(days)}>
            {t('ui.board.days', { n: days })}
          </Button>
        ))}
      </fieldset>
      <div className="s-board-fresh">
        {age !== null && <span className="s-board-age">{t(age === 0 ? 'ui.board.now' : 'ui.board.age', { n: age })}</span>}
        <IconButton
          icon="refresh"
          label={t('ui.board.refresh')}
          onClick={() => void board.load(chosen, true)}
          className={loading ? 's-turning' : undefined}
        />
      </div>
    </header>
  )
}

interface SectionsProps {
  board: DashboardModel
  loaded: LoadedPage
  dashboard: Dashboard
}

function Sections({ board, loaded, dashboard }: SectionsProps) {
  const { access } = useRuntime()
  const cards = useValue(board.state, (s) => s.cards)
  const charts = useValue(board.state, (s) => s.charts)
  const sees = (name: string) => {
    const list = dashboard.lists[name]
    return name in cards || name in charts || (list !== undefined && access.can(list.page, 'index'))
  }
  const sections = dashboard.sections
    .map((part) => ({ ...part, show: part.show.filter(sees) }))
    .filter((part) => part.show.length > 0)
  if (sections.length === 0)
    return <EmptyState icon="chart-bar" title={loaded.t('ui.board.none')} text={loaded.t('ui.board.noneHelp')} />
  return sections.map(({ name, show }) => (
    <section key={name} className="s-board-section" aria-label={name ? loaded.t(`dashboard.sections.${name}`) : undefined}>
      {name && <h2>{loaded.t(`dashboard.sections.${name}`)}</h2>}
      <div className={layoutOf(show, dashboard)}>
        {show.map((part) => (
          <Part key={part} name={part} board={board} loaded={loaded} dashboard={dashboard} />
        ))}
      </div>
    </section>
  ))
}

/** Numbers without a time are what there is to do: they fit in one row. */
function layoutOf(show: readonly string[], { cards }: Dashboard): string {
  if (!show.every((part) => part in cards)) return 's-board-grid'
  return show.every((part) => cards[part]?.window === null) ? 's-board-strip' : 's-board-cards'
}

function Part({ name, board, loaded, dashboard }: SectionsProps & { name: string }) {
  const card = dashboard.cards[name]
  const chart = dashboard.charts[name]
  const list = dashboard.lists[name]
  const figures = useValue(board.state, (s) => s.cards[name])
  const picture = useValue(board.state, (s) => s.charts[name])
  if (card && figures) return <CardPart card={card} figures={figures} loaded={loaded} />
  if (chart && picture) return <ChartPart chart={chart} figures={picture} loaded={loaded} />
  return list ? <RowsPart list={list} board={board} loaded={loaded} /> : null
}

function Waiting() {
  return (
    <div className="s-board-cards" aria-busy="true">
      {times(8).map((card) => (
        <Skeleton key={card} height={92} />
      ))}
    </div>
  )
}
