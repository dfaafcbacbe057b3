import { useEffect, useRef } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { ListBulk } from '../../../../runtime/dataio/bulk.ts'
import { type BulkNews, bulkDays, bulkStatus, isBulkOpen } from '../../../../schemas/api/bulk.ts'
import { useRuntime } from '../../../context.tsx'
import { startDownload } from '../../../download.ts'
import { Button } from '../../../ui/Button.tsx'
import { countText } from '../../../ui/countText.ts'
import { useValue } from '../../../useValue.ts'
import { Reasons } from './BulkReviewed.tsx'

type T = Crud['loaded']['t']

interface BulkProgressProps {
  made: ListBulk
  work: BulkNews
  t: T
  onClose(): void
}

/** How far a bulk change is, what became of its rows, and what can be done with it. */
export function BulkProgress({ made, work, t, onClose }: BulkProgressProps) {
  const busy = useValue(made.state, (s) => s.busy)
  const box = useRef<HTMLDivElement>(null)
  // The button that started it is gone, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus()
  }, [])
  const place = useRuntime()
    .routes()
    .find((route) => route.pageId === 'dataio/bulk')
  const isOpen = isBulkOpen(work)
  const download = async () => {
    const url = await made.address()
    if (url !== null) startDownload(url)
  }
  const left = work.skipped + work.failed
  return (
    <div className="s-export" ref={box} tabIndex={-1}>
      <div className="s-export-bar">
        <progress max={100} value={work.progress} aria-label={t('ui.bulk.progress')} />
        <span>{work.progress}%</span>
      </div>
      <p role="status" className={work.status === bulkStatus.failed ? 'k-error' : undefined}>
        {stateText(work, t)}
      </p>
      <Counts work={work} t={t} />
      {!isOpen && left > 0 && <Reasons reasons={work.reasons} n={left} isCounted t={t} />}
      <p className="k-help">
        {isOpen ? `${t('ui.bulk.leave')} ` : ''}
        {t(place ? 'ui.bulk.keptIn' : 'ui.bulk.kept', { days: bulkDays, place: place?.title ?? '' })}
      </p>
      <div className="s-export-acts">
        {isOpen && (
          <Button loading={busy} onClick={() => void made.stop()}>
            {t('ui.bulk.stop')}
          </Button>
        )}
        {work.undo && (
          <Button icon="undo" loading={busy} onClick={() => void made.undo()}>
            {t('ui.bulk.undo', { n: countText(work.succeeded - work.undone) })}
          </Button>
        )}
        {!isOpen && (
          <Button icon="download" loading={busy} onClick={() => void download()}>
            {t('ui.bulk.download')}
          </Button>
        )}
        <Button look={isOpen ? 'default' : 'primary'} onClick={onClose} data-autofocus="">
          {t(isOpen ? 'ui.bulk.background' : 'ui.controls.close')}
        </Button>
      </div>
    </div>
  )
}

function stateText({ status, done, total, error }: BulkNews, t: T): string {
  return t(`ui.bulk.state.${status}`, { done: countText(done), total: countText(total), error })
}

/** What became of the rows so far; what is 0 of the rarer outcomes is not said. */
function Counts({ work, t }: Pick<BulkProgressProps, 'work' | 't'>) {
  const { succeeded, skipped, failed, undone, total, done } = work
  const left = isBulkOpen(work) ? 0 : total - done
  const counts = Object.entries({ succeeded, skipped, failed, left, undone })
  return (
    <dl className="s-bulk-counts">
      {counts
        .filter(([name, n]) => n > 0 || name === 'succeeded' || name === 'skipped')
        .map(([name, n]) => (
          <div key={name} data-outcome={name}>
            <dt>{t(`ui.bulk.counts.${name}`)}</dt>
            <dd>{countText(n)}</dd>
          </div>
        ))}
    </dl>
  )
}
