import { useEffect, useRef } from 'react'
import type { Area } from '../../../runtime/navigation/navigation.ts'
import { useRuntime } from '../../context.tsx'
import { mayLoseAll } from '../../form/unsaved.ts'
import { useRouter } from '../../routing/RouterView.tsx'

/**
 * Asks before the person goes somewhere that drops what was entered: anywhere else, but for the paths that `keeps` names (those that open
 * beside it). Signing out, or giving up a session that has ended, has asked already.
 */
export function useKeepEntries(area: Area, keeps: (path: string) => boolean): void {
  const runtime = useRuntime()
  const router = useRouter()
  const asking = useRef(false)
  useEffect(
    () =>
      router?.guard((next, proceed) => {
        if (next.pathname === router.place().location.pathname || runtime.session.token(area) === '') return false
        if (!runtime.unsaved.has() || keeps(next.pathname + next.search)) return false
        if (asking.current) return true
        asking.current = true
        void mayLoseAll(runtime).then((yes) => {
          asking.current = false
          if (yes) proceed()
          else runtime.navigationFailed('intercepted')
        })
        return true
      }),
    [router, runtime, area, keeps],
  )
}
