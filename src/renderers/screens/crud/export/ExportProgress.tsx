import { useState } from 'react'
import type { Runtime } from '../../../../runtime/app/runtime.ts'
import { type ExportState, isOpen, type ListExport } from '../../../../runtime/dataio/exports.ts'
import { exportDays, exportStatus } from '../../../../schemas/api/exporting.ts'
import { useRuntime } from '../../../context.tsx'
import { startDownload } from '../../../download.ts'
import { Button } from '../../../ui/Button.tsx'
import { countText } from '../../../ui/countText.ts'

export interface ExportProgressProps {
  made: ListExport
  work: ExportState
  /** The page under which the file waits. */
  place: string
  t(key: string, params?: Readonly<Record<string, string | number>>): string
  onClose(): void
}

/** How far a file is, and what can be done with it. */
export function ExportProgress({ made, work, place: placeId, t, onClose }: ExportProgressProps) {
  const runtime = useRuntime()
  const [busy, setBusy] = useState(false)
  const open = isOpen(work)
  const done = work.status === exportStatus.done
  const fetchFile = async () => {
    setBusy(true)
    const address = await made.address()
    setBusy(false)
    if (address !== null) startDownload(address)
  }
  const cancel = async () => {
    setBusy(true)
    await made.cancel()
    setBusy(false)
  }
  const place = routeOf(runtime, placeId)
  return (
    <div className="s-export">
      <div className="s-export-bar">
        <progress max={100} value={done ? 100 : work.progress} aria-label={t('ui.export.progress')} />
        <span>{done ? 100 : work.progress}%</span>
      </div>
      <p role="status" className={work.status === exportStatus.failed ? 'k-error' : undefined}>
        {stateText(work, t)}
      </p>
      <p className="k-help">
        {t(place ? 'ui.export.keptIn' : 'ui.export.kept', { days: exportDays, place: place?.title ?? '' })}
      </p>
      <div className="s-export-acts">
        {open && (
          <Button loading={busy} onClick={() => void cancel()}>
            {t('ui.export.cancel')}
          </Button>
        )}
        <Button onClick={onClose}>{t(open ? 'ui.export.background' : 'ui.controls.close')}</Button>
        {done && (
          <Button look="primary" icon="download" loading={busy} onClick={() => void fetchFile()} data-autofocus="">
            {t('ui.export.download')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The page, where the person may open it. */
export function routeOf(runtime: Runtime, pageId: string) {
  return runtime.routes().find((route) => route.pageId === pageId)
}

function stateText({ status, done, total, error }: ExportState, t: ExportProgressProps['t']): string {
  return t(`ui.export.state.${status}`, { done: countText(done), total: countText(total), error })
}
