import { useEffect, useState } from 'react'
import { snapshot } from 'valtio/vanilla'
import { useRuntime } from '../context.tsx'
import { lazyComponent } from '../lazyComponent.tsx'
import { useValue } from '../useValue.ts'
import { loadMemberSignInOver, loadSignInOver } from './loadSignInOver.ts'

/**
 * While something is not saved: the browser asks before it closes or reloads the page, and the sign-in opens over the page when the session
 * has ended. Its code comes as soon as there is such a thing.
 */
export function SessionHost() {
  const runtime = useRuntime()
  const { session, unsaved, stores } = runtime
  const [SignInOver] = useState(() => lazyComponent(() => loadSignInOver(runtime)))
  const [MemberSignInOver] = useState(() => lazyComponent(() => loadMemberSignInOver(runtime)))
  const { admin, user } = useValue(session.state, snapshot)
  const some = useValue(unsaved.state, ({ tabs }) => Object.keys(tabs).length > 0)
  useEffect(() => {
    if (!some) return
    ;(stores.siteConfig.initialize ? SignInOver : MemberSignInOver).preload()
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved.has()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [some, stores, unsaved, SignInOver, MemberSignInOver])
  return (
    <>
      {admin ? <SignInOver asked={admin} /> : null}
      {user ? <MemberSignInOver asked={user} /> : null}
    </>
  )
}
