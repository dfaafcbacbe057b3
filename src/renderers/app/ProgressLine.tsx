import { useEffect, useState } from 'react'
import { pending } from '../shell/pending.ts'
import { useValue } from '../useValue.ts'

/** The thin bar at the top while a navigation is under way; short ones (below 150 ms) do not flash. What is waited for says so itself. */
export function ProgressLine({ isBusy }: { isBusy: boolean }) {
  const count = useValue(pending, (waits) => waits.count)
  const busy = isBusy || count > 0
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!busy) return setShown(false)
    const timer = setTimeout(() => setShown(true), 150)
    return () => clearTimeout(timer)
  }, [busy])
  return shown ? <div className="k-line" aria-hidden="true" /> : null
}
