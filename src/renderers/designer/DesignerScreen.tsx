import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { LoadedPage } from '../../runtime/page.ts'
import type { DesignerState, Draft } from '../../schemas/api/designer.ts'
import { useRuntime, useTab } from '../context.tsx'
import { defineScreen, type ScreenProps } from '../define.ts'
import { mayLose } from '../form/unsaved.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useLoad } from '../useLoad.ts'
import { useValue } from '../useValue.ts'
import { type DesignerCalls, designerCalls, type Planned } from './calls.ts'
import { Designer } from './Designer.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { Start } from './Start.tsx'
import './designer.css'

/** Screens are designed here: started, drawn, checked, planned and saved into the workspace. */
function DesignerScreen({ loaded }: ScreenProps) {
  const runtime = useRuntime()
  const isSuper = useValue(runtime.stores.adminInfo, (state) => state.super)
  if (!isSuper) return <EmptyState icon="lock" title={loaded.t('title')} text={loaded.t('designer.superOnly')} />
  return <Latest loaded={loaded} />
}

function Latest({ loaded }: { loaded: LoadedPage }) {
  const { search, times } = useOpened()
  return <Loading key={times} loaded={loaded} search={search} />
}

/** What is in the address is opened: `?id=`, `?record=` or `?table=`; of `?remove=` the plan to delete it. */
function Loading({ loaded, search }: { loaded: LoadedPage; search: string }) {
  const runtime = useRuntime()
  const calls = useMemo(() => designerCalls(runtime), [runtime])
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
  return <Opened loaded={loaded} calls={calls} {...value} removed={new URLSearchParams(search).get('remove')} reload={reload} />
}

/**
 * The query of the address that is open here, and how often one was opened. The screen stays alive in its tab: a link with another query
 * opens that, once the person agrees to lose what is not saved; the menu's address, which says nothing, leaves the draft as it is.
 */
function useOpened() {
  const runtime = useRuntime()
  const tab = useTab()?.id ?? ''
  const { search } = useLocation()
  const [opened, setOpened] = useState({ search, times: 0 })
  const seen = useRef(search)
  useEffect(() => {
    if (seen.current === search) return
    seen.current = search
    if (search === '') return
    void mayLose(runtime, [tab]).then((yes) => yes && setOpened(({ times }) => ({ search, times: times + 1 })))
  }, [runtime, tab, search])
  return opened
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
  /** The screen that the address asks to delete. */
  removed: string | null
  reload(): void
}

function Opened({ loaded, calls, state, first, removed, reload }: OpenedProps) {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(first)
  const [planned, setPlanned] = useState<Planned | null>(() => (removed ? { id: removed, remove: true } : null))
  const { t } = loaded
  const close = () => {
    setDraft(null)
    setPlanned(null)
    // The same link opens it again.
    navigate({ search: '' }, { replace: true })
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
      {planned && (
        <PlanDialog {...{ t, calls, planned }} allowed={state.allowed} onSaved={() => {}} onClose={close} onGone={close} />
      )}
    </div>
  )
}

export default defineScreen(DesignerScreen)
