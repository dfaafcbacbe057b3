import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Runtime } from '../../runtime/app/runtime.ts'
import { wantedInside } from '../../runtime/navigation/navigation.ts'
import { useRuntime, useT } from '../context.tsx'
import { Logo } from '../shell/Logo.tsx'
import { preloadOffice } from '../shell/loadScreen.ts'
import { StandalonePage } from '../shell/StandalonePage.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { useLoad } from '../useLoad.ts'

/** Seconds after which a person may want to try again. */
const patience = 6

/** Fetches who is signed in and the menu, then goes where the person wanted to go, else to the first screen. */
export function Loading() {
  const runtime = useRuntime()
  const t = useT()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const boot = async () => {
    preloadOffice()
    const wantedPath = wantedInside('admin', pathname)
    // The screen's id is the path as a rule; where it is not, this loads nothing. A person who is signed out is given no screen.
    const pageId = wantedPath?.split('?')[0]?.replace('/admin/', '')
    if (pageId && runtime.session.token('admin') !== '' && runtime.pages.has(pageId)) runtime.prefetch(pageId)
    await runtime.boot()
    const target = wantedPath ?? runtime.firstRoute()?.path
    if (target === undefined) throw new Error(t('ui.shell.noScreens'))
    askAhead(runtime, target)
    return target
  }
  const { value: target, reason: problem, attempt, reload } = useLoad(boot, [runtime, pathname])
  const slow = useSlow(attempt)
  useEffect(() => {
    if (target !== undefined) navigate(target, { replace: true })
  }, [navigate, target])

  const again = (
    <>
      <Button look="primary" onClick={reload}>
        {t('ui.shell.retry')}
      </Button>
      <Button onClick={() => runtime.signOut().then(() => navigate('/admin/login'))}>{t('ui.shell.signOut')}</Button>
    </>
  )
  return (
    <StandalonePage title={t('ui.shell.loading')} ends={problem !== ''}>
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
    </StandalonePage>
  )
}

/** What the screen needs is asked for while the frame is being drawn around it. */
function askAhead(runtime: Runtime, target: string): void {
  const [pathname = '', search = ''] = target.split('?', 2)
  import('../shell/admin.ts').then(
    ({ admin: office }) => office.askAhead(runtime, { pathname, search: search && `?${search}` }),
    () => undefined, // told where the office is drawn
  )
}

/** True once an attempt has taken so long that a person may want another. */
function useSlow(attempt: number): boolean {
  const [slow, setSlow] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(attempt), patience * 1000)
    return () => clearTimeout(timer)
  }, [attempt])
  return attempt > 0 && slow === attempt
}
