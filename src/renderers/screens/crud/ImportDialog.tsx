import { useEffect, useMemo } from 'react'
import { createListImport, isUnderWay, type ListImport } from '../../../runtime/crud/imports.ts'
import { importStatus } from '../../../schemas/language/importing.ts'
import { useRuntime } from '../../shell/context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useValue } from '../../useValue.ts'
import { ImportColumns, type ImportDecision, useDecision } from './ImportColumns.tsx'
import { ImportFile } from './ImportFile.tsx'
import { ImportResult } from './ImportResult.tsx'
import type { ListToolProps } from './listTools.ts'
import './export.css'
import './import.css'

/** Takes rows from a file: which file, what its columns mean, what a check says, and the run. */
export default function ImportDialog({ crud, onClose }: ListToolProps) {
  const runtime = useRuntime()
  const { t } = crud.loaded
  const made = useMemo(
    () => createListImport({ http: runtime.http, feed: runtime.feed, page: crud.page }, () => void crud.load()),
    [runtime, crud],
  )
  useEffect(() => void made.load(), [made])
  const form = useValue(made.state, (s) => s.form)
  const draft = useValue(made.state, (s) => s.draft)
  const news = useValue(made.state, (s) => s.news)
  const decision = useDecision(form, draft)
  const close = () => {
    // What was not begun to be saved is nothing to come back to.
    if (draft && (news === null || news.status < importStatus.running)) void made.again()
    onClose()
  }
  return (
    <Dialog
      open
      title={`${t('actions.import.title')} · ${t('title')}`}
      onClose={close}
      className="s-import-dialog"
      footer={<Footer made={made} decision={decision} t={t} onClose={close} />}
    >
      {news && <ImportResult made={made} news={news} t={t} />}
      {!news && form && draft && <ImportColumns form={form} draft={draft} decision={decision} t={t} />}
      {!news && !draft && <ImportFile made={made} form={form} title={t('title')} t={t} />}
    </Dialog>
  )
}

interface FooterProps {
  made: ListImport
  decision: ImportDecision
  t(key: string, params?: Readonly<Record<string, string | number>>): string
  onClose(): void
}

function Footer({ made, decision, t, onClose }: FooterProps) {
  const draft = useValue(made.state, (s) => s.draft)
  const news = useValue(made.state, (s) => s.news)
  const busy = useValue(made.state, (s) => s.busy)
  const underWay = news !== null && isUnderWay(news)
  const ready = news?.status === importStatus.ready
  const savable = ready && news.inserted + news.updated > 0 && (decision.choice.onError === 'skip' || news.failed === 0)
  return (
    <>
      <Button onClick={onClose}>{t('ui.controls.close')}</Button>
      {draft && !underWay && (
        <Button loading={busy} onClick={() => void made.again()}>
          {t('ui.import.other')}
        </Button>
      )}
      {underWay && (
        <Button loading={busy} onClick={() => void made.cancel()}>
          {t('ui.import.cancel')}
        </Button>
      )}
      {draft && !news && (
        <Button look="primary" icon="list-check" loading={busy} onClick={() => void made.check(decision.choice)}>
          {t('ui.import.check')}
        </Button>
      )}
      {savable && (
        <Button look="primary" icon="play" loading={busy} onClick={() => void made.run()}>
          {t('ui.import.run')}
        </Button>
      )}
    </>
  )
}
