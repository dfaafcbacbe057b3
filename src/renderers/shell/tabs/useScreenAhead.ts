import { useEffect } from 'react'
import { useRuntime } from '../../context.tsx'
import { useRouter } from '../../routing/RouterView.tsx'
import { askAhead } from '../../screens/startAhead.ts'

/** Asks for what a screen that is about to open needs while the frame is still being drawn for it. */
export function useScreenAhead(): void {
  const runtime = useRuntime()
  const router = useRouter()
  useEffect(() => {
    if (!router) return
    let { location } = router.place()
    return router.subscribe(() => {
      const next = router.place().location
      if (next === location) return
      location = next
      askAhead(runtime, location)
    })
  }, [runtime, router])
}
