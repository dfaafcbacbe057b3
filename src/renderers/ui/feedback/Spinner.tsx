import { useEffect, useState } from 'react'
import { useWords } from '../words.tsx'

export interface SpinnerProps {
  /** What is being waited for; default "Loading". */
  label?: string
  size?: 'small' | 'normal'
  /** Milliseconds before it shows, so that short waits do not flash. Default 300. */
  delay?: number
}

/** A wait without a known end. Shows itself only after `delay`. */
export function Spinner({ label, size = 'normal', delay = 300 }: SpinnerProps) {
  const words = useWords()
  const [shown, setShown] = useState(delay === 0)
  useEffect(() => {
    if (delay === 0) return
    const timer = setTimeout(() => setShown(true), delay)
    return () => clearTimeout(timer)
  }, [delay])
  if (!shown) return null
  return <span className={`k-spinner k-spinner-${size}`} role="status" aria-label={label ?? words('ui.controls.loading')} />
}
