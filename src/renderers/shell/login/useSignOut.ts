import { useCallback } from 'react'
import { useRuntime } from '../../context.tsx'
import { mayLoseAll } from '../../form/unsaved.ts'
import { useGo } from '../../routing/useGo.ts'

/** Signs out and goes to the sign-in page at once, after a question where something is not saved; the server learns of it meanwhile. */
export function useSignOut(): () => void {
  const runtime = useRuntime()
  const navigate = useGo()
  return useCallback(() => {
    void mayLoseAll(runtime).then((yes) => {
      if (!yes) return
      navigate('/admin/login')
      void runtime.signOut()
    })
  }, [runtime, navigate])
}
