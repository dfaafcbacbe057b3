import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Row } from '../../../../runtime/rows.ts'
import { takesAll } from '../../../../schemas/api/bulk.ts'
import { lazyComponent } from '../../../lazyComponent.tsx'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { useValue } from '../../../useValue.ts'
import { titleOf } from '../rowActions.ts'
import type { Run } from '../useRun.ts'

const AllMatching = lazyComponent(() => import('../bulk/AllMatching.tsx').then((module) => module.default))

interface BulkProps {
  crud: Crud
  run: Run
  names: readonly string[]
}

/** What can be done with the chosen rows, or with all that the list finds. */
export default function Bulk({ crud, run, names }: BulkProps) {
  const { t } = crud.loaded
  const rows = crud.state.selection.map(crud.rowOf).filter((row): row is Row => row !== undefined)
  const isOffered = useAllOffered(crud, names, rows.length)
  const all = useValue(crud.state, (s) => s.all) && isOffered
  return (
    <BulkBar
      text={isOffered ? '' : t('ui.list.selected', { n: rows.length })}
      label={t('ui.list.selected', { n: rows.length })}
      actions={all ? actionsOnAll(crud, run, names) : actionsOn(crud, run, names, rows)}
      clearLabel={t('ui.list.clearSelection')}
      moreLabel={t('ui.list.more')}
      onClear={() => crud.select([])}
    >
      {isOffered && <AllMatching crud={crud} n={rows.length} />}
    </BulkBar>
  )
}

/** All rows of the page are chosen, there are more, and something can be done to all of them. Another question begins with the page again. */
function useAllOffered(crud: Crud, names: readonly string[], n: number): boolean {
  const { state } = crud
  const query = useValue(state, (s) => s.query)
  const onPage = useValue(state, (s) => s.rows.length)
  const total = useValue(state, (s) => s.total ?? 0)
  const isOffered = crud.takesAll && n === onPage && total > n && names.some((name) => takesAll(crud.page, name))
  useEffect(() => {
    state.all &&= isOffered && state.query === query
    return () => {
      state.all = false
    }
  }, [state, query, isOffered])
  return isOffered
}

/** Actions on all rows that the list finds; one with a form opens it first, the others are reviewed at once. */
function actionsOnAll(crud: Crud, run: Run, names: readonly string[]) {
  const { t } = crud.loaded
  return names.map((name) => {
    const action = crud.page.actions[name]
    const press = () => {
      if (name === 'export') run(name, [])
      else if (action && Object.keys(action.fields).length > 0) void crud.openForm(name, [...crud.state.selection])
      else crud.state.bulk = { action: name }
    }
    return {
      name,
      title: titleOf(crud, name),
      icon: action?.icon ?? 'bolt',
      danger: action?.severity === 'danger',
      reason: name === 'export' || takesAll(crud.page, name) ? undefined : t('ui.bulk.notForAll'),
      onClick: press,
    }
  })
}

function actionsOn(crud: Crud, run: Run, names: readonly string[], rows: readonly Row[]) {
  const { t } = crud.loaded
  return names.map((name) => {
    const action = crud.page.actions[name]
    const fit = rows.filter((row) => crud.can(name, row).visible)
    const first = rows[0] ? crud.can(name, rows[0]) : undefined
    const reason = first?.denied ?? t('ui.list.onlyWhen', { what: first?.why.join(t('ui.condition.and')) ?? '' })
    return {
      name,
      title:
        fit.length === rows.length
          ? titleOf(crud, name)
          : t('ui.list.someOf', { title: titleOf(crud, name), fit: fit.length, all: rows.length }),
      icon: action?.icon ?? 'bolt',
      danger: action?.severity === 'danger',
      reason: fit.length === 0 ? reason : undefined,
      onClick: () => run(name, fit),
    }
  })
}

interface BulkBarProps {
  /** How many are chosen; '' where `children` say it. */
  text: string
  label: string
  actions: readonly {
    name: string
    title: string
    icon: string
    reason: string | undefined
    danger: boolean
    onClick(): void
  }[]
  clearLabel: string
  /** Of the menu of those that do not fit. */
  moreLabel: string
  onClear(): void
  children: ReactNode
}

/** Replaces the tools while rows are selected. */
function BulkBar({ text, label, actions, clearLabel, moreLabel, onClear, children }: BulkBarProps) {
  return (
    <div className="s-tools s-bulk" role="toolbar" aria-label={label}>
      <IconButton icon="times" label={clearLabel} onClick={onClear} />
      {text !== '' && <span className="s-bulk-count">{text}</span>}
      {children}
      <BulkActions actions={actions} moreLabel={moreLabel} />
    </div>
  )
}

/** As many actions as fit on the line; the others are in a menu. All are drawn, so that their widths are known. */
function BulkActions({ actions: all, moreLabel }: Pick<BulkBarProps, 'actions' | 'moreLabel'>) {
  // What cannot be done takes no room from what can.
  const actions = [...all.filter(({ reason }) => !reason), ...all.filter(({ reason }) => reason)]
  const line = useRef<HTMLDivElement>(null)
  const fit = useFitting(line, actions.map(({ title }) => title).join())
  return (
    <div ref={line} className="s-bulk-actions">
      {actions.map((action, i) => (
        <span key={action.name} data-off={i < fit ? undefined : ''}>
          <Button size="small" icon={action.icon} reason={action.reason} onClick={action.onClick}>
            {action.title}
          </Button>
        </span>
      ))}
      <span data-off={fit < actions.length ? undefined : ''}>
        <Menu
          look="default"
          className="k-btn-small"
          label={moreLabel}
          items={actions.slice(fit).map(({ name, title, icon, reason, onClick, danger }) => ({
            id: name,
            label: title,
            icon,
            danger,
            onSelect: onClick,
            ...(reason ? { reason } : {}),
          }))}
        />
      </span>
    </div>
  )
}

/** How many of a line's children fit beside the last one, or all of them without it; measured again when `said` or the width changes. */
function useFitting(line: RefObject<HTMLElement | null>, said: string): number {
  const [fit, setFit] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const box = line.current
    if (!box || said === '') return
    const measure = () => setFit(fittingIn(box))
    const sized = new ResizeObserver(measure)
    sized.observe(box)
    measure()
    return () => sized.disconnect()
  }, [line, said])
  return fit
}

function fittingIn(box: HTMLElement): number {
  const { columnGap, paddingLeft, paddingRight } = getComputedStyle(box)
  const [gap = 0, ...padding] = [columnGap, paddingLeft, paddingRight].map((size) => Number.parseFloat(size) || 0)
  const widths = [...box.children].map((child) => child.getBoundingClientRect().width + gap)
  const more = widths.pop() ?? 0
  const room = padding.reduce((room, side) => room - side, box.getBoundingClientRect().width + gap)
  if (widths.reduce((sum, width) => sum + width, 0) <= room) return widths.length
  let left = room - more
  const first = widths.findIndex((width) => {
    left -= width
    return left < 0
  })
  return Math.max(0, first)
}
