import { Link } from 'react-router-dom'
import { useT } from '../context.tsx'
import { StandalonePage } from '../shell/StandalonePage.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'

/** In the place of every page of the member area while the member centre is closed. `onSignOut`: somebody is signed in. */
export function ClosedCentre({ onSignOut }: { onSignOut?: () => void }) {
  const t = useT()
  return (
    <StandalonePage title={t('member.centre')}>
      <EmptyState
        isPage
        icon="lock"
        title={t('member.closed')}
        text={t('member.closedText')}
        action={
          <>
            <Link className="k-btn k-btn-primary" to="/">
              <span className="k-btn-text">{t('member.home')}</span>
            </Link>
            {onSignOut ? <Button onClick={onSignOut}>{t('member.signOut')}</Button> : null}
          </>
        }
      />
    </StandalonePage>
  )
}
