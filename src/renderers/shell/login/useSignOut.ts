import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { useRuntime } from '../../context.tsx'
import { mayLoseAll } from '../../form/unsaved.ts'

/** Signs out and goes to the sign-in page at once, after a question where something is not saved; the server learns of it meanwhile. */
export function useSignOut(): () => void {
  const runtime = useRuntime()
  const navigate = useNavigate()
  return useCallback(() => {
    void mayLoseAll(runtime).then((yes) => {
      if (!yes) return
      navigate('/admin/login')
      void runtime.signOut()
    })
  }, [runtime, navigate])
}
