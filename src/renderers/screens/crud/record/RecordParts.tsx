import type { ReactNode } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Row } from '../../../../runtime/rows.ts'
import { isNothing, valueAt } from '../../../cells/value.ts'
import { useRuntime } from '../../../context.tsx'
import { copyText } from '../../../copyText.ts'
import { times } from '../../../numbered.ts'
import { useCreateHref } from '../../../routing/useCreateHref.ts'
import { ariaKeys, keyTexts } from '../../../shortcuts.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import type { MenuEntry } from '../../../ui/overlays/MenuList.tsx'
import { stateField } from '../columns.ts'
import { DetailSections } from '../detail/DetailSections.tsx'
import { type RecordProps, shownValue } from '../detail/shown.tsx'
import { rowActionNames, rowActionState } from '../rowActions.ts'
import { rowMenu } from '../rowMenu.ts'
import type { RecordMoves } from '../useRecordPlace.ts'
import type { Run } from '../useRun.ts'
import type { Neighbours } from './useNeighbours.ts'
import type { ShownRecord } from './useRecord.ts'
import '../detail/detail.css'
import './record.css'

/** In which state the record is, beside its name. */
export function RecordState({ crud, env, row }: RecordProps) {
  const name = stateField(crud.page)
  if (name === undefined || isNothing(valueAt(row, name))) return null
  return <span className="s-record-state">{shownValue({ crud, env, row }, name)}</span>
}

/** The way to the record before and behind this one, and where in the list it is. */
export function Steps({ crud, neighbours: { position, previous, next, step } }: { crud: Crud; neighbours: Neighbours }) {
  const { t } = crud.loaded
  const [before, behind] = keyTexts('records.neighbours')
  if (!previous && !next && position === '') return null
  return (
    <span className="s-record-steps">
      <span className="s-record-position" role="status">
        {position}
      </span>
      <IconButton
        icon="angle-up"
        label={`${t('ui.detail.previous')} (${before})`}
        aria-label={t('ui.detail.previous')}
        aria-keyshortcuts={ariaKeys('records.neighbours').split(' ')[0]}
        disabled={!previous}
        onClick={() => step(-1)}
      />
      <IconButton
        icon="angle-down"
        label={`${t('ui.detail.next')} (${behind})`}
        aria-label={t('ui.detail.next')}
        aria-keyshortcuts={ariaKeys('records.neighbours').split(' ')[1]}
        disabled={!next}
        onClick={() => step(1)}
      />
    </span>
  )
}

interface ActionsProps {
  crud: Crud
  record: ShownRecord
  run: Run
  moves: RecordMoves
}

/** The one next step, and everything else that can be done: what is not possible now says why in its tooltip. */
export function RecordActions({ crud, record: { key, row }, run, moves }: ActionsProps) {
  const { t } = crud.loaded
  const links = useLinkEntries(crud, key, moves)
  const { primary, others } = row ? stepsOf(crud, row, run) : { primary: null, others: [] }
  const [first, ...rest] = links
  const items = others.length > 0 && first ? [...others, { ...first, divided: true }, ...rest] : [...others, ...links]
  return (
    <span className="s-record-actions">
      <Menu label={t('ui.list.more')} items={items} placement="bottom-end" look="default" />
      {primary && row && (
        <Button
          look="primary"
          icon={crud.page.actions[primary.name]?.icon}
          onClick={() => run(primary.name, [row])}
          data-autofocus=""
        >
          {primary.title}
        </Button>
      )}
    </span>
  )
}

/** The likeliest step of the page's row, and the others. Where looking at the record is the likeliest, none is promoted. */
function stepsOf(crud: Crud, row: Row, run: Run) {
  const names = rowActionNames(crud)
  const next = rowActionState(crud, names, row).primary
  const primary = next?.name === 'detail' ? null : next
  const others = names.filter((name) => name !== 'detail')
  return { primary, others: rowMenu(crud, row, { names: others, run: (name) => run(name, [row]), without: primary?.name }) }
}

/** Links are there to be sent. */
function useLinkEntries(crud: Crud, key: ShownRecord['key'], moves: RecordMoves): MenuEntry[] {
  const { notices } = useRuntime()
  const createHref = useCreateHref()
  const { t } = crud.loaded
  const copy = async () => {
    const { pathname } = moves.pageOf(key)
    const done = await copyText(new URL(createHref(pathname), location.href).href)
    notices.push(done ? 'success' : 'error', t(done ? 'ui.detail.linkCopied' : 'ui.list.copyFailed'))
  }
  return [{ id: 'copyLink', label: t('ui.detail.copyLink'), icon: 'link', onSelect: () => void copy() }]
}

interface BodyProps {
  crud: Crud
  env: RecordProps['env']
  record: ShownRecord
  run: Run
  /** What to do where the record cannot be shown. */
  leave: ReactNode
}

/** The record itself, or why it is not there. */
export function RecordBody({ crud, env, record: { row, fault, reload }, run, leave }: BodyProps) {
  const { t } = crud.loaded
  if (fault?.isRefused) return <EmptyState icon="lock" title={t('ui.detail.refused')} text={fault.text} action={leave} />
  if (fault) {
    return (
      <EmptyState
        tone="error"
        icon="exclamation-circle"
        title={t('ui.detail.failed')}
        text={fault.text}
        action={<Button onClick={reload}>{t('ui.list.retry')}</Button>}
      />
    )
  }
  if (!row) {
    return (
      <div className="s-detail" aria-busy="true">
        {times(10).map((i) => (
          <Skeleton key={i} width={`${30 + ((i * 17) % 50)}%`} />
        ))}
      </div>
    )
  }
  return <DetailSections crud={crud} env={env} row={row} run={run} />
}
