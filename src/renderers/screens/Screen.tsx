import { useRef, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { LoadedPage } from '../../runtime/page.ts'
import type { Page } from '../../schemas/language/page.ts'
import { useRuntime, useT } from '../context.tsx'
import { lazyComponent } from '../lazyComponent.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { useLoad } from '../useLoad.ts'
import { ListSkeleton } from './crud/list/ListSkeleton.tsx'
import { useScreenPlace } from './crud/useRecordPlace.ts'
import { screens } from './index.ts'

const PageChanged = lazyComponent(() => import('./PageChanged.tsx').then((module) => module.PageChanged))

export interface ScreenProps {
  pageId: string
}

/**
 * The screen of a page; it reads its own address. Loads the page, draws it by its kind, and says what is wrong when it cannot. What is drawn
 * stays as it is when the server has another version, until the person reloads it.
 */
export function Screen({ pageId }: ScreenProps) {
  const runtime = useRuntime()
  const { isPage } = useScreenPlace()
  const [turn, setTurn] = useState(0)
  const key = `${pageId} ${turn}`
  const kept = useRef<{ key: string; loaded: LoadedPage } | undefined>(undefined)
  const known = kept.current?.key === key ? kept.current.loaded : runtime.pages.peek(pageId)
  const { value, error, reload } = useLoad(known ? null : () => runtime.page(pageId), [runtime, pageId, turn])
  const loaded = known ?? value
  useSnapshot(runtime.pages.state)
  if (loaded) {
    kept.current = { key, loaded }
    const Kind = screens[loaded.page.kind]
    if (isPage && !hasRecords(loaded.page)) return <Navigate to="/404" replace />
    return (
      <>
        {runtime.pages.isOutdated(loaded) && <PageChanged onReload={() => setTurn(turn + 1)} />}
        <Kind key={key} loaded={loaded} />
      </>
    )
  }
  if (error !== undefined) return <PageFault pageId={pageId} error={error} onRetry={reload} />
  return <ListSkeleton />
}

/** Do its records have addresses? */
function hasRecords({ kind, entity }: Page): boolean {
  return (kind === 'crud' || kind === 'detail') && entity.key !== null
}

function PageFault({ pageId, error, onRetry }: { pageId: string; error: unknown; onRetry(): void }) {
  const t = useT()
  // The menu of another server may name screens that only its own front end has.
  if (!useRuntime().pages.has(pageId))
    return <EmptyState icon="info-circle" title={t('ui.list.noPage')} text={t('ui.list.noPageText', { id: pageId })} />
  return (
    <EmptyState
      tone="error"
      icon="exclamation-triangle"
      title={t('ui.list.pageFailed')}
      text={
        <>
          <code>src/schemas/pages/{pageId}</code>
          <pre className="k-fault">{error instanceof Error ? error.message : String(error)}</pre>
        </>
      }
      action={
        <Button look="primary" onClick={onRetry}>
          {t('ui.list.retry')}
        </Button>
      }
    />
  )
}
