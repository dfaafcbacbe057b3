import { useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { LoadedPage } from '../../runtime/page.ts'
import type { DesignerState, Draft } from '../../schemas/api/designer.ts'
import { useRuntime } from '../context.tsx'
import { defineScreen, type ScreenProps } from '../define.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useLoad } from '../useLoad.ts'
import { useValue } from '../useValue.ts'
import { type DesignerCalls, designerCalls } from './calls.ts'
import { Designer } from './Designer.tsx'
import { Start } from './Start.tsx'
import './designer.css'

/** Screens are designed here: started, drawn, checked, planned and saved into the workspace. */
function DesignerScreen({ loaded }: ScreenProps) {
  const runtime = useRuntime()
  const isSuper = useValue(runtime.stores.adminInfo, (state) => state.super)
  if (!isSuper) return <EmptyState icon="lock" title={loaded.t('title')} text={loaded.t('designer.superOnly')} />
  return <Loading loaded={loaded} />
}

/** What is in the address is opened: `?id=`, `?record=` or `?table=`. */
function Loading({ loaded }: { loaded: LoadedPage }) {
  const runtime = useRuntime()
  const calls = useMemo(() => designerCalls(runtime), [runtime])
  const [search] = useState(useLocation().search)
  const { value, reason, reload } = useLoad(async () => {
    const [state, first] = await Promise.all([calls.state(), firstDraft(calls, new URLSearchParams(search))])
    return { state, first }
  }, [calls, search])
  if (reason !== '')
    return (
      <EmptyState
        tone="error"
        icon="exclamation-circle"
        title={loaded.t('designer.failed')}
        text={reason}
        action={<Button onClick={reload}>{loaded.t('designer.retry')}</Button>}
      />
    )
  if (!value)
    return (
      <div className="d-wait" aria-busy="true">
        <Skeleton height={320} />
      </div>
    )
  return <Opened loaded={loaded} calls={calls} {...value} reload={reload} />
}

async function firstDraft(calls: DesignerCalls, query: URLSearchParams): Promise<Draft | null> {
  const [id, record, table] = ['id', 'record', 'table'].map((name) => query.get(name))
  if (id) return calls.source({ id })
  if (record) return calls.source({ record })
  return table ? (await calls.fromTable(table)).draft : null
}

interface OpenedProps {
  loaded: LoadedPage
  calls: DesignerCalls
  state: DesignerState
  first: Draft | null
  reload(): void
}

function Opened({ loaded, calls, state, first, reload }: OpenedProps) {
  const [draft, setDraft] = useState(first)
  const { t } = loaded
  const close = () => {
    setDraft(null)
    reload()
  }
  return (
    <div className="d-designer">
      {!state.allowed && (
        <p className="d-off" role="note">
          {t('designer.off')}
        </p>
      )}
      {draft ? (
        <Designer
          key={draft.id}
          t={t}
          calls={calls}
          kinds={state.kinds}
          allowed={state.allowed}
          first={draft}
          screens={state.screens}
          onClose={close}
        />
      ) : (
        <Start t={t} calls={calls} state={state} onStart={setDraft} />
      )}
    </div>
  )
}

export default defineScreen(DesignerScreen)
