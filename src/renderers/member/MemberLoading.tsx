import { useEffect } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { memberOf } from '../../runtime/app/member.ts'
import { wantedInside } from '../../runtime/navigation/navigation.ts'
import { useRuntime, useT } from '../context.tsx'
import { Logo } from '../shell/Logo.tsx'
import { Screen } from '../shell/loadScreen.ts'
import { StandalonePage } from '../shell/StandalonePage.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { useLoad } from '../useLoad.ts'
import { ClosedCentre } from './ClosedCentre.tsx'

/** Reads who is signed in and the member's menu, then goes where the person wanted to go, else to the first screen. */
export function MemberLoading() {
  const runtime = useRuntime()
  const member = memberOf(runtime)
  const t = useT()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const signedIn = runtime.session.token('user') !== ''
  const boot = async () => {
    Screen.preload()
    await member.boot()
    const target = wantedInside('user', pathname) ?? member.runtime.firstRoute()?.path
    if (!runtime.stores.memberCentre.open) return { closed: true }
    if (target) return { target }
    throw new Error(t('member.noScreens'))
  }
  const { value, reason, reload } = useLoad(signedIn ? boot : null, [member, pathname])
  useEffect(() => {
    if (value?.target !== undefined) navigate(value.target, { replace: true })
  }, [navigate, value])

  if (!signedIn) return <Navigate to="/user/login" replace state={{ to: wantedInside('user', pathname) ?? '' }} />
  const signOut = () => void member.signOut().then(() => navigate('/user/login'))
  if (value?.closed) return <ClosedCentre onSignOut={signOut} />
  if (reason === '')
    return (
      <StandalonePage title={t('ui.shell.loading')} ends={false}>
        <div className="k-loading" role="status">
          <Logo size={40} />
          <h1>{t('member.opening')}</h1>
        </div>
      </StandalonePage>
    )
  return (
    <StandalonePage title={t('member.centre')}>
      <EmptyState
        isPage
        tone="error"
        icon="exclamation-circle"
        title={t('member.failed')}
        text={reason}
        action={
          <>
            <Button look="primary" onClick={reload}>
              {t('ui.shell.retry')}
            </Button>
            <Button onClick={signOut}>{t('member.signOut')}</Button>
          </>
        }
      />
    </StandalonePage>
  )
}
