import { useLocation, useNavigate } from 'react-router-dom'
import { useRuntime, useT } from '../context.tsx'
import { StandalonePage } from '../shell/StandalonePage.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'

/** Where the person wanted to go, as the redirect left it in the history entry. */
function useAskedFor(): string {
  const state: unknown = useLocation().state
  return state !== null && typeof state === 'object' && 'from' in state && typeof state.from === 'string' ? state.from : ''
}

/** /404: there is nothing at the address. */
export function NotFound() {
  return <Refusal icon="compass" name="notFound" />
}

/** /401: there may be something, but not for this person. */
export function NoRight() {
  return <Refusal icon="lock" name="noRight" />
}

function Refusal({ icon, name }: { icon: string; name: 'notFound' | 'noRight' }) {
  const t = useT()
  const runtime = useRuntime()
  const navigate = useNavigate()
  const from = useAskedFor()
  const home = runtime.session.token('admin') && runtime.entrance !== '' ? '/admin' : '/'
  return (
    <StandalonePage title={t(`ui.shell.${name}`)}>
      <EmptyState
        isPage
        icon={icon}
        title={t(`ui.shell.${name}`)}
        text={
          <>
            <p>{t(`ui.shell.${name}Text`)}</p>
            {from ? <code className="k-path">{from}</code> : null}
          </>
        }
        action={
          <>
            <Button look="primary" onClick={() => navigate(home)}>
              {t(home === '/' ? 'ui.shell.toHome' : 'ui.shell.toOffice')}
            </Button>
            <Button onClick={() => navigate(-1)}>{t('ui.shell.back')}</Button>
          </>
        }
      />
    </StandalonePage>
  )
}
