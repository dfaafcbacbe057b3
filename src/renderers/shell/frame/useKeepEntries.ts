import { useEffect, useRef } from 'react'
import { useBlocker, useLocation } from 'react-router-dom'
import type { Area } from '../../../runtime/navigation/navigation.ts'
import { useRuntime } from '../../context.tsx'
import { mayLoseAll } from '../../form/unsaved.ts'

/**
 * Asks before the person goes somewhere that drops what was entered: anywhere else, but for the paths that `keeps` names (those that open
 * beside it). Signing out, or giving up a session that has ended, has asked already.
 */
export function useKeepEntries(area: Area, keeps: (path: string) => boolean): void {
  const runtime = useRuntime()
  const { pathname } = useLocation()
  const asking = useRef(false)
  const blocker = useBlocker(
    ({ nextLocation }) =>
      nextLocation.pathname !== pathname &&
      runtime.session.token(area) !== '' &&
      runtime.unsaved.has() &&
      !keeps(nextLocation.pathname + nextLocation.search),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked' || asking.current) return
    asking.current = true
    void mayLoseAll(runtime).then((yes) => {
      asking.current = false
      if (yes) return blocker.proceed()
      blocker.reset()
      runtime.navigationFailed('intercepted')
    })
  }, [runtime, blocker])
}
