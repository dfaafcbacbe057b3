import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { memberOf } from '../../runtime/member.ts'
import { wantedInside } from '../../runtime/navigation/navigation.ts'
import { useRuntime, useT } from '../context.tsx'
import { Logo } from '../shell/Logo.tsx'
import { Lone } from '../shell/Lone.tsx'
import { Screen } from '../shell/loadScreen.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'

/** Reads who is signed in and the member's menu, then goes where the person wanted to go, else to the first screen. */
export function MemberLoading() {
  const runtime = useRuntime()
  const member = memberOf(runtime)
  const t = useT()
  const navigate = useNavigate()
  const { to } = useParams()
  const [problem, setProblem] = useState('')
  const [round, setRound] = useState(0)
  const signedIn = runtime.session.token('user') !== ''

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is the person's "try again"
  useEffect(() => {
    if (!signedIn) return
    let here = true
    setProblem('')
    Screen.ahead()
    member.boot().then(
      () => {
        const target = wantedInside('user', to) ?? member.runtime.firstRoute()?.path
        if (!here) return
        if (target && runtime.stores.memberCentre.open) navigate(target, { replace: true })
        else setProblem(t(runtime.stores.memberCentre.open ? 'member.noScreens' : 'member.closedText'))
      },
      (error: unknown) => here && setProblem(error instanceof Error ? error.message : String(error)),
    )
    return () => {
      here = false
    }
  }, [member, navigate, to, t, round, signedIn])

  if (!signedIn) return <Navigate to="/user/login" replace state={{ to: wantedInside('user', to) ?? '' }} />
  if (problem === '')
    return (
      <Lone title={t('ui.shell.loading')} ends={false}>
        <div className="k-loading" role="status">
          <Logo size={40} />
          <h1>{t('member.opening')}</h1>
        </div>
      </Lone>
    )
  return (
    <Lone title={t('member.centre')}>
      <EmptyState
        isPage
        tone="error"
        icon="exclamation-circle"
        title={t('member.failed')}
        text={problem}
        action={
          <>
            <Button look="primary" onClick={() => setRound(round + 1)}>
              {t('ui.shell.retry')}
            </Button>
            <Button onClick={() => void member.signOut().then(() => navigate('/user/login'))}>{t('member.signOut')}</Button>
          </>
        }
      />
    </Lone>
  )
}
