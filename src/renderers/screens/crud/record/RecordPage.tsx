import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useRuntime } from '../../../context.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { usePageTitle } from '../../../usePageTitle.ts'
import type { RecordViewProps } from './RecordPanel.tsx'
import { RecordActions, RecordBody, RecordState, Steps } from './RecordParts.tsx'
import { useNeighbours, useStepKeys } from './useNeighbours.ts'
import { useLeaveDeleted, useRecord } from './useRecord.ts'

/** The same record as a page of its own. */
export default function RecordPage({ crud, env, address, run, moves }: RecordViewProps) {
  const { t } = crud.loaded
  const record = useRecord(crud, address)
  const neighbours = useNeighbours(crud, address, moves)
  const page = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useStepKeys(neighbours, page)
  useLeaveDeleted(crud, address, moves.close)
  useTitleOf(`${record.name} · ${t('title')}`, t('title'))
  useEffect(() => {
    const at = document.activeElement
    if (!at || at === document.body || !at.checkVisibility()) title.current?.focus({ preventScroll: true })
  }, [])
  const list = moves.list()
  return (
    <article ref={page} className="s-record-page" aria-label={record.name}>
      <header className="s-record-head">
        <Link className="s-record-back" to={list}>
          <Icon name="arrow-left" />
          {t('title')}
        </Link>
        <div className="s-record-line">
          <h1 ref={title} tabIndex={-1} className="s-record-name">
            <span className="s-record-title">{record.name}</span>
            {record.row && <RecordState crud={crud} env={env} row={record.row} />}
          </h1>
          <Steps crud={crud} neighbours={neighbours} />
          <RecordActions crud={crud} record={record} run={run} moves={moves} />
        </div>
      </header>
      <div className="s-record-body">
        <RecordBody
          crud={crud}
          env={env}
          record={record}
          run={run}
          leave={
            <Link className="s-link" to={list}>
              {t('ui.detail.toList')}
            </Link>
          }
        />
      </div>
    </article>
  )
}

/** The window is called by the record while its page is in front, and by the screen again when it is left. */
function useTitleOf(name: string, screen: string): void {
  const runtime = useRuntime()
  usePageTitle(name, runtime)
  useEffect(
    () => () => {
      document.title = [screen, runtime.stores.siteConfig.siteName].filter(Boolean).join(' - ')
    },
    [screen, runtime],
  )
}
