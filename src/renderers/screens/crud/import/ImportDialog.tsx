import { useEffect, useMemo, useState } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { createListImport, isUnderWay, type ListImport } from '../../../../runtime/dataio/imports.ts'
import { importStatus } from '../../../../schemas/api/importing.ts'
import { actionOf } from '../../../../schemas/language/action/actionOf.ts'
import { listParams } from '../../../../schemas/language/list/naming.ts'
import { controllerOf } from '../../../../schemas/language/page.ts'
import { useRuntime } from '../../../context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { useValue } from '../../../useValue.ts'
import type { ListToolProps } from '../listTool.ts'
import { titledList } from '../titles.ts'
import { ImportColumns, type ImportDecision, useDecision } from './ImportColumns.tsx'
import { ImportFile } from './ImportFile.tsx'
import { ImportResult } from './ImportResult.tsx'
import { ImportSteps } from './ImportSteps.tsx'
import { ImportTarget } from './ImportTarget.tsx'
import '../export/export.css'
import './import.css'

/** For which list a file is. */
interface Aim {
  page: string
  title: string
}

/** Takes rows from a file: which file, what its columns mean, what a check says, and the run. The page over imports asks for the list first. */
export default function ImportDialog({ crud, row, onClose }: ListToolProps) {
  const { t } = crud.loaded
  const choose = actionOf(crud.page, 'import', 'import')?.choose ?? null
  const { made, aim, setAim, resumed } = useImport(crud, choose, row)
  const form = useValue(made.state, (s) => s.form)
  const draft = useValue(made.state, (s) => s.draft)
  const news = useValue(made.state, (s) => s.news)
  const decision = useDecision(form, draft)
  const close = () => {
    made.stopSending()
    // What was not begun to be saved is nothing to come back to, unless it has a page to come back to.
    if (choose === null && draft && (news === null || news.status < importStatus.running)) void made.again()
    if (choose !== null) void crud.load()
    onClose()
  }
  const asksFile = !news && !draft && !resumed
  return (
    <Dialog
      open
      title={titleFor(crud, aim, row !== null)}
      onClose={close}
      className="s-import-dialog"
      footer={<Footer made={made} decision={decision} resumed={resumed} t={t} onClose={close} />}
    >
      <ImportSteps news={news} draft={draft} t={t} />
      {choose !== null && asksFile && <ImportTarget crud={crud} field={choose} value={aim?.page ?? null} onChange={setAim} />}
      {news && <ImportResult made={made} news={news} t={t} />}
      {!news && form && draft && <ImportColumns form={form} draft={draft} decision={decision} t={t} />}
      {asksFile && <ImportFile made={made} form={form} title={aim?.title ?? ''} t={t} />}
    </Dialog>
  )
}

/** "Import coupons"; of a file that was sent before its name. */
function titleFor({ page, loaded }: Crud, aim: Aim | null, resumed: boolean): string {
  const verb = loaded.t('actions.import.title')
  if (!aim) return verb
  if (resumed) return aim.title
  if (aim.page === page.id) return titledList(loaded, verb)
  return loaded.t('ui.list.ofList', listParams(verb, aim.title, undefined))
}

/** The import, and for which list it is: the page's own, the one that is chosen, or that of a file which was sent before. */
function useImport(crud: Crud, choose: string | null, row: ListToolProps['row']) {
  const runtime = useRuntime()
  const made = useMemo(
    () => createListImport({ http: runtime.http, feed: runtime.feed }, () => void crud.load()),
    [runtime, crud],
  )
  const [aim, put] = useState<Aim | null>(choose === null ? { page: crud.page.id, title: crud.loaded.t('title') } : null)
  const setAim = (next: Aim | null) => {
    put(next)
    if (next) void made.aim(controllerOf(next.page))
    else made.state.form = null
  }
  useEffect(() => {
    if (choose === null) void made.aim(crud.page.controller)
    else if (row !== null)
      void made.resume(Number(row)).then((kept) => {
        if (!kept) return
        put({ page: kept.target, title: kept.name })
        return made.aim(controllerOf(kept.target))
      })
  }, [made, crud, choose, row])
  return { made, aim, setAim, resumed: row !== null }
}

interface FooterProps {
  made: ListImport
  decision: ImportDecision
  /** It goes on with a file that was sent before. */
  resumed: boolean
  t(key: string, params?: Readonly<Record<string, string | number>>): string
  onClose(): void
}

function Footer({ made, decision, resumed, t, onClose }: FooterProps) {
  const draft = useValue(made.state, (s) => s.draft)
  const form = useValue(made.state, (s) => s.form)
  const news = useValue(made.state, (s) => s.news)
  const busy = useValue(made.state, (s) => s.busy)
  const underWay = news !== null && isUnderWay(news)
  const ready = news?.status === importStatus.ready
  const savable = ready && news.inserted + news.updated > 0 && (decision.choice.onError === 'skip' || news.failed === 0)
  return (
    <>
      <Button onClick={onClose}>{t('ui.controls.close')}</Button>
      {draft && !underWay && !resumed && (
        <Button loading={busy} onClick={() => void made.again()}>
          {t('ui.import.other')}
        </Button>
      )}
      {ready && (
        <Button loading={busy} onClick={made.change}>
          {t('ui.import.back')}
        </Button>
      )}
      {underWay && (
        <Button loading={busy} onClick={() => void made.cancel()}>
          {t('ui.import.cancel')}
        </Button>
      )}
      {draft && form && !news && (
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
