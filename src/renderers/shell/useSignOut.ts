import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { useRuntime } from './context.tsx'

/** Signs out and goes to the sign-in page at once; the server is told meanwhile. */
export function useSignOut(): () => void {
  const runtime = useRuntime()
  const navigate = useNavigate()
  return useCallback(() => {
    navigate('/admin/login')
    void runtime.signOut()
  }, [runtime, navigate])
}
