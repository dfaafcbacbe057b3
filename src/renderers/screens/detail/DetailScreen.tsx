import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { createCrud } from '../../../runtime/crud/crud.ts'
import { useOneSound } from '../../cells/useOneSound.ts'
import { useRuntime } from '../../context.tsx'
import type { ScreenProps } from '../../define.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useLoad } from '../../useLoad.ts'
import { DetailSections } from '../crud/detail/DetailSections.tsx'
import { useCellEnv } from '../crud/useCellEnv.ts'
import { useScreenPlace } from '../crud/useRecordPlace.ts'
import '../../cells/cells.css'
import '../crud/detail/detail.css'
import '../form/form.css'

/** One record, read-only, at its own address: the key is in the path, or in the query. */
export default function DetailScreen({ loaded }: ScreenProps) {
  const runtime = useRuntime()
  const [crud] = useState(() => createCrud(runtime.screen(loaded)))
  const env = useCellEnv(runtime, crud)
  const { search } = useLocation()
  const place = useScreenPlace()
  const key = place.key ?? new URLSearchParams(search).get(loaded.page.entity.key ?? 'id') ?? ''
  const { value: row, reload } = useLoad(key === '' ? null : () => crud.info(key), [crud, key])
  const { t } = loaded
  useOneSound()
  return (
    <div className="s-form-page">
      <header className="s-form-head">
        <h1 className="s-tools-title">{t('title')}</h1>
      </header>
      {key === '' ? (
        <EmptyState icon="info-circle" title={t('ui.detailPage.none')} text={t('ui.detailPage.noneHelp')} />
      ) : row === undefined ? (
        <Skeleton height={240} />
      ) : row === null ? (
        <EmptyState
          tone="error"
          icon="exclamation-circle"
          title={t('ui.detailPage.failed')}
          text={t('ui.detail.failedHelp')}
          action={<Button onClick={reload}>{t('ui.list.retry')}</Button>}
        />
      ) : (
        <DetailSections crud={crud} env={env} row={row} />
      )}
    </div>
  )
}
