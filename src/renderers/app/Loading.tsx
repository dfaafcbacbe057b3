import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { wantedInside } from '../../runtime/navigation/navigation.ts'
import { usePageIds, useRuntime, useT } from '../context.tsx'
import { Logo } from '../shell/Logo.tsx'
import { Lone } from '../shell/Lone.tsx'
import { loadOfficeAhead } from '../shell/loadScreen.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'

/** Seconds after which a person may want to try again. */
const patience = 6

/** Fetches who is signed in and the menu, then goes where the person wanted to go, else to the first screen. */
export function Loading() {
  const runtime = useRuntime()
  const pageIds = usePageIds()
  const t = useT()
  const navigate = useNavigate()
  const { to } = useParams()
  const [problem, setProblem] = useState('')
  const [slow, setSlow] = useState(false)
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is the person's "try again"
  useEffect(() => {
    let here = true
    setProblem('')
    setSlow(false)
    loadOfficeAhead()
    const wantedPath = wantedInside('admin', to)
    // The screen's id is the path as a rule; where it is not, this loads nothing.
    const pageId = wantedPath?.split('?')[0]?.replace('/admin/', '')
    if (pageId && pageIds.includes(pageId)) runtime.prefetch(pageId)
    const timer = setTimeout(() => setSlow(true), patience * 1000)
    runtime
      .boot()
      .then(() => {
        if (!here) return
        const target = wantedPath ?? runtime.firstRoute()?.path
        if (target) navigate(target, { replace: true })
        else setProblem(t('ui.shell.noScreens'))
      })
      .catch((error: unknown) => {
        if (here) setProblem(error instanceof Error ? error.message : String(error))
      })
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [runtime, navigate, to, t, pageIds, round])

  const again = (
    <>
      <Button look="primary" onClick={() => setRound(round + 1)}>
        {t('ui.shell.retry')}
      </Button>
      <Button onClick={() => runtime.signOut().then(() => navigate('/admin/login'))}>{t('ui.shell.signOut')}</Button>
    </>
  )
  return (
    <Lone title={t('ui.shell.loading')} ends={problem !== ''}>
      {problem ? (
        <EmptyState
          isPage
          tone="error"
          icon="exclamation-circle"
          title={t('ui.shell.bootFailed')}
          text={problem}
          action={again}
        />
      ) : (
        <div className="k-loading" role="status">
          <Logo size={40} />
          <h1>{t('ui.shell.loadingText')}</h1>
          {slow ? <div className="k-empty-action">{again}</div> : null}
        </div>
      )}
    </Lone>
  )
}
