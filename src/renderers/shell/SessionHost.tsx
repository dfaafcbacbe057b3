import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { later } from '../later.tsx'
import { useRuntime } from './context.tsx'
import { loadMemberSignInOver, loadSignInOver } from './loadOverlays.ts'

/** The sign-in over a page whose session has ended while something in it was not saved. Its code comes as soon as there is such a thing. */
export function SessionHost() {
  const runtime = useRuntime()
  const { session, unsaved, stores } = runtime
  const [SignInOver] = useState(() => later(() => loadSignInOver(runtime)))
  const [MemberSignInOver] = useState(() => later(() => loadMemberSignInOver(runtime)))
  const { admin, user } = useSnapshot(session.state)
  const { tabs } = useSnapshot(unsaved.state)
  const some = Object.keys(tabs).length > 0
  useEffect(() => {
    if (some) (stores.siteConfig.initialize ? SignInOver : MemberSignInOver).ahead()
  }, [some, stores, SignInOver, MemberSignInOver])
  return (
    <>
      {admin ? <SignInOver asked={admin} /> : null}
      {user ? <MemberSignInOver asked={user} /> : null}
    </>
  )
}
