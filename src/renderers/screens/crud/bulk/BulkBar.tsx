import { useEffect, useMemo, useRef } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { forgetBulk } from '../../../../runtime/crud/lastBulk.ts'
import { createListBulk, isEnded } from '../../../../runtime/dataio/bulk.ts'
import type { BulkNews } from '../../../../schemas/api/bulk.ts'
import { useRuntime } from '../../../context.tsx'
import { useLoadedWords } from '../../../loadedWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useValue } from '../../../useValue.ts'
import { bulkWords } from './bulkWords.ts'
import './bulk.css'

/** The bulk change that the person started here last, above the list until they put it away; also after a reload. */
export default function BulkBar({ crud, id, onForget }: { crud: Crud; id: number; onForget(): void }) {
  const { http, feed, storage } = useRuntime()
  const made = useMemo(() => createListBulk({ http, feed, storage, page: crud.page }), [http, feed, storage, crud])
  const work = useValue(made.state, (s) => s.work)
  const gone = useValue(made.state, (s) => s.gone)
  const { t } = crud.loaded
  const isReady = useLoadedWords(bulkWords)
  const forget = () => {
    forgetBulk(storage, crud.page)
    onForget()
  }
  useEffect(() => {
    void made.follow(id)
    return () => made.close()
  }, [made, id])
  useEffect(() => {
    if (gone) {
      forgetBulk(storage, crud.page)
      onForget()
    }
  }, [gone, storage, crud, onForget])
  useLoadWhenOver(crud, work)
  if (!isReady || !work) return null
  const text = isEnded(work)
    ? t('ui.bulk.ended', { name: work.name, counts: countsText(work, t) })
    : t('ui.bulk.running', { name: work.name, progress: work.progress })
  return (
    <div className="s-bulk-bar">
      <span role="status">{text}</span>
      {!isEnded(work) && <progress max={100} value={work.progress} aria-label={t('ui.bulk.progress')} />}
      <Button
        look="link"
        size="small"
        aria-label={t('ui.bulk.show', { name: work.name })}
        onClick={() => {
          crud.state.bulk = { id: work.id }
        }}
      >
        {t('ui.bulk.details')}
      </Button>
      {isEnded(work) && <IconButton icon="times" label={t('ui.controls.close')} onClick={forget} />}
    </div>
  )
}

/** How many came to what; what none came to is not said, but that nothing was done is. */
function countsText(work: BulkNews, t: Crud['loaded']['t']): string {
  const counts = (['succeeded', 'skipped', 'failed'] as const).filter((each) => work[each] > 0)
  return (counts.length > 0 ? counts : ['succeeded' as const])
    .map((each) => t(`ui.bulk.endedCounts.${each}`, { n: work[each] }))
    .join(t('ui.bulk.endedCounts.and'))
}

/** The list is read again when the work that was seen under way is over. */
function useLoadWhenOver(crud: Crud, work: BulkNews | null): void {
  const wasOpen = useRef(false)
  const isOver = work !== null && isEnded(work)
  useEffect(() => {
    if (work !== null && !isOver) wasOpen.current = true
    if (isOver && wasOpen.current) {
      wasOpen.current = false
      void crud.load()
    }
  }, [crud, work, isOver])
}
