import { useContext, useEffect } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router-dom'
import { useRuntime } from '../../context.tsx'
import { askAhead } from '../../screens/startAhead.ts'

/** Asks for what a screen that is about to open needs while the frame is still being drawn for it. */
export function useScreenAhead(): void {
  const runtime = useRuntime()
  const router = useContext(DataRouterContext)?.router
  useEffect(() => {
    if (!router) return
    let { location } = router.state
    return router.subscribe((state) => {
      if (state.location === location) return
      location = state.location
      askAhead(runtime, location)
    })
  }, [runtime, router])
}
