import { useEffect, useState } from 'react'

/** Seconds left since `start` was called with how many; 0 when none are. Follows the clock, also in a tab that was asleep. */
export function useCountdown(): { left: number; start(seconds: number): void } {
  const [until, setUntil] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (until === 0) return
    const look = () => {
      const now = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setLeft(now)
      if (now === 0) setUntil(0)
    }
    look()
    const timer = setInterval(look, 500)
    return () => clearInterval(timer)
  }, [until])
  return { left, start: (seconds) => setUntil(Date.now() + seconds * 1000) }
}
