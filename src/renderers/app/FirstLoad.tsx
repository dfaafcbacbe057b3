import { useEffect, useState } from 'react'
import { Logo } from '../shell/Logo.tsx'
import { pending } from '../shell/pending.ts'
import { useValue } from '../useValue.ts'

/** How long the overlay stays, transparent and click-through, after the first navigation has ended. */
const removeAfter = 1000

/** Covers the page until the first navigation has ended (decision 37). */
export function FirstLoad() {
  const ended = useValue(pending, (waits) => waits.ended)
  const [gone, setGone] = useState(false)
  useEffect(() => {
    if (!ended) return
    const timer = setTimeout(() => setGone(true), removeAfter)
    return () => clearTimeout(timer)
  }, [ended])
  if (gone) return null
  return (
    <div className={ended ? 'k-first is-ended' : 'k-first'} aria-hidden="true">
      <Logo size={40} />
      <span className="k-spinner" />
    </div>
  )
}
