import { useEffect, useMemo, useState } from 'react'
import { reviewAll } from '../../../../runtime/crud/actions/reviewAll.ts'
import type { BulkAsked } from '../../../../runtime/crud/context.ts'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { createListBulk, isEnded } from '../../../../runtime/dataio/bulk.ts'
import type { BulkReview } from '../../../../schemas/api/bulk.ts'
import { builtInAction } from '../../../../schemas/language/action/builtInActions.ts'
import { callAddress } from '../../../../schemas/language/area/area.ts'
import { useRuntime } from '../../../context.tsx'
import { useLoadedWords } from '../../../loadedWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { countText } from '../../../ui/countText.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { useLoad } from '../../../useLoad.ts'
import { useValue } from '../../../useValue.ts'
import { titleOf } from '../rowActions.ts'
import { titledList } from '../titles.ts'
import { BulkProgress } from './BulkProgress.tsx'
import { BulkReviewed } from './BulkReviewed.tsx'
import { bulkWords } from './bulkWords.ts'
import '../export/export.css'
import './bulk.css'

interface BulkDialogProps {
  crud: Crud
  asked: BulkAsked
}

/** The dialog, once its words are there. */
export default function BulkTool(props: BulkDialogProps) {
  return useLoadedWords(bulkWords) ? <BulkDialog {...props} /> : null
}

/** Shows what an action would do to all rows that the list finds, starts it, and follows it. */
function BulkDialog({ crud, asked }: BulkDialogProps) {
  const { t } = crud.loaded
  const made = useBulk(crud, asked)
  const work = useValue(made.state, (s) => s.work)
  const busy = useValue(made.state, (s) => s.busy)
  const gone = useValue(made.state, (s) => s.gone)
  const reviewing = useReview(crud, asked)
  const close = () => {
    crud.state.bulk = null
  }
  useLoadAtEnd(crud, work !== null && isEnded(work))
  useEffect(() => {
    if (gone) crud.state.bulk = null
  }, [gone, crud])
  const started = work !== null || 'id' in asked
  const start = async (review: BulkReview) => {
    if (await made.start(review)) crud.select([])
  }
  const { value: review } = reviewing
  return (
    <Dialog
      open
      title={titleFor(crud, asked, work?.name)}
      onClose={close}
      className="s-export-dialog"
      footer={
        started ? undefined : <Foot crud={crud} asked={asked} review={review} busy={busy} onStart={start} onClose={close} />
      }
    >
      {work ? (
        <BulkProgress made={made} work={work} t={t} onClose={close} />
      ) : started ? null : (
        <BulkReviewed
          crud={crud}
          action={'action' in asked ? asked.action : ''}
          review={review}
          reason={reviewing.reason}
          onAgain={reviewing.reload}
        />
      )}
    </Dialog>
  )
}

/** "Put on sale products"; of one that was started its name. */
function titleFor(crud: Crud, asked: BulkAsked, name: string | undefined): string {
  return name ?? ('id' in asked ? crud.loaded.t('title') : titledList(crud.loaded, titleOf(crud, asked.action)))
}

function useBulk(crud: Crud, asked: BulkAsked) {
  const { http, feed, storage } = useRuntime()
  const made = useMemo(() => createListBulk({ http, feed, storage, page: crud.page }), [http, feed, storage, crud])
  const id = 'id' in asked ? asked.id : null
  useEffect(() => {
    if (id !== null) void made.follow(id)
    return () => made.close()
  }, [made, id])
  return made
}

/** What it would do: read here, or by the form of the action. */
function useReview(crud: Crud, asked: BulkAsked) {
  const { http } = useRuntime()
  const [round, setRound] = useState(0)
  const isAsked = 'action' in asked && (asked.review === undefined || round > 0)
  const url = (call: string) => callAddress(crud.page, call)
  const load = () =>
    reviewAll({ http, url, state: crud.state, page: crud.page }, 'action' in asked ? asked : { action: '' }, quiet)
  const loading = useLoad<BulkReview>(isAsked ? load : null, [asked, round])
  const value = isAsked ? loading.value : 'action' in asked ? asked.review : undefined
  return { value, reason: loading.reason, reload: () => setRound(round + 1) }
}

const quiet = { showError: false, showCodeMessage: false }

/** The list shows what became of its rows once that is over. */
function useLoadAtEnd(crud: Crud, ended: boolean): void {
  useEffect(() => {
    if (ended) void crud.load()
  }, [ended, crud])
}

interface FootProps {
  crud: Crud
  asked: BulkAsked
  review: BulkReview | undefined
  busy: boolean
  onStart(review: BulkReview): void
  onClose(): void
}

function Foot({ crud, asked, review, busy, onStart, onClose }: FootProps) {
  const { t } = crud.loaded
  const name = 'action' in asked ? asked.action : ''
  const action = crud.page.actions[name] ?? builtInAction(name)
  return (
    <>
      <Button onClick={onClose}>{t('ui.form.cancel')}</Button>
      {review && review.fit > 0 && (
        <Button
          look={action?.severity === 'danger' ? 'danger' : 'primary'}
          icon={action?.icon}
          loading={busy}
          onClick={() => onStart(review)}
          data-autofocus=""
        >
          {goText(crud, name, review.fit)}
        </Button>
      )}
    </>
  )
}

/** Whole sentences for the actions that every list has. */
const ownWords: Readonly<Record<string, string>> = { delete: 'goDelete', restore: 'goRestore', destroy: 'goDestroy' }

/** The button's own word where it names a number, else the action and how many. */
function goText({ loaded }: Crud, name: string, fit: number): string {
  const { t, find } = loaded
  const n = countText(fit)
  if (find(`actions.${name}.yes`)?.includes('{n}')) return t(`actions.${name}.yes`, { n })
  const own = ownWords[name]
  return own ? t(`ui.bulk.${own}`, { n }) : t('ui.bulk.go', { action: t(`actions.${name}.title`), n })
}
