import { useEffect, useRef, useState } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { CellEnvironment } from '../../../define.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Drawer } from '../../../ui/overlays/Drawer.tsx'
import { useMedia } from '../../../useMedia.ts'
import type { RecordMoves } from '../useRecordPlace.ts'
import type { Run } from '../useRun.ts'
import { RecordActions, RecordBody, RecordState, Steps } from './RecordParts.tsx'
import { useNeighbours, useStepKeys } from './useNeighbours.ts'
import { useLeaveDeleted, useRecord } from './useRecord.ts'

export interface RecordViewProps {
  crud: Crud
  env: CellEnvironment
  /** The key as the address writes it. */
  address: string
  run: Run
  moves: RecordMoves
}

/** A record over its list: what it is and in which state, what to do next, and all of it below. */
export default function RecordPanel({ crud, env, address, run, moves }: RecordViewProps) {
  const { t } = crud.loaded
  const record = useRecord(crud, address)
  const neighbours = useNeighbours(crud, address, moves)
  const body = useRef<HTMLDivElement>(null)
  const isSettled = useSettled()
  const narrow = useMedia('(max-width: 639.98px)')
  useStepKeys(neighbours, body)
  useLeaveDeleted(crud, address, moves.close)
  const actions = <RecordActions crud={crud} record={record} run={run} moves={moves} />
  return (
    <Drawer
      open
      size="large"
      className="s-record-panel"
      shadeCloses={isSettled}
      title={
        <span className="s-record-name">
          <span className="s-record-title">{record.name}</span>
          {record.row && <RecordState crud={crud} env={env} row={record.row} />}
        </span>
      }
      onClose={moves.close}
      tools={
        <>
          {!narrow && actions}
          <Steps crud={crud} neighbours={neighbours} />
          <IconButton icon="window-maximize" label={t('ui.detail.openPage')} onClick={() => moves.openPage(record.key)} />
        </>
      }
      footer={narrow ? actions : undefined}
    >
      <div ref={body} className="s-record-body">
        <RecordBody
          crud={crud}
          env={env}
          record={record}
          run={run}
          leave={<Button onClick={moves.close}>{t('ui.detail.toList')}</Button>}
        />
      </div>
    </Drawer>
  )
}

/** ms within which the second press of a double click comes. */
const doubleClick = 500

/** Whoever pressed a row twice, as lists once wanted it, does not close with the second press what the first has opened. */
function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), doubleClick)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
